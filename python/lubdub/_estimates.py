"""Estimates: the distance after each row of a trace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from ._columns import SOURCES
from ._library import Answer, Floats
from ._table import Table, Words, nullable

STATUSES = ("confirming", "tracking", "fallback", "coasting", "stale")
"""The statuses of an estimate, in the order of their numbers."""

STATES = ("inContact", "inRange", "unknown", "outOfRange", "notHeard")
"""The states of a link, in the order of their numbers."""

NUMBERS = {"distance_m": "distance", "low_m": "low", "high_m": "high", "sd_m": "deviation", "velocity_mps": "velocity",
           "moved": "moved", "zone_probability": "zone_probability", "contact_probability": "contact_probability"}
"""The columns of numbers, and their names in the library."""


class Estimates(Table):
    """The estimate after each row.

    | column | type | |
    |---|---|---|
    | `t_s` | float64 | s, as in the trace |
    | `distance_m`, `low_m`, `high_m` | float64 | m: the median and the 95% interval, NaN for no estimate |
    | `sd_m` | float64 | m: the standard deviation, NaN for no estimate |
    | `velocity_mps` | float64 | m/s, positive while the devices move apart, NaN for no estimate |
    | `source`, `status`, `state` | words | the radio, the status of the estimate, the state of the link |
    | `zone` | masked int8 | counted from the nearest |
    | `moved`, `zone_probability` | float64 | 0 to 1, from signal strength; NaN while ranges decide |
    | `contact_probability` | float64 | 0 to 1, from ranges at rest; NaN while ranges do not decide |
    | `row` | int32 | the row of your table, counted from 0; absent for files |
    """

    if TYPE_CHECKING:

        @overload  # type: ignore[override]
        def __getitem__(self, place: Literal[
            "t_s", "distance_m", "low_m", "high_m", "sd_m", "velocity_mps", "moved", "zone_probability",
            "contact_probability"]) -> Floats: ...
        @overload
        def __getitem__(self, place: Literal["source", "status", "state"]) -> NDArray[np.object_]: ...
        @overload
        def __getitem__(self, place: Literal["zone"]) -> np.ma.MaskedArray[Any, np.dtype[np.int8]]: ...
        @overload
        def __getitem__(self, place: Literal["row"]) -> NDArray[np.int32]: ...
        @overload
        def __getitem__(self, place: str) -> NDArray[Any]: ...
        @overload
        def __getitem__(self, place: int) -> Any: ...
        @overload
        def __getitem__(self, place: slice) -> Table: ...
        def __getitem__(self, place: Any) -> Any: ...  # pyright: ignore[reportIncompatibleMethodOverride]

    @classmethod
    def of(cls, answer: Answer, columns: Mapping[str, Any]) -> Estimates:
        """Returns the estimates of a result, with known columns: `t_s`, and columns that replace those of the result."""
        found: dict[str, Any] = {"t_s": columns["t_s"]}
        found |= {name: answer.numbers(part) for name, part in NUMBERS.items()}
        words: Mapping[str, tuple[str, tuple[str, ...]]] = {
            "source": ("radio", SOURCES), "status": ("status", STATUSES), "state": ("state", STATES)}
        for name, (part, names) in words.items():
            found[name] = Words(answer.numbers(part, np.uint8), names)
        found["zone"] = nullable(answer.numbers("zone", np.uint8))
        return cls({**found, **columns})
