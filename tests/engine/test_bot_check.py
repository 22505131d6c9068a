"""Bots from files are tried in plain Python: what they do wrong is told, with deal, seed and the way to replay it."""

import functools
import sys
from collections import Counter
from dataclasses import replace

import pytest

from simkit import jit
from simkit.engine import bot_check
from simkit.engine.bot_check import try_bots
from simkit.engine.trace import trace_game
from simkit.errors import ContractError
from simkit.model.contract_errors import BrokenContractError
from simkit.model.game import GameSpec
from tests.engine.bot_files import GAME, cell_with
from tests.twins import make_cell


@pytest.fixture(autouse=True)
def _forgets(monkeypatch):
    """Cells are tried however often they have passed."""
    monkeypatch.setattr(bot_check, "has_passed", lambda digest: False)


@pytest.fixture
def asked(monkeypatch):
    """Views of the bots tried in plain Python: of answers ``begun`` and ``ended``."""
    views = {"begun": [], "ended": []}
    guarded = bot_check._guarded

    def spy(function):
        @functools.wraps(function)
        def decide(view, *rest):
            views["begun"].append(view)
            answer = function(view, *rest)
            views["ended"].append(view)
            return answer

        return decide

    def guard(bot, steps):
        bot = guarded(bot, steps)
        return replace(bot, decide={name: spy(function) for name, function in bot.decide.items()})

    monkeypatch.setattr(bot_check, "_guarded", guard)
    return views


ENDLESS = """
def bot(view, params):
    while view.dice >= 0:
        pass
"""

ENDLESS_ON_ONE_LINE = """
def bot(view, params):
    while view.dice >= 0: pass
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


def test_a_bot_that_searches_for_long_is_tried_for_as_long_as_that_takes_and_told_whole(tmp_path, monkeypatch, asked):
    monkeypatch.setattr(bot_check, "ALL_LINES", 3_000)
    source = """
def bot(view, params):
    for number in range(5_000):
        number += 1
    return 0
"""
    cell = cell_with(tmp_path, source + LIMITED % 1_000_000_000)
    try_bots(cell, GAME, tmp_path)
    assert (len(asked["begun"]), len(asked["ended"])) == (2, 0)  # once each time that the deal is played
    events = trace_game(cell, 0, 1, tmp_path)
    decided = [event for event in events if event.kind == "asked" and event.seat == 0]
    assert len(asked["ended"]) == len(decided) > 0
    with pytest.raises(ContractError, match=r"ran 2,000 lines without an answer; .* Bot\(most_lines=...\)"):
        try_bots(cell_with(tmp_path, source + LIMITED % 2_000), GAME, tmp_path)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("def bot(view, params):\n    return 1 // 0\n", "raised in roll_again: ZeroDivisionError"),
        ("\n\ndef bot(view, params):\n    return 2 // 0\n", "(mine.py, line 4)"),
        ("\n\ndef bot(view, params):\n    return ()[0]\n", "(mine.py, line 4)"),
        ("def helper():\n    return 1 // 0\n\ndef bot(view, params):\n    return helper()\n", "(mine.py, line 2)"),
        ("def bot(view, params, *, mood):\n    return 0\n", "missing 1 required keyword-only argument: 'mood'"),
        ("def bot(view, params):\n    return 2\n", "answered 2 to roll_again; allowed: 0 to 1"),
        ("def bot(view, params):\n    return -1\n", "answered -1 to roll_again; allowed: 0 to 1"),
        (
            "def bot(view, params):\n    return None\n",
            "answered None to roll_again, which is not the number of an action: 0 (bank), 1 (roll)",
        ),
        (
            "def bot(view, params):\n    return view.dice > 2\n",
            "to roll_again, which is not the number of an action: 0 (bank), 1",
        ),
        (
            "def bot(view, params):\n    return 1.0\n",
            "answered 1.0 to roll_again, which is not the number of an action",
        ),
        (
            "def bot(view, option, params):\n    return None\n",
            "scored an option of set_aside as None, which is not a number",
        ),
        ("def bot(view, option, params):\n    return float('nan')\n", "scored an option of set_aside as NaN"),
        ("def bot(view, params):\n    return view.other_cards\n", "raised in roll_again: AttributeError"),
    ],
)
def test_what_a_bot_does_wrong_is_told(tmp_path, source, told):
    with pytest.raises(BrokenContractError) as caught:
        try_bots(cell_with(tmp_path, source), GAME, tmp_path)
    (message,) = caught.value.lines
    assert (caught.value.deal, caught.value.seating) == (0, 0)
    assert message.startswith("cell base, deal 0, seating 1 (seed 7): bot bot ")
    assert told in message


def test_seatings_take_turns(tmp_path):
    # The bot fails only where it sits second, which it does in the second seating: the first turn finds another ahead.
    source = "def bot(view, params):\n    return 5 if view.turn == 1 and view.best_other > 0 else 0\n"
    with pytest.raises(ContractError, match=r"deal \d*[13579], seating 2"):
        try_bots(cell_with(tmp_path, source), GAME, tmp_path)


def test_a_sound_bot_passes_and_is_asked_in_20_deals_twice(tmp_path, asked):
    try_bots(cell_with(tmp_path, "def bot(view, params):\n    return 0\n"), GAME, tmp_path)
    # A first turn without a roll to decide about is a bust.
    assert sum(view.turn == 1 for view in asked["ended"]) >= 2 * 15
    assert {number % 2 for number in Counter(asked["ended"]).values()} == {0}


OVERFLOWING = """
def bot(view, params):
    return 0 if view.turn_total << 62 > 0 else 1
