"""Columns with names."""

from __future__ import annotations

import functools
import html
import sys
from collections import namedtuple
from collections.abc import Iterator, KeysView, Mapping, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ._errors import needed

_SHOWN_ROWS = 5


class Words:
    """A column of distinct words: the index of each row's word; an index beyond the list means no word."""

    __slots__ = ("_array", "names", "places")

    def __init__(self, places: NDArray[Any], names: Sequence[str]) -> None:
        self.places, self.names = np.ascontiguousarray(places, np.int32), names
        self._array: NDArray[np.object_] | None = None

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, part: slice | NDArray[Any]) -> Words:
        return Words(self.places[part], self.names)

    def array(self) -> NDArray[np.object_]:
        """Returns the words, `None` for no word."""
        if self._array is None:
            table = np.array([*self.names, None], dtype=object)
            self._array = table[np.where(self.has, self.places, len(self.names))]
        return self._array

    @property
    def has(self) -> NDArray[np.bool_]:
        """Returns the rows with a word."""
        return (self.places >= 0) & (self.places < len(self.names))


class Table:
    """Columns of one length: `table["range_m"]` is one, `table[3]` a row, `table[10:20]` a part.

    Functions that accept an Arrow table also accept this table (`pyarrow.table`, polars, DuckDB), and pandas converts it
    to a DataFrame. `len` and iteration refer to rows; `keys`, `items`, and `in` refer to columns, so `dict(table)` contains
    the columns.
    """

    _columns: dict[str, Any]

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self._columns = dict(columns)

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        # pandas.DataFrame accepts columns only from a dict; from other objects, it creates rows, one by one.
        return dict if _is_pandas_asking() else type(self)

    @overload
    def __getitem__(self, place: str) -> NDArray[Any]: ...
    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> Table: ...
    def __getitem__(self, place: str | int | slice) -> Any:
        if isinstance(place, (slice, np.ndarray)):
            return Table({name: self.raw(name)[place] for name in self.keys()})
        if not isinstance(place, str):
            if not -self.rows <= place < self.rows:
                raise IndexError(f"there is no row {place}; rows: {self.rows}")
            return _row_type(tuple(self.keys()))(*(column[place] for column in self.values()))
        try:
            column = self.raw(place)
        except KeyError:
            raise KeyError(f"there is no column {place!r}; columns: {', '.join(self.keys())}") from None
        if _is_pandas_asking():
            return _of_pandas(column)
        return column.array() if isinstance(column, Words) else column

    def raw(self, name: str) -> Any:
        """Returns a stored column: distinct words, with their indices."""
        return self._columns[name]

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

    def values(self) -> Any:
        """The columns."""
        return [self[name] for name in self.keys()]

    def items(self) -> Any:
        """Names and columns."""
        return [(name, self[name]) for name in self.keys()]

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self.keys())

    @property
    def rows(self) -> int:
        """The number of rows."""
        return next((len(self.raw(name)) for name in self.keys()), 0)

    def head(self, count: int = 5) -> Table:
        """The first rows."""
        return self[:count]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, len(self.keys())

    def to_pandas(self) -> Any:
        """Returns the table as a `pandas.DataFrame`: words as categories, whole numbers that can be missing as `Int8`."""
        import pandas

        return pandas.DataFrame({name: _of_pandas(self.raw(name)) for name in self.keys()}, copy=False)

    def to_arrow(self) -> Any:
        """Returns the table as a `pyarrow.Table`; unknown numbers are null."""
        pyarrow = needed("pyarrow", "an Arrow table needs pyarrow: pip install pyarrow")

        def column(values: Any) -> Any:
            if isinstance(values, Words):
                places = pyarrow.array(values.places, mask=~values.has)
                names = pyarrow.array(values.names, pyarrow.string())
                return pyarrow.DictionaryArray.from_arrays(places, names).cast(pyarrow.string())
            if isinstance(values, np.ma.MaskedArray):
                return pyarrow.array(values.data, mask=np.ma.getmaskarray(values))
            return pyarrow.array(values, from_pandas=True, type=pyarrow.string() if values.dtype == object else None)

        return pyarrow.table({name: column(self.raw(name)) for name in self.keys()})

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Returns the rows as an Arrow stream, which table packages exchange."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> Any:
        """Returns the table in the dataframe protocol."""
        return self.to_arrow().__dataframe__(nan_as_null, allow_copy)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.rows} rows: {', '.join(self.keys())})"

    def _repr_html_(self) -> str:
        """Returns the first and last rows, for notebooks."""
        places = [*range(min(self.rows, _SHOWN_ROWS)), *range(max(_SHOWN_ROWS, self.rows - _SHOWN_ROWS), self.rows)]
        lines = ["<table><thead><tr><th></th>"]
        lines += [f"<th>{html.escape(name)}</th>" for name in self.keys()]
        lines.append("</tr></thead><tbody>")
        for place in places:
            if place == self.rows - _SHOWN_ROWS and self.rows > 2 * _SHOWN_ROWS:
                lines.append(f"<tr><td colspan={len(self.keys()) + 1}>…</td></tr>")
            cells = "".join(f"<td>{html.escape(_cell(column[place]))}</td>" for column in self.values())
            lines.append(f"<tr><th>{place}</th>{cells}</tr>")
        lines.append(f"</tbody></table><p>{self.rows} rows × {len(self.keys())} columns</p>")
        return "".join(lines)


@functools.lru_cache(maxsize=64)
def _row_type(names: tuple[str, ...]) -> Any:
    return namedtuple("Row", names, rename=True)


def _cell(value: Any) -> str:
    if value is np.ma.masked:
        return ""
    if isinstance(value, (float, np.floating)):
        return "" if np.isnan(value) else f"{value:.6g}"
    return "" if value is None else str(value)


def _is_pandas_asking() -> bool:
    """Returns whether the caller of the caller is a module of pandas."""
    name = sys._getframe(2).f_globals.get("__name__", "")
    return bool(name.startswith("pandas."))


def _of_pandas(values: Any) -> Any:
    """Returns a column for pandas: words as categories, whole numbers that can be missing as Int8."""
    import pandas

    if isinstance(values, Words):
        return pandas.Categorical.from_codes(np.where(values.has, values.places, -1), list(values.names))
    if isinstance(values, np.ma.MaskedArray):
        return pandas.arrays.IntegerArray(values.data.copy(), np.ma.getmaskarray(values).copy())
    return values


def nullable(places: NDArray[Any]) -> Any:
    """Returns numbers as a masked array of int8; 255 means no number."""
    return np.ma.MaskedArray(places.astype(np.int8), mask=places == 255, fill_value=-1)
