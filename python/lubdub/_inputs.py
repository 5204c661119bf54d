"""The objects that are accepted as recordings: paths, folders, patterns, Parquet, tables, records, and several of these."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote

from ._calls import Progress, mapped, warn
from ._columns import EXCHANGES, column_names, is_record, table
from ._errors import NothingToDoError, TraceError
from ._sources import PathLike, content, is_path, is_source, place
from ._table import Table
from ._trace import Trace, parquet, split, take, warned

Recordings: TypeAlias = "PathLike | Iterable[PathLike] | Mapping[str, Any] | Iterable[Any] | Any"
"""Recordings: a path, folder or pattern of traces, logs and Parquet; an open file or its bytes; a table of any package, also
a lazy one, or records; a dataset; or several of these, as a mapping from names or a list. A name such as ``set/walk``
assigns `walk` to the data set `set`."""

ENDINGS = (".csv", ".ndjson", ".jsonl", ".csv.gz", ".ndjson.gz", ".jsonl.gz")
"""The extensions of traces in folders."""


@dataclass(frozen=True)
class Input:
    """A recording that is read on demand."""

    name: str
    get: Callable[[], Any]
    """Returns the argument of `read`."""
    is_named: bool = True
    """Whether the caller named the recording itself, so it cannot be skipped."""
    dataset: str = ""
    """The folder of the recording."""
    is_lazy: bool = False
    """Whether the recording is read again at each access."""


def is_one(data: Any) -> bool:
    """Returns whether an object is one recording, and not a collection, even of one recording."""
    if is_path(data):
        return os.path.isfile(data) or not (os.path.isdir(data) or glob.has_magic(os.fspath(data)))
    return is_source(data) or is_table(data) or not isinstance(data, (Mapping, Iterable)) or _are_records(data)


def is_table(data: Any) -> bool:
    """Returns whether an object is a table of one or more recordings."""
    if isinstance(data, Table):
        return True
    if is_grouped(data) or getattr(data, "ndim", 2) == 1 and not getattr(getattr(data, "dtype", None), "names", None):
        return False
    if any(hasattr(data, name) for name in (*EXCHANGES, "collect", "to_table", "read_all")):
        return True
    return column_names(data) is not None and (not isinstance(data, Mapping) or "t_s" in data or _are_columns(data))


def is_grouped(data: Any) -> bool:
    """Returns whether an object is a grouped table, such as from `groupby` of pandas or `group_by` of polars."""
    return type(data).__name__ in ("DataFrameGroupBy", "GroupBy") and isinstance(data, Iterable)


def _are_columns(data: Mapping[str, Any]) -> bool:
    """Returns whether a mapping contains columns of numbers or texts, with any names."""
    return bool(data) and type(data) is dict and all(
        hasattr(value, "dtype") and getattr(value, "ndim", 0) == 1 and not getattr(value.dtype, "names", None)
        or isinstance(value, list) and not (value and (is_table(value[0]) or is_source(value[0])))
        for value in data.values())


def _are_records(data: Any) -> bool:
    return isinstance(data, list) and bool(data) and is_record(data[0])


def inputs(data: Any, *, parts: bool = False) -> list[Input]:
    found = list(_inputs(data, "", parts))
    if not found:
        raise NothingToDoError("no recordings are given")
    found = [replace(one, name=one.name or f"recording {index + 1}") for index, one in enumerate(found)]
    return renamed(found) if parts else found


def renamed(found: list[Input]) -> list[Input]:
    """Returns the recordings with names that are unique within each data set."""
    names: set[tuple[str, str]] = set()
    for index, one in enumerate(found):
        name, count = one.name, 1
        while (one.dataset, name) in names:
            count += 1
            name = f"{one.name}-{count}"
        if count > 1:
            warn(f"two recordings have the name {one.name}; the second gets the name {name}")
        names.add((one.dataset, name))
        found[index] = replace(one, name=name)
    return found


def _inputs(data: Any, name: str, parts: bool) -> Iterator[Input]:
    if is_path(data):
        yield from _of_path(data, name, parts)
    elif is_source(data):
        label = getattr(data, "name", None)
        found, _ = content(data)
        yield Input(name or (stem(label) if isinstance(label, str) else ""), lambda: found)
    elif is_table(data):
        yield from _of_table(data, name, parts)
    elif is_grouped(data):
        for key, part in data:
            label = ", ".join(map(str, key)) if isinstance(key, tuple) else str(key)
            yield from _of_table(part, f"{name}/{label}" if name else label, parts=False)
    elif isinstance(data, Mapping):
        for key in data:
            if not isinstance(data, dict):  # A dataset, which reads a recording on demand.
                yield Input(str(key), lambda key=key: data[key], is_named=False, is_lazy=True)  # type: ignore[misc]
            else:
                yield from _inputs(data[key], f"{name}/{key}" if name else str(key), parts)
    elif isinstance(data, Iterable) and getattr(getattr(data, "dtype", None), "kind", "O") in "OU":
        yield from _of_iterable(iter(data), name, parts)
    else:
        table(data)  # The error states the expected input.


def _of_iterable(rest: Iterator[Any], name: str, parts: bool) -> Iterator[Input]:
    first = next(rest, None)
    if first is None:
        return
    rest = chain([first], rest)
    if is_record(first):
        yield from _of_table(table(rest), name, parts)
        return
    for one in rest:
        yield from _inputs(one, "", parts)


def _of_table(data: Any, name: str, parts: bool) -> Iterator[Input]:
    name = name or getattr(data, "name", None) or ""
    name = name if isinstance(name, str) else ""
    if parts and not callable(getattr(data, "collect", None)):
        data = table(data)
        column = next((one for one in ("recording", "file_id") if one in (column_names(data) or [])), None)
        found = split(data, [column]) if column else {}
        if len(found) > 1:
            for label, part in found.items():
                yield Input(f"{name}/{label}" if name else label, lambda part=part: part)  # type: ignore[misc]
            return
        if found:
            data, = found.values()
    yield Input(name, lambda: data)


def _of_path(path: PathLike, name: str, parts: bool) -> Iterator[Input]:
    text = place(path)
    if os.path.isdir(text):
        yield from _of_folder(Path(text), parts)
    elif os.path.exists(text) or not glob.has_magic(text):
        folder = "" if name else os.path.basename(os.path.dirname(os.path.abspath(text)))
        if text.endswith(".parquet") and parts:
            for one in _of_table(parquet(text), name or stem(text), parts):
                yield replace(one, dataset=folder)
        else:
            yield Input(name or stem(text), lambda: text, dataset=folder)
    else:
        files = sorted(glob.glob(text, recursive=True))
        if not files:
            raise TraceError(f"{text}: no file has this name")
        for file in files:
            for one in _of_path(file, "", parts):
                yield replace(one, is_named=False)


def _of_folder(folder: Path, parts: bool) -> Iterator[Input]:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not any(
        part.startswith(".") for part in path.relative_to(folder).parts))
    partitions = dict.fromkeys(path.parent for path in files if path.suffix == ".parquet" and path.parent.name.startswith("recording="))
    for part in partitions:
        name = unquote(part.name.removeprefix("recording="))
        yield Input(name, lambda part=part: parquet(str(part)), is_named=False, is_lazy=True)  # type: ignore[misc]
    traces = [path for path in files if path.name.endswith(ENDINGS) or path.suffix == ".parquet" and path.parent not in partitions]
    if not partitions and not traces:
        raise NothingToDoError(f"{folder}: no file in it has the name of a trace")
    for path in traces:
        for one in _of_path(path, "", parts):
            yield replace(one, is_named=False)
    others = [path.name for path in files if not path.name.endswith((*ENDINGS, ".parquet"))]
    if others:
        warn(f"{folder}: skipped because of the name: {others[0]}{f' and {len(others) - 1} more' if others[1:] else ''}")


def stem(path: str) -> str:
    """Returns the name of the recording in a file."""
    name = os.path.basename(path)
    return next((name.removesuffix(ending) for ending in (*ENDINGS, ".parquet") if name.endswith(ending)), name)


def opened(one: Input, reading: Mapping[str, Any], *, parts: bool = False) -> dict[str, Trace] | TraceError:
    """Returns a recording by its name, or each recording of a file; or the reason why one of many cannot be read."""
    try:
        source = one.get()
        trace = take(source, reading)
        if parts and len(trace.recordings) > 1 and not reading.get("recording"):
            return {f"{one.name}/{label}": take(part, {}) for label, part in split(
                take(source, {**reading, "all": True}), ["recording"]).items() if label}
        if not trace.rows and not one.is_named:
            raise TraceError("no row could be used")
        return {one.name: trace}
    except TraceError as error:
        if one.is_named:
            raise
        return error


def readable(
    found: list[Input], reading: Mapping[str, Any], jobs: int | None = None, progress: Progress = None
) -> Iterator[tuple[str, str, Trace]]:
    """Returns data set, name, and rows of each readable recording; a warning names the unreadable ones."""
    traces = mapped(lambda one: opened(one, reading, parts=True), found, jobs, progress)
    errors = [trace for trace in traces if isinstance(trace, TraceError)]
    if len(errors) == len(traces):
        raise errors[0]
    for one, several in zip(found, traces, strict=True):
        if isinstance(several, TraceError):
            warn(f"{one.name} is left out: {several}")
            continue
        for name, trace in several.items():
            yield one.dataset, name, warned(trace)
