"""Any rules of the family, for property tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from simkit.games.farkle.rules import Rules


def worth(high: int) -> st.SearchStrategy[int]:
    """Points of an element: often none, and such that sums of different elements meet."""
    return st.one_of(st.just(0), st.integers(0, high // 50).map(lambda fifties: 50 * fifties), st.integers(0, high))


def _elements(dice: int) -> dict[str, st.SearchStrategy[Any]]:
    found: dict[str, st.SearchStrategy[Any]] = {
        "ones": st.one_of(st.just(100), worth(200)),
        "fives": st.one_of(st.just(50), worth(100)),
        "triples": st.one_of(st.just((1000, 200, 300, 400, 500, 600)), st.tuples(*[worth(1_000)] * 6)),
        "kinds": st.sampled_from(["none", "fixed", "double", "add", "step"]),
        "four_kind": worth(4_000),
        "five_kind": worth(5_000),
        "six_kind": worth(6_000),
        "kind_step": worth(300),
        "all_kind": st.one_of(st.just(0), worth(4_000)),
        "straight15": worth(1_000),
        "straight26": worth(1_000),
        "three_pairs_quads": st.booleans(),
        "two_triplets_six": st.booleans(),
        "none_first": worth(500),
        "none_first_only": st.booleans(),
        "set_aside": st.sampled_from(["any", "all"]),
        "pyramiding": st.sampled_from(["off", "kinds", "full"]),
    }
    if dice == 6:
        found |= {"straight6": worth(2_000), "three_pairs": worth(2_000)}
        found |= {"two_triplets": worth(3_000), "four_pair": worth(2_000)}
    return found


def _play(target: int) -> dict[str, st.SearchStrategy[Any]]:
    return {
        "open_min": st.sampled_from([0, 50, 300, 500]),
        "bank_min": st.sampled_from([0, 50, 350]),
        "final_min": st.booleans(),
        "topping": st.sampled_from(["off", "off", "strict", "at_least"]),
        "piggyback": st.booleans(),
        "hot_dice": st.sampled_from(["must", "may", "end"]),
        "hot_scope": st.sampled_from(["turn", "roll"]),
        "challenge": st.sampled_from(["off", "on"]),
        "challenge_split": st.integers(0, target),
        "challenge_penalty": st.tuples(st.integers(0, 600), st.integers(0, 2_000)),
        "challenge_floor": st.sampled_from(["none", "zero"]),
        "challenge_needs_board": st.booleans(),
        "rounds": st.sampled_from([0, 0, 0, 1, 3, 10]),
        "streak_reset": st.booleans(),
        "target_strict": st.booleans(),
        "exact_target": st.booleans(),
        "endgame": st.sampled_from(["none", "single_roll", "single_turn"]),
        "endgame_from": st.integers(0, target),
        "final_round": st.sampled_from(["none", "rest_of_round", "others_once"]),
        "endgame_tries": st.integers(1, 3),
        "tie": st.sampled_from(["shared", "roll", "seat_order", "turn"]),
        "start": st.sampled_from(["seat1", "two_dice", "random"]),
    }


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    """Any rules that the model allows, but with targets near enough for games of a few dozen turns."""
    target, dice = draw(st.integers(50, 4_000)), draw(st.sampled_from([6, 6, 6, 5]))
    values: dict[str, Any] = {"target": target, "dice": dice}
    values |= draw(st.fixed_dictionaries({**_elements(dice), **_play(target)}))
    if draw(st.booleans()):
        values |= {"streak_busts": draw(st.integers(1, 4)), "streak_penalty": draw(st.integers(1, 500))}
    if values["hot_dice"] == "end":
        values["hot_scope"] = "turn"
    if values["rounds"] and draw(st.booleans()):
        values |= {"target": 0, "endgame": "none", "exact_target": False, "target_strict": False}
    if values["exact_target"]:
        values["target_strict"] = False
        values["tie"] = "roll" if values["tie"] == "turn" else values["tie"]
    if values["endgame"] != "single_roll":
        values["endgame_tries"] = 1
    if not (values["ones"] or values["fives"] or any(values["triples"])):
        values["ones"] = 100
    return Rules(**values)
