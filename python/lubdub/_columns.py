"""Rows of any table as the library takes them, without a copy where they are contiguous float64."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from typing import Any

import numpy as np
import numpy.ma as ma  # Else the first thread that needs it imports it, and a fork meanwhile never gets it.
from numpy.typing import NDArray

from ._errors import LubdubError
from ._library import Rows

SOURCES = ("uwb", "ble", "cs", "gnss", "reported")
# The kind of a sample of each of them: the highest bit counts four.
KINDS = (0, 1, 2, 3, 0x80)
"""The radios, in the order of their numbers."""

EVENTS = (
    "connected", "disconnected", "suspended", "resumed", "peerLost", "manualTriggerPressed",
    "manualTriggerReleased", "sent", "received", "attached", "complete", "touched", "released",
    "entered", "left", "crossed", "at", "still", "moving", "retried", "restarted",
)
"""What may happen to a link, in the order of their numbers, counted from 1."""

NUMBERS = {
    "t_s": "times",
    "range_m": "ranges",
    "rssi_dbm": "powers",
    "fp_power_dbm": "first_path_powers",
    "truth_m": "truths",
    "sd_m": "deviations",
}
"""Columns of numbers, and what the library calls them."""


class Columns:
    """Rows as the library takes them, and the arrays that they point into."""

    __slots__ = ("arrays", "rows")

    def __init__(self, data: Any) -> None:
        data = table(data)
        names = column_names(data) or []
        if "t_s" not in names or not {"range_m", "rssi_dbm", "event", "kind"}.intersection(names):
            raise LubdubError(
                "a trace has t_s and one of range_m, rssi_dbm and event; this table has "
                f"{', '.join(map(str, names)) or 'no columns'}"
            )
        self.rows = Rows()
        self.arrays: dict[str, NDArray[Any]] = {}
        count = -1
        for name, field in NUMBERS.items():
            if name not in names:
                continue
            array = times(data[name], name) if name == "t_s" else numbers(data[name], name)
            count = len(array) if count < 0 else count
            self._take(field, array, name, count)
        self.rows.count = count
        if "channel" in names:
            self._take("channels", _channels(data["channel"]), "channel", count)
        kinds = _kinds(data, names, count, self.arrays)
        self._take("kinds", kinds, "kind", count)
        _refuse_several(data, names)

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("these rows point into this process; send the table that they are of")

    def _take(self, field: str, array: NDArray[Any], name: str, count: int) -> None:
        if len(array) != count:
            raise LubdubError(f"{name} has {len(array)} rows, t_s has {count}")
        self.arrays[field] = array
        setattr(self.rows, field, array.ctypes.data if count else None)


def column_names(data: Any) -> list[str] | None:
    """The names of a table's columns; `None` for what is no table."""
    columns = getattr(data, "column_names", None)  # pyarrow
    if columns is None:
        columns = getattr(data, "columns", None)  # pandas, polars
    if columns is None:
        columns = getattr(getattr(data, "dtype", None), "names", None)  # numpy
    if columns is None and isinstance(data, Mapping):
        columns = data.keys()
    if columns is None or callable(columns):
        return None
    return list(columns)


def table(data: Any) -> Any:
    """Any table as one whose columns have names.

    Raises:
        LubdubError: It is no table.
    """
    known = _package(data) in ("pandas", "polars", "pyarrow", "numpy", "lubdub")
    if not known and not isinstance(data, Mapping):
        found = exchanged(data)
        data = data if found is None else found
    if column_names(data) is None:
        raise LubdubError(
            f"{type(data).__name__} is no table; expected a mapping of columns, such as a "
            "DataFrame, a dict of arrays or a trace, with t_s and range_m or rssi_dbm")
    return data


def exchanged(data: Any) -> Any:
    """The Arrow table of what hands its columns over as a stream or by the dataframe protocol; else `None`."""
    if not (hasattr(data, "__arrow_c_stream__") or hasattr(data, "__dataframe__")):
        return None
    try:
        import pyarrow
        from pyarrow import interchange
    except ImportError:
        raise LubdubError(
            f"a {type(data).__name__} is read through pyarrow, which is not installed: "
            "pip install 'lubdub[arrow]', or give a dict of its columns") from None
    try:
        if hasattr(data, "__arrow_c_stream__"):
            return pyarrow.RecordBatchReader.from_stream(data).read_all()
        return interchange.from_dataframe(data)
    except (pyarrow.ArrowException, TypeError, ValueError, RuntimeError) as error:
        raise LubdubError(f"the columns of a {type(data).__name__} cannot be read: {error}") from error


