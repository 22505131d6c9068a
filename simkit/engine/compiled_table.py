"""Look-ups in a bot's table, compiled: to a bot ``simkit.bot_table.BotTable``, to numba a type of its own.

It is no array of numba's: it cannot be written, an index out of range raises whatever numba is told, and what is looked
up is a bool, an int64 or a float64, where arithmetic on the narrow numbers of an array differs between numba and NumPy.
"""

from __future__ import annotations

import operator
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils

__all__ = ["WORDS", "place_of", "table_reader"]

# As in simkit.jit: numba's annotations know neither all of its options nor its types.
extending: Any = numba.extending
types: Any = numba.types

WORDS = ir.IntType(64).as_pointer()
"""Address of whole numbers."""


class _TableType(types.Type):  # type: ignore[misc]
    """Tables of one kind of numbers and number of dimensions; compiled, the address of a ``BotTable.header``."""

    def __init__(self, kind: str, dimensions: int) -> None:
        self.element: Any = numba.from_dtype(np.dtype(kind))
        self.dimensions = dimensions
        super().__init__(f"simkit.BotTable({kind}, {dimensions})")


@extending.register_model(_TableType)
class _TableModel(extending.models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: _TableType) -> None:
        super().__init__(manager, kind, WORDS)


def place_of(context: Any, builder: Any, kind: Any, index: Any, length: Any) -> Any:
    """Turn an index of that kind into a place from 0, as Python does; IndexError where it is out of range."""
    place = context.cast(builder, index, kind, types.int64)
    if kind.signed:
        is_from_end = builder.icmp_signed("<", place, ir.Constant(place.type, 0))
        place = builder.select(is_from_end, builder.add(place, length), place)
    # Unsigned, what is below 0 is above every length.
    with builder.if_then(builder.icmp_unsigned(">=", place, length), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, ("index is out of bounds",))
    return place


def _word(builder: Any, header: Any, place: int) -> Any:
    return builder.load(cgutils.gep_inbounds(builder, header, place))


@extending.overload(operator.getitem, jit_options={"_nrt": False})
def _look_up(table, index):
    if not isinstance(table, _TableType):
        return None
    at = index if isinstance(index, types.BaseTuple) else (index,)
    if len(at) != table.dimensions or not all(isinstance(one, types.Integer) for one in at):
        return None
    if isinstance(index, types.BaseTuple):
        return lambda table, index: _number(table, index)  # noqa: PLW0108 (numba takes no intrinsic here)
    return lambda table, index: _number(table, (index,))


@extending.intrinsic
def _number(typing, table, index):  # noqa: ARG001
    """The number at a tuple of indices; IndexError where one is out of range."""
    element = table.element
    number = types.float64 if isinstance(element, types.Float) else types.int64
    number = element if element == types.boolean else number

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        header, at = arguments
        place = ir.Constant(ir.IntType(64), 0)
        for dimension, kind in enumerate(index):
            length = _word(builder, header, 1 + dimension)
            one = place_of(context, builder, kind, builder.extract_value(at, dimension), length)
            place = builder.add(builder.mul(place, length), one)
        cells = builder.inttoptr(_word(builder, header, 0), context.get_data_type(element).as_pointer())
        found = context.unpack_value(builder, element, builder.gep(cells, [place]))
        return context.cast(builder, found, element, number)

    return number(table, index), generate


@extending.overload_attribute(_TableType, "shape", jit_options={"_nrt": False})
def _shape(table):  # noqa: ARG001
    return lambda table: _lengths(table)  # noqa: PLW0108 (as above)


@extending.intrinsic
def _lengths(typing, table):  # noqa: ARG001
    shape = types.UniTuple(types.int64, table.dimensions)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        lengths = [_word(builder, arguments[0], 1 + dimension) for dimension in range(table.dimensions)]
        return context.make_tuple(builder, shape, lengths)

    return shape(table), generate


def table_reader(kind: str, dimensions: int) -> Any:
    """Return a compiled function from the address of a ``BotTable.header`` to the table."""
    table = _TableType(kind, dimensions)

    @extending.intrinsic
    def read(typing, address):  # noqa: ARG001
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            return builder.inttoptr(arguments[0], WORDS)

        return table(types.int64), generate

    return read
