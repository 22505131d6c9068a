"""Sums by deal: merging changes nothing, and blocks are whole deals."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from polars.testing import assert_frame_equal

from simkit.errors import StoreError
from simkit.stats import moments
from simkit.stats.moments import Distribution, Moments, blocks
from tests.stats.frames import cell, games

TOTALS = arrays(np.float64, st.tuples(st.just(2), st.integers(0, 40)), elements=st.integers(-1000, 1000))
VALUES = arrays(
    np.float64, st.tuples(st.integers(1, 30), st.integers(1, 4)), elements=st.one_of(st.integers(0, 5), st.just(np.nan))
)


@given(TOTALS, st.integers(0, 40))
def test_moments_merge_to_those_of_all_deals(totals: np.ndarray, cut: int) -> None:
    whole, merged = Moments.of(totals, 3), Moments.of(totals[:, :cut], 1) + Moments.of(totals[:, cut:], 2)
    assert (merged.deals, merged.games) == (whole.deals, whole.games)
    np.testing.assert_allclose(merged.mean, whole.mean, rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(merged.co, whole.co, rtol=1e-12, atol=1e-6)


@given(TOTALS)
def test_moments_are_numpys(totals: np.ndarray) -> None:
    if totals.shape[1] < 2:
        return
    found = Moments.of(totals, 0)
    np.testing.assert_allclose(found.mean, totals.mean(axis=1))
    np.testing.assert_allclose(found.co, np.cov(totals, ddof=0) * totals.shape[1], rtol=1e-9, atol=1e-6)


@given(VALUES)
def test_distribution_has_the_squares_of_counts_by_deal(values: np.ndarray) -> None:
    found = Distribution.of(values)
    sizes = (~np.isnan(values)).sum(axis=1)
    assert (found.deals, found.games, found.square_sizes) == ((sizes > 0).sum(), sizes.sum(), (sizes**2).sum())
    summed = found.table.with_columns(pl.col("games", "squares", "cross").cum_sum())
    for value, at_most, squares, cross in summed.iter_rows():
        counts = (values <= value).sum(axis=1)
        assert (at_most, squares, cross) == (counts.sum(), (counts**2).sum(), (counts * sizes).sum())


@given(VALUES, st.integers(0, 30))
def test_distributions_merge_to_that_of_all_deals(values: np.ndarray, cut: int) -> None:
    whole, merged = Distribution.of(values), Distribution.of(values[:cut]) + Distribution.of(values[cut:])
    assert (merged.deals, merged.games, merged.square_sizes) == (whole.deals, whole.games, whole.square_sizes)
    assert_frame_equal(merged.table, whole.table)


@pytest.mark.parametrize("size", [1, 4, 7, 1000])
def test_blocks_are_whole_deals_in_order(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "BLOCK_GAMES", size)
    three = cell("abc", "rotate")
    frame = games(three, 5, x=list(range(15)))
    found = [block["x"] for block in blocks(frame, three, ["x"])]
    assert all(len(block) % 3 == 0 for block in found)
    assert pl.concat(found).to_list() == list(range(15))


def test_rows_that_are_not_whole_deals_in_order_are_refused() -> None:
    two = cell("ab", "rotate")
    frame = games(two, 3, x=[0] * 6)
    for wrong in (frame.head(5), frame.sort("seating"), frame.reverse()):
        with pytest.raises(StoreError, match="cell base"):
            list(blocks(wrong, two, ["x"]))


def test_games_that_lack_a_column_are_refused() -> None:
    two = cell("ab", "rotate")
    with pytest.raises(
        StoreError, match="cell base: its games have no hops, skips: another version of simkit played them"
    ):
        list(blocks(games(two, 3, x=[0] * 6), two, ["x", "skips", "hops"]))
