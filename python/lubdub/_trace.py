"""Traces: the measurements of devices in any form, read and checked by the Swift readers."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from ._calls import Progress, threads as allowed, warn, watched
from ._columns import EVENTS, SOURCES, Columns, array_of, column_names, event_of, radio_of, table, words
from ._errors import LubdubError, TraceError, needed
from ._library import Answer, Floats, Rows, library, options
from ._schema import ClockPolicy, Format
from ._settings import SettingsLike, settings_options
from ._sources import LONG_BYTES, PathLike, content, is_long_file, is_path, is_source, place
from ._table import Table, Words

_PARTS = {
    "range_m": ("range", np.float64),
    "rssi_dbm": ("power", np.float64),
    "truth_m": ("truth", np.float64),
    "fp_power_dbm": ("first_path_power", np.float64),
    "sd_m": ("deviation", np.float64),
    "channel": ("channel", np.int16),
    "azimuth_deg": ("azimuth", np.float64),
    "elevation_deg": ("elevation", np.float64),
}
_FIELDS = {"t_s": "times", "range_m": "ranges", "rssi_dbm": "powers", "fp_power_dbm": "first_path_powers",
           "channel": "channels", "truth_m": "truths", "sd_m": "deviations"}


class Trace(Table):
    """Rows in the order of time, in columns. A column without any value is omitted.

    | column | type | unit |
    |---|---|---|
    | `t_s` | float64 | s, on the trace's own clock |
    | `source`, `event` | words | the radio; the event, `None` for a sample |
    | `range_m`, `truth_m`, `sd_m` | float64 | m, NaN for no value |
    | `rssi_dbm`, `fp_power_dbm` | float64 | dBm, NaN for no value |
    | `channel` | int16 | 0 to 255, -1 for no channel |
    | `azimuth_deg`, `elevation_deg` | float64 | degrees, NaN for no angle |
    | `peer`, `recording` | words | if the trace has several |
    """

    name: str | None
    """The name of the trace."""
    notes: list[str]
    """Notes, such as about rejected rows and the chosen link."""
    report: dict[str, Any]
    """The counts of rows: `accepted`, `rejected`, `rejections` with the first five `lines` of a file, or
    `rows` of a table, counted from 0, for each reason; `peers` …"""
    input: dict[str, Any]
    """The statements about the trace in a timeline document."""
    places: NDArray[np.int32] | None
    """The index of each row in the table, counted from 0: ``df.iloc[trace.places]`` selects these rows. `None` for
    files."""
    recordings: list[str]
    """The recordings that a column names, read or not."""
    table_rows = 0
    """The number of rows of the table."""
    _kinds: NDArray[np.uint8]
    _is_told = False

    if TYPE_CHECKING:

        @overload  # type: ignore[override]
        def __getitem__(self, place: Literal[
            "t_s", "range_m", "truth_m", "sd_m", "rssi_dbm", "fp_power_dbm", "azimuth_deg", "elevation_deg"]) -> Floats: ...
        @overload
        def __getitem__(self, place: Literal["source", "event", "peer", "recording"]) -> NDArray[np.object_]: ...
        @overload
        def __getitem__(self, place: Literal["channel"]) -> NDArray[np.int16]: ...
        @overload
        def __getitem__(self, place: str) -> NDArray[Any]: ...
        @overload
        def __getitem__(self, place: int) -> Any: ...
        @overload
        def __getitem__(self, place: slice) -> Table: ...
        def __getitem__(self, place: Any) -> Any: ...  # pyright: ignore[reportIncompatibleMethodOverride]

    def __init__(self, *_: Any, **__: Any) -> None:
        raise TypeError("lubdub.read makes a trace from a table or a file: lubdub.read(table)")

    @classmethod
    def _of(cls, columns: Mapping[str, Any]) -> Trace:
        trace = cls.__new__(cls)
        Table.__init__(trace, columns)
        return trace

    @property
    def t_s(self) -> Floats:
        """Times in s, shape (rows,)."""
        return self["t_s"]

    @property
    def event(self) -> NDArray[np.object_]:
        """The event of each row, `None` for a sample, shape (rows,)."""
        return Words(event_of(self._kinds), EVENTS).array()

    @property
    def row_columns(self) -> dict[str, Any]:
        """The columns that estimates of these rows also have."""
        return {"t_s": self.t_s} | ({} if self.places is None else {"row": self.places})

    def as_c(self) -> Rows:
        """The rows for the library; this trace owns the memory."""
        rows = Rows(self.rows, kinds=self._kinds.ctypes.data)
        for name, field in _FIELDS.items():
            if name in self and self.rows:
                setattr(rows, field, self.raw(name).ctypes.data)
        return rows

    def __repr__(self) -> str:
        return f"Trace({self.name!r}, {self.rows} rows: {', '.join(self.keys())})"


@overload
def read(source: list[PathLike] | tuple[PathLike, ...], **reading: Any) -> list[Trace]: ...  # pyright: ignore[reportOverlappingOverload]
@overload
def read(
    source: Any, *, format: Format | None = ..., peer: str | None = ..., recording: str | None = ..., all: bool = ...,
    strict: bool = ..., sort: bool = ..., reorder_s: float | None = ..., rate_hz: float | None = ...,
    columns: ColumnNames | None = ..., pattern: str | None = ..., decimal_comma: bool = ...,
    mend_clock: ClockPolicy | None = ..., lag: "str | Mapping[str, float] | None" = ..., name: str | None = ...,
    settings: SettingsLike = ..., threads: int | None = ..., progress: Progress = ...,
) -> Trace: ...
def read(source: Any, **reading: Any) -> Trace | list[Trace]:
    """Reads a trace or a device log, plain or compressed with gzip, or checks the rows of a table by the same rules.

    Args:
        source: A path, an open file, the bytes of a file, a table, records, or a list of files.
        format: The name of the format; by default, the content determines it.
        peer: The link to read; by default the link with the most rows.
        recording: The recording to read if a column names several; by default the first.
        all: Whether to read the rows of every link and recording, with the columns `peer` and `recording`.
        strict: Whether the first rejected row raises an error.
        sort: Whether to sort all rows by time.
        reorder_s: Sorts rows that are late by up to this time in s.
        rate_hz: The samples per second of a log without a clock.
        columns: Columns of a CSV or a table with other names or units: ``"t=ms:ms,range=distance_cm:cm,rssi=RSSI"``, or as a
            mapping ``{"t": ("ms", "ms"), "range": ("distance_cm", "cm"), "rssi": "RSSI"}``.
        pattern: The pattern of lines that are not a table: ``"t={t:s} *range={range:m}"``.
        decimal_comma: Whether texts have decimal commas.
        mend_clock: The treatment of times that jump: `mend` (the default), `keep`, or `refuse`.
        lag: The delays of the clocks of radios and links in s: ``{"ble": 0.72}``, or the text of ``--lag``. The rows are
            moved by the delay, and all rows are sorted.
        name: The name of the trace; by default the name of the file.
        settings: The settings whose zones name the edge of a row `at edge near`; `run` uses its own settings.
        threads: The largest number of reading threads, 1 or 2; by default 1, which is faster unless a core is free. It does
            not change the rows.
        progress: Called with the number of read bytes and the total, or `True` for a tqdm bar.

    Returns:
        The trace, or a list of traces. Its arrays use the reader's memory.

    Raises:
        TraceError: The file cannot be read or is not a trace.

    Warns:
        LubdubWarning: Rows were rejected, or a link or recording was chosen.
    """
    if isinstance(source, (list, tuple)) and all(map(is_source, source)):
        return [warned(take(one, reading)) for one in source]
    return warned(take(source, reading))


def take(source: Any, reading: Mapping[str, Any]) -> Trace:
    """Returns the result of `read`, without its warnings."""
    members, progress = reading_options(reading), reading.get("progress")
    if isinstance(source, Trace) and not reading.keys() - {"settings"} and "peer" not in source and "recording" not in source:
        return source
    if is_path(source) and not place(source).endswith(".parquet"):
        path, call = os.fsencode(source), options(members)
        return _trace(watched(
            lambda: Answer(library.lubdub_trace(path, len(path), *call)), progress,
            is_long=is_long_file(source)), None)
    if is_path(source):
        members["name"], source = members["name"] or os.path.basename(os.fspath(source)), parquet(source)
    elif is_source(source):
        found, file_name = content(source)
        call = options(members | {"name": members["name"] or file_name})
        if found[:4] != b"PAR1":
            return _trace(watched(
                lambda: Answer(library.lubdub_trace_bytes(found, len(found), *call)), progress,
                is_long=len(found) > LONG_BYTES), None)
        source = parquet(found)
    if isinstance(source, Trace):
        members["name"] = members["name"] or source.name
    return _judged(source, members)


def reading_options(reading: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the reading options for the library."""
    for name in reading:
        if name not in _OPTIONS:
            raise TypeError(f"there is no option {name}; there are {', '.join(_OPTIONS)}")
    members = {option: reading.get(name) or None for name, option in _OPTIONS.items() if option}
    members["threads"] = allowed(reading.get("threads") or 1)
    if "settings" in reading:
        members["settings"] = settings_options(reading["settings"]) or {}
    if isinstance(columns := members["columns"], Mapping):
        members["columns"] = ",".join(f"{key}={_named(key, column)}" for key, column in columns.items())
    if isinstance(lag := members["lag"], Mapping):
        members["lag"] = ",".join(f"{key}={float(seconds)!r}s" for key, seconds in lag.items())
    if reading.get("rate_hz") is not None:
        members["rate"] = reading["rate_hz"]
    return members


