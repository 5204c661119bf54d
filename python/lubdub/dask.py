"""The bridge from a tuner to Dask: needs ``lubdub[dask]``.

``lubdub tune --dask ADDRESS`` starts it: ``python3 -m lubdub.dask tcp://host:8786``, or ``local:2`` for two workers on
this machine. In Python, ``lubdub.tune(recordings, client=client)`` takes a client as it is. Scheduling, retries and
placement are Dask's; docs/clusters.md has more.
"""

from __future__ import annotations

import os
import sys
import uuid
from collections.abc import Mapping
from typing import Any

from ._bridge import RETRIES, Bridge, Done, Shard, fingerprint, score
from ._engines import note_shared_cores
from ._errors import LubdubError


class DaskEngine:
    """Makes runs on the workers of a Dask client."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._search = uuid.uuid4().hex
        self._open: dict[int, Any] = {}

    def threads(self) -> int:
        return sum(self._client.nthreads().values())

    def arithmetic(self) -> Mapping[str, tuple[str, str]]:
        found: dict[str, tuple[str, str]] = self._client.run(fingerprint)
        return found

    def hold(self, shard: Shard) -> Any:
        # A task, and not data that is scattered, so that Dask can make it again elsewhere.
        return self._client.submit(
            Shard.of, shard.line, key=f"lubdub-shard-{shard.digest}", retries=RETRIES)

    def submit(self, number: int, held: Any, unit: bytes, done: Done) -> None:
        future = self._client.submit(
            score, held, unit, retries=RETRIES, key=f"lubdub-unit-{self._search}-{number}")
        self._open[number] = future

        def finish(future: Any) -> None:
            self._open.pop(number, None)
            done(future.result)

        future.add_done_callback(finish)


def connect(address: str) -> Any:
    """A Dask client of a scheduler, or of workers on this machine for ``local:N``."""
    from distributed import Client, LocalCluster

    kind, _, rest = address.partition(":")
    if kind != "local":
        return Client(address)
    if not rest.isdecimal() or int(rest) < 1:
        raise LubdubError(f"{address}: expected local:N, or the address of a scheduler")
    note_shared_cores(int(rest))
    return Client(LocalCluster(
        n_workers=int(rest), threads_per_worker=1, dashboard_address=None))  # pyright: ignore[reportArgumentType]


def main() -> None:
    """Bridges standard input and output to the scheduler that the command line names."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: python3 -m lubdub.dask ADDRESS, see docs/clusters.md")
    # Ctrl-C is for the tuner, which then closes its end.
    os.setpgrp()
    # What anybody prints goes to standard error: standard output is the tuner's.
    output, sys.stdout = sys.stdout, sys.stderr
    with connect(sys.argv[1]) as client:
        Bridge(DaskEngine(client), output.buffer).run(sys.stdin.buffer)


if __name__ == "__main__":
    # Workers know the functions of this module by its name, and not as those of a program.
    from lubdub.dask import main as bridge

    bridge()
