"""Scores against the truth, and calibration."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ._calls import Progress, watched
from ._columns import Columns, column_names
from ._errors import LubdubWarning, TraceError
from ._library import Answer, Recording, library, options
from ._schema import SettingsDict
from ._settings import SettingsLike, settings_options
from ._sources import PathLike, is_path, is_source
from ._table import Table
from ._trace import Trace, read

Recordings: TypeAlias = "PathLike | Iterable[PathLike] | Mapping[str, Any] | Iterable[Any] | Any"
"""Recordings with truth: a path or paths of traces and folders, which Swift reads; one table; or several, as
a mapping from names to tables or a list of them. A name such as ``set/walk`` puts `walk` into the data set
`set`."""


class Call:
    """Recordings as the library takes them."""

    def __init__(self, recordings: Any) -> None:
        self.paths: list[str] | None = None
        self.columns: list[Columns] = []
        names: list[str] = []
        if is_source(recordings):
            recordings = [recordings]
        if isinstance(recordings, Mapping) and not _is_table(recordings):
            names, tables = _readable(recordings)
        elif _is_table(recordings):
            tables = [recordings]
        else:
            tables = list(recordings)
        if tables and not names and all(map(is_path, tables)):
            self.paths = [os.fspath(path) for path in tables]  # pyright: ignore[reportArgumentType, reportCallIssue]
            tables = []
        tables = [read(table) if is_source(table) else table for table in tables]
        names = names or [_name(table, index) for index, table in enumerate(tables)]
        self.array = (Recording * len(tables))()
        for place, table, name in zip(self.array, tables, names, strict=True):
            columns = Columns(table)
            self.columns.append(columns)
            dataset, _, rest = name.rpartition("/")
            place.dataset, place.name = dataset.encode("utf-8", "replace"), rest.encode("utf-8", "replace")
            place.rows = columns.rows

    def arguments(self, members: Mapping[str, Any]) -> tuple[Any, int, bytes, int]:
        return (self.array, len(self.array), *options({**members, "paths": self.paths}))


def _is_table(data: Any) -> bool:
    if hasattr(data, "__arrow_c_stream__") or hasattr(data, "__dataframe__"):
        return True
    return column_names(data) is not None and (not isinstance(data, Mapping) or "t_s" in data)


def _readable(recordings: Mapping[str, Any]) -> tuple[list[str], list[Any]]:
    """Names and tables. One of many that cannot be read is named, and the rest goes on."""
    names, tables = [], []
    refused: TraceError | None = None
    for name in recordings:
        try:
            tables.append(recordings[name])
            names.append(str(name))
        except TraceError as error:
            refused = error
            warnings.warn(f"{name} is left out: {error}", LubdubWarning, stacklevel=5)
    if refused and not tables:
        raise refused
    return names, tables


def _name(table: Any, index: int) -> str:
    return (isinstance(table, Trace) and table.name) or f"recording {index + 1}"


def report_notes(answer: Answer, *parts: str) -> list[str]:
    notes: list[str] = [note for part in parts for note in answer.json(part)]
    for note in notes:
        warnings.warn(note, LubdubWarning, stacklevel=3)
    return notes


@dataclass(frozen=True, repr=False)
class Scores:
    """How the pipeline does against the truth."""

    recordings: list[dict[str, Any]]
    """One object a recording: `dataset`, `name`, `rows`, and the scores of `total`, or `None`."""
    total: dict[str, Any]
    """All recordings: `range` (`rmse_m`, `bias_m`, `p95_m`, `coverage_95` …), `zones` (`right_share`,
    `wrong_share`, `without_zone_share`, `false_per_min`, `missed_share`, `mean_delay_s` …) and `beat` (`interval_error_s`, `one_sided_share`)."""
    notes: list[str]
    """What is worth knowing of the files."""

    def __repr__(self) -> str:
        found = self.total.get("range") or {}
        figures = "".join(f", {name} {found[name]:.3g}" for name in ("rmse_m", "bias_m") if found.get(name) is not None)
        return f"Scores({len(self.recordings)} recordings{figures})"

    def to_pandas(self) -> Any:
        """One row a recording, with columns such as `range.rmse_m`, as a `pandas.DataFrame`."""
        import pandas

        return pandas.DataFrame(self.flat())

    def flat(self) -> list[dict[str, Any]]:
        """One flat mapping a recording, with keys such as `range.rmse_m`; lists are left out."""
        return [
            {key: value for key, value in _dotted(one) if not isinstance(value, list)}
            for one in self.recordings
        ]


def _dotted(members: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, Any]]:
    for name, value in members.items():
        if isinstance(value, Mapping):
            yield from _dotted(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def score(
    recordings: Recordings, settings: SettingsLike = None, *,
    truth_edges: Sequence[float] | None = None, progress: Progress = None
) -> Scores:
    """Scores the pipeline against the true distances, by the definitions that every command has.

    Args:
        recordings: Recordings with `truth_m`.
        settings: As for `run`.
        truth_edges: Edges that the truth is cut by, as many as the settings have; by default theirs. With the
            edges of before, figures of settings that move edges are of the same truth.
        progress: Called with the rows that are done and their number, or `True` for a bar of tqdm.

    Returns:
        Scores of each recording and of all; `None` where nothing is known.

    Warns:
        LubdubWarning: Rows were left out, or a link was chosen.
    """
    call = Call(recordings)
    members: dict[str, Any] = {"settings": settings_options(settings)}
    if truth_edges is not None:
        members["truthEdges"] = [float(edge) for edge in truth_edges]
    arguments = call.arguments(members)
    answer = watched(lambda: Answer(library.lubdub_score(*arguments)), progress)
    return Scores(answer.json("scores"), answer.json("total"), report_notes(answer, "notes"))


@dataclass(frozen=True, repr=False)
class Calibration:
    """What recordings show about a link."""

    values: list[dict[str, Any]]
    """What was asked for: `name`, `unit`, and `value` with `standard_error`, or `because` where it cannot
    be known; `key` is the setting."""
    settings: SettingsDict
    """The settings that were determined, by dotted key, for `run` and `tune`."""
    summary: dict[str, Any]
    """How many readings of which kind there were, and the radio's curve."""
    residuals: Table
    """One row a reading: `recording` (from 0), `t_s`, `truth_m`, `reading` (m or dBm), `residual` (m or dB)."""
    notes: list[str]
    """What is worth knowing."""

    def __repr__(self) -> str:
        found = ", ".join(f"{key}={value:.6g}" if isinstance(value, float) else key for key, value in self.settings.items())
        return f"Calibration({found})"

    def __getitem__(self, key: str) -> float:
        """The value of a setting, such as ``calibration["uwb.bias"]``."""
        return float(dict(self.settings)[key])  # type: ignore[arg-type]


def calibrate(
    recordings: Recordings,
    *,
    profile: str | None = None,
    contact: tuple[float, float] | None = None,
) -> Calibration:
    """Determines bias, noise and path loss, as ``lubdub calibrate`` does.

    Args:
        recordings: With `truth_m`; or without it and with both radios, for the path loss alone.
        profile: The radio's bias curve; by default the one that fits best.
        contact: When the devices touch, from and to, in seconds from the first row.

    Raises:
        NothingToDoError: There are neither ranges with truth nor Bluetooth rows.
    """
    call = Call(recordings)
    members = {"profile": profile, "contact": None if contact is None else list(contact)}
    arguments = call.arguments(members)
    answer = watched(lambda: Answer(library.lubdub_calibrate(*arguments)))
    parts = {"recording": "residual_recording", "t_s": "residual_time",
             "truth_m": "residual_truth", "reading": "residual_reading", "residual": "residual"}
    return Calibration(
        answer.json("values"), answer.json("settings"), answer.json("summary"),
        Table({name: answer.numbers(part) for name, part in parts.items()}),
        report_notes(answer, "notes", "refused"))
