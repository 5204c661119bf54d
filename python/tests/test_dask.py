"""Searches on a Dask cluster: the same result, whatever happens to it."""

import json
import multiprocessing
import os
import platform
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, nullcontext

import pytest

import lubdub
from conftest import DATASETS

pytest.importorskip("distributed")
psutil = pytest.importorskip("psutil")
pytestmark = pytest.mark.filterwarnings("ignore")

WALKS = [DATASETS / "approach.csv", DATASETS / "retreat.csv", DATASETS / "walk-by.csv"]
OVER = {"zones.range.falseChangeInterval": (10, 1000), "zones.range.lookAhead": (0, 1)}
BUDGET = 40


@pytest.fixture(scope="module")
def expected():
    return lubdub.tune(WALKS, over=OVER, budget=BUDGET, jobs=1).report


@pytest.fixture(scope="module")
def cluster():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as started:
        yield started


class Search:
    """`lubdub tune` on a cluster."""

    def __init__(self, address, folder, *more, recordings=WALKS, stderr=subprocess.PIPE):
        found = os.environ.get("LUBDUB_TOOL")
        if not found:
            pytest.skip("there is no lubdub tool; set LUBDUB_TOOL to one")
        self.report = folder / "report.json"
        over = [part for key, (low, high) in OVER.items() for part in ("--over", f"{key}={low}:{high}")]
        command = [found, "tune", *map(str, recordings), *over, "--budget", str(BUDGET),
                   "-o", str(self.report), *more]
        if address:
            command += ["--dask", address]
        python = os.path.dirname(sys.executable)
        environment = {**os.environ, "PATH": f"{python}:{os.environ['PATH']}",
                       "PYTHONPATH": os.path.dirname(os.path.dirname(lubdub.__file__))}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE,
                                        stderr=stderr, start_new_session=True)

    def end(self):
        _, self.error = self.process.communicate(timeout=600)
        return self.process.returncode

    def result(self):
        assert self.end() == 0, self.error.decode()
        return json.loads(self.report.read_bytes())


def wait_for_runs(cluster, search):
    """Until the cluster has runs of the search, or the search is over."""
    while search.process.poll() is None and not any(
            str(key).startswith("score-") for key in cluster.scheduler.tasks):
        time.sleep(0.005)


@pytest.mark.parametrize("address", ["local:1", "local:4"])
def test_any_number_of_workers_gives_the_result_of_one_thread(address, expected, tmp_path):
    assert Search(address, tmp_path).result() == expected


def test_a_killed_worker_changes_nothing(cluster, expected, tmp_path):
    search = Search(cluster.scheduler_address, tmp_path)
    deadline = time.monotonic() + 600
    while not cluster.scheduler.task_prefixes and time.monotonic() < deadline:
        time.sleep(0.02)
    victim = next(iter(cluster.workers.values())).pid
    wait_for_runs(cluster, search)
    psutil.Process(victim).kill()
    assert search.result() == expected


def test_a_killed_driver_is_reported(cluster, tmp_path):
    search = Search(cluster.scheduler_address, tmp_path)
    wait_for_runs(cluster, search)
    bridge, = psutil.Process(search.process.pid).children()
    bridge.kill()
    assert search.end() == 2
    assert b"has ended; it needs the Python packages" in search.error


def test_ctrl_c_gives_the_best_so_far(cluster, tmp_path):
    search = Search(cluster.scheduler_address, tmp_path, "--budget", "2000")
    wait_for_runs(cluster, search)
    os.killpg(search.process.pid, signal.SIGINT)  # As a terminal does: to the bridge, too.
    assert search.end() == 130, search.error.decode()
    assert b"the search was interrupted; this is the best so far" in search.error
    assert search.report.exists()


def test_a_slow_worker_leaves_its_work_to_others(cluster, expected, tmp_path):
    slow = psutil.Process(next(iter(cluster.workers.values())).pid)
    search = Search(cluster.scheduler_address, tmp_path)
    wait_for_runs(cluster, search)
    deadline = time.monotonic() + 3
    while search.process.poll() is None and time.monotonic() < deadline:
        slow.suspend()  # A tenth of the time is left to it.
        time.sleep(0.09)
        slow.resume()
        time.sleep(0.01)
    assert search.result() == expected


