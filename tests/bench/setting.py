"""What is measured: a game, its rules and a line-up, made ready for the kernel and for the reference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.bots import Player, find_bot
from simkit.config.variants import load_variant
from simkit.engine.cell import Cell, Seatings
from simkit.engine.lineup import Lineup, compile_lineup
from simkit.games import find_game
from simkit.games.base import GameSpec
from simkit.games.farkle.columns import GAME
from simkit.games.farkle.rules import FarkleRules
from simkit.jit import Status
from simkit.streams import Deal, seed_key
from tests.twins import make_cell

__all__ = ["SETTINGS", "PlayRows", "Rows", "SeatBots", "Setting", "bank_at", "variant_rules"]

Rows = npt.NDArray[np.int64]
PlayRows = Callable[[int, int, Rows], int]
"""``(first, deals, games) -> deals completed``: plays deals into a buffer of the games table."""

SeatBots = tuple[tuple[str, dict[str, Any]], ...]
"""A line-up: names and parameters of built-in bots."""

_PAD = 24
"""Columns of a buffer beyond those used: rows a power of two apart would share a few lines of the cache."""


@dataclass(frozen=True)
class Setting:
    """A line-up under rules of a game; seed 1."""

    name: str
    game_id: str
    rules: FarkleRules
    line: SeatBots
    seating: Seatings = "fixed"

    @property
    def game(self) -> GameSpec:
        """The game."""
        return find_game(self.game_id)

    @cached_property
    def cell(self) -> Cell:
        """The cell."""
        return make_cell(self.game, self.rules, list(self.line), seatings=self.seating)

    @cached_property
    def lineup(self) -> Lineup:
        """The bots, compiled."""
        return compile_lineup(self.cell, Path())

    @cached_property
    def tables(self) -> Any:
        """The rules as the kernel takes them."""
        return self.game.kernel().tables(self.rules)

    @cached_property
    def seatings(self) -> npt.NDArray[np.int8]:
        """``int8[seatings, seats]``: who sits where."""
        return np.array(self.cell.arrangements, dtype=np.int8)

    @cached_property
    def key(self) -> tuple[np.uint64, np.uint64]:
        """The seed's key."""
        first, second = seed_key(self.cell.seed)
        return np.uint64(first), np.uint64(second)

    def buffer(self, deals: int) -> Rows:
        """A zeroed buffer of the games table, ``int64[height, capacity]``, with room for so many deals."""
        return np.zeros((self.game.table("games").height(), deals * len(self.seatings) + _PAD), dtype=np.int64)

    def kernel(self) -> PlayRows:
        """The kernel."""
        play, cell, lineup, tables = self.game.kernel().play, self.cell, self.lineup, self.tables
        turns = np.empty((self.game.table("turns").height(), 0), dtype=np.int64)
        status = np.zeros(len(Status) + 1, dtype=np.int64)

        def play_rows(first: int, deals: int, games: Rows) -> int:
            chance = self.key, first, deals, cell.max_turns, self.seatings
            return int(play(*chance, lineup.bots, lineup.asked, lineup.params, tables, games, 0, turns, 0, status))

        return play_rows

    def play_in_python(self, first: int, deals: int) -> int:
        """Play deals with the reference, seatings as written; returns the number of rolls."""
        play = self.game.reference()
        players = [Player(find_bot(self.game, name, Path()).bot, params) for name, params in self.line]
        return sum(
            _rolls_of(play(self.rules, players, Deal(self.cell.seed, deal), self.cell.max_turns), len(players))
            for deal in range(first, first + deals)
        )

    def rolls(self, games: Rows) -> int:
        """Rolls of the dice in a filled buffer."""
        return int(games[GAME.rolls : GAME.rolls + self.cell.seats].sum())


def _rolls_of(story: Any, seats: int) -> int:
    """Run the reference's story to its end and count the rolls."""
    while True:
        try:
            next(story)
        except StopIteration as end:
            return sum(end.value.game[f"rolls_{seat}"] for seat in range(1, seats + 1))


def variant_rules(game_id: str, variant: str) -> FarkleRules:
    """Rules of a variant that comes with the game."""
    rules = load_variant(find_game(game_id), variant).rules
    assert isinstance(rules, FarkleRules)
    return rules


def bank_at(*thresholds: int) -> SeatBots:
    """A line-up of ``bank-at`` bots."""
    return tuple(("bank-at", {"bank_at": threshold}) for threshold in thresholds)


_TEN_THOUSAND = variant_rules("ten-thousand", "single-roll")

SETTINGS = (
    Setting("10000, 2 seats", "ten-thousand", _TEN_THOUSAND, bank_at(500, 300)),
    Setting("10000, 4 seats", "ten-thousand", _TEN_THOUSAND, bank_at(500, 300, 500, 300)),
    Setting("10000, 8 seats", "ten-thousand", _TEN_THOUSAND, bank_at(*[500, 300] * 4)),
    Setting("10000, best-single", "ten-thousand", _TEN_THOUSAND, (("best-single", {"bank_at": 500}),) * 2),
    Setting("zilch, 2 seats", "zilch", variant_rules("zilch", "zilch-15000"), bank_at(500, 350)),
)
"""What is measured; the first is the one that the project's targets are about."""
