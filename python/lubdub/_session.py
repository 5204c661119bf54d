"""Sessions: a whole trace through the pipeline, and what is felt of it."""

from __future__ import annotations

import json
import operator
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ._calls import Progress, watched
from ._columns import SOURCES, Columns
from ._errors import LubdubError, LubdubWarning
from ._library import Answer, Bytes, Floats, library, options
from ._pictures import Page, Sound, drawing, plot
from ._settings import SettingsLike, settings_options
from ._sources import PathLike, content, is_path, is_source
from ._table import Table, words
from ._trace import Trace, read

STATUSES = ("confirming", "tracking", "fallback", "coasting", "stale")
"""What may stand behind an estimate, in the order of their numbers."""


class Estimates(Table):
    """The estimate after each row: `distance_m`, `low_m`, `high_m` (95 % interval), `velocity_mps`
    (positive: apart), as float64 with NaN for none; `status`, `radio` and `zone` as uint8 with 255 for none.
    """

    @property
    def distance_m(self) -> Floats:
        """Medians in m, shape (rows,)."""
        return self["distance_m"]

    @property
    def zone(self) -> Bytes:
        """Zones, counted from the nearest, 255 for none, shape (rows,)."""
        return self["zone"]

    @property
    def status_name(self) -> NDArray[np.object_]:
        """What stands behind each estimate, in words, shape (rows,)."""
        return words(self["status"], STATUSES)

    @property
    def radio_name(self) -> NDArray[np.object_]:
        """The radio that each estimate rests on, shape (rows,)."""
        return words(self["radio"], SOURCES)

    def to_pandas(self) -> Any:
        """The estimates as a `pandas.DataFrame`, with words for `status` and `source`."""
        return self._in_words().to_pandas()

    def to_arrow(self) -> Any:
        """The estimates as a `pyarrow.Table`, with words for `status` and `source`."""
        return self._in_words().to_arrow()

    def _in_words(self) -> Table:
        columns = {name: column for name, column in self.items() if name not in ("status", "radio", "zone")}
        columns["source"] = self.radio_name
        columns["status"] = self.status_name
        columns["zone"] = np.where(self.zone == 255, np.nan, self.zone)
        return Table(columns)


class Timeline:
    """What is felt: beats and events, from a session or from a haptic file.

    It can be exported in any haptic format and rendered as sound.
    """

    _answer: Answer

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    @property
    def beats(self) -> Table:
        """One row a beat: `t_s`, `interval_s`, `intensity` (0 to 1), `zone` (from the nearest); float64."""
        return self._table("beat", {"t_s": "time", "interval_s": "interval",
                                    "intensity": "intensity", "zone": "zone"})

    @property
    def events(self) -> Table:
        """One row an event: `t_s`, `duration_s` (0: a transient), `intensity`, `sharpness`; float64."""
        return self._table("event", {"t_s": "time", "duration_s": "duration",
                                     "intensity": "intensity", "sharpness": "sharpness"})

    @property
    def details(self) -> dict[str, Any]:
        """Everything else of the timeline document: `duration_s`, `zone_changes`, `against_truth` …"""
        found: dict[str, Any] = self._answer.json("session")
        return found

    @property
    def duration_s(self) -> float:
        """From the first row to the end, in s."""
        return float(self.details["duration_s"])

    def export(self, format: str = "json", **members: Any) -> Export:
        """See `lubdub.export`."""
        return export(self, format, **members)

    def render(self, sample_rate: int = 48000) -> NDArray[np.float32]:
        """See `lubdub.render`."""
        return render(self, sample_rate)

    def wav(self, sample_rate: int = 48000) -> bytes:
        """See `lubdub.wav`."""
        return wav(self, sample_rate)

    def audio(self, sample_rate: int = 48000) -> Sound:
        """What is felt as a sound that a notebook plays."""
        return Sound(wav(self, sample_rate))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.beats.rows} beats, {self.events.rows} events, {self.duration_s:g} s)"

    def _table(self, kind: str, columns: dict[str, str]) -> Table:
        return Table(
            {name: self._answer.numbers(f"{kind}_{part}") for name, part in columns.items()}
        )


class Session(Timeline):
    """A trace that has been run: estimates, zones, beats and events."""

    estimates: Estimates
    """One row for each row of the trace."""

    def __init__(self, answer: Answer, times: Floats) -> None:
        super().__init__(answer)
        parts = {"distance_m": "distance", "low_m": "low", "high_m": "high",
                 "velocity_mps": "velocity"}
        found: dict[str, NDArray[Any]] = {"t_s": times}
        found |= {name: answer.numbers(part) for name, part in parts.items()}
        found |= {name: answer.numbers(name, np.uint8) for name in ("status", "radio", "zone")}
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
        return plot(self, axes)

    def report(self, **options: Any) -> Page:
        """The page of ``lubdub report``, which a notebook shows; needs the command-line tool.

        Raises:
            LubdubError: The tool is not installed, or the session was copied, and its rows are elsewhere.
        """
        from . import _commands
        from ._settings import SettingsBase

        if self._rows is None:
            raise LubdubError("this session is a copy without its rows; run them again for a report")
        settings = None if self._settings is None else SettingsBase(self._settings)
        return Page(_commands.report(self._rows, output=True, config=settings, **options).files["output"])

    def to_mcap(self, path: PathLike) -> None:
        """Writes estimates and beats as an MCAP file; see `lubdub.ros.write_mcap`."""
        from .ros import write_mcap

        write_mcap(self, path)

    def _repr_html_(self) -> str:
        return drawing(self)

    def __reduce__(self) -> tuple[Any, ...]:
        # The rows that it was made of are not sent: they may be much more than what it found.
        return Session, (self._answer, np.array(self.estimates["t_s"]))

    def __repr__(self) -> str:
        return (f"Session({self.estimates.rows} rows, {self.beats.rows} beats, "
                f"{self.events.rows} events)")


