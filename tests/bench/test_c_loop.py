"""The C loop that the kernel is measured against plays the same games as the kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.registry import find_game
from tests.bench.cloop import CLoop, compiler, is_known
from tests.bench.setting import SETTINGS, SeatBots, Setting, bank_at, default_rules, variant_rules

pytestmark = pytest.mark.skipif(compiler() is None, reason="no gcc on this machine: the C loop cannot be compiled")

BANK_AT: tuple[str, dict[str, Any]] = ("bank-at", {"bank_at": 350, "stop_at_target": False})
BEST_SINGLE: tuple[str, dict[str, Any]] = ("best-single", {"bank_at": 400})
LINES: list[SeatBots] = [
    (BANK_AT,),
    (BANK_AT, BEST_SINGLE),
    (BEST_SINGLE, BANK_AT, BANK_AT),
    (BANK_AT, BEST_SINGLE) * 4,
]

SMALLEST: tuple[str, dict[str, Any]] = ("smallest", {"stop_at": 12})
BY_FACE: tuple[str, dict[str, Any]] = ("by-face", {})
LARGEST: tuple[str, dict[str, Any]] = ("largest", {"stop_at": 15})
OTHER_LINES: dict[str, list[SeatBots]] = {
    "sto-dwadziescia": [(("roller", {}),) * seats for seats in (1, 2, 4, 8)],
    "piatka": [(BY_FACE,), (SMALLEST, BY_FACE), (LARGEST, BY_FACE, SMALLEST, BY_FACE), (LARGEST, SMALLEST) * 4],
}


def every_variant() -> list[Setting]:
    """Each variant that the C loop knows, where seats, starters, last rounds, ties and choices of dice differ."""
    settings = [
        Setting(f"{variant}, {len(line)} seats", game, variant_rules(game, variant), line, "rotate")
        for game in ("ten-thousand", "zilch")
        for variant in find_game(game).variants()
        for line in LINES
    ]
    return [setting for setting in settings if is_known(setting)]


def house_rules() -> list[Setting]:
    """Options that no variant has; a target so near that seats are often level."""
    near = variant_rules("ten-thousand", "no-endgame").model_copy(update={"target": 300})
    updates: list[dict[str, Any]] = [
        {"start": "two_dice", "final_round": "rest_of_round", "tie": "roll"},
        {"start": "random", "final_round": "others_once", "tie": "shared"},
        {"start": "random", "final_round": "rest_of_round", "tie": "roll", "open_min": 300, "bank_min": 200},
    ]
    return [
        Setting("house rules", "ten-thousand", near.model_copy(update=update), line)
        for update in updates
        for line in LINES
    ]


def cut_short() -> list[Setting]:
    """Games that the length cap ends; in some of the last ones while turns are played to break a tie."""
    lines = {"ten-thousand": LINES[1], **{game: lines[1] for game, lines in OTHER_LINES.items()}}
    ties = {"target": 7, "final_round": "rest_of_round", "tie": "turn"}
    rules = variant_rules("sto-dwadziescia", "first-to-120").model_copy(update=ties)
    return [
        *(Setting(f"{game}, cut", game, default_rules(game), line, max_turns=3) for game, line in lines.items()),
        Setting("tie, cut", "sto-dwadziescia", rules, OTHER_LINES["sto-dwadziescia"][-1], max_turns=1),
    ]


def other_games() -> list[Setting]:
    """Every variant of the other games that have a C loop, and what no variant has; near targets make seats level."""
    updates: list[dict[str, Any]] = [
        {},
        {"start": "two_dice", "final_round": "rest_of_round", "tie": "roll"},
        {"start": "random", "final_round": "others_once", "tie": "seat_order"},
        {"start": "random", "final_round": "rest_of_round", "tie": "turn"},
    ]
    near: dict[str, dict[str, Any]] = {"sto-dwadziescia": {"target": 20}, "piatka": {"target": 20, "turns": 2}}
    return [
        Setting(f"{variant}, {len(line)} seats", game, rules, line, "rotate")
        for game, lines in OTHER_LINES.items()
        for variant in find_game(game).variants()
        for update in updates
        for rules in [variant_rules(game, variant).model_copy(update=(near[game] if update else {}) | update)]
        for line in lines
    ]


SETTINGS_PLAYED = [*SETTINGS, *every_variant(), *house_rules(), *other_games(), *cut_short()]


@pytest.mark.parametrize("setting", SETTINGS_PLAYED, ids=lambda setting: setting.name)
def test_c_loop_plays_the_same_games_as_the_kernel(setting: Setting) -> None:
    deals = 500
    ours, theirs = setting.buffer(deals), setting.buffer(deals)
    assert setting.kernel()(7, deals, ours) == deals
    assert CLoop(setting)(7, deals, theirs) == deals
    assert setting.rolls(ours) >= deals
    np.testing.assert_array_equal(ours, theirs)


def test_c_loop_refuses_a_bot_that_it_does_not_have() -> None:
    rules = variant_rules("ten-thousand", "no-endgame")
    with pytest.raises(NotImplementedError, match="does not know random"):
        CLoop(Setting("unknown", "ten-thousand", rules, (*bank_at(300), ("random", {}))))


def test_c_loop_refuses_a_game_that_it_does_not_have() -> None:
    with pytest.raises(NotImplementedError, match="no C loop of bazy"):
        CLoop(Setting("unknown", "bazy", default_rules("bazy"), (("middle", {}),) * 2))
