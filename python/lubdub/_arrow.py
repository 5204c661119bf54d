"""Tables as Arrow has them, and back."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pyarrow as pa

from ._columns import table as any_table
from ._columns import times
from ._errors import LubdubError, LubdubWarning
from ._table import Table
from ._trace import Trace

PARTITION = "recording"
"""The column that folders stand for."""


def typed(data: Any, name: str, schema: pa.Schema) -> pa.Table:
    """A table with all columns of a schema, in their types and order, and rows in the order of time."""
    table = data if isinstance(data, pa.Table) else arrow(data)
    if "t_s" not in table.column_names:
        raise LubdubError(f"{name}: there is no column t_s")
    moments = times(table.column("t_s"), f"{name}: t_s")
    back = int(np.count_nonzero(np.diff(moments) < 0))
    if back:
        order = np.argsort(moments, kind="stable")
        moments, table = moments[order], table.take(pa.array(order))
        warnings.warn(
            f"{name}: the time goes back {back} times; the rows are put in order", LubdubWarning, stacklevel=4)
    arrays = []
    try:
        for field in schema:
            if field.name == "t_s":
                arrays.append(pa.chunked_array([pa.array(moments)]))
            elif field.name in table.column_names:
                arrays.append(table.column(field.name).cast(field.type))
            else:
                arrays.append(pa.chunked_array([pa.nulls(len(table), field.type)]))
    except pa.ArrowException as error:
        raise LubdubError(f"{name}: {error}") from error
    return pa.Table.from_arrays(arrays, schema=schema)


def arrow(data: Any) -> pa.Table:
    """Any table as one of Arrow, with every column."""
    if isinstance(data, Table):
        table = data if isinstance(data, Trace) or "kind" not in data else Trace(dict(data.items()))
        found = table.to_arrow()
    elif isinstance(data, pa.RecordBatch):
        found = table_of(data)
    else:
        data = any_table(data)
        if isinstance(data, pa.Table):
            found = data
        elif hasattr(data, "to_arrow"):
            found = data.to_arrow()
        elif hasattr(data, "columns"):
            found = pa.Table.from_pandas(data, preserve_index=False)
        else:
            found = pa.table({name: _column(column) for name, column in data.items()})
    return _without_marks(found)


def _column(values: Any) -> pa.Array:
    if isinstance(values, np.ma.MaskedArray):
        return pa.array(values.data, mask=np.ma.getmaskarray(values), from_pandas=True)
    return pa.array(values, from_pandas=True)


def _without_marks(table: pa.Table) -> pa.Table:
    """The same with null for what numbers of their own mark as none."""
    if "channel" not in table.column_names or not pa.types.is_integer(table.schema.field("channel").type):
        return table
    channels = table.column("channel").to_numpy()
    known = np.where(channels < 0, np.nan, channels)
    return table.set_column(table.column_names.index("channel"), "channel", pa.array(known, from_pandas=True))


def extras(data: Any, schema: pa.Schema) -> list[pa.Field]:
    """The columns of a table that a schema does not have, in types that files of other recordings may share."""
    fields = []
    for field in arrow(data).schema:
        if field.name in schema.names or field.name == "kind":
            continue
        kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
        fields.append(pa.field(field.name, pa.string() if pa.types.is_null(kind) else kind))
    return fields


def table_of(batch: pa.RecordBatch) -> pa.Table:
    """The table of one block."""
    return pa.Table.from_batches([batch])


def columns(table: pa.Table) -> dict[str, np.ndarray[Any, Any]]:
    """Columns as `run` takes them; numbers without nulls are not copied."""
    found = {}
    for name in table.column_names:
        column = table.column(name)
        if name == "channel":
            found[name] = column.fill_null(-1).to_numpy()
        else:
            found[name] = column.to_numpy()
    return found
