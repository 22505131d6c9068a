"""Confidence sequences: exact where they can be, and the share of long paths that ever miss."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from simkit.stats import sequences
from simkit.stats.intervals import CONSTANT, Interval
from simkit.stats.sequences import (
    FIRST_LOOK,
    TOO_FEW,
    Bernstein,
    asymptotic,
    asymptotic_factor,
    asymptotic_p,
    block_ends,
    looks,
    unpaired,
)
from tests.stats.coverage_sequences import ALPHA, cases

CASES = {case.name: case for case in cases()}
SEQUENCES = [name for name in CASES if "fixed-n" not in name]


def most_misses(paths: int, chance_of_one: float = ALPHA) -> int:
    """Misses of so many paths that are exceeded with a chance of 1e-6 at most if each misses with that chance."""
    chance, k = 1.0, -1
    while chance > 1e-6:
        k += 1
        logs = math.lgamma(paths + 1) - math.lgamma(k + 1) - math.lgamma(paths - k + 1)
        chance -= math.exp(logs + k * math.log(chance_of_one) + (paths - k) * math.log(1 - chance_of_one))
    return k


def test_looks_are_powers_of_five_quarters_rounded_up() -> None:
    # 10,000 x 1.25^k: 12,500; 15,625; 19,531.25; 24,414.06; 30,517.58
    assert looks(30_518) == [10_000, 12_500, 15_625, 19_532, 24_415, 30_518]
    assert looks(30_517) == [10_000, 12_500, 15_625, 19_532, 24_415]
    assert looks(9_999) == []


@pytest.mark.parametrize("most", [1, 7, 9_999, 10_000, 10_001, 123_456])
def test_blocks_end_at_every_look_and_at_the_last_deal(most: int) -> None:
    ends = block_ends(most)
    assert ends == sorted(set(ends))
    assert ends[-1] == most
    assert set(looks(most)) <= set(ends)
    assert all(later <= max(1.25 * end + 1, end + 1) for end, later in itertools.pairwise(ends))


@pytest.mark.parametrize("truth", [0.0, 0.001, 0.2, 0.5, 0.97])
def test_one_deal_never_raises_what_the_bets_are_expected_to_hold(truth: float) -> None:
    # exp(b (X - truth) - cost (X - centre)²) has mean at most 1 for X = 0 or 1, whatever the centre, and for -X too
    for bet, cost in zip(sequences._SCALES, sequences._COSTS, strict=True):
        for centre in np.linspace(0, 1, 41):
            for sign in (1, -1):
                terms = [
                    chance * math.exp(sign * bet * (x - truth) - cost * (x - centre) ** 2)
                    for x, chance in ((0, 1 - truth), (1, truth))
                ]
                assert sum(terms) <= 1 + 1e-12


def test_variation_is_that_of_deals_about_the_mean_known_before_their_block() -> None:
    values = [np.array([1.0, 0.0, 1.0]), np.array([0.25, 0.75]), np.array([0.5])]
    sequence, seen, expected = Bernstein(0, 1), np.zeros(0), 0.0
    for block in values:
        centre = (seen.sum() + 0.5) / (len(seen) + 1)
        expected += float(((block - centre) ** 2).sum())
        sequence = sequence.after(len(block), float(block.mean()), float(((block - block.mean()) ** 2).sum()))
        seen = np.append(seen, block)
    assert sequence.variation == pytest.approx(expected, rel=1e-12)
    assert sequence.mean == pytest.approx(seen.mean(), rel=1e-12)
    assert sequence.deals == 6
    assert sequence.after(0, 0.0, 0.0) == sequence


@pytest.mark.parametrize("variation", [0.0, 0.3, 2_500.0, 1e8])
@pytest.mark.parametrize("alpha", [0.3, 0.05, 1e-9])
def test_a_bound_is_where_the_mixture_of_bets_reaches_2_over_alpha(variation: float, alpha: float) -> None:
    excess = sequences._boundary(variation, math.log(2 / alpha))
    with np.errstate(over="ignore"):
        wealth = np.exp(sequences._SCALES * excess - sequences._COSTS * variation).mean()
    assert wealth == pytest.approx(2 / alpha, rel=1e-6)


def test_a_range_twice_as_wide_scales_everything() -> None:
    shares, doubled = Bernstein(0, 1), Bernstein(-1, 1)
    for deals, mean, co in ((10, 0.3, 1.0), (10_000, 0.4, 2_000.0)):
        shares = shares.after(deals, mean, co)
        doubled = doubled.after(deals, 2 * mean - 1, 4 * co)
    ours, theirs = shares.interval(0.9), doubled.interval(0.9)
    assert theirs[:3] == pytest.approx([2 * one - 1 for one in ours[:3] if one is not None], rel=1e-9)


def test_equal_deals_still_have_a_width_and_never_leave_the_range() -> None:
    # without variation b = 0.9 bets best: ln(25 · 2/alpha)/0.9 at most
    never = Bernstein(0, 1).after(10_000, 0.0, 0.0)
    never = Bernstein(0, 1, never.deals, never.mean, 0.0).interval(0.95)
    assert never.low == 0.0
    assert never.high is not None
    assert math.log(2 / 0.05) / 0.9 < 10_000 * never.high < math.log(25 * 2 / 0.05) / 0.9
    assert Bernstein(-1, 1).after(3, 1.0, 0.0).interval(0.95)[1:3] == (-1.0, 1.0)
    assert Bernstein(0, 1).interval(0.95).value is None


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999999])
def test_a_p_value_is_below_alpha_just_where_the_interval_leaves_the_truth_out(level: float) -> None:
    sequence = Bernstein(-1, 1).after(100, 0.2, 9.0).after(20_000, 0.01, 300.0)
    low, high = sequence.interval(level)[1:3]
    assert low is not None
    assert high is not None
    for bound, inwards in ((low, 1e-7), (high, -1e-7)):
        assert sequence.p(bound + inwards) > 1 - level > sequence.p(bound - inwards)
    interval = asymptotic(3.0, 2.0, 20_000, level)
    errors = asymptotic_factor(20_000, level)
    assert interval.high == pytest.approx(3.0 + errors * 2.0 / math.sqrt(19_999))
    assert asymptotic_p(errors - 1e-7, 20_000) > 1 - level > asymptotic_p(errors + 1e-7, 20_000)


def test_the_asymptotic_factor_is_that_of_the_papers_formula() -> None:
    # sqrt(2 (t rho² + 1)/(t² rho²) · ln(sqrt(t rho² + 1)/alpha)) standard deviations, times the root of t
    alpha, t = 0.05, 30_000
    rho2 = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / 10_000
    half = math.sqrt(2 * (t * rho2 + 1) / (t**2 * rho2) * math.log(math.sqrt(t * rho2 + 1) / alpha))
    assert asymptotic_factor(t, 0.95) == pytest.approx(half * math.sqrt(t), rel=1e-12)
    assert asymptotic_factor(3, 0.95, first=1) == pytest.approx(asymptotic_factor(30_000, 0.95), rel=1e-12)


def test_no_asymptotic_interval_before_its_first_look_nor_without_a_spread() -> None:
    assert asymptotic(1.0, 1.0, FIRST_LOOK - 1, 0.95) == Interval(1.0, None, None, None, TOO_FEW)
    assert asymptotic(1.0, 0.0, FIRST_LOOK, 0.95).kind == CONSTANT
    assert asymptotic_p(100.0, FIRST_LOOK - 1) == 1.0


def test_independent_cells_of_equal_numbers_are_known_better_than_by_adding_half_widths() -> None:
    ours, theirs = Bernstein(0, 1).after(40_000, 0.5, 10_000.0), Bernstein(0, 1).after(40_000, 0.4, 9_600.0)
    together, added = ours.less(theirs, 0.95), unpaired(ours.interval(0.975), theirs.interval(0.975))
    assert together.value == added.value == pytest.approx(0.1)
    assert together.high is not None
    assert added.high is not None
    alone = ours.interval(0.95).high
    assert alone is not None
    assert together.high - 0.1 == pytest.approx(math.sqrt(2) * (alone - 0.5), rel=0.02)
    assert added.high - 0.1 > 1.3 * (together.high - 0.1)
    longer = theirs.after(1, 0.4, 0.0)
    assert ours.less(longer, 0.95) == unpaired(ours.interval(0.975), longer.interval(0.975))
    assert ours.p_less(theirs) is not None
    assert ours.p_less(longer) is None


def test_an_open_side_leaves_the_difference_open() -> None:
    assert unpaired(Interval(1.0, None, None, None, TOO_FEW), Interval(2.0, 1.0, 3.0, None, "x"))[:3] == (
        -1.0,
        None,
        None,
    )


def test_two_independent_cells_without_a_difference_are_seldom_told_apart() -> None:
    rng, paths, missed = np.random.default_rng(5), 300, 0
    for _ in range(paths):
        pair, is_missed = [Bernstein(0, 1), Bernstein(0, 1)], False
        for end, size in zip(block_ends(300_000), np.diff([0, *block_ends(300_000)]), strict=True):
            for i in range(2):
                wins = int(rng.binomial(size, 0.3))
                pair[i] = pair[i].after(int(size), wins / size, wins * (1 - wins / size))
            p = pair[0].p_less(pair[1])
            is_missed |= end >= FIRST_LOOK and p is not None and p < ALPHA
        missed += is_missed
    assert missed <= most_misses(paths)


@pytest.mark.parametrize("name", ["win rate 0.5", "win rate 0.001", "difference, 1 % up, 1 % down", "points per turn"])
def test_few_paths_ever_miss(name: str) -> None:
    assert CASES[name].missed(200, 1_000_000) <= most_misses(200)


def test_fixed_intervals_looked_at_as_often_would_be_found() -> None:
    # the chance of a miss at any of 21 looks is about 0.32; as few as allowed above have a chance below 1e-6 then
    assert CASES["fixed-n interval at every look: win rate 0.5"].missed(300, 1_000_000) > most_misses(300)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEQUENCES)
def test_every_sequence_of_the_table_over_long_paths(name: str) -> None:
    # at most 5 % of 2,000 paths of a thousand million deals may miss: 52 looks
    assert CASES[name].missed(2_000, 10**9) <= most_misses(2_000)