@dataclass(frozen=True, repr=False)
class Export:
    """A timeline in a haptic format."""

    files: dict[str, bytes]
    """The files by their label; the only one has the label ``""``."""
    extension: str
    """What the names of such files end in."""
    loss: dict[str, Any]
    """What the format could not hold."""

    @property
    def content(self) -> bytes:
        """The only file, or the first."""
        return next(iter(self.files.values()))

    def __repr__(self) -> str:
        sizes = ", ".join(f"{label or 'file'}: {len(content)} bytes" for label, content in self.files.items())
        return f"Export({self.extension}; {sizes})"

    def write(self, path: PathLike) -> list[Path]:
        """Writes the file; several get their labels before the ending. Returns the paths."""
        target = Path(path)
        written = []
        for label, content in self.files.items():
            place = target.with_name(f"{target.stem}.{label}{target.suffix}") if label else target
            place.write_bytes(content)
            written.append(place)
        return written


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
            arrays, whatever hands its columns over as an Arrow stream) with the columns of docs/traces.md: `t_s` and
            `range_m` or `rssi_dbm`, and `source`, `event`, `truth_m`, `fp_power_dbm`, `channel` where it has them;
            or a list of these. Times are seconds, dates or durations. Columns of contiguous float64 are not copied.
        settings: `Settings`, or a mapping with nested or dotted keys; by default the preset eternal-loop.
        explain: Keep every considered change of zone.
        progress: Called with the rows that are done and their number, or `True` for a bar of tqdm.

    Returns:
        The session, or a list of them. Its arrays are the library's own memory.

    Raises:
        SettingsError: A setting is refused.
        LubdubError: The data is no table, or holds what is no number.

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
    b'{"after_finish": 0, "late": 0, "negative_range": 0, "not_finite": 0, "out_of_order": 0, '
    b'"taken": %d}\n'
)


def _warn_refused(counts: dict[str, float]) -> None:
    words_of = {
        "out_of_order": "go back in time",
        "not_finite": "are not finite, or -1 m and below",
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


def read_haptics(source: PathLike | bytes | Any, name: str | None = None) -> Timeline:
    """Reads a haptic file of any known format: AHAP, HJIF, Android XML, JSON …

    Args:
        source: A path, an open file, or the content of a file.
        name: The file's name; its ending helps where the content says too little.

    Raises:
        FormatError: The file is no haptic file, or is damaged.
    """
    found, label = (
        (Path(source).read_bytes(), Path(source).name) if is_path(source) else content(source))
    text = (name or label or "").encode("utf-8", "replace")
    return Timeline(Answer(library.lubdub_read(found, len(found), text, len(text))))


def export(
    timeline: Timeline,
    format: str = "json",
    *,
    name: str | None = None,
    android_style: str | None = None,
    looping: str | None = None,
    curve_point_limit: int | None = None,
    separate_transients: bool = False,
) -> Export:
    """A timeline in a haptic format, with the bytes that ``lubdub export`` writes.

    Args:
        timeline: A session, or what `read_haptics` read.
        format: `json`, `ahap`, `hjif`, `haptic` …; a wrong one is answered with the list.
        name: The name inside of the file, for formats that have one.
        android_style: For Android: how effects are written.
        looping: For formats that loop.
        curve_point_limit: The most points of a curve, for formats that have curves.
        separate_transients: Whether transients stay apart from continuous events.

    Raises:
        FormatError: The format cannot hold the timeline.
    """
    members = {
        "format": format, "name": name, "androidStyle": android_style, "looping": looping,
        "curvePointLimit": curve_point_limit, "separateTransients": separate_transients or None,
    }
    source, call = timeline._answer.timeline, options(members)
    answer = watched(lambda: Answer(library.lubdub_export(source.handle, *call)))
    files = {
        part.partition(".")[2]: answer.bytes(part)
        for part in answer.names if part.partition(".")[0] == "file"
    }
    return Export(files, answer.text("extension"), answer.json("loss"))


def render(timeline: Timeline, sample_rate: int = 48000) -> NDArray[np.float32]:
    """A timeline as sound, as ``lubdub run --wav`` renders it.

    Args:
        timeline: A session, or what `read_haptics` read.
        sample_rate: Samples a second.

    Returns:
        Samples of one channel, -1 to 1, shape (samples,), float32.
    """
    answer = _rendered(timeline, sample_rate, is_file=False)
    return answer.numbers("samples", np.float32)


def wav(timeline: Timeline, sample_rate: int = 48000) -> bytes:
    """A timeline as the bytes of a WAV file, 16 bit, one channel; see `render`."""
    return _rendered(timeline, sample_rate, is_file=True).bytes("wav")


def _rendered(timeline: Timeline, sample_rate: int, is_file: bool) -> Answer:
    source = timeline._answer.timeline
    call = options({"sampleRate": _rate(sample_rate), "file": is_file})
    return watched(lambda: Answer(library.lubdub_render(source.handle, *call)))


def _rate(sample_rate: int) -> int:
    if isinstance(sample_rate, bool) or not hasattr(sample_rate, "__index__"):
        raise LubdubError(f"sample_rate is {sample_rate!r}, expected a whole number of samples a second")
    return operator.index(sample_rate)
