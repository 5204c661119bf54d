"""Estimates: the distance after each row of a trace."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._columns import SOURCES
from ._library import Bytes, Floats
from ._table import Table, words

STATUSES = ("confirming", "tracking", "fallback", "coasting", "stale")
"""What may stand behind an estimate, in the order of their numbers."""

STATES = ("inContact", "inRange", "unknown", "outOfRange", "notHeard")
"""What may be known of a link, in the order of their numbers."""


class Estimates(Table):
    """The estimate after each row: `distance_m`, `low_m`, `high_m` (95 % interval), `velocity_mps`
    (positive: apart), as float64 with NaN for none; `status`, `radio` and `zone` as uint8 with 255 for none; `state` as
    uint8. By signal strength also `moved` and `zone_probability`, float64, NaN while ranges decide: how likely it is
    that something has moved, and that it is in the zone that counts.
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
    def state_name(self) -> NDArray[np.object_]:
        """What is known of the link, in words, shape (rows,)."""
        return words(self["state"], STATES)

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
        numbers = ("status", "radio", "zone", "state")
        columns = {name: column for name, column in self.items() if name not in numbers}
        columns["source"] = self.radio_name
        columns["status"] = self.status_name
        columns["state"] = self.state_name
        columns["zone"] = np.where(self.zone == 255, np.nan, self.zone)
        return Table(columns)
