"""Where the data sets, the recordings and the tool are."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATASETS = ROOT / "datasets"
TRACES = sorted(DATASETS.glob("*.csv"))
RECORDINGS = Path(os.environ.get("LUBDUB_RECORDINGS") or ROOT.parent / "shared") / "traces"
Tool = Callable[..., bytes]


@pytest.fixture(scope="session")
def tool() -> Tool:
    """Runs the command-line tool and gives its standard output."""
    found = os.environ.get("LUBDUB_TOOL") or shutil.which("lubdub")
    if not found:
        pytest.skip("there is no lubdub tool; set LUBDUB_TOOL to one")

    def run(*arguments: object, input: bytes | None = None) -> bytes:
        done = subprocess.run(
            [found, *map(str, arguments)], input=input, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    return run
