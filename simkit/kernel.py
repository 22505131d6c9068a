"""What a kernel takes and gives: its arguments, its status, its signature, and the one loop over deals.

A kernel's ``play(chunk, bots, tables, output, status)`` plays a chunk of deals into buffers that the caller owns:

    chunk       which deals, in which seatings (``Chunk``)
    bots        compiled bots of the line-up (``Bots``)
    tables      what the game's ``tables(rules)`` returns
    output      buffers of the outcome tables (``Output``)
    status      ``int64[8]``: where the kernel is; the engine reads it after an error or a short return (``Status``)

It returns the number of deals completed.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np

from simkit.jit import helper, inlined
from simkit.model.bot import MAX_PARAMETERS, Decision
from simkit.model.columns import MAX_SEATS
from simkit.streams import deal_key

__all__ = [
    "ENDLESS",
    "FAILED",
    "FULL",
    "ILLEGAL",
    "OK",
    "Bots",
    "Chunk",
    "Game",
    "Output",
    "Status",
    "chooser",
    "deals_loop",
    "entry_signature",
    "kernel_signature",
    "numbers_type",
    "tuple_type",
    "view_type",
]

types: Any = numba.types  # numba's annotations do not know its types


class Status(enum.IntEnum):
    """Slots of the kernel's ``status`` array; the engine reads them after an error or a short return."""

    CODE = 0
    """One of ``OK``, ``ILLEGAL``, ``ENDLESS``, ``FULL``."""
    DEAL = 1
    """Deal being played."""
    SEATING = 2
    """Its seating, from 0."""
    SEAT = 3
    """Seat that decides, from 0."""
    DECISION = 4
    """Number of the decision asked last."""
    ANSWER = 5
    """The answer that was not allowed."""
    TURN_ROWS = 6
    """Rows of the ``turns`` buffer that are filled."""


OK, ILLEGAL, ENDLESS, FULL = range(4)
"""Status codes. ``FULL``: the turns of the next deal do not fit; no error, the engine flushes and calls again."""

FAILED = -1
"""What a game's function returns instead of a row where ``status`` holds a code other than ``OK``."""

_CODE, _DEAL, _SEATING = int(Status.CODE), int(Status.DEAL), int(Status.SEATING)
_ANSWER, _TURN_ROWS = int(Status.ANSWER), int(Status.TURN_ROWS)


class Chunk(NamedTuple):
    """Deals ``first .. first + deals - 1``, each to be played in every seating."""

    key: Any
    """``uint64[2]`` tuple: ``simkit.streams.seed_key`` of the root seed."""
    first: Any
    deals: Any
    max_turns: Any
    """Length cap: turns a seat may begin."""
    seatings: Any
    """``int8[seatings, seats]``: place in the line-up at each seat."""


class Bots(NamedTuple):
    """The bots of a line-up, by place in it; padded to ``MAX_SEATS`` places."""

    entries: Any
    """For each decision a tuple of 8 compiled functions."""
    decides: Any
    """``bool[decisions, 8]``: whether the bot at that place takes the decision; if not, its default holds."""
    params: Any
    """8 tuples of ``MAX_PARAMETERS`` floats: raw parameters, then the address of the header of a bot's table."""


class Output(NamedTuple):
    """Buffers to be filled from column 0 on: ``int64[height, capacity]``, rows as ``column_rows`` numbers them."""

    games: Any
    turns: Any
    """Capacity 0 where turns are not logged."""


class Game(NamedTuple):
    """One game of a chunk."""

    deal: Any
    """Number of the deal."""
    key: Any
    """``simkit.streams.deal_key`` of the deal."""
    seating: Any
    """Row of ``Chunk.seatings``."""
    row: Any
    """Column of ``Output.games`` to fill."""
    turns_from: Any
    """First free column of ``Output.turns``."""


