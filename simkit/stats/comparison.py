"""Comparison rows: every difference between cells with its interval, p-value and what common deals were worth."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import polars as pl

from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.stats.difference_rows import DifferenceRow, best_only
from simkit.stats.differences import Bounds, Difference, difference, quantile_difference
from simkit.stats.effects import NO_EFFECT
from simkit.stats.estimates import QUANTILES, SCHEMA, SYMMETRY, group_text, row_meanings
from simkit.stats.game_turns import Turns
from simkit.stats.grouped import group_values
from simkit.stats.intervals import check_level
from simkit.stats.kingmaking import KINGMAKING, cannot_tell, kingmaking_row
from simkit.stats.moments import Distribution, Moments
from simkit.stats.pairs import PairSums, Side, collect_pairs, within
from simkit.stats.running import path_stops
from simkit.stats.running_pairs import DifferencePath, sequential
from simkit.stats.significance import holm
from simkit.stats.subjects import means_anything

__all__ = [
    "COMPARISON_SCHEMA",
    "DIFFERENCE_PATH_SCHEMA",
    "Contender",
    "are_paired",
    "compare",
    "difference_path",
    "differences_along",
    "rows_of",
    "shared_path",
]

_ADDED: dict[str, type[pl.DataType]] = {
    "cell_value": pl.Float64,
    "against_value": pl.Float64,
    "bot_against": pl.String,
    "low_all": pl.Float64,
    "high_all": pl.Float64,
    "level_all": pl.Float64,
    "family": pl.Int64,
    "paired": pl.Boolean,
    "deals_differ": pl.Int64,
    "reduction": pl.Float64,
    "deals_independent": pl.Float64,
    "effect": pl.Float64,
    "effect_low": pl.Float64,
    "effect_high": pl.Float64,
    "within_margin": pl.Boolean,
}

COMPARISON_SCHEMA = pl.Schema([*SCHEMA.items(), *_ADDED.items()])
"""Columns of comparison rows: those of estimates, ``value`` being that of ``cell`` less that of ``against``, and

* ``cell_value``, ``against_value``; ``bot_against``, the other line-up's bot at the same places;
* ``low_all``, ``high_all``: simultaneous interval; all ``family`` of them hold together at ``level`` (Bonferroni: each
  by itself at ``level_all``);
* on common deals, ``deals_differ``; ``reduction``, the variance of independent runs of as many deals over that
  achieved; ``deals_independent``, the deals a cell that independent runs would have needed for as much;
* ``effect``: Cohen's d or h, ``effect_low`` and ``effect_high`` its interval at ``level``;
* ``within_margin``: whether the simultaneous interval lies wholly inside the margin (true), wholly outside (false), or
  neither (NULL).
