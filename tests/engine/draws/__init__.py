"""A game for the engine's tests: nobody decides anything, and a kernel in plain NumPy plays a million games a second.

It has a column of every kind, several row groups and parts within a few thousand games, and turns whose number differs
from game to game.
"""

from pathlib import Path

import numpy as np

from simkit.bots import Bot
from simkit.engine import play as engine_play
from simkit.engine import pool as engine_pool
from simkit.engine.chunk import CellKernel
from simkit.kernel import Chunk, Output
from simkit.model.cell import Cell, SeatBot
from simkit.model.columns import Column, Table
from simkit.model.game import GameSpec, RulesModel
from simkit.store import verify as store_verify

SHAPES = ("flat", "steep", "odd")

GAMES = Table(
    "games",
    (
        Column("deal", "number of the deal", high=2**63 - 1),
        Column("seating", "which seating, from 1", low=1, high=32_767),
        Column("winners", "seats that won, as a bit mask", high=255),
        Column("turns", "turns of all seats", unit="turns", high=2**31 - 1),
        Column("cut_short", "ended by the length cap", kind="flag"),
        Column("shape", "shape of the game", kind="enum", labels=SHAPES),
        Column("half_leader", "seat in the lead at half-way", low=1, high=8, nullable=True),
        Column("hand", "cards dealt", kind="cards"),
        Column("score", "points at the end", unit="points", high=2**31 - 1, per_seat=True),
    ),
    part_deals=2**12,
)
TURNS = Table(
    "turns",
    (
        Column("deal", "number of the deal", high=2**63 - 1),
        Column("seating", "which seating, from 1", low=1, high=32_767),
        Column("turn", "turn of the game, from 1", low=1, high=100),
        Column("points", "points of the turn", unit="points", high=1000),
    ),
    part_deals=2**10,
)


class Rules(RulesModel):
    bonus: int = 0


GAME = GameSpec(
    id="draws",
    title="Draws",
    subtitle="a game for tests",
    summary="Everyone draws a number.",
    version=1,
    seats=(1, 8),
    rules=Rules,
    variant="draws",
    folder=Path(__file__).parent,
    tables=(GAMES, TURNS),
    decisions=(),
    package=__name__,
    bots=(Bot("nobody", "decides nothing", "", {}),),
)


def cell(name="base", seatings="rotate", seats=2, seed=1, bonus=0, max_turns=10_000):
    """A cell of the game; the seats differ, so that rotating them gives as many seatings."""
    lineup = tuple(SeatBot("nobody", (("n", seat),), "0") for seat in range(seats))
    return Cell(name, "draws", 1, (("bonus", bonus),), lineup, seatings, max_turns, seed, 1)


def load(cell, game, folder):
    """What ``load_kernel`` does, for a game whose bots decide nothing."""
    kernel, key = game.kernel(), (np.uint64(cell.seed * 0x9E3779B97F4A7C15 % 2**64),)
    tables = kernel.tables(game.rules(**dict(cell.rules)))
    seatings = np.array(cell.arrangements, np.int8)

    def call(first, deals, games, turns, status):
        return kernel.play(Chunk(key, first, deals, cell.max_turns, seatings), (), tables, Output(games, turns), status)

    return CellKernel(cell, game, call)


def install(put):
    """Put the game where the engine looks for games and kernels; ``put(object, name, value)``."""
    put(engine_play, "find_game", lambda _: GAME)
    put(store_verify, "every_game", lambda: {GAME.id: GAME})
    put(engine_pool, "load_kernel", load)
    put(engine_pool, "_kernels", {})