def numbers(values: Any, name: str) -> NDArray[np.float64]:
    """A column as contiguous float64: the same memory where it is that already."""
    array = array_of(values, name)
    if array.dtype.kind in "mMc":
        what = "complex numbers" if array.dtype.kind == "c" else "times"
        raise LubdubError(f"{name} holds {what}, expected real numbers")
    if array.dtype.kind == "O":
        _refuse_strangers(array, name)
    try:
        array = np.ascontiguousarray(array, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise LubdubError(f"{name} holds a value that is not a number: {error}") from error
    return array


def times(values: Any, name: str) -> NDArray[np.float64]:
    """A column of times in s. Dates count from 1970 in UTC, durations from 0."""
    array = array_of(values, name)
    if array.dtype.kind == "O":
        array = _of_clock(array, name)
    if array.dtype.kind not in "mM":
        array = numbers(array, name)
        with np.errstate(over="ignore", invalid="ignore"):
            is_finite = np.isfinite(array.sum())
        if not is_finite:
            _refuse_missing(~np.isfinite(array), array, name)
        return array
    _refuse_missing(np.isnat(array), array, name)
    unit, step = np.datetime_data(array.dtype)
    if unit in ("Y", "M", "generic"):
        raise LubdubError(f"{name} counts {unit}, expected times in days or finer")
    second = float(np.timedelta64(1, "s") / np.ones(1, array.dtype.str.replace("M", "m"))[0])
    ticks = array.astype(np.int64)
    if second < 1 or len(ticks) == 0 or np.abs(ticks).max() < 1 << 53:
        found: NDArray[np.float64] = ticks / second
    else:
        # Whole seconds and the rest apart: nanoseconds since 1970 are more than a float64 can count.
        whole, rest = np.divmod(ticks, np.int64(second))
        found = whole + rest / second
    return found


def _refuse_missing(missing: NDArray[np.bool_], array: NDArray[Any], name: str) -> None:
    rows = np.flatnonzero(missing)
    if len(rows):
        raise LubdubError(
            f"{name}[{rows[0]}] is {array[rows[0]]}, expected a finite time; leave out the rows without one, "
            f"{len(rows)} of {len(array)}")


def array_of(values: Any, name: str) -> NDArray[Any]:
    """A column as an array of one dimension; a masked value is NaN, or `None` among objects."""
    if isinstance(values, ma.MaskedArray):
        return _unmasked(values)
    if not hasattr(values, "to_numpy") or getattr(values, "dtype", None) == np.float64:
        try:
            array = np.asarray(values)
        except (TypeError, ValueError, OverflowError) as error:
            raise LubdubError(f"{name} is no column: {error}") from error
    elif _package(values) == "pandas":
        array = _of_pandas(values)
    elif _package(values) == "pyarrow":
        array = _of_arrow(values, name)
    else:
        array = np.asarray(values.to_numpy())
    if array.ndim != 1:
        raise LubdubError(f"{name} has {array.ndim} dimensions, expected 1")
    return array


def _unmasked(values: Any) -> NDArray[Any]:
    mask = ma.getmaskarray(values)
    if not mask.any():
        return np.asarray(values.data)
    kind = values.dtype.kind
    found: NDArray[Any] = np.array(values.data, dtype=object if kind in "OUS" else np.float64 if kind in "biu" else None)
    found[mask] = np.array("NaT", found.dtype) if kind in "mM" else None if kind in "OUS" else np.nan
    return found


def _of_pandas(values: Any) -> NDArray[Any]:
    if getattr(values.dtype, "tz", None) is not None:
        return np.asarray(values.to_numpy(dtype="datetime64[ns]"))
    kind = getattr(values.dtype, "kind", "O")
    if kind in "mM" or not getattr(values, "hasnans", True):
        return np.asarray(values.to_numpy())
    if kind in "biuf":
        return np.asarray(values.to_numpy(dtype=np.float64, na_value=np.nan))
    return np.asarray(values.to_numpy(dtype=object, na_value=None))


def _of_arrow(values: Any, name: str) -> NDArray[Any]:
    import pyarrow.types as kinds

    if kinds.is_time(values.type):
        raise LubdubError(f"{name} holds times of day, expected seconds, dates or durations")
    if kinds.is_timestamp(values.type) and values.type.tz is not None:
        import pyarrow

        values = values.cast(pyarrow.timestamp(values.type.unit, "UTC")).cast(
            pyarrow.timestamp(values.type.unit))
    if kinds.is_decimal(values.type):
        values = values.cast("float64")
    try:
        found = values.to_numpy(zero_copy_only=False) if hasattr(values, "buffers") else values.to_numpy()
    except (NotImplementedError, ValueError) as error:
        raise LubdubError(f"{name} is a column of {values.type}: {error}") from error
    return np.asarray(found)


def _of_clock(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Dates and durations of Python as those of numpy; anything else as it is."""
    first = next((value for value in array if value is not None), None)
    if isinstance(first, timedelta):
        wanted: type = timedelta
    elif isinstance(first, datetime):
        wanted = datetime
    else:
        return array
    for index, value in enumerate(array):
        if not isinstance(value, wanted):
            raise LubdubError(f"{name}[{index}] is {value!r}, expected a {wanted.__name__} as before it")
    if wanted is timedelta:
        return array.astype("timedelta64[us]")
    naive = [value.astimezone(timezone.utc).replace(tzinfo=None) if value.tzinfo else value for value in array]
    return np.array(naive, dtype="datetime64[us]")


def _refuse_strangers(array: NDArray[Any], name: str) -> None:
    """Among objects, a complex number or a date would be taken for a number, or refused without its place."""
    for index, value in enumerate(array):
        if isinstance(value, (complex, np.complexfloating, datetime, timedelta, np.datetime64, np.timedelta64)):
            raise LubdubError(f"{name}[{index}] is {value!r}, expected a real number")


def objects(values: Any) -> NDArray[Any]:
    """A column of words; `None` for none."""
    if isinstance(values, ma.MaskedArray):
        hidden: NDArray[Any] = np.array(values.data, dtype=object)
        hidden[ma.getmaskarray(values)] = None
        return hidden
    if _package(values) == "pandas":
        array = values.to_numpy(dtype=object, na_value=None)
    else:
        array = values.to_numpy() if hasattr(values, "to_numpy") else values
    try:
        array = np.asarray(array, dtype=object)
    except (TypeError, ValueError) as error:
        raise LubdubError(f"a column of words cannot be read: {error}") from error
    if array.ndim != 1:
        raise LubdubError(f"a column of words has {array.ndim} dimensions, expected 1")
    return array


def _package(values: Any) -> str:
    return type(values).__module__.partition(".")[0]


def _channels(values: Any) -> NDArray[np.int16]:
    if getattr(values, "dtype", None) == np.int16 and isinstance(values, np.ndarray):
        if not isinstance(values, ma.MaskedArray):
            return np.ascontiguousarray(values)
    known = numbers(values, "channel")
    with np.errstate(invalid="ignore"):
        wrong = np.flatnonzero((known < -1) | (known > 255) | (known != np.floor(known)) & ~np.isnan(known))
    if len(wrong):
        raise LubdubError(
            f"channel[{wrong[0]}] is {known[wrong[0]]:g}, expected a whole number from 0 to 255")
    return np.where(np.isnan(known), -1, known).astype(np.int16)


def _kinds(
    data: Any, names: list[str], count: int, arrays: Mapping[str, NDArray[Any]]
) -> NDArray[np.uint8]:
    if "kind" in names:
        kinds = array_of(data["kind"], "kind")
        if kinds.dtype != np.uint8:
            raise LubdubError(f"kind is {kinds.dtype}, expected uint8")
        return np.ascontiguousarray(kinds)
    if "source" in names:
        kinds = np.array(KINDS, np.uint8)[_places(objects(data["source"]), SOURCES, "source", arrays)]
    else:
        kinds = _implied(count, arrays)
    if "event" in names:
        kinds = kinds | (_places(objects(data["event"]), EVENTS, "event", None, 1) << 2)
    return kinds.astype(np.uint8)


def radio_of(kinds: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The places of the radios of kinds in `SOURCES`."""
    return np.asarray(kinds & 3 | kinds >> 7 << 2, np.uint8)


def event_of(kinds: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The places of the events of kinds in `EVENTS`, from 1; 0 for samples."""
    return np.asarray((kinds & 0x7F) >> 2, np.uint8)


def _implied(count: int, arrays: Mapping[str, NDArray[Any]]) -> NDArray[np.uint8]:
    """Without a source a range means ultra-wideband, an RSSI alone Bluetooth."""
    kinds = np.zeros(count, np.uint8)
    powers = arrays.get("powers")
    if powers is not None and len(powers) == count:
        heard = ~np.isnan(powers)
        ranges = arrays.get("ranges")
        kinds[heard if ranges is None else heard & np.isnan(ranges)] = 1
    return kinds


def _places(
    found: NDArray[Any], known: tuple[str, ...], name: str,
    arrays: Mapping[str, NDArray[Any]] | None, first: int = 0,
) -> NDArray[np.uint8]:
    """The number of each word. An empty one is 0, or with `arrays` what the row implies."""
    places = np.full(len(found), 255, np.uint8)
    for place, word in enumerate(known):
        places[found == word] = place + first
    rest = np.flatnonzero(places == 255)
    if len(rest):
        implied = None if arrays is None else _implied(len(found), arrays)
        for index in rest:
            value = found[index]
            if not (value is None or value == "" or value != value):
                raise LubdubError(
                    f"{name}[{index}] is {value!r}, expected one of {', '.join(known)}"
                )
            places[index] = 0 if implied is None else implied[index]
    return places


def _refuse_several(data: Any, names: list[str]) -> None:
    for name in ("recording", "peer"):
        if name not in names:
            continue
        values = objects(data[name])
        several = {value for value in values if value is not None and value == value and value != ""}
        if len(several) > 1:
            shown = ", ".join(sorted(map(str, several))[:4])
            raise LubdubError(
                f"the column {name} names {len(several)}: {shown}; take one, such as "
                f'table[table["{name}"] == …], or lubdub.split(table)'
            )