"""

DIFFERENCE_PATH_SCHEMA = pl.Schema([("look", pl.Int64), *COMPARISON_SCHEMA.items()])
"""Columns of running differences: ``look`` is the number of deals played, ``deals`` of those that count."""

_Row = dict[str, Any]


class Contender(Protocol):
    """A cell with its tables, of which ``turns`` may be None, and statistics."""

    @property
    def cell(self) -> Cell: ...  # noqa: D102
    @property
    def frame(self) -> pl.LazyFrame: ...  # noqa: D102
    @property
    def turns(self) -> Turns | None: ...  # noqa: D102
    @property
    def statistics(self) -> Sequence[Statistic]: ...  # noqa: D102


def are_paired(cell: Cell, against: Cell) -> bool:
    """Whether deal n is the same deal in both cells: game, seed and streams are equal."""
    return (cell.game, cell.seed, cell.streams) == (against.game, against.seed, against.streams)


def compare(
    pairs: Sequence[tuple[Contender, Contender]],
    level: float = 0.95,
    margins: Mapping[str, float] | None = None,
    asked: Collection[str] | None = None,
    *,
    sequences: bool = False,
    by: str | None = None,
    table: str = "games",
) -> pl.DataFrame:
    """Compare cells.

    Parameters
    ----------
    pairs
        Each cell of interest, and the one that it is compared with. Deals are paired where ``are_paired`` says so.
    level
        Confidence level of each interval by itself, and of all simultaneous ones together; in (0, 1).
    margins
        The difference that matters, by the name of a statistic, instead of the statistic's own.
    asked
        Names of the rows wanted, which are the family then; None for all.
    sequences
        Whether intervals and p-values are to hold at all looks together, as those of a run that was stopped must. Only
        deals that both cells have are read then.
    by, table
        Column to group by, and whose it is: of ``games``; or of ``turns``, the statistics being such of turns.

    Returns
    -------
    polars.DataFrame
        Rows of ``COMPARISON_SCHEMA``, in the order of pairs, statistics, groups, then seats and bots. The family of
        adjusted p-values and simultaneous intervals is all rows that have an interval or a p-value.

    Raises
    ------
    UsageError
        The level is not in (0, 1); there is no such column, or it has too many values.
    StoreError
        Rows are not whole deals in order, or not the same deals.
    """
    check_level(level)
    rows: list[DifferenceRow] = []
    for cell, against in pairs:
        rows += _rows_between(cell, against, margins or {}, by, table, sequences)
    if asked is not None and KINGMAKING.name in asked and not sequences:
        rows += [
            kingmaking_row(Side(ours.frame, ours.cell, []), Side(theirs.frame, theirs.cell, []))
            for ours, theirs in pairs
            if not cannot_tell(ours.cell, theirs.cell)
        ]
    return pl.DataFrame(_rows(rows, level, asked), schema=COMPARISON_SCHEMA)


def difference_path(
    pairs: Sequence[tuple[Contender, Contender]],
    deals: int,
    level: float = 0.95,
    margins: Mapping[str, float] | None = None,
    asked: Collection[str] | None = None,
) -> pl.DataFrame:
    """Running differences with their confidence sequences: at every look, and after the last deal.

    Parameters
    ----------
    deals
        Up to which number of deals, which all cells must have.
    pairs, level, margins, asked
        As ``compare`` takes them.

    Returns
    -------
    polars.DataFrame
        Rows of ``DIFFERENCE_PATH_SCHEMA``, look by look, then as ``compare`` has them; errors are its own.
    """
    check_level(level)
    paths = [shared_path(cell, against) for cell, against in pairs]
    rows: list[_Row] = []
    for look in path_stops(deals):
        family: list[DifferenceRow] = []
        for path in paths:
            path.advance(look)
            family += differences_along(path, margins or {})
        rows += [{"look": look, **row} for row in _rows(family, level, asked)]
    return pl.DataFrame(rows, schema=DIFFERENCE_PATH_SCHEMA)


def rows_of(
    sides: tuple[Side, Side],
    told: Sequence[tuple[PairSums, Mapping[str, Any]]],
    level: float,
    *,
    sequences: bool = False,
) -> list[dict[str, Any]]:
    """Rows of one family of differences on common deals, as ``compare`` has them, each with what else is said of it.

    With ``sequences`` all intervals are those of asymptotic sequences.
    """
    check_level(level)
    rows = []
    for sums, more in told:
        for name, fixed in _named(sums, paired=True):
            row = _difference_row(sides, sums, name, sequential(fixed, sums, None) if sequences else fixed, None)
            row.fields.update(more)
            rows.append(row)
    return _rows(rows, level, None)


def _rows(differences: Sequence[DifferenceRow], level: float, asked: Collection[str] | None) -> list[_Row]:
    """Rows of a family of differences."""
    rows = [row for row in best_only(differences) if asked is None or row.fields["statistic"] in asked]
    singles = [row.difference.bounds(level) for row in rows]
    family = sum(one.low is not None or row.difference.p is not None for one, row in zip(singles, rows, strict=True))
    level_all = 1 - (1 - level) / max(family, 1)
    adjusted = holm([row.difference.p for row in rows], family)
    return [
        row.fields
        | {"low": single.low, "high": single.high, "interval": single.kind, "level": level, "p_adjusted": p}
        | {"level_all": level_all, "family": family}
        | dict(zip(("effect_low", "effect_high"), row.difference.effect_bounds(level), strict=True))
        | _simultaneous(row, level_all)
        for row, single, p in zip(rows, singles, adjusted, strict=True)
    ]


def _simultaneous(row: DifferenceRow, level: float) -> _Row:
    bounds = row.difference.bounds(level)
    return {"low_all": bounds.low, "high_all": bounds.high, "within_margin": _within(bounds, row.fields["margin"])}


def _within(bounds: Bounds, margin: float | None) -> bool | None:
    if margin is None or bounds.low is None or bounds.high is None:
        return None
    if -margin <= bounds.low and bounds.high <= margin:
        return True
    return False if bounds.low > margin or bounds.high < -margin else None


def _sides(cell: Contender, against: Contender) -> tuple[Side, Side]:
    """Both cells with the statistics that both have."""
    theirs = {(statistic.name, statistic.kind, statistic.unit): statistic for statistic in against.statistics}
    shared = [
        (statistic, theirs[statistic.name, statistic.kind, statistic.unit])
        for statistic in cell.statistics
        if means_anything(statistic, cell.cell, against.cell)
        and (statistic.name, statistic.kind, statistic.unit) in theirs
    ]
    return (
        Side(cell.frame, cell.cell, [statistic for statistic, _ in shared], cell.turns),
        Side(against.frame, against.cell, [other for _, other in shared], against.turns),
    )


def shared_path(cell: Contender, against: Contender) -> DifferencePath:
    """Begin the path of the differences between two cells, in the statistics that both have."""
    return DifferencePath(*_sides(cell, against), paired=are_paired(cell.cell, against.cell))


def _rows_between(
    cell: Contender, against: Contender, margins: Mapping[str, float], by: str | None, table: str, sequences: bool
) -> Iterator[DifferenceRow]:
    """Differences of a pair of cells, statistic by statistic, as far as both have it."""
    if sequences and by is None:
        path = shared_path(cell, against)
        path.advance(min(_deals(cell), _deals(against)))
        yield from differences_along(path, margins)
        return
    sides, paired = _sides(cell, against), are_paired(cell.cell, against.cell)
    groups: list[str | None] = [None]
    if by is not None:
        values = _values(sides, by, table)
        sides = (within(sides[0], by, values, table), within(sides[1], by, values, table))
        groups = [f"{by} = {group_text(value)}" for value in values]
    for sums in collect_pairs(*sides, paired=paired):
        for name, fixed in _named(sums, paired=paired):
            valid = sequential(fixed, sums, None) if sequences else fixed
            row = _difference_row(sides, sums, name, valid, _margin(sums.statistic, name, margins))
            row.fields["by"] = groups[sums.place % len(groups)]
            yield row


def _values(sides: Sequence[Side], by: str, table: str) -> list[Any]:
    frames = [side.frame if table == "games" or side.turns is None else side.turns.frame for side in sides]
    return group_values(frames, sides[0].cell, by, table)


def _deals(contender: Contender) -> int:
    rows: int = contender.frame.select(pl.len()).collect().item()
    return rows // len(contender.cell.arrangements)


def differences_along(path: DifferencePath, margins: Mapping[str, float]) -> Iterator[DifferenceRow]:
    """Differences as a path has them, with what holds at all looks."""
    for block in path.found:
        for name, fixed in _named(block.sums, paired=path.paired):
            valid = sequential(fixed, block.sums, block.shares)
            yield _difference_row(path.sides, block.sums, name, valid, _margin(block.sums.statistic, name, margins))


def _margin(statistic: Statistic, row: str, margins: Mapping[str, float]) -> float | None:
    return margins.get(statistic.name, statistic.margin) if row == statistic.name else None


def _named(sums: PairSums, *, paired: bool) -> Iterator[tuple[str, Difference]]:
    """Names of a statistic's rows with their differences."""
    names = list(row_meanings(sums.statistic))
    if sums.statistic.kind != "quantiles":
        yield names[0], difference(sums)
        return
    assert isinstance(sums.ours, Distribution)
    assert isinstance(sums.theirs, Distribution)
    for name, q in zip(names, QUANTILES, strict=True):
        yield name, quantile_difference(sums.ours, sums.theirs, q, paired=paired)


