"""The grid: which deals make a part, which make a row group; a function of cell, log and games alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.columns import Table
from simkit.model.game import GameSpec

__all__ = ["Log", "Part", "Shard", "deals_of", "games_of", "group_deals", "parts_of", "tables_of"]

Log = Literal["none", "games", "turns"]
"""What is kept of every game: nothing but counts, its row of the ``games`` table, or its turns as well."""

_PART_ROWS = 2**20
"""Rows of a part's largest table that a game's ``part_deals`` aims at, with one seating."""

_GROUP_ROWS = 2**17
"""Rows that a row group has, about."""


@dataclass(frozen=True)
class Part:
    """Deals ``first .. first + deals - 1`` of a cell: part number ``index`` of its grid."""

    cell: str
    index: int
    first: int
    deals: int

    @property
    def key(self) -> tuple[str, int]:
        """Cell id and index: what a part is called."""
        return self.cell, self.index


@dataclass(frozen=True)
class Shard:
    """Share ``number`` of ``count`` of a batch's parts, numbered from 1; all of them together are the batch."""

    number: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Read ``2/8``.

        Raises
        ------
        UsageError
            It is something else.
        """
        numbers = text.split("/")
        if len(numbers) == 2 and all(number.isascii() and number.isdecimal() for number in numbers):
            shard = cls(*map(int, numbers))
            if 1 <= shard.number <= shard.count:
                return shard
        raise UsageError(f"--shard {text}: must be I/N, share I of N from 1/N to N/N, such as 2/8")

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    def includes(self, place: int, part: Part) -> bool:
        """Whether a part of the cell at that place of the config belongs to it: one in ``count``, in turn."""
        return (place + part.index) % self.count == self.number - 1


def tables_of(game: GameSpec, log: Log) -> tuple[Table, ...]:
    """Tables that are filled with that log, least detailed first; with ``none`` the games are still counted.

    Raises
    ------
    UsageError
        The game has no such table.
    """
    wanted = "games" if log == "none" else log
    names = [table.name for table in game.tables]
    if wanted not in names:
        raise UsageError(f'log = "{log}": {game.id} has no such table; it has {", ".join(names)}')
    return game.tables[: names.index(wanted) + 1]


def deals_of(cell: Cell, games: int) -> int:
    """Deals that make at least ``games`` games when each is played in every seating.

    Parameters
    ----------
    games
        Games asked for, at least 0.
    """
    return -(-games // len(cell.arrangements))


def games_of(cell: Cell, games: int) -> int:
    """``games`` rounded up to whole deals."""
    return deals_of(cell, games) * len(cell.arrangements)


def parts_of(cell: Cell, game: GameSpec, log: Log, games: int) -> Iterator[Part]:
    """List the cell's parts: each of the ``part_deals`` of the most detailed table, the last perhaps short."""
    size, deals = tables_of(game, log)[-1].part_deals, deals_of(cell, games)
    for index, first in enumerate(range(0, deals, size)):
        yield Part(cell.id, index, first, min(size, deals - first))


def group_deals(cell: Cell, table: Table) -> int:
    """Deals in a row group of ``table``: a power of two with about 131,072 rows.

    A deal has as many games as there are seatings, and in a more detailed table as many rows a game as its
    ``part_deals`` stands for.
    """
    rows_a_game = 1 if table.name == "games" else _PART_ROWS // table.part_deals
    fitting = max(1, _GROUP_ROWS // (len(cell.arrangements) * rows_a_game))
    return 1 << fitting.bit_length() - 1
