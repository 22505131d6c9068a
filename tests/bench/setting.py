"""What is measured: a game, its rules and a line-up, made ready for the kernel and for the reference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.bots import Player, find_bot
from simkit.config.variants import load_variant
from simkit.engine.lineup import Lineup, compile_lineup
from simkit.kernel import Chunk, Output, Status
from simkit.model.cell import Cell, Seatings
from simkit.model.game import GameSpec, RulesModel
from simkit.registry import find_game
from simkit.streams import Deal, seed_key
from tests.twins import make_cell

__all__ = [
    "SETTINGS",
    "PlayRows",
    "Rows",
    "SeatBots",
    "Setting",
    "bank_at",
    "default_rules",
    "fewest_seats",
    "variant_rules",
]

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
    rules: RulesModel
    line: SeatBots
    seating: Seatings = "fixed"
    max_turns: int = 10_000

    @property
    def game(self) -> GameSpec:
        """The game."""
        return find_game(self.game_id)

    @cached_property
    def cell(self) -> Cell:
        """The cell."""
        return make_cell(self.game, self.rules, list(self.line), seatings=self.seating, max_turns=self.max_turns)

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
            chunk = Chunk(self.key, first, deals, cell.max_turns, self.seatings)
            return int(play(chunk, lineup.bots, tables, Output(games, turns), status))

        return play_rows

    def play_in_python(self, first: int, deals: int) -> int:
        """Play deals with the reference, seatings as written; returns the number of rolls."""
        play = self.game.reference()
        players = [Player(find_bot(self.game, name, Path()).bot, params) for name, params in self.line]
        return sum(
            self._rolls_of(play(self.rules, players, Deal(self.cell.seed, deal), self.cell.max_turns))
            for deal in range(first, first + deals)
        )

    @cached_property
    def rows(self) -> Any:
        """First row of each column of the games table."""
        return import_module(f"{self.game.package}.columns").GAME

    @property
    def _rolls_column(self) -> str:
        """The column that counts rolls of the dice; in a game without one, a turn is one roll."""
        return "rolls" if hasattr(self.rows, "rolls") else "seat_turns"

    def rolls(self, games: Rows) -> int:
        """Rolls of the dice in a filled buffer."""
        first = getattr(self.rows, self._rolls_column)
        return int(games[first : first + self.cell.seats].sum())

    def _rolls_of(self, story: Any) -> int:
        """Run the reference's story to its end and count the rolls."""
        while True:
            try:
                next(story)
            except StopIteration as end:
                return sum(end.value.game[f"{self._rolls_column}_{seat + 1}"] for seat in range(self.cell.seats))


def variant_rules(game_id: str, variant: str) -> RulesModel:
    """Rules of a variant that comes with the game."""
    return load_variant(find_game(game_id), variant).rules


def bank_at(*thresholds: int) -> SeatBots:
    """A line-up of ``bank-at`` bots."""
    return tuple(("bank-at", {"bank_at": threshold}) for threshold in thresholds)


def default_rules(game_id: str) -> RulesModel:
    """Rules of the variant that holds where a config names none."""
    return variant_rules(game_id, find_game(game_id).variant)


def _seats(number: int) -> str:
    return f"{number} seat{'s' * (number > 1)}"


_TEN_THOUSAND = variant_rules("ten-thousand", "single-roll")
_STO, _PIATKA = default_rules("sto-dwadziescia"), default_rules("piatka")

SETTINGS = (
    Setting("10000, 2 seats", "ten-thousand", _TEN_THOUSAND, bank_at(500, 300)),
    Setting("10000, 4 seats", "ten-thousand", _TEN_THOUSAND, bank_at(500, 300, 500, 300)),
    Setting("10000, 8 seats", "ten-thousand", _TEN_THOUSAND, bank_at(*[500, 300] * 4)),
    Setting("10000, best-single", "ten-thousand", _TEN_THOUSAND, (("best-single", {"bank_at": 500}),) * 2),
    Setting("zilch, 2 seats", "zilch", variant_rules("zilch", "zilch-15000"), bank_at(500, 350)),
    *(Setting(f"Sto dwadzieścia, {_seats(n)}", "sto-dwadziescia", _STO, (("roller", {}),) * n) for n in (1, 2, 4)),
    *(Setting(f"Piątka, by-face, {_seats(n)}", "piatka", _PIATKA, (("by-face", {}),) * n) for n in (1, 2, 4)),
    Setting("Piątka, smallest, 2 seats", "piatka", _PIATKA, (("smallest", {}),) * 2),
    Setting("Piątka, largest, 2 seats", "piatka", _PIATKA, (("largest", {}),) * 2),
)
"""What is measured beside C and Python; the first is the one that the project's targets are about."""

_BOTS: dict[str, tuple[str, ...]] = {
    "general": ("most-equal", "plans"),
    "bazy": ("middle", "lowest"),
    "piatka": ("smallest", "by-face"),
    "sto-dwadziescia": ("roller",),
    "strity": ("by-pattern", "straights-or-sets"),
    "siedemsetka": ("bank-at", "weigh-the-table"),
    "skreslanka": ("rarest-first", "sum-first"),
    "skreslanka-2": ("weigh-numbers", "best-odds"),
}


def fewest_seats() -> list[Setting]:
    """Each bot of ``_BOTS`` under its game's default rules: alone, or against itself where the game needs two seats."""
    settings = []
    for game_id, bots in _BOTS.items():
        seats = find_game(game_id).seats[0]
        for bot in bots:
            name = f"{find_game(game_id).title}, {bot}, {_seats(seats)}"
            settings.append(Setting(name, game_id, default_rules(game_id), ((bot, {}),) * seats))
    return settings
