"""Generał's bots: what each does, told by example; and compiled they decide as they do in plain Python."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.bots import parameter_values, parameters
from simkit.engine.lineup import compile_lineup
from simkit.games.dice.keep import dice_kept
from simkit.games.dice.rolls import code
from simkit.games.general.boxes import ALL_BOXES, BOXES, DUZY_STRIT, FULL, GENERAL, KARETA, MALY_STRIT, PARA, RATUNEK
from simkit.games.general.decisions import Option, View
from simkit.games.general.rules import Rules
from simkit.games.general.scoring import legal_boxes, points
from simkit.games.general.strategies import BOTS, Box
from tests.games.general.known import BOOKLET, GAME
from tests.twins import make_cell

BY_NAME = {bot.name: bot for bot in BOTS}


def view_of(roll, rolls=1, card=ALL_BOXES, coin=0.5):
    turn = 16 - card.bit_count()
    return View(coin, *sorted(roll), code(roll), rolls, card, upper=0, score=0, best_other=0, turn=turn)


def dice(text):
    return tuple(map(int, text))


def cards(*boxes):
    return sum(1 << box for box in boxes)


def kept(name, roll, params=(), **fields):
    """The dice that a bot keeps, as text."""
    bot = BY_NAME[name]
    answer = bot.decide["keep"](view_of(dice(roll), **fields), parameter_values(bot, dict(params)))
    assert 0 <= answer < 32
    return "".join(map(str, dice_kept(sorted(dice(roll)), answer)))


def options_of(roll, card, rules=BOOKLET):
    boxes = legal_boxes(rules, [box for box in range(len(BOXES)) if card >> box & 1], roll)
    worth = [points(rules, box, roll, 3) for box in boxes]
    return [Option(place, len(boxes), box, worth[place]) for place, box in enumerate(boxes)]


def written(name, roll, params=(), card=ALL_BOXES, **fields):
    """The box that a bot writes."""
    bot, choices = BY_NAME[name], options_of(dice(roll), card)
    view, values = view_of(dice(roll), rolls=3, card=card, **fields), parameter_values(bot, dict(params))
    scores = [bot.decide["box"](view, option, values) for option in choices]
    return BOXES[choices[scores.index(max(scores))].box]


def test_most_equal():
    assert kept("most-equal", "66123") == "66"
    assert kept("most-equal", "66223") == "66"
    assert kept("most-equal", "66222") == "222"
    assert kept("most-equal", "12345") == "5"


@pytest.mark.parametrize("name", ["straights-and-sets", "by-par"])
def test_straights_and_sets(name):
    assert kept(name, "23456") == "23456"
    assert kept(name, "12345") == "12345"
    assert kept(name, "12456") == "1245"
    assert kept(name, "13456", card=ALL_BOXES - cards(MALY_STRIT)) == "3456"
    assert kept(name, "12345", card=ALL_BOXES - cards(MALY_STRIT, DUZY_STRIT)) == "5"
    assert kept(name, "66223") == "2266"
    assert kept(name, "66222") == "22266"
    assert kept(name, "66222", card=ALL_BOXES - cards(FULL)) == "222"


@pytest.mark.parametrize(
    ("roll", "rolls", "dice_kept"),
    [
        ("23456", 1, "23456"),
        ("66662", 1, "6666"),
        ("66655", 1, "666"),
        ("66655", 2, "55666"),
        ("33322", 1, "333"),
        ("23345", 1, "2345"),
        ("23345", 2, "2345"),
    ],
)
def test_plans_keeps_what_the_best_strategy_keeps_on_an_empty_card(roll, rolls, dice_kept):
    assert kept("plans", roll, rolls=rolls) == dice_kept


def test_plans_for_one_open_box_does_what_is_best_for_it():
    assert kept("plans", "12256", card=cards(1)) == "22"
    assert kept("plans", "12356", rolls=2, card=cards(RATUNEK)) == "56"
    assert kept("plans", "12446", rolls=1, card=cards(RATUNEK)) == "6"
    assert kept("plans", "12446", rolls=2, card=cards(RATUNEK)) == "446"
    assert kept("plans", "11246", card=cards(MALY_STRIT)) == "124"
    assert kept("plans", "11446", card=cards(GENERAL)) == "44"


@pytest.mark.parametrize("name", ["plans", "by-par"])
def test_above_par_saves_dear_boxes(name):
    assert written(name, "11234") == "ones"  # and not Para, for two points
    assert written(name, "66661") == "kareta"
    assert written(name, "66661", card=ALL_BOXES - cards(KARETA)) == "sixes"
    assert written(name, "66554") == "dwie_pary"


def test_aim():
    assert kept("aim", "12256", {"box": "twos"}) == "22"
    assert kept("aim", "12256", {"box": "maly-strit"}) == "125"
    assert kept("aim", "12256", {"box": "duzy-strit"}) == "256"
    assert kept("aim", "12456", {"box": "ratunek"}) == "56"
    assert kept("aim", "12456", {"box": "ratunek"}, rolls=2) == "456"
    assert kept("aim", "22556", {"box": "full"}) == "2255"
    assert kept("aim", "22556", {"box": "general"}) == "55"
    assert kept("aim", "22556", {"box": "general"}, card=ALL_BOXES - cards(GENERAL)) == "22556"
    assert written("aim", "22556", {"box": "para"}) == "para"
    assert written("aim", "22556", {"box": "full"}) == "dwie_pary"
    assert written("aim", "22556", {"box": "twos"}) == "twos"


def test_random_takes_each_answer_for_an_equal_share_of_the_coin():
    assert [kept("random", "12345", coin=coin) for coin in (0.0, 1 / 32, 0.9999)] == ["", "1", "12345"]
    card = cards(0, 1, PARA)
    assert [written("random", "11234", card=card, coin=coin) for coin in (0.0, 0.34, 0.67)] == ["ones", "twos", "para"]


@pytest.fixture(scope="module")
def compiled():
    """The line-up of all bots, in the order of ``BOTS``."""
    return compile_lineup(make_cell(GAME, BOOKLET, [(bot.name, {}) for bot in BOTS]), Path())


hands = st.lists(st.integers(1, 6), min_size=5, max_size=5).map(tuple)
open_boxes = st.integers(1, ALL_BOXES)
coins = st.floats(0, 1, exclude_max=True)


@pytest.mark.parametrize("place", [at for at, bot in enumerate(BOTS) if bot.decide], ids=lambda at: BOTS[at].name)
@settings(deadline=None)
@given(roll=hands, card=open_boxes, coin=coins, rolls=st.integers(1, 2), box=st.sampled_from(Box))
def test_compiled_bots_decide_as_in_plain_python(compiled, place, roll, card, coin, rolls, box):
    bot = BOTS[place]
    given_values = {"box": box} if parameters(bot) else {}
    params = parameter_values(bot, given_values)
    raw = tuple(map(float, params)) + (0.0,) * (8 - len(params))
    seen = view_of(roll, rolls=rolls, card=card, coin=coin)
    assert compiled.bots.entries[0][place](seen, raw) == bot.decide["keep"](seen, params)
    free = Rules(zero_policy="free", ratunek="free")
    for option in options_of(roll, card, free) if "box" in bot.decide else ():
        assert compiled.bots.entries[1][place](seen, option, raw) == bot.decide["box"](seen, option, params)


def test_the_line_up_asks_bots_for_what_they_decide(compiled):
    asked = [[bool(row[place]) for row in compiled.bots.decides] for place in range(len(BOTS))]
    assert asked == [[decision.name in bot.decide for decision in GAME.decisions] for bot in BOTS]


def test_the_boxes_of_aim_are_those_of_the_card():
    assert [box.name.lower() for box in Box] == list(BOXES)
