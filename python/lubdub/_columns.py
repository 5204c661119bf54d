"""Rows of any table as the library takes them, without a copy where they are contiguous float64."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._errors import LubdubError
from ._library import Rows

SOURCES = ("uwb", "ble", "cs", "gnss")
"""The radios, in the order of their numbers."""

EVENTS = (
    "connected", "disconnected", "suspended", "resumed", "peerLost", "manualTriggerPressed",
    "manualTriggerReleased", "sent", "received", "attached", "complete", "touched", "released",
    "entered", "left", "crossed",
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
        names = column_names(data)
        if names is None:
            raise LubdubError(
                f"{type(data).__name__} is no table; expected a mapping of columns, such as a "
                "DataFrame, a dict of arrays or a trace, with t_s and range_m or rssi_dbm"
            )
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
            array = numbers(data[name], name)
            count = len(array) if count < 0 else count
            self._take(field, array, name, count)
        self.rows.count = count
        if "channel" in names:
            self._take("channels", _channels(data["channel"]), "channel", count)
        kinds = _kinds(data, names, count, self.arrays)
        self._take("kinds", kinds, "kind", count)
        _refuse_several(data, names)

    def _take(self, field: str, array: NDArray[Any], name: str, count: int) -> None:
        if len(array) != count:
            raise LubdubError(f"{name} has {len(array)} rows, t_s has {count}")
        self.arrays[field] = array
        setattr(self.rows, field, array.ctypes.data if count else None)


def numbers(values: Any, name: str) -> NDArray[np.float64]:
    """A column as contiguous float64: the same memory where it is that already."""
    try:
        if getattr(values, "dtype", None) == np.float64 or not hasattr(values, "to_numpy"):
            array = np.asarray(values)
        elif _is_pandas(values):
            array = values.to_numpy(dtype=np.float64, na_value=np.nan)
        else:
            array = values.to_numpy()
        array = np.ascontiguousarray(array, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise LubdubError(f"{name} holds what is no number: {error}") from error
    if array.ndim != 1:
        raise LubdubError(f"{name} has {array.ndim} dimensions, expected 1")
    return array


def column_names(data: Any) -> list[str] | None:
    """The names of a table's columns; `None` for what is no table."""
    columns = getattr(data, "column_names", None)  # pyarrow
    if columns is None:
        columns = getattr(data, "columns", None)  # pandas, polars
    if columns is None:
        columns = getattr(getattr(data, "dtype", None), "names", None)  # numpy
    if columns is None and isinstance(data, Mapping):
        columns = data.keys()
    return None if columns is None else list(columns)


def objects(values: Any) -> NDArray[Any]:
    """A column of words; `None` for none."""
    if _is_pandas(values):
        array = values.to_numpy(dtype=object, na_value=None)
    else:
        array = values.to_numpy() if hasattr(values, "to_numpy") else values
    return np.asarray(array, dtype=object)


def _is_pandas(values: Any) -> bool:
    return type(values).__module__.partition(".")[0] == "pandas"


def _channels(values: Any) -> NDArray[np.int16]:
    if getattr(values, "dtype", None) == np.int16:
        return np.ascontiguousarray(values)
    known = numbers(values, "channel")
    wrong = np.flatnonzero((known < -1) | (known > 255))
    if len(wrong):
        raise LubdubError(f"channel[{wrong[0]}] is {known[wrong[0]]:g}, expected 0 to 255")
    return np.where(np.isnan(known), -1, known).astype(np.int16)


def _kinds(
    data: Any, names: list[str], count: int, arrays: Mapping[str, NDArray[Any]]
) -> NDArray[np.uint8]:
    if "kind" in names:
        kinds = np.asarray(data["kind"])
        if kinds.dtype != np.uint8:
            raise LubdubError(f"kind is {kinds.dtype}, expected uint8")
        return np.ascontiguousarray(kinds)
    if "source" in names:
        kinds = _places(objects(data["source"]), SOURCES, "source", arrays)
    else:
        kinds = _implied(count, arrays)
    if "event" in names:
        kinds = kinds | (_places(objects(data["event"]), EVENTS, "event", None, 1) << 2)
    return kinds.astype(np.uint8)


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
