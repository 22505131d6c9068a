"""Coverage of differences by simulation; bounds and false-alarm rate (below 6e-7 a line) as in ``test_coverage``."""

from __future__ import annotations

import pytest

from tests.stats.coverage import Case
from tests.stats.coverage_differences import PROPORTION, cases, of, two_wins
from tests.stats.test_coverage import bounds, check

CASES = {case.name: case for case in cases()}
NOT_SAID = "not said"
"""What is not said of a difference at its margin: right in 97.5 %, as only one end of the interval can be wrong."""

WIDE = ("quantile", "median", "0.1 %", "half wins", "2 % of", "within 0.02")
"""Wider than they say: whole numbers, fewer than ten deals that differ, changes by less than a whole game,
deals too few to show anything within a margin."""


def test_a_win_rate_on_common_deals() -> None:
    check(CASES["win rate 0.52 less 0.5, latent +0.9"], 1_000, 1_500, 0.943, 0.96)


def test_few_changes_are_held_too() -> None:
    # at 1,000 deals one changes: a plain normal interval would hold the truth in 63 % of batches, and not in 5 of them
    check(CASES["win rate, 0.1 % up, none down"], 1_000, 1_500, 0.95, 1.0)


def test_pairs_taken_as_independent_would_fail() -> None:
    # an interval far too wide is found as well as one too narrow
    _, most = bounds(0.943, 0.96, 1_500)
    assert Case("", two_wins(0.52, 0.5, 0.9), 0.02, of(PROPORTION, paired=False)).covered(1_000, 1_500, seed=1) > most


@pytest.mark.slow
@pytest.mark.parametrize("name", list(CASES))
def test_every_case_of_the_table_at_1000_deals(name: str) -> None:
    wide = any(mark in name for mark in WIDE)
    low, high = (0.97, 0.985) if name.startswith(NOT_SAID) else (0.94, 0.965)
    check(CASES[name], 1_000, 5_000, low, 1.0 if wide else high)


def test_equivalence_is_not_shown_at_the_margin() -> None:
    # a margin reached by the point estimate alone would be called kept in half of the batches
    check(CASES["not said: within 2, of lengths 2 apart"], 400, 1_500, 0.965, 0.985)


def test_effect_sizes() -> None:
    check(CASES["d of lengths, latent +0.9"], 400, 1_500, 0.94, 0.96)
    check(CASES["h of 0.05 and 0.01, latent +0.5"], 1_000, 1_500, 0.94, 0.965)
