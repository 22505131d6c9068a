"""Look-ups in a bot's table, compiled: to a bot ``simkit.bot_table.BotTable``, to numba a type of its own.

It is no array of numba's: it cannot be written, an index out of range raises, and what is looked up is a bool, an int64
or a float64, where arithmetic on the narrow numbers of an array differs between numba and NumPy.
"""

from __future__ import annotations

import operator
from typing import Any

import numba
import numpy as np
from numba.core import cgutils
from numba.np.arrayobj import make_array, populate_array

__all__ = ["table_reader"]

# As in simkit.jit: numba's annotations know neither all of its options nor its types.
extending: Any = numba.extending
types: Any = numba.types


class _TableType(types.Type):  # type: ignore[misc]
    """Tables of one kind of numbers and number of dimensions."""

    def __init__(self, kind: str, dimensions: int) -> None:
        self.cells: Any = types.Array(numba.from_dtype(np.dtype(kind)), dimensions, "C", readonly=True)
        super().__init__(f"simkit.BotTable({kind}, {dimensions})")


@extending.register_model(_TableType)
class _TableModel(extending.models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: _TableType) -> None:
        super().__init__(manager, kind, [("cells", kind.cells)])


extending.make_attribute_wrapper(_TableType, "cells", "cells")


@extending.overload(operator.getitem, jit_options={"boundscheck": True, "_nrt": False})
def _look_up(table, index):  # type: ignore[no-untyped-def]
    if not isinstance(table, _TableType):
        return None
    at = index if isinstance(index, types.BaseTuple) else (index,)
    if len(at) != table.cells.ndim or not all(isinstance(one, types.Integer) for one in at):
        return None
    element = table.cells.dtype
    number = bool if element == types.boolean else np.int64 if isinstance(element, types.Integer) else np.float64
    return lambda table, index: number(table.cells[index])


@extending.overload_attribute(_TableType, "shape", jit_options={"_nrt": False})
def _shape(table):  # type: ignore[no-untyped-def]  # noqa: ARG001
    return lambda table: table.cells.shape


def table_reader(kind: str, dimensions: int) -> Any:
    """Return a compiled function from the address of a ``BotTable.header`` to the table."""
    table_type, size = _TableType(kind, dimensions), np.dtype(kind).itemsize

    @extending.intrinsic
    def read(typing, address):  # type: ignore[no-untyped-def]  # noqa: ARG001
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            header = builder.inttoptr(arguments[0], context.get_value_type(types.int64).as_pointer())
            data, *shape = (builder.load(cgutils.gep_inbounds(builder, header, word)) for word in range(1 + dimensions))
            strides = [context.get_constant(types.intp, size)]
            for length in shape[:0:-1]:
                strides.insert(0, builder.mul(strides[0], length))
            cells = make_array(table_type.cells)(context, builder)
            populate_array(cells, builder.inttoptr(data, cells.data.type), shape, strides, size, meminfo=None)
            table = cgutils.create_struct_proxy(table_type)(context, builder)
            table.cells = cells._getvalue()  # noqa: SLF001
            return table._getvalue()  # noqa: SLF001

        return table_type(types.int64), generate

    return read
