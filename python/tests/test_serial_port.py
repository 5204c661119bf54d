"""``lubdub live`` on a serial port, which is a pseudo-terminal here."""

from __future__ import annotations

import itertools
import json
import os
import pty
import shutil
import subprocess
import termios
import threading
import time

import pytest

pytestmark = pytest.mark.usefixtures("tool")
ROW = b"from: 83\t Range: 0.03 m\t RX power: -70.00 dBm\r\n"


def program() -> str:
    return os.environ.get("LUBDUB_TOOL") or shutil.which("lubdub") or ""


def is_raw(port: int) -> bool:
    return not termios.tcgetattr(port)[3] & (termios.ICANON | termios.ECHO)


def started(*options: str) -> tuple[int, subprocess.Popen[bytes]]:
    """The board's end of a port, and a live session that has set the other end."""
    board, port = pty.openpty()
    live = subprocess.Popen(
        [program(), "live", os.ttyname(port), "--baud", "921600", *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    while not is_raw(port):
        assert live.poll() is None
        time.sleep(0.01)
    assert termios.tcgetattr(port)[4] == termios.B921600
    os.close(port)
    return board, live


def send(board: int, is_enough: threading.Event) -> int:
    """Sends rows until they are enough, and how many."""
    for count in itertools.count(1):
        os.write(board, ROW)
        if is_enough.wait(0.01):
            os.close(board)
            return count
    raise AssertionError


def test_what_a_board_sends_is_felt_at_the_time_at_which_it_comes_until_the_board_is_gone():
    begin = time.monotonic()
    board, live = started()
    is_felt, lines = threading.Event(), []

    def read() -> None:
        for line in live.stdout:
            lines.append(json.loads(line))
            if lines[-1]["record"] == "beat" and lines[-1]["zone"] == 0:
                is_felt.set()

    with live:
        reader = threading.Thread(target=read)
        reader.start()
        count = send(board, is_felt)
        reader.join()
        error = live.stderr.read()
    assert live.returncode == 0, error
    assert lines[0]["record"] == "timeline" and lines[-1]["record"] == "end"
    assert b"no clock" not in error
    # A session ends with the beats that are planned, less than 1 s after the last row. By the number of the round that
    # row would come at 0.1 s times their number.
    assert 0 < lines[-1]["duration_s"] < time.monotonic() - begin + 1, count


def test_a_board_is_heard():
    board, live = started("--play")
    is_heard, samples = threading.Event(), []

    def read() -> None:
        while part := live.stdout.read1():
            samples.append(part)
            if any(part):
                is_heard.set()

    with live:
        reader = threading.Thread(target=read)
        reader.start()
        send(board, is_heard)
        reader.join()
        error = live.stderr.read()
    assert live.returncode == 0, error
    assert sum(map(len, samples)) % 2 == 0


def test_a_rate_that_no_port_has_is_refused_with_the_list():
    board, port = pty.openpty()
    live = subprocess.run(
        [program(), "live", os.ttyname(port), "--baud", "1234"], capture_output=True, text=True, check=False)
    os.close(port)
    os.close(board)
    assert live.returncode == 2 and "1234 baud is not one of 9600, 19200," in live.stderr
