"""Finishing orders, counted from tables whose games are written down."""

from __future__ import annotations

import itertools

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.stats.finishes import Choice, Played, Results, collect_results
from tests.stats.frames import cell, games


def steps(results: Results) -> dict[Choice, float]:
    return dict(zip(results.choices, results.counts.sum(axis=0).tolist(), strict=True))


def test_results_of_pairs_are_counted_by_bot_wherever_it_sits() -> None:
    pair = cell("ab", "rotate")
    # seating 1: a sits at seat 1; seating 2: b does. Won: a, b; a, a; a tie and one cut short
    frame = games(pair, 3, winners=[1, 1, 1, 2, 3, 0])
    found = collect_results(2, [Played(pair, (0, 1), frame)])
    order = [found.choices.index(Choice((0, 1), taken)) for taken in ((0,), (1,), (0, 1), ())]
    assert found.counts[:, order].tolist() == [[1, 1, 0, 0], [2, 0, 0, 0], [0, 0, 1, 1]]
    assert found.ahead[:, 0, 1].tolist() == [1, 2, 1]
    assert found.ahead[:, 1, 0].tolist() == [1, 0, 1]
    assert found.games.tolist() == [6, 6]


def three(winners: list[int], *scores: list[int], fewest_lead: bool = False) -> Results:
    """Bots 2, 0 and 1 of a field of four at one table, all seatings in rotation; scores are by seat."""
    table = cell("abc", "rotate")
    columns = {f"score_{seat + 1}": list(one) for seat, one in enumerate(zip(*scores, strict=True))}
    frame = games(table, len(winners) // 3, winners=winners, **columns)
    return collect_results(4, [Played(table, (2, 0, 1), frame)], fewest_lead=fewest_lead)


def test_winners_are_first_and_the_others_by_their_scores() -> None:
    # Arrangements abc, bca, cab: seat 1 is a, then b, then c; a, b, c are 2, 0, 1 of the field.
    found = three([1, 2, 4], [10, 5, 7], [10, 9, 10], [3, 10, 4])
    # seat 1 a before seat 3 c before seat 2 b; seat 2 c, then seats 1 b and 3 a level; seat 3 b, seat 2 a, seat 1 c
    assert steps(found) == {
        Choice((0, 1, 2), (2,)): 1,
        Choice((0, 1), (1,)): 1,
        Choice((0, 1, 2), (1,)): 1,
        Choice((0, 2), (0, 2)): 1,
        Choice((0, 1, 2), (0,)): 1,
        Choice((1, 2), (2,)): 1,
    }
    assert found.games.tolist() == [3, 3, 3, 0]
    # a (2) before c (1) in two games of three; before b (0) in one, and level in one
    assert found.ahead.sum(axis=0)[2].tolist() == [1.5, 2, 0, 0]


def test_where_fewest_points_lead_the_order_turns_but_for_the_winner() -> None:
    found = three([1, 1, 1], *[[9, 5, 7]] * 3, fewest_lead=True)
    assert {choice.taken for choice in found.choices if len(choice.among) == 3} == {(2,), (0,), (1,)}
    assert {choice: n for choice, n in steps(found).items() if choice.among == (0, 1)} == {Choice((0, 1), (0,)): 1}


def test_a_shared_win_is_level_and_a_game_cut_short_too_but_taken_by_nobody() -> None:
    found = three([3, 7, 0], [9, 5, 4], [9, 9, 9], [1, 2, 3])
    assert steps(found) == {Choice((0, 1, 2), taken): 1 for taken in ((0, 2), (0, 1, 2), ())}
    assert found.games.tolist() == [3, 3, 3, 0]


def test_many_deals_are_counted_in_groups_and_those_of_all_tables_only() -> None:
    pair = cell("ab", "rotate")
    frame = games(pair, 2_500, winners=[1, 2] * 2_500)
    found = collect_results(3, [Played(pair, (0, 1), frame), Played(pair, (2, 1), frame.head(4_600))])
    assert (found.deals, len(found.counts)) == (2_300, 1_000)
    assert steps(found) == {Choice((0, 1), (0,)): 4_600, Choice((1, 2), (2,)): 4_600}
    assert set(found.counts[:, 0]) == {4, 6}  # groups of two or three deals
    assert found.games.tolist() == [4_600, 9_200, 4_600]


@given(st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=2, max_size=6))
def test_steps_and_pairs_agree(scores: list[list[int]]) -> None:
    table = cell("abcd", "fixed")
    winners = [sum(1 << seat for seat in range(4) if row[seat] == max(row)) for row in scores]
    columns = {f"score_{seat + 1}": [row[seat] for row in scores] for seat in range(4)}
    found = collect_results(4, [Played(table, (0, 1, 2, 3), games(table, len(scores), winners=winners, **columns))])
    ahead = np.zeros((4, 4))
    for (among, taken), count in steps(found).items():
        for one, other in itertools.product(taken, among):
            ahead[one, other] += count * (0.5 if other in taken else 1.0) * (one != other)
    np.testing.assert_array_equal(found.ahead.sum(axis=0), ahead)
    for one, other in itertools.permutations(range(4), 2):
        expected = sum((row[one] > row[other]) + 0.5 * (row[one] == row[other]) for row in scores)
        assert ahead[one, other] == expected


def test_rows_that_are_no_whole_deals_are_refused() -> None:
    from simkit.errors import StoreError

    pair = cell("ab", "rotate")
    frame = games(pair, 3, winners=[1] * 6).with_columns(deal=pl.Series([0, 1, 1, 2, 2, 2]))
    with pytest.raises(StoreError):
        collect_results(2, [Played(pair, (0, 1), frame)])
