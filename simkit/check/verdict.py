"""Verdicts: same, different or cannot tell, metric by metric, by one rule that allows for looking again and again.

A metric's interval lies wholly inside the margin: same; wholly outside: different; else more games are played, and at
the limit it cannot be told.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

from simkit.check.evidence import RARE, Evidence
from simkit.check.match import JudgedMetric

__all__ = ["Needs", "Verdict", "VerdictWord", "judge", "worst"]

VerdictWord = Literal["identical", "same", "different", "cannot tell"]

_ORDER: tuple[VerdictWord, ...] = ("identical", "same", "cannot tell", "different")

POWER = 0.9
"""Chance with which the difference that is said to be caught is caught."""


@dataclass(frozen=True)
class Needs:
    """Deals that would do to tell; None for a side that has enough."""

    baseline: int | None
    check: int | None


@dataclass(frozen=True)
class Verdict:
    """The verdict of one metric.

    Parameters
    ----------
    cell, statistic, seat, bot, place, unit, margin
        Which line (a bot, and where it first stands in the line-up), and the difference that matters.
    old, new, difference, low, high, se, error, interval
        Values, new less old with its bounds and standard error, the standard error of the new value by itself, and the
        kind of interval or why there is none.
    word
        The verdict.
    changed
        Blocks (with every deal recorded: deals) in which its sums differ; None where deals are not common.
    catches
        The least difference that would have been called different with a chance of 90 %.
    needs
        What would do, where it cannot be told.
    """

    cell: str
    statistic: str
    seat: int | None
    bot: str | None
    place: int | None
    unit: str
    margin: float
    old: float | None
    new: float | None
    difference: float | None
    low: float | None
    high: float | None
    se: float | None
    error: float | None
    interval: str
    word: VerdictWord
    changed: int | None = None
    catches: float | None = None
    needs: Needs | None = None

    @property
    def who(self) -> str:
        """Whom it is about, in a word or two."""
        return f"seat {self.seat}" if self.seat else f"bot {self.place}" if self.place else "game"

    @property
    def what(self) -> str:
        """Which metric, in words."""
        return self.statistic if self.who == "game" else f"{self.statistic} of {self.who}"


def worst(words: list[VerdictWord]) -> VerdictWord:
    """Verdict of several metrics together; of none, identical."""
    return max(words, key=_ORDER.index, default="identical")


def judge(cell: str, judged: JudgedMetric, evidence: Evidence | None, deals: int, *, identical: bool) -> Verdict:
    """Judge one metric.

    Parameters
    ----------
    evidence
        What the games say; None where there is nothing to count any more, which is a difference.
    deals
        Deals that were compared.
    identical
        Whether every recorded deal came out as it was.
    """
    margin, offset = judged.metric.margin, judged.metric.offset
    if evidence is None:
        return _verdict(cell, judged, None, "different")
    word: VerdictWord = "identical" if identical else _word(evidence, margin)
    needs = _needs(evidence, margin, deals) if word == "cannot tell" else None
    evidence = evidence._replace(old=evidence.old - offset, new=evidence.new - offset)
    return _verdict(cell, judged, evidence, word, _catches(evidence, margin), needs)


def _verdict(
    cell: str,
    judged: JudgedMetric,
    evidence: Evidence | None,
    word: VerdictWord,
    catches: float | None = None,
    needs: Needs | None = None,
) -> Verdict:
    return Verdict(
        cell=cell,
        statistic=judged.metric.name,
        seat=judged.metric.seat,
        bot=judged.metric.bot,
        place=judged.metric.place,
        unit=judged.metric.statistic.unit,
        margin=judged.metric.margin,
        old=judged.record.value if evidence is None else evidence.old,
        new=None if evidence is None else evidence.new,
        difference=None if evidence is None else evidence.difference,
        low=None if evidence is None else evidence.low,
        high=None if evidence is None else evidence.high,
        se=None if evidence is None else evidence.se,
        error=None if evidence is None else evidence.error,
        interval="none: nothing to count any more" if evidence is None else evidence.kind,
        word=word,
        changed=None if evidence is None else evidence.changed,
        catches=catches,
        needs=needs,
    )


def _word(evidence: Evidence, margin: float) -> VerdictWord:
    if evidence.low is None or evidence.high is None:
        return "cannot tell"
    if -margin <= evidence.low and evidence.high <= margin:
        return "same"
    return "different" if evidence.low > margin or evidence.high < -margin else "cannot tell"


def _catches(evidence: Evidence, margin: float) -> float | None:
    """Margin, half-width, and what chance may take off again nine times in ten.

    Where deals are common and few differ, the noise of a change that matters cannot be seen; then it is that of
    independent deals, which is the worst there is where old and new go together.
    """
    if evidence.factor is None:
        return None
    half = evidence.alone or 0.0
    if evidence.kind != RARE and evidence.se is not None and evidence.low is not None and evidence.high is not None:
        half = max((evidence.high - evidence.low) / 2, 0.0)
    se = half / evidence.factor
    return margin + half + NormalDist().inv_cdf(POWER) * se


def _needs(evidence: Evidence, margin: float, deals: int) -> Needs | None:
    """Deals with which it would be told, were the difference seen the true one, or none where none is among the bounds.

    Widths fall with the root of the number of deals, and where few deals differ with the number itself. Old deals that
    are not common are given: what they leave has to be made up by new ones, or there have to be more of both.
    """
    low, high = evidence.low, evidence.high
    half = (evidence.alone or 0.0) if low is None or high is None else (high - low) / 2
    gap = abs(abs(evidence.difference) - margin)
    if evidence.factor and (low is None or high is None or low <= 0 <= high):
        gap = margin * evidence.factor / (evidence.factor + 1)  # a standard error is left for chance
    if not gap or not half:
        return None
    power = 1 if evidence.kind == RARE else 2
    least = math.ceil(1.25 * deals)  # it was not enough, if only by chance
    both = max(math.ceil(deals * (half / gap) ** power), least)
    if evidence.error is None or evidence.old_se is None or not evidence.factor:
        return Needs(both, both)
    left = (gap / evidence.factor) ** 2 - evidence.old_se**2
    if left <= 0:
        return Needs(both, both)
    return Needs(None, max(math.ceil(deals * evidence.error**2 / left), least))
