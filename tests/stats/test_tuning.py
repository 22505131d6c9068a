"""The search for a target: exact where nothing is random, and how often its interval holds the truth."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.stats.intervals import wilson
from simkit.stats.tuning import Found, Seen, seek


def exact(curve: Callable[[int], float], size: int, target: float, half: float = 1e-9) -> tuple[Found, list[int]]:
    """Search a curve that is known but for ``half``; also what was looked at, in turn."""
    asked: list[int] = []

    def look(points: Sequence[int]) -> list[Seen]:
        asked.extend(points)
        return [Seen(curve(point), curve(point) - half, curve(point) + half) for point in points]

    def differ(one: int, other: int, level: float) -> tuple[float, float]:
        assert level > 0.95
        off = curve(one) - curve(other)
        return off - half, off + half

    return seek(size, target, look, differ, 0.95), asked


@given(
    st.integers(2, 3_000).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 2))),
    st.floats(0.01, 0.99),
    st.sampled_from([1, -1]),
)
def test_a_known_curve_gives_the_two_values_beside_the_crossing(sizes, part, sign) -> None:
    size, below = sizes
    found, asked = exact(lambda point: sign * (point - below - part) ** 3, size, 0.0)
    assert (found.answer, found.between, found.rises) == ("found", (below, below + 1), sign > 0)
    assert (found.low, found.high) == (below, below + 1)
    assert found.nearest == below + (part > 0.5)
    assert found.crossing == pytest.approx(below + part**3 / (part**3 + (1 - part) ** 3))
    assert len(asked) == len(set(asked)) <= 5 + math.log2(size)  # nothing twice: bisection
    assert list(found.seen) == sorted(asked)


@given(st.integers(50, 3_000), st.floats(0.2, 0.8), st.floats(0.01, 0.15))
def test_the_interval_reaches_to_the_first_value_surely_beyond(size, at, part) -> None:
    # a straight line of slope 1 known to half: the target is within the interval of all values nearer than half
    crossing, half = at * size, part * size
    found, asked = exact(lambda point: point - crossing, size, 0.0, half)
    assert found.low is not None
    assert found.high is not None
    for end, off in ((found.low, crossing - found.low), (found.high, found.high - crossing)):
        assert half < off <= half * (1 + 1 / 14) + 2, end  # a sixteenth of the whole is a fifteenth of the rest
    assert len(asked) <= 5 + 3 * math.log2(size)


def test_an_end_that_the_range_cuts_off_is_open() -> None:
    found, _ = exact(float, 101, 3.0, half=10.0)
    assert (found.answer, found.between, found.low, found.high) == ("found", (2, 3), None, 14)
    found, _ = exact(float, 101, 97.5, half=10.0)
    assert (found.answer, found.low, found.high) == ("found", 87, None)


def test_no_crossing_is_said_only_when_it_is_sure() -> None:
    found, asked = exact(lambda point: 1.0 + point, 101, 0.0)
    assert (found.answer, found.nearest, found.between, len(asked)) == ("no crossing", 0, None, 5)
    found, _ = exact(lambda point: 1.0 + point, 101, 200.0)
    assert (found.answer, found.nearest) == ("no crossing", 100)
    found, _ = exact(lambda point: 1.0 + point, 101, 0.0, half=2.0)
    assert found.answer == "cannot tell"
    found, _ = exact(lambda point: point - 50.5, 101, 0.0, half=200.0)
    assert (found.answer, found.between) == ("cannot tell", (50, 51))


def test_a_hump_is_not_monotone_and_is_followed_to_its_top() -> None:
    # scouts at 0, 25, ... all lie below 0; it is above from 28 to 32
    found, asked = exact(lambda point: 6.0 - (point - 30) ** 2, 101, 0.0)
    assert (found.answer, found.turn, found.rises) == ("not monotone", (0, 25), False)
    assert any(found.seen[point].value > 0 for point in asked)
    found, asked = exact(lambda point: -6.0 - (point - 30) ** 2, 101, 0.0)
    assert (found.answer, found.nearest) == ("not monotone", 30)
    assert {29, 31} <= set(asked)


def test_a_target_met_twice_or_thrice_is_not_monotone() -> None:
    found, _ = exact(lambda point: math.sin(point / 20), 101, 0.3)
    assert found.answer == "not monotone"
    found, _ = exact(lambda point: -math.sin(point / 8), 101, 0.1)
    assert found.answer == "not monotone"


def test_what_may_be_noise_is_no_turn() -> None:
    found, _ = exact(lambda point: point + 3 * (point % 2), 101, 50.5, half=3.0)
    assert found.answer == "found"


def test_points_without_an_interval_are_on_no_side() -> None:
    def look(points: Sequence[int]) -> list[Seen]:
        return [Seen(point - 50.5, None, None) for point in points]

    assert seek(101, 0.0, look, lambda *_: (None, None), 0.95).answer == "cannot tell"


def simulated(rng: np.random.Generator, size: int, deals: int) -> bool:
    """Whether the interval holds the truth: each deal has a number, uniform in [0, 1), and a game is won below p.

    p goes evenly from 0.1 to 0.9, so that p = 1/2 is crossed at a known place; all values meet the same deals.
    """
    draws = np.sort(rng.random(deals))
    at = rng.uniform(0.3, 0.7) * size

    def chance(point: int) -> float:
        return min(max(0.5 + 0.8 * (point - at) / size, 0.0), 1.0)

    def share(point: int) -> float:
        return float(np.searchsorted(draws, chance(point))) / deals

    def look(points: Sequence[int]) -> list[Seen]:
        return [Seen(share(point), *wilson(share(point), deals, 0.95)) for point in points]

    def differ(one: int, other: int, _: float) -> tuple[float, float]:
        return (share(one) - share(other),) * 2

    found = seek(size, 0.5, look, differ, 0.95)
    low = -math.inf if found.low is None else found.low
    return low <= at <= (math.inf if found.high is None else found.high)


@pytest.mark.parametrize("size", [41, 1_001])
@pytest.mark.parametrize("times", [400, pytest.param(10_000, marks=pytest.mark.slow)])
def test_coverage(size: int, times: int) -> None:
    # 1,000 deals. Never below 95 % by more than 5 standard errors (5.4 %, 1.1 %) and half a point for Wilson's;
    # few values make it wider. Half the width covers 67 %.
    rng = np.random.default_rng(11)
    held = sum(simulated(rng, size, 1_000) for _ in range(times)) / times
    assert held > 0.945 - 5 * math.sqrt(0.95 * 0.05 / times)
    if size > 1_000:
        assert held < 0.965 + 5 * math.sqrt(0.95 * 0.05 / times)
