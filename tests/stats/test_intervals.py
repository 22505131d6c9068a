"""Every interval against exact, published or hand-computed values."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import gammaln, ndtri, stdtrit

from simkit.stats.intervals import (
    CONSTANT,
    ONE_DEAL,
    UNDEFINED,
    deviation,
    effective_games,
    most_games,
    normal_quantile,
    proportion,
    quantile,
    ratio,
    t_quantile,
    wilson,
)
from simkit.stats.moments import Distribution, Moments


def moments(*rows: list[float]) -> Moments:
    return Moments.of(np.array(rows, np.float64), len(rows[0]))


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    # Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_published_bounds(won: int, games: int, low: float, high: float) -> None:
    assert wilson(won / games, games, 0.95) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@given(st.integers(1, 10**9), st.floats(0, 1), st.floats(0.5, 0.999999))
def test_wilson_bounds_solve_the_score_equation_and_stay_in_range(n: int, p: float, level: float) -> None:
    z = normal_quantile(level)
    low, high = wilson(p, n, level)
    assert 0 <= low <= p <= high <= 1
    for bound in (low, high):
        assert (p - bound) ** 2 == pytest.approx(z * z * bound * (1 - bound) / n, rel=1e-6, abs=1e-12)


def test_wilson_is_exact_at_the_ends() -> None:
    assert wilson(0.0, 10, 0.95)[0] == 0
    assert wilson(1.0, 10, 0.95)[1] == 1
    assert wilson(0.0, 10, 0.95)[1] == pytest.approx(1.959964**2 / (10 + 1.959964**2), abs=1e-6)


@pytest.mark.parametrize("n", [50, 1_000])
@pytest.mark.parametrize("p", [0.5, 0.3, 0.1])
def test_wilson_coverage_counted_exactly(n: int, p: float) -> None:
    # over the whole binomial distribution, no sampling; it oscillates around 95 % with n and p
    won = np.arange(n + 1)
    weight = np.exp(
        gammaln(n + 1) - gammaln(won + 1) - gammaln(n - won + 1) + won * np.log(p) + (n - won) * np.log(1 - p)
    )
    low, high = wilson(won / n, n, 0.95)
    coverage = weight[(low <= p) & (p <= high)].sum()
    assert 0.93 < coverage < 0.975


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99, 0.9999])
@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 7, 10, 30, 100, 10**6])
def test_t_quantile_agrees_with_scipy(level: float, freedom: int) -> None:
    assert t_quantile(level, freedom) == pytest.approx(stdtrit(freedom, (1 + level) / 2), rel=1e-5)


@pytest.mark.parametrize("level", [0.5, 0.95, 1 - 1e-9])
def test_normal_quantile_agrees_with_scipy(level: float) -> None:
    assert normal_quantile(level) == pytest.approx(-ndtri((1 - level) / 2), rel=1e-9)


def test_effective_games() -> None:
    assert effective_games(0.5, 0.25 / 50, 100, 200) == pytest.approx(50)  # a deal's games agree
    assert effective_games(0.5, 0.0, 100, 200) == 200  # never above the games
    assert effective_games(0.5, 1e-9, 100, 200) == 200
    assert effective_games(0.0, 0.0, 100, 200) == 100  # no wins: each deal counts once
    assert effective_games(1.0, 0.0, 100, 200) == 100
    assert effective_games(np.array([0.0, 0.5]), np.array([0.0, 0.0025]), 100, 200).tolist() == [100, 100]


def test_a_share_counts_as_no_more_than_if_twenty_deals_were_0_or_1() -> None:
    # 20 deals of n at 1 or 0 and the rest at 1/2: s² = 20/n · 1/4, so n_eff = (1/4) / (s²/n) = n²/20
    for deals, off in ((400, 20), (400, 10), (400, 40)):
        shares = [0.0, 1.0] * (off // 2) + [0.5] * (deals - off)
        found = proportion(moments([2 * share for share in shares], [2.0] * deals), 0.95, 2 * deals)
        assert found[1:3] == pytest.approx(wilson(0.5, deals**2 / max(off, 20), 0.95))
    assert most_games(0.5, 400, 800) == pytest.approx(8_000)
    assert most_games(0.5, 100, 800) == 800  # never fewer than all games
    # p = 1/5: 20 deals at 1 are 4/5 off, so s² is 20/n · 16/25 at the least, and n_eff = (4/25) n² / (20 · 16/25)
    assert most_games([0.2, 0.8, 0.0, 1.0], 1_000, 2_000) == pytest.approx([12_500, 12_500, 2_000, 2_000])


def test_where_deals_are_not_equally_large_trials_are_the_most() -> None:
    sizes = [2.0, 4.0] * 200
    found = proportion(moments([size / 2 for size in sizes], sizes), 0.95, 1_200)
    assert found[1:3] == pytest.approx(wilson(0.5, 1_200, 0.95))


@given(st.integers(1, 10_000), st.data())
def test_one_game_a_deal_without_ties_is_wilson_with_n_deals(deals: int, data: st.DataObject) -> None:
    won = data.draw(st.integers(0, deals))
    found = proportion(moments([1.0] * won + [0.0] * (deals - won), [1.0] * deals), 0.95, deals)
    assert found[1:3] == pytest.approx(wilson(won / deals, deals, 0.95), abs=1e-9)


def test_proportion_of_deals_that_share() -> None:
    # Y = 1, 1/2, 1/2, 0 and twice that: p = 1/2, s² = 1/8, n_eff = (1/4) / (1/8 / 8) = 16 = the games
    totals = [2.0, 1.0, 1.0, 0.0] * 2
    found = proportion(moments(totals, [2.0] * 8), 0.95, 16)
    assert found[:3] == pytest.approx((0.5, *wilson(0.5, 16, 0.95)))
    assert found.se == pytest.approx(math.sqrt(1 / 8 / 7))
    # all or nothing: s² = 1/4, so a deal is worth one game
    assert proportion(moments([2.0, 0.0] * 4, [2.0] * 8), 0.95, 16)[1:3] == pytest.approx(wilson(0.5, 8, 0.95))


@pytest.mark.parametrize(("each", "p"), [(0.0, 0.0), (2.0, 1.0)])
def test_a_proportion_of_none_or_all_counts_each_deal_once(each: float, p: float) -> None:
    found = proportion(moments([each] * 30, [2.0] * 30), 0.95, 60)
    assert found == (p, *wilson(p, 30, 0.95), None, "wilson")


def test_all_ties_have_a_real_interval() -> None:
    found = proportion(moments([0.5] * 30, [1.0] * 30), 0.95, 30)
    assert found == (0.5, *wilson(0.5, 45, 0.95), None, "wilson")  # 45 = 30²/20: as if 20 deals had been won or lost


@given(st.lists(st.tuples(st.integers(1, 1_000), st.integers(1, 1_000)), min_size=2, max_size=9))
def test_a_ratio_that_is_the_same_in_every_deal_has_no_spread(parts: list[tuple[int, int]]) -> None:
    # totals that vary, but go together: what is left of their variances is rounding
    sizes = [float(a * b) for a, b in parts]
    assert ratio(moments([size / 3 for size in sizes], sizes), 0.95)[1:] == (None, None, None, CONSTANT)


def test_ratio_by_hand() -> None:
    # y = 1, 2, 6 over x = 1, 2, 3: R = 3/2; residuals y - Rx = -1/2, -1, 3/2; their squares add up to 7/2;
    # se² = (3/2) * (7/2) / 6² = 7/48
    found = ratio(moments([1.0, 2.0, 6.0], [1.0, 2.0, 3.0]), 0.95)
    assert found.value == 1.5
    assert found.se == pytest.approx(math.sqrt(Fraction(7, 48)))
    assert found.high == pytest.approx(1.5 + 4.302653 * math.sqrt(7 / 48), rel=1e-6)
    assert found.low == pytest.approx(1.5 - 4.302653 * math.sqrt(7 / 48), rel=1e-6)


def test_mean_is_the_textbook_one() -> None:
    # 2, 4, 4, 10: mean 5, s² = 36/3 = 12, se = sqrt(12/4)
    found = ratio(moments([2.0, 4.0, 4.0, 10.0], [1.0] * 4), 0.95)
    assert found.value == 5
    assert found.se == pytest.approx(math.sqrt(3))
    assert found.high == pytest.approx(5 + 3.182446 * math.sqrt(3), rel=1e-6)


def test_deviation_by_hand() -> None:
    # 0, 0, 0, 4: mean 1, variance 3; influences (y-1)² - 3 = -2, -2, -2, 6 over 2 sqrt(3): squares add up to 48/12 = 4
    values = np.array([0.0, 0.0, 0.0, 4.0])
    found = deviation(Moments.of(np.stack([values**2, values, np.ones(4)]), 4), 0.95)
    assert found.value == pytest.approx(math.sqrt(3))
    assert found.se == pytest.approx(math.sqrt(4 / 4 / 3))
    assert found.low == 0  # not below


def test_what_cannot_be_told_is_refused() -> None:
    ones = [1.0] * 3
    assert ratio(moments([7.0] * 3, ones), 0.95) == (7, None, None, None, CONSTANT)
    assert ratio(moments([1 / 3] * 3, ones), 0.95).kind == CONSTANT
    assert ratio(moments([0.0] * 3, ones), 0.95) == (0, None, None, None, CONSTANT)
    assert ratio(moments([7.0], [1.0]), 0.95) == (7, None, None, None, ONE_DEAL)
    assert ratio(moments([0.0] * 3, [0.0] * 3), 0.95) == (None, None, None, None, UNDEFINED)
    assert ratio(moments([], []), 0.95) == (None, None, None, None, UNDEFINED)
    assert proportion(moments([], []), 0.95, 0) == (None, None, None, None, UNDEFINED)
    assert deviation(moments([9.0] * 3, [3.0] * 3, ones), 0.95) == (0, None, None, None, CONSTANT)
    assert deviation(moments([9.0], [3.0], [1.0]), 0.95) == (None, None, None, None, ONE_DEAL)
    assert deviation(moments([], [], []), 0.95).kind == UNDEFINED
    assert quantile(Distribution.of(np.full((3, 1), np.nan)), 0.5, 0.95).kind == UNDEFINED


def test_one_odd_deal_in_many_is_not_taken_for_rounding() -> None:
    values = np.full(10**6, 1000.0)
    values[0] = 1001
    found = ratio(Moments.of(np.stack([values, np.ones(10**6)]), 10**6), 0.95)
    assert found.kind == "linearised"
    assert found.se == pytest.approx(1e-6, rel=1e-3)


def test_quantile_by_hand() -> None:
    # F(v) = v/100. Wilson with n = 100: upper bounds 0.4979 at 0.40 and 0.5077 at 0.41, lower ones 0.4920 at 0.59 and
    # 0.5020 at 0.60
    values = np.arange(1.0, 101.0)[:, None]
    assert quantile(Distribution.of(values), 0.5, 0.95)[:3] == (50, 41, 60)


def test_quantile_of_deals_whose_games_agree_counts_deals() -> None:
    values = np.arange(1.0, 101.0)[:, None]
    twice = np.concatenate([values, values], axis=1)
    assert quantile(Distribution.of(twice), 0.5, 0.95) == quantile(Distribution.of(values), 0.5, 0.95)


def test_quantile_has_an_open_end_where_the_games_cannot_give_it() -> None:
    values = Distribution.of(np.arange(1.0, 11.0)[:, None])
    # Wilson with n = 10: lower bounds 0.018 at 0.1 and 0.057 at 0.2, upper ones 0.943 at 0.8 and 0.982 at 0.9
    assert quantile(values, 0.05, 0.95)[:3] == (1, None, 2)
    assert quantile(values, 0.95, 0.95)[:3] == (10, 9, None)
    assert quantile(Distribution.of(np.array([[3.0]])), 0.5, 0.95)[:3] == (3, None, None)
