"""What so many games can show, foreseen from a few: the difference that will be seen, and the games that it takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import polars as pl

__all__ = ["Foreseen", "deals_needed", "foresee", "least_difference"]


def _factor(alpha: float, power: float) -> float:
    """Standard errors that a difference must be wide: z(1 - alpha/2) + z(power)."""
    normal = NormalDist()
    return normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)


def least_difference(se: float, seen: int, deals: int, alpha: float = 0.05, power: float = 0.9) -> float:
    """Find the least true difference that is found different from 0 with that power.

    The normal approximation: Chow, Shao and Wang (2008), Sample Size Calculations in Clinical Research, 2nd edition,
    3.1.1; the standard error of a difference falls with the root of the number of deals.

    Parameters
    ----------
    se
        Standard error seen in ``seen`` deals.
    deals
        Deals to be played.
    alpha, power
        Level of the two-sided test, and chance to find the difference.

    >>> round(least_difference(0.1, 1_000, 4_000), 4)  # (1.96 + 1.28) · 0.05
    0.1621
    """
    return _factor(alpha, power) * se * math.sqrt(seen / deals)


def deals_needed(se: float, seen: int, difference: float, alpha: float = 0.05, power: float = 0.9) -> int:
    """Find how many deals it takes to find a true difference with that power; the inverse of ``least_difference``.

    >>> deals_needed(0.1, 1_000, 0.1621)
    3999
    """
    return math.ceil(seen * (_factor(alpha, power) * se / difference) ** 2)


@dataclass(frozen=True)
class Foreseen:
    """What is foreseen of the difference of one statistic, in the pair of cells that shows it worst.

    ``least`` is the least difference that the planned games will find; ``matters`` the difference asked about, and
    ``games`` what that takes, games of each cell, both None where there is none; ``reduction`` as in a comparison.
    """

    statistic: str
    seat: int | None
    bot: str | None
    unit: str
    cell: str
    against: str
    least: float
    matters: float | None
    games: int | None
    reduction: float | None


def foresee(
    rows: pl.DataFrame,
    deals: dict[str, int],
    seatings: dict[str, int],
    *,
    alpha: float = 0.05,
    power: float = 0.9,
) -> list[Foreseen]:
    """Foresee every difference from the comparison rows of a few games, in their order.

    Parameters
    ----------
    rows
        Rows of ``simkit.stats.comparison.COMPARISON_SCHEMA``; those without a standard error are left out.
    deals, seatings
        Deals to be played, and games of a deal, by cell.
    """
    worst: dict[tuple[Any, ...], Foreseen] = {}
    for row in rows.filter(pl.col("se").is_not_null()).iter_rows(named=True):
        foreseen = _foreseen(row, deals, seatings, alpha, power)
        key = (
            foreseen.statistic,
            foreseen.seat,
            None if foreseen.seat is not None or foreseen.bot is None else _place(rows, row),
        )
        if key not in worst or foreseen.least > worst[key].least:
            worst[key] = foreseen
    return list(worst.values())


def _place(rows: pl.DataFrame, row: dict[str, Any]) -> int:
    """Which of its contrast's bots a row is about: bots have other names in other cells."""
    same = rows.filter(cell=row["cell"], against=row["against"], statistic=row["statistic"]).filter(
        pl.col("seat").is_null()
    )
    pairs: Sequence[tuple[str, str]] = list(same.select("bot", "bot_against").iter_rows())
    return pairs.index((row["bot"], row["bot_against"]))


def _foreseen(
    row: dict[str, Any], deals: dict[str, int], seatings: dict[str, int], alpha: float, power: float
) -> Foreseen:
    planned = min(deals[row["cell"]], deals[row["against"]])
    matters = row["margin"]
    needed = deals_needed(row["se"], row["deals"], matters, alpha, power) if matters else None
    return Foreseen(
        statistic=row["statistic"],
        seat=row["seat"],
        bot=row["bot"],
        unit=row["unit"],
        cell=row["cell"],
        against=row["against"],
        least=least_difference(row["se"], row["deals"], planned, alpha, power),
        matters=matters,
        games=None if needed is None else needed * max(seatings[row["cell"]], seatings[row["against"]]),
        reduction=row["reduction"] if row["paired"] else None,
    )
