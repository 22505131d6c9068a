"""Finding bots, their parameters, the hash of their source, and what a player does with them."""

from __future__ import annotations

import enum
from importlib.metadata import EntryPoint
from typing import Annotated, NamedTuple

import numpy as np
import pytest

from simkit import bots
from simkit.bot_table import BotTable
from simkit.bots import (
    IllegalActionError,
    Player,
    bot_takes_table,
    extras,
    find_bot,
    parameter_values,
    parameters,
)
from simkit.errors import UsageError
from simkit.games.farkle.decisions import DECISIONS, Option, View
from simkit.model.bot import Bot, NoParameters, Parameter
from simkit.registry import find_game
from simkit.sources import source_hash

GAME = find_game("zilch")
ROLL_AGAIN, SET_ASIDE = DECISIONS[:2]
VIEW = View(*[0] * len(View._fields))
SOURCE = "def f(view, p=1):\n    '''doc'''\n    # why\n    return -1.5e3 if view else [p, *'é']\n"


def test_comments_docstrings_and_layout_leave_the_hash_of_a_source_alone():
    assert source_hash(SOURCE) == source_hash("def f(view,p=1):\n  return -1500. if view else [p,*'é']")


@pytest.mark.parametrize(("old", "new"), [("1.5e3", "1.6e3"), ("if view", "if not view"), ("p=1", "p"), ("é", "e")])
def test_a_change_of_code_changes_the_hash(old, new):
    assert source_hash(SOURCE.replace(old, new)) != source_hash(SOURCE)


def test_the_hash_is_the_same_under_every_python():
    # Written down once, under Python 3.11, 3.12 and 3.13; a cell's id depends on it.
    assert source_hash(SOURCE) == "01587a6b16000709"


class Mood(enum.IntEnum):
    CALM = 0
    VERY_BOLD = 3


class Params(NamedTuple):
    mood: Annotated[Mood, Parameter("mood")] = Mood.CALM
    share: Annotated[float, Parameter("share", high=1)] = 0.5


MOODY = Bot("moody", "", "", {"roll_again": lambda view, params: int(params.mood)}, Params)


def test_parameters_have_type_default_and_labels():
    mood, share = parameters(MOODY)
    assert (mood.name, mood.type, mood.default, mood.labels()) == ("mood", Mood, Mood.CALM, ["calm", "very-bold"])
    assert (share.type, share.default, share.labels(), share.about.high) == (float, 0.5, [], 1)


@pytest.mark.parametrize("given", ["very-bold", 3, Mood.VERY_BOLD])
def test_an_enum_is_given_by_label_or_value(given):
    assert parameter_values(MOODY, {"mood": given}) == Params(Mood.VERY_BOLD, 0.5)


def test_a_parameter_needs_a_default_and_its_meaning():
    class Bare(NamedTuple):
        bank_at: int = 300

    with pytest.raises(UsageError, match="bot bare: parameter bank_at needs a default and the annotation"):
        parameters(Bot("bare", "", "", {}, Bare))


def test_a_player_takes_the_default_where_the_bot_decides_nothing():
    player = Player(Bot("idle", "", "", {}), {})
    assert player.act(ROLL_AGAIN, VIEW) == 0
    assert player.choose(SET_ASIDE, VIEW, [VIEW, VIEW]) == 0
    assert not player.decides(ROLL_AGAIN)


def test_a_player_refuses_an_answer_that_is_not_allowed():
    with pytest.raises(IllegalActionError, match="bot moody answered 3 to roll_again; allowed: 0 to 1"):
        Player(MOODY, {"mood": 3}).act(ROLL_AGAIN, VIEW)
    with pytest.raises(IllegalActionError, match="bot lost scored an option of set_aside as NaN"):
        Player(Bot("lost", "", "", {"set_aside": lambda *_: float("nan")}), {}).choose(SET_ASIDE, VIEW, [VIEW])


def test_the_first_of_the_best_options_is_chosen():
    options = [Option(place, 3, points, *[0] * 6) for place, points in enumerate([50, 100, 100])]
    greedy = Player(Bot("greedy", "", "", {"set_aside": lambda view, option, params: option.points}), {})
    assert greedy.choose(SET_ASIDE, VIEW, options) == 1


def test_functions_that_ask_for_the_table_are_given_it():
    decide = {
        "roll_again": lambda view, params, table: table[view.dice],
        "set_aside": lambda view, option, params, table: table[option.place],
        "take_over": lambda view, params: 1,
    }
    bot = Bot("carries", "", "", decide)
    assert bot_takes_table(bot)
    player = Player(bot, {}, table=BotTable(np.array([1, 0, 2])))
    assert [player.act(ROLL_AGAIN, VIEW._replace(dice=dice)) for dice in (0, 1)] == [1, 0]
    assert player.choose(SET_ASIDE, VIEW, [Option(place, *[0] * 8) for place in (1, 2, 0)]) == 1
    assert player.act(DECISIONS[2], VIEW) == 1
    assert not bot_takes_table(MOODY)


