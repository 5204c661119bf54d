"""Recordings as a Parquet dataset, partitioned by recording: needs pyarrow.

One folder holds one recording::

    recordings/recording=walk-1/part-0.parquet

with the columns of a trace: `t_s` (double, s), `source` (`uwb`, `ble`, `cs`, `gnss`, `reported`), `range_m`, `truth_m`, `sd_m`
(double, m), `rssi_dbm`, `fp_power_dbm` (double, dBm), `channel` (int16), `event`, `peer` (string), `azimuth_deg`,
`elevation_deg` (double), and every other column of a recording's source. All files of a folder have the same
columns. An unknown value is null. Rows are in the order of time. The name of the folder is the name of the recording,
percent-encoded. pandas, polars, DuckDB, and Spark read such a folder as one table with the column `recording`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias
from urllib.parse import quote, unquote

import pyarrow as pa
import pyarrow.fs
import pyarrow.parquet as pq

from ._arrow import columns, extras, table_of, typed, whole
from ._calls import Progress, mapped, warn
from ._errors import LubdubError, TraceError
from ._estimates import Estimates
from ._inputs import Input, Recordings, inputs, is_table, renamed
from ._measure import Scores
from ._pipeline import Decision, Pipeline
from ._settings import SettingsLike
from ._sources import PathLike, is_source
from ._table import Table
from ._trace import Trace, reading_options, split, take, warned

_KINDS = dict.fromkeys(("source", "event", "peer", "status"), pa.string()) | {"channel": pa.int16(), "zone": pa.int8()}


def _schema(names: str) -> pa.Schema:
    return pa.schema([(name, _KINDS.get(name, pa.float64())) for name in names.split()])


SCHEMA = _schema("t_s source range_m rssi_dbm truth_m event fp_power_dbm channel peer azimuth_deg elevation_deg sd_m")
"""All possible columns of a recording."""
ESTIMATES = _schema("t_s distance_m low_m high_m velocity_mps source status zone")
"""The columns of estimates. An unknown value is null; zones count from the nearest."""

Folder: TypeAlias = "PathLike | tuple[pyarrow.fs.FileSystem, str]"
"""A folder: a path, an address such as ``s3://bucket/recordings``, or a file system of pyarrow and a path on it."""

BLOCK_ROWS = 1 << 16
"""The number of rows in memory while a recording is read in blocks."""


class Dataset(Mapping[str, Table]):
    """The recordings of a folder by name: ``dataset["walk-1"]`` reads one.

    `lubdub.score`, `lubdub.calibrate`, and `lubdub.tune` accept a dataset directly.
    """

    def __init__(self, folder: Folder) -> None:
        """Finds the recordings.

        Raises:
            TraceError: The folder does not exist, or contains no recording.
        """
        self._filesystem, self._path = _place(folder)
        chosen = pyarrow.fs.FileSelector(self._path, recursive=True, allow_not_found=True)
        self._files: dict[str, list[str]] = {}
        try:
            infos = self._filesystem.get_file_info(chosen)
        except OSError as error:
            raise TraceError(f"{self._path}: {error}") from error
        for info in sorted(infos, key=lambda info: info.path):
            if info.is_file and info.path.endswith(".parquet"):
                name = _recording(info.path)
                if name is not None:
                    self._files.setdefault(name, []).append(info.path)
        if not self._files:
            raise TraceError(
                f"{self._path}: no recordings, expected folders recording=NAME with .parquet files")

    def __getitem__(self, name: str) -> Table:
        """Returns a recording in memory.

        Raises:
            KeyError: No recording has this name.
            TraceError: The files of the recording cannot be read, or have no times.
        """
        batches = self._batches(name, BLOCK_ROWS, with_extras=True)
        table = pa.concat_tables(map(table_of, batches))
        return Table(columns(table.select([
            field for field in table.column_names
            if field == "t_s" or table.column(field).null_count < len(table)])))

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def __repr__(self) -> str:
        return f"Dataset({self._path!r}, {len(self)} recordings)"

    def blocks(self, name: str, rows: int = BLOCK_ROWS) -> Iterator[Table]:
        """Returns a recording in blocks of at most `rows` rows, in the order of time, in constant memory."""
        for batch in self._batches(name, rows):
            yield Table(columns(table_of(batch)))

    def estimate(self, name: str, settings: SettingsLike = None) -> Iterator[tuple[Estimates, list[Decision]]]:
        """Runs the pipeline over a recording block by block, in constant memory.

        Yields:
            The estimates after each row of a block, and the decisions; times are times of the recording.
        """
        pipeline = Pipeline(settings)
        for block in self.blocks(name):
            yield pipeline.process_rows(block)

    def _batches(self, name: str, rows: int, *, with_extras: bool = False) -> Iterator[pa.RecordBatch]:
        if name not in self._files:
            raise KeyError(f"{self._path}: there is no recording {name!r}")
        for path in self._files[name]:
            try:
                with self._filesystem.open_input_file(path) as source:
                    file = pq.ParquetFile(source)
                    known = [field for field in SCHEMA.names if field in file.schema_arrow.names]
                    if with_extras:
                        known += [field for field in file.schema_arrow.names if field not in known]
                    if "t_s" not in known:
                        raise TraceError(f"{path}: there is no column t_s")
                    yield from file.iter_batches(rows, columns=known)
            except (pa.ArrowException, OSError) as error:
                raise TraceError(f"{path}: {error}") from error


