"""Searches on Ray: the same result, whatever happens to it. Ray is large, and so no part of CI."""

import os
import time

import pytest

import lubdub
from conftest import DATASETS

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install ray")
psutil = pytest.importorskip("psutil")
pytestmark = pytest.mark.filterwarnings("ignore")

WALKS = [DATASETS / "approach.csv", DATASETS / "retreat.csv", DATASETS / "walk-by.csv"]
SEARCH = {"over": {"zones.range.falseChangeInterval": (10, 1000), "zones.range.lookAhead": (0, 1)}, "budget": 40, "folds": 0}


@pytest.fixture(scope="module")
def cluster():
    package = os.path.dirname(os.path.dirname(lubdub.__file__))
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False,
             runtime_env={"env_vars": {"PYTHONPATH": package}})
    yield ray
    ray.shutdown()


@pytest.fixture(scope="module")
def expected():
    return lubdub.tune(WALKS, **SEARCH, jobs=1).report


def test_ray_gives_the_result_of_one_thread(cluster, expected):
    assert lubdub.tune(WALKS, **SEARCH, client=cluster).report == expected


def test_a_killed_worker_of_ray_changes_nothing(cluster, expected):
    killed = []

    def progress(done, total):
        if killed:
            return
        for process in psutil.Process().children(recursive=True):
            # Its agents have such names, too, and the node ends with them.
            if (process.cmdline() or [""])[0].startswith(("ray::score", "ray::IDLE")):
                killed.append(process.pid)
                process.kill()
                time.sleep(0.2)
                return

    assert lubdub.tune(WALKS, **SEARCH, client=cluster, progress=progress).report == expected
    assert killed, "there was no worker to kill"
