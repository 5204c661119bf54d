"""Close: the felt proximity of your own filter, in one table with Lubdub and other filters."""

from __future__ import annotations

import json
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import tool
from ._calls import warn
from ._errors import LubdubError, LubdubWarning
from ._evaluate import answered, rows_of
from ._sources import PathLike
from ._trace import Trace, read


@dataclass(frozen=True, repr=False)
class CloseScores:
    """The scores of a filter in Close."""

    tracks: dict[str, dict[str, Any]]
    """The figures of each track of the filter, each with `value`, and `low` and `high` of the 95% interval, or `None`."""
    table: str
    """The table of all filters, as the tool prints it."""
    result: bytes
    """The row as a file, for `lubdub bench close --results`."""

    def __repr__(self) -> str:
        return f"CloseScores({', '.join(self.tracks)})"

    def __str__(self) -> str:
        return self.table

    def write(self, path: PathLike) -> None:
        """Writes the row as JSON."""
        Path(path).write_bytes(self.result)


def close(
    filter: Callable[[Trace], Any], recordings: PathLike | list[PathLike], *, name: str = "mine",
    split: PathLike | None = None, jobs: int | None = None,
) -> CloseScores:
    """Enters a filter in Close, the benchmark of felt proximity; docs/results/close.md defines tracks and figures.

        print(lubdub.close(lambda trace: trace["range_m"], "recordings"))

    Args:
        filter: A function that takes the rows of a recording, without the truth, and returns estimates for `evaluate`, or
            `None` for a recording that it does not answer. A track includes the filter only if it answers all recordings
            of the track. The rows always have `range_m` and `rssi_dbm`, NaN for no value.
        recordings: Traces with `truth_m`, or folders of them.
        name: The name of the row.
        split: A table of the sessions and parts, as ``lubdub bench close -o split.csv`` writes it.
        jobs: The number of recordings that run at the same time; by default one per core.

    Raises:
        LubdubError: The filter failed or gave no answer, or the tool could not score it.
    """
    bench = tool.bench_close
    given: dict[str, Any] = {"split": split, "jobs": jobs}
    with tempfile.TemporaryDirectory(prefix="lubdub-") as folder:
        tasks, answers = Path(folder, "tasks"), Path(folder, "answers")
        bench(recordings, tasks=tasks, **given)
        for path in sorted(tasks.rglob("*.csv")):
            with warnings.catch_warnings():  # The tool gives the same warnings about the recordings.
                warnings.simplefilter("ignore", LubdubWarning)
                trace = read(path)
            trace.name = str(path.relative_to(tasks))
            for column in ("range_m", "rssi_dbm"):
                trace._columns.setdefault(column, np.full(trace.rows, np.nan))
            found = answered(filter, trace, allows_none=True)
            if found is None:
                continue
            place = answers / path.relative_to(tasks)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(_table(trace, found), encoding="utf-8")
        if not answers.exists():
            raise LubdubError("the filter answered no recording")
        done = bench(recordings, estimates=f"{name}={answers}", output=[".json"], **given)
    for note in done.notes:
        if note.startswith("--estimates"):
            warn(note.replace(f"{folder}/", ""))
    result = done.files[".json"]
    return CloseScores(json.loads(result)["rows"][0]["tracks"], done.text, result)


def _table(trace: Trace, estimates: Any) -> str:
    columns = {"t_s": trace.t_s, **rows_of(trace, estimates)}
    cells = (["" if np.isnan(value) else repr(float(value)) for value in values] for values in columns.values())
    return "\n".join([",".join(columns), *map(",".join, zip(*cells, strict=True))]) + "\n"
