"""A live session: the pipeline processes rows as they arrive."""

from __future__ import annotations

import ctypes
import math
import operator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._calls import watched
from ._columns import EVENTS, KINDS, SOURCES
from ._errors import LubdubError
from ._estimates import NUMBERS, STATES, STATUSES, Estimates
from ._library import Answer, Rows, library, options
from ._schema import Preset
from ._session import LONG_ROWS
from ._settings import SettingsLike, settings_options, with_preset
from ._table import Table, Words
from ._timeline import beats_of
from ._trace import take, warned

RECEPTIONS = ("taken", "late", "outOfOrder", "notFinite", "finished", "negativeRange", "ahead", "duplicate")
"""The receptions of a row."""

Decision = dict[str, Any]
"""A decision: `what` (`zone`, `beat`, `cancelled`, `contact`, `phase`, `cue`, `considered`), `t_s`, and
further members. Beats, cues, and ended contacts have `events`."""


@dataclass(frozen=True)
class Update:
    """The result of one sample."""

    reception: str
    """`taken`, `late`, or the reason for the rejection: `outOfOrder`, `notFinite` (also a range of -1 m or less),
    `finished`, `ahead` (held until the next sample continues from it) …"""
    distance_m: float | None
    """The median of the distance; `None` before the first estimate."""
    low_m: float | None
    """The lower end of the 95% interval."""
    high_m: float | None
    """The upper end of the 95% interval."""
    sd_m: float | None
    """The standard deviation."""
    velocity_mps: float | None
    """The velocity; positive while the devices move apart."""
    status: str | None
    """The status of the estimate: `tracking`, `fallback`, `coasting` …"""
    zone: int | None
    """The zone, counted from the nearest; `None` for no zone."""
    state: str
    """The state of the link: `inContact`, `inRange`, `unknown`, `outOfRange`, or `notHeard`."""
    moved: float | None
    """The probability of motion from signal strength, 0 to 1; `None` while ranges decide."""
    zone_probability: float | None
    """The probability of the zone in force from signal strength, 0 to 1; `None` while ranges decide."""
    contact_probability: float | None
    """The probability of contact from ranges at rest, 0 to 1; `None` while ranges do not decide."""
    decisions: list[Decision]
    """The decisions up to the sample, in the order of time."""


