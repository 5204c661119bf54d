"""Scores against the truth, and calibration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._calls import Progress, TruthShift, threads, warn, watched
from ._groups import snake
from ._inputs import Recordings, inputs, readable
from ._library import Answer, Floats, Recording, library, options
from ._pictures import table_of
from ._schema import Preset, SettingsDict
from ._settings import SettingsLike, settings_options, with_preset
from ._table import Table
from ._trace import Trace, reading_options


class Call:
    """Recordings for the library."""

    def __init__(self, recordings: Any, reading: Mapping[str, Any], jobs: int | None = None) -> None:
        reading_options(reading)
        self.traces: dict[tuple[str, str], Trace] = {}
        for dataset, name, trace in readable(inputs(recordings, parts=True), reading, jobs):
            before, _, rest = name.rpartition("/")
            self.traces[dataset or before, name if dataset else rest] = trace
        self.array = (Recording * len(self.traces))()
        for place, ((dataset, name), trace) in zip(self.array, self.traces.items(), strict=True):
            place.dataset, place.name = dataset.encode("utf-8", "replace"), name.encode("utf-8", "replace")
            place.rows = trace.as_c()

    def arguments(self, members: Mapping[str, Any]) -> tuple[Any, int, bytes, int]:
        return (self.array, len(self.array), *options(members))


def report_notes(answer: Answer, *parts: str) -> list[str]:
    notes: list[str] = [note for part in parts for note in answer.json(part)]
    for note in notes:
        warn(note)
    return notes


@dataclass(frozen=True, repr=False)
class Scores:
    """The scores of the pipeline against the truth."""

    recordings: list[dict[str, Any]]
    """One object per recording: `dataset`, `name`, `rows`, and the scores of `total`, or `None`."""
    total: dict[str, Any]
    """The scores of all recordings, with their rows pooled; docs/reference/scores.md defines changes, time, and ratios.

    - `range`, for rows with a truth above 0: `answered` is the share of rows with an estimate (`confirming` estimates do not
      count), and `count` their number. `rmse_m`, `mae_m`, `p50_m`, `p95_m`, and `max_m` describe the error, and `bias_m` is
      its median; `log2_rms` and `within_factor_2` describe estimate / truth. `coverage_95` and `width_95_m` describe the
      interval; `normalized_square` is the mean of (error / deviation)², 1 if the interval is right.
    - `zones`: `right_share`, `wrong_share`, and `without_zone_share` are shares of `time_s`; `true_changes`,
      `missed_changes`, `false_changes`, and `gap_changes` (during a pause of the truth) are numbers; `mean_delay_s` includes
      missed changes. `acquire_s` is the time to the first zone; `unacquired` counts stretches without a zone.
      `contact_1s_share` is the share of true contacts felt within 1 s, `contact_never_share` the share never felt, and
      `contact_felt_share` a share of `contact_time_s`.
    - `beat`: `interval_error_s` while both hearts beat, and `one_sided_share`, the share of time in which only one beats."""
    notes: list[str]
    """Notes about the files."""

    def __repr__(self) -> str:
        found = self.total.get("range") or {}
        figures = "".join(f", {name} {found[name]:.3g}" for name in ("rmse_m", "bias_m") if found.get(name) is not None)
        return f"Scores({len(self.recordings)} recordings{figures})"

    def _repr_html_(self) -> str:
        return table_of(repr(self), [(key, value, "") for key, value in _dotted(self.total) if isinstance(value, (int, float))])

    def to_pandas(self) -> Any:
        """Returns one row per recording, with columns such as `range.rmse_m`, as a `pandas.DataFrame`."""
        import pandas

        return pandas.DataFrame(self.flat())

    def flat(self) -> list[dict[str, Any]]:
        """Returns one flat mapping per recording, with keys such as `range.rmse_m`, without lists."""
        return [{key: value for key, value in _dotted(one) if not isinstance(value, list)} for one in self.recordings]


def _dotted(members: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, Any]]:
    for name, value in members.items():
        if isinstance(value, Mapping):
            yield from _dotted(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def score(
    recordings: Recordings, settings: SettingsLike = None, *, preset: Preset | None = None,
    truth_edges: Sequence[float] | Floats | None = None, truth_shift_s: TruthShift = None, jobs: int | None = None,
    progress: Progress = None, **reading: Any,
) -> Scores:
    """Scores the pipeline against the true distances, by the definitions that every command uses.

    Args:
        recordings: Recordings with `truth_m`.
        settings: As for `run`.
        preset: As for `run`.
        truth_edges: The edges for the truth, as many as the settings have; by default the edges of the settings. Pass the
            original edges to compare settings that move edges on the same truth.
        truth_shift_s: The delay of the truth in s; by default found for each data set.
        jobs: The number of recordings that run at the same time; by default one. It does not change the scores.
        progress: Called with the number of processed rows and the total, or `True` for a tqdm bar.
        reading: The options for reading rows, such as ``sort=True``; see `lubdub.read`.

    Returns:
        The scores of each recording and of all recordings; `None` if a score is unknown.

    Raises:
        NothingToDoError: No recording has truth.
    """
    call = Call(recordings, reading, jobs)
    members = {"settings": settings_options(with_preset(settings, preset)), "jobs": threads(jobs), "truthEdges": truth_edges,
               "truthShift": truth_shift_s}
    answer = watched(lambda: Answer(library.lubdub_score(*call.arguments(members))), progress)
    return Scores(answer.json("scores"), answer.json("total"), report_notes(answer, "notes"))


@dataclass(frozen=True, repr=False)
class Calibration:
    """The properties of a link, determined from recordings."""

    values: list[dict[str, Any]]
    """The values: `name`, `unit`, and `value` with `standard_error`, or `because` (the reason) if the value cannot
    be determined; `key` is the setting."""
    settings: SettingsDict
    """The determined settings, by dotted key, for `run` and `tune`."""
    summary: dict[str, Any]
    """The number of readings of each kind, and the radio's curve."""
    residuals: Table
    """One row per reading: `recording` (from 0), `t_s`, `truth_m`, `reading` (m or dBm), `residual` (m or dB)."""
    notes: list[str]
    """Notes."""

    def __repr__(self) -> str:
        found = ", ".join(f"{key}={value:.6g}" if isinstance(value, float) else key for key, value in self.settings.items())
        return f"Calibration({found})"

    def _repr_html_(self) -> str:
        return table_of(repr(self), [
            (one["name"], one.get("value"), one.get("because") or f"{one['unit']} {one.get('key') or ''}") for one in self.values])

    def __getitem__(self, key: str) -> float:
        """Returns the value of a setting, such as ``calibration["uwb.bias"]``."""
        return float(dict(self.settings)[snake(key)])  # type: ignore[arg-type]


