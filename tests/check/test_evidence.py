"""Intervals of one line: by hand where they can be, and how often they hold the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from simkit.check.evidence import RARE, Side, against_exact, most_changed_share, paired, unpaired
from simkit.stats.intervals import t_quantile
from simkit.stats.sequences import ASYMPTOTIC, BERNSTEIN, TOO_FEW, asymptotic_factor

LEVEL = 0.999


def side(values: np.ndarray, size: int, *, share: bool = False) -> Side:
    """A mean over deals, one game each, in blocks."""
    blocks = values.reshape(-1, size)
    sums = np.stack([blocks.sum(axis=1), np.full(len(blocks), float(size))])
    return Side(sums, size, float(values.std()), (blocks**2).sum(axis=1) if share else None)


@pytest.mark.parametrize(("changed", "units", "size"), [(0, 256, 100), (1, 256, 4_000), (20, 256, 80), (64, 256, 40)])
def test_share_of_changed_deals_is_bounded(changed, units, size) -> None:
    # exact: the q at which so few changed units have a chance of alpha; the bound is not below it, nor far above
    alpha = 1e-4
    found = most_changed_share(changed, units, size, alpha)
    chance = stats.binom.cdf(changed, units, -math.expm1(size * math.log1p(-found)))
    assert chance <= alpha * (1 + 1e-9)
    assert stats.binom.cdf(changed, units, -math.expm1(size * math.log1p(-found / 1.5))) > alpha
    if not changed:
        assert found == pytest.approx(-math.log(alpha) / (units * size), rel=1e-3)


def test_interval_of_blocks_by_hand() -> None:
    rng = np.random.default_rng(1)
    old = rng.normal(10, 3, 25_600)
    new = old + rng.normal(0.5, 1, 25_600)
    found = paired(side(old, 100), side(new, 100), np.ones(256, bool), LEVEL)
    differences = (new - old).reshape(256, 100).mean(axis=1)
    se = differences.std(ddof=1) / 16
    half = t_quantile(math.erf(asymptotic_factor(1, LEVEL, 1) / math.sqrt(2)), 255) * se
    assert found.kind == ASYMPTOTIC
    assert found.se == pytest.approx(se)
    assert (found.low, found.high) == pytest.approx((differences.mean() - half, differences.mean() + half))
    assert found.changed == 256


def test_nothing_changed_is_not_certainty() -> None:
    values = np.random.default_rng(2).integers(0, 2, 25_600).astype(float)
    share = side(values, 100, share=True)
    found = paired(share, share, np.zeros(256, bool), LEVEL)
    reach = -math.log(1 - LEVEL) / 25_600  # a share changes by 1 at the most
    assert (found.kind, found.changed) == (RARE, 0)
    assert (found.low, found.high) == pytest.approx((-reach, reach), rel=1e-3)
    number = side(values * 7, 100)
    wide = paired(number, number, np.zeros(256, bool), LEVEL)
    assert wide.high == pytest.approx(2 * number.spread * reach, rel=1e-3)


def test_one_changed_deal_of_many() -> None:
    old = np.random.default_rng(3).integers(0, 2, 256 * 4_000).astype(float)
    new = old.copy()
    new[5] = 1 - new[5]
    changed = np.zeros(256, bool)
    changed[0] = True
    found = paired(side(old, 4_000, share=True), side(new, 4_000, share=True), changed, LEVEL)
    assert found.kind == RARE
    assert found.low < found.difference < found.high
    assert max(-found.low, found.high) < 2e-5
    unseen = paired(side(old, 4_000, share=True), side(new, 4_000, share=True), None, LEVEL)
    assert unseen.changed == 1  # without digests, sums tell


def test_few_deals_give_no_asymptotic_interval() -> None:
    rng = np.random.default_rng(4)
    old, new = (side(rng.normal(size=2_560), 10) for _ in range(2))
    assert paired(old, new, np.ones(256, bool), LEVEL).kind == TOO_FEW
    assert unpaired(old, new, LEVEL, 25_600).low is None
    assert against_exact(0.0, new, LEVEL, new.deals).low is None


def test_every_deal_makes_shares_exact() -> None:
    rng = np.random.default_rng(5)
    old = rng.integers(0, 2, 2_560).astype(float)
    new = np.where(rng.random(2_560) < 0.1, 1 - old, old)
    sides = [Side(np.stack([v, np.ones(2_560)]), 1, float(v.std()), v**2) for v in (old, new)]
    found = paired(sides[0], sides[1], old != new, LEVEL)
    assert found.kind == BERNSTEIN
    assert found.low < found.difference < found.high


def test_independent_values() -> None:
    rng = np.random.default_rng(6)
    old, new = side(rng.normal(10, 2, 25_600), 100), side(rng.normal(10, 2, 51_200), 100)
    found = unpaired(old, new, LEVEL, 25_600)
    se = math.hypot(old.spread / math.sqrt(25_599), new.spread / math.sqrt(51_199))
    first = math.hypot(old.spread / math.sqrt(25_599), new.spread / math.sqrt(25_599))
    half = asymptotic_factor((first / se) ** 2, LEVEL, 1) * se
    assert (found.high - found.low) / 2 == pytest.approx(half)
    sooner = unpaired(old, new, LEVEL, 12_800)  # who began to look sooner is further on in the sequence's time
    first = math.hypot(old.spread / math.sqrt(25_599), new.spread / math.sqrt(12_799))
    assert (sooner.high - sooner.low) / 2 == pytest.approx(asymptotic_factor((first / se) ** 2, LEVEL, 1) * se)
    assert found.difference == pytest.approx((new.sums[0].sum() / 51_200) - (old.sums[0].sum() / 25_600))


def test_shares_without_events() -> None:
    none = side(np.zeros(25_600), 100, share=True)
    found = unpaired(none, none, LEVEL, 25_600)
    assert found.high == pytest.approx(math.log(4 / (1 - LEVEL)) / 25_600)
    few = np.zeros(25_600)
    few[:3] = 1
    some = unpaired(none, side(few, 100, share=True), LEVEL, 25_600)
    assert some.kind == BERNSTEIN
    assert some.low < 3 / 25_600 < some.high


def test_exact_reference() -> None:
    values = np.random.default_rng(7).integers(0, 2, 25_600).astype(float)
    found = against_exact(0.5, side(values, 100, share=True), LEVEL, 25_600)
    assert found.kind == BERNSTEIN
    assert found.low < found.difference < found.high
    other = against_exact(0.5, side(values, 100), LEVEL, 25_600)
    half = asymptotic_factor(25_600, LEVEL, 25_600) * values.std() / math.sqrt(25_599)
    assert (other.high - other.low) / 2 == pytest.approx(half)


def test_nothing_to_count_is_no_evidence() -> None:
    empty = Side(np.zeros((2, 256)), 100, 0.0)
    full = side(np.ones(25_600), 100)
    assert paired(empty, full, None, LEVEL) is None
    assert unpaired(full, empty, LEVEL, 25_600) is None
    assert against_exact(1.0, empty, LEVEL, 1) is None


@pytest.mark.parametrize("how", ["common", "apart"])
def test_how_often_the_truth_is_missed(how) -> None:
    # 200 intervals at 80 %, of values with a heavy side. A fixed interval would miss 20 %; a sequence at its first look
    # misses far less. More than 0.2 + 0.15 (5 standard errors) would be a fault, and so would none at 1 % (see below).
    rng = np.random.default_rng(8)
    missed = at_one = 0
    for _ in range(200):
        old, noise = rng.exponential(1, 12_800), rng.exponential(1, 12_800)
        new = old + noise if how == "common" else rng.exponential(1, 12_800) + 1
        one, other = side(old, 50), side(new, 50)
        for level in (0.8, 0.01):
            found = (
                paired(one, other, np.ones(256, bool), level)
                if how == "common"
                else unpaired(one, other, level, one.deals)
            )
            wrong = not found.low <= 1 <= found.high
            missed, at_one = missed + (wrong and level == 0.8), at_one + (wrong and level == 0.01)
    assert missed <= 0.35 * 200
    assert at_one > 0