class Pipeline:
    """The live pipeline, which also runs in apps.

    Times are seconds on one clock of your choice. Several threads can use a pipeline: calls wait for each
    other.

        pipeline = lubdub.Pipeline({"zones.edges": [0.1, 0.5, 1, 2]})
        update = pipeline.process(time.monotonic(), range_m=1.2)
        beats = pipeline.advance(time.monotonic())
    """

    _handle: ctypes.c_void_p = ctypes.c_void_p()

    def __init__(self, settings: SettingsLike = None, *, preset: Preset | None = None, explain: bool = False) -> None:
        """Creates a pipeline without samples.

        Raises:
            SettingsError: A setting is invalid.
        """
        if self._handle:
            raise TypeError("this pipeline is already set up; create another one")
        self._handle = ctypes.c_void_p()
        settings = with_preset(settings, preset)
        members = {"settings": settings_options(settings), "explain": explain or None}
        Answer(library.lubdub_pipeline_make_any(*options(members), self._handle))
        self._settings = settings

    def __del__(self, release: Any = library.lubdub_pipeline_release) -> None:
        release(self._handle)

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(
            "a pipeline is neither copied nor sent: it lives in the memory of this process; send its settings, make "
            "a pipeline there, and feed it the same rows")

    def process(
        self, t_s: float, *, range_m: float | None = None, rssi_dbm: float | None = None, source: str | None = None,
        event: str | None = None, fp_power_dbm: float | None = None, channel: int | None = None,
    ) -> Update:
        """Advances to the time of a sample, and processes it.

        Args:
            t_s: The time in s.
            range_m: The measured range in m.
            rssi_dbm: The received power in dBm.
            source: `uwb`, `ble`, or `cs`; by default `uwb` with a range, `ble` with only an RSSI.
            event: An event instead of a measurement: `connected`, `touched` … With `at`, `range_m` is the distance of the
                devices that a person states: Lubdub learns the level of signal strength from it.
            fp_power_dbm: The power of the first path in dBm.
            channel: The radio channel, 0 to 255.
        """
        kind = ctypes.c_uint8(_kind(source, event, range_m, rssi_dbm))
        try:
            numbers = (ctypes.c_double * 4)(
                t_s, _range(range_m), _level("rssi_dbm", rssi_dbm), _level("fp_power_dbm", fp_power_dbm))
        except TypeError as error:
            raise LubdubError(f"t_s, range_m, rssi_dbm, and fp_power_dbm must be numbers: {error}") from error
        if not math.isfinite(t_s):
            raise LubdubError(f"t_s is {t_s}, expected a finite number of seconds")
        place = ctypes.addressof(numbers)
        number = ctypes.c_int16(_channel(channel))
        rows = Rows(1, place, ctypes.addressof(kind), place + 8, place + 16, place + 24,
                    ctypes.addressof(number), None)
        answer = Answer(library.lubdub_pipeline_process(self._handle, rows))
        distance, low, high, deviation, velocity, moved, probability, contact = (
            _known(answer.double(name)) for name in NUMBERS.values())
        status, zone = answer.bytes("status")[0], answer.bytes("zone")[0]
        return Update(
            RECEPTIONS[answer.bytes("reception")[0]], distance, low, high, deviation, velocity,
            None if status == 255 else STATUSES[status], None if zone == 255 else zone,
            STATES[answer.bytes("state")[0]], moved, probability, contact, _decisions(answer))

    def process_rows(self, data: Any) -> tuple[Estimates, list[Decision]]:
        """Processes the rows of a table in the order of time; the table has the form for `run`.

        Returns:
            The estimate after each row, with the column `reception` (`taken`, `late`, `outOfOrder`, `notFinite`,
            `finished` …), and the decisions.
        """
        trace = warned(take(data, {"settings": self._settings}))
        answer = watched(
            lambda: Answer(library.lubdub_pipeline_process(self._handle, trace.as_c())), is_long=trace.rows > LONG_ROWS)
        receptions = Words(answer.numbers("reception", np.uint8), RECEPTIONS)
        return Estimates.of(answer, {**trace.row_columns, "reception": receptions}), _decisions(answer)

    def advance(self, t_s: float) -> list[Decision]:
        """Advances to a time: silence ends zones, and beats become due. Returns the decisions up to this time."""
        return _decisions(Answer(library.lubdub_pipeline_advance(self._handle, _time(t_s))))

    def plan(self, until_s: float) -> Table:
        """Returns the beats until a time if no more samples arrive: `t_s`, `interval_s`,
        `intensity`, `zone`; at most an hour ahead."""
        return beats_of(Answer(library.lubdub_pipeline_plan(self._handle, _time(until_s))))

    @property
    def next_deadline(self) -> float | None:
        """Returns the time in s of the next decision of `advance`; `None` if only a new sample can cause one."""
        return _known(library.lubdub_pipeline_next_deadline(self._handle))

    def apply(self, settings: SettingsLike) -> list[Decision]:
        """Changes the settings during the session; missing settings get the values of the default preset.

        Raises:
            SettingsError: A setting is invalid; the settings then stay the same.
        """
        members = {"settings": settings_options(settings)}
        decisions = _decisions(Answer(library.lubdub_pipeline_apply(self._handle, *options(members))))
        self._settings = settings
        return decisions

    def finish(self) -> list[Decision]:
        """Ends the session. Returns the decisions up to the end."""
        return _decisions(Answer(library.lubdub_pipeline_finish(self._handle)))


def _range(value: float | None) -> float:
    """Returns a range for the library, within the limits of the trace reader."""
    if value is not None and 1e6 < value < math.inf:
        raise LubdubError(f"range_m is {value}, expected at most 1e6 m")
    return math.nan if value is None else value


def _level(name: str, value: float | None) -> float:
    """Returns a level for the library; 0, -128, and Bluetooth's 127 mean no level."""
    if value is None or value in (0, 127, -128):
        return math.nan
    if math.isfinite(value) and not -128 < value < 0:
        raise LubdubError(f"{name} is {value}, expected above -128 and below 0 dBm")
    return value


def _known(number: float) -> float | None:
    return None if math.isnan(number) else number


def _time(time: float) -> float:
    try:
        if isinstance(time, (str, bytes)):
            raise TypeError
        return float(time)
    except (TypeError, ValueError, OverflowError):
        raise LubdubError(f"the time is {time!r}, expected a number of seconds") from None


def _channel(channel: int | None) -> int:
    if channel is None:
        return -1
    if not hasattr(channel, "__index__") or not 0 <= operator.index(channel) <= 255:
        raise LubdubError(f"channel is {channel!r}, expected a whole number from 0 to 255")
    return operator.index(channel)


def _decisions(answer: Answer) -> list[Decision]:
    return answer.json("decisions") or []


def _kind(source: str | None, event: str | None, range_m: float | None, rssi_dbm: float | None) -> int:
    if source is None:
        source = "ble" if range_m is None and rssi_dbm is not None else "uwb"
    if source not in SOURCES:
        raise LubdubError(f"source is {source!r}, expected one of {', '.join(SOURCES)}")
    if event is not None and event not in EVENTS:
        raise LubdubError(f"event is {event!r}, expected one of {', '.join(EVENTS)}")
    place = 0 if event is None else EVENTS.index(event) + 1
    return place << 2 | KINDS[SOURCES.index(source)]
