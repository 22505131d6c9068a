"""Strity's bots: what each does, told by example; and compiled they decide as they do in plain Python."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.bots import parameter_values, parameters
from simkit.engine.lineup import compile_lineup
from simkit.games.dice.keep import dice_kept
from simkit.games.dice.rolls import code
from simkit.games.strity.decisions import View
from simkit.games.strity.strategies import BOTS, Goal
from tests.games.strity.known import BOOKLET, GAME
from tests.twins import make_cell

BY_NAME = {bot.name: bot for bot in BOTS}


def view_of(dice, rolls=1, points=0, doubles=0, coin=0.5, rest=(0, 0, 1, 9)):
    return View(coin, *sorted(dice), code(dice), rolls, points, doubles, *rest)


def kept(name, roll, params=(), **fields):
    """The dice that a bot keeps, as text."""
    bot, dice = BY_NAME[name], tuple(map(int, roll))
    answer = bot.decide["keep"](view_of(dice, **fields), parameter_values(bot, dict(params)))
    assert 0 <= answer < 64
    return "".join(map(str, dice_kept(sorted(dice), answer)))


@pytest.mark.parametrize(
    ("roll", "dice"),
    [
        ("123456", "123456"),
        ("222551", "122255"),  # triple, pair and single
        ("222555", "22255"),
        ("222255", "22255"),
        ("222256", "2225"),
        ("222134", "2223"),
        ("222213", "2223"),
        ("222221", "1222"),
        ("222345", "2345"),  # open at both ends
        ("112233", "1122"),
        ("223345", "2233"),
        ("123466", "266"),
        ("112346", "112"),
        ("666666", "666"),
    ],
)
@pytest.mark.parametrize("rolls", [1, 2])
def test_by_pattern_without_points_that_count_double(roll, dice, rolls):
    assert kept("by-pattern", roll, rolls=rolls) == dice


def test_by_pattern_takes_what_counts_double_and_rolls_the_sixth_die_later():
    assert kept("by-pattern", "123455", points=30, doubles=1) == "123455"
    assert kept("by-pattern", "123455", rolls=1, points=15) == "12345"
    assert kept("by-pattern", "123455", rolls=2, points=15) == "12345"
    assert kept("by-pattern", "234566", rolls=2, points=20) == "23456"


def test_straights_or_sets():
    assert kept("straights-or-sets", "123455", points=15) == "123455"
    assert kept("straights-or-sets", "112346") == "12346"
    assert kept("straights-or-sets", "113346") == "1346"
    assert kept("straights-or-sets", "113344") == "113344"
    assert kept("straights-or-sets", "111346") == "1346"
    assert kept("straights-or-sets", "111336") == "11133"


def test_aim():
    assert kept("aim", "123455", {"goal": "small-straight"}) == "123455"
    assert kept("aim", "123455", {"goal": "big-straight"}) == "2345"
    assert kept("aim", "123455", {"goal": "full-straight"}) == "12345"
    assert kept("aim", "123455", {"goal": "three-two-one"}) == "55"
    assert kept("aim", "222551", {"goal": "three-two-one"}) == "122255"
    assert kept("aim", "123456", {"goal": "small-straight"}) == "123456"


def test_random_keeps_each_set_of_places_for_an_equal_share_of_the_coin():
    assert [kept("random", "123456", coin=coin) for coin in (0.0, 1 / 64, 0.9999)] == ["", "1", "123456"]


@pytest.fixture(scope="module")
def compiled():
    """The line-up of all bots, in the order of ``BOTS``."""
    return compile_lineup(make_cell(GAME, BOOKLET, [(bot.name, {}) for bot in BOTS]), Path())


views = st.builds(
    view_of,
    st.lists(st.integers(1, 6), min_size=6, max_size=6),
    rolls=st.integers(1, 2),
    points=st.sampled_from([0, 15, 60]),
    doubles=st.integers(0, 1),
    coin=st.floats(0, 1, exclude_max=True),
)


@pytest.mark.parametrize("place", [at for at, bot in enumerate(BOTS) if bot.decide], ids=lambda at: BOTS[at].name)
@settings(deadline=None)
@given(view=views, goal=st.sampled_from(Goal))
def test_compiled_bots_decide_as_in_plain_python(compiled, place, view, goal):
    bot = BOTS[place]
    given_values = {"goal": goal} if parameters(bot) else {}
    params = parameter_values(bot, given_values)
    raw = tuple(map(float, params)) + (0.0,) * (8 - len(params))
    assert compiled.bots.entries[0][place](view, raw) == bot.decide["keep"](view, params)


def test_the_line_up_asks_bots_for_what_they_decide(compiled):
    assert [bool(asked) for asked in compiled.bots.decides[0][: len(BOTS)]] == [bool(bot.decide) for bot in BOTS]
