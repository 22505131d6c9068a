"""Bots from files are tried in plain Python: what they do wrong is told, with deal, seed and the way to replay it."""

import sys
from dataclasses import replace

import pytest

from simkit.engine import bot_check
from simkit.engine.bot_check import try_bots
from simkit.engine.trace import trace_game
from simkit.errors import ContractError
from simkit.model.game import GameSpec
from tests.engine.bot_files import GAME, cell_with
from tests.twins import make_cell

ENDLESS = """
def bot(view, params):
    while True:
        pass
"""

ENDLESS_ON_ONE_LINE = """
def bot(view, params):
    while True: pass
"""

ENDLESS_IN_A_HELPER = """
def help(number):
    while number >= 0:
        number += 1
    return number

def bot(view, params):
    return help(view.dice)
"""

ENDLESS_AND_CATCHING = """
def bot(view, params):
    number = 0
    while number >= 0:
        try:
            number += 1
        except Exception:
            number = 0
    return 0
"""


LIMITED = """
from simkit.model.bot import Bot

bot = Bot("bot", "", "", {"roll_again": bot}, most_lines=%d)
"""


@pytest.mark.parametrize("source", [ENDLESS, ENDLESS_ON_ONE_LINE, ENDLESS_IN_A_HELPER, ENDLESS_AND_CATCHING])
def test_a_bot_that_loops_for_ever_is_stopped(tmp_path, source):
    with pytest.raises(ContractError, match="bot bot does not end: roll_again ran 10,000 lines without an answer"):
        try_bots(cell_with(tmp_path, source + LIMITED % 10_000), GAME, tmp_path)


def test_a_bot_that_does_not_say_otherwise_may_run_a_million_lines(tmp_path):
    with pytest.raises(ContractError, match="roll_again ran 1,000,000 lines without an answer"):
        try_bots(cell_with(tmp_path, ENDLESS), GAME, tmp_path)


def test_a_bot_that_searches_for_long_is_tried_for_as_long_as_that_takes_and_told_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(bot_check, "ALL_LINES", 3_000)
    source = """
answers_begun, answers = [], []

def bot(view, params):
    answers_begun.append(1)
    for number in range(5_000):
        number += 1
    answers.append(1)
    return 0
"""
    cell = cell_with(tmp_path, source + LIMITED % 1_000_000_000)
    try_bots(cell, GAME, tmp_path)
    (module,) = [module for module in list(sys.modules.values()) if hasattr(module, "answers_begun")]
    assert (len(module.answers_begun), len(module.answers)) == (1, 0)
    asked = [event for event in trace_game(cell, 0, 1, tmp_path) if event.kind == "asked" and event.seat == 0]
    assert len(module.answers) == len(asked) > 0
    with pytest.raises(ContractError, match=r"ran 2,000 lines without an answer; .* Bot\(most_lines=...\)"):
        try_bots(cell_with(tmp_path, source + LIMITED % 2_000), GAME, tmp_path)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("def bot(view, params):\n    return 1 // 0\n", "raised in roll_again: ZeroDivisionError"),
        ("\n\ndef bot(view, params):\n    return 2 // 0\n", "(mine.py, line 4)"),
        ("import random\n\ndef bot(view, params):\n    return random.choice([])\n", "(mine.py, line 4)"),
        ("def helper():\n    return 1 // 0\n\ndef bot(view, params):\n    return helper()\n", "(mine.py, line 2)"),
        ("def bot(view, params, *, mood):\n    return 0\n", "missing 1 required keyword-only argument: 'mood'"),
        ("def bot(view, params):\n    return 2\n", "answered 2 to roll_again; allowed: 0 to 1"),
        ("def bot(view, params):\n    return -1\n", "answered -1 to roll_again; allowed: 0 to 1"),
        ("def bot(view, params):\n    return None\n", "answered None to roll_again, which is not a number"),
        ("def bot(view, option, params):\n    return float('nan')\n", "scored an option of set_aside as NaN"),
        ("def bot(view, params):\n    return view.other_cards\n", "raised in roll_again: AttributeError"),
    ],
)
def test_what_a_bot_does_wrong_is_told(tmp_path, source, told):
    with pytest.raises(ContractError) as caught:
        try_bots(cell_with(tmp_path, source), GAME, tmp_path, "simkit trace games.toml")
    message, replay = caught.value.lines
    assert message.startswith("cell base, deal 0, seating 1 (seed 7): bot bot ")
    assert told in message
    assert replay == "replay it with: simkit trace games.toml --deal 0 --seating 1"


def test_seatings_take_turns(tmp_path):
    # The bot fails only where it sits second, which it does in the second seating: the first turn finds another ahead.
    source = "def bot(view, params):\n    return 5 if view.turn == 1 and view.best_other > 0 else 0\n"
    with pytest.raises(ContractError, match=r"deal \d*[13579], seating 2"):
        try_bots(cell_with(tmp_path, source), GAME, tmp_path)


def test_a_sound_bot_passes_and_is_asked_in_20_deals(tmp_path):
    source = "views_asked = []\n\ndef bot(view, params):\n    views_asked.append(view)\n    return 0\n"
    try_bots(cell_with(tmp_path, source), GAME, tmp_path)
    (asked,) = [module.views_asked for module in list(sys.modules.values()) if hasattr(module, "views_asked")]
    assert sum(view.turn == 1 for view in asked) >= 15  # a first turn without a roll to decide about is a bust


def test_bots_that_never_bank_do_not_play_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(bot_check, "MOST_TURNS", 30)
    source = "turns_begun = []\n\ndef bot(view, params):\n    turns_begun.append(view.turn)\n    return 1\n"
    cell = cell_with(tmp_path, source, seatings="fixed")
    try_bots(replace(cell, lineup=cell.lineup[:1] * 2), GAME, tmp_path)
    (begun,) = [module.turns_begun for module in list(sys.modules.values()) if hasattr(module, "turns_begun")]
    assert max(begun) == 30


def test_a_slow_bot_ends_the_trial_early_and_is_no_error(tmp_path, monkeypatch):
    monkeypatch.setattr(bot_check, "ALL_LINES", 3_000)
    source = """
views_seen_slowly = []

def bot(view, params):
    views_seen_slowly.append(view)
    for number in range(1_000):
        number += 1
    return 0
"""
    try_bots(cell_with(tmp_path, source), GAME, tmp_path)
    (asked,) = [
        module.views_seen_slowly for module in list(sys.modules.values()) if hasattr(module, "views_seen_slowly")
    ]
    assert len(asked) == 2


def test_a_tracer_that_was_at_work_is_put_back(tmp_path):
    def tracer(frame, event, argument):
        return None

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        try_bots(cell_with(tmp_path, "def bot(view, params):\n    return 0\n"), GAME, tmp_path)
        assert sys.gettrace() is tracer
        with pytest.raises(ContractError):
            try_bots(cell_with(tmp_path, "def bot(view, params):\n    return 3\n"), GAME, tmp_path)
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)


def test_built_in_bots_are_not_tried(tmp_path, monkeypatch):
    def reference(game):
        raise AssertionError

    monkeypatch.setattr(GameSpec, "reference", reference)
    rules = GAME.rules()
    try_bots(make_cell(GAME, rules, [("bank-at", {}), ("random", {})]), GAME, tmp_path)
    with pytest.raises(AssertionError):
        try_bots(cell_with(tmp_path, "def bot(view, params):\n    return 0\n"), GAME, tmp_path)
