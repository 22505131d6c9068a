"""Kernel and reference of Siedemsetka play the same game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.games.siedemsetka.rules import Rules
from simkit.games.siedemsetka.strategies import BOTS
from simkit.registry import find_game
from tests.games.kit import bot_lines, variant
from tests.twins import assert_twins, make_cell

GAME = find_game("siedemsetka")
SPY = f"{Path(__file__).parent / 'spy.py'}:SPY"


def rule_sets() -> st.SearchStrategy[Rules]:
    """Any rules, but with targets near enough for games of a few dozen turns."""
    return st.builds(
        Rules,
        target=st.integers(1, 150),
        combos_per_roll=st.sampled_from(["one", "many"]),
        subset=st.sampled_from(["any", "best_only"]),
        needs_new_die=st.booleans(),
        final_round=st.sampled_from(["none", "rest_of_round", "others_once"]),
        tie=st.sampled_from(["shared", "roll", "seat_order", "turn"]),
        start=st.sampled_from(["seat1", "two_dice", "random"]),
    )


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    rules=rule_sets(),
    line=bot_lines(GAME, SPY),
    seed=st.integers(0, 2**63 - 1),
    first=st.integers(0, 2**40),
    seatings=st.sampled_from(["fixed", "rotate"]),
    max_turns=st.integers(1, 40),
)
def test_kernel_and_reference_play_the_same_games(
    rules: Rules,
    line: list[tuple[str, dict[str, Any]]],
    seed: int,
    first: int,
    seatings: str,
    max_turns: int,
) -> None:
    cell = make_cell(GAME, rules, line, seed=seed, seatings=seatings, max_turns=max_turns)
    assert_twins(GAME, rules, cell, first, deals=2)


@pytest.mark.parametrize("seats", [1, 2, 3, 8])
@pytest.mark.parametrize("name", GAME.variants())
def test_variants_as_they_are_played(name: str, seats: int) -> None:
    rules = variant(GAME, name)
    line = [(bot.name, {}) for bot in BOTS[:seats]] + [("bank-at", {"bank_at": 20})] * (seats - len(BOTS))
    assert_twins(GAME, rules, make_cell(GAME, rules, line, seed=20261129), first=0, deals=2)


@pytest.mark.parametrize("tie", ["shared", "roll", "seat_order", "turn"])
def test_ties_are_broken_alike(tie: str) -> None:
    # Eight cautious seats and a low target: about a third of the games end level.
    rules = Rules(target=15, final_round="rest_of_round", tie=tie, start="random")
    cell = make_cell(GAME, rules, [("bank-at", {"bank_at": 1})] * 8, seed=1)
    assert_twins(GAME, rules, cell, first=0, deals=60)
