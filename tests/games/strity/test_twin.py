"""Strity's kernel and reference play the same game."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.games.strity.rules import Rules
from simkit.registry import find_game
from tests.games.kit import bot_lines
from tests.twins import assert_twins, make_cell

GAME = find_game("strity")
SPY = f"{Path(__file__).parent / 'spy.py'}:SPY"
POINTS = st.sampled_from([0, 1, 15, 20, 30, 40])

rule_sets = st.builds(
    Rules,
    small_straight=POINTS,
    big_straight=POINTS,
    full_straight=POINTS,
    three_two_one=POINTS,
    triple_pair_single=st.sampled_from(["exact", "superset"]),
    first_roll_double=st.booleans(),
    turns=st.integers(1, 12),
    tie=st.sampled_from(["shared", "roll", "seat_order", "turn"]),
    start=st.sampled_from(["seat1", "two_dice", "random"]),
)
"""Any rules that the model allows, but few turns; combinations often pay the same, so that games are often level."""


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    rules=st.just(Rules()) | rule_sets,
    line=bot_lines(GAME, SPY),
    seed=st.integers(0, 2**63 - 1),
    first=st.integers(0, 2**40),
    seatings=st.sampled_from(["fixed", "rotate"]),
    max_turns=st.integers(1, 20),
)
def test_kernel_and_reference_play_the_same_games(rules, line, seed, first, seatings, max_turns):
    cell = make_cell(GAME, rules, line, seed=seed, seatings=seatings, max_turns=max_turns)
    assert_twins(GAME, rules, cell, first, deals=2)
