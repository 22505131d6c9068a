"""What single clauses of the rules move: a difference on common deals taken apart by where a clause came into play.

Games are paired as deals are, seating by seating. A clause came into play in a pair where it did in either game. What
it moved is the difference over those pairs alone, the others counting as 0; with that over the other pairs it makes up
the whole difference, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np
import polars as pl

from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.statistic import Clause, Statistic
from simkit.stats.moments import Floats, Moments
from simkit.stats.pairs import Numbers, PairSums, Side, blocks_in_step, pair_sums
from simkit.stats.subjects import shared_subjects, subjects

__all__ = ["ANY", "ChangedGame", "ClauseSums", "Part", "clauses_of", "take_apart"]

ANY = Clause("any of these", "at least one of the clauses", "")
"""Stands for all clauses asked about together."""

Part = Literal["times", "all", "fired", "not fired", "where fired"]
"""What a sum is of: how often the clause came into play; the whole difference; what comes from the pairs of games in
which it did, and from those in which it did not, which add up to the whole; and the difference within the former."""


class ChangedGame(NamedTuple):
    """A pair of games in which a clause came into play.

    ``ours`` and ``theirs`` have the values of every effect in turn: one, or one for each seat.
    """

    deal: int
    seating: int
    ours: tuple[tuple[float, ...], ...]
    theirs: tuple[tuple[float, ...], ...]

    def change(self) -> tuple[float, ...]:
        """How much each effect changes, seats added up."""
        return tuple(sum(map(abs, np.subtract(one, other))) for one, other in zip(self.ours, self.theirs, strict=True))


class ClauseSums(NamedTuple):
    """What the games say about a clause.

    ``share`` is of the pairs of games in which it came into play and all pairs, by deal; ``changed`` are those pairs
    that changed most.
    """

    clause: Clause
    share: Moments
    parts: list[tuple[Part, PairSums]]
    changed: list[ChangedGame]


def clauses_of(clauses: Sequence[Clause], cells: Sequence[Cell]) -> list[Clause]:
    """List the clauses that the rules of any of the cells have, those that not all have before the others."""
    held = {one: [one.holds(dict(cell.rules)) for cell in cells] for one in clauses}
    return sorted((one for one in clauses if any(held[one])), key=lambda one: all(held[one]))


def take_apart(ours: Side, theirs: Side, clauses: Sequence[Clause], most: int = 0) -> list[ClauseSums]:
    """Take the differences of two cells on common deals apart, clause by clause, and for all clauses together.

    Parameters
    ----------
    ours, theirs
        The cell of interest and the one it is compared with, with the effects to be taken apart, equal ones: shares,
        means and ratios; ``turns`` where a clause is told by turns.
    clauses
        Clauses of the game.
    most
        How many of the pairs of games that changed most are kept for each clause: by the first effect, then the next.

    Raises
    ------
    UsageError
        The cells have different seatings.
    StoreError
        The rows are not whole deals in order, or not the same deals.
    """
    if ours.cell.arrangements != theirs.cell.arrangements:
        names = f"{ours.cell.name} and {theirs.cell.name}"
        raise UsageError(f"--why: {names} are played in different seatings, so that their games are not pairs")
    asked = [*clauses, ANY]
    found: list[ClauseSums] | None = None
    for deals, here, there in blocks_in_step(_counting(ours, clauses), _counting(theirs, clauses), paired=True):
        new = [
            ClauseSums(clause, share, list(parts), _changed(ours, deals, here, there, fired, most))
            for clause, fired, share, parts in _of_block(ours, theirs, asked, here, there)
        ]
        found = new if found is None else [_add(one, other, most) for one, other in zip(found, new, strict=True)]
    return found or []


def _add(one: ClauseSums, other: ClauseSums, most: int) -> ClauseSums:
    parts = [(part, sums + more) for (part, sums), (_, more) in zip(one.parts, other.parts, strict=True)]
    changed = sorted([*one.changed, *other.changed], key=lambda game: (*(-by for by in game.change()), game.deal))
    return ClauseSums(one.clause, one.share + other.share, parts, changed[:most])


def _counting(side: Side, clauses: Sequence[Clause]) -> Side:
    """Add to a side's statistics how often each clause came into play."""
    times = {clause: _times(clause, side.cell.seats) for clause in clauses}
    by_turns = {f"times {one.name}": times[one] for one in clauses if one.table == "turns"}
    columns = [pl.col(f"times {one.name}") if one.table == "turns" else times[one].fill_null(0) for one in clauses]
    counts = [
        Statistic(clause.name, clause.meaning, "times/game", "mean", lambda _, column=column: column)  # type: ignore[misc]
        for clause, column in zip(clauses, columns, strict=True)
    ]
    turns = side.turns and side.turns._replace(sums=by_turns)
    return side._replace(statistics=[*side.statistics, *counts], turns=turns)


