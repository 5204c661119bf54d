"""Conversion of tables to Arrow and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from ._columns import NUMBERS, WORDS, column_names
from ._columns import table as any_table
from ._errors import LubdubError
from ._inputs import is_table
from ._trace import Trace


def typed(data: Any, name: str, schema: pa.Schema) -> pa.Table:
    """Returns a table with all columns of a schema, in their types and order."""
    table = data if isinstance(data, pa.Table) else arrow(data)
    arrays = []
    try:
        for field in schema:
            if field.name in table.column_names:
                arrays.append(table.column(field.name).cast(field.type))
            else:
                arrays.append(pa.chunked_array([pa.nulls(len(table), field.type)]))
    except pa.ArrowException as error:
        raise LubdubError(f"{name}: {error}") from error
    return pa.Table.from_arrays(arrays, schema=schema)


def arrow(data: Any) -> pa.Table:
    """Returns any table as an Arrow table, with every column."""
    try:
        if isinstance(data, pa.RecordBatch):
            found = table_of(data)
        elif isinstance(data := any_table(data), pa.Table):
            found = data
        elif hasattr(data, "to_arrow"):
            found = data.to_arrow()
        elif hasattr(data, "columns"):
            found = pa.Table.from_pandas(data, preserve_index=False)
        else:
            found = pa.table({name: _column(data[name]) for name in column_names(data) or []})
    except pa.ArrowException as error:
        raise LubdubError(f"a column has a type that Parquet lacks: {error}") from error
    return _without_marks(found)


def whole(trace: Trace, source: Any) -> pa.Table:
    """Returns the rows of a trace, with the columns of its table that do not belong to a trace."""
    found = _without_marks(trace.to_arrow())
    if isinstance(source, Trace) or not is_table(source):
        return found
    more = arrow(source)
    if trace.places is not None:
        more = more.take(pa.array(trace.places))
    for name in more.column_names:
        if name not in found.column_names and name not in KNOWN and len(more) == len(found):
            found = found.append_column(name, more.column(name))
    return found


KNOWN = ("t_s", "kind", *NUMBERS, *WORDS)


def _column(values: Any) -> pa.Array:
    if isinstance(values, np.ma.MaskedArray):
        return pa.array(values.data, mask=np.ma.getmaskarray(values), from_pandas=True)
    return pa.array(values, from_pandas=True)


def _without_marks(table: pa.Table) -> pa.Table:
    """Returns the columns with null for numbers that mark missing values."""
    if "channel" not in table.column_names or not pa.types.is_integer(table.schema.field("channel").type):
        return table
    channels = table.column("channel").to_numpy()
    known = np.where(channels < 0, np.nan, channels)
    return table.set_column(table.column_names.index("channel"), "channel", pa.array(known, from_pandas=True))


def extras(data: Any, schema: pa.Schema) -> list[pa.Field]:
    """Returns the columns of a table that a schema lacks, in types that the files of other recordings can share."""
    fields = []
    for field in arrow(data).schema:
        if field.name in schema.names or field.name in KNOWN:
            continue
        kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
        fields.append(pa.field(field.name, pa.string() if pa.types.is_null(kind) else kind))
    return fields


def table_of(batch: pa.RecordBatch) -> pa.Table:
    return pa.Table.from_batches([batch])


def columns(table: pa.Table) -> dict[str, np.ndarray[Any, Any]]:
    """Returns columns for `run`; numbers without nulls are not copied."""
    found = {name: table.column(name) for name in table.column_names}
    if "channel" in found:
        found["channel"] = found["channel"].fill_null(-1)
    return {name: column.to_numpy() for name, column in found.items()}
