"""Logs as people have them: Python reads a file and its bytes as the tool reads the file and a pipe."""

from __future__ import annotations

import csv
import math
import os
import shutil
import subprocess
import warnings
from pathlib import Path
from typing import Any

import lubdub
import pytest
from conftest import RECORDINGS

OWN = {
    "arduino.log": "".join(f"from: 83\t Range: {4 - row / 50:.2f} m\t RX power: -68.02 dBm\n" for row in range(100)),
    "console.log": "".join(f"[00:00:0{row}.000,000] app: Distance: ifft: {4 - row / 5:.2f}, rtt: nan\n" for row in range(9)),
    "scan.csv": "t_s,source,rssi_dbm\n" + "".join(f"{row},ble,-60\n{row + 0.0006},ble,-61\n" for row in range(60)),
    "headerless.csv": "".join(f"{100 * row},{(40 - row) / 20 - 0.02:.2f},-75.5\n" for row in range(41)),
    "german.csv": "t_s;range_m\n" + "".join(f"{row},5;{4 - row / 50:.2f}\n".replace(".", ",") for row in range(60)),
}
ENDINGS = {".csv", ".ndjson", ".json", ".log", ".txt"}
CASES = sorted(path for path in (RECORDINGS.parent / "cases").glob("[0-9]*/*") if path.suffix in ENDINGS)

TOOL = os.environ.get("LUBDUB_TOOL") or shutil.which("lubdub")
needs_tool = pytest.mark.skipif(TOOL is None, reason="there is no lubdub tool; set LUBDUB_TOOL to one")

Rows = list[tuple[float | None, ...]]
COLUMNS = ["t_s", "range_m", "rssi_dbm"]


def measured(rows: Rows) -> Rows | None:
    return [row for row in rows if row[1:] != (None, None)] or None


def in_python(source: Any) -> Rows | None:
    """Times to the microsecond, ranges, and levels of all links, without rows that measure nothing; `None` without any."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            trace = lubdub.read(source, all=True)
    except lubdub.LubdubError:
        return None
    columns = [trace[name].tolist() if name in trace else [math.nan] * len(trace) for name in COLUMNS]
    found = [tuple(None if math.isnan(value) else round(value, 6) for value in row) for row in zip(*columns, strict=True)]
    return measured(found)


def in_tool(path: str, text: bytes | None = None) -> Rows | None:
    done = subprocess.run([TOOL or "", "import", path], input=text, capture_output=True)
    if not done.stdout:
        return None
    table = csv.DictReader(line for line in done.stdout.decode().splitlines() if not line.startswith("#"))
    return measured([tuple(round(float(row[name]), 6) if row.get(name) else None for name in COLUMNS) for row in table])


def check(path: Path) -> None:
    content = path.read_bytes()
    found = in_tool(str(path))
    assert in_tool("-", content) == found
    assert in_python(path) == found
    assert in_python(content) == found


@needs_tool
@pytest.mark.parametrize("name", OWN)
def test_a_log_has_the_same_rows_by_file_by_pipe_and_in_python(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(OWN[name])
    check(path)


@needs_tool
@pytest.mark.skipif(not CASES, reason="there is no folder of cases")
def test_every_case_has_the_same_rows_by_file_by_pipe_and_in_python() -> None:
    for path in CASES:
        check(path)
