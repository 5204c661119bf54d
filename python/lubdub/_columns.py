"""Columns of any table for the library, without a copy if they are contiguous float64."""

from __future__ import annotations

import ctypes
import dataclasses
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta, timezone
from itertools import chain
from typing import Any

import numpy as np
import numpy.ma as ma  # Otherwise, the first thread that needs it imports it, and a process forked meanwhile never gets it.
from numpy.typing import NDArray

from ._errors import LubdubError, needed
from ._library import Column
from ._table import Table, Words

SOURCES = ("uwb", "ble", "cs", "gnss", "reported")
"""The radios, in the order of their numbers."""
# The kind of a sample of each radio: the highest bit counts four.
KINDS = (0, 1, 2, 3, 0x80)

EVENTS = (
    "connected", "disconnected", "suspended", "resumed", "peerLost", "manualTriggerPressed",
    "manualTriggerReleased", "sent", "received", "attached", "complete", "touched", "released",
    "entered", "left", "crossed", "at", "still", "moving", "retried", "restarted",
)
"""The events of a link, in the order of their numbers, counted from 1."""

NUMBERS = ("range_m", "rssi_dbm", "truth_m", "fp_power_dbm", "sd_m", "channel", "azimuth_deg", "elevation_deg")
WORDS = ("source", "event", "peer", "recording", "file_id")


class Columns:
    """The columns of a table that belong to a trace, in the form that the library accepts."""

    def __init__(self, data: Any, *, takes_all: bool = False) -> None:
        """Reads the columns of any table. With `takes_all`, also reads columns with other names, if possible."""
        self.found: dict[str, NDArray[np.float64] | Words] = {}
        data = table(data)
        names = column_names(data) or []
        for name in dict.fromkeys(names):
            if names.count(name) > 1 and name in ("t_s", *NUMBERS, *WORDS):
                raise LubdubError(f"the table has {names.count(name)} columns {name}; leave one")
            if name == "t_s":
                self.found[name] = times(_raw(data, name), name)
            elif name in NUMBERS:
                self.found[name] = _marked(numbers(_raw(data, name), name), data, name)
            elif name in WORDS:
                self.found[name] = words(_raw(data, name), name)
            elif takes_all and isinstance(name, str):
                try:
                    self.found[name] = times(_raw(data, name), name)
                except LubdubError:
                    pass  # Unreadable columns are not requested; if they are, the library names them.
        self.rows = next((len(column) for column in self.found.values()), 0)
        for name, column in self.found.items():
            if len(column) != self.rows:
                raise LubdubError(f"{name} has {len(column)} rows, {next(iter(self.found))} has {self.rows}")

    def as_c(self) -> tuple[Any, int, int]:
        """Returns the columns, their number, and the number of their rows; this object owns the memory."""
        array = (Column * len(self.found))()
        for place, (name, values) in zip(array, self.found.items(), strict=True):
            place.name = name.encode()
            if isinstance(values, Words):
                texts = (ctypes.c_char_p * len(values.names))(*(str(text).encode("utf-8", "replace") for text in values.names))
                place.places, place.texts, place.text_count = values.places.ctypes.data, texts, len(texts)
            else:
                place.numbers = values.ctypes.data
        self._kept = array
        return array, len(array), self.rows


def _raw(data: Any, name: str) -> Any:
    """Returns a stored column, with words as their numbers."""
    return data.raw(name) if isinstance(data, Table) else data[name]


def _marked(values: NDArray[np.float64] | Words, data: Any, name: str) -> NDArray[np.float64] | Words:
    """Returns channels with NaN for -1, which marks unknown channels in Lubdub's tables."""
    if name == "channel" and isinstance(data, Table) and isinstance(values, np.ndarray):
        return np.where(values < 0, np.nan, values)
    return values


def column_names(data: Any) -> list[str] | None:
    """Returns the names of a table's columns; `None` for other objects."""
    columns = getattr(data, "column_names", None)  # pyarrow
    if columns is None:
        columns = getattr(data, "columns", None)  # pandas, polars
    if columns is None:
        columns = getattr(getattr(data, "dtype", None), "names", None)  # numpy
    if columns is None and isinstance(data, Mapping):
        columns = data.keys()
    if columns is None or callable(columns) or not isinstance(columns, Iterable):
        return None
    return list(columns)


def table(data: Any) -> Any:
    """Returns any table as a table with named columns: a frame, also a lazy one, or records."""
    if hasattr(data, "collect") and _package(data) == "polars":
        data = data.collect()
    elif callable(getattr(data, "compute", None)):  # Dask
        data = data.compute()
    elif _package(data) == "pyarrow" and not hasattr(data, "column_names"):
        data = _of_stream(data)
    elif isinstance(data, (list, Iterator)):
        data = _of_records(data)
    known = _package(data) in ("pandas", "polars", "pyarrow", "numpy", "lubdub")
    if not known and not isinstance(data, Mapping):
        found = exchanged(data)
        data = data if found is None else found
    if column_names(data) is None:
        raise LubdubError(
            f"{type(data).__name__} is not a table; expected a mapping of columns, such as a "
            "DataFrame, a dict of arrays or a trace, or records, with t_s and range_m or rssi_dbm")
    return data


