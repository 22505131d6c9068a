"""Generał's kernel and reference play the same game."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.games.general.rules import Rules
from simkit.registry import find_game
from tests.games.kit import bot_lines
from tests.twins import assert_twins, make_cell, play_kernel

GAME = find_game("general")
SPY = f"{Path(__file__).parent / 'spy.py'}:SPY"

rule_sets = st.builds(
    Rules,
    zero_policy=st.sampled_from(["forced", "free"]),
    ratunek=st.sampled_from(["last_resort", "free"]),
    upper_zero=st.sampled_from(["minus_three", "forbidden", "forbidden_rows_first"]),
    school_bonus_min=st.integers(-63, 42) | st.integers(-15, 0),
    school_bonus=st.sampled_from([0, 50, 100]),
    school_malus=st.sampled_from([0, -50, -1000]),
    two_pairs_four=st.booleans(),
    full_five=st.booleans(),
    first_roll_bonus=st.sampled_from([0, 5, 1000]),
    tie=st.sampled_from(["shared", "roll", "seat_order"]),
    start=st.sampled_from(["seat1", "two_dice", "random"]),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    rules=st.just(Rules()) | rule_sets,
    line=bot_lines(GAME, SPY),
    seed=st.integers(0, 2**63 - 1),
    first=st.integers(0, 2**40),
    seatings=st.sampled_from(["fixed", "rotate"]),
    max_turns=st.integers(1, 14) | st.integers(15, 20),
)
def test_kernel_and_reference_play_the_same_games(rules, line, seed, first, seatings, max_turns):
    cell = make_cell(GAME, rules, line, seed=seed, seatings=seatings, max_turns=max_turns)
    assert_twins(GAME, rules, cell, first, deals=1)


@pytest.mark.parametrize("tie", ["shared", "roll", "seat_order"])
def test_ties_end_alike(tie):
    # Of 300 games of three seats that never roll again some are level at the top.
    rules = Rules(tie=tie, start="random")
    cell = make_cell(GAME, rules, [("one-roll", {})] * 3)
    games, _ = play_kernel(GAME, rules, cell, 0, 300)
    level = [row for row in games if [row[f"score_{seat}"] for seat in (1, 2, 3)].count(best(row)) > 1]
    assert len(level) >= 3
    assert all((row["tie_breaks"] > 0) == (tie == "roll") for row in level)
    for row in level:
        assert_twins(GAME, rules, cell, first=row["deal"], deals=1)


def best(row):
    return max(row[f"score_{seat}"] for seat in (1, 2, 3))
