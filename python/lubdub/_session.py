"""Sessions: the results of the pipeline for a whole trace."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, overload

import numpy as np

from . import tool
from ._calls import Progress, TruthShift, mapped, warn, watched
from ._errors import LubdubError, TraceError
from ._estimates import Estimates
from ._groups import SettingsBase
from ._inputs import Input, Recordings, inputs, is_one, is_table, opened
from ._library import Answer, library, options
from ._pictures import Page, drawing, plot
from ._schema import Preset
from ._settings import SettingsLike, settings_options, with_preset
from ._sources import PathLike, is_source
from ._table import Table
from ._timeline import Timeline
from ._trace import Trace, reading_options, take, warned


class Session(Timeline):
    """The results of a trace: estimates, zones, beats, and events."""

    estimates: Estimates
    """The estimates, one per row of the trace, with the `row` of the table."""

    name: str | None = None
    """The recording's name."""

    def __init__(self, answer: Answer, columns: dict[str, Any]) -> None:
        super().__init__(answer)
        self.estimates = Estimates.of(answer, columns)
        self._columns = columns
        self._rows: Any = None
        self._settings: Any = None
        self._shift: TruthShift = None

    @property
    def zone_changes(self) -> list[dict[str, Any]]:
        """Every zone change with its reason, in the order of time."""
        found: list[dict[str, Any]] = self.details["zone_changes"]
        return found

    @property
    def against_truth(self) -> dict[str, Any] | None:
        """The scores of zones and beats; `None` if the trace has no truth."""
        return self.details.get("against_truth")

    @property
    def considerations(self) -> list[dict[str, Any]]:
        """Every considered zone change, even if it was not made; only with `explain`."""
        found: list[dict[str, Any]] = self._answer.json("considerations") or []
        return found

    @property
    def receptions(self) -> dict[str, float]:
        """The numbers of accepted rows and of rejected rows by reason.

        If ranges stay too far below zero, `depth_below_zero_m` is their depth: calibrate again.
        """
        found: dict[str, float] = self._answer.json("receptions")
        return found

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Findings about the session and its settings, as ``lubdub run`` prints them."""
        found: list[dict[str, Any]] = self._answer.json("findings") or []
        return found

    def plot(self, axes: Any = None) -> Any:
        """Draws distance, interval, zone changes, and beats with matplotlib; returns the axes."""
        return plot(self.estimates, self.zone_changes, self.beats, axes)

    def report(self, **options: Any) -> Page:
        """Returns the page of ``lubdub report``, which a notebook shows; needs the command-line tool.

        Raises:
            LubdubError: The tool is not installed, or the session is a copy without its rows.
        """
        if self._rows is None:
            raise LubdubError("this session is a copy without its rows; run them again for a report")
        settings = None if self._settings is None else SettingsBase(self._settings)
        if self._shift is not None:
            options.setdefault("truth_shift", self._shift)
        return Page(tool.report(self._rows, output=True, config=settings, **options).files["output"])

    def _repr_html_(self) -> str:
        return drawing(self.estimates, self.beats, self.duration_s, repr(self))

    def __reduce__(self) -> tuple[Any, ...]:
        # The rows are not sent: they can be much larger than the results.
        return Session, (self._answer, {name: np.array(column) for name, column in self._columns.items()})

    def __repr__(self) -> str:
        return (f"Session({self.estimates.rows} rows, {self.beats.rows} beats, "
                f"{self.events.rows} events)")


@overload
def run(  # pyright: ignore[reportOverlappingOverload]
    data: list[Any] | tuple[Any, ...] | Mapping[str, Table] | Mapping[str, PathLike], settings: SettingsLike = ..., *,
    preset: Preset | None = ..., explain: bool = ..., truth_shift_s: TruthShift = ..., jobs: int | None = ...,
    progress: Progress = ..., **reading: Any,
) -> list[Session]: ...
@overload
def run(
    data: Recordings, settings: SettingsLike = ..., *, preset: Preset | None = ..., explain: bool = ...,
    truth_shift_s: TruthShift = ..., jobs: int | None = ..., progress: Progress = ..., **reading: Any,
) -> Session: ...
def run(
    data: Recordings, settings: SettingsLike = None, *, preset: Preset | None = None, explain: bool = False,
    truth_shift_s: TruthShift = None, jobs: int | None = None, progress: Progress = None, **reading: Any,
) -> Session | list[Session]:
    """Runs the pipeline over a trace, like ``lubdub run``.

    Args:
        data: One recording: a path, an open file, the bytes of a file, a table of any package, also a lazy one, with the
            columns of docs/reference/traces.md, or records. Times are seconds, dates, or durations. Or several: a folder, a
            pattern such as ``walks/*.csv``, a dataset, a mapping from names, or a list. If the column `recording` of a table
            names several recordings, the first is run; ``lubdub.split(table)`` returns all.
        settings: `Settings`, or a mapping with nested or dotted keys; by default the preset eternal-loop.
        preset: The name of a preset that the settings override; `Settings.presets()` lists the presets.
        explain: Whether to keep every considered zone change.
        truth_shift_s: The delay of the truth in s, or ``"auto"``; by default the truth is not moved.
        jobs: The number of recordings that run at the same time; by default one.
        progress: Called with the number of processed rows, or of processed recordings, and the total, or `True` for a tqdm
            bar.
        reading: The options for reading rows, such as ``sort=True``; see `lubdub.read`.

    Returns:
        The session, or for several recordings a list of sessions, each with its `name`. Arrays use the library's memory.

    Raises:
        SettingsError: A setting is invalid.
        LubdubError: The data is not a recording, or contains a value that is not a number.
    """
    data = list(data) if isinstance(data, Iterator) and not (is_source(data) or is_table(data)) else data
    settings = reading["settings"] = with_preset(settings, preset)
    if is_one(data):
        source = next(iter(inputs(data)))
        trace, name = take(source.get(), reading), reading.get("name") or source.name
        return announced(run_trace(trace, name, settings, explain, truth_shift_s, progress))
    found = inputs(data)
    reading_options(reading)

    def work(one: Input) -> Session | TraceError:
        traces = opened(one, reading)
        if isinstance(traces, TraceError):
            return traces
        trace, = traces.values()
        return run_trace(trace, one.name, settings, explain, truth_shift_s)

    sessions = []
    made = mapped(work, found, jobs, progress)
    if isinstance(made[0], TraceError) and all(isinstance(one, TraceError) for one in made):
        raise made[0]
    for one, session in zip(found, made, strict=True):
        if isinstance(session, TraceError):
            warn(f"{one.name} is left out: {session}")
        else:
            sessions.append(announced(session))
    return sessions


def run_trace(
    trace: Trace, name: str, settings: SettingsLike, explain: bool = False, shift: TruthShift = None,
    progress: Progress = None, given: Mapping[str, Any] | None = None,
) -> Session:
    """Creates a session of a trace; the columns `given` replace columns of its estimates."""
    members: dict[str, Any] = {
        "settings": settings_options(settings), "input": trace.input, "explain": explain or None, "truthShift": shift}
    call = options(members)
    answer = watched(
        lambda: Answer(library.lubdub_run_any(trace.as_c(), *call)), progress, is_long=trace.rows > LONG_ROWS)
    session = Session(answer, {**trace.row_columns, **(given or {})})
    session._rows, session._settings, session._shift, session.name = trace, members["settings"], shift, name
    return session


LONG_ROWS = 20_000
"""The number of rows from which a run takes longer than a user waits."""

_ALL_TAKEN = (
    b'{"after_finish": 0, "duplicates": 0, "late": 0, "negative_range": 0, "not_finite": 0, "out_of_order": 0, '
    b'"taken": %d}\n'
)


def announced(session: Session) -> Session:
    """Warns about rejected rows."""
    warned(session._rows)
    taken = session._answer.bytes("receptions")
    if taken == _ALL_TAKEN % (session.estimates.rows,):
        return session
    counts = json.loads(taken)
    words_of = {
        "out_of_order": "go back in time",
        "not_finite": "are not finite, or -1 m and below",
        "duplicates": "repeat another at the same time, and count once",
        "negative_range": "are more than 0.25 m below zero",
    }
    refused = [f"{counts[name]:.0f} {what}" for name, what in words_of.items() if counts[name]]
    depth = counts.get("depth_below_zero_m")
    cure = f"; ranges are {depth:.1f} m below zero: calibrate again" if depth else ""
    if refused:
        warn(f"rows were rejected: {', '.join(refused)}{cure}")
    return session


def estimate(data: Recordings, settings: SettingsLike = None, **reading: Any) -> Any:
    """Returns the filtered distance, one row per row of the trace, or a list for several recordings; see `run`."""
    found: Any = run(data, settings, **reading)
    return [session.estimates for session in found] if isinstance(found, list) else found.estimates