ColumnNames: TypeAlias = "str | Mapping[str, str | tuple[str, str]]"
"""Returns columns with other names, as the text of ``--columns``, or a mapping from fields to a name, or name and unit."""


def _named(key: str, column: Any) -> str:
    name, unit = column if isinstance(column, (tuple, list)) and len(column) == 2 else (column, None)
    if not isinstance(name, str) or not isinstance(unit, (str, type(None))):
        raise LubdubError(f"columns: {key} is {column!r}, expected the name of a column, or a name and a unit")
    quoted = f'"{name}"' if any(mark in name for mark in ' ,:="') else name
    return quoted if unit is None else f"{quoted}:{unit}"


_OPTIONS = {
    "format": "format", "peer": "peer", "recording": "recording", "all": "all", "strict": "strict", "sort": "sort",
    "reorder_s": "reorder", "rate_hz": "rate", "columns": "columns", "pattern": "pattern", "decimal_comma": "decimalComma",
    "mend_clock": "mendClock", "lag": "lag", "name": "name", "settings": "", "threads": "threads", "progress": "",
}


def parquet(source: Any) -> Any:
    """Returns the Arrow table of a Parquet file, from a path or its bytes."""
    files = needed("pyarrow.parquet", "Parquet is read through pyarrow: pip install pyarrow")
    import pyarrow

    try:
        file = pyarrow.BufferReader(source) if isinstance(source, bytes) else source
        return files.read_table(file, partitioning=None)  # pyright: ignore[reportArgumentType]
    except (pyarrow.ArrowException, OSError) as error:
        raise TraceError(f"{'the file' if isinstance(source, bytes) else os.fspath(source)}: {error}") from error