def _times(clause: Clause, seats: int) -> pl.Expr:
    """How often the clause came into play, in a row of its table."""
    if "_SEAT" not in clause.times:
        return pl.sql_expr(clause.times).cast(pl.Float64)
    each = [pl.sql_expr(clause.times.replace("_SEAT", f"_{seat + 1}")) for seat in range(seats)]
    return pl.sum_horizontal(one.cast(pl.Float64) for one in each)


_GAME = "times/game"


def _of_block(
    ours: Side, theirs: Side, clauses: Sequence[Clause], here: list[Numbers], there: list[Numbers]
) -> Iterator[tuple[Clause, Floats, Moments, Iterator[tuple[Part, PairSums]]]]:
    """For each clause: where it came into play, 0 or 1 by pair of games; the share of it; and all sums."""
    effects = len(ours.statistics)
    seatings = len(ours.cell.arrangements)
    counts = [(one[0][0], other[0][0]) for one, other in zip(here[effects:], there[effects:], strict=True)]
    fired = [((one > 0) | (other > 0)).astype(np.float64) for one, other in counts]
    fired.append(np.max(fired, axis=0))
    for place, clause in enumerate(clauses):
        mask = fired[place].reshape(-1, seatings)
        share = Moments.of(np.stack([mask.sum(axis=1), np.full(len(mask), float(seatings))]), mask.size)
        yield clause, fired[place], share, _parts(ours, theirs, clause, place, here, there, fired[place])


def _parts(
    ours: Side, theirs: Side, clause: Clause, place: int, here: list[Numbers], there: list[Numbers], fired: Floats
) -> Iterator[tuple[Part, PairSums]]:
    if clause is not ANY:
        times = Statistic(clause.name, clause.meaning, _GAME, "mean", lambda _: None)
        number = len(ours.statistics) + place
        (game,), (other,) = (subjects(side.cell, times) for side in (ours, theirs))
        yield "times", pair_sums(times, (game, other), here[number], there[number], paired=True)
    for i, statistic in enumerate(ours.statistics):
        for pair in shared_subjects(ours.cell, theirs.cell, statistic):
            for part, values, trials in _MASKS:
                both = [_masked(one[i], fired, values, trials) for one in (here, there)]
                yield part, pair_sums(statistic, pair, both[0], both[1], paired=True)


_Mask = Literal["all", "fired", "not fired"]

_MASKS: tuple[tuple[Part, _Mask, _Mask], ...] = (
    ("all", "all", "all"),
    ("fired", "fired", "all"),
    ("not fired", "not fired", "all"),
    ("where fired", "fired", "fired"),
)
"""Parts of a difference, with the pairs whose values and whose trials count."""


def _masked(numbers: Numbers, fired: Floats, values: _Mask, trials: _Mask) -> Numbers:
    masks = {"all": None, "fired": fired, "not fired": 1 - fired}

    def inside(series: list[Floats], which: _Mask) -> list[Floats]:
        mask = masks[which]
        return series if mask is None else [one * mask for one in series]

    return inside(numbers[0], values), inside(numbers[1], trials)


def _changed(
    ours: Side, deals: pl.Series, here: list[Numbers], there: list[Numbers], fired: Floats, most: int
) -> list[ChangedGame]:
    """Find the pairs of a block that changed most, among those in which the clause came into play."""
    effects, seatings = len(ours.statistics), len(ours.cell.arrangements)
    sizes = [
        sum(np.abs(one - other) for one, other in zip(here[i][0], there[i][0], strict=True)) * fired
        for i in range(effects)
    ]
    order = np.lexsort([-size for size in reversed(sizes)])[:most]
    return [
        ChangedGame(
            deals[int(game) // seatings],
            int(game) % seatings + 1,
            *(tuple(tuple(float(s[game]) for s in block[i][0]) for i in range(effects)) for block in (here, there)),
        )
        for game in order
        if any(size[game] > 0 for size in sizes)
    ]
