"""The family's bots: what each does, told by example; and compiled they decide as they do in plain Python."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.bots import find_bot, parameter_values, parameters
from simkit.engine.lineup import compile_lineup
from simkit.games.dice.rolls import dice_of
from simkit.games.farkle.decisions import BANK, DECISIONS, ROLL, Option, Rival, View
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.scoring import options
from simkit.games.farkle.strategies import BOTS
from simkit.model.cell import SeatBot
from simkit.registry import find_game
from tests.twins import make_cell

GAME = find_game("zilch")
BY_NAME = {bot.name: bot for bot in BOTS}


def view(**fields):
    usual = {"coin": 0.5, "turn_total": 300, "dice": 3, "score": 2000, "best_other": 2000, "minimum": 0}
    rest = {
        "to_target": 8000,
        "last_round": 0,
        "turn": 5,
        "rolls": 1,
        "frozen": 0,
        "streak": 0,
        "penalty": 0,
        "challenged": 0,
    }
    return View(**{**usual, **rest, **fields})


def banks(name, params=(), **fields):
    bot = BY_NAME[name]
    answer = bot.decide["roll_again"](view(**fields), parameter_values(bot, dict(params)))
    assert answer in (BANK, ROLL)
    return answer == BANK


def takes(name, roll, rules=None, **fields):
    """The dice that a bot sets aside, as text."""
    bot = BY_NAME[name]
    choices = options(rules or Rules(), tuple(map(int, roll)))
    params = parameter_values(bot, {})
    scores = [bot.decide["set_aside"](view(**fields), option, params) for option in choices]
    return "".join(map(str, dice_of(choices[scores.index(max(scores))].faces)))


@pytest.mark.parametrize("name", ["bank-at", "best-single", "never-lone-five"])
def test_bank_at(name):
    assert banks(name, {"bank_at": 300})
    assert not banks(name, {"bank_at": 301})


def test_bank_on_dice():
    assert banks("bank-on-dice", {"dice": 3})
    assert not banks("bank-on-dice", {"dice": 2})
    assert not banks("bank-on-dice", {"dice": 5}, dice=6, turn_total=5000)


@pytest.mark.parametrize("dice", range(1, 7))
def test_bank_at_by_dice_looks_at_the_threshold_of_the_dice_left(dice):
    params = {f"bank_{number}": 10_000 for number in range(1, 7)} | {f"bank_{dice}": 400}
    assert banks("bank-at-by-dice", params, dice=dice, turn_total=400)
    assert not banks("bank-at-by-dice", params, dice=dice, turn_total=399)


def test_the_default_thresholds_grow_with_the_dice():
    thresholds = [info.default for info in parameters(BY_NAME["bank-at-by-dice"]) if info.name != "stop_at_target"]
    assert len(thresholds) == 6
    assert thresholds == sorted(thresholds)


def test_chase():
    assert banks("chase", {"bank_at": 300}, best_other=2300)
    assert not banks("chase", {"bank_at": 300}, best_other=2301)
    assert not banks("chase", {"bank_at": 350}, best_other=0)
    assert not banks("chase", {"bank_at": 300}, best_other=8500, to_target=200, last_round=1)


def test_random_banks_as_its_coin_falls():
    assert banks("random", {"bank_chance": 0.25}, coin=0.2499)
    assert not banks("random", {"bank_chance": 0.25}, coin=0.25)
    assert not banks("random", {"bank_chance": 0.0}, coin=0.0)


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_every_bot_stops_at_the_target_if_it_is_told_to(bot):
    reluctant = {info.name: 1_000_000 for info in parameters(bot) if info.name.startswith("bank_")}
    reluctant = {"bank_chance": 0.0} if "bank_chance" in reluctant else reluctant
    state = {"turn_total": 1000, "to_target": 1000, "dice": 6, "best_other": 2500}
    assert parameters(bot)[-1].name == "stop_at_target"
    assert banks(bot.name, reluctant, **state)
    assert not banks(bot.name, reluctant, **{**state, "to_target": 1001})
    assert not banks(bot.name, {**reluctant, "stop_at_target": False}, **state)


def test_best_single_takes_one_element():
    assert takes("best-single", "155522") == "555"
    assert takes("best-single", "152346") == "1"
    assert takes("best-single", "223344", Rules(three_pairs=2000)) == "223344"


def test_never_lone_five():
    assert takes("never-lone-five", "152346") == "1"
    assert takes("never-lone-five", "155522") == "1555"
    assert takes("never-lone-five", "552346") == "55"  # nothing else scores


def test_random_takes_each_option_for_an_equal_share_of_the_coin():
    taken = [takes("random", "152346", coin=coin) for coin in (0.0, 0.33, 0.34, 0.66, 0.67, 0.999)]
    assert taken == ["15", "15", "1", "1", "5", "5"]


@pytest.fixture(scope="module")
def compiled():
    """Line-ups of one bot each, in the order of ``BOTS``."""
    return [compile_lineup(make_cell(GAME, Rules(), [(bot.name, {})]), Path()) for bot in BOTS]


points = st.integers(0, 20_000) | st.sampled_from([0, 250, 400, 500, 1_000, 2_900, 10_950])
views = st.builds(
    View,
    coin=st.floats(0, 1, exclude_max=True),
    turn_total=points,
    dice=st.integers(1, 6),
    score=points,
    best_other=points,
    minimum=points,
    to_target=st.integers(-5_000, 20_000),
    last_round=st.integers(0, 1),
    turn=st.integers(1, 100),
    rolls=st.integers(1, 20),
    frozen=st.integers(0, 8**6 - 1),
    streak=st.integers(0, 3),
    penalty=points,
    challenged=st.integers(0, 8),
)
rolls = st.lists(st.integers(1, 6), min_size=1, max_size=6).map(lambda roll: options(Rules(), roll))


rivals = st.lists(points, max_size=7).map(
    lambda scores: [Rival(place, len(scores) + 1, place, score, 600) for place, score in enumerate([0, *scores])]
)


def values(info):
    """Any value of a parameter within its range, thresholds mostly within reach."""
    if info.labels():
        return st.sampled_from(info.labels())
    if info.type is bool:
        return st.booleans()
    if info.type is float:
        return st.floats(info.about.low, info.about.high)
    return st.integers(int(info.about.low), min(int(info.about.high), 12_000))


@pytest.mark.parametrize("place", range(len(BOTS)), ids=[bot.name for bot in BOTS])
@given(data=st.data())
def test_compiled_bots_decide_as_in_plain_python(compiled, place, data):
    bot, seen = BOTS[place], data.draw(views)
    given_values = data.draw(st.fixed_dictionaries({info.name: values(info) for info in parameters(bot)}))
    params = parameter_values(bot, given_values)
    raw = tuple(map(float, params)) + (0.0,) * (8 - len(params))
    entries = [by_place[0] for by_place in compiled[place].bots.entries]
    asked = {decision.name: entry for decision, entry in zip(DECISIONS, entries, strict=True)}
    assert asked["roll_again"](seen, raw) == bot.decide["roll_again"](seen, params)
    for option in data.draw(rolls) if "set_aside" in bot.decide else ():
        assert isinstance(option, Option)
        assert asked["set_aside"](seen, option, raw) == bot.decide["set_aside"](seen, option, params)
    if "take_over" in bot.decide:
        assert asked["take_over"](seen, raw) == bot.decide["take_over"](seen, params)
    for rival in data.draw(rivals) if "challenge" in bot.decide else ():
        assert asked["challenge"](seen, rival, raw) == bot.decide["challenge"](seen, rival, params)


def test_the_line_up_asks_bots_for_what_they_decide(compiled):
    assert [[bool(row[0]) for row in lineup.bots.decides] for lineup in compiled] == [
        [decision.name in bot.decide for decision in DECISIONS] for bot in BOTS
    ]


def test_every_bot_is_found_by_its_name():
    for bot in BOTS:
        found = find_bot(GAME, bot.name, Path())
        assert found.bot is bot
        assert SeatBot(bot.name, (), found.hash).source == found.hash


def whom(params, **fields):
    """The seat that ``challenger`` challenges among two others with 1,000 and 3,000 points; 0 for nobody."""
    seen = view(**{"score": 500, "best_other": 3_000, **fields})
    bot = BY_NAME["challenger"]
    rivals_of = [Rival(0, 3, 0, 0, 0), Rival(1, 3, 2, 1_000, 600), Rival(2, 3, 3, 3_000, 600)]
    scores = [bot.decide["challenge"](seen, rival, parameter_values(bot, params)) for rival in rivals_of]
    return rivals_of[scores.index(max(scores))].seat


def test_challenger_challenges_the_leader_never_when_behind_or_at_once():
    assert whom({"challenge": "never"}) == 0
    assert whom({"challenge": "at-once"}, score=9_000) == 3
    assert whom({"challenge": "when-behind", "behind": 2_500}) == 3
    assert whom({"challenge": "when-behind", "behind": 2_501}) == 0


def test_challenger_banks_at_another_total_in_a_challenge():
    params = {"bank_at": 600, "challenged_bank_at": 400}
    assert not banks("challenger", params, turn_total=400)
    assert banks("challenger", params, turn_total=400, challenged=2)


def test_pyramid_keeps_dice_for_its_triple():
    rules = Rules(kinds="fixed", pyramiding="kinds")
    assert takes("pyramid", "222156", rules) == "222"
    assert takes("pyramid", "152346", rules) == "15"
    assert banks("pyramid", turn_total=600)
    assert not banks("pyramid", turn_total=600, frozen=0o30)


@pytest.mark.parametrize(("points", "dice", "takes_over"), [(1000, 3, True), (999, 3, False), (1000, 2, False)])
def test_piggyback_takes_over_enough_points_with_enough_dice(points, dice, takes_over):
    bot = BY_NAME["piggyback"]
    seen = view(turn_total=points, dice=dice)
    assert bot.decide["take_over"](seen, parameter_values(bot, {})) == takes_over


def test_streak_aware_banks_earlier_when_a_bust_costs_a_penalty():
    assert not banks("streak-aware", turn_total=300)
    assert banks("streak-aware", turn_total=300, penalty=500)
