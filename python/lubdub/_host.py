"""What a search asks of Python: the scores of units of work, by any executor with `map`, and a study in SQLite.

Questions and answers are JSON; docs/reference/search-host.md has them.
"""

from __future__ import annotations

import ctypes
import functools
import json
import os
import platform
from collections.abc import Callable, Iterator
from typing import Any

from ._columns import Columns
from ._errors import LubdubError
from ._library import Answer, Recording, library
from ._sources import PathLike
from ._study import StudyFile
from ._trace import read


class Host:
    """Answers the questions of a search."""

    def __init__(self, client: Any = None, study: PathLike | None = None) -> None:
        self._runs = None if client is None else Runs(client)
        self._study = None if study is None else StudyFile(study)

    def answer(self, question: bytes) -> bytes:
        """The answer to a question: a line of JSON."""
        try:
            answer = self._answer(json.loads(question))
        except LubdubError as error:
            answer = {"error": str(error)}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        return json.dumps(answer).encode() + b"\n"

    def _answer(self, message: dict[str, Any]) -> dict[str, Any]:
        part = self._runs if message.keys() & {"workers", "shard", "units", "next"} else self._study
        if part is None:
            raise LubdubError(f"nobody here answers {', '.join(message)}")
        return part.answer(message)

    def close(self) -> None:
        """Lets go of the study and of the recordings."""
        if self._study is not None:
            self._study.close()
        self._runs = None


class Runs:
    """Makes runs by an executor: any object with the `map` of `concurrent.futures`, or a client of Dask."""

    workers: int
    """How many units are worked on at the same time."""

    def __init__(self, client: Any) -> None:
        self._hold: Callable[[str], Any] = str.encode
        self._shards: list[Any] = []
        self._scores: Iterator[str] = iter(())
        if hasattr(client, "get_executor"):  # Dask
            self.workers = sum(client.nthreads().values())
            # A task, and not data that is scattered, so that Dask can make it again elsewhere.
            self._hold = functools.partial(client.submit, str.encode)
            client = client.get_executor()
        elif callable(getattr(client, "map", None)):
            workers = getattr(client, "_max_workers", None) or getattr(client, "num_workers", None)
            self.workers = workers or os.cpu_count() or 1
        else:
            raise LubdubError(
                f"client is {type(client).__name__}, expected a distributed.Client, or an executor with map, such as "
                "those of concurrent.futures")
        self._map = client.map

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question about runs."""
        if "workers" in message:
            return {"workers": self.workers}
        if "next" in message:
            return {"scores": next(self._scores)}
        if "shard" in message:
            self._shards.append(self._hold(message["shard"]))
        else:
            places, units = zip(*message["units"], strict=True)
            self._scores = self._map(score, [self._shards[place] for place in places], units)
        return {}


def score(shard: bytes, unit: str) -> str:
    """The scores of a unit over recordings of a shard."""
    array, _ = _recordings(shard)
    text = unit.encode()
    try:
        return Answer(library.lubdub_unit(array, len(array), text, len(text))).text("scores")
    except LubdubError as error:
        raise LubdubError(f"{platform.node()}: {error}") from None


@functools.lru_cache(maxsize=256)
def _recordings(shard: bytes) -> tuple[ctypes.Array[Recording], list[Columns]]:
    """The recordings of a shard as the library takes them, and the columns that they point into."""
    columns = []
    for recording in json.loads(shard):
        columns.append(Columns(read(recording["csv"].encode())))
        if columns[-1].rows.count != recording["rows"]:
            raise LubdubError(f"{recording['name']}: {columns[-1].rows.count} rows came, expected {recording['rows']}")
    array = (Recording * len(columns))()
    for place, one in zip(array, columns, strict=True):
        place.rows = one.rows
    return array, columns
