"""Traces: what devices saw, read by the Swift readers."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ._calls import Progress, threads as allowed, watched
from ._columns import EVENTS, SOURCES, array_of, column_names, event_of, objects, radio_of, table
from ._errors import LubdubWarning
from ._library import Answer, Bytes, Floats, library, options
from ._sources import LONG_BYTES, PathLike, content, is_long_file, is_path
from ._table import Table, words

_PARTS = {
    "t_s": ("time", np.float64),
    "kind": ("kind", np.uint8),
    "range_m": ("range", np.float64),
    "rssi_dbm": ("power", np.float64),
    "truth_m": ("truth", np.float64),
    "fp_power_dbm": ("first_path_power", np.float64),
    "sd_m": ("deviation", np.float64),
    "channel": ("channel", np.int16),
    "azimuth_deg": ("azimuth", np.float64),
    "elevation_deg": ("elevation", np.float64),
}


class Trace(Table):
    """Rows in the order of time, in columns. A column that no row has a value for is left out.

    | column | type | unit |
    |---|---|---|
    | `t_s` | float64 | s, on the trace's own clock |
    | `kind` | uint8 | radio and event as one number; `source` and `event` say it in words |
    | `range_m`, `truth_m`, `sd_m` | float64 | m, NaN for none |
    | `rssi_dbm`, `fp_power_dbm` | float64 | dBm, NaN for none |
    | `channel` | int16 | 0 to 255, -1 for none |
    | `azimuth_deg`, `elevation_deg` | float64 | degrees, NaN for none |
    | `source`, `event`, `peer`, `recording` | object | words, `None` for none |
    """

    name: str | None
    """The trace's name."""
    notes: list[str]
    """What is worth knowing: rows that were left out and why, which link was taken."""
    report: dict[str, Any]
    """What became of the rows: `accepted`, `rejected`, `rejections` with line numbers, `peers` …"""
    input: dict[str, Any]
    """What a timeline document says about the trace."""

    @property
    def t_s(self) -> Floats:
        """Times in s, shape (rows,)."""
        return self["t_s"]

    @property
    def kind(self) -> Bytes:
        """Radio and event of each row as one number, shape (rows,)."""
        return self["kind"]

    @property
    def source(self) -> NDArray[np.object_]:
        """The radio of each row: `uwb`, `ble` or `cs`, shape (rows,)."""
        return words(radio_of(self.kind), SOURCES)

    @property
    def event(self) -> NDArray[np.object_]:
        """What happened at each row, `None` for a sample, shape (rows,)."""
        return words(event_of(self.kind), (None, *EVENTS))

    def to_pandas(self) -> Any:
        """The trace as a `pandas.DataFrame`, with `source` and `event` in words."""
        return self._in_words().to_pandas()

    def to_arrow(self) -> Any:
        """The trace as a `pyarrow.Table`, with `source` and `event` in words."""
        return self._in_words().to_arrow()

    def _in_words(self) -> Table:
        columns: dict[str, NDArray[Any]] = {"t_s": self.t_s, "source": self.source}
        columns |= {name: column for name, column in self.items() if name not in ("t_s", "kind")}
        columns["event"] = self.event
        return Table(columns)

    def __repr__(self) -> str:
        return f"Trace({self.name!r}, {self.rows} rows: {', '.join(self.keys())})"


