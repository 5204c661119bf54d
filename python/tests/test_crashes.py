"""Nothing that Python does with the package ends the interpreter: each case in a process of its own."""

import subprocess
import sys
import textwrap

import pytest

from conftest import DATASETS

PREAMBLE = f"""
import copy, os, pickle, threading, numpy as np, lubdub
PATH = {str(DATASETS / "approach.csv")!r}
SECOND = {str(DATASETS / "walk-by.csv")!r}
def refuses(kind, work):
    try:
        work()
    except kind as error:
        return str(error)
    raise AssertionError("this was not refused")
def same(left, right):
    assert left.export("json").files == right.export("json").files
    assert left.export("ahap").files == right.export("ahap").files
    assert (left.render(8000) == right.render(8000)).all()
    assert left.details == right.details
    assert all((left.beats[name] == right.beats[name]).all() for name in ("t_s", "zone"))
"""


def run_alone(script: str) -> str:
    """Runs a script in a process of its own, which has to end well, and gives what it prints. The limit only ends what hangs."""
    done = subprocess.run(
        [sys.executable, "-c", PREAMBLE + textwrap.dedent(script)], capture_output=True,
        text=True, timeout=600, check=False)
    assert done.returncode == 0, f"status {done.returncode}\n{done.stderr[-2000:]}"
    return done.stdout


CASES = {
    "copies of a session": """
        session = lubdub.run(PATH)
        for made in (copy.copy(session), copy.deepcopy(session)):
            same(session, made)
            same(session, copy.deepcopy(made))
            assert (made.estimates["distance_m"] == session.estimates["distance_m"]).all()
            assert made.receptions == session.receptions
    """,
    "a session in a file of pickle": """
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            session = lubdub.run(PATH, explain=True)
            made = pickle.loads(pickle.dumps(session, protocol))
            same(session, made)
            assert made.considerations == session.considerations
            assert made.zone_changes == session.zone_changes
    """,
    "pickles of everything else": """
        trace = lubdub.read(PATH)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(trace))["range_m"], trace["range_m"])
        assert copy.deepcopy(trace).report == trace.report
        same(lubdub.run(copy.copy(trace)), lubdub.run(PATH))
        settings = lubdub.Settings({"zones.edges": [0.1, 0.5, 1, 2]})
        for made in (copy.copy(settings), copy.deepcopy(settings), pickle.loads(pickle.dumps(settings))):
            assert made == settings
            made.heartbeat.contact = "continuous"
            assert settings.heartbeat.contact != "continuous"
        scores = lubdub.score(PATH)
        assert pickle.loads(pickle.dumps(scores)).total == scores.total
        haptics = lubdub.read_haptics(lubdub.run(PATH).export("ahap").content)
        same(haptics, pickle.loads(pickle.dumps(haptics)))
        pickle.loads(pickle.dumps(lubdub.run(PATH).export("hjif")))
    """,
    "a pipeline is neither copied nor sent": """
        pipeline = lubdub.Pipeline()
        for work in (copy.copy, copy.deepcopy, pickle.dumps):
            assert "send its settings" in refuses(TypeError, lambda: work(pipeline))
        refuses(TypeError, pipeline.__init__)
        assert pipeline.process(0, range_m=1).reception == "taken"
        refuses(lubdub.LubdubError, lubdub.Pipeline.__new__(lubdub.Pipeline).finish)
    """,
    "memory of the library": """
        array = lubdub.run(PATH).estimates["distance_m"]
        refuses(TypeError, lambda: copy.copy(array.base))
        assert (copy.deepcopy(array)[-5:] == array[-5:]).all()
        assert (pickle.loads(pickle.dumps(array))[-5:] == array[-5:]).all()
    """,
    "a pool of processes that are forked": """
        import multiprocessing, warnings
        from concurrent.futures import ProcessPoolExecutor
        warnings.simplefilter("ignore")
        lubdub.read(PATH, threads=2)
        lubdub.tune([PATH, SECOND], budget=8, jobs=2)
        for kind in ("fork", "forkserver"):
            with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(kind)) as pool:
                for found in pool.map(lubdub.run, [PATH] * 4):
                    same(found, lubdub.run(PATH))
                assert pool.submit(lubdub.read, PATH, threads=2).result().rows
                assert pool.submit(lubdub.tune, [PATH, SECOND], budget=8).result().is_complete
    """,
    "sessions from many threads": """
        from concurrent.futures import ThreadPoolExecutor
        with ThreadPoolExecutor(8) as pool:
            for found in pool.map(lubdub.run, [PATH] * 64):
                assert found.export("ahap").content
        session = copy.copy(lubdub.run(PATH))
        with ThreadPoolExecutor(8) as pool:
            assert len(set(pool.map(lambda _: session.export("ahap").content, range(64)))) == 1
    """,
    "a sound that is too large": """
        import warnings
        warnings.simplefilter("ignore")
        session = lubdub.run({"t_s": np.arange(0, 86400.0, 600), "range_m": np.ones(144)})
        for work in (session.render, session.wav):
            assert "LUBDUB_BOUNDS=sound" in refuses(lubdub.LubdubError, lambda: work(8000))
    """,
    "numbers that are no sample rates": """
        session = lubdub.run(PATH)
        for rate in ("8000", 0, -1, 10**30, 1.5, None, True, float("nan"), [8000]):
            refuses(lubdub.LubdubError, lambda: session.render(rate))
    """,
    "rows that go on for ages": """
        for last in (1e5, 1e9, 1e15, 1e300):
            try:
                lubdub.run({"t_s": [0.0, last], "range_m": [1.0, 1.0]}).export("json")
            except lubdub.LubdubError:
                pass
        pipeline = lubdub.Pipeline()
        pipeline.process(0, range_m=1)
        for time in (1e5, 1e9, 1e300, float("inf"), float("nan"), "x", None):
            try:
                pipeline.advance(time)
                pipeline.plan(time)
            except lubdub.LubdubError:
                pass
    """,
    "an end in the midst of calls": """
        import time, warnings
        warnings.simplefilter("ignore")
        many = 300_000
        rows = {"t_s": np.arange(many) / 100, "range_m": np.full(many, 1.5)}
        def work():
            while True:
                lubdub.run(rows)
                lubdub.tune([PATH, SECOND], budget=8, jobs=1, progress=lambda done, total: None)
        for _ in range(4):
            threading.Thread(target=work, daemon=True).start()
        time.sleep(0.3)
    """,
    "a fork in the midst of calls": """
        rows = {"t_s": np.arange(100_000) / 100, "range_m": np.full(100_000, 1.5)}
        threads = [threading.Thread(target=lubdub.run, args=(rows,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        children = []
        for _ in range(4):
            child = os.fork()
            if child == 0:
                try:
                    os._exit(0 if lubdub.run(PATH).beats.rows else 1)
                except lubdub.LubdubError as error:
                    os._exit(0 if "forked" in str(error) else 2)
            children.append(child)
        for child in children:
            assert os.waitpid(child, 0)[1] == 0
        for thread in threads:
            thread.join()
    """,
}


@pytest.mark.parametrize("name", CASES)
def test_the_interpreter_survives(name):
    run_alone(CASES[name])


def test_a_worker_of_dask_sends_a_session():
    pytest.importorskip("distributed")
    run_alone("""
        from distributed import Client, LocalCluster
        if __name__ == "__main__":
            with LocalCluster(1, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
                same(client.submit(lubdub.run, PATH).result(), lubdub.run(PATH))
    """)
