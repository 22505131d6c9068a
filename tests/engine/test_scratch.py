"""Bots that search: scratch memory and functions that call themselves, alike in plain Python and compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.bot_scratch import Scratch
from simkit.bots import find_bot
from simkit.engine.agreement import compiled_games
from simkit.engine.bot_check import try_bots
from simkit.engine.chunk import load_kernel
from simkit.errors import ContractError, UsageError
from tests.engine.bot_files import GAME, cell_with
from tests.twins import assert_twins

SEARCHING = """
from simkit.model.bot import Bot

def ways(dice, points, scratch):
    # Ways to throw so many points, remembered by what is left.
    if dice == 0 or points <= 0:
        return int(points == 0 and dice == 0)
    at = dice * 40 + points
    if scratch[at] == 0:
        total = 1
        for die in range(1, 7):
            total += ways(dice - 1, points - die, scratch)
        scratch[at] = total
    return scratch[at] - 1

def odds(view, params, scratch):
    left = scratch[0] + scratch[-1]
    scratch[0] = 3
    ahead = ways(view.dice, 10 + view.rolls % 20, scratch)
    return 0 if (ahead + left + len(scratch)) % 3 == 0 else 1

def keep(view, option, params, scratch):
    scratch[option.place] += option.points
    return scratch[option.place] * (1.0 if ways(2, 7, scratch) == 6 else -1.0)

bot = Bot("bot", "", "", {"roll_again": odds, "set_aside": keep}, scratch=280)
"""


def test_kernel_and_reference_agree_on_a_bot_that_searches(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cell = cell_with(tmp_path, SEARCHING)
    try_bots(cell, GAME, tmp_path)
    assert_twins(GAME, GAME.rules(**dict(cell.rules)), cell, 0, 30)


def test_a_function_that_calls_itself_with_numbers_of_another_kind_is_refused(tmp_path):
    source = (
        "def f(n):\n    return 0 if n < 1 else f(n - 1.0)\n"
        "def bot(view, params):\n    return 0 if f(view.dice) > 1.0 else 1 if view.turn_total < 300 else 0\n"
    )
    for _ in range(2):
        with pytest.raises(ContractError, match="f calls itself with arguments of several kinds"):
            try_bots(cell_with(tmp_path, source), GAME, tmp_path)


@pytest.mark.parametrize("index", ["view.turn_total + 60", "-65 - view.turn_total"])
@pytest.mark.parametrize("line", ["scratch[%s] = 1", "x = scratch[%s]"])
def test_an_index_out_of_range_ends_the_run(tmp_path, line, index):
    source = (
        "from simkit.model.bot import Bot\ndef bot(view, params, scratch):\n"
        f"    if view.turn > 2:\n        {line % index}\n    return 1 if view.turn_total < 300 else 0\n"
        "bot = Bot('bot', '', '', {'roll_again': bot}, scratch=64)\n"
    )
    cell = cell_with(tmp_path, source)
    with pytest.raises(ContractError, match=r"IndexError: .* index out of range|IndexError: list"):
        try_bots(cell, GAME, tmp_path)
    kernel = load_kernel(cell, GAME, tmp_path)
    with pytest.raises(ContractError, match="bot"):
        compiled_games(kernel, 20)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("def bot(view, params, scratch):\n    return 0\n", r"say how many numbers, as Bot\(.*scratch=64\)"),
        (
            "def f(view, params):\n    return 0\n" + "bot = Bot('bot', '', '', {'roll_again': f}, scratch=3)\n",
            "leave out",
        ),
        (
            "def f(view, params, scratch):\n    return 0\nbot = Bot('b', '', '', {'roll_again': f}, scratch=8_193)\n",
            "0 to 8,192 numbers",
        ),
    ],
)
def test_scratch_is_asked_for_and_given_alike(tmp_path: Path, source: str, told: str) -> None:
    (tmp_path / "mine.py").write_text("from simkit.model.bot import Bot\n" + source)
    with pytest.raises(UsageError, match=told):
        find_bot(GAME, "mine.py:bot", tmp_path)


def test_scratch_holds_whole_numbers_only() -> None:
    scratch = Scratch(2)
    scratch[1] = True
    assert (scratch[1], type(scratch[1])) == (1, int)
    for index, value, error in (
        (0, 1.5, TypeError),
        (0, 2**63, OverflowError),
        (2, 0, IndexError),
        (-3, 0, IndexError),
    ):
        with pytest.raises(error):
            scratch[index] = value  # type: ignore[assignment]
    with pytest.raises(TypeError):
        scratch[0:1]  # type: ignore[index]
