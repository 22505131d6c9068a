"""The family's kernel and reference play the same game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from simkit.bots import parameters
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.strategies import BOTS
from simkit.model.bot import Bot
from simkit.registry import find_game
from tests.games.farkle.house import rule_sets
from tests.twins import assert_twins, call_kernel, make_cell

GAME = find_game("zilch")


@st.composite
def seat_bots(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Any bot of the family with any parameters, thresholds mostly within reach."""
    bot: Bot = draw(st.sampled_from(BOTS))
    params: dict[str, Any] = {}
    for info in parameters(bot):
        if info.labels():
            params[info.name] = draw(st.sampled_from(info.labels()))
        elif issubclass(info.type, bool):
            params[info.name] = draw(st.booleans())
        elif issubclass(info.type, int):
            top = min(int(info.about.high), 1_500)
            params[info.name] = draw(st.integers(int(info.about.low), top))
        else:
            params[info.name] = draw(st.floats(info.about.low, info.about.high))
    return bot.name, params


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    rules=rule_sets(),
    line=st.lists(seat_bots(), min_size=1, max_size=8),
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


@pytest.mark.parametrize("game", ["zilch", "ten-thousand", "farkle"])
@pytest.mark.parametrize("seats", [1, 2, 3, 8])
def test_variants_as_they_are_played(game: str, seats: int) -> None:
    import tomllib

    spec = find_game(game)
    for path in spec.variants().values():
        rules = spec.rules.model_validate_json(__import__("json").dumps(tomllib.loads(path.read_text())["rules"]))
        line = [(bot.name, {}) for bot in BOTS[:seats]] + [("bank-at", {"bank_at": 350})] * (seats - len(BOTS))
        cell = make_cell(spec, rules, line, seed=20261129)
        assert_twins(spec, rules, cell, first=0, deals=2)


@pytest.mark.parametrize("pyramiding", ["off", "kinds", "full"])
def test_decisions_before_the_first_roll(pyramiding: str) -> None:
    """Coins and frozen dice come along from one decision, and from one seat's turn, to the next."""
    rules = Rules(pyramiding=pyramiding, piggyback=True, challenge="on", challenge_split=1_000, target=3_000)
    for line in ([("random", {"bank_chance": 0.5})] * 3, [("random", {"bank_chance": 0.2}), ("pyramid", {})]):
        assert_twins(GAME, rules, make_cell(GAME, rules, line, seed=20261129), first=0, deals=40)


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=100_000, phases=[Phase.generate])
@given(
    rules=rule_sets(),
    line=st.lists(seat_bots(), min_size=1, max_size=8),
    seed=st.integers(0, 2**63 - 1),
    max_turns=st.integers(1, 8),
)
def test_a_hundred_thousand_rule_sets(
    rules: Rules, line: list[tuple[str, dict[str, Any]]], seed: int, max_turns: int
) -> None:
    cell = make_cell(GAME, rules, line, seed=seed, max_turns=max_turns)
    assert_twins(GAME, rules, cell, first=0, deals=1)


def plain_of(rules: Rules) -> Rules:
    """The same rules with everything off that keeps a game from being compiled lean."""
    off: dict[str, Any] = {name: info.default for name, info in Rules.model_fields.items() if name in _HEAVY}
    target = rules.target or 1_000
    tie = "roll" if rules.tie == "turn" else rules.tie
    return Rules(**{**rules.model_dump(), **off, "target": target, "tie": tie})


_HEAVY = {
    "dice", "none_first", "pyramiding", "final_min", "topping", "piggyback", "hot_dice", "hot_scope", "challenge",
    "streak_busts", "streak_penalty", "exact_target", "rounds",
}  # fmt: skip


def games_of(rules: Rules, line: list[tuple[str, dict[str, Any]]], seed: int, turn_rows: int) -> Any:
    """The buffer of the games table, with so much room for turns."""
    cell = make_cell(GAME, rules, line, seed=seed, seatings="rotate", max_turns=40)
    games = np.zeros((GAME.table("games").height(), 3 * len(cell.arrangements)), dtype=np.int64)
    turns = np.empty((GAME.table("turns").height(), turn_rows), dtype=np.int64)
    done, _ = call_kernel(GAME, cell, 0, 3, games, turns)
    assert done == 3
    return games


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    rules=st.one_of(rule_sets(), rule_sets().map(plain_of)),
    line=st.lists(seat_bots(), min_size=1, max_size=8),
    seed=st.integers(0, 2**63 - 1),
)
def test_games_are_the_same_whether_turns_are_logged_or_not(
    rules: Rules, line: list[tuple[str, dict[str, Any]]], seed: int
) -> None:
    # Games without turns and most options are compiled by themselves; those with turns are held to the reference.
    np.testing.assert_array_equal(games_of(rules, line, seed, 0), games_of(rules, line, seed, 8 * 8 * 3 * 41))
