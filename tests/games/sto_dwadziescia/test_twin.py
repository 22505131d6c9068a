"""Kernel and reference play the same game, and one game reads as written."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.engine.trace import headline, told_lines, trace_game
from simkit.games.sto_dwadziescia.rules import Rules
from simkit.registry import find_game
from tests.twins import assert_twins, make_cell, play_kernel

GAME = find_game("sto-dwadziescia")
TRANSCRIPT = Path(__file__).parent / "transcript.txt"

rule_sets = st.builds(
    Rules,
    target=st.one_of(st.integers(1, 40), st.integers(1, 300)),
    double_bonus=st.integers(0, 30),
    final_round=st.sampled_from(["none", "rest_of_round", "others_once"]),
    tie=st.sampled_from(["shared", "roll", "seat_order", "turn"]),
    start=st.sampled_from(["seat1", "two_dice", "random"]),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    rules=rule_sets,
    seats=st.integers(1, 8),
    seed=st.integers(0, 2**63 - 1),
    first=st.integers(0, 2**40),
    seatings=st.sampled_from(["fixed", "rotate"]),
    max_turns=st.integers(1, 60),
)
def test_kernel_and_reference_play_the_same_games(rules, seats, seed, first, seatings, max_turns):
    cell = make_cell(GAME, rules, [("roller", {})] * seats, seed=seed, seatings=seatings, max_turns=max_turns)
    assert_twins(GAME, rules, cell, first, deals=3)


@pytest.mark.parametrize("tie", ["shared", "roll", "seat_order", "turn"])
@pytest.mark.parametrize("start", ["seat1", "two_dice", "random"])
def test_ties_end_alike(tie, start):
    # With one turn each about every third game of eight seats ends level, and many of them again.
    rules = Rules(target=1, double_bonus=0, final_round="rest_of_round", tie=tie, start=start)
    cell = make_cell(GAME, rules, [("roller", {})] * 8)
    assert sum(row["tie_breaks"] > 0 for row in play_kernel(GAME, rules, cell, 0, 60)[0]) >= 10 * (
        tie in {"roll", "turn"}
    )
    assert_twins(GAME, rules, cell, first=0, deals=60)


def story():
    rules = Rules(target=50, final_round="rest_of_round", tie="turn", start="two_dice")
    cell = make_cell(GAME, rules, [("roller", {})] * 3)
    return "\n".join([headline(cell, 0, 1), *told_lines(trace_game(cell, 0, 1, Path()))]) + "\n"


def test_a_whole_game_reads_as_written():
    assert story() == TRANSCRIPT.read_text(encoding="utf-8")


if __name__ == "__main__":  # writes it anew
    TRANSCRIPT.write_text(story(), encoding="utf-8")
