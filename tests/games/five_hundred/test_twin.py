"""Kernel and reference play the same game."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.bots import parameters
from simkit.games.five_hundred.rules import FURTHER, Rules
from simkit.games.five_hundred.strategies import BOTS
from simkit.model.bot import Bot
from tests.games.five_hundred.known import GAME, RULES
from tests.twins import assert_twins, make_cell

tens = st.integers(0, 100).map(lambda number: 10 * number)


SHEET = tuple(name for name in Rules.model_fields if name not in FURTHER)


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """Any rules that the Australian rule sheet allows."""
    values: dict[str, Any] = {
        "misere": draw(st.sampled_from(["on", "on", "on", "off"])),
        "misere_requires_seven": draw(st.booleans()),
        "open_misere": draw(st.sampled_from(["on", "off"])),
        "blind_misere": draw(st.sampled_from(["off", "on"])),
        "blind_misere_value": draw(tens),
        "sans_kitty": draw(st.sampled_from(["off", "same_value", "bonus"])),
        "sans_kitty_multiplier": draw(st.integers(100, 1000)),
        "joker_lead": draw(st.sampled_from(["unled_suit", "last_trick_only"])),
        "self_raise": draw(st.sampled_from(["never", "same_suit", "allowed", "allowed_reopen"])),
        "auction": draw(st.sampled_from(["until_pass_out", "until_pass_out", "one_round"])),
        "defender_cap": draw(st.sampled_from([0, 0, 400, 460, 480, 490])),
        "defender_trick_points": draw(st.sampled_from([0, 10, 30])),
        "lose_at": draw(st.sampled_from([0, -100, -500, -1000])),
        "win_by": draw(st.sampled_from(["contract", "any_points"])),
        "target": draw(st.sampled_from([10, 200, 500, 1000])),
    }
    return Rules(**values)


BOOLEANS = [name for name in FURTHER if Rules.model_fields[name].annotation is bool]
CHOICES = {
    name: get_args(Rules.model_fields[name].annotation)
    for name in FURTHER
    if get_origin(Rules.model_fields[name].annotation) is Literal
}


@st.composite
def further_rule_sets(draw: st.DrawFn) -> Rules:
    """Any rules that the model allows: those that it refuses are drawn again, less one of the two that disagree."""
    values = draw(rule_sets()).model_dump()
    values |= {name: draw(st.booleans()) for name in BOOLEANS}
    values |= {name: draw(st.sampled_from(labels)) for name, labels in CHOICES.items()}
    values |= {
        "misere_value": draw(tens),
        "open_misere_requires": draw(st.sampled_from([0, 7, 8])),
        "jokers": draw(st.sampled_from([0, 1, 1, 2])),
        "slam_min": draw(tens),
        "bar_after_big_set": draw(st.sampled_from([0, 1, 3])),
    }
    values["redeal_no_court"] = draw(st.integers(0, 4)) == 0
    values["pack"] = "us46" if values["jokers"] == 2 else draw(st.sampled_from(["au43", "us45", "alt43"]))
    if values["jokers"] == 0:
        values["two_player"] = draw(st.sampled_from(["dead_hand33", "24"]))
    if values["auction"] == "one_round":
        values["bid_after_pass"] = "never"
    if values["inkle"]:
        values["lone_six_resign"] = False
        values["all_pass"] = draw(st.sampled_from(["redeal", "play_nt"]))
    if values["schedule"] == "custom":
        values["schedule_points"] = tuple(draw(st.lists(tens, min_size=25, max_size=25)))
    return Rules(**values)


def test_every_further_option_is_drawn() -> None:
    # What the property test draws by name, by kind and by itself is all that there is.
    drawn = {*BOOLEANS, *CHOICES, "misere_value", "open_misere_requires", "jokers", "slam_min", "bar_after_big_set"}
    assert drawn | {"schedule_points"} == set(FURTHER)


@st.composite
def seat_bots(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Any bot with any parameters; or, as often, one that bids far more than is sensible and looks at everything."""
    if draw(st.booleans()):
        return "tests/games/five_hundred/bots.py:wild", {"bid_chance": draw(st.floats(0, 1))}
    bot: Bot = draw(st.sampled_from(BOTS))
    params: dict[str, Any] = {}
    for info in parameters(bot):
        if issubclass(info.type, bool):
            params[info.name] = draw(st.booleans())
        elif issubclass(info.type, int):
            params[info.name] = draw(st.integers(int(info.about.low), int(info.about.high)))
        else:
            params[info.name] = draw(st.floats(info.about.low, info.about.high))
    return bot.name, params


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    rules=rule_sets(),
    line=st.lists(seat_bots(), min_size=4, max_size=4),
    seed=st.integers(0, 2**63 - 1),
    first=st.integers(0, 2**40),
    seatings=st.sampled_from(["fixed", "rotate"]),
    max_turns=st.integers(1, 8),
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


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    rules=further_rule_sets(),
    line=st.lists(seat_bots(), min_size=2, max_size=6),
    seed=st.integers(0, 2**63 - 1),
    seatings=st.sampled_from(["fixed", "rotate"]),
    max_turns=st.integers(1, 6),
)
def test_with_any_rules_and_seats_they_play_the_same_games(
    rules: Rules, line: list[tuple[str, dict[str, Any]]], seed: int, seatings: str, max_turns: int
) -> None:
    cell = make_cell(GAME, rules, line, seed=seed, seatings=seatings, max_turns=max_turns)
    assert_twins(GAME, rules, cell, first=0, deals=2)


@pytest.mark.parametrize("variant", RULES)
def test_variants_as_they_are_played(variant: str) -> None:
    cell = make_cell(GAME, RULES[variant], [(bot.name, {}) for bot in BOTS] + [("rulebook", {})], seed=20261129)
    assert_twins(GAME, RULES[variant], cell, first=0, deals=2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_packs_without_a_joker(seats: int) -> None:
    """A suit keeps the joker's place; no card is there to be called, led or counted."""
    rules = Rules(jokers=0, two_player="24")
    line = [("random", {"bid_chance": place / seats}) for place in range(seats)]
    cell = make_cell(GAME, rules, line, seed=0, seatings="rotate", max_turns=2)
    assert_twins(GAME, rules, cell, first=0, deals=8)


@pytest.mark.parametrize("five_partner", ["call_card", "call_player"])
def test_a_contractor_of_five_that_does_not_decide_who_is_its_partner(five_partner: str) -> None:
    rules = Rules(five_partner=five_partner)
    line = [("tests/games/five_hundred/bots.py:opener", {})] * 5
    assert_twins(GAME, rules, make_cell(GAME, rules, line, seed=1, max_turns=4), first=0, deals=8)
