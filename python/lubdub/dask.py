"""The bridge from a tuner to Dask: needs ``lubdub[dask]``.

``lubdub tune --dask ADDRESS`` starts it: ``python3 -m lubdub.dask tcp://host:8786``, or ``local:2`` for two workers on
this machine. Units of work come on standard input and answers go to standard output, one JSON object a line, by
number; docs/clusters.md has the protocol. Scheduling, retries and placement are Dask's.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import sys
import threading
from typing import Any, BinaryIO, TextIO

from ._columns import Columns
from ._errors import LubdubError
from ._library import Answer, Recording, library, options
from ._trace import read

PROTOCOL = 1
"""The version of the line protocol."""

RETRIES = 3
"""How often a unit is given again whose worker has died."""

Run = tuple[int, dict[str, Any]]
"""A recording and its settings by dotted key."""


def fingerprint() -> tuple[str, str]:
    """The version of the library and the fingerprint of this machine's arithmetic."""
    return library.lubdub_version().decode(), library.lubdub_fingerprint().decode()


def load(csv: str) -> bytes:
    """A recording, as a worker holds it. A task of its own, so that Dask can make it again."""
    return csv.encode()


@functools.lru_cache(maxsize=256)
def _columns(csv: bytes) -> Columns:
    return Columns(read(csv))


def score(recordings: dict[int, bytes], runs: list[Run]) -> list[list[float] | None]:
    """The scores of runs: their numbers, or `None` for settings that contradict each other.

    Args:
        recordings: CSV by number.
        runs: What to run.
    """
    places = {number: place for place, number in enumerate(recordings)}
    columns = [_columns(csv) for csv in recordings.values()]
    array = (Recording * len(columns))()
    for place, one in zip(array, columns, strict=True):
        place.rows = one.rows
    members = {"runs": [[places[number], settings] for number, settings in runs]}
    answer = Answer(library.lubdub_runs(array, len(array), *options(members)))
    table = answer.numbers("scores").reshape(len(runs), answer.json("width"))
    return [None if math.isnan(row[0]) else row.tolist() for row in table]


class Bridge:
    """Takes units from a tuner and gives them to a Dask client."""

    def __init__(self, client: Any, output: TextIO) -> None:
        self._client = client
        self._output = output
        self._lock = threading.Lock()
        self._recordings: dict[int, Any] = {}
        self._open: dict[int, Any] = {}

    def run(self, lines: BinaryIO) -> None:
        """Works until the tuner closes its end."""
        hello = json.loads(lines.readline())
        for _ in range(hello["recordings"]):
            self._take(json.loads(lines.readline()))
        problem = self._disagreement(hello)
        if problem:
            self._answer({"error": problem})
            return
        self._answer({"ready": len(self._client.nthreads())})
        for line in lines:
            unit = json.loads(line)
            needed = {number: self._recordings[number] for number, _ in unit["runs"]}
            future = self._client.submit(
                score, needed, unit["runs"], retries=RETRIES, pure=False,
                key=f"lubdub-unit-{id(self)}-{unit['unit']}")
            self._open[unit["unit"]] = future
            future.add_done_callback(functools.partial(self._done, unit["unit"]))

    def _take(self, message: dict[str, Any]) -> None:
        csv = message["csv"]
        digest = hashlib.sha256(csv.encode()).hexdigest()
        self._recordings[message["recording"]] = self._client.submit(
            load, csv, key=f"lubdub-recording-{digest}", retries=RETRIES)

    def _disagreement(self, hello: dict[str, Any]) -> str | None:
        """Why the workers would not give the tuner's numbers."""
        if hello["protocol"] != PROTOCOL:
            return f"the tuner speaks protocol {hello['protocol']}, the package {PROTOCOL}"
        expected = (hello["version"], hello["fingerprint"])
        for worker, found in self._client.run(fingerprint).items():
            if tuple(found) != expected:
                return (f"worker {worker} has lubdub {found[0]} with arithmetic {found[1]}, the tuner "
                        f"{expected[0]} with {expected[1]}: scores would differ in their last digits")
        return None

    def _done(self, unit: int, future: Any) -> None:
        self._open.pop(unit, None)
        try:
            self._answer({"unit": unit, "scores": future.result()})
        except Exception as error:
            self._answer({"unit": unit, "error": f"{type(error).__name__}: {error}"})

    def _answer(self, message: dict[str, Any]) -> None:
        with self._lock:
            self._output.write(json.dumps(message) + "\n")
            self._output.flush()


def connect(address: str) -> Any:
    """A Dask client of a scheduler, or of workers on this machine for ``local:N``."""
    from distributed import Client, LocalCluster

    kind, _, rest = address.partition(":")
    if kind != "local":
        return Client(address)
    if not rest.isdecimal() or int(rest) < 1:
        raise LubdubError(f"{address}: expected local:N, or the address of a scheduler")
    return Client(LocalCluster(n_workers=int(rest), threads_per_worker=1, dashboard_address=None))


def main() -> None:
    """Bridges standard input and output to the scheduler that the command line names."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: python3 -m lubdub.dask ADDRESS, see docs/clusters.md")
    # What anybody prints goes to standard error: standard output is the tuner's.
    output, sys.stdout = sys.stdout, sys.stderr
    with connect(sys.argv[1]) as client:
        Bridge(client, output).run(sys.stdin.buffer)


if __name__ == "__main__":
    # Workers know the functions of this module by its name, and not as those of a program.
    from lubdub.dask import main as bridge

    bridge()
