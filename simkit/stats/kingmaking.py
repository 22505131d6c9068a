"""Kingmaking: how often the way in which a seat plays that does not win decides which of the others does.

Two line-ups that differ in one bot meet the same deals. Where that bot wins in neither of a pair of games and another
seat wins in each, its way of playing alone has made the difference. See ``docs/measures.md``.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.registry import find_game
from simkit.stats.difference_rows import DifferenceRow
from simkit.stats.differences import Bounds, Difference
from simkit.stats.intervals import proportion
from simkit.stats.moments import Moments
from simkit.stats.pairs import Side, blocks_in_step

__all__ = ["KINGMAKING", "cannot_tell", "kingmaking", "kingmaking_row"]

_WINNERS = Statistic("winners", "", "", "mean", lambda _: pl.col("winners"))

KINGMAKING = Statistic(
    "kingmaking",
    "pairs of games that another seat wins in each, the bot that differs in neither: not a difference, but a share",
    "share of games",
    "proportion",
    lambda _: None,
    seats=3,
)
"""What it is called; it cannot be estimated of one cell."""


def cannot_tell(cell: Cell, against: Cell) -> str:
    """Say why kingmaking is not defined between these cells; empty where it is."""
    if (cell.game, cell.seed, cell.streams) != (against.game, against.seed, against.streams):
        return "needs common deals"
    path = find_game(cell.game).path
    if min(cell.seats, against.seats) < 3:
        return "takes three seats or more: with two, who does not win has let the other win"
    if path is not None and cell.seats in path.sides:
        return "is not defined where seats play as partners"
    if cell.rules != against.rules:
        return "needs cells with the same rules, so that the bot alone makes the difference"
    if cell.arrangements != against.arrangements:
        return 'needs cells with the same seatings; a line-up of equal bots has but one, and `seatings = "fixed"` too'
    if sum(one != other for one, other in zip(cell.lineup, against.lineup, strict=True)) != 1:
        return "needs line-ups that differ in exactly one bot"
    return ""


def kingmaking(ours: Side, theirs: Side) -> Moments:
    """Sum up, by deal, pairs of games whose winner the bot that differs has changed, winning neither; and all pairs.

    Raises
    ------
    UsageError
        It is not defined between the cells.
    StoreError
        The rows are not whole deals in order, or not the same deals.
    """
    why = cannot_tell(ours.cell, theirs.cell)
    if why:
        raise UsageError(f"--statistic kingmaking: it {why}")
    lineups = zip(ours.cell.lineup, theirs.cell.lineup, strict=True)
    (place,) = [place for place, (bot, other) in enumerate(lineups) if bot != other]
    seats = np.array([arrangement.index(place) for arrangement in ours.cell.arrangements])
    moments = Moments.of(np.zeros((2, 0)), 0)
    sides = (side._replace(statistics=[_WINNERS]) for side in (ours, theirs))
    for _, here, there in blocks_in_step(*sides, paired=True):
        ours_won, theirs_won = (block[0][0][0].astype(np.int64).reshape(-1, len(seats)) for block in (here, there))
        is_other = (
            (ours_won != theirs_won) & (ours_won > 0) & (theirs_won > 0) & ((ours_won | theirs_won) >> seats & 1 == 0)
        )
        totals = np.stack([is_other.sum(axis=1), np.full(len(ours_won), len(seats))]).astype(np.float64)
        moments += Moments.of(totals, ours_won.size)
    return moments


def kingmaking_row(ours: Side, theirs: Side) -> DifferenceRow:
    """Make the row of a share: of the bot that differs, without values of either cell."""
    lineups = zip(ours.cell.lineup, theirs.cell.lineup, strict=True)
    (bots,) = [pair for pair in lineups if pair[0] != pair[1]]
    moments = kingmaking(ours, theirs)

    def bounds(level: float) -> Bounds:
        return Bounds(*proportion(moments, level, moments.games)[1:3], "wilson")

    value, _, _, se, _ = proportion(moments, 0.95, moments.games)
    row = {
        "statistic": KINGMAKING.name,
        "cell": ours.cell.name,
        "against": theirs.cell.name,
        "bot": bots[0].label(),
        "bot_against": bots[1].label(),
        "value": value,
        "se": se,
        "deals": moments.deals,
        "games": moments.games,
        "unit": KINGMAKING.unit,
        "margin": None,
        "paired": True,
    }
    return DifferenceRow(row, Difference(None, None, value, bounds, se))
