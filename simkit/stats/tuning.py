"""Where a statistic meets a target, found by bisection on common deals, and how surely: a search over numbered values.

It knows nothing of games: it asks for estimates of the values it wants to see, and for differences between two of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

__all__ = ["Answer", "Found", "Look", "Seen", "seek"]

Answer = Literal["found", "no crossing", "not monotone", "cannot tell"]

SCOUTS = 5
"""Values looked at first, evenly over the range."""

FINE = 16
"""An end of the interval is known well enough when a sixteenth of its distance from the crossing is left open."""


class Seen(NamedTuple):
    """An estimate of the statistic at one value, with its interval where it has one."""

    value: float
    low: float | None
    high: float | None


Look = Callable[[Sequence[int]], Sequence[Seen]]
"""Estimates at these values, all from the same deals."""

Differ = Callable[[int, int, float], tuple[float | None, float | None]]
"""Interval, at a level, of the statistic at one value less that at another one."""


@dataclass(frozen=True)
class Found:
    """What a search has found.

    Parameters
    ----------
    answer
        ``found``; ``no crossing``: the target lies surely on one side of all values seen; ``not monotone``: the
        statistic surely rises and falls; ``cannot tell``: the estimates are too rough to say any of these.
    seen
        What was looked at, by value number, in their order.
    rises
        Whether the statistic is higher at the last value than at the first.
    between
        Neighbouring values between which the estimate crosses the target; None without a crossing.
    nearest
        The value whose estimate is nearest to the target.
    crossing
        Where the straight line between the two neighbours meets the target, a fraction of value numbers.
    low, high
        Interval of the crossing: the nearest values that are surely on one side of it and on the other; None where the
        range ends before that.
    turn
        Two values, the second above the first, between which the statistic surely goes against its direction.
    """

    answer: Answer
    seen: Mapping[int, Seen]
    rises: bool
    nearest: int
    between: tuple[int, int] | None = None
    crossing: float | None = None
    low: int | None = None
    high: int | None = None
    turn: tuple[int, int] | None = None


def seek(size: int, target: float, look: Look, differ: Differ, level: float) -> Found:
    """Search the values 0 to ``size - 1`` for the one at which a monotone statistic meets the target.

    The crossing of the estimates is found by bisection. Its interval is that of a calibration (Fieller's): all values
    whose own interval, at ``level``, holds the target. The true crossing lies outside only if the interval at the value
    next to it misses, or one further away; on common deals estimates rise and fall together, so that the latter adds
    next to nothing.

    Parameters
    ----------
    size
        Number of values, 2 or more.
    look, differ
        Where estimates and differences come from; each value is looked at once.
    level
        Confidence level of the intervals that ``look`` gives.
    """
    search = _Search(target, look)
    scouts = sorted({round(i * (size - 1) / (SCOUTS - 1)) for i in range(SCOUTS)})
    search.see(scouts)
    rises = search.seen[size - 1].value > search.seen[0].value
    bracket = next((pair for pair in itertools.pairwise(scouts) if search.crosses(*pair)), None)
    if bracket is None:
        return _without_bracket(search, differ, level, rises=rises)
    between = search.bisect(*bracket)
    low, high = search.sure_below(between[0]), search.sure_above(between[1])
    turn = _turn(search.seen, differ, level, rises=rises)
    answer: Answer = "not monotone" if turn else "cannot tell" if low is None and high is None else "found"
    return search.found(answer, rises, between, low, high, turn)


def _without_bracket(search: _Search, differ: Differ, level: float, *, rises: bool) -> Found:
    """Answer when all scouts are on one side; where they surely rise and fall, go on to where they come nearest."""
    turn = _turn(search.seen, differ, level, rises=rises)
    if turn:
        search.approach()
        return search.found("not monotone", rises, turn=turn)
    above = search.above(0)
    sure = all(search.surely(point, above=above) for point in tuple(search.seen))
    return search.found("no crossing" if sure else "cannot tell", rises)


@dataclass
class _Search:
    """What was seen so far, and on which side of the target it is."""

    target: float
    look: Look

    def __post_init__(self) -> None:
        self.seen: dict[int, Seen] = {}

    def see(self, points: Sequence[int]) -> None:
        """Look at the points that were not seen yet."""
        new = [point for point in points if point not in self.seen]
        if new:
            self.seen |= dict(zip(new, self.look(new), strict=True))

    def above(self, point: int) -> bool:
        """Whether the estimate is at the target or above."""
        self.see([point])
        return self.seen[point].value >= self.target

    def crosses(self, one: int, other: int) -> bool:
        """Whether the estimates at two values lie on both sides of the target."""
        return self.above(one) != self.above(other)

    def surely(self, point: int, *, above: bool) -> bool:
        """Whether the interval lies wholly above the target, or wholly below."""
        self.see([point])
        _, low, high = self.seen[point]
        return (low is not None and low > self.target) if above else (high is not None and high < self.target)

    def bisect(self, low: int, high: int) -> tuple[int, int]:
        """Narrow a crossing down to two neighbouring values."""
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.crosses(low, middle) else (middle, high)
        return low, high

    def approach(self) -> None:
        """Look ever closer around the nearest estimate, until the target is crossed or nothing is left."""
        side = self.above(0)
        while True:
            points = sorted(self.seen)
            place = points.index(self.nearest())
            around = points[max(place - 1, 0) : place + 2]
            new = [(one + other) // 2 for one, other in itertools.pairwise(around) if other - one > 1]
            if not new:
                return
            self.see(new)
            if any(self.above(point) != side for point in new):
                return

    def nearest(self, points: Sequence[int] = ()) -> int:
        """Find the point, of these or of all, whose estimate is nearest to the target."""
        return min(points or sorted(self.seen), key=lambda point: abs(self.seen[point].value - self.target))

    def sure_below(self, start: int) -> int | None:
        """Find the nearest value from ``start`` down that is surely on the side of ``start``."""
        return self._sure(start, [point for point in self.seen if point <= start])

    def sure_above(self, start: int) -> int | None:
        """Find the nearest value from ``start`` up that is surely on the side of ``start``."""
        return self._sure(start, [point for point in self.seen if point >= start])

    def _sure(self, start: int, points: Sequence[int]) -> int | None:
        above = self.above(start)
        outwards = sorted(points, key=lambda point: abs(point - start))
        sure = next((point for point in outwards if self.surely(point, above=above)), None)
        if sure is None or sure == start:
            return sure
        unsure = outwards[outwards.index(sure) - 1]
        while abs(sure - unsure) > max(1, abs(unsure - start) // FINE):
            middle = (sure + unsure) // 2
            sure, unsure = (middle, unsure) if self.surely(middle, above=above) else (sure, middle)
        return sure

    def found(
        self,
        answer: Answer,
        rises: bool,
        between: tuple[int, int] | None = None,
        low: int | None = None,
        high: int | None = None,
        turn: tuple[int, int] | None = None,
    ) -> Found:
        """Put the answer together."""
        seen = dict(sorted(self.seen.items()))
        nearest = self.nearest(between or ())
        crossing = None
        if between is not None:
            one, other = (seen[point].value for point in between)
            crossing = between[0] + (self.target - one) / (other - one)
        return Found(answer, seen, rises, nearest, between, crossing, low, high, turn)


def _turn(seen: Mapping[int, Seen], differ: Differ, level: float, *, rises: bool) -> tuple[int, int] | None:
    """Find two values between which the statistic surely goes the other way; None when none is seen.

    Each value is held against the furthest one before it, where it is behind; the level allows for their number.
    """
    level = 1 - (1 - level) / max(len(seen) - 1, 1)
    sign = 1 if rises else -1
    points = sorted(seen)
    furthest = points[0]
    for point in points[1:]:
        if sign * (seen[point].value - seen[furthest].value) >= 0:
            furthest = point
            continue
        low, high = differ(point, furthest, level)
        if (high is not None and high < 0) if rises else (low is not None and low > 0):
            return furthest, point
    return None
