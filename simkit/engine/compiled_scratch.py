"""Scratch memory of a bot, compiled: to a bot ``simkit.bot_scratch.Scratch``, to numba a type of its own.

It lies on the stack of the thread that plays, and is cleared when the bot is asked: nothing is shared or kept.
An index out of range raises whatever numba is told.
"""

from __future__ import annotations

import operator
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils

from simkit.engine.compiled_table import WORDS, place_of

__all__ = ["scratch_maker"]

# As in simkit.jit: numba's annotations know neither all of its options nor its types.
extending: Any = numba.extending
types: Any = numba.types


class _ScratchType(types.Type):  # type: ignore[misc]
    """So many int64; compiled, the address of the first."""

    def __init__(self, length: int) -> None:
        self.length = length
        super().__init__(f"simkit.Scratch({length})")


@extending.register_model(_ScratchType)
class _ScratchModel(extending.models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: _ScratchType) -> None:
        super().__init__(manager, kind, WORDS)


def _cell(context: Any, builder: Any, kinds: Any, values: Any) -> Any:
    """Address of the number at an index."""
    length = ir.Constant(ir.IntType(64), kinds[0].length)
    return builder.gep(values[0], [place_of(context, builder, kinds[1], values[1], length)])


@extending.intrinsic
def _read(typing, scratch, index):  # noqa: ARG001
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_cell(context, builder, signature.args, arguments))

    return types.int64(scratch, index), generate


@extending.intrinsic
def _write(typing, scratch, index, value):  # noqa: ARG001
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = context.cast(builder, arguments[2], signature.args[2], types.int64)
        builder.store(number, _cell(context, builder, signature.args, arguments))
        return context.get_dummy_value()

    return types.void(scratch, index, value), generate


@extending.overload(operator.getitem, jit_options={"_nrt": False})
def _look_up(scratch, index):
    if isinstance(scratch, _ScratchType) and isinstance(index, types.Integer):
        return lambda scratch, index: _read(scratch, index)  # noqa: PLW0108 (numba takes no intrinsic here)
    return None


@extending.overload(operator.setitem, jit_options={"_nrt": False})
def _put(scratch, index, value):
    numbers = (types.Integer, types.Boolean)
    if isinstance(scratch, _ScratchType) and isinstance(index, types.Integer) and isinstance(value, numbers):
        return lambda scratch, index, value: _write(scratch, index, value)  # noqa: PLW0108 (as above)
    return None


@extending.overload(len, jit_options={"_nrt": False})
def _length(scratch):
    if isinstance(scratch, _ScratchType):
        length = scratch.length
        return lambda scratch: length  # noqa: ARG005
    return None


def scratch_maker(length: int) -> Any:
    """Return a compiled function without arguments that gives its caller so many numbers, all 0."""

    @extending.intrinsic
    def make(typing):  # noqa: ARG001
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            word = ir.IntType(64)
            cells = cgutils.alloca_once(builder, ir.ArrayType(word, length))
            cgutils.memset(builder, cells, ir.Constant(word, 8 * length), 0)
            return builder.bitcast(cells, WORDS)

        return _ScratchType(length)(), generate

    return make
