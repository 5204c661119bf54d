"""Columns with names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Table(Mapping[str, NDArray[Any]]):
    """Columns of one length, by name: `table["range_m"]`. `dict(table)` and pandas take it as it is."""

    _columns: dict[str, NDArray[Any]]

    def __init__(self, columns: Mapping[str, NDArray[Any]]) -> None:
        self._columns = dict(columns)

    def __getitem__(self, name: str) -> NDArray[Any]:
        try:
            return self._columns[name]
        except KeyError:
            known = ", ".join(self._columns)
            raise KeyError(f"there is no column {name!r}; columns: {known}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return next((len(column) for column in self._columns.values()), 0)

    def to_pandas(self) -> Any:
        """The table as a `pandas.DataFrame`."""
        import pandas

        return pandas.DataFrame({name: self[name] for name in self})

    def to_arrow(self) -> Any:
        """The table as a `pyarrow.Table`; numbers that are not known are null."""
        import pyarrow

        return pyarrow.table(
            {
                name: pyarrow.array(
                    self[name], from_pandas=True,
                    type=pyarrow.string() if self[name].dtype == object else None,
                )
                for name in self
            }
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rows} rows: {', '.join(self)})"


def words(places: NDArray[Any], names: tuple[str | None, ...]) -> NDArray[np.object_]:
    """The words that numbers stand for; a number beyond the last word stands for `None`."""
    table = np.array([*names, None], dtype=object)
    found: NDArray[np.object_] = table[np.minimum(places, len(names))]
    return found
