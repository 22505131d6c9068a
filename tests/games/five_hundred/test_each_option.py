"""Every option by itself, in games that go differently with it: kernel and reference agree there."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from simkit.games.five_hundred.rules import Rules
from tests.games.five_hundred.known import GAME
from tests.twins import Rows, assert_twins, make_cell, play_kernel

WILD = "tests/games/five_hundred/bots.py:wild"
LINE: list[tuple[str, dict[str, Any]]] = [
    (WILD, {"bid_chance": 0.4}),
    ("rulebook", {"aggression": 1.0}),
    (WILD, {"bid_chance": 0.7}),
    ("simple", {}),
    (WILD, {"bid_chance": 0.2}),
    ("random", {}),
]
DEALS, COMPARED, OF_A_KIND = 600, 4, 2

BLIND = {"blind_misere": "on"}
UNGATED = {"misere_requires_seven": False}
LOW = {"joker_low_in_misere": True, **UNGATED}
POINTS = tuple(range(250, 0, -10))

OPTIONS: tuple[tuple[int, dict[str, Any], dict[str, Any]], ...] = (
    (4, {}, {"misere": "off"}),
    (4, {}, {"misere_requires_seven": False}),
    (4, {}, {"open_misere": "off"}),
    (4, {}, {"blind_misere": "on"}),
    (4, BLIND, {"blind_misere_value": 1000}),
    (4, {}, {"sans_kitty": "same_value"}),
    (4, {}, {"sans_kitty": "bonus"}),
    (4, {"sans_kitty": "bonus"}, {"sans_kitty_multiplier": 125}),
    (4, {}, {"joker_lead": "last_trick_only"}),
    (4, {}, {"self_raise": "same_suit"}),
    (4, {}, {"self_raise": "allowed"}),
    (4, {"self_raise": "allowed"}, {"self_raise": "allowed_reopen"}),
    (4, {}, {"auction": "one_round"}),
    (4, {"target": 10_000}, {"defender_cap": 40}),
    (4, {}, {"defender_trick_points": 0}),
    (4, {}, {"lose_at": 0}),
    (4, {}, {"lose_at": -100}),
    (4, {"target": 100}, {"win_by": "any_points"}),
    (3, {"target": 50}, {"win_by": "any_points"}),
    (4, {}, {"target": 200}),
    (4, {}, {"misere_rank": "by_value"}),
    (4, {"misere_rank": "by_value", **UNGATED}, {"misere_value": 140}),
    (4, {}, {"open_misere_rank": "top"}),
    (4, {}, {"open_misere_requires": 7}),
    (4, {"open_misere_requires": 7}, {"open_misere_requires": 8}),
    (4, {}, {"open_misere_expose": "before_lead"}),
    (4, {}, {"bid_after_pass": "always"}),
    (4, {"bid_after_pass": "always"}, {"bid_after_pass": "if_suit_changed"}),
    (4, {}, {"lone_six_resign": True}),
    (4, {}, {"joker_nomination": "none"}),
    (4, {}, {"joker_first_round": True}),
    (4, {}, {"joker_first_or_last": True}),
    (6, {}, {"joker_first_or_last": True}),
    (4, {}, {"joker_nt_compulsory": True}),
    (4, UNGATED, {"joker_low_in_misere": True}),
    (6, UNGATED, {"joker_low_in_misere": True}),
    (4, LOW, {"joker_lead": "last_trick_only"}),
    (4, {}, {"jokers": 0}),
    (4, {}, {"jokers": 2, "pack": "us46"}),
    (4, {"jokers": 2, "pack": "us46"}, {"joker_first_round": True}),
    (4, {"jokers": 2, "pack": "us46"}, {"joker_first_or_last": True}),
    (4, {"jokers": 2, "pack": "us46", **UNGATED}, {"joker_low_in_misere": True}),
    (4, {}, {"pack": "us45"}),
    (4, {}, {"pack": "alt43"}),
    (4, {}, {"inkle": True}),
    (4, {}, {"all_pass": "play_nt"}),
    (3, {"defender_trick_points": 0}, {"all_pass": "play_nt"}),
    (4, {}, {"all_pass": "dealer_stuck"}),
    (4, {"self_raise": "allowed"}, {"all_pass": "dealer_stuck"}),
    (4, {}, {"first_lead": "left_of_dealer"}),
    (6, UNGATED, {"first_lead": "left_of_dealer"}),
    (2, {}, {"slam_min": 0}),
    (4, {}, {"schedule": "original"}),
    (4, {}, {"schedule": "custom", "schedule_points": POINTS}),
    (4, {}, {"bar_after_big_set": 1}),
    (4, {"auction": "one_round"}, {"bar_after_big_set": 1}),
    (5, {"bid_after_pass": "always"}, {"bar_after_big_set": 1}),
    (4, {"self_raise": "allowed_reopen"}, {"bar_after_big_set": 1}),
    (4, {}, {"redeal_no_court": True}),
    (2, {}, {"two_player": "24"}),
    (2, {}, {"two_player": "25"}),
    (5, {}, {"five_partner": "alone"}),
    (5, {}, {"five_partner": "call_player"}),
    (6, {}, {"six_teams": "three_of_two"}),
)
"""Seats, what else holds, and the option."""


def by_deal(rows: Rows) -> dict[int, Rows]:
    return {deal: list(games) for deal, games in groupby(rows, lambda row: row["deal"])}


def of_every_kind(hands: Rows) -> set[int]:
    """The first deals with a suit contract, no trump, a misere, each with a contractor who has a joker or has none."""
    deals: dict[tuple[int, int], list[int]] = {}
    for hand in hands:
        deals.setdefault((max(hand["strain"], 3), hand["has_joker"]), []).append(hand["deal"])
    return {deal for found in deals.values() for deal in found[:OF_A_KIND]}


@pytest.mark.parametrize(("seats", "shared", "option"), OPTIONS, ids=[f"{seats} {one}" for seats, _, one in OPTIONS])
def test_each_option_where_it_matters(seats: int, shared: dict[str, Any], option: dict[str, Any]) -> None:
    without, rules = Rules(**shared), Rules(**{**shared, **option})
    before, cell = (make_cell(GAME, one, LINE[:seats], seed=20261129, max_turns=8) for one in (without, rules))
    tables, usual = play_kernel(GAME, rules, cell, 0, DEALS), play_kernel(GAME, without, before, 0, DEALS)
    ours, theirs = ([by_deal(rows) for rows in both] for both in (tables, usual))
    differing = [deal for deal in range(DEALS) if [rows[deal] for rows in ours] != [rows[deal] for rows in theirs]]
    assert len(differing) >= COMPARED
    for deal in {*differing[:COMPARED], *of_every_kind(tables[1])}:
        assert_twins(GAME, rules, cell, deal, 1)


@pytest.mark.parametrize("seats", [4, 6])
def test_a_suit_shown_void_has_been_led_and_is_not_named_anyway(seats: int) -> None:
    first, other = (Rules(joker_name_shown_void=is_allowed) for is_allowed in (True, False))
    cells = [make_cell(GAME, one, LINE[:seats], seed=20261129, max_turns=8) for one in (first, other)]
    assert play_kernel(GAME, first, cells[0], 0, DEALS) == play_kernel(GAME, other, cells[1], 0, DEALS)


@pytest.mark.parametrize("deal", [30, 36, 37, 51, 53, 152])
def test_two_jokers_without_a_suit(deal: int) -> None:
    """In these deals somebody holds both and leads the black one, or two seats throw theirs on a suit they hold."""
    rules = Rules(jokers=2, pack="us46", joker_first_or_last=True, misere="off", target=100_000, lose_at=0)
    assert_twins(
        GAME, rules, make_cell(GAME, rules, [(WILD, {"bid_chance": 0.9})] * 4, seed=20261129, max_turns=4), deal, 1
    )


def test_no_option_is_left_out() -> None:
    named = {name for _, shared, option in OPTIONS for name in (*shared, *option)}
    assert named | {"joker_name_shown_void"} == set(Rules.model_fields)
