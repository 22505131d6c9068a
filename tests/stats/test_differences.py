"""Differences against published values, SciPy, and plain computations by deal; and where little can be said."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from simkit.errors import StoreError
from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.stats import common, intervals, moments
from simkit.stats.differences import Difference, difference, quantile_difference
from simkit.stats.intervals import CONSTANT, ONE_DEAL, UNDEFINED
from simkit.stats.moments import Distribution
from simkit.stats.pairs import PairSums, Side, collect_pairs
from tests.stats.frames import cell, games

MEAN, SD, QUANTILES = common.distribution_of("turns", "", "turns", "turns")
CUT = common.CUT_SHORT
BUSTS = Statistic(
    "busts", "", "share of turns", "proportion", lambda _: pl.col("busts"), denominator=lambda _: pl.col("turns")
)
LEADER = common.leader_wins("leader", "", "leader", 0.01)


def sums(
    statistic: Statistic, ours: pl.LazyFrame, theirs: pl.LazyFrame, *, paired: bool = True, one: Cell | None = None
) -> PairSums:
    """Sums of the first subject, the cells being alike."""
    one = one or cell("ab")
    return collect_pairs(Side(ours, one, [statistic]), Side(theirs, one, [statistic]), paired=paired)[0]


def lengths(values: list[int]) -> pl.LazyFrame:
    return games(cell("ab"), len(values), turns=values)


def cuts(flags: list[int]) -> pl.LazyFrame:
    """Games cut short (1) or not: a proportion over games."""
    return games(cell("ab"), len(flags), winners=[0 if flag else 1 for flag in flags])


def found(statistic: Statistic, ours: pl.LazyFrame, theirs: pl.LazyFrame, *, paired: bool = True) -> Difference:
    return difference(sums(statistic, ours, theirs, paired=paired))


SAMPLES = st.lists(st.tuples(st.integers(1, 60), st.integers(1, 60)), min_size=12, max_size=60)


@given(SAMPLES)
def test_means_on_common_deals_are_the_paired_t(pairs: list[tuple[int, int]]) -> None:
    ours, theirs = map(list, zip(*pairs, strict=True))
    got = found(MEAN, lengths(ours), lengths(theirs))
    off = np.array(ours) - np.array(theirs)
    assert got.value == pytest.approx(off.mean(), abs=1e-9)
    if np.count_nonzero(off) < 10 or off.std() == 0:
        return
    expected = stats.ttest_1samp(off, 0.0)
    assert got.bounds(0.95)[:2] == pytest.approx(expected.confidence_interval(0.95), rel=1e-5)
    assert got.p == pytest.approx(max(expected.pvalue, 2.0 ** (1 - np.count_nonzero(off))), rel=1e-8)
    apart = (np.var(ours) + np.var(theirs)) / np.var(off)
    assert got.reduction == pytest.approx(apart, rel=1e-9)


@given(SAMPLES)
def test_independent_means_are_welchs_t(pairs: list[tuple[int, int]]) -> None:
    ours, theirs = map(list, zip(*pairs, strict=True))
    theirs = theirs[:-3]
    got = found(MEAN, lengths(ours), lengths(theirs), paired=False)
    if np.std(ours) + np.std(theirs) == 0:
        assert got.bounds(0.95).kind == CONSTANT
    if np.std(ours) * np.std(theirs) == 0:  # SciPy warns
        return
    expected = stats.ttest_ind(ours, theirs, equal_var=False)
    assert got.value == pytest.approx(np.mean(ours) - np.mean(theirs), abs=1e-9)
    assert got.se == pytest.approx(math.hypot(stats.sem(ours), stats.sem(theirs)), rel=1e-9)
    # degrees of freedom are rounded down, which makes the interval wider and p larger by a little
    low, high = expected.confidence_interval(0.95)
    bounds = got.bounds(0.95)
    assert bounds.low is not None
    assert bounds.high is not None
    assert bounds.low <= low + 1e-6 * abs(low)
    assert bounds.high >= high - 1e-6 * abs(high)
    assert bounds.high - bounds.low <= 1.1 * (high - low)
    assert got.p is not None
    assert expected.pvalue <= got.p * (1 + 1e-9)


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    # Newcombe (1998), Statistics in Medicine 17, 873-890, table II, method 10
    [
        ((56, 48), (70, 80), 0.0524, 0.3339),
        ((9, 3), (10, 10), 0.1705, 0.8090),
        ((5, 0), (56, 29), -0.0381, 0.1926),
        ((0, 0), (10, 20), -0.1611, 0.2775),
        ((10, 0), (10, 10), 0.6075, 1.0000),
    ],
)
def test_independent_proportions_are_newcombes(
    won: tuple[int, int], of: tuple[int, int], low: float, high: float
) -> None:
    ours, theirs = (cuts([1] * k + [0] * (n - k)) for k, n in zip(won, of, strict=True))
    bounds = found(CUT, ours, theirs, paired=False).bounds(0.95)
    assert bounds[:2] == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_p_of_independent_proportions_is_that_of_the_pooled_test() -> None:
    got = found(CUT, cuts([1] * 56 + [0] * 14), cuts([1] * 48 + [0] * 32), paired=False)
    chi = stats.chi2_contingency([[56, 14], [48, 32]], correction=False)
    assert got.p == pytest.approx(chi.pvalue, rel=1e-6)


def test_shares_on_common_deals_tend_to_the_paired_normal_interval() -> None:
    # 4,000 deals, 900 up and 700 down: mean .05, variance .4 - .0025; Wilson's shift is of the order of z²/n = .001
    ours, theirs = cuts([1] * 900 + [0] * 3_100), cuts([0] * 900 + [1] * 700 + [0] * 2_400)
    got = found(CUT, ours, theirs)
    half = 1.959964 * math.sqrt((0.4 - 0.05**2) / 4_000)
    assert got.value == pytest.approx(0.05)
    assert got.bounds(0.95)[:2] == (pytest.approx(0.05 - half, abs=5e-4), pytest.approx(0.05 + half, abs=5e-4))


@pytest.mark.parametrize("level", [0.9, 0.95, 0.999999])
def test_no_deal_differs(level: float) -> None:
    got = found(CUT, cuts([0, 1] * 500), cuts([0, 1] * 500))
    most = -math.log(1 - level) / 1_000  # as the design says: the largest change, 1, times -ln(alpha)/n
    assert (got.value, got.p) == (0, 1)
    assert got.bounds(level) == (pytest.approx(-most), pytest.approx(most), "no deal differs")


def test_a_few_changes_all_one_way_do_not_prove_much() -> None:
    got = found(CUT, cuts([1, 1, 1] + [0] * 997), cuts([0] * 1_000))
    assert got.p == 0.25  # the sign test: 2 · 2^-3
    low, high, _ = got.bounds(0.95)
    assert low is not None
    assert high is not None
    assert low < 0 < 0.003 < high < 0.0125  # the exact bound for 3 of 1,000 is .0087, beside what may fall


@pytest.mark.parametrize("deals", [1, 20, 2_000])
def test_every_deal_changes_alike(deals: int) -> None:
    got = found(CUT, cuts([1] * deals), cuts([0] * deals))
    low, high, _ = got.bounds(0.95)
    assert (got.value, got.se, got.p) == (1, None, pytest.approx(2.0 ** (1 - min(deals, 1000))))
    # Wilson's bound of n out of n, and of 0 out of n for those that fall: z²/(n + z²) off each
    off = 1.959964**2 / (deals + 1.959964**2)
    assert (low, high) == (pytest.approx(1 - math.sqrt(2) * off, abs=1e-5), 1)


@pytest.mark.parametrize(
    ("ours", "theirs", "kind"),
    [
        ([5] * 50, [5] * 50, "none: no deal differs"),
        ([5] * 47 + [9] * 3, [5] * 50, "none: only 3 deals differ"),
        (list(range(1, 51)), list(range(3, 53)), CONSTANT),
        ([5], [7], ONE_DEAL),
    ],
)
def test_means_with_nothing_to_go_by_are_refused(ours: list[int], theirs: list[int], kind: str) -> None:
    bounds = found(MEAN, lengths(ours), lengths(theirs)).bounds(0.95)
    assert bounds == (None, None, kind)


def test_nothing_to_count() -> None:
    none = games(cell("ab"), 3, leader=[None] * 3, winners=[1] * 3).with_columns(pl.col("leader").cast(pl.UInt8))
    some = games(cell("ab"), 3, leader=[1, None, 2], winners=[1] * 3).with_columns(pl.col("leader").cast(pl.UInt8))
    got = found(LEADER, some, none)
    assert (got.ours, got.theirs, got.value) == (0.5, None, None)
    assert got.bounds(0.95) == (None, None, UNDEFINED)


RATES = st.lists(
    st.tuples(st.integers(0, 5), st.integers(5, 9), st.integers(0, 5), st.integers(5, 9)), min_size=12, max_size=40
)


@given(RATES, st.integers(1, 7))
def test_rates_over_trials_and_deviations_are_linearised_by_deal(rows: list[Any], block: int) -> None:
    y, x, v, w = (np.array(column, np.float64) for column in zip(*rows, strict=True))
    ours = games(cell("ab"), len(rows), busts=y.tolist(), turns=x.tolist())
    theirs = games(cell("ab"), len(rows), busts=v.tolist(), turns=w.tolist())
    with pytest.MonkeyPatch.context() as patch:  # merged from blocks of a few deals
        patch.setattr("simkit.stats.pairs.BLOCK_GAMES", block)
        rate, spread = sums(BUSTS, ours, theirs), sums(SD, ours, theirs)
    n, r, s = len(rows), y.sum() / x.sum(), v.sum() / w.sum()
    e = (y - r * x) / x.mean() - (v - s * w) / w.mean()
    got = difference(rate)
    assert rate.differ == np.count_nonzero((y != v) | (x != w))
    assert got.value == pytest.approx(r - s, abs=1e-9)
    if got.se is not None:
        assert got.se == pytest.approx(math.sqrt((e**2).sum() / n / (n - 1)), rel=1e-6, abs=1e-12)
    if x.std() * w.std() > 0 and difference(spread).se is not None:
        f = ((x - x.mean()) ** 2 - x.var()) / (2 * x.std()) - ((w - w.mean()) ** 2 - w.var()) / (2 * w.std())
        assert difference(spread).value == pytest.approx(x.std() - w.std(), abs=1e-9)
        assert difference(spread).se == pytest.approx(math.sqrt((f**2).sum() / n / (n - 1)), rel=1e-6, abs=1e-9)


def test_seatings_of_a_deal_are_one_unit() -> None:
    # two games a deal against one: the pair is the mean of the two less the one
    both, one = cell("ab", "rotate"), cell("aa", "rotate")
    rng = np.random.default_rng(3)
    two, single = rng.integers(10, 40, (30, 2)), rng.integers(10, 40, 30)
    sides = (
        Side(games(both, 30, turns=two.ravel().tolist()), both, [MEAN]),
        Side(games(one, 30, turns=single.tolist()), one, [MEAN]),
    )
    got = difference(collect_pairs(*sides, paired=True)[0])
    expected = stats.ttest_1samp(two.mean(axis=1) - single, 0.0)
    assert got.bounds(0.95)[:2] == pytest.approx(expected.confidence_interval(0.95), rel=1e-5)


def test_only_common_deals_are_paired_and_strangers_are_refused() -> None:
    got = sums(MEAN, lengths([5, 6, 7, 8]), lengths([1, 2]))
    assert (got.joint is not None and got.joint.deals, difference(got).value) == (2, 4.0)
    shifted = lengths([1, 2, 3]).with_columns(pl.col("deal") + 1)
    with pytest.raises(StoreError, match="not the same ones"):
        sums(MEAN, lengths([1, 2, 3]), shifted)


def test_effect_sizes() -> None:
    # Cohen (1988), 6.2: h of .70 and .50 is .41 (1.982 - 1.571)
    shares = difference(sums(CUT, cuts([1] * 7 + [0] * 3), cuts([1] * 5 + [0] * 5), paired=False))
    assert shares.effect == pytest.approx(1.9823 - 1.5708, abs=1e-4)
    means = difference(sums(MEAN, lengths([1, 3, 5, 7]), lengths([2, 4, 6, 8]), paired=False))
    assert means.effect == pytest.approx(-1 / math.sqrt(5))  # both variances are 5


def test_the_interval_of_d_is_that_of_its_gradient() -> None:
    # numerically: d of the mean totals, its gradient by differences, and the variance of the gradient times each deal
    rng = np.random.default_rng(8)
    ours, theirs = rng.integers(10, 40, 60), rng.integers(12, 50, 60)
    ours = (ours + theirs) // 2  # go together
    totals = np.stack([ours**2, ours, np.ones(60), theirs**2, theirs, np.ones(60)]).astype(np.float64)

    def d(mean: np.ndarray) -> float:
        averages, squares = mean[[1, 4]] / mean[[2, 5]], mean[[0, 3]] / mean[[2, 5]]
        return float((averages[0] - averages[1]) / math.sqrt((squares - averages**2).sum() / 2))

    mean = totals.mean(axis=1)
    step = 1e-6 * np.eye(6) * mean
    gradient = np.array([(d(mean + one) - d(mean - one)) / (2 * one.sum()) for one in step])
    got = difference(sums(MEAN, lengths(ours.tolist()), lengths(theirs.tolist())))
    se = (gradient @ totals).std(ddof=1) / math.sqrt(60)
    assert got.effect == pytest.approx(d(mean))
    assert got.effect_bounds(0.95) == pytest.approx(
        (d(mean) - intervals.t_quantile(0.95, 59) * se, d(mean) + intervals.t_quantile(0.95, 59) * se), rel=1e-5
    )
    apart = difference(sums(MEAN, lengths(ours.tolist()), lengths(theirs.tolist()), paired=False))
    ses = [(gradient[part] @ totals[part]).std(ddof=1) / math.sqrt(60) for part in (slice(3), slice(3, 6))]
    freedom = math.floor((ses[0] ** 2 + ses[1] ** 2) ** 2 / ((ses[0] ** 4 + ses[1] ** 4) / 59))
    half = intervals.t_quantile(0.95, freedom) * math.hypot(*ses)
    assert apart.effect_bounds(0.95) == pytest.approx((d(mean) - half, d(mean) + half), rel=1e-5)


def test_the_interval_of_h_is_that_of_two_angles() -> None:
    won, lost = [1] * 30 + [0] * 70, [1] * 20 + [0] * 80
    got = difference(sums(CUT, cuts(won), cuts(lost), paired=False))
    (low, high), (other_low, other_high) = intervals.wilson(0.3, 100, 0.95), intervals.wilson(0.2, 100, 0.95)
    a, b = (2 * math.asin(math.sqrt(p)) for p in (0.3, 0.2))
    arms = [a - 2 * math.asin(math.sqrt(low)), 2 * math.asin(math.sqrt(other_high)) - b]
    arms += [2 * math.asin(math.sqrt(high)) - a, b - 2 * math.asin(math.sqrt(other_low))]
    assert got.effect_bounds(0.95) == pytest.approx((a - b - math.hypot(*arms[:2]), a - b + math.hypot(*arms[2:])))
    # on common deals all that are won here are won there: phi = (20 - 6) / √(21 · 16)
    phi = 14 / math.sqrt(21 * 16)
    low, high = difference(sums(CUT, cuts(won), cuts(lost))).effect_bounds(0.95)
    assert low == pytest.approx(a - b - math.sqrt(arms[0] ** 2 + arms[1] ** 2 - 2 * phi * arms[0] * arms[1]))
    assert high == pytest.approx(a - b + math.sqrt(arms[2] ** 2 + arms[3] ** 2 - 2 * phi * arms[2] * arms[3]))


def test_an_effect_of_few_deals_that_differ_has_no_interval() -> None:
    few = difference(sums(CUT, cuts([1] * 9 + [0] * 91), cuts([0] * 100)))
    assert few.effect is not None
    assert few.effect_bounds(0.95) == (None, None)
    few = difference(sums(MEAN, lengths([9] * 9 + [5, 6] * 45), lengths([8] * 9 + [5, 6] * 45)))
    assert few.effect_bounds(0.95) == (None, None)


def test_quantiles_are_recovered_from_those_of_the_cells() -> None:
    values = np.arange(400.0)[:, None]
    ours, theirs = Distribution.of(values + 3), Distribution.of(values)
    one, other = (intervals.quantile(each, 0.5, 0.95) for each in (ours, theirs))
    assert one.value is not None
    assert one.low is not None
    assert other.value is not None
    assert other.high is not None
    arms = one.value - one.low, other.high - other.value  # about 20 places each
    for paired, width in ((False, math.hypot(*arms)), (True, sum(arms))):
        got = quantile_difference(ours, theirs, 0.5, paired=paired)
        assert got.value == 3
        assert got.bounds(0.95).low == pytest.approx(3 - width)


def test_blocks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    ours, theirs = (lengths(rng.integers(10, 40, 100).tolist()) for _ in range(2))
    whole = difference(sums(MEAN, ours, theirs))
    monkeypatch.setattr("simkit.stats.pairs.BLOCK_GAMES", 7)
    assert moments.BLOCK_GAMES > 100
    parts = difference(sums(MEAN, ours, theirs))
    assert parts.bounds(0.95)[:2] == pytest.approx(whole.bounds(0.95)[:2], rel=1e-12)
    apart = difference(sums(MEAN, ours, lengths(list(range(1, 30))), paired=False))
    assert apart.theirs == 15
