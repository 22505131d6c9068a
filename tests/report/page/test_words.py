"""Sentences: exactly what the numbers allow, no more."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.report.page.words import MAIN, classify, verdicts
from tests.report.page.pages import row

GAMES = {"unit": "share of games"}


def said(*rows: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in verdicts(rows, {}, MAIN)]


@pytest.mark.parametrize(
    ("given_row", "kind", "text"),
    [
        # the two sentences of the issue
        (
            row("turns", 3.1, 3.0, 3.2, margin=0.1),
            "matters",
            "Games are longer: 50.0 -> 53.1 turns, +6.2 % (6.0-6.4)",
        ),
        (
            row("starter_advantage", 0.0001, -0.0017, 0.00191, margin=0.005, **GAMES),
            "same",
            "No change in the starter's edge beyond 0.2 percentage points; 0.5 percentage points would matter",
        ),
        (
            row("turns", -3.1, -3.2, -3.0, margin=0.1),
            "matters",
            "Games are shorter: 50.0 -> 46.9 turns, -6.2 % (-6.4 to -6.0)",
        ),
        (
            row("turns", 0.05, 0.02, 0.08, margin=0.1),
            "small",
            "Games are longer: 50.00 -> 50.05 turns, +0.10 % (0.04-0.16); less than the 0.1 turns that would matter",
        ),
        (
            row("turns", 0.12, 0.02, 0.22, margin=0.1),
            "changed",
            (
                "Games are longer: 50.00 -> 50.12 turns, +0.24 % (0.04-0.44); not clear whether that is more than the "
                "0.1 turns that would matter"
            ),
        ),
        (
            row("win_rate", -0.02, -0.03, -0.01, seat=2, margin=0.005, **GAMES),
            "matters",
            "Seat 2 wins less: 50 -> 48 % of games, -2 percentage points (-3 to -1)",
        ),
        (
            row("turns", 0.2, -0.5, 0.9, margin=0.1),
            "open",
            ("No clear change in the game's length: between -0.5 and +0.9 turns"),
        ),
        (
            row("tie_rate", 0.0, -0.00003, 0.00003, deals_differ=0, margin=0.005, **GAMES),
            "same",
            (
                "No change in the share of ties in any of the 1,000 common deals; a change is 0.003 percentage points "
                "at the most"
            ),
        ),
        (
            row("turns", 0.0, None, None, deals_differ=0, margin=0.1),
            "same",
            "No change in the game's length in any of the 1,000 common deals",
        ),
        (
            row("turns", 0.4, None, None, interval="none: only 3 deals differ", margin=0.1),
            "unknown",
            "The game's length: cannot tell (only 3 deals differ)",
        ),
        (
            row("hot_dice", 0.4, 0.3, 0.5, unit="times/game", margin=0.1),
            "matters",
            "The number of hot dice is higher: 50.0 -> 50.4 times/game, +0.8 % (0.6-1.0)",
        ),
    ],
)
def test_sentences(given_row, kind, text) -> None:
    assert said(given_row) == [(kind, text)]


def test_seats_share_a_sentence_where_the_same_is_to_be_said() -> None:
    seats = [row("win_rate", 0.02, 0.01, 0.03, seat=1, margin=0.005, **GAMES)]
    seats += [row("win_rate", -0.02, -0.03, -0.01, seat=2, margin=0.005, **GAMES)]
    assert said(*seats) == [
        (
            "matters",
            (
                "Win rate: seat 1 50 -> 52 % of games, +2 percentage points (1-3); "
                "seat 2 50 -> 48 % of games, -2 percentage points (-3 to -1)"
            ),
        )
    ]
    same = [row("win_rate", 0, -0.001, 0.0024, seat=seat, margin=0.005, **GAMES) for seat in (1, 2, 3)]
    assert said(*same) == [
        (
            "same",
            (
                "No change in win rate of seat 1, seat 2 and seat 3 beyond 0.24 percentage points; "
                "0.5 percentage points would matter"
            ),
        )
    ]


def test_seats_are_beside_the_point_where_bots_change_them() -> None:
    seats = [row("win_rate", 0.0, -0.03, 0.02 + seat / 100, seat=seat, margin=0.005, **GAMES) for seat in (1, 2)]
    bots = [row("win_rate", 0.02, 0.01, 0.03, bot="a", bot_against="a", margin=0.005, **GAMES)]
    found = verdicts([*seats, *bots], {("a", "a"): "bot A"}, MAIN)
    spans = "seat 1 between -3 and +3 and seat 2 between -3 and +4 percentage points"
    assert [(one.is_main, one.text) for one in found] == [
        (True, "Bot A wins more: 50 -> 52 % of games, +2 percentage points (1-3)"),
        (
            False,
            f"No clear change in win rate: {spans}",
        ),
    ]
    assert [one.is_main for one in verdicts(seats, {}, MAIN)] == [True]


def test_what_a_reader_wants_to_know_first() -> None:
    rows = [row("hot_dice", 3, 2, 4, margin=1), row("win_rate", 0.1, 0.09, 0.11, seat=1, margin=0.01, **GAMES)]
    rows += [row("turns_sd", 3, 2, 4), row("turns", 3, 2, 4, margin=1)]
    rows += [row("tie_rate", 0.0, -0.001, 0.001, deals_differ=0, margin=0.005, **GAMES)]
    found = verdicts(rows, {}, MAIN)
    assert [one.is_main for one in found] == [True, True, False, False]  # nothing that never changes comes first
    assert [one.text.split(":")[0] for one in found[:2]] == [
        "Games are longer",
        "Seat 1 wins more",
    ]
    assert "turns_sd" not in " ".join(one.text for one in found)
    asked = verdicts(rows, {}, ["turns_sd"])
    assert [one.text.split(":")[0] for one in asked if one.is_main] == ["The standard deviation of turns is higher"]


def test_where_little_is_usual_the_largest_effects_come_first() -> None:
    names = ("ones", "twos", "threes", "fours", "fives")
    effects = (0.1, -0.5, 0.3, 0.2, 0.9)
    rows = [row(name, 3, 2, 4, margin=1, effect=effect) for name, effect in zip(names, effects, strict=True)]
    rows[4] = row("fives", 0.5, 0.4, 0.6, margin=1, effect=0.9)  # does not matter
    found = [one.about for one in verdicts(rows, {}, MAIN) if one.is_main]
    assert found == ["twos", "threes", "fours"]


numbers = st.floats(-1e6, 1e6, allow_nan=False).map(lambda number: round(number, 6))


@given(st.lists(numbers, min_size=3, max_size=3), st.floats(1e-6, 1e5) | st.none())
def test_a_change_is_claimed_only_where_the_interval_leaves_0_out(three, margin) -> None:
    low, value, high = sorted(three)
    kind = classify(row("turns", value, low, high, margin=margin))
    if kind in ("matters", "changed", "small"):
        assert low > 0 or high < 0
    if kind == "matters":
        assert margin is not None
        assert low > margin or high < -margin
    if kind in ("small", "same") and margin is not None:
        assert max(abs(low), abs(high)) <= margin
    if kind == "open":
        assert low <= 0 <= high
    if low > 0:
        text = said(row("turns", value, low, high, margin=margin or 1.0))[0][1]
        if "longer" in text:  # no bound beside 0 is rounded to it
            shown = text.split("(")[1].split("-")[0]
            assert float(shown.replace(",", "")) > 0
