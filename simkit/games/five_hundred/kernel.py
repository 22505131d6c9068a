"""Five Hundred, compiled: one call plays a chunk of deals into buffers that the caller owns.

A property test holds it and ``reference.py`` equal in every column. The Australian game of four, and all other games,
are compiled apart: a process compiles, or loads, only what it plays.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from simkit.games.five_hundred.cards import PLACES
from simkit.games.five_hundred.decisions import DECISIONS
from simkit.games.five_hundred.kernel_game import game_of
from simkit.games.five_hundred.kernel_state import Scratch
from simkit.games.five_hundred.tables import TABLES_TYPE, Tables, build
from simkit.jit import allocator, kernel
from simkit.kernel import Bots, Chunk, Output, deals_loop, kernel_signature
from simkit.model.bot import MAX_PARAMETERS
from simkit.model.columns import MAX_SEATS

__all__ = ["compiled", "play", "tables"]

tables = build

_MOST_SEATS = 6
_SIGNATURE = kernel_signature(DECISIONS, TABLES_TYPE)


_play_deals_plain, _play_deals_full = deals_loop(game_of(True)), deals_loop(game_of(False))


@allocator
def _new_scratch(params):
    by_seat = np.empty((7, _MOST_SEATS), dtype=np.int64)
    raws = np.empty((MAX_SEATS, MAX_PARAMETERS), dtype=np.float64)
    for place in range(MAX_SEATS):
        for number in range(MAX_PARAMETERS):
            raws[place, number] = params[place][number]
    return Scratch(
        np.empty(PLACES, dtype=np.int64),
        by_seat[0],
        by_seat[1],
        by_seat[2],
        by_seat[3],
        by_seat[4],
        by_seat[5],
        by_seat[6],
        np.empty(_MOST_SEATS, dtype=np.uint64),
        raws,
    )


def _play_plain(chunk, bots, tables, output, status):
    """``play`` for four seats and the rules that the Australian rule sheet names."""
    return _play_deals_plain(chunk, bots, tables, output, _new_scratch(bots.params), status)


def _play_full(chunk, bots, tables, output, status):
    """``play`` for any number of seats and any rules."""
    return _play_deals_full(chunk, bots, tables, output, _new_scratch(bots.params), status)


@cache
def compiled(is_plain: bool) -> Any:
    """Compile, or load, ``play`` for the Australian game of four, or for any number of seats and any rules."""
    return kernel(_SIGNATURE)(_play_plain) if is_plain else kernel(_SIGNATURE, vectorizes=False)(_play_full)


def play(chunk: Chunk, bots: Bots, tables: Tables, output: Output, status: Any) -> int:
    """Play a chunk of deals; see ``simkit.kernel``."""
    is_plain = chunk.seatings.shape[1] == 4 and tables.plain != 0
    completed: int = compiled(is_plain)(chunk, bots, tables, output, status)
    return completed