def write(
    recordings: Recordings, folder: Folder, *, jobs: int | None = None, progress: Progress = None, **reading: Any
) -> Dataset:
    """Writes recordings as a dataset: each recording is a folder, which replaces a folder of the same name.

    Columns that do not belong to a trace are kept. Existing files of the folder also get these columns, with nulls.

    Args:
        recordings: As for `lubdub.score`. A file with several links or recordings becomes as many recordings.
        jobs: The number of recordings that are read and written at the same time; by default one.
        progress: Called with the number of written recordings and the total, or `True` for a tqdm bar.
        reading: The options for reading rows; see `lubdub.read`.

    Warns:
        LubdubWarning: One of several recordings cannot be read, or has no usable row, and is skipped. Two recordings have
            the same name, and the second gets another name. Rows were rejected.
    """
    filesystem, path = _place(folder)
    reading_options(reading)
    found = renamed([replace(one, dataset="") for one in inputs(recordings, parts=True)])
    schema = _common_schema(filesystem, path, found)

    def work(one: Input) -> list[Trace] | TraceError:
        try:
            source = one.get()
            trace = take(source, {"all": True, **reading} if is_source(source) else reading)
            parts = _parts(trace, one.name) if is_source(source) else {one.name: trace}
            for name, trace in parts.items():
                if not trace.rows:
                    raise TraceError("no row could be used")
                place = f"{path}/recording={quote(name, safe='')}"
                filesystem.create_dir(place, recursive=True)
                _put(filesystem, f"{place}/part-0.parquet", typed(whole(trace, source), name, schema), BLOCK_ROWS)
            return list(parts.values())
        except TraceError as error:
            return error
        except OSError as error:
            raise LubdubError(f"{path}: {error}") from error

    done = mapped(work, found, jobs, progress)
    for one, traces in zip(found, done, strict=True):
        if isinstance(traces, TraceError):
            if len(found) == 1 or all(isinstance(other, TraceError) for other in done):
                raise traces
            warn(f"{one.name} is left out: {traces}")
            continue
        for trace in traces:
            warned(trace)
    return Dataset((filesystem, path))


def _parts(trace: Trace, name: str) -> dict[str, Trace]:
    if "peer" not in trace and "recording" not in trace:
        return {name: trace}
    parts = split(trace)
    return {f"{name}/{label}" if label and len(parts) > 1 else name: take(part, {}) for label, part in parts.items()}


