"""What the functions that bots may call become in compiled code; imported by the kernel, before any bot is compiled."""

from __future__ import annotations

import inspect
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, config
from numba.extending import intrinsic, overload, register_jitable

from simkit.games.five_hundred import card_layouts, judging, masks, misere_play, packs, reading, setting

__all__: list[str] = []

_NOT_ZERO = False  # of zero, count all 64 bits


def _unary(build: Any) -> Any:
    """An intrinsic of one int64 that gives one."""

    def typed(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return build(builder, context, arguments[0])

        return types.int64(types.int64), generate

    return intrinsic(typed)


_ones = _unary(lambda builder, _, mask: builder.ctpop(mask))
_zeros_below = _unary(lambda builder, context, mask: builder.cttz(mask, context.get_constant(types.boolean, _NOT_ZERO)))
_zeros_above = _unary(lambda builder, context, mask: builder.ctlz(mask, context.get_constant(types.boolean, _NOT_ZERO)))


@overload(masks.count, strict=False)  # annotations are not compared
def _count(mask: Any) -> Any:
    return lambda mask: _ones(mask)  # noqa: PLW0108 (overloads return plain functions)


@overload(masks.lowest, strict=False)  # annotations are not compared
def _lowest(mask: Any) -> Any:
    return lambda mask: _zeros_below(mask) if mask else -1


@overload(masks.highest, strict=False)  # annotations are not compared
def _highest(mask: Any) -> Any:
    return lambda mask: 63 - _zeros_above(mask)


def _has_fast_deposit() -> bool:
    """Whether the processor deposits bits in one quick step; the first two Zens take many.

    Not known of another processor than this one, where numba is told to compile for one.
    """
    told: Any = config
    if told.CPU_NAME or told.CPU_FEATURES is not None:
        return False
    return bool(llvm.get_host_cpu_features().get("bmi2")) and llvm.get_host_cpu_name() not in ("znver1", "znver2")


def _typed_deposit(typing_context: Any, bits: Any, mask: Any) -> Any:
    """The lowest of ``bits``, each at a place where ``mask`` has a one."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        deposit = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64"
        )
        return builder.call(deposit, arguments)

    return types.int64(types.int64, types.int64), generate


_deposit: Any = intrinsic(_typed_deposit)
_PLAIN: list[Any] = [masks.count, masks.lowest, masks.highest, card_layouts.start_of]


@register_jitable
def _skip(mask: Any, coin: Any) -> Any:
    return min(max(int(coin * _ones(mask)), 0), 63)


if _has_fast_deposit():
    _PLAIN.append(masks.pick)

    @overload(masks.pick, strict=False)  # annotations are not compared
    def _pick(mask: Any, coin: Any) -> Any:
        return lambda mask, coin: min(_zeros_below(_deposit(1 << _skip(mask, coin), mask)), 63)


_STARTS = np.array([[card_layouts.start_of(suit, layout) for suit in range(5)] for layout in range(2**10)], np.int64)
"""Where suits begin in each layout; a look-up is far less to compile than the sum."""


@overload(card_layouts.start_of, strict=False)  # annotations are not compared
def _start_of(suit: Any, layout: Any) -> Any:
    return lambda suit, layout: _STARTS[layout & 1023, suit]


_OPEN_TO_BOTS = (card_layouts, masks, packs, reading, setting, judging, misere_play)

for module in _OPEN_TO_BOTS:
    for function in vars(module).values():
        if inspect.isfunction(function) and function.__module__ == module.__name__ and function not in _PLAIN:
            register_jitable(function)
