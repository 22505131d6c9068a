"""What traces say: number, unit and sense of their sentences, over games of every kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simkit.engine.trace import told_lines, trace_game
from simkit.games.dice.story import ending
from simkit.registry import every_game
from tests.twins import make_cell

_ONE_OF_MANY = re.compile(
    r"(?<![\d.,+=-])(?<!eat )1 (points|turns|rolls|rounds|hands|tricks|dice|numbers|games)\b"
    r"|\b1 point are|(?<![\d.,])(?!1 )\d+ point\b"
)
"""Wrong numbers; not the values that a bot saw (``rolls=1 points=0``), nor "seat 1 rolls"."""


def texts(game: str, deal: int, bots: list[str], max_turns: int = 40, **rules: object) -> list[str]:
    """Lines of one game."""
    spec = every_game()[game]
    cell = make_cell(spec, spec.rules(**rules), [(bot, {}) for bot in bots], max_turns=max_turns)
    return list(told_lines(trace_game(cell, deal, 1, Path())))


@pytest.mark.parametrize("game", every_game())
@pytest.mark.parametrize("max_turns", [1, 40])
def test_one_thing_is_told_in_the_singular(game, max_turns) -> None:
    spec = every_game()[game]
    seats = max(spec.seats[0], 4 if game == "five-hundred" else 2)
    for deal in range(6):
        names = [spec.bots[(deal + seat) % len(spec.bots)].name for seat in range(seats)]
        for line in texts(game, deal, names, max_turns):
            assert not _ONE_OF_MANY.search(line), line


def test_the_pattern_finds_what_it_is_for() -> None:
    wrong = ("turn 2: 1 points", "after 1 turns a seat", "1 point are lost", "turn 3: 20 point")
    assert all(_ONE_OF_MANY.search(line) for line in wrong)
    right = ("turn 2: 1 point", "21 points", "1 point is lost", "0 points", "1,001 points", "-1 point")
    assert not any(_ONE_OF_MANY.search(line) for line in right)


@pytest.mark.parametrize(("game", "bot"), [("skreslanka", "random"), ("skreslanka-2", "random")])
def test_crossed_numbers_are_not_called_points(game, bot) -> None:
    end = texts(game, 1, [bot, bot])[-1]
    assert "Numbers crossed off by seat: " in end
    assert "Points" not in end


def test_what_scores_are_is_told_at_every_end() -> None:
    assert ending([], [3, 1], 1).text == "Cut short after 1 turn a seat: nobody wins. Points by seat: 3, 1."
    assert ending([0, 1], [3, 3], 9, "Numbers").text == "Seats 1 and 2 share the win. Numbers by seat: 3, 3."


def test_an_endgame_of_several_tries_says_how_many_and_busts_only_with_the_last() -> None:
    rules = {"target": 2_000, "endgame": "single_roll", "endgame_from": 1_500, "endgame_tries": 3, "dice": 5}
    seen: set[str] = set()
    for deal in range(300):
        lines = texts("farkle", deal, ["bank-at", "bank-at"], **rules)
        starts = [place for place, line in enumerate(lines) if line.startswith("Seat ") and ", turn " in line]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            turn = lines[start:end]
            assert "one roll" not in turn[0]
            if "up to 3 rolls for the missing" not in turn[0]:
                continue
            rolls = [place for place, line in enumerate(turn) if "rolls five dice" in line]
            again = [place for place, line in enumerate(turn) if "may roll all five dice again" in line]
            busts = [place for place, line in enumerate(turn) if "busts" in line]
            assert len(again) == len(rolls) - 1 <= 2
            assert all(place > rolls[-1] for place in busts)
            assert not busts or len(rolls) == 3
            seen |= {f"{len(rolls)} rolls", *(["bust"] if busts else [])}
            seen |= {"miss"} if any("nothing scores" in line for line in turn[: rolls[-1]]) else set()
    assert {"2 rolls", "3 rolls", "bust", "miss"} <= seen
    assert any(
        "one roll for the missing" in line
        for line in texts("farkle", 3, ["bank-at"] * 2, **rules | {"endgame_tries": 1})
    )