def _common_schema(filesystem: pyarrow.fs.FileSystem, path: str, recordings: list[Input]) -> pa.Schema:
    """Returns the columns of all recordings, including the existing recordings, which are rewritten with all columns."""
    found = [SCHEMA]
    there = []
    try:
        there = [file for files in Dataset((filesystem, path))._files.values() for file in files]
    except TraceError:
        pass
    for one in recordings:
        if not one.is_lazy and is_table(source := one.get()):
            found.append(pa.schema(extras(source, SCHEMA)))
    for file in there:
        with filesystem.open_input_file(file) as source:
            try:
                fields = pq.read_schema(source).remove_metadata()
            except pa.ArrowException:
                continue  # The reader names a broken file.
        found.append(pa.schema([field for field in fields if field.name not in SCHEMA.names]))
    try:
        schema = pa.unify_schemas(found, promote_options="permissive")
    except pa.ArrowException as error:
        raise LubdubError(f"columns of one name have types that do not match: {error}") from error
    for file in there:
        with filesystem.open_input_file(file) as source:
            try:
                table = pq.read_table(source)
            except pa.ArrowException:
                continue
        if table.schema.remove_metadata() != schema:
            _put(filesystem, file, typed(table, file, schema), BLOCK_ROWS)
    return schema


def write_estimates(
    dataset: Dataset, folder: Folder, settings: SettingsLike = None, *, jobs: int | None = None, progress: Progress = None,
) -> None:
    """Runs the pipeline over every recording and writes the estimates, partitioned in the same way.

    Each recording is read, run, and written block by block, in constant memory. The columns are the columns of
    `ESTIMATES`.

    Args:
        jobs: The number of recordings that run at the same time; by default one.
        progress: Called with the number of completed recordings and the total, or `True` for a tqdm bar.
    """
    filesystem, path = _place(folder)

    def work(name: str) -> None:
        place = f"{path}/recording={quote(name, safe='')}"
        filesystem.create_dir(place, recursive=True)
        with filesystem.open_output_stream(f"{place}/part-0.parquet") as sink:
            with pq.ParquetWriter(sink, ESTIMATES) as writer:
                for estimates, _ in dataset.estimate(name, settings):
                    writer.write_table(typed(estimates.to_arrow(), name, ESTIMATES))

    mapped(work, list(dataset), jobs, progress)


def write_scores(scores: Scores, path: Folder) -> None:
    """Writes scores as one Parquet file: one row per recording, with the name of the recording in a dataset, and columns
    such as `range.rmse_m`."""
    filesystem, place = _place(path)
    rows = [{"recording": "/".join(filter(None, (row["dataset"], row["name"]))), **row} for row in scores.flat()]
    names = list(dict.fromkeys(name for row in rows for name in row))
    # An unknown score is null, and its figures have no columns.
    names = [name for name in names if not any(other.startswith(f"{name}.") for other in names)]
    found = {name: [row.get(name) for row in rows] for name in names}
    _put(filesystem, place, pa.table(found))


def _place(folder: Folder) -> tuple[pyarrow.fs.FileSystem, str]:
    if isinstance(folder, tuple):
        filesystem, path = folder
    else:
        text = os.fspath(folder)
        if "://" in text:
            filesystem, path = pyarrow.fs.FileSystem.from_uri(text)
        else:
            filesystem, path = pyarrow.fs.LocalFileSystem(), os.path.abspath(text)
    return filesystem, path.rstrip("/")


def _recording(path: str) -> str | None:
    """Returns the name in the last folder that contains one."""
    for part in reversed(path.split("/")[:-1]):
        if part.startswith("recording="):
            return unquote(part.removeprefix("recording="))
    return None


def _put(filesystem: pyarrow.fs.FileSystem, file: str, table: pa.Table, rows: int | None = None) -> None:
    with filesystem.open_output_stream(file) as sink:
        pq.write_table(table, sink, row_group_size=rows)
