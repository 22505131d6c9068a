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
    return [(one.kind, one.text) for one in verdicts(rows, "strict", {}, MAIN)]


@pytest.mark.parametrize(
    ("given_row", "kind", "text"),
    [
        # the two sentences of the issue
        (
            row("turns", 3.1, 3.0, 3.2, margin=0.1),
            "matters",
            "strict lengthens the game by 3.1 turns (95 %: 3.0 to 3.2)",
        ),
        (
            row("starter_advantage", 0.0001, -0.0017, 0.00191, margin=0.005, **GAMES),
            "same",
            "The starter's edge does not change by more than 0.2 percentage points; 0.5 percentage points would matter",
        ),
        (
            row("turns", -3.1, -3.2, -3.0, margin=0.1),
            "matters",
            "strict shortens the game by 3.1 turns (95 %: 3.0 to 3.2)",
        ),
        (
            row("turns", 0.05, 0.02, 0.08, margin=0.1),
            "small",
            "strict lengthens the game by 0.05 turns (95 %: 0.02 to 0.08): less than the 0.1 turns that would matter",
        ),
        (
            row("turns", 0.12, 0.02, 0.22, margin=0.1),
            "changed",
            (
                "strict lengthens the game by 0.12 turns (95 %: 0.02 to 0.22); whether that is more than the 0.1 "
                "turns that matters is not settled"
            ),
        ),
        (
            row("win_rate", -0.02, -0.03, -0.01, seat=2, margin=0.005, **GAMES),
            "matters",
            "strict lowers seat 2's win rate by 2 percentage points (95 %: 1 to 3)",
        ),
        (
            row("turns", 0.2, -0.5, 0.9, margin=0.1),
            "open",
            (
                "No change of the game's length is shown: it may lie anywhere from -0.5 to 0.9 turns (95 %); "
                "more games would tell"
            ),
        ),
        (
            row("tie_rate", 0.0, -0.00003, 0.00003, deals_differ=0, margin=0.005, **GAMES),
            "same",
            (
                "The share of ties is the same in every one of the 1,000 common deals, so it changes by 0.003 "
                "percentage points at the most"
            ),
        ),
        (
            row("turns", 0.0, None, None, deals_differ=0, margin=0.1),
            "same",
            "The game's length is the same in every one of the 1,000 common deals",
        ),
        (
            row("turns", 0.4, None, None, interval="none: only 3 deals differ", margin=0.1),
            "unknown",
            "The game's length: nothing can be said (only 3 deals differ)",
        ),
        (
            row("hot_dice", 0.4, 0.3, 0.5, unit="times/game", margin=0.1),
            "matters",
            "strict raises the number of hot dice by 0.4 times/game (95 %: 0.3 to 0.5)",
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
                "strict changes win rate: that of seat 1 by +2 percentage points (95 %: 1 to 3) and "
                "that of seat 2 by -2 percentage points (95 %: -3 to -1)"
            ),
        )
    ]
    same = [row("win_rate", 0, -0.001, 0.0024, seat=seat, margin=0.005, **GAMES) for seat in (1, 2, 3)]
    assert said(*same) == [
        (
            "same",
            (
                "Win rate of seat 1, seat 2 and seat 3 does not change by more than 0.24 percentage points; "
                "0.5 percentage points would matter"
            ),
        )
    ]


def test_seats_are_beside_the_point_where_bots_change_them() -> None:
    seats = [row("win_rate", 0.0, -0.03, 0.02 + seat / 100, seat=seat, margin=0.005, **GAMES) for seat in (1, 2)]
    bots = [row("win_rate", 0.02, 0.01, 0.03, bot="a", bot_against="a", margin=0.005, **GAMES)]
    found = verdicts([*seats, *bots], "strict", {("a", "a"): "bot A"}, MAIN)
    spans = "from -3 to 3 (of seat 1) and from -3 to 4 (of seat 2) percentage points (95 %)"
    assert [(one.is_main, one.text) for one in found] == [
        (True, "strict raises bot A's win rate by 2 percentage points (95 %: 1 to 3)"),
        (
            False,
            f"No change of win rate is shown: it may lie anywhere {spans}; more games would tell",
        ),
    ]
    assert [one.is_main for one in verdicts(seats, "strict", {}, MAIN)] == [True]


def test_what_a_reader_wants_to_know_first() -> None:
    rows = [row("hot_dice", 3, 2, 4, margin=1), row("win_rate", 0.1, 0.09, 0.11, seat=1, margin=0.01, **GAMES)]
    rows += [row("turns_sd", 3, 2, 4), row("turns", 3, 2, 4, margin=1)]
    rows += [row("tie_rate", 0.0, -0.001, 0.001, deals_differ=0, margin=0.005, **GAMES)]
    found = verdicts(rows, "strict", {}, MAIN)
    assert [one.is_main for one in found] == [True, True, False, False]  # nothing that never changes comes first
    assert [one.text.split(" by ")[0] for one in found[:2]] == [
        "strict lengthens the game",
        "strict raises seat 1's win rate",
    ]
    assert "turns_sd" not in " ".join(one.text for one in found)
    asked = verdicts(rows, "strict", {}, ["turns_sd"])
    assert [one.text.split(" by ")[0] for one in asked if one.is_main] == ["strict raises turns sd"]


def test_where_little_is_usual_the_largest_effects_come_first() -> None:
    names = ("ones", "twos", "threes", "fours", "fives")
    effects = (0.1, -0.5, 0.3, 0.2, 0.9)
    rows = [row(name, 3, 2, 4, margin=1, effect=effect) for name, effect in zip(names, effects, strict=True)]
    rows[4] = row("fives", 0.5, 0.4, 0.6, margin=1, effect=0.9)  # does not matter
    found = [one.text.split(" by ")[0].split()[-1] for one in verdicts(rows, "strict", {}, MAIN) if one.is_main]
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
        if "lengthens" in text:  # no bound beside 0 is rounded to it
            shown = text.split("%: ")[1].split(" to ")[0]
            assert float(shown.replace(",", "")) > 0
