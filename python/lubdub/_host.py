"""The Python host of a search: scores units of work with any executor that has `map`.

The search asks one question after another, in JSON, and waits for each answer. The host is the function of
`lubdub_tune`, or, for `--dask`, the program `python3 -m lubdub.dask`, which reads questions as lines.

    {"workers": true}                    {"workers": 4}: the number of units that run at the same time
    {"shard": "[{name, rows, csv}, …]"}  {}: recordings with about the same number of rows
    {"units": [[0, "{…}"], …]}           {}: shards and units; `executor.map(score, shards, units)` begins
    {"next": true}                       {"scores": "…"}: of the next unit, in order: doubles, lowest byte first, base64;
                                         NaN for settings that contradict each other

The answer {"error": "…"} to any question ends the search. A unit is the recordings of one shard times the candidates:
{"recordings": [0, 3], "calibrations": [{"uwb.bias": 0.1}, null], "candidates": [{"zones.range.lookAhead": 0.2}, …],
"by": "…"}. A candidate contains the settings that differ from the default preset; `by` names version and arithmetic. A unit has
at most 8 million rows over all its runs.
"""

from __future__ import annotations

import functools
import json
import math
import os
import platform
import tempfile
import time
import traceback
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from ._calls import unwatched
from ._errors import LubdubError, SettingsError
from ._library import Answer, Recording, library
from ._session import Session, run
from ._trace import Trace, take


class Host:
    """Answers the questions of a search with an executor that has the `map` of `concurrent.futures`, or a Dask client."""

    error: BaseException | None = None
    """The error that ended the search in this process."""
    workers: int
    """The number of units that run at the same time."""

    def __init__(self, client: Any, objective: Callable[[Session], float] | None = None) -> None:
        mark: str | None = None
        self.stop: Callable[[], object] = lambda: None
        """Ends the search: no thread or process of this machine starts another run."""
        # Other machines do not see the mark: they stop after their current unit.
        if objective is not None and (client is HERE or issubclass(type(client), (ThreadPoolExecutor, ProcessPoolExecutor))):
            handle, mark = tempfile.mkstemp(prefix="lubdub-search-")
            os.close(handle)
            self.stop = weakref.finalize(self, Path(mark).unlink, missing_ok=True)
        self._score = score if objective is None else functools.partial(costs, objective, mark)
        self._hold: Callable[[str], Any] = str.encode
        self._shards: list[Any] = []
        self._scores: Iterator[str] = iter(())
        if hasattr(client, "get_executor"):  # Dask
            self.workers = sum(client.nthreads().values())
            # A task, not scattered data, so that Dask can create it again elsewhere.
            self._hold = functools.partial(client.submit, str.encode)
            client = client.get_executor()
        elif callable(getattr(client, "map", None)) and not hasattr(client, "starmap"):
            workers = getattr(client, "_max_workers", None) or getattr(client, "num_workers", None)
            self.workers = workers or os.cpu_count() or 1
            if isinstance(client, ProcessPoolExecutor):
                # The processes fork here, before a thread of the search can hold a lock that they wait for.
                list(client.map(time.sleep, [0.02] * self.workers))
        else:
            raise LubdubError(
                f"client is {type(client).__name__}, expected a distributed.Client, or an executor with map, such as "
                "those of concurrent.futures")
        self._map = client.map

    def answer(self, question: bytes) -> bytes:
        """Returns the answer to a question: a line of JSON."""
        try:
            answer = self._answer(json.loads(question))
        except BaseException as error:
            self.error = error.__cause__ or error
            answer = {"error": str(error) if isinstance(error, LubdubError) else f"{type(error).__name__}: {error}"}
        return json.dumps(answer).encode() + b"\n"

    def _answer(self, message: dict[str, Any]) -> dict[str, Any]:
        if "workers" in message:
            return {"workers": self.workers}
        if "next" in message:
            return {"scores": next(self._scores)}
        if "shard" in message:
            self._shards.append(self._hold(message["shard"]))
        else:
            places, units = zip(*message["units"], strict=True)
            self._scores = iter(self._map(self._score, [self._shards[place] for place in places], units))
        return {}

    def close(self) -> None:
        """Releases the recordings."""
        self._shards, self._scores = [], iter(())


HERE = SimpleNamespace(map=map, _max_workers=1)
"""Performs the runs in this process, one after another."""


def costs(objective: Callable[[Session], float], mark: str | None, shard: bytes, unit: str) -> str:
    """Returns the costs of the sessions of a unit, from a function of the user, as scores. The search continues while the
    file `mark` exists."""
    wanted = json.loads(unit)
    found: list[float | None] = []
    with unwatched():
        for place, calibration in zip(wanted["recordings"], wanted["calibrations"], strict=True):
            trace = _traces(shard)[place]
            for candidate in wanted["candidates"]:
                if mark is not None and not os.path.exists(mark):
                    raise LubdubError("the search was ended")
                try:
                    settings: Any = {**candidate, **(calibration or {})}
                    session = run(trace, settings)
                except SettingsError:
                    found.append(None)
                    continue
                try:
                    cost = objective(session)
                except Exception as error:
                    raise LubdubError(f"the objective raised {type(error).__name__}: {error}{_line(error)}") from error
                if isinstance(cost, bool) or not isinstance(cost, (int, float, np.number)) or not 0 <= cost < math.inf:
                    raise LubdubError(f"the objective gave {cost!r}, expected a finite number from 0")
                found.append(float(cost))
        text = json.dumps({"costs": found}).encode()
        return Answer(library.lubdub_unit(None, 0, text, len(text))).text("scores")


def _line(error: Exception) -> str:
    """Returns the place of an error, which a traceback from another process does not show."""
    frames = traceback.extract_tb(error.__traceback__)
    return f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""


def score(shard: bytes, unit: str) -> str:
    """Returns the scores of a unit over recordings of a shard."""
    traces = _traces(shard)
    array = (Recording * len(traces))()
    for place, trace in zip(array, traces, strict=True):
        place.rows = trace.as_c()
    text = unit.encode()
    try:
        return Answer(library.lubdub_unit(array, len(array), text, len(text))).text("scores")
    except LubdubError as error:
        raise LubdubError(f"{platform.node()}: {error}") from None


@functools.lru_cache(maxsize=256)
def _traces(shard: bytes) -> list[Trace]:
    traces = []
    for recording in json.loads(shard):
        traces.append(take(recording["csv"].encode(), {"name": recording["name"].removeprefix("/")}))
        if traces[-1].rows != recording["rows"]:
            raise LubdubError(f"{recording['name']}: {traces[-1].rows} rows came, expected {recording['rows']}")
    return traces
