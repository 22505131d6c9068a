"""The bots of Skreślanka: what each does, told by example; and compiled they decide as they do in plain Python."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.games.skreslanka import GAME
from simkit.games.skreslanka.columns import FULL_CARD, NUMBERS
from simkit.games.skreslanka.decisions import Option, View
from simkit.games.skreslanka.reference import ways_to_cross
from simkit.games.skreslanka.rules import Rules
from simkit.games.skreslanka.strategies import Params
from tests.games.kit import assert_bots_decide_alike

BY_NAME = {bot.name: bot for bot in GAME.bots}


def mask(numbers):
    return sum(1 << number - 1 for number in numbers)


def offered(numbers, dice, rules):
    ways = ways_to_cross(rules, numbers, dice)
    return [Option(at, len(ways), mask(way), len(way), int(way == [sum(dice)])) for at, way in enumerate(ways)], ways


def takes(name, numbers, dice, coin=0.5, **rules):
    options, ways = offered(numbers, dice, Rules(**rules))
    view = View(coin, max(dice), min(dice), mask(numbers), 12 - len(numbers), 0, 0, 1)
    scores = [BY_NAME[name].decide["cross"](view, option, Params()) for option in options]
    return ways[scores.index(max(scores))]


def test_sum_first():
    assert takes("sum-first", NUMBERS, (3, 5)) == [8]
    assert takes("sum-first", [3, 5], (3, 5)) == [3, 5]


def test_two_faces_first():
    assert takes("two-faces-first", NUMBERS, (3, 5)) == [3, 5]
    assert takes("two-faces-first", NUMBERS, (4, 4)) == [8]
    assert takes("two-faces-first", [3, 8], (3, 5)) == [8]


def test_faces_first():
    assert takes("faces-first", NUMBERS, (4, 4)) == [4]
    assert takes("faces-first", [8], (4, 4)) == [8]


def test_rarest_first():
    assert takes("rarest-first", NUMBERS, (1, 1)) == [1]  # 1 shows in 11 rolls of 36, 2 in 12
    assert takes("rarest-first", NUMBERS, (2, 3)) == [2, 3]  # 5 shows in 15
    assert takes("rarest-first", NUMBERS, (3, 4)) == [7]  # in 6 rolls
    assert takes("rarest-first", NUMBERS, (1, 4), faces="one") == [1]


def test_rarity_is_the_number_of_rolls_that_show_a_number():
    def score(number):
        return BY_NAME["rarest-first"].decide["cross"](None, Option(0, 1, mask([number]), 1, 0), Params())

    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    for number in NUMBERS:
        assert score(number) == sum(number not in {a, b, a + b} for a, b in rolls)


@pytest.mark.parametrize("name", [bot.name for bot in GAME.bots if bot.name != "random"])
def test_nobody_but_random_passes(name):
    assert takes(name, [4], (4, 6), must_cross=False) == [4]


def test_random():
    assert [takes("random", NUMBERS, (3, 5), coin=coin) for coin in (0.0, 0.49, 0.5, 0.99)] == [
        [8],
        [8],
        [3, 5],
        [3, 5],
    ]


masks = st.integers(1, FULL_CARD)
faces = st.integers(1, 6)
views = st.builds(
    View,
    coin=st.floats(0, 1, exclude_max=True),
    high=faces,
    low=faces,
    open=masks,
    score=st.integers(0, 12),
    best_other=st.integers(0, 12),
    last_round=st.integers(0, 1),
    turn=st.integers(1, 500),
)
options = st.builds(
    lambda card, dice, rules: offered([n for n in NUMBERS if card >> n - 1 & 1], dice, rules)[0],
    masks,
    st.tuples(faces, faces),
    st.builds(Rules, faces=st.sampled_from(["both", "one"]), must_cross=st.booleans()),
)


@pytest.mark.parametrize("place", range(len(GAME.bots)), ids=[bot.name for bot in GAME.bots])
@settings(deadline=None)  # the first example compiles
@given(data=st.data())
def test_compiled_bots_decide_as_in_plain_python(place, data):
    assert_bots_decide_alike(GAME, place, data, {"cross": (views, options)})
