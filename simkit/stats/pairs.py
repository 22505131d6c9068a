"""From the ``games`` tables of two cells to the sums of every difference, in one pass over both, deal beside deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import numpy as np
import polars as pl

from simkit.errors import StoreError
from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.stats.game_path import is_of_path
from simkit.stats.game_turns import Turns
from simkit.stats.grouped import within_games, within_turns
from simkit.stats.moments import BLOCK_GAMES, Distribution, Floats, Moments, blocks, sums_to
from simkit.stats.subjects import Subject, shared_subjects
from simkit.stats.sums import expressions, needed_columns, numbers_of, part_of, totals_of, values_of

__all__ = [
    "Numbers",
    "PairSums",
    "Side",
    "blocks_in_step",
    "collect_pairs",
    "collect_pairs_to",
    "pair_sums",
    "pairs_of",
    "side_of",
    "within",
]


_MANY_SERIES = 64
"""Series of numbers from which on fewer games are read at a time."""


class Side(NamedTuple):
    """One of two cells: its ``games`` table, and what is estimated of it, statistic by statistic as on the other.

    ``turns`` are its turns, for columns made of them.
    """

    frame: pl.LazyFrame
    cell: Cell
    statistics: Sequence[Statistic]
    turns: Turns | None = None


class Tables(Protocol):
    """Where the tables of cells are: a run."""

    def table(self, cell: Cell, name: str) -> pl.LazyFrame:
        """Scan an outcome table of the cell."""
        ...


def side_of(run: Tables, cell: Cell, statistics: Sequence[Statistic]) -> Side:
    """Make a side of a cell of a run, with its turns where a measure of the path of a game is asked for."""
    turns = Turns(run.table(cell, "turns")) if any(map(is_of_path, statistics)) else None
    return Side(run.table(cell, "games"), cell, statistics, turns)


def within(side: Side, by: str, values: Sequence[Any], table: str) -> Side:
    """Make each statistic of a side as many, one for each value of a column of the ``games`` or the ``turns`` table."""
    asked = [(one, value) for one in side.statistics for value in values]
    if table == "games" or side.turns is None:
        return side._replace(statistics=[within_games(one, by, value) for one, value in asked])
    made = [within_turns(one, side.cell.seats, by, value, number) for number, (one, value) in enumerate(asked)]
    sums = {name: column for _, columns in made for name, column in columns.items()}
    return side._replace(statistics=[one for one, _ in made], turns=side.turns._replace(sums=sums))


@dataclass(frozen=True)
class PairSums:
    """All that two cells say about a statistic of a pair of subjects.

    ``ours`` and ``theirs`` are each cell's own sums: of a mean and an sd squares, values and games; of the rest values
    and trials, or a distribution. Of cells on common deals ``joint`` has the rows of both, and for a proportion over
    games two more: by how much the share of a deal is higher, and by how much it is lower, than that of the other cell,
    each 0 or more. ``differ`` is the number of deals whose totals differ; both are None without common deals. ``place``
    is the statistic's among those of a side.
    """

    statistic: Statistic
    subjects: tuple[Subject, Subject]
    ours: Moments | Distribution
    theirs: Moments | Distribution
    joint: Moments | None
    differ: int | None
    place: int = 0

    def __add__(self, other: PairSums) -> PairSums:
        """Sums over both sets of deals together."""
        ours: Any = self.ours
        theirs: Any = self.theirs
        joint = None if self.joint is None or other.joint is None else self.joint + other.joint
        differ = None if self.differ is None or other.differ is None else self.differ + other.differ
        return replace(self, ours=ours + other.ours, theirs=theirs + other.theirs, joint=joint, differ=differ)


class _Totals(NamedTuple):
    """A statistic of one subject in a block: ``float64[2 or 3, deals]``, or values by deal, and how many games."""

    rows: Floats
    games: int


def collect_pairs(ours: Side, theirs: Side, *, paired: bool) -> list[PairSums]:
    """Sum up every statistic for every pair of subjects, in that order.

    Parameters
    ----------
    ours, theirs
        The cell of interest and the one it is compared with; as many statistics each, of equal kinds.
    paired
        Whether deal n of one is deal n of the other. If so, only deals that both have are read.

    Raises
    ------
    StoreError
        The rows are not whole deals in order.
    """
    sums: list[PairSums] | None = None
    for deals, sum_of in _summing(ours, theirs, blocks_in_step(ours, theirs, paired=paired), paired=paired):
        new = sum_of(slice(0, deals))
        sums = new if sums is None else [one + other for one, other in zip(sums, new, strict=True)]
    return sums or []


def collect_pairs_to(
    ours: Side, theirs: Side, first: int, ends: Sequence[int], *, paired: bool
) -> Iterator[list[PairSums]]:
    """Sum up as ``collect_pairs`` does over consecutive deals of both cells, anew after each of ``ends``.

    Deals ``first .. ends[-1] - 1`` are read once; those that only one cell has are left out, paired or not.
    """
    read = blocks_in_step(ours, theirs, paired=paired, deals=(first, min(ends[-1], _deals(ours), _deals(theirs))))
    yield from sums_to(first, ends, _summing(ours, theirs, read, paired=paired))


def _summing(
    ours: Side, theirs: Side, blocks: Iterable[tuple[pl.Series, _Block, _Block]], *, paired: bool
) -> Iterator[tuple[int, Callable[[slice], list[PairSums]]]]:
    """Blocks as ``sums_to`` takes them; where the cells' deals differ in number, the slice is of the longer one's."""
    pairs = [shared_subjects(ours.cell, theirs.cell, statistic) for statistic in ours.statistics]
    keys = [(i, pair) for i, found in enumerate(pairs) for pair in found]
    seatings = [len(side.cell.arrangements) for side in (ours, theirs)]

    for deals, here, there in blocks:

        def sum_of(part: slice, here: _Block = here, there: _Block = there) -> list[PairSums]:
            own, other = (
                [part_of(one, part, each) for one in block] for block, each in zip((here, there), seatings, strict=True)
            )
            return [pair_sums(ours.statistics[i], pair, own[i], other[i], paired=paired, place=i) for i, pair in keys]

        yield len(deals), sum_of


Numbers = tuple[list[Floats], list[Floats]]
"""Values and trials of every series of a statistic, a number a game."""

_Block = list[Numbers]
"""The numbers of every statistic."""


def blocks_in_step(
    ours: Side, theirs: Side, *, paired: bool, deals: tuple[int, int] | None = None
) -> Iterator[tuple[pl.Series, _Block, _Block]]:
    """Read both tables in step: the deals' numbers, our numbers by game, and theirs.

    Where they are not paired and one is longer, the other adds blocks with fewer games or none; the numbers are then
    those of the longer one. ``deals`` are the first to read and the one to end before; None for all that matter.
    """
    series = sum(len(expressions(ours.cell, statistic)) for statistic in ours.statistics)
    seatings = max(len(side.cell.arrangements) for side in (ours, theirs))
    size = max(BLOCK_GAMES // seatings // (1 + series // _MANY_SERIES), 1)
    first, most = deals or (0, min(_deals(ours), _deals(theirs)) if paired else None)
    readers = [_read(side, first, most, size) for side in (ours, theirs)]
    blocks_left: list[tuple[pl.Series, _Block] | None]
    while any(blocks_left := [next(reader, None) for reader in readers]):
        (one, here), (other, there) = (
            found or _nothing(side) for found, side in zip(blocks_left, (ours, theirs), strict=True)
        )
        if paired and not one.equals(other):
            raise StoreError(f"cells {ours.cell.name} and {theirs.cell.name}: the deals are not the same ones")
        yield max(one, other, key=len), here, there


def _deals(side: Side) -> int:
    rows: int = side.frame.select(pl.len()).collect().item()
    return rows // len(side.cell.arrangements)


def _read(side: Side, first: int, most: int | None, size: int) -> Iterator[tuple[pl.Series, _Block]]:
    series = [expressions(side.cell, statistic) for statistic in side.statistics]
    for block in blocks(side.frame, side.cell, needed_columns(side.frame, series, None), most, size, side.turns, first):
        deals = block["deal"].gather_every(len(side.cell.arrangements))
        yield deals, [numbers_of(block, one) for one in series]


def _nothing(side: Side) -> tuple[pl.Series, _Block]:
    empty = [[np.zeros(0)] * len(expressions(side.cell, statistic)) for statistic in side.statistics]
    return pl.Series(dtype=pl.Int64), [(one, one) for one in empty]


def pair_sums(
    statistic: Statistic,
    subjects: tuple[Subject, Subject],
    ours: Numbers,
    theirs: Numbers,
    *,
    paired: bool,
    place: int = 0,
) -> PairSums:
    """Sum up what games say about a statistic of a pair of subjects: whole deals of each cell, the same ones if paired.

    ``statistic`` is ours, and theirs of the same kind.
    """
    both = [_totals(statistic.kind, *one) for one in zip(subjects, (ours, theirs), strict=True)]
    return replace(_pair(statistic, subjects, both[0], both[1], paired), place=place)


def _totals(kind: str, subject: Subject, numbers: Numbers) -> _Totals:
    if kind == "quantiles":
        found = values_of(subject, *numbers)
        return _Totals(found, found.size)
    return _Totals(*totals_of("sd" if kind == "mean" else kind, subject, *numbers))


def _pair(
    statistic: Statistic, subjects: tuple[Subject, Subject], ours: _Totals, theirs: _Totals, paired: bool
) -> PairSums:
    if statistic.kind == "quantiles":
        return PairSums(statistic, subjects, Distribution.of(ours.rows), Distribution.of(theirs.rows), None, None)
    sides = [_moments(side, side.rows[-1] != 0) for side in (ours, theirs)]
    if not paired:
        return PairSums(statistic, subjects, sides[0], sides[1], None, None)
    # by game, since the cells may have different numbers of games a deal
    here, there = (side.rows / one.weights.sum() for side, one in zip((ours, theirs), subjects, strict=True))
    rows = [ours.rows, theirs.rows]
    if statistic.kind == "proportion" and statistic.denominator is None:
        shares = [side.rows[:1] / np.maximum(side.rows[1:], 1) for side in (ours, theirs)]
        rows += [np.maximum(shares[0] - shares[1], 0), np.maximum(shares[1] - shares[0], 0)]
    counts = (ours.rows[-1] != 0) | (theirs.rows[-1] != 0)
    joint = _moments(_Totals(np.concatenate(rows), ours.games), counts)
    return PairSums(statistic, subjects, sides[0], sides[1], joint, int(np.count_nonzero((here != there).any(axis=0))))


def _moments(totals: _Totals, counts: Any) -> Moments:
    return Moments.of(totals.rows if counts.all() else totals.rows[:, counts], totals.games)


def pairs_of(names: Sequence[str], against: str | None = None) -> list[tuple[int, int]]:
    """List which cell is compared with which, by number.

    All with ``against``. Without it each with the first, but a variant at a point of a matrix (``strict,target=5000``)
    with what it is a variant of there (``target=5000``).
    """
    if against is not None:
        chosen = names.index(against)
        return [(i, chosen) for i in range(len(names)) if i != chosen]
    bases = [_base_of(name) for name in names]
    if any(base in names for base in bases):
        return [(i, names.index(base)) for i, base in enumerate(bases) if base in names]
    return [(i, 0) for i in range(1, len(names))]


def _base_of(name: str) -> str:
    """Name of what a variant at a point of a matrix is a variant of: ``run/strict,target=5`` of ``run/target=5``."""
    first, _, point = name.partition(",")
    run, slash, _ = first.rpartition("/")
    return f"{run}{slash}{point}"
