"""A short run of the calls of fuzz.py, and ten times of it in a thorough one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def test_no_value_ends_the_interpreter():
    pytest.importorskip("hypothesis")
    rounds = "600" if os.environ.get("LUBDUB_THOROUGH") == "1" else "60"
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", str(Path(__file__).with_name("fuzz.py")), rounds],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True, text=True, timeout=3600, check=False)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-3000:]
    assert " calls, the slowest" in done.stdout
