"""Ctrl-C ends long calls at once, with KeyboardInterrupt."""

import os
import subprocess
import sys
import textwrap

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


def ended(name, script, **variables):
    """The exit status and the output of a script about a call, in a process of its own. The limit only ends what hangs."""
    prepare = "text = b't_s,range_m\\n' + b'0.25,1.5\\n' * 20_000_000\n" if name == "read" else ""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT + prepare + textwrap.dedent(script)], stdout=subprocess.PIPE, text=True,
        env=os.environ | variables, timeout=600, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_ends_a_call(name):
    # These two count early how far they are; of the others it is known that they have begun.
    is_on = "any(call.watch.done for call in calls)" if name in ("run", "read") else "calls"
    assert ended(name, f"""
        import signal, threading, time
        from lubdub import _calls
        def press():
            while True:
                calls = list(_calls._running)
                if {is_on}:
                    break
                time.sleep(0.001)
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=press, daemon=True).start()
        try:
            {CALLS[name]}
            print("done")
        except KeyboardInterrupt:
            print("interrupted")
    """) == (0, "interrupted\n")


@pytest.mark.parametrize("name", ["run", "score", "calibrate", "process"])
def test_a_call_left_alone_keeps_its_rows(name):
    # Arrays of this size are then pages of their own, which go when they are freed: to read them would end the process.
    assert ended(name, f"""
        import gc
        from lubdub import _measure, _pipeline, _session
        left = []
        def leave(work, *_, **__):
            left.append(work)
            raise KeyboardInterrupt
        for module in (_measure, _pipeline, _session):
            module.watched = leave
        rows = {{name: column[:100_000].copy() for name, column in rows.items()}}
        try:
            {CALLS[name].replace("20_000_000", "100_000")}
        except KeyboardInterrupt:
            pass
        del rows, times, ranges
        gc.collect()
        print(left[0]() is not None)
    """, MALLOC_MMAP_THRESHOLD_="65536") == (0, "True\n")