@overload
def read(  # pyright: ignore[reportOverlappingOverload]
    source: list[Any] | tuple[Any, ...],
    *,
    format: str | None = ...,
    peer: str | None = ...,
    recording: str | None = ...,
    all: bool = ...,
    strict: bool = ...,
    reorder_s: float | None = ...,
    rate_hz: float | None = ...,
    columns: str | None = ...,
    decimal_comma: bool = ...,
    mend_clock: str | None = ...,
    name: str | None = ...,
    threads: int | None = ...,
    progress: Progress = ...,
) -> list[Trace]: ...
@overload
def read(
    source: PathLike | bytes | bytearray | memoryview | Any,
    *,
    format: str | None = ...,
    peer: str | None = ...,
    recording: str | None = ...,
    all: bool = ...,
    strict: bool = ...,
    reorder_s: float | None = ...,
    rate_hz: float | None = ...,
    columns: str | None = ...,
    decimal_comma: bool = ...,
    mend_clock: str | None = ...,
    name: str | None = ...,
    threads: int | None = ...,
    progress: Progress = ...,
) -> Trace: ...
def read(
    source: Any,
    *,
    format: str | None = None,
    peer: str | None = None,
    recording: str | None = None,
    all: bool = False,
    strict: bool = False,
    reorder_s: float | None = None,
    rate_hz: float | None = None,
    columns: str | None = None,
    decimal_comma: bool = False,
    mend_clock: str | None = None,
    name: str | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Trace | list[Trace]:
    """Reads a trace or a device log, plain or compressed with gzip, at the speed of the Swift reader.

    Args:
        source: A path, an open file, the bytes of a file, or a list of them.
        format: The name of the format; by default it is found by the content.
        peer: The link to take; by default the busiest.
        recording: The recording to take, where a column names several; by default the first.
        all: Take the rows of every link and recording, with the columns `peer` and `recording`.
        strict: Raise at the first row that is rejected.
        reorder_s: Put rows in order that lie back by up to so many seconds.
        rate_hz: Samples a second of a log that has no clock.
        columns: Columns of a CSV with other names: ``"t=ms:ms,range=distance_cm:cm,rssi=RSSI"``.
        decimal_comma: Whether the CSV has decimal commas.
        mend_clock: What is done about times that leap: `mend` (the default), `keep` or `refuse`.
        name: The name of the trace; by default that of the file.
        threads: The most threads that read, 1 or 2; by default 1, which is quicker unless a core is free. The rows
            are the same.
        progress: Called with the bytes that are read and their number, or `True` for a bar of tqdm.

    Returns:
        The trace, or a list of them. Its arrays are the reader's own memory.

    Raises:
        TraceError: The file cannot be read or is not a trace.

    Warns:
        LubdubWarning: Rows were left out, or a link or recording was chosen.
    """
    members: dict[str, Any] = {
        "format": format, "peer": peer, "recording": recording, "all": all or None,
        "strict": strict or None, "reorder": reorder_s, "rate": rate_hz, "columns": columns,
        "decimalComma": decimal_comma or None, "mendClock": mend_clock, "name": name, "threads": allowed(threads or 1),
    }
    if isinstance(source, (list, tuple)):
        return [_read(one, members, progress) for one in source]
    return _read(source, members, progress)


def _read(source: Any, members: dict[str, Any], progress: Progress) -> Trace:
    if is_path(source):
        path, call = os.fsencode(source), options(members)
        answer = watched(
            lambda: Answer(library.lubdub_trace(path, len(path), *call)), progress,
            is_long=is_long_file(source))
    else:
        found, file_name = content(source)
        call = options(members | {"name": members["name"] or file_name})
        answer = watched(
            lambda: Answer(library.lubdub_trace_bytes(found, len(found), *call)), progress,
            is_long=len(found) > LONG_BYTES)
    trace = _trace(answer)
    for note in trace.notes:
        warnings.warn(f"{trace.name or 'the trace'}: {note}", LubdubWarning, stacklevel=3)
    return trace


def _trace(answer: Answer) -> Trace:
    arrays = {name: answer.array(part, dtype) for name, (part, dtype) in _PARTS.items()}
    found = {name: array for name, array in arrays.items() if array is not None}
    for name, names in (("peer", "peers"), ("recording", "recordings")):
        places = answer.array(name, np.int32)
        if places is not None:
            table = np.array([*answer.json(names), None], dtype=object)
            found[name] = table[places]
    trace = Trace(found)
    trace.input = answer.json("input")
    trace.report = answer.json("report")
    trace.notes = answer.json("notes")
    trace.name = trace.input.get("name")
    return trace


def split(data: Any, by: Sequence[str] = ("recording", "peer")) -> dict[str, Table]:
    """A table of several recordings or links, as one table for each.

    Args:
        data: A table with columns that name them, such as ``read(path, all=True)``.
        by: The columns. One that the table does not have is skipped.

    Returns:
        The tables by name, in the order in which they begin; rows of none are under ``""``.
    """
    data = table(data)
    names = column_names(data) or []
    columns = {name: array_of(data[name], name) for name in names}
    keys = [objects(data[name]) for name in by if name in names]
    if not keys:
        return {"": Table(columns)}
    labels = np.array(
        ["/".join(str(part) for part in parts if part is not None and part == part)
         for parts in zip(*keys, strict=True)], dtype=object)
    found: dict[str, Table] = {}
    for label in dict.fromkeys(labels):
        chosen = labels == label
        rest = {name: column[chosen] for name, column in columns.items() if name not in by}
        found[str(label)] = Table(rest)
    return found
