"""Every option of the family by itself, in games that go differently with it: kernel and reference agree there."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.games.farkle.rules import Rules
from simkit.registry import find_game
from tests.twins import assert_twins, make_cell, play_kernel

GAME = find_game("zilch")

SHORT: dict[str, Any] = {"kinds": "double", "open_min": 350, "target": 2_000, "final_round": "others_once"}
LINE = [("random", {"bank_chance": 0.4}), ("bank-at", {"bank_at": 300}), ("random", {"bank_chance": 0.2})]
FEW_POINTS: dict[str, Any] = {"rounds": 2, "triples": (0,) * 6, "kinds": "none", "open_min": 0}
CHALLENGE: dict[str, Any] = {"challenge": "on", "challenge_split": 800}

DEALS = 40

OPTIONS: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({}, {"dice": 5}),
    ({}, {"kinds": "none"}),
    ({}, {"kinds": "fixed"}),
    ({}, {"kinds": "add"}),
    ({}, {"kinds": "step"}),
    ({"dice": 5, "kinds": "none"}, {"all_kind": 2_000}),
    ({}, {"straight6": 1_500}),
    ({}, {"straight15": 1_000}),
    ({}, {"straight26": 1_000}),
    ({}, {"three_pairs": 750}),
    ({"three_pairs": 3_000}, {"three_pairs_quads": False}),
    ({"pyramiding": "full"}, {"two_triplets": 9_000}),
    ({"two_triplets": 9_000, "pyramiding": "full"}, {"two_triplets_six": False}),
    ({}, {"four_pair": 1_500}),
    ({}, {"none_first": 500}),
    ({"none_first": 500, "fives": 0, "triples": (0,) * 6, "kinds": "none"}, {"none_first_only": True}),
    ({}, {"set_aside": "all"}),
    ({}, {"pyramiding": "kinds"}),
    ({}, {"pyramiding": "full"}),
    ({}, {"bank_min": 350}),
    ({"bank_min": 500}, {"final_min": False}),
    ({}, {"topping": "strict"}),
    ({}, {"topping": "at_least"}),
    ({}, {"piggyback": True}),
    ({}, {"hot_dice": "must"}),
    ({}, {"hot_dice": "end"}),
    ({"hot_dice": "must"}, {"hot_scope": "roll"}),
    ({}, CHALLENGE),
    (CHALLENGE, {"challenge_penalty": (300, 300)}),
    (CHALLENGE, {"challenge_floor": "zero"}),
    (CHALLENGE, {"challenge_needs_board": True}),
    ({}, {"streak_busts": 2, "streak_penalty": 300}),
    ({"streak_busts": 2, "streak_penalty": 300}, {"streak_reset": False}),
    ({}, {"target_strict": True}),
    ({}, {"exact_target": True}),
    ({}, {"rounds": 4}),
    ({}, {"endgame": "single_roll", "endgame_from": 1_500}),
    ({"endgame": "single_roll", "endgame_from": 1_500}, {"endgame_tries": 3}),
    ({}, {"endgame": "single_turn", "endgame_from": 1_500}),
    ({}, {"final_round": "none"}),
    ({}, {"final_round": "rest_of_round"}),
    (FEW_POINTS, {"tie": "roll"}),
    (FEW_POINTS, {"tie": "turn"}),
    (FEW_POINTS, {"tie": "seat_order"}),
    ({}, {"start": "two_dice"}),
    ({}, {"start": "random"}),
)
"""What else holds, and the option."""


@pytest.mark.parametrize(("shared", "option"), OPTIONS, ids=[str(option) for _, option in OPTIONS])
def test_each_option_where_it_matters(shared: dict[str, Any], option: dict[str, Any]) -> None:
    without, rules = (Rules(**{**SHORT, **shared, **more}) for more in ({}, option))
    before, cell = (make_cell(GAME, one, LINE, seed=20261129) for one in (without, rules))
    assert play_kernel(GAME, rules, cell, 0, DEALS) != play_kernel(GAME, without, before, 0, DEALS)
    assert_twins(GAME, rules, cell, 0, DEALS)


def test_no_option_is_left_out() -> None:
    worths = {"ones", "fives", "triples", "four_kind", "five_kind", "six_kind", "kind_step", "open_min", "target"}
    named = {name for shared, option in OPTIONS for name in (*shared, *option)}
    assert named | worths == set(Rules.model_fields)
