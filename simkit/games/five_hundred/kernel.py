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
from simkit.games.five_hundred.kernel_game import PARAMETERS, play_deals
from simkit.games.five_hundred.tables import TABLES_TYPE, Tables, build
from simkit.jit import kernel
from simkit.kernel import kernel_signature

__all__ = ["PARAMETERS", "play", "tables"]

tables = build

_MOST_SEATS, _PLACES = 6, 8
_SIGNATURE = kernel_signature(DECISIONS, PARAMETERS, TABLES_TYPE)


def play_four(  # type: ignore[no-untyped-def]
    key, first, deals, max_turns, seatings, bots, asked, params, tables, games, games_row, turns, turns_row, status
):
    """``play`` for four seats and the rules that the Australian rule sheet names."""
    pack, by_seat = np.empty(PLACES, dtype=np.int64), np.empty((7, _MOST_SEATS), dtype=np.int64)
    coins, raws = np.empty(_MOST_SEATS, dtype=np.uint64), np.empty((_PLACES, PARAMETERS), dtype=np.float64)
    return play_deals(
        None, 4, key, first, deals, max_turns, seatings, bots, asked, params, tables, games, games_row, turns,
        turns_row, status, pack, by_seat, coins, raws,
    )  # fmt: skip


def play_any(  # type: ignore[no-untyped-def]
    key, first, deals, max_turns, seatings, bots, asked, params, tables, games, games_row, turns, turns_row, status
):
    """``play`` for any number of seats and any rules."""
    pack, by_seat = np.empty(PLACES, dtype=np.int64), np.empty((7, _MOST_SEATS), dtype=np.int64)
    coins, raws = np.empty(_MOST_SEATS, dtype=np.uint64), np.empty((_PLACES, PARAMETERS), dtype=np.float64)
    return play_deals(
        1, seatings.shape[1], key, first, deals, max_turns, seatings, bots, asked, params, tables, games, games_row,
        turns, turns_row, status, pack, by_seat, coins, raws,
    )  # fmt: skip


@cache
def _compiled(is_lean: bool) -> Any:
    return kernel(_SIGNATURE)(play_four) if is_lean else kernel(_SIGNATURE, vectorizes=False)(play_any)


def play(
    key: Any,
    first: int,
    deals: int,
    max_turns: int,
    seatings: Any,
    bots: Any,
    asked: Any,
    params: Any,
    tables: Tables,
    *buffers: Any,
) -> int:
    """Play deals ``first .. first + deals - 1``, each in every seating; see ``docs/architecture.md`` for the arguments.

    Returns the number of deals completed: fewer when the hands of the next one do not fit, or when ``status`` holds an
    error.
    """
    is_lean = seatings.shape[1] == 4 and tables.plain != 0
    done: int = _compiled(is_lean)(key, first, deals, max_turns, seatings, bots, asked, params, tables, *buffers)
    return done