def _judged(source: Any, members: Mapping[str, Any]) -> Trace:
    """Returns the rows of a table that the rules of the trace reader accept."""
    columns = Columns(source, takes_all=members["columns"] is not None)
    names = columns.found.keys()
    has_times = "t_s" in names or members["rate"]
    if members["columns"] is None and not (has_times and names & {"range_m", "rssi_dbm", "event"}):
        _refuse_names(source)
    call = options({name: value for name, value in members.items() if name not in ("format", "threads")})
    answer = watched(
        lambda: Answer(library.lubdub_trace_table(*columns.as_c(), *call)), is_long=columns.rows > LONG_BYTES)
    return _trace(answer, columns)


def _refuse_names(source: Any) -> None:
    """Rejects a table with other column names, with the proposal of the file reader."""
    data = table(source)
    names = [name for name in column_names(data) or [] if isinstance(name, str)]
    if names and names[0].startswith("#"):
        raise TraceError(
            "the first line of the file is a comment, and was taken for the names of the columns; lubdub reads the path "
            "itself, and so do pandas.read_csv(path, comment=\"#\") and polars.read_csv(path, comment_prefix=\"#\")")
    index = getattr(data, "index", None)
    is_index = getattr(index, "name", None) is not None or getattr(getattr(index, "dtype", None), "kind", "") in ("f", "M", "m")
    hint = "; reset_index() makes a column of the index" if is_index else ""
    lines = [",".join(names)]
    try:
        columns = [array_of(data[name], name)[:50].tolist() for name in names]
        for row in zip(*columns, strict=True):
            lines.append(",".join("" if value is None or value != value else str(value) for value in row))
        head = "\n".join(lines).encode()
        Answer(library.lubdub_trace_bytes(head, len(head), *options({"name": "the table"})))
    except TraceError as error:
        if "name the columns" in str(error):
            raise TraceError(f"{error}{hint}") from None
    except LubdubError:
        pass
    raise TraceError(
        "a trace has t_s and one of range_m, rssi_dbm and event; this table has "
        f"{', '.join(map(str, column_names(data) or [])) or 'no columns'}; columns=\"t=…,range=…\" names others{hint}")


