"""Kernel and reference play the same game, bots decide alike compiled and plain, and one game reads as written."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.engine.trace import headline, told_lines, trace_game
from simkit.games.bazy.reference import options
from simkit.games.bazy.rules import Rules
from simkit.games.bazy.strategies import BOTS
from simkit.registry import find_game
from tests.games.kit import assert_bots_decide_alike, bot_lines, views_of
from tests.twins import assert_twins, make_cell, play_kernel

GAME = find_game("bazy")
SPY = f"{Path(__file__).parent / 'spy.py'}:SPY"
TRANSCRIPT = Path(__file__).parent / "transcript.txt"

rule_sets = st.builds(
    Rules,
    limit=st.one_of(st.integers(0, 20), st.integers(0, 200)),
    equal_turns=st.booleans(),
    tie=st.sampled_from(["shared", "roll", "seat_order", "turn"]),
    start=st.sampled_from(["seat1", "two_dice", "random"]),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    rules=rule_sets,
    line=bot_lines(GAME, SPY),
    seed=st.integers(0, 2**63 - 1),
    first=st.integers(0, 2**40),
    seatings=st.sampled_from(["fixed", "rotate"]),
    max_turns=st.integers(1, 60),
)
def test_kernel_and_reference_play_the_same_games(rules, line, seed, first, seatings, max_turns):
    cell = make_cell(GAME, rules, line, seed=seed, seatings=seatings, max_turns=max_turns)
    assert_twins(GAME, rules, cell, first, deals=2)


@pytest.mark.parametrize("tie", ["shared", "roll", "seat_order", "turn"])
@pytest.mark.parametrize("start", ["seat1", "two_dice", "random"])
def test_ties_end_alike(tie, start):
    # With limit 0 nearly all of eight seats are over it in round 1, and many games end level.
    rules = Rules(limit=0, equal_turns=True, tie=tie, start=start)
    cell = make_cell(GAME, rules, [("middle", {})] * 8)
    tied = sum(row["tie_breaks"] > 0 for row in play_kernel(GAME, rules, cell, 0, 60)[0])
    assert tied >= (10 if tie in {"roll", "turn"} else 0)
    assert_twins(GAME, rules, cell, first=0, deals=60)


rolls = st.lists(st.integers(1, 6), min_size=6, max_size=6).map(options)


@pytest.mark.parametrize("place", range(len(BOTS)), ids=[bot.name for bot in BOTS])
@given(data=st.data())
def test_compiled_bots_decide_as_in_plain_python(place, data):
    assert_bots_decide_alike(GAME, place, data, {"base": (views_of(GAME.decisions[0]), rolls)})


def story():
    rules = Rules(limit=25, equal_turns=True, tie="turn", start="two_dice")
    cell = make_cell(GAME, rules, [("nearest", {}), ("middle", {}), ("random", {})])
    return "\n".join([headline(cell, 0, 1), *told_lines(trace_game(cell, 0, 1, Path()))]) + "\n"


def test_a_whole_game_reads_as_written():
    assert story() == TRANSCRIPT.read_text(encoding="utf-8")


if __name__ == "__main__":  # writes it anew
    TRANSCRIPT.write_text(story(), encoding="utf-8")
