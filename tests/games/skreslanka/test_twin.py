"""Kernel and reference of Skreślanka play the same game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.games.skreslanka.rules import Rules
from simkit.registry import find_game
from tests.games.kit import bot_lines, variant
from tests.twins import assert_twins, make_cell

GAME = find_game("skreslanka")
SPY = f"{Path(__file__).parent / 'spy.py'}:SPY"

RULES = st.builds(
    Rules,
    faces=st.sampled_from(["both", "one"]),
    must_cross=st.booleans(),
    final_round=st.sampled_from(["none", "rest_of_round", "others_once"]),
    tie=st.sampled_from(["shared", "roll", "seat_order"]),
    start=st.sampled_from(["seat1", "two_dice", "random"]),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    rules=RULES,
    line=bot_lines(GAME, SPY),
    seed=st.integers(0, 2**63 - 1),
    first=st.integers(0, 2**40),
    seatings=st.sampled_from(["fixed", "rotate"]),
    max_turns=st.integers(1, 60),
)
def test_kernel_and_reference_play_the_same_games(
    rules: Rules, line: list[tuple[str, dict[str, Any]]], seed: int, first: int, seatings: str, max_turns: int
) -> None:
    cell = make_cell(GAME, rules, line, seed=seed, seatings=seatings, max_turns=max_turns)
    assert_twins(GAME, rules, cell, first, deals=2)


@pytest.mark.parametrize("seats", [1, 2, 3, 8])
@pytest.mark.parametrize("name", GAME.variants())
def test_variants_as_they_are_played(name: str, seats: int) -> None:
    rules = variant(GAME, name)
    bots = [GAME.bots[place % len(GAME.bots)].name for place in range(seats)]
    assert_twins(GAME, rules, make_cell(GAME, rules, [(bot, {}) for bot in bots], seed=20261129), first=0, deals=4)


@pytest.mark.parametrize("tie", ["shared", "roll", "seat_order"])
def test_ties_are_broken_alike(tie: str) -> None:
    # Eight seats, one more turn each: in one game of six another seat completes its card as well.
    rules = Rules(final_round="others_once", tie=tie, start="random")
    cell = make_cell(GAME, rules, [("rarest-first", {})] * 8, seed=1)
    assert_twins(GAME, rules, cell, first=0, deals=120)
