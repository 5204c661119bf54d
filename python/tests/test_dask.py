"""Searches on a Dask cluster: the same result, whatever happens to it."""

import json
import os
import subprocess
import sys
import time

import pytest

import lubdub
from conftest import DATASETS

pytest.importorskip("distributed")
psutil = pytest.importorskip("psutil")
pytestmark = pytest.mark.filterwarnings("ignore")

WALKS = [DATASETS / "approach.csv", DATASETS / "retreat.csv", DATASETS / "walk-by.csv"]
OVER = {"zones.uwb.calm": (10, 1000), "zones.uwb.lead": (0, 1)}
BUDGET = 40


@pytest.fixture(scope="module")
def expected():
    return lubdub.tune(WALKS, over=OVER, budget=BUDGET, folds=0, jobs=1).report


@pytest.fixture(scope="module")
def cluster():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as started:
        yield started


class Search:
    """`lubdub tune` on a cluster."""

    def __init__(self, address, folder, *more):
        found = os.environ.get("LUBDUB_TOOL")
        if not found:
            pytest.skip("there is no lubdub tool; set LUBDUB_TOOL to one")
        self.report = folder / "report.json"
        over = [part for key, (low, high) in OVER.items() for part in ("--over", f"{key}={low}:{high}")]
        command = [found, "tune", *map(str, WALKS), *over, "--budget", str(BUDGET), "--folds", "0",
                   "--report", str(self.report), *more]
        if address:
            command += ["--dask", address]
        python = os.path.dirname(sys.executable)
        environment = {**os.environ, "PATH": f"{python}:{os.environ['PATH']}",
                       "PYTHONPATH": os.path.dirname(os.path.dirname(lubdub.__file__))}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)

    def end(self):
        _, self.error = self.process.communicate(timeout=120)
        return self.process.returncode

    def result(self):
        assert self.end() == 0, self.error.decode()
        return json.loads(self.report.read_bytes())


@pytest.mark.parametrize("workers", [1, 4])
def test_any_number_of_workers_gives_the_result_of_one_thread(workers, expected, tmp_path):
    assert Search(f"local:{workers}", tmp_path).result() == expected


def test_a_killed_worker_changes_nothing(cluster, expected, tmp_path):
    search = Search(cluster.scheduler_address, tmp_path)
    deadline = time.monotonic() + 60
    while not cluster.scheduler.task_prefixes and time.monotonic() < deadline:
        time.sleep(0.02)
    victim = next(iter(cluster.workers.values())).pid
    while search.process.poll() is None and not any(
            "lubdub-unit" in str(key) for key in cluster.scheduler.tasks):
        time.sleep(0.005)
    psutil.Process(victim).kill()
    assert search.result() == expected


def test_a_killed_driver_is_told_and_the_study_goes_on(cluster, expected, tmp_path):
    study = tmp_path / "study.sqlite"
    search = Search(cluster.scheduler_address, tmp_path, "--study", str(study))
    bridge = None
    while bridge is None and search.process.poll() is None:
        children = psutil.Process(search.process.pid).children(recursive=True)
        bridge = next((child for child in children if study.exists()), None)
        time.sleep(0.01)
    while search.process.poll() is None and not any(
            "lubdub-unit" in str(key) for key in cluster.scheduler.tasks):
        time.sleep(0.005)
    bridge.kill()
    assert search.end() != 0
    assert b"has ended; with --study, what is done is kept" in search.error
    again = Search(None, tmp_path, "--study", str(study), "--resume")
    assert again.result() == expected


def test_workers_of_another_arithmetic_are_refused(cluster):
    import io

    from distributed import Client

    from lubdub.dask import PROTOCOL, Bridge

    output = io.StringIO()
    hello = {"protocol": PROTOCOL, "version": lubdub.__version__, "fingerprint": "0", "recordings": 0}
    with Client(cluster) as client:
        Bridge(client, output).run(io.BytesIO(json.dumps(hello).encode() + b"\n"))
    assert "scores would differ in their last digits" in json.loads(output.getvalue())["error"]


def test_an_address_without_a_scheduler_is_told(tmp_path):
    search = Search("local:none", tmp_path)
    assert search.end() != 0
    assert b"expected local:N" in search.error
