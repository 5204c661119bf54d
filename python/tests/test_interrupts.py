"""Ctrl-C ends long calls at once, with KeyboardInterrupt."""

import signal
import subprocess
import sys
import textwrap
import time

import pytest

from conftest import DATASETS

SCRIPT = f"""
import os, sys, time, warnings, numpy as np, lubdub
warnings.simplefilter("ignore")
WALKS = [{str(DATASETS / "approach.csv")!r}, {str(DATASETS / "walk-by.csv")!r}]
count = 4_000_000
times = np.arange(count) / 100
ranges = 2 + np.sin(times / 5)
rows = {{"t_s": times, "range_m": ranges, "truth_m": ranges}}
"""

CALLS = {
    "run": "lubdub.run(rows)",
    "tune": "lubdub.tune(WALKS, budget=5000)",
    "tune with progress": "lubdub.tune(WALKS, budget=5000, progress=lambda done, total: None)",
    "score": "lubdub.score(rows)",
    "calibrate": "lubdub.calibrate(rows)",
    "read": "lubdub.read(text)",
    "process": "lubdub.Pipeline().process_rows({'t_s': np.arange(20_000_000) / 100, 'range_m': np.full(20_000_000, 2.0)})",
}


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_ends_a_call(name):
    call = CALLS[name]
    prepare = "text = (b't_s,range_m\\n' + b'0.25,1.5\\n' * 100_000_000)" if name == "read" else ""
    script = SCRIPT + prepare + textwrap.dedent(f"""
        print("ready", flush=True)
        try:
            {call}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
            sys.exit(0)
        print("done", flush=True)
        sys.exit(1)
    """)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize("name", ["run", "score", "calibrate", "process"])
def test_a_call_left_alone_keeps_its_rows(name, tmp_path):
    script = SCRIPT + textwrap.dedent(f"""
        import gc
        from lubdub import _calls, _measure, _pipeline, _session
        left = []
        def leave(work, *_, **__):
            left.append(work)
            raise KeyboardInterrupt
        for module in (_measure, _pipeline, _session):
            module.watched = leave
        try:
            {CALLS[name].replace("20_000_000", "2_000_000")}
        except KeyboardInterrupt:
            pass
        del rows, times, ranges
        gc.collect()
        print(left[0]() is not None)
    """)
    ended = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (0, "True\n")
