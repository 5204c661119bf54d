"""Scores against the truth, calibration, and the search for settings."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from ._columns import Columns, column_names
from ._errors import LubdubWarning
from ._library import Answer, Recording, library, options, watching
from ._schema import Settings
from ._settings import SettingsLike, settings_options
from ._table import Table
from ._trace import PathLike, Trace

Recordings: TypeAlias = "PathLike | Iterable[PathLike] | Mapping[str, Any] | Iterable[Any] | Any"
"""Recordings with truth: a path or paths of traces and folders, which Swift reads; one table; or several, as
a mapping from names to tables or a list of them. A name such as ``set/walk`` puts `walk` into the data set
`set`."""


class _Call:
    """Recordings as the library takes them."""

    def __init__(self, recordings: Recordings) -> None:
        self.paths: list[str] | None = None
        self.columns: list[Columns] = []
        names: list[str] = []
        if isinstance(recordings, (str, os.PathLike)):
            recordings = [recordings]
        if isinstance(recordings, Mapping) and not _is_table(recordings):
            names = [str(name) for name in recordings]
            tables = list(recordings.values())
        elif _is_table(recordings):
            tables = [recordings]
        else:
            tables = list(recordings)
        if tables and all(isinstance(table, (str, os.PathLike)) for table in tables):
            self.paths = [os.fspath(path) for path in tables]
            tables = []
        names = names or [_name(table, index) for index, table in enumerate(tables)]
        self.array = (Recording * len(tables))()
        for place, table, name in zip(self.array, tables, names, strict=True):
            columns = Columns(table)
            self.columns.append(columns)
            dataset, _, rest = name.rpartition("/")
            place.dataset, place.name = dataset.encode(), rest.encode()
            place.rows = columns.rows

    def arguments(self, members: Mapping[str, Any]) -> tuple[Any, int, bytes, int]:
        return (self.array, len(self.array), *options({**members, "paths": self.paths}))


def _is_table(data: Any) -> bool:
    names = None if isinstance(data, (str, os.PathLike)) else column_names(data)
    return names is not None and (not isinstance(data, Mapping) or "t_s" in data)


def _name(table: Any, index: int) -> str:
    return (isinstance(table, Trace) and table.name) or f"recording {index + 1}"


def _tell(answer: Answer, *parts: str) -> list[str]:
    notes: list[str] = [note for part in parts for note in answer.json(part)]
    for note in notes:
        warnings.warn(note, LubdubWarning, stacklevel=3)
    return notes


@dataclass(frozen=True)
class Scores:
    """How the pipeline does against the truth."""

    recordings: list[dict[str, Any]]
    """One object a recording: `dataset`, `name`, `rows`, and the scores of `total`, or `None`."""
    total: dict[str, Any]
    """All recordings: `range` (`rmse_m`, `bias_m`, `p95_m`, `coverage_95` …), `zones` (`wrong_share`,
    `false_per_min`, `missed_share`, `mean_delay_s` …) and `beat` (`interval_error_s`, `one_sided_share`)."""
    notes: list[str]
    """What is worth knowing of the files."""

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


def score(recordings: Recordings, settings: SettingsLike = None) -> Scores:
    """Scores the pipeline against the true distances, by the definitions that every command has.

    Args:
        recordings: Recordings with `truth_m`.
        settings: As for `run`.

    Returns:
        Scores of each recording and of all; `None` where nothing can be told.

    Warns:
        LubdubWarning: Rows were left out, or a link was chosen.
    """
    call = _Call(recordings)
    members = {"settings": settings_options(settings)}
    answer = Answer(library.lubdub_score(*call.arguments(members)))
    return Scores(answer.json("scores"), answer.json("total"), _tell(answer, "notes"))


@dataclass(frozen=True)
class Calibration:
    """What recordings tell about a link."""

    values: list[dict[str, Any]]
    """What was asked for: `name`, `unit`, and `value` with `standard_error`, or `because` where it cannot
    be told; `key` is the setting."""
    settings: dict[str, Any]
    """The settings that were determined, by dotted key, for `run` and `tune`."""
    summary: dict[str, Any]
    """How many readings of which kind there were, and the radio's curve."""
    residuals: Table
    """One row a reading: `recording` (from 0), `t_s`, `truth_m`, `reading` (m or dBm), `residual` (m or dB)."""
    notes: list[str]
    """What is worth knowing."""

    def __getitem__(self, key: str) -> float:
        """The value of a setting, such as ``calibration["uwb.bias"]``."""
        return float(self.settings[key])


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
    call = _Call(recordings)
    members = {"profile": profile, "contact": None if contact is None else list(contact)}
    answer = Answer(library.lubdub_calibrate(*call.arguments(members)))
    parts = {"recording": "residual_recording", "t_s": "residual_time",
             "truth_m": "residual_truth", "reading": "residual_reading", "residual": "residual"}
    return Calibration(
        answer.json("values"), answer.json("settings"), answer.json("summary"),
        Table({name: answer.numbers(part) for name, part in parts.items()}),
        _tell(answer, "notes", "refused"))