def test_a_table_is_given_by_place():
    def by_keyword(view, params, *, table=None):
        return 1 if table is None else 0

    def all_the_rest(view, params, *table):
        return 0 if table else 1

    def by_place(view, params, table, /, *rest, mood=0):
        return table[0]

    assert [extras(one) for one in (by_keyword, all_the_rest, by_place)] == [(), (), ("table",)]
    for function in (by_keyword, all_the_rest, by_place):
        player = Player(Bot("b", "", "", {"roll_again": function}), {}, table=BotTable(np.array([1])))
        assert player.act(ROLL_AGAIN, VIEW) == 1


FILE = """
from typing import Annotated, NamedTuple
from simkit.model.bot import Bot, Parameter

class Params(NamedTuple):
    bank_at: Annotated[int, Parameter("bank at")] = 350

def tuned(view, params: Params):
    return 0 if view.turn_total >= params.bank_at else 1

def plain(view, params):
    "Banks."
    return 0

def lone(view, option, params):
    return option.points

def odd(view):
    return 0

def carries(view, params, table):
    return table[view.dice]

def carries_too(view, option, params, table):
    return table[option.points]

both = Bot("both", "", "", {"roll_again": tuned, "set_aside": lone}, Params)
wrong = Bot("wrong", "", "", {"roll": tuned}, Params)
number = 3
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mine.py").write_text(FILE)
    return tmp_path


def test_a_function_of_a_file_is_the_bot_of_the_decision_that_its_arguments_fit(folder):
    tuned, plain, lone = (find_bot(GAME, f"mine.py:{name}", folder).bot for name in ("tuned", "plain", "lone"))
    assert (list(tuned.decide), tuned.params._fields) == (["roll_again"], ("bank_at",))
    assert (list(plain.decide), plain.params, plain.meaning) == (["roll_again"], NoParameters, "Banks.")
    assert list(lone.decide) == ["set_aside"]
    assert list(find_bot(GAME, "mine.py:both", folder).bot.decide) == ["roll_again", "set_aside"]
    assert list(find_bot(GAME, "mine.py:carries", folder).bot.decide) == ["roll_again"]
    assert list(find_bot(GAME, "mine.py:carries_too", folder).bot.decide) == ["set_aside"]


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        ("mine.py:none", "mine.py has no bot 'none'"),
        ("mine.py:odd", "bot odd: a function of 1 arguments fits no decision of zilch"),
        ("mine.py:wrong", "bot wrong: zilch has no decision 'roll'; it has roll_again, set_aside"),
        ("mine.py:number", "bot number: not a function or a simkit Bot, but int"),
        ("other.py:bot", "other.py: cannot be read as a file of bots"),
        ("nobody", "zilch has no bot 'nobody'"),
    ],
)
def test_what_is_no_bot_is_said_so(folder, strategy, message):
    with pytest.raises(UsageError, match=message.replace("(", r"\(")):
        find_bot(GAME, strategy, folder)


@pytest.mark.parametrize("source", ["def f(:\n", "1 / 0\n"])
def test_a_file_that_does_not_run_is_said_so(tmp_path, source):
    (tmp_path / "broken.py").write_text(source)
    with pytest.raises(UsageError, match=r"broken\.py: the file of bots does not run: (SyntaxError|ZeroDivisionError)"):
        find_bot(GAME, "broken.py:f", tmp_path)


def test_a_changed_file_is_another_bot(folder):
    before = find_bot(GAME, "mine.py:plain", folder)
    (folder / "mine.py").write_text(FILE.replace("return 0\n\ndef lone", "return 1\n\ndef lone"))
    after = find_bot(GAME, "mine.py:plain", folder)
    assert before.hash != after.hash
    assert (Player(before.bot, {}).act(ROLL_AGAIN, VIEW), Player(after.bot, {}).act(ROLL_AGAIN, VIEW)) == (0, 1)


def test_installed_packages_offer_bots(tmp_path, monkeypatch):
    (tmp_path / "offering.py").write_text(FILE)
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("other-tuned", "offering:tuned", bots.ENTRY_POINTS)
    monkeypatch.setattr(bots, "entry_points", lambda group, name=point.name: [point] if name == point.name else [])
    found = find_bot(GAME, "other-tuned", tmp_path)
    assert list(found.bot.decide) == ["roll_again"]
    (tmp_path / "mine.py").write_text(
        "from offering import tuned\ndef bot(view, params):\n    return tuned(view, params)\n"
    )
    assert find_bot(GAME, "mine.py:bot", tmp_path).hash
