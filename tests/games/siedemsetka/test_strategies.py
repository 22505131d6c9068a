"""The bots of Siedemsetka: what each does, told by example; and compiled they decide as they do in plain Python."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.bots import parameter_values
from simkit.games.dice.rolls import code
from simkit.games.siedemsetka import GAME, strategies
from simkit.games.siedemsetka.decisions import BANK, ROLL, View
from simkit.games.siedemsetka.exact import lying
from simkit.games.siedemsetka.rules import Rules
from simkit.games.siedemsetka.scoring import combination, options, taken, words
from simkit.games.siedemsetka.strategies import BOTS
from tests.games.kit import assert_bots_decide_alike

BY_NAME = {bot.name: bot for bot in BOTS}
RULES = Rules()


def view(table=(), **fields):
    usual = {"coin": 0.5, "turn_total": 20, "dice": 6 - len(table), "lying": code(table), "score": 100}
    return View(**{**usual, "best_other": 100, "to_target": 200, "last_round": 0, "turn": 5, "rolls": 1, **fields})


def banks(name, params=(), table=(), **fields):
    bot = BY_NAME[name]
    answer = bot.decide["roll_again"](view(table, **fields), parameter_values(bot, dict(params)))
    assert answer in (BANK, ROLL)
    return answer == BANK


def takes(name, table, roll, **fields):
    bot = BY_NAME[name]
    found = options(RULES, table, roll)
    scores = [bot.decide["combination"](view(table, **fields), o, parameter_values(bot, {})) for o in found]
    return words(taken(RULES, table, roll, scores.index(max(scores))))


def test_bank_at():
    assert banks("bank-at", {"bank_at": 20})
    assert not banks("bank-at", {"bank_at": 21})


def test_roll_times():
    assert banks("roll-times", {"rolls": 2}, rolls=2, turn_total=3)
    assert not banks("roll-times", {"rolls": 2}, rolls=1, turn_total=100)


def test_stop_on_risk():
    # 3-6 on the table: no face helps, a chance of 30 % as the bot sees it.
    assert banks("stop-on-risk", {"at_stake": 12.0}, (3, 6), turn_total=41)
    assert not banks("stop-on-risk", {"at_stake": 12.0}, (3, 6), turn_total=39)
    assert not banks("stop-on-risk", {}, (2, 2, 2), turn_total=199)


def test_weigh_the_table():
    assert not banks("weigh-the-table", {}, (3, 4), turn_total=60)
    assert banks("weigh-the-table", {}, (1, 2, 6), turn_total=60)
    assert takes("weigh-the-table", (), (3, 4, 5, 5, 5, 5), turn_total=0) == "5-5-5 (15)"  # 3-4-5 makes the roll safe
    assert takes("weigh-the-table", (), (3, 4, 5, 5, 5, 5), turn_total=180) == "5-5-5-5 (20)"  # which ends the game


def test_random():
    assert banks("random", {"bank_chance": 0.25}, coin=0.2499)
    assert not banks("random", {"bank_chance": 0.25}, coin=0.25)
    assert [takes("random", (), (2, 3, 4, 5, 1, 1), coin=coin) for coin in (0.0, 0.17, 0.99)] == [
        "run 1-2-3-4-5 (15)", "run 2-3-4-5 (14)", "run 1-2-3 (6)"
    ]  # fmt: skip


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_every_bot_stops_at_the_target_if_it_is_told_to(bot):
    reluctant = {"bank-at": {"bank_at": 900}, "roll-times": {"rolls": 9}, "random": {"bank_chance": 0.0}}
    params, table = reluctant.get(bot.name, {}), (3, 3, 3)
    assert banks(bot.name, params, table, turn_total=200)
    assert not banks(bot.name, params, table, turn_total=199)
    assert not banks(bot.name, {**params, "stop_at_target": False}, table, turn_total=200)


@pytest.mark.parametrize("table", lying(), ids=str)
def test_helping_faces_are_those_that_make_a_combination(table):
    def makes(face):
        parts = itertools.chain.from_iterable(itertools.combinations(table, number) for number in range(len(table) + 1))
        return any(combination((*part, face)) for part in parts)

    assert strategies._helping_faces(code(table)) == sum(makes(face) for face in range(1, 7))
    assert strategies._is_safe(code(table)) == (combination(table) is not None)
    assert strategies._pips_lying(code(table)) == sum(table)


views = st.builds(
    View,
    coin=st.floats(0, 1, exclude_max=True),
    turn_total=st.integers(0, 400),
    dice=st.integers(3, 6),
    lying=st.sampled_from(lying()).map(code),
    score=st.integers(0, 800),
    best_other=st.integers(0, 800),
    to_target=st.integers(-100, 700),
    last_round=st.integers(0, 1),
    turn=st.integers(1, 100),
    rolls=st.integers(1, 20),
)
rolled = st.lists(st.integers(1, 6), min_size=6, max_size=6).map(lambda roll: options(RULES, (), roll))


@pytest.mark.parametrize("place", range(len(BOTS)), ids=[bot.name for bot in BOTS])
@settings(deadline=None)  # the first example compiles
@given(data=st.data())
def test_compiled_bots_decide_as_in_plain_python(place, data):
    assert_bots_decide_alike(GAME, place, data, {"roll_again": (views, None), "combination": (views, rolled)})
