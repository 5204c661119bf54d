"""Tables as Arrow has them, and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from ._errors import LubdubError
from ._table import Table
from ._trace import Trace


def typed(data: Any, name: str, schema: pa.Schema) -> pa.Table:
    """A table with the columns of a schema that it has, in their types and order."""
    table = data if isinstance(data, pa.Table) else arrow(data)
    if "t_s" not in table.column_names:
        raise LubdubError(f"{name}: there is no column t_s")
    fields = [field for field in schema if field.name in table.column_names]
    try:
        return table.select([field.name for field in fields]).cast(pa.schema(fields))
    except pa.ArrowException as error:
        raise LubdubError(f"{name}: {error}") from error


def arrow(data: Any) -> pa.Table:
    """Any table as one of Arrow."""
    if isinstance(data, Table):
        table = data if isinstance(data, Trace) or "kind" not in data else Trace(dict(data.items()))
        found = table.to_arrow()
        if "channel" in found.column_names:
            known = np.where(data["channel"] < 0, np.nan, data["channel"])
            place = found.column_names.index("channel")
            found = found.set_column(place, "channel", pa.array(known, from_pandas=True))
        return found
    if hasattr(data, "to_arrow"):
        return data.to_arrow()
    if hasattr(data, "columns"):
        return pa.Table.from_pandas(data, preserve_index=False)
    return pa.table({name: pa.array(column, from_pandas=True) for name, column in data.items()})


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
