"""Foreseen differences: the inverse of each other, and the power that they are said to have."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from simkit.stats.power import deals_needed, least_difference


@given(st.floats(1e-6, 1e3), st.integers(2, 10**6), st.integers(2, 10**9))
def test_games_needed_are_the_inverse_of_the_least_difference(se: float, seen: int, deals: int) -> None:
    difference = least_difference(se, seen, deals)
    assert deals_needed(se, seen, difference) == pytest.approx(deals, rel=1e-6, abs=1)


@pytest.mark.parametrize("power", [0.5, 0.8, 0.9, 0.99])
@pytest.mark.parametrize("alpha", [0.05, 0.001])
def test_power_is_that_of_the_t_test(alpha: float, power: float) -> None:
    # 2,000 deals of spread 1, seen in 500: exact power of the two-sided t test by the noncentral t
    difference = least_difference(1 / math.sqrt(500), 500, 2_000, alpha, power)
    bound = stats.t.ppf(1 - alpha / 2, 1_999)
    shift = difference * math.sqrt(2_000)
    exact = stats.nct.sf(bound, 1_999, shift)  # the other tail is below 1e-9
    assert exact == pytest.approx(power, abs=0.002)


def test_what_is_foreseen_is_what_is_found() -> None:
    # 4,000 batches at the least difference; a power of .9 has a standard error of .0047, the bounds are 5 of them
    rng = np.random.default_rng(1)
    difference = least_difference(1 / math.sqrt(100), 100, 400)
    means = rng.normal(difference, 1 / math.sqrt(400), 4_000)
    assert abs((np.abs(means) > 1.959964 / math.sqrt(400)).mean() - 0.9) < 5 * 0.0047