def deals_loop(play_game: Any) -> Any:
    """Make the loop that plays a chunk.

    ``play_game(game, chunk, bots, tables, output, scratch, status)`` plays one game, writes its row and those of its
    turns, and returns the next free turn column, or ``FAILED``.

    ``scratch`` is memory of the kernel's own, allocated once a chunk: helpers are compiled without reference counts,
    which would cost half of the time, and so may not allocate.

    The loop returns the number of deals completed: fewer when the turns of the next one do not fit, or when ``status``
    holds an error. Rows of an uncompleted deal are not counted.
    """

    @inlined
    def play_deals(chunk, bots, tables, output, scratch, status):
        at, row = np.int64(0), np.int64(0)
        status[_CODE], status[_TURN_ROWS] = OK, at
        for number in range(chunk.deals):
            deal = chunk.first + number
            status[_DEAL] = deal
            key = deal_key(chunk.key, deal)
            for seating in range(chunk.seatings.shape[0]):
                status[_SEATING] = seating
                game = Game(deal, key, seating, row, at)
                at = play_game(game, chunk, bots, tables, output, scratch, status)
                if at < 0:
                    if status[_CODE] == FULL:
                        status[_CODE] = OK
                    return number
                row += 1
            status[_TURN_ROWS] = at
        return chunk.deals

    return play_deals


def chooser(option_at: Any) -> Any:
    """Make the function by which a bot chooses from a list: the best score wins, the first among equals.

    ``option_at(options, row, place, count, view)`` is the option in a row of the game's table, at ``place`` of
    ``count``. The function returns the row chosen; -1 where a score is not a number.
    """

    @helper
    def choose(options, first, count, view, entry, raw, status):
        best, best_score = first, -np.inf
        for place in range(count):
            row = first + place
            score = entry(view, option_at(options, row, place, count, view), raw)
            if np.isnan(score):
                status[_ANSWER] = place
                return np.int64(-1)
            if score > best_score:
                best, best_score = row, score
        return best

    return choose


def tuple_type(cls: type[Any], *fields: Any) -> Any:
    """The compiled type of a NamedTuple class with fields of those types."""
    return types.BaseTuple.from_types(fields, cls)


def numbers_type(cls: type[tuple[int, ...]]) -> Any:
    """The compiled type of a class that ``simkit.model.game.numbers_class`` made: ints."""
    return tuple_type(cls, *(types.int64,) * len(cls._fields))  # type: ignore[attr-defined]


@cache
def view_type(cls: type[tuple[Any, ...]]) -> Any:
    """The compiled type of a view or an option: ``coin`` a float64, every other field an int64.

    Its name holds the module of the class: numba tells the types of functions apart by the names of what they take, so
    that the bots of two games, each with a ``View`` of as many fields, would be of one type.
    """
    fields = cls._fields  # type: ignore[attr-defined]
    view = tuple_type(cls, *(types.float64 if name == "coin" else types.int64 for name in fields))
    view.name = f"{cls.__module__}.{view.name}"
    return view


_RAW = types.UniTuple(types.float64, MAX_PARAMETERS)


def entry_signature(decision: Decision) -> Any:
    """Signature of a bot's compiled entry: (view, raw parameters) or (view, option, raw parameters)."""
    if decision.option is None:
        return types.int64(view_type(decision.view), _RAW)
    return types.float64(view_type(decision.view), view_type(decision.option), _RAW)


def kernel_signature(decisions: Sequence[Decision], tables: Any) -> Any:
    """Signature of a game's ``play``; ``tables`` is the numba type of what the game's ``tables()`` returns."""
    entries = [types.UniTuple(types.FunctionType(entry_signature(decision)), MAX_SEATS) for decision in decisions]
    buffer = types.Array(types.int64, 2, "C")
    seed, number, seatings = types.UniTuple(types.uint64, 2), types.int64, types.Array(types.int8, 2, "C")
    decides, params = types.Array(types.boolean, 2, "C"), types.UniTuple(_RAW, MAX_SEATS)
    return types.int64(
        tuple_type(Chunk, seed, number, number, number, seatings),
        tuple_type(Bots, types.Tuple(entries), decides, params),
        tables,
        tuple_type(Output, buffer, buffer),
        types.Array(types.int64, 1, "C"),
    )