def _trace(answer: Answer, columns: Columns | None) -> Trace:
    """Returns the trace of a result; for a table whose rows are all accepted unchanged, its own columns."""
    kinds = answer.numbers("kind", np.uint8)
    times = answer.array("time")
    found: dict[str, Any] = {}
    if times is None and columns is not None:
        own: Any = columns.found
        found = {name: own[name] for name in _PARTS if name in own and not np.isnan(own[name]).all()}
        if "channel" in found:
            found["channel"] = np.where(np.isnan(found["channel"]), -1, found["channel"]).astype(np.int16)
        times = own["t_s"]
    else:
        for name, (part, dtype) in _PARTS.items():
            array = answer.array(part, dtype)
            if array is not None:
                found[name] = array
    words: dict[str, Any] = {}
    if (kinds >> 2 & 31).any():
        words["event"] = Words(event_of(kinds), EVENTS)
    for name, names in (("peer", "peers"), ("recording", "recordings")):
        places = answer.array(name, np.int32)
        if places is not None:
            words[name] = Words(places, answer.json(names))
    trace = Trace._of({"t_s": times, "source": Words(radio_of(kinds), SOURCES)} | found | words)
    trace.input, trace.report, trace.notes = answer.json("input"), answer.json("report"), answer.json("notes")
    trace.name = trace.input.get("name")
    trace.recordings = answer.json("recordings") or []
    trace.places, trace._kinds = answer.array("row", np.int32), kinds
    if columns is not None:
        trace.table_rows = columns.rows
        trace.places = np.arange(len(kinds), dtype=np.int32) if trace.places is None else trace.places
    _look(trace)
    return trace


def warned(trace: Trace) -> Trace:
    """Shows the notes as warnings, once."""
    for note in [] if trace._is_told else trace.notes:
        warn(f"{trace.name or 'the trace'}: {note}")
    trace._is_told = True
    return trace