def test_a_terminal_shows_how_long_it_will_still_take(cluster, tmp_path):
    import pty

    terminal, end = pty.openpty()
    search = Search(cluster.scheduler_address, tmp_path, "--budget", "400", stderr=end)
    os.close(end)
    shown = b""
    with closing(os.fdopen(terminal, "rb", 0)) as screen:
        while b" left" not in shown and search.process.poll() is None:
            shown += screen.read(1000)
    search.process.kill()
    search.process.communicate()
    assert re.search(rb"\[#*\.+\] \d+%, (\d+ min )?\d+ s left", shown), shown


def test_a_broken_recording_is_named_and_the_rest_goes_on(cluster, expected, tmp_path):
    folder = tmp_path / "datasets"
    folder.mkdir()
    for walk in WALKS:
        (folder / walk.name).symlink_to(walk)
    (folder / "broken.csv").write_text("this is not a trace\n")
    search = Search(cluster.scheduler_address, tmp_path, recordings=[folder])
    assert search.result() == expected
    assert b"broken.csv is left out: " in search.error


def test_a_client_gives_the_result_of_one_thread(cluster, expected):
    from distributed import Client

    with Client(cluster) as client:
        found = lubdub.tune(WALKS, over=OVER, budget=BUDGET, client=client)
    assert found.report == expected
    with pytest.raises(lubdub.LubdubError, match="expected a distributed.Client"):
        lubdub.tune(WALKS, client=object())


class Plain:
    """The least that makes runs."""

    map = staticmethod(map)


@pytest.mark.parametrize("make", [
    lambda: ThreadPoolExecutor(2), lambda: ProcessPoolExecutor(2),
    lambda: ProcessPoolExecutor(2, multiprocessing.get_context("spawn")), lambda: nullcontext(Plain())])
def test_any_executor_with_map_gives_the_result_of_one_thread(make, expected):
    with make() as executor:
        found = lubdub.tune(WALKS, over=OVER, budget=BUDGET, client=executor)
    assert found.report == expected


def test_links_of_a_recording_change_nothing(tmp_path):
    lines = WALKS[0].read_text().splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("t_s"))
    assert lines[start].endswith(",peer")
    walk = tmp_path / "walk.csv"
    walk.write_text("\n".join([lines[start], *(line + "anchor" for line in lines[start + 1:])]) + "\n")
    alone = lubdub.tune([walk], over=OVER, budget=8, jobs=1)
    with ThreadPoolExecutor(2) as pool:
        found = lubdub.tune([walk], over=OVER, budget=8, client=pool)
    assert found.report == alone.report


def test_a_search_that_fails_says_why():
    class Failing(Executor):
        def submit(self, function, *arguments):
            future = Future()
            future.set_exception(RuntimeError("the roof is on fire"))
            return future

    with pytest.raises(lubdub.LubdubError, match="RuntimeError: the roof is on fire"):
        lubdub.tune(WALKS, over=OVER, budget=BUDGET, client=Failing())


def test_a_worker_of_another_arithmetic_is_refused():
    class Elsewhere:
        @staticmethod
        def map(function, shards, units):
            changed = [json.dumps({**json.loads(unit), "by": "lubdub 0 with arithmetic 0"}) for unit in units]
            return map(function, shards, changed)

    with pytest.raises(lubdub.LubdubError, match=f"{platform.node()}: .*scores would differ in their last digits"):
        lubdub.tune(WALKS, over=OVER, budget=BUDGET, client=Elsewhere())


@pytest.mark.parametrize(("workers", "load", "is_noted"), [(2, 0.2, False), (1, 0.9, False), (2, 1.5, True), (3, 0.0, True)])
def test_workers_without_a_core_of_their_own_are_noted(workers, load, is_noted, monkeypatch, capsys):
    from lubdub.dask import note_shared_cores

    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0))
    note_shared_cores(workers)
    assert (f"{workers} workers share 2 cores, which have a load of {load:.1f}" in capsys.readouterr().err) is is_noted


def test_an_address_without_a_scheduler_is_told(tmp_path):
    search = Search("local:none", tmp_path)
    assert search.end() != 0
    assert b"expected local:N" in search.error
