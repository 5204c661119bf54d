"""A short run of the calls of fuzz.py; ten minutes of it are run by hand."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def test_no_value_ends_the_interpreter():
    pytest.importorskip("hypothesis")
    seconds = os.environ.get("LUBDUB_FUZZ_SECONDS", "15")
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", str(Path(__file__).with_name("fuzz.py")), seconds],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True, text=True, timeout=float(seconds) * 3 + 240, check=False)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-3000:]
    assert " calls, the slowest" in done.stdout