def is_record(data: Any) -> bool:
    """Returns whether an object is one row: a mapping from names to values, or an object with attributes."""
    if isinstance(data, Mapping) and not isinstance(data, Table):
        return not any(
            isinstance(value, (list, Table)) or hasattr(value, "dtype") and np.ndim(value) for value in data.values())
    return hasattr(data, "_asdict") or dataclasses.is_dataclass(data) and not isinstance(data, type)


def _of_records(data: Iterable[Any]) -> dict[str, list[Any]]:
    rows: list[Mapping[str, Any]] = []
    for row in data:
        if not isinstance(row, Mapping) and not is_record(row):
            kind = type(row).__name__
            raise LubdubError(f"record {len(rows)} is {kind}, expected a mapping such as {{'t_s': 0.1, 'range_m': 1.2}}")
        rows.append(row if isinstance(row, Mapping) else row._asdict() if hasattr(row, "_asdict") else vars(row))
    found = {name: [row.get(name) for row in rows] for name in dict.fromkeys(chain.from_iterable(rows))}
    for name in ("t_s", *NUMBERS, *WORDS):
        for index, value in enumerate(found.get(name, ())):
            if isinstance(value, (list, tuple, Mapping, np.ndarray)):
                raise LubdubError(f"record {index}: {name} is {value!r}, expected one number or text")
    return found


def exchanged(data: Any) -> Any:
    """Returns the Arrow table of an object with an Arrow stream or the dataframe protocol; otherwise `None`."""
    if not any(hasattr(data, name) for name in EXCHANGES):
        return None
    interchange = needed(
        "pyarrow.interchange", f"a {type(data).__name__} is read through pyarrow, which is not installed: "
        "pip install pyarrow, or give a dict of its columns")
    import pyarrow

    try:
        if hasattr(data, "__arrow_c_stream__"):
            return pyarrow.RecordBatchReader.from_stream(data).read_all()
        if not hasattr(data, "__dataframe__"):
            return pyarrow.table(data)
        return interchange.from_dataframe(data)
    except (pyarrow.ArrowException, TypeError, ValueError, RuntimeError) as error:
        raise LubdubError(f"the columns of a {type(data).__name__} cannot be read: {error}") from error


EXCHANGES = ("__arrow_c_stream__", "__arrow_c_array__", "__arrow_c_device_array__", "__dataframe__")
"""The methods of tables that export their columns."""


def _of_stream(data: Any) -> Any:
    """Returns the table of an object that pyarrow reads on demand: a stream, a data set, or a scanner."""
    import pyarrow

    try:
        return data.read_all() if hasattr(data, "read_all") else data.to_table()
    except (pyarrow.ArrowException, OSError, AttributeError) as error:
        raise LubdubError(f"the columns of a {type(data).__name__} cannot be read: {error}") from error