def _look(trace: Trace) -> None:
    """Adds notes about the values of the rows."""
    back = next((one for one in trace.report["rejections"] if one["reason"] == "time-backwards"), None)
    if back and 4 * back["count"] > trace.rows:
        trace.notes.append("the rows are not in the order of time; sort=True puts them in order")
    if any(one["reason"] == "not-a-number" and re.search(r' is "[-+]?\d*,\d', one["example"]) for one in trace.report["rejections"]):
        trace.notes.append("numbers have decimal commas; decimal_comma=True reads them")
    trace.notes += _units(trace)


def _units(trace: Trace) -> list[str]:
    """Returns notes about values that contradict their units."""
    if trace.rows < 8 or "peer" in trace or "recording" in trace:
        return []
    part = slice(None, None, trace.rows // 4096 + 1)
    step = float(np.median(np.diff(trace.t_s[:4096])))
    unit = next((name for least, name in ((1e6, "ns"), (5e3, "µs"), (5, "ms")) if step >= least), None)
    how = f"steps by {step:g} s"
    if 4 * trace.report["clock_jumps"] > trace.rows:
        how, unit = "jumps by more than 30 days", "ns"
    found = [f"t_s {how}; if its unit is {unit}, set columns=\"t=t_s:{unit.replace('µ', 'u')},range=range_m\""] if unit else []
    if "range_m" not in trace:
        return found
    is_range = np.isin(radio_of(trace._kinds[part]), (0, 2)) & ~np.isnan(trace["range_m"][part])
    ranges = trace["range_m"][part][is_range]
    truths = trace["truth_m"][part][is_range] if "truth_m" in trace else ranges
    ratio = ratio_of_units(truths, ranges)
    if ratio is not None:
        found.append(f"the truth is {ratio:.3g} times the ranges; columns= names the units of both, perhaps cm or mm for one")
    if len(ranges) and (middle := float(np.median(ranges))) > 75:
        unit = "mm" if middle > 750 else "cm"
        found.append(
            f"range_m is around {middle:g} m, farther than these radios reach; if its unit is {unit}, set "
            f"columns=\"t=t_s,range=range_m:{unit}\"")
    return found


def ratio_of_units(truths: Floats, distances: Floats) -> float | None:
    """Returns the median ratio of the truth to distances, if it shows that the two have different units."""
    with np.errstate(invalid="ignore"):
        both = (truths > 0) & (distances > 0)
    if both.sum() <= 10:
        return None
    truths, distances = truths[both], distances[both]
    ratio = float(np.median(truths / distances))
    return None if 0.5 <= ratio <= 2 or max(np.median(distances), np.median(truths)) <= 1 else ratio


def split(data: Any, by: Sequence[str] = ("recording", "peer"), **reading: Any) -> dict[str, Table]:
    """Splits a table of several recordings or links into one table for each.

    Args:
        data: A table with columns that name them, such as ``read(path, all=True)``.
        by: The columns. Columns that the table lacks are skipped.
        reading: The options for reading rows, such as ``columns={"recording": "walk", …}``; see `read`. By default, the
            columns of the table keep their names and units.

    Returns:
        The tables by name, in the order of their first rows; rows without a name are under ``""``.
    """
    data = read(data, all=True, **reading) if reading else table(data)
    names = column_names(data) or []
    keys = [words(data.raw(name) if isinstance(data, Table) else data[name], name) for name in by if name in names]
    columns = {
        name: data.raw(name) if isinstance(data, Table) else array_of(data[name], name) for name in names if name not in by}
    if len({*map(len, columns.values()), *map(len, keys)}) > 1:
        raise LubdubError("the columns of the table have different numbers of rows")
    if not keys:
        return {"": Table(columns)}
    rows = zip(*(key.array() for key in keys), strict=True)
    labels = np.array(["/".join(part for part in parts if part) for parts in rows], dtype=object)
    return {label: Table({name: column[labels == label] for name, column in columns.items()})
            for label in dict.fromkeys(labels.tolist())}
