"""Sessions: a whole trace through the pipeline, and what is felt of it."""

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
    """A trace that has been run: estimates, zones, beats and events."""

    estimates: Estimates
    """One row for each row of the trace, with the `row` of a table that it is of."""

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
        """Every change of zone with its reason, in the order of time."""
        found: list[dict[str, Any]] = self.details["zone_changes"]
        return found

    @property
    def against_truth(self) -> dict[str, Any] | None:
        """Scores of zones and beats; `None` where the trace has no truth."""
        return self.details.get("against_truth")

    @property
    def considerations(self) -> list[dict[str, Any]]:
        """Every considered change of zone, taken or not; only with `explain`."""
        found: list[dict[str, Any]] = self._answer.json("considerations") or []
        return found

    @property
    def receptions(self) -> dict[str, float]:
        """How many rows were taken, and how many refused and why.

        Where ranges stay too far below zero, `depth_below_zero_m` says how far: calibrate again.
        """
        found: dict[str, float] = self._answer.json("receptions")
        return found

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Findings about the session and its settings, as ``lubdub run`` prints them."""
        found: list[dict[str, Any]] = self._answer.json("findings") or []
        return found

    def plot(self, axes: Any = None) -> Any:
        """Draws distance, interval, changes of zone and beats by matplotlib; returns the axes."""
        return plot(self.estimates, self.zone_changes, self.beats, axes)

    def report(self, **options: Any) -> Page:
        """The page of ``lubdub report``, which a notebook shows; needs the command-line tool.

        Raises:
            LubdubError: The tool is not installed, or the session was copied, and its rows are elsewhere.
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
        # The rows that it was made of are not sent: they may be much more than what it found.
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
    """Runs a trace through the pipeline, as ``lubdub run`` does.

    Args:
        data: One recording: a path, an open file, the bytes of a file, a table of any package, also a lazy one, with the
            columns of docs/reference/traces.md, or records. Times are seconds, dates or durations. Or several: a folder, a pattern
            such as ``walks/*.csv``, a dataset, a mapping from names, a list. Of a table whose column `recording` names
            several, the first is run; ``lubdub.split(table)`` gives all.
        settings: `Settings`, or a mapping with nested or dotted keys; by default the preset eternal-loop.
        preset: The name of a preset, which the settings change; `Settings.presets()` lists them.
        explain: Keep every considered change of zone.
        truth_shift_s: How much later the truth comes, in s, or ``"auto"``; by default it stays where it is.
        jobs: How many of several recordings are run at the same time; by default one.
        progress: Called with the rows, or of several the recordings, that are done and their number, or `True` for a bar
            of tqdm.
        reading: How rows are read, such as ``sort=True``; see `lubdub.read`.

    Returns:
        The session, or of several recordings a list of them, each with its `name`. Arrays are the library's own memory.

    Raises:
        SettingsError: A setting is refused.
        LubdubError: The data is no recording, or holds a value that is not a number.
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
    """A session of a trace; `given` are columns that stand for those of its estimates."""
    members: dict[str, Any] = {
        "settings": settings_options(settings), "input": trace.input, "explain": explain or None, "truthShift": shift}
    call = options(members)
    answer = watched(
        lambda: Answer(library.lubdub_run_any(trace.as_c(), *call)), progress, is_long=trace.rows > LONG_ROWS)
    session = Session(answer, {**trace.row_columns, **(given or {})})
    session._rows, session._settings, session._shift, session.name = trace, members["settings"], shift, name
    return session


LONG_ROWS = 20_000
"""From how many rows on a run takes longer than a user waits."""

_ALL_TAKEN = (
    b'{"after_finish": 0, "duplicates": 0, "late": 0, "negative_range": 0, "not_finite": 0, "out_of_order": 0, '
    b'"taken": %d}\n'
)


def announced(session: Session) -> Session:
    """Warns of rows that were refused."""
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
    """The filtered distance, one row for each row of the trace, or a list of several; see `run`."""
    found: Any = run(data, settings, **reading)
    return [session.estimates for session in found] if isinstance(found, list) else found.estimates