def calibrate(
    recordings: Recordings, *, profile: str | None = None, contact: tuple[float, float] | None = None,
    truth_shift_s: TruthShift = None, **reading: Any,
) -> Calibration:
    """Determines bias, noise, and path loss, like ``lubdub calibrate``.

    Args:
        recordings: Recordings with `truth_m`; or recordings of both radios without `truth_m`, for only the path loss.
        profile: The radio's bias curve; by default the curve that fits best.
        contact: The start and the end of the contact, in seconds from the first row.
        truth_shift_s: The delay of the truth in s; by default found for each data set.
        reading: The options for reading rows, such as ``sort=True``; see `lubdub.read`.

    Raises:
        NothingToDoError: The recordings have neither ranges with truth nor Bluetooth rows.
    """
    call = Call(recordings, reading)
    members = {"profile": profile, "contact": None if contact is None else list(contact), "truthShift": truth_shift_s}
    answer = watched(lambda: Answer(library.lubdub_calibrate(*call.arguments(members))))
    parts = {"recording": "residual_recording", "t_s": "residual_time",
             "truth_m": "residual_truth", "reading": "residual_reading", "residual": "residual"}
    values = [value | ({"key": snake(value["key"])} if value.get("key") else {}) for value in answer.json("values")]
    settings: Any = {snake(key): value for key, value in answer.json("settings").items()}
    return Calibration(
        values, settings, answer.json("summary"),
        Table({name: answer.numbers(part) for name, part in parts.items()}),
        report_notes(answer, "notes", "refused"))
