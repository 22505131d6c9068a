"""How the games of a tournament ended: who finished before whom, counted by group of deals."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.model.cell import Cell
from simkit.stats.moments import Floats, blocks

__all__ = ["Choice", "Played", "Results", "collect_results"]

GROUPS = 1_000
"""Groups of neighbouring deals: sums of independent deals are independent."""

_Ints = NDArray[np.int64]


class Played(NamedTuple):
    """A cell with the bots of its line-up, as places in the field, and its ``games`` table."""

    cell: Cell
    bots: tuple[int, ...]
    frame: pl.LazyFrame


class Choice(NamedTuple):
    """One step of a finishing order: of the bots left, ``among``, those that finished next, level with each other.

    Both are in the order of the field. Nobody is taken in the one step of a game that was cut short.
    """

    among: tuple[int, ...]
    taken: tuple[int, ...]


@dataclass(frozen=True)
class Results:
    """Finishing orders of all tables, by group of deals; in a game cut short all are level.

    Parameters
    ----------
    bots
        Size of the field.
    choices
        The steps that occurred.
    counts
        ``float64[groups, choices]``: how often.
    ahead
        ``float64[groups, bots, bots]``: games in which the first bot finished before the second, half where level.
    games
        ``int64[bots]``: games of each bot.
    deals
        Deals that all tables have; each is in one group.
    """

    bots: int
    choices: tuple[Choice, ...]
    counts: Floats
    ahead: Floats
    games: NDArray[np.int64]
    deals: int


def collect_results(bots: int, tables: Sequence[Played], *, fewest_lead: bool = False) -> Results:
    """Count how the games of all tables ended; deals that a table lacks are left out of all.

    Winners finish first, the others by their score, those with equal scores level.

    Parameters
    ----------
    bots
        Size of the field.
    tables
        Cells of equally many seats, on common deals.
    fewest_lead
        Whether fewer points are better.

    Raises
    ------
    StoreError
        Rows are not whole deals in order.
    """
    deals = min(int(one.frame.select(pl.len()).collect().item()) // len(one.cell.arrangements) for one in tables)
    groups = max(1, min(GROUPS, deals))
    ahead, games = np.zeros((groups, bots, bots)), np.zeros(bots, np.int64)
    numbers: dict[Choice, int] = {}
    counted: list[Floats] = []
    for table in tables:
        for first, ranks in _ranks(table, deals, fewest_lead=fewest_lead):
            group = np.repeat((np.arange(first, first + len(ranks)) * groups) // deals, ranks.shape[1])
            flat = ranks.reshape(-1, ranks.shape[2])
            games[list(table.bots)] += len(flat)
            _count_ahead(ahead, table.bots, group, flat)
            _count_choices(numbers, counted, groups, table.bots, group, flat)
    counts = np.stack(counted, axis=1) if counted else np.zeros((groups, 0))
    return Results(bots, tuple(numbers), counts, ahead, games, deals)


def _ranks(table: Played, deals: int, *, fewest_lead: bool) -> Iterator[tuple[int, _Ints]]:
    """First deal of a block, and how many finished before each place of the line-up; -1 all where it was cut short.

    ``int64[deals, seatings, places]``.
    """
    cell, first = table.cell, 0
    seats, seatings = cell.seats, len(cell.arrangements)
    scores = [f"score_{seat + 1}" for seat in range(seats)] if seats > 2 else []
    for block in blocks(table.frame, cell, ["winners", *scores], deals):
        winners = block["winners"].to_numpy().astype(np.int64)
        won = (winners[:, None] >> np.arange(seats) & 1).astype(np.float64)
        points = block.select(pl.col(scores).cast(pl.Float64)).to_numpy() if scores else np.zeros_like(won)
        better = np.where(won, 0.0, -points if fewest_lead else points)  # those who share a win are level
        keys = [(won[:, seat], better[:, seat]) for seat in range(seats)]
        rank = np.stack([sum(_before(other, one) for other in keys) for one in keys], axis=1)
        rank[winners == 0] = -1
        by_seating = rank.reshape(-1, seatings, seats)
        by_place = np.empty_like(by_seating)
        for seating, arrangement in enumerate(cell.arrangements):
            by_place[:, seating, list(arrangement)] = by_seating[:, seating]
        yield first, by_place
        first += len(by_place)


def _before(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> _Ints:
    """Whether one seat finished before another, by who won and then by points."""
    before: _Ints = ((one[0] > other[0]) | ((one[0] == other[0]) & (one[1] > other[1]))).astype(np.int64)
    return before


def _count_ahead(ahead: Floats, bots: Sequence[int], group: _Ints, ranks: _Ints) -> None:
    for one, other in itertools.permutations(range(len(bots)), 2):
        before = (ranks[:, one] < ranks[:, other]) + 0.5 * (ranks[:, one] == ranks[:, other])
        ahead[:, bots[one], bots[other]] += np.bincount(group, before, len(ahead))


def _count_choices(
    numbers: dict[Choice, int], counted: list[Floats], groups: int, bots: Sequence[int], group: _Ints, ranks: _Ints
) -> None:
    """Add a block's steps to ``counted``, a column a step; new steps get the next number."""
    seats = len(bots)
    codes = ranks @ (seats ** np.arange(seats))  # negative where all are -1
    orders, first, which = np.unique(codes, return_index=True, return_inverse=True)
    steps = np.full((len(orders), seats), -1)
    for row, game in enumerate(first):
        for step, choice in enumerate(_steps(bots, ranks[game].tolist())):
            steps[row, step] = numbers.setdefault(choice, len(numbers))
    counted.extend(np.zeros(groups) for _ in range(len(numbers) - len(counted)))
    for column in steps.T:
        made = column[which]
        for number in np.unique(made[made >= 0]):
            counted[number] += np.bincount(group[made == number], minlength=groups)


def _steps(bots: Sequence[int], ranks: Sequence[int]) -> Iterator[Choice]:
    """Steps of one finishing order; the last bot, which nobody is left for, makes none."""
    left = sorted(bots)
    if min(ranks) < 0:
        yield Choice(tuple(left), ())
        return
    rank_of = dict(zip(bots, ranks, strict=True))
    while len(left) > 1:
        best = min(rank_of[bot] for bot in left)
        taken = tuple(bot for bot in left if rank_of[bot] == best)
        yield Choice(tuple(left), taken)
        left = [bot for bot in left if bot not in taken]