"""


def test_a_bot_that_plays_otherwise_when_compiled_is_refused_with_the_deal(tmp_path):
    told = (
        r"deal \d+, seating [12] \(seed 7\): "
        r"a bot plays this deal in two different ways, in plain Python and compiled: \w+ is "
    )
    with pytest.raises(BrokenContractError, match=told):
        try_bots(cell_with(tmp_path, OVERFLOWING), GAME, tmp_path)


def test_all_four_times_are_compared_in_every_column_and_turn(tmp_path, monkeypatch):
    cell = cell_with(tmp_path, "def bot(view, params):\n    return 0\n")
    plain, compiled, calls = bot_check._plain_games, bot_check.compiled_games, []

    def other_at(time, play):
        def played(*given):
            calls.append(play)
            games = {key: [dict(row) for row in rows] for key, rows in play(*given).items()}
            if len(calls) == time:
                games[19, 1][-1]["rolls"] += 1  # the last turn of the last game
            return games

        return played

    for time, how in ((2, "a second time in plain Python"), (3, "compiled"), (4, "a second time compiled")):
        calls.clear()
        monkeypatch.setattr(bot_check, "_plain_games", other_at(time, plain))
        monkeypatch.setattr(bot_check, "compiled_games", other_at(time, compiled))
        with pytest.raises(ContractError, match=f"deal 19, seating 2 .* in plain Python and {how}: rolls is"):
            try_bots(cell, GAME, tmp_path)


def test_a_cell_that_has_passed_is_not_tried_again(tmp_path, monkeypatch, asked):
    monkeypatch.undo()
    monkeypatch.setattr(jit, "cache_root", lambda: tmp_path / "cache")
    monkeypatch.setattr(bot_check, "cache_root", lambda: tmp_path / "cache")
    cell = cell_with(tmp_path, "def bot(view, params):\n    return 0\n")
    try_bots(cell, GAME, tmp_path)
    monkeypatch.setattr(bot_check, "_plain_games", None)
    try_bots(cell, GAME, tmp_path)
    with pytest.raises(TypeError):
        try_bots(replace(cell, seed=8), GAME, tmp_path)


UNCOMPILED = {
    "return [view.dice & 1][0]": "a list",
    "return {view.dice: 0}.get(view.dice, 1)": "a dict",
    "return 0 if view.dice in {1, 2} else 1": "a set",
    "return len(f'{view.dice}') & 1": "text",
    "return max(0 for n in (1, 2))": "a generator",
}


@pytest.mark.parametrize("line", UNCOMPILED)
def test_why_a_bot_cannot_be_compiled_is_one_sentence_with_its_line(tmp_path, line):
    cell = cell_with(tmp_path, f"def helper(view):\n    {line}\n\ndef bot(view, params):\n    return helper(view)\n")
    with pytest.raises(ContractError) as caught:
        try_bots(cell, GAME, tmp_path)
    (told,) = caught.value.lines
    assert told.startswith("bot bot: its function for roll_again cannot be compiled: mine.py:2: numba cannot compile ")
    assert UNCOMPILED[line] in told
    assert "; use " in told


def test_bots_that_never_bank_do_not_play_for_ever(tmp_path, monkeypatch, asked):
    monkeypatch.setattr(bot_check, "MOST_TURNS", 30)
    source = "def bot(view, params):\n    return 1\n"
    cell = cell_with(tmp_path, source, seatings="fixed")
    try_bots(replace(cell, lineup=cell.lineup[:1] * 2), GAME, tmp_path)
    assert max(view.turn for view in asked["begun"]) == 30


def test_a_slow_bot_ends_the_trial_early_and_is_no_error(tmp_path, monkeypatch, asked):
    monkeypatch.setattr(bot_check, "ALL_LINES", 3_000)
    source = """
def bot(view, params):
    for number in range(1_000):
        number += 1
    return 0
"""
    try_bots(cell_with(tmp_path, source), GAME, tmp_path)
    assert len(asked["begun"]) == 2 * 2


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