@dataclass(frozen=True)
class Tuning:
    """What a search has found."""

    settings: Settings
    """All settings, tuned."""
    changes: dict[str, Any]
    """What was tuned and what it needs, by dotted key."""
    report: dict[str, Any]
    """The report that ``lubdub tune --report`` writes: costs, held-out costs, measures, fronts …"""
    report_json: bytes
    """The same as the bytes of the file."""
    is_complete: bool
    """Whether the search came to its end."""
    notes: list[str]
    """What is worth knowing, and what to beware of."""

    @property
    def cost(self) -> float:
        """The cost of the tuned settings; those before have 1."""
        return float(self.report["cost"])

    def write(self, path: PathLike) -> None:
        """Writes the tuned settings as a settings file in JSON."""
        text = json.dumps(self.changes, indent=2, sort_keys=True)
        Path(path).write_text(text + "\n", encoding="utf-8")


def tune(
    recordings: Recordings,
    settings: SettingsLike = None,
    *,
    objective: str = "balanced",
    over: Mapping[str, Sequence[float] | Sequence[str]] | None = None,
    budget: int = 200,
    seed: int = 1,
    jobs: int | None = None,
    folds: int | Literal["all"] = 5,
    calibrate: bool = True,
    truth_shift_s: float | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Tuning:
    """Searches for the settings that suit recordings best, as ``lubdub tune`` does.

    The same recordings and seed give the same result, with any number of jobs.

    Args:
        recordings: With `truth_m`; those without are scored against the smoothed offline estimate.
        settings: Where the search begins.
        objective: What is made small: `balanced`, a measure, a sum such as ``range=1,delay=0.5``, or a front
            such as ``front:range,false-changes``.
        over: What is searched: ``{"zones.uwb.calm": (10, 1000), "estimator": ["fusion", "kalman"]}``; by
            default the usual settings of the radios.
        budget: How many candidates each search tries, at least 8.
        seed: Decides every random choice.
        jobs: How many recordings are run at the same time; by default one on each core.
        folds: Parts for held-out scores; 0 for none, or ``"all"``: one session after the other.
        calibrate: Fit bias and path loss to the recordings first.
        truth_shift_s: How much later the truth comes, in s; by default found by itself.
        progress: Called with the runs that are done and their total. What it raises ends the search.

    Raises:
        NothingToDoError: No recording can be used.
        SettingsError: A setting is refused.

    Warns:
        LubdubWarning: What to beware of in the result.
    """
    call = _Call(recordings)
    members = {
        "settings": settings_options(settings), "objective": objective,
        "over": None if over is None else {key: list(range_) for key, range_ in over.items()},
        "budget": budget, "seed": seed, "jobs": jobs, "folds": -1 if folds == "all" else folds,
        "calibrate": calibrate, "truthShift": truth_shift_s,
    }
    callback, raised = watching(progress)
    answer = Answer(library.lubdub_tune(*call.arguments(members), callback, None))
    if raised:
        raise raised[0]
    report = answer.bytes("report")
    return Tuning(
        Settings(answer.json("tuned")), answer.json("settings"), json.loads(report), report,
        answer.bytes("complete") == b"\x01", _tell(answer, "notes", "warnings"))
