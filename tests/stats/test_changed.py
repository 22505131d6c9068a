"""The deals that changed most, against a plain search."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.stats import common
from simkit.stats.changed import most_changed
from simkit.stats.pairs import Side
from tests.stats.frames import cell, games

MEAN, *_ = common.distribution_of("turns", "", "turns", "turns")
BOTH, ONE = cell("ab", "rotate"), cell("aa", "rotate")


@given(st.lists(st.tuples(*[st.integers(0, 9)] * 3), min_size=1, max_size=40), st.integers(1, 6), st.integers(1, 9))
def test_most_changed_is_a_search_over_all_deals(rows: list[tuple[int, int, int]], count: int, block: int) -> None:
    # two seatings a deal against one, so that means are compared
    ours = games(BOTH, len(rows), turns=[turns for first, second, _ in rows for turns in (first, second)])
    theirs = games(ONE, len(rows), turns=[turns for _, _, turns in rows])
    plain = [(-abs((a + b) / 2 - c), deal, (a + b) / 2, c) for deal, (a, b, c) in enumerate(rows)]
    expected = [(deal, here, there) for off, deal, here, there in sorted(plain)[:count] if off]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simkit.stats.pairs.BLOCK_GAMES", block)
        assert most_changed(Side(ours, BOTH, [MEAN]), Side(theirs, ONE, [MEAN]), count) == expected


def test_deals_without_a_value_are_left_out() -> None:
    ours = games(ONE, 3, turns=[None, 5, 7]).with_columns(pl.col("turns").cast(pl.Int32))
    theirs = games(ONE, 3, turns=[9, 5, 6])
    assert most_changed(Side(ours, ONE, [MEAN]), Side(theirs, ONE, [MEAN]), 5) == [(2, 7.0, 6.0)]
