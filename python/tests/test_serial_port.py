"""``lubdub live`` on a serial port, which is a pseudo-terminal here."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import termios
import time

import pytest

from conftest import Tool

pytestmark = pytest.mark.usefixtures("tool")
ROW = b"from: 83\t Range: 0.03 m\t RX power: -70.00 dBm\r\n"


def program() -> str:
    return os.environ.get("LUBDUB_TOOL") or shutil.which("lubdub") or ""


def is_raw(port: int) -> bool:
    return not termios.tcgetattr(port)[3] & (termios.ICANON | termios.ECHO)


@pytest.mark.parametrize("baud", [115200, 921600])
def test_what_a_board_sends_is_felt_at_the_time_at_which_it_comes_until_the_board_is_gone(tool: Tool, baud):
    board, port = pty.openpty()
    live = subprocess.Popen(
        [program(), "live", os.ttyname(port), "--baud", str(baud)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not is_raw(port):
        assert live.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    assert termios.tcgetattr(port)[4] == getattr(termios, f"B{baud}")
    os.close(port)
    for _ in range(30):
        os.write(board, ROW)
        time.sleep(0.05)
    os.close(board)
    output, error = live.communicate(timeout=60)
    assert live.returncode == 0, error
    records = [json.loads(line) for line in output.splitlines()]
    assert records[0]["record"] == "timeline"
    assert any(record["record"] == "beat" and record["zone"] == 0 for record in records)
    assert b"no clock" not in error
    # Each row has its own moment: by the number of the round the last would come at 2.9 s, and at 0 s all at once.
    assert records[-1]["record"] == "end" and records[-1]["duration_s"] >= 29 * 0.05


def test_a_rate_that_no_port_has_is_refused_with_the_list():
    board, port = pty.openpty()
    live = subprocess.run(
        [program(), "live", os.ttyname(port), "--baud", "1234"], capture_output=True, text=True, check=False)
    os.close(port)
    os.close(board)
    assert live.returncode == 2 and "1234 baud is none of 9600, 19200," in live.stderr