def _difference_row(
    sides: tuple[Side, Side], sums: PairSums, name: str, difference: Difference, margin: float | None
) -> DifferenceRow:
    ours, theirs = (side.cell for side in sides)
    subject, other = sums.subjects
    if _is_symmetric(sums, ours) and _is_symmetric(sums, theirs):
        difference = replace(
            difference,
            bounds=lambda _: Bounds(None, None, SYMMETRY),
            p=None,
            se=None,
            reduction=None,
            effect_bounds=NO_EFFECT,
        )
    if sums.statistic.offset is not None:
        difference = _less(difference, sums.statistic.offset(ours.seats), sums.statistic.offset(theirs.seats))
    counted = sums.ours if sums.joint is None else sums.joint
    row = {
        "statistic": name,
        "cell": ours.name,
        "against": theirs.name,
        "seat": None if subject.seat is None else subject.seat + 1,
        "bot": subject.bot and subject.bot.label(),
        "bot_against": other.bot and other.bot.label(),
        "value": difference.value,
        "cell_value": difference.ours,
        "against_value": difference.theirs,
        "se": difference.se,
        "deals": counted.deals,
        "games": counted.games,
        "unit": sums.statistic.unit,
        "margin": margin,
        "p": difference.p,
        "paired": sums.differ is not None,
        "deals_differ": sums.differ,
        "reduction": difference.reduction,
        "deals_independent": difference.reduction and difference.reduction * counted.deals,
        "effect": difference.effect,
    }
    return DifferenceRow(row, difference, sums.statistic.by == "best")


def _is_symmetric(sums: PairSums, cell: Cell) -> bool:
    """Whether the one bot of the line-up, in all seats, divides every win: its rate comes out as it must."""
    alone = sums.subjects[0].seat is None and sums.subjects[0].bot is not None and len(set(cell.lineup)) == 1
    return (
        sums.statistic.shares_win
        and alone
        and sums.differ == 0
        and isinstance(sums.ours, Moments)
        and not sums.ours.co[0, 0]
    )


def _less(difference: Difference, ours: float, theirs: float) -> Difference:
    """Take off each value what its statistic is less; the difference moves only between unequal numbers of seats."""
    shift = ours - theirs

    def bounds(level: float) -> Bounds:
        low, high, kind = difference.bounds(level)
        return Bounds(None if low is None else low - shift, None if high is None else high - shift, kind)

    return replace(
        difference,
        ours=None if difference.ours is None else difference.ours - ours,
        theirs=None if difference.theirs is None else difference.theirs - theirs,
        value=None if difference.value is None else difference.value - shift,
        bounds=bounds,
        p=difference.p if not shift else None,
    )
