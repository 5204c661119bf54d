"""The engine of what a caller has: a Dask client, Ray, an executor."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from concurrent.futures import Executor
from typing import Any

from ._bridge import Done, Engine, Shard, fingerprint, score
from ._errors import LubdubError


class ExecutorEngine:
    """Makes runs by an executor of `concurrent.futures`, such as a pool of processes or mpi4py's."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def threads(self) -> int:
        return getattr(self._executor, "_max_workers", None) or 1

    def arithmetic(self) -> Mapping[str, tuple[str, str]]:
        return {"of the executor": self._executor.submit(fingerprint).result()}

    def hold(self, shard: Shard) -> Any:
        return shard

    def submit(self, number: int, held: Any, unit: bytes, done: Done) -> None:
        self._executor.submit(score, held, unit).add_done_callback(lambda future: done(future.result))


def engine(client: Any) -> Engine:
    """The engine of a client.

    Raises:
        LubdubError: It is of an unknown kind.
    """
    if isinstance(client, Executor):
        return ExecutorEngine(client)
    if type(client).__module__.partition(".")[0] == "distributed":
        from .dask import DaskEngine

        return DaskEngine(client)
    if getattr(client, "__name__", None) == "ray":
        from .ray import RayEngine

        return RayEngine(client)
    raise LubdubError(
        f"client is {type(client).__name__}, expected a distributed.Client, the module ray, or an "
        "executor of concurrent.futures")


def note_shared_cores(workers: int) -> None:
    """Prints a note where workers on this machine have fewer free cores than they are."""
    cores, load = os.cpu_count() or 1, os.getloadavg()[0]
    if workers > cores - load + 0.5:
        print(
            f"lubdub: {workers} workers share {cores} cores, which have a load of {load:.1f} without them: they are as quick "
            "as the cores that are free", file=sys.stderr)
