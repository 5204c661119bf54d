"""Columns with names."""

from __future__ import annotations

import functools
import html
from collections import namedtuple
from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ._errors import LubdubError

_SHOWN_ROWS = 5


class Table:
    """Columns of one length: `table["range_m"]` is one, `table[3]` a row, `table[10:20]` a part.

    Whatever takes an Arrow table takes this one (`pyarrow.table`, polars, DuckDB), and pandas makes a DataFrame of it.
    `len` and iteration count rows; `keys`, `items` and `in` know the columns, so that `dict(table)` has them.
    """

    _columns: dict[str, NDArray[Any]]

    def __init__(self, columns: Mapping[str, NDArray[Any]]) -> None:
        self._columns = dict(columns)

    @overload
    def __getitem__(self, place: str) -> NDArray[Any]: ...
    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> Table: ...
    def __getitem__(self, place: str | int | slice) -> Any:
        if isinstance(place, slice):
            return Table({name: column[place] for name, column in self.items()})
        if not isinstance(place, str):
            if not -self.rows <= place < self.rows:
                raise IndexError(f"there is no row {place}; rows: {self.rows}")
            return _row_type(tuple(self.keys()))(*(column[place] for column in self.values()))
        try:
            return self._columns[place]
        except KeyError:
            known = ", ".join(self._columns)
            raise KeyError(f"there is no column {place!r}; columns: {known}") from None

    def __len__(self) -> int:
        return self.rows

    def __iter__(self) -> Iterator[Any]:
        row = _row_type(tuple(self.keys()))
        return (row(*values) for values in zip(*self.values(), strict=True))

    def __contains__(self, name: object) -> bool:
        return name in self._columns

    def keys(self) -> KeysView[str]:
        """The names of the columns."""
        return self._columns.keys()

    def values(self) -> ValuesView[NDArray[Any]]:
        """The columns."""
        return self._columns.values()

    def items(self) -> ItemsView[str, NDArray[Any]]:
        """Names and columns."""
        return self._columns.items()

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._columns)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return next((len(column) for column in self._columns.values()), 0)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, len(self._columns)

    def to_pandas(self) -> Any:
        """The table as a `pandas.DataFrame`."""
        import pandas

        return pandas.DataFrame(dict(self.items()))

    def to_polars(self) -> Any:
        """The table as a `polars.DataFrame`."""
        import polars

        return polars.from_arrow(self.to_arrow())

    def to_arrow(self) -> Any:
        """The table as a `pyarrow.Table`; numbers that are not known are null."""
        try:
            import pyarrow
        except ImportError:
            raise LubdubError("an Arrow table needs pyarrow: pip install 'lubdub[arrow]'") from None
        return pyarrow.table(
            {
                name: pyarrow.array(
                    column, from_pandas=True,
                    type=pyarrow.string() if column.dtype == object else None,
                )
                for name, column in self.items()
            }
        )

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The rows as a stream that packages of tables exchange."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> Any:
        """The table by the dataframe protocol."""
        return self.to_arrow().__dataframe__(nan_as_null, allow_copy)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rows} rows: {', '.join(self.keys())})"

    def _repr_html_(self) -> str:
        """The first and last rows, for notebooks."""
        places = [*range(min(self.rows, _SHOWN_ROWS)), *range(max(_SHOWN_ROWS, self.rows - _SHOWN_ROWS), self.rows)]
        lines = ["<table><thead><tr><th></th>"]
        lines += [f"<th>{html.escape(name)}</th>" for name in self.keys()]
        lines.append("</tr></thead><tbody>")
        for place in places:
            if place == self.rows - _SHOWN_ROWS and self.rows > 2 * _SHOWN_ROWS:
                lines.append(f"<tr><td colspan={len(self._columns) + 1}>…</td></tr>")
            cells = "".join(f"<td>{html.escape(_cell(column[place]))}</td>" for column in self.values())
            lines.append(f"<tr><th>{place}</th>{cells}</tr>")
        lines.append(f"</tbody></table><p>{self.rows} rows × {len(self._columns)} columns</p>")
        return "".join(lines)


@functools.lru_cache(maxsize=64)
def _row_type(names: tuple[str, ...]) -> Any:
    return namedtuple("Row", names, rename=True)


def _cell(value: Any) -> str:
    if isinstance(value, (float, np.floating)):
        return "" if np.isnan(value) else f"{value:.6g}"
    return "" if value is None else str(value)


def words(places: NDArray[Any], names: tuple[str | None, ...]) -> NDArray[np.object_]:
    """The words that numbers stand for; a number beyond the last word stands for `None`."""
    table = np.array([*names, None], dtype=object)
    found: NDArray[np.object_] = table[np.minimum(places, len(names))]
    return found
