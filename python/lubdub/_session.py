"""Sessions: a whole trace through the pipeline, and what is felt of it."""

from __future__ import annotations

import json
import warnings
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from . import tool
from ._calls import Progress, watched
from ._columns import Columns
from ._errors import LubdubError, LubdubWarning
from ._estimates import Estimates
from ._groups import SettingsBase
from ._library import Answer, Floats, library, options
from ._pictures import Page, drawing, plot
from ._settings import SettingsLike, settings_options
from ._sources import PathLike, is_source
from ._table import Table
from ._timeline import Timeline
from ._trace import Trace, read


class Session(Timeline):
    """A trace that has been run: estimates, zones, beats and events."""

    estimates: Estimates
    """One row for each row of the trace."""

    def __init__(self, answer: Answer, times: Floats) -> None:
        super().__init__(answer)
        parts = {"distance_m": "distance", "low_m": "low", "high_m": "high",
                 "velocity_mps": "velocity", "moved": "moved", "zone_probability": "zone_probability"}
        found: dict[str, NDArray[Any]] = {"t_s": times}
        found |= {name: answer.numbers(part) for name, part in parts.items()}
        found |= {name: answer.numbers(name, np.uint8) for name in ("status", "radio", "zone", "state")}
        self.estimates = Estimates(found)
        self._rows: Any = None
        self._settings: Any = None

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
        return Page(tool.report(self._rows, output=True, config=settings, **options).files["output"])

    def to_mcap(self, path: PathLike) -> None:
        """Writes estimates and beats as an MCAP file; see `lubdub.ros.write_mcap`."""
        from .ros import write_mcap

        write_mcap(self, path)

    def _repr_html_(self) -> str:
        return drawing(self.estimates, self.beats, self.duration_s, repr(self))

    def __reduce__(self) -> tuple[Any, ...]:
        # The rows that it was made of are not sent: they may be much more than what it found.
        return Session, (self._answer, np.array(self.estimates["t_s"]))

    def __repr__(self) -> str:
        return (f"Session({self.estimates.rows} rows, {self.beats.rows} beats, "
                f"{self.events.rows} events)")


@overload
def run(  # pyright: ignore[reportOverlappingOverload]
    data: list[Any] | tuple[Any, ...], settings: SettingsLike = ..., *, explain: bool = ...,
    progress: Progress = ...,
) -> list[Session]: ...
@overload
def run(
    data: Trace | PathLike | Any, settings: SettingsLike = ..., *, explain: bool = ...,
    progress: Progress = ...,
) -> Session: ...
def run(
    data: Any, settings: SettingsLike = None, *, explain: bool = False, progress: Progress = None
) -> Session | list[Session]:
    """Runs a trace through the pipeline, as ``lubdub run`` does.

    Args:
        data: A trace, a path, an open file, the bytes of a file, or a table (a DataFrame of any package, a dict of
            arrays, whatever hands its columns over as an Arrow stream) with the columns of docs/reference/traces.md: `t_s` and
            `range_m` or `rssi_dbm`, and `source`, `event`, `truth_m`, `fp_power_dbm`, `channel` where it has them;
            or a list of these. Times are seconds, dates or durations. Columns of contiguous float64 are not copied.
        settings: `Settings`, or a mapping with nested or dotted keys; by default the preset eternal-loop.
        explain: Keep every considered change of zone.
        progress: Called with the rows that are done and their number, or `True` for a bar of tqdm.

    Returns:
        The session, or a list of them. Its arrays are the library's own memory.

    Raises:
        SettingsError: A setting is refused.
        LubdubError: The data is not a table, or holds a value that is not a number.

    Warns:
        LubdubWarning: Rows were refused.
    """
    if isinstance(data, (list, tuple)):
        return [_run(one, settings, explain, progress) for one in data]
    return _run(data, settings, explain, progress)


def _run(data: Any, settings: SettingsLike, explain: bool, progress: Progress) -> Session:
    trace = read(data) if is_source(data) else data
    columns = Columns(trace)
    members: dict[str, Any] = {"settings": settings_options(settings)}
    if isinstance(trace, Trace):
        members["input"] = trace.input
    if explain:
        members["explain"] = True
    call = options(members)
    answer = watched(
        lambda: Answer(library.lubdub_run_any(columns.rows, *call)), progress,
        is_long=columns.rows.count > LONG_ROWS)
    session = Session(answer, columns.arrays["times"])
    session._rows, session._settings = trace, members["settings"]
    taken = answer.bytes("receptions")
    if taken != _ALL_TAKEN % (columns.rows.count,):
        _warn_refused(json.loads(taken))
    return session


LONG_ROWS = 20_000
"""From how many rows on a run takes longer than a user waits."""

_ALL_TAKEN = (
    b'{"after_finish": 0, "duplicates": 0, "late": 0, "negative_range": 0, "not_finite": 0, "out_of_order": 0, '
    b'"taken": %d}\n'
)


def _warn_refused(counts: dict[str, float]) -> None:
    words_of = {
        "out_of_order": "go back in time",
        "not_finite": "are not finite, or -1 m and below",
        "duplicates": "say the same at the same time, and count once",
        "negative_range": "lie more than 0.25 m below zero",
    }
    refused = [f"{counts[name]:.0f} {what}" for name, what in words_of.items() if counts[name]]
    depth = counts.get("depth_below_zero_m")
    cure = f"; readings lie {depth:.1f} m below zero: calibrate again" if depth else ""
    if refused:
        warnings.warn(f"rows were refused: {', '.join(refused)}{cure}", LubdubWarning, stacklevel=4)


@overload
def estimate(data: list[Any] | tuple[Any, ...], settings: SettingsLike = ...) -> list[Estimates]: ...  # pyright: ignore[reportOverlappingOverload]
@overload
def estimate(data: Trace | PathLike | Any, settings: SettingsLike = ...) -> Estimates: ...
def estimate(data: Any, settings: SettingsLike = None) -> Estimates | list[Estimates]:
    """The filtered distance, one row for each row of the trace; see `run`."""
    if isinstance(data, (list, tuple)):
        return [_run(one, settings, False, None).estimates for one in data]
    return _run(data, settings, False, None).estimates
