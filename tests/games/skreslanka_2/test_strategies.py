"""The bots of Skreślanka 2: what each does, told by example; and compiled they decide as they do in plain Python."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.bots import parameter_values
from simkit.games.skreslanka_2 import GAME
from simkit.games.skreslanka_2.columns import FULL_CARD, NUMBERS
from simkit.games.skreslanka_2.decisions import View
from tests.games.kit import assert_bots_decide_alike

BY_NAME = {bot.name: bot for bot in GAME.bots}


def throws(name, total, still_open, coin=0.5, **given):
    mask = sum(1 << number - 3 for number in still_open)
    view = View(coin, total, mask, 0, 0, 1, 19)
    return BY_NAME[name].decide["second_throw"](view, parameter_values(BY_NAME[name], given))


def test_never():
    assert throws("never", 5, [6, 7, 8]) == 0


def test_one_if_closed():
    assert throws("one-if-closed", 5, [5]) == 0
    assert throws("one-if-closed", 5, [12]) == 1
    assert throws("one-if-closed", 18, NUMBERS[:-1]) == 1


def test_best_odds():
    assert throws("best-odds", 5, [5]) == 0
    assert throws("best-odds", 5, [12]) == 2
    assert throws("best-odds", 5, [6]) == 1
    assert throws("best-odds", 5, range(6, 12)) == 1  # any face of one die, 15 rolls of 36 of two
    assert throws("best-odds", 5, [10, 12]) == 2
    assert throws("best-odds", 18, NUMBERS[:-1]) == 0  # nothing helps


def test_weigh_numbers():
    assert throws("weigh-numbers", 10, NUMBERS) == 0
    assert throws("weigh-numbers", 11, [11, 12, 13, 14, 15, 16, 17], low=0.0, high=0.1) == 1
    assert throws("weigh-numbers", 11, [11, 12, 13, 14, 15, 16, 17], low=0.0, high=0.0) == 0
    # One roll in six of one die makes 7, and of two dice 13.
    assert throws("weigh-numbers", 6, [7, 13]) == 1
    assert throws("weigh-numbers", 6, [7, 13], low=0.0, high=0.1) == 2


def test_random():
    assert [throws("random", 9, NUMBERS, coin=coin) for coin in (0.0, 0.34, 0.67, 0.999)] == [0, 1, 2, 2]


views = st.builds(
    View,
    coin=st.floats(0, 1, exclude_max=True),
    sum=st.integers(2, 18),
    open=st.integers(0, FULL_CARD),
    score=st.integers(0, 16),
    best_other=st.integers(0, 16),
    turn=st.integers(1, 500),
    turns_after=st.integers(0, 500),
)


@pytest.mark.parametrize("place", range(len(GAME.bots)), ids=[bot.name for bot in GAME.bots])
@settings(deadline=None)  # the first example compiles
@given(data=st.data())
def test_compiled_bots_decide_as_in_plain_python(place, data):
    assert_bots_decide_alike(GAME, place, data, {"second_throw": (views, None)})
