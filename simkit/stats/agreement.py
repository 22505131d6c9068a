"""How far the distribution functions of two cells on common deals move together: a second pass, for quantiles only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import polars as pl

from simkit.games.base import Statistic
from simkit.stats import intervals
from simkit.stats.estimates import QUANTILES
from simkit.stats.moments import Distribution
from simkit.stats.pairs import PairSums, Side, collect_pairs

__all__ = ["Key", "key_of", "quantile_correlations"]

Key = tuple[str, int | None, str | None, float]
"""Statistic, seat, bot and q."""


def key_of(sums: PairSums, q: float) -> Key:
    """Key of a quantile of these sums."""
    subject = sums.subjects[0]
    return sums.statistic.name, subject.seat, subject.bot.label() if subject.bot else None, q


def quantile_correlations(sides: tuple[Side, Side], sums: Sequence[PairSums]) -> Mapping[Key, float]:
    """Correlation by deal of the games at or below each cell's quantile, for every quantile in ``sums``."""
    asked: list[tuple[Key, tuple[Statistic, Statistic]]] = []
    for one in sums:
        if isinstance(one.ours, Distribution) and isinstance(one.theirs, Distribution):
            pair = [
                next(s for s in side.statistics if s.kind == "quantiles" and s.name == one.statistic.name)
                for side in sides
            ]
            for q in QUANTILES:
                found = [intervals.quantile(each, q, 0.95).value for each in (one.ours, one.theirs)]
                if found[0] is not None and found[1] is not None:
                    both = _at_most(pair[0], found[0]), _at_most(pair[1], found[1])
                    asked.append((key_of(one, q), both))
    if not asked:
        return {}
    ours, theirs = (
        side._replace(statistics=[replace(both[i], name=f"{number}") for number, (_, both) in enumerate(asked)])
        for i, side in enumerate(sides)
    )
    correlations = {}
    for one in collect_pairs(ours, theirs, paired=True):
        key = asked[int(one.statistic.name)][0]
        if key_of(one, key[3])[1:3] == key[1:3]:
            correlations[key] = _correlation(one)
    return correlations


def _at_most(statistic: Statistic, bound: float) -> Statistic:
    """Share of games whose value is at most ``bound``."""

    def value(argument: int) -> pl.Expr:
        expression: pl.Expr = statistic.value(argument)
        return expression <= bound

    return replace(statistic, kind="proportion", value=value)


def _correlation(sums: PairSums) -> float:
    """Correlation by deal of the linearised shares; 0 where one of them does not vary."""
    assert sums.joint is not None
    points = [intervals.ratio_point(sums.joint.mean[row : row + 2]) for row in (0, 2)]
    if points[0] is None or points[1] is None:
        return 0.0
    ours, theirs = points[0].gradient, points[1].gradient
    co = sums.joint.co
    scale = float(ours @ co[:2, :2] @ ours) * float(theirs @ co[2:4, 2:4] @ theirs)
    return float(ours @ co[:2, 2:4] @ theirs) / scale**0.5 if scale > 0 else 0.0
