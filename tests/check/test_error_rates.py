"""False alarms of checks of unchanged rules: no more than was promised. The full size is that of docs/checking.md."""

from __future__ import annotations

import pytest
from scipy import stats

from tests.check.error_rates import ALPHAS, KINDS, checks, common_deals, small_cell

SURE = 1e-6
"""Chance with which right code fails one of these tests at the most."""


def most(repeats: int, alpha: float) -> int:
    """False alarms of a rate of alpha that so many repeats exceed with a chance of ``SURE``."""
    return int(stats.binom.isf(SURE, repeats, alpha))


def test_few_fresh_baselines_and_checks(tmp_path) -> None:
    # 30 at 0.05: more than 10 would be a fault; a rate of 0.6 is found with a chance of 0.998
    found = list(checks(small_cell(tmp_path), 30))
    for alpha in ALPHAS:
        assert sum(one[alpha] for one in found) <= most(30, alpha)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_few_on_common_deals(kind) -> None:
    assert common_deals(kind, 200, 0.05) <= most(200, 0.05)


@pytest.mark.slow
def test_fresh_baselines_and_checks(tmp_path) -> None:
    # 2,000 at 0.05: more than 149 would be a fault, at 0.001 more than 12; rates of 0.09 and 0.014 are found with a
    # chance of 0.99
    found = list(checks(small_cell(tmp_path), 2_000, first_seed=10_001))
    for alpha in ALPHAS:
        assert sum(one[alpha] for one in found) <= most(2_000, alpha)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("alpha", ALPHAS)
def test_common_deals(kind, alpha) -> None:
    assert common_deals(kind, 2_000, alpha, seed=2) <= most(2_000, alpha)
