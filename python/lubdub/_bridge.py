"""The bridge from a tuner to what makes its runs, and what a worker does with a unit.

Recordings and units of work come as lines of JSON, and answers go back by number; docs/clusters.md has the protocol.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO, Protocol

from ._columns import Columns
from ._errors import LubdubError
from ._library import Answer, Recording, library
from ._trace import read

PROTOCOL = 2
"""The version of the line protocol."""

RETRIES = 3
"""How often a unit is given again whose worker has died."""

Done = Callable[[Callable[[], str]], None]
"""Takes what gives the scores of a unit, or raises why there are none."""


class Engine(Protocol):
    """What makes runs: Dask, Ray, an executor."""

    def threads(self) -> int:
        """How many units are worked on at the same time."""
        ...

    def arithmetic(self) -> Mapping[str, tuple[str, str]]:
        """What `fingerprint` gives on each worker, by a name for people."""
        ...

    def hold(self, shard: Shard) -> Any:
        """Brings recordings to the workers, and gives what stands for them in `submit`."""

    def submit(self, number: int, held: Any, unit: bytes, done: Done) -> None:
        """Has ``score(shard, unit)`` worked out, and calls `done` once, from any thread."""


@dataclass(frozen=True, eq=False)
class Shard:
    """Recordings that a worker holds."""

    digest: str
    """SHA-256 of the line that it came in."""
    line: bytes
    """``{"shard": 0, "recordings": [{"name": …, "rows": …, "csv": …}, …]}``"""

    @classmethod
    def of(cls, line: bytes) -> Shard:
        """The shard of a line."""
        return cls(hashlib.sha256(line).hexdigest(), line)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shard) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)


def fingerprint() -> tuple[str, str]:
    """The version of the library and the fingerprint of this machine's arithmetic."""
    return library.lubdub_version().decode(), library.lubdub_fingerprint().decode()


def score(shard: Shard, unit: bytes) -> str:
    """The scores of a unit, as the protocol has them."""
    return _trials(shard).run(unit)


class _Trials:
    """The recordings of a shard, ready to be run."""

    def __init__(self, shard: Shard) -> None:
        if hashlib.sha256(shard.line).hexdigest() != shard.digest:
            raise LubdubError(f"shard {shard.digest[:12]} has changed on its way to this worker")
        columns = []
        for recording in json.loads(shard.line)["recordings"]:
            columns.append(Columns(read(recording["csv"].encode())))
            if columns[-1].rows.count != recording["rows"]:
                raise LubdubError(
                    f"{recording['name']}: {columns[-1].rows.count} rows came, expected {recording['rows']}")
        array = (Recording * len(columns))()
        for place, one in zip(array, columns, strict=True):
            place.rows = one.rows
        self.handle = ctypes.c_void_p()
        Answer(library.lubdub_trials_make(array, len(array), ctypes.byref(self.handle)))

    def run(self, unit: bytes) -> str:
        return Answer(library.lubdub_trials_run(self.handle, unit, len(unit))).text("scores")

    def __del__(self, release: Any = library.lubdub_trials_release) -> None:
        release(getattr(self, "handle", None))

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("recordings that a worker holds stay in its process; send the shard")


@functools.lru_cache(maxsize=256)
def _trials(shard: Shard) -> _Trials:
    return _Trials(shard)


class Bridge:
    """Takes units from a tuner and gives them to an engine."""

    def __init__(self, engine: Engine, output: BinaryIO) -> None:
        self._engine = engine
        self._output = output
        self._lock = threading.Lock()
        self._shards: dict[int, Any] = {}

    def run(self, lines: Iterable[bytes]) -> None:
        """Works until the tuner closes its end or sends an empty line."""
        lines = iter(lines)
        try:
            problem = self._disagreement(json.loads(next(lines)))
            if problem:
                return self._answer({"error": problem})
            self._answer({"ready": self._engine.threads()})
            for line in lines:
                if line == b"\n":
                    break
                self._take(line)
        except Exception as error:
            self._answer({"error": f"{type(error).__name__}: {error}"})

    def _take(self, line: bytes) -> None:
        message = json.loads(line)
        if "unit" not in message:
            self._shards[message["shard"]] = self._engine.hold(Shard.of(line))
            return
        number = message["unit"]
        done = functools.partial(self._done, number)
        self._engine.submit(number, self._shards[message["shard"]], line, done)

    def _disagreement(self, hello: dict[str, Any]) -> str | None:
        """Why the workers would not give the tuner's numbers."""
        if hello["protocol"] != PROTOCOL:
            return f"the tuner speaks protocol {hello['protocol']}, the package {PROTOCOL}"
        expected = (hello["version"], hello["fingerprint"])
        for worker, found in self._engine.arithmetic().items():
            if tuple(found) != expected:
                return (f"worker {worker} has lubdub {found[0]} with arithmetic {found[1]}, the tuner "
                        f"{expected[0]} with {expected[1]}: scores would differ in their last digits")
        return None

    def _done(self, unit: int, result: Callable[[], str]) -> None:
        try:
            self._answer({"unit": unit, "scores": result()})
        except Exception as error:
            self._answer({"unit": unit, "error": f"{type(error).__name__}: {error}"})

    def _answer(self, message: dict[str, Any]) -> None:
        with self._lock:
            try:
                self._output.write(json.dumps(message).encode() + b"\n")
                self._output.flush()
            except (BrokenPipeError, ValueError):
                pass  # The tuner has ended, and asks for nothing any more.


@contextmanager
def serving(name: str, serve: Callable[[Iterable[bytes], BinaryIO], None]) -> Iterator[dict[str, Any]]:
    """Serves the other end of two pipes in a thread of its own.

    Args:
        name: What errors call it.
        serve: Reads lines until they end or one is empty, and writes answers.

    Yields:
        The ends that the library reads and writes, as an option of `lubdub_tune`.
    """
    read_end, answers = os.pipe()
    questions, write_end = os.pipe()

    def work() -> None:
        with open(questions, "rb") as lines, open(answers, "wb") as output:
            serve(lines, output)

    thread = threading.Thread(target=work, name=f"lubdub {name}", daemon=True)
    thread.start()
    try:
        yield {"name": name, "input": read_end, "output": write_end}
    finally:
        # A line, and not the end of the pipe alone: processes that were forked meanwhile hold it, too.
        try:
            os.write(write_end, b"\n")
        except OSError:
            pass
        os.close(write_end)
        os.close(read_end)
        thread.join()