def numbers(values: Any, name: str) -> NDArray[np.float64] | Words:
    """Returns a column as contiguous float64, with NaN for missing values, without a copy if it already has this form. Texts
    stay texts, which the library reads like the texts of a file."""
    array = array_of(values, name)
    if array.dtype.kind in "mMc":
        what = "complex numbers" if array.dtype.kind == "c" else "times"
        raise LubdubError(f"{name} has {what}, expected real numbers")
    if array.dtype.kind in "OUS":
        _refuse_strangers(array, name)
        if array.dtype.kind != "O" or any(isinstance(value, (str, bytes)) for value in array):
            return words(array, name)
    try:
        return np.ascontiguousarray(array, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise LubdubError(f"{name} has a value that is not a number: {error}") from error


def times(values: Any, name: str) -> NDArray[np.float64] | Words:
    """Returns a column of times in s, with NaN for missing times. Dates count from 1970 in UTC, durations from 0."""
    array = array_of(values, name)
    if array.dtype.kind == "O":
        array = _of_clock(array, name)
    if array.dtype.kind not in "mM":
        return numbers(array, name)
    unit, _ = np.datetime_data(array.dtype)
    if unit in ("Y", "M", "generic"):
        raise LubdubError(f"{name} counts {unit}, expected times in days or finer")
    second = float(np.timedelta64(1, "s") / np.ones(1, array.dtype.str.replace("M", "m"))[0])
    missing = np.isnat(array)
    ticks = np.where(missing, 0, array.astype(np.int64))
    if second < 1 or len(ticks) == 0 or np.abs(ticks).max() < 1 << 53:
        found: NDArray[np.float64] = ticks / second
    else:
        # Whole seconds and the rest separately: a float64 cannot represent nanoseconds since 1970.
        whole, rest = np.divmod(ticks, np.int64(second))
        found = whole + rest / second
    found[missing] = np.nan
    return found


def array_of(values: Any, name: str) -> NDArray[Any]:
    """Returns a column as an array of one dimension; a masked value is NaN, or `None` among objects."""
    if isinstance(values, ma.MaskedArray):
        return _unmasked(values)
    if not hasattr(values, "to_numpy") or getattr(values, "dtype", None) == np.float64:
        try:
            array = np.asarray(values)
        except (TypeError, ValueError, OverflowError) as error:
            raise LubdubError(f"{name} is not a column: {error}") from error
    elif _package(values) == "pandas":
        array = _of_pandas(values)
    elif _package(values) == "pyarrow":
        array = _of_arrow(values, name)
    else:
        array = np.asarray(values.to_numpy())
    if array.ndim != 1:
        raise LubdubError(f"{name} has {array.ndim} dimensions, expected 1")
    if array.dtype.kind == "O" and any(kind.__name__ in _ABSENT for kind in {*map(type, array)}):
        array = np.array([None if type(value).__name__ in _ABSENT else value for value in array], object)
    return array


_ABSENT = ("NAType", "NaTType")
"""The types of pandas for a missing value."""


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
    import pyarrow
    from pyarrow import types as kinds

    if kinds.is_run_end_encoded(values.type):
        raise LubdubError(f"{name} is run-end encoded; pyarrow.compute.run_end_decode turns it into a plain column")
    if kinds.is_time(values.type):
        raise LubdubError(f"{name} has times of day, expected seconds, dates, or durations")
    if kinds.is_timestamp(values.type) and values.type.tz is not None:
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
    """Returns Python dates and durations as numpy values; other values unchanged."""
    first = next((value for value in array if value is not None), None)
    if isinstance(first, timedelta):
        wanted: type = timedelta
    elif isinstance(first, datetime):
        wanted = datetime
    else:
        return array
    for index, value in enumerate(array):
        if not isinstance(value, wanted) and value is not None:
            raise LubdubError(f"{name}[{index}] is {value!r}, expected a {wanted.__name__} as before it")
    if wanted is timedelta:
        return array.astype("timedelta64[us]")
    naive = [value.astimezone(timezone.utc).replace(tzinfo=None) if value and value.tzinfo else value for value in array]
    return np.array(naive, dtype="datetime64[us]")


def _refuse_strangers(array: NDArray[Any], name: str) -> None:
    """Rejects complex numbers and dates among objects, with their row; numpy would accept or reject them without a row."""
    for index, value in enumerate(array):
        if isinstance(value, (complex, np.complexfloating, datetime, timedelta, np.datetime64, np.timedelta64)):
            raise LubdubError(f"{name}[{index}] is {value!r}, expected a real number")


def words(values: Any, name: str) -> Words:
    """Returns the distinct words of a column, and the index of each row's word; -1 for no word."""
    if isinstance(values, Words):
        return values
    package = _package(values)
    if package == "pyarrow":
        values = values.dictionary_encode() if not hasattr(values.type, "index_type") else values
        whole = values.combine_chunks() if hasattr(values, "chunks") else values
        whole = whole.chunk(0) if hasattr(whole, "num_chunks") and whole.num_chunks == 1 else whole
        if hasattr(whole, "indices"):
            return Words(whole.indices.fill_null(-1).to_numpy(zero_copy_only=False), whole.dictionary.to_pylist())
    elif package == "pandas":
        try:
            places, names = sys.modules["pandas"].factorize(values)
        except TypeError as error:
            raise LubdubError(f"{name} has a value that is not a word: {error}") from error
        return Words(places, [_text(text) for text in names.tolist()])
    array = array_of(values, name)
    if array.dtype.kind in "mMc":
        raise LubdubError(f"{name} has {array.dtype}, expected words")
    index: dict[str, int] = {}
    found = np.fromiter(
        (-1 if value is None or value != value else index.setdefault(_text(value), len(index)) for value in array.tolist()),
        np.int32, len(array))
    return Words(found, list(index))


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return repr(value) if isinstance(value, float) else str(value)


def _package(values: Any) -> str:
    return type(values).__module__.partition(".")[0]


def radio_of(kinds: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Returns the indices of the kinds' radios in `SOURCES`."""
    return np.asarray(kinds & 3 | kinds >> 7 << 2, np.uint8)


def event_of(kinds: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Returns the indices of the kinds' events in `EVENTS`; -1 for samples."""
    return np.asarray((kinds & 0x7F) >> 2, np.int16) - 1
