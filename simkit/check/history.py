"""Drifts in a log of verdicts: what has moved since the first check, if by less than the margin each time."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import polars as pl

from simkit.stats.intervals import normal_quantile

__all__ = ["Drift", "DriftWord", "History", "drifts"]

DriftWord = Literal["drifted", "creeping", "steady", "unclear"]

ALPHA = 0.001
"""Chance that anything steady is ever said to creep or drift, over all metrics and all looks at the log."""


@dataclass(frozen=True)
class Drift:
    """One metric over time.

    Parameters
    ----------
    cell, game, statistic, seat, bot, place, unit, margin
        Which metric, and the difference that matters, as last judged.
    times, values, errors, verdicts
        Every check: when, the value, its own standard error, and the verdict.
    change, reach
        Last value less the first, and how far chance may go in it.
    word
        ``drifted``: by more than the margin for certain; ``creeping``: for certain, but perhaps not by more than that;
        ``steady``: within the margin for certain, and perhaps not at all; ``unclear``: none of these.
    """

    cell: str
    game: str
    statistic: str
    seat: int | None
    bot: str | None
    place: int | None
    unit: str
    margin: float
    times: tuple[datetime, ...]
    values: tuple[float, ...]
    errors: tuple[float, ...]
    verdicts: tuple[str, ...]
    change: float
    reach: float
    word: DriftWord

    @property
    def who(self) -> str:
        """Whom it is about, in a word or two."""
        return f"seat {self.seat}" if self.seat else f"bot {self.place}" if self.place else "game"


@dataclass(frozen=True)
class History:
    """All metrics of a log, those that moved first, and how many checks it has."""

    drifts: tuple[Drift, ...]
    checks: int

    @property
    def drifted(self) -> tuple[Drift, ...]:
        """Metrics that drifted."""
        return tuple(drift for drift in self.drifts if drift.word == "drifted")


_ORDER: tuple[DriftWord, ...] = ("drifted", "creeping", "unclear", "steady")
_KEY = ("config", "cell", "statistic", "seat", "place")


def drifts(log: pl.DataFrame, names: Sequence[str] = ()) -> History:
    """Find what has moved since the first check.

    Parameters
    ----------
    log
        As ``simkit.check.log.read_log`` gives it.
    names
        Statistics to look at; all when there are none.
    """
    rows = log.filter(pl.col("new").is_not_null())
    if names:
        rows = rows.filter(pl.col("statistic").is_in(list(names)))
    groups = rows.partition_by(_KEY, maintain_order=True)
    found = [_drift(group.to_dicts(), len(groups)) for group in groups]
    return History(tuple(sorted(found, key=lambda drift: _ORDER.index(drift.word))), log["time"].n_unique())


def _drift(rows: Sequence[dict[str, Any]], family: int) -> Drift:
    last = rows[-1]
    change = last["new"] - rows[0]["new"]
    checks = len(rows)
    # a share of alpha for each metric and each look: the k-th has 1/(k (k + 1)) of its metric's, which sum up to one
    z = normal_quantile(1 - ALPHA / (family * checks * (checks + 1)))
    reach = z * _error(rows)
    return Drift(
        **{name: last[name] for name in ("cell", "game", "statistic", "seat", "bot", "place", "unit", "margin")},
        times=tuple(row["time"] for row in rows),
        values=tuple(row["new"] for row in rows),
        errors=tuple(row["error"] or 0.0 for row in rows),
        verdicts=tuple(row["verdict"] for row in rows),
        change=change,
        reach=reach,
        word=_word(change, reach, last["margin"]),
    )


def _word(change: float, reach: float, margin: float) -> DriftWord:
    if abs(change) - reach > margin:
        return "drifted"
    if abs(change) > reach:
        return "creeping"
    return "steady" if abs(change) + reach <= margin else "unclear"


def _error(rows: Sequence[dict[str, Any]]) -> float:
    """Standard error of the last value less the first: the smaller of two bounds.

    That of independent runs, which is too large where both met the same deals. And the sum over the steps in between,
    whatever their correlations: on the same deals a step is what two checks differ by from the same baseline, or what
    the second differs by from a baseline recorded as the first one was.
    """
    independent = math.hypot(rows[0]["error"] or 0.0, rows[-1]["error"] or 0.0)
    steps = [_step(one, other) for one, other in itertools.pairwise(rows)]
    return min(independent, sum(steps))


def _step(one: dict[str, Any], other: dict[str, Any]) -> float:
    """Standard error of one step."""
    same_deals = all(one[key] == other[key] for key in ("seed", "deals")) and one["paired"] and other["paired"]
    if not same_deals:
        return math.hypot(one["error"] or 0.0, other["error"] or 0.0)
    if math.isclose(other["old"], one["new"], rel_tol=1e-12, abs_tol=1e-15):
        return float(other["se"] or 0.0)
    if math.isclose(other["old"], one["old"], rel_tol=1e-12, abs_tol=1e-15):
        return float((one["se"] or 0.0) + (other["se"] or 0.0))
    return math.hypot(one["error"] or 0.0, other["error"] or 0.0)
