"""The reference beside the rule sheet, with dice as written down; what bots do; and what comes with the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.bots import Player, parameter_values
from simkit.games.piatka.columns import ALL, BUST, STOPPED
from simkit.games.piatka.decisions import ROLL, STOP, View
from simkit.games.piatka.reference import legal_sets, options, play
from simkit.games.piatka.rules import Rules
from simkit.games.piatka.strategies import BOTS
from simkit.model.bot import Bot
from simkit.registry import find_game
from tests.games.kit import Script, assert_page_is_whole, assert_seat_ratio, play_config, play_out, variant

GAME = find_game("piatka")
PRINTED = Rules()
SEVERAL = Rules(per_roll="one_or_more")
BY_NAME = {bot.name: bot for bot in BOTS}


def told(*answers, seen=None):
    """A bot that answers as told, in order: ``roll``, ``stop``, or the one die to set aside."""
    left = list(answers)

    def roll_again(view, params):
        if seen is not None:
            seen.append(view)
        return {"stop": STOP, "roll": ROLL}[left.pop(0)]

    def set_aside(view, option, params):
        if seen is not None and option.place == 0:
            seen.append(view)
        wanted = str(option.highest) * option.dice == left[0]
        if option.place == option.choices - 1:
            left.pop(0)
        return float(wanted)

    return Player(Bot("told", "", "", {"roll_again": roll_again, "set_aside": set_aside}), {})


STOPPER = Player(Bot("stopper", "", "", {}), {})
"""A bot that decides nothing: takes the lowest die, and stops."""


def game_of(rules, turns, players=None, **script):
    max_turns = script.pop("max_turns", 100)
    players = players or [STOPPER] * len(turns)
    events, outcome = play_out(play, rules, players, Script(turns, **script), max_turns)
    return [event.text for event in events], outcome


def turn_of(player, rolls, rules=PRINTED):
    texts, outcome = game_of(rules.model_copy(update={"turns": 1}), [[rolls]], [player])
    row = outcome.turns[0]
    return (row["points"], row["lost"], row["ended"]), texts, outcome


def test_the_example_two_dice_too_low():
    result, texts, outcome = turn_of(told("2", "roll", "3", "roll", "5", "roll"), "23666 3556 566 44")
    assert result == (0, 10, BUST)
    assert "busts: no die shows 5 or more, 10 points are lost" in texts
    assert (outcome.game["busts_1"], outcome.game["busts_after_three_1"], outcome.game["rolls_after_three_1"]) == (
        1,
        1,
        1,
    )


@pytest.mark.parametrize(("last", "points"), [("51", 15), ("16", 16), ("55", 15)])
def test_the_example_a_five_or_a_six_goes_on(last, points):
    result, _, outcome = turn_of(told("2", "roll", "3", "roll", "5", "roll", "stop"), f"23666 3556 566 {last}")
    assert result == (points, 0, STOPPED)
    assert (outcome.turns[0]["largest"], outcome.turns[0]["dice_left"]) == (points - 10, 1)


def test_equal_faces_are_allowed_and_lower_ones_are_not():
    assert legal_sets(PRINTED, (4, 3, 5, 4), 4) == [(4,), (5,)]
    assert legal_sets(PRINTED, (1, 3, 2), 4) == []
    assert legal_sets(PRINTED, (1, 1, 6, 2, 2), 0) == [(1,), (2,), (6,)]


def test_several_dice_at_once():
    assert legal_sets(SEVERAL, (4, 3, 5, 4), 4) == [(4,), (5,), (4, 4), (4, 5), (4, 4, 5)]
    assert len(legal_sets(SEVERAL, (1, 2, 3, 4, 5), 0)) == 31


@given(st.lists(st.integers(1, 6), min_size=1, max_size=5), st.integers(0, 6))
def test_options_describe_the_dice_that_may_be_set_aside(roll, largest):
    choices, sets = options(SEVERAL, roll, largest), legal_sets(SEVERAL, roll, largest)
    assert [option.points for option in choices] == [sum(dice) for dice in sets]
    assert all(largest <= option.lowest <= option.highest for option in choices)
    assert all(option.left == len(roll) - option.dice for option in choices)
    assert [(option.place, option.choices) for option in choices] == [(k, len(sets)) for k in range(len(sets))]


def test_the_fifth_die_ends_the_turn():
    result, texts, outcome = turn_of(told("1", "roll", "1", "roll", "roll", "roll"), "12345 1234 222 66 6")
    assert result == (16, 0, ALL)
    assert "has set aside all five: 16 points, now 16" in texts
    assert [outcome.game[f"rolls_after_{number}_1"] for number in ("one", "two", "three", "four")] == [1, 1, 1, 1]
    assert (outcome.game["rolls_1"], outcome.game["best_turn_1"]) == (5, 16)


def test_all_dice_of_the_first_roll_end_the_turn_at_once():
    everything = Bot("all", "", "", {"set_aside": lambda view, option, params: float(option.dice)})
    result, _, _ = turn_of(Player(everything, {}), "12345", SEVERAL)
    assert result == (15, 0, ALL)


def test_a_bust_with_the_first_die_left():
    result, _, _ = turn_of(told("roll"), "66666 5555")
    assert result == (0, 6, BUST)


def test_what_a_bot_sees():
    seen = []
    rules = Rules(turns=2, start="random")
    game_of(
        rules,
        [["34566 4566", "66666"], ["22222"] * 2],
        [told("3", "roll", "4", "stop", "stop", seen=seen), STOPPER],
        lot=1,
    )
    assert [tuple(view)[1:] for view in seen[:4]] == [
        (0, 5, 0, 0, 2, 0, 1, 1, 1),
        (3, 4, 3, 0, 2, 0, 1, 1, 1),
        (3, 4, 3, 0, 2, 0, 1, 1, 2),
        (7, 3, 4, 0, 2, 0, 1, 1, 2),
    ]
    assert [view.coin for view in seen[:4]] == [0, 1 / 1024, 2 / 1024, 3 / 1024]
    assert (seen[4].turns_left, seen[4].turn, seen[4].score) == (0, 2, 7)


def test_what_a_bot_sees_of_a_target():
    seen = []
    rules = Rules(play_to="target", target=8, final_round="rest_of_round")
    game_of(rules, [["55555"] * 2, ["33333"] * 2], [STOPPER, told("stop", "stop", seen=seen)])
    assert [(view.to_target, view.turns_left, view.best_other) for view in seen] == [(8, -1, 5), (5, 0, 10)]


def test_most_points_after_the_agreed_turns_win():
    _, outcome = game_of(Rules(turns=2), [["66666", "11111"], ["44444", "44444"]])
    game = outcome.game
    assert (game["winners"], game["score_1"], game["score_2"], game["turns"], game["rounds"]) == (0b10, 7, 8, 4, 2)


def test_to_a_target():
    rules = Rules(play_to="target", target=8)
    _, outcome = game_of(rules, [["44444"] * 2, ["66666"] * 2])
    assert (outcome.game["winners"], outcome.game["turns"]) == (0b01, 3)  # exactly 8, and at once
    _, outcome = game_of(rules.model_copy(update={"final_round": "rest_of_round"}), [["44444"] * 2, ["66666"] * 2])
    assert (outcome.game["winners"], outcome.game["turns"]) == (0b10, 4)
    _, outcome = game_of(rules.model_copy(update={"final_round": "others_once"}), [["44444"] * 2, ["66666"] * 2])
    assert (outcome.game["winners"], outcome.game["turns"]) == (0b10, 4)


@pytest.mark.parametrize(
    ("tie", "script", "winners", "rounds"),
    [
        ("shared", {}, 0b011, 0),
        ("seat_order", {}, 0b001, 0),
        ("seat_order", {"start": "random", "lot": 1}, 0b010, 0),
        ("roll", {"ties": [["34", "34"], ["16", "44"]]}, 0b010, 2),
    ],
)
def test_ties(tie, script, winners, rounds):
    rules = Rules(turns=1, tie=tie, start=script.pop("start", "seat1"))
    _, outcome = game_of(rules, [["44444"], ["44444"], ["11111"]], **script)
    assert (outcome.game["winners"], outcome.game["tie_breaks"]) == (winners, rounds)


def test_level_seats_have_more_turns_until_one_is_ahead():
    rolls = [["44444", "11111", "22222"], ["44444", "11111", "33333"], ["11111"]]
    texts, outcome = game_of(Rules(turns=1, tie="turn"), rolls)
    assert (outcome.game["winners"], outcome.game["tie_breaks"], outcome.game["turns"]) == (0b010, 2, 7)
    assert texts.count("Seats 1 and 2 are level: one more turn each.") == 2


def test_a_game_is_cut_short():
    _, outcome = game_of(Rules(turns=3), [["11111"] * 2] * 2, max_turns=2)
    assert (outcome.game["cut_short"], outcome.game["winners"], outcome.game["turns"]) == (1, 0, 4)
    _, outcome = game_of(Rules(turns=2), [["11111"] * 2] * 2, max_turns=2)
    assert outcome.game["cut_short"] == 0


def decide(name, decision, *arguments, **params):
    bot = BY_NAME[name]
    return bot.decide[decision](*arguments, parameter_values(bot, params))


def view(**fields):
    usual = {"coin": 0.5, "turn_total": 5, "dice": 3, "largest": 3, "score": 20, "best_other": 20, "to_target": 0}
    return View(**{**usual, "turns_left": 5, "turn": 5, "rolls": 2, **fields})


def takes(name, roll, rules=PRINTED, **fields):
    """Dice and sum of what a bot sets aside."""
    fields = {"dice": len(roll), "largest": 0, "turn_total": 0, **fields}
    choices = options(rules, tuple(map(int, roll)), fields["largest"])
    scores = [decide(name, "set_aside", view(**fields), option) for option in choices]
    chosen = choices[scores.index(max(scores))]
    return chosen.dice, chosen.points


@pytest.mark.parametrize("name", ["smallest", "largest"])
def test_stop_at(name):
    assert decide(name, "roll_again", view(turn_total=9), stop_at=9) == STOP
    assert decide(name, "roll_again", view(turn_total=8), stop_at=9) == ROLL


@pytest.mark.parametrize("name", ["by-face", "near-three", "take-all"])
def test_stop_by_face(name):
    stops = {
        (dice, largest)
        for dice in (1, 2, 3, 4)
        for largest in range(1, 7)
        if decide(name, "roll_again", view(dice=dice, largest=largest, turn_total=8)) == STOP
    }
    assert stops == {(3, 6), (2, 5), (2, 6), (1, 4), (1, 5), (1, 6)}
    assert decide(name, "roll_again", view(dice=1, largest=3, turn_total=9)) == STOP


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_every_bot_stops_at_the_target(bot):
    params = {"stop_chance": 0.0} if bot.name == "random" else {}
    at, short = view(turn_total=5, dice=4, to_target=5), view(turn_total=5, dice=4, to_target=6)
    assert decide(bot.name, "roll_again", at, **params) == STOP
    assert decide(bot.name, "roll_again", short, **params) == ROLL


def test_near_three_chases_in_its_last_turn():
    behind = {"dice": 1, "largest": 6, "turn_total": 9, "best_other": 30, "turns_left": 0}
    assert decide("near-three", "roll_again", view(**behind)) == ROLL
    assert decide("near-three", "roll_again", view(**behind), chase=False) == STOP
    assert decide("near-three", "roll_again", view(**{**behind, "best_other": 29})) == STOP
    assert decide("near-three", "roll_again", view(**{**behind, "turns_left": 1})) == STOP


def test_what_near_three_takes():
    assert takes("near-three", "12456") == (1, 2)  # 2 and 4 are as near: the lower one
    assert takes("near-three", "1566") == (1, 1)
    assert takes("near-three", "234", largest=1) == (1, 3)
    assert takes("near-three", "456", largest=1) == (1, 6)
    assert takes("near-three", "455", largest=1) == (1, 4)
    assert takes("near-three", "14", largest=1) == (1, 4)
    assert takes("near-three", "13", largest=1) == (1, 1)
    assert takes("near-three", "33366", SEVERAL) == (1, 3)


def test_what_take_all_takes():
    assert takes("take-all", "22346", SEVERAL) == (5, 17)
    assert takes("take-all", "22345", SEVERAL) == (1, 2)
    assert takes("take-all", "13456", SEVERAL) == (5, 19)
    assert takes("take-all", "13444", SEVERAL) == (1, 3)
    assert takes("take-all", "1566", SEVERAL, largest=2, turn_total=2) == (3, 17)
    assert takes("take-all", "1156", SEVERAL, largest=2, turn_total=2) == (1, 5)


def test_what_the_others_take():
    assert takes("largest", "12356") == (1, 6)
    assert takes("largest", "12356", SEVERAL) == (1, 6)
    taken = [takes("random", "12356", coin=coin) for coin in (0.0, 0.19, 0.2, 0.79, 0.8, 0.999)]
    assert taken == [(1, 1), (1, 1), (1, 2), (1, 5), (1, 6), (1, 6)]
    assert decide("random", "roll_again", view(coin=0.2499), stop_chance=0.25) == STOP
    assert decide("random", "roll_again", view(coin=0.25), stop_chance=0.25) == ROLL


def test_the_default_variant_is_the_printed_game():
    assert variant(GAME, GAME.variant) == PRINTED


def test_the_page_is_whole():
    assert_page_is_whole(GAME)


@pytest.mark.parametrize(("name", "batches"), [("piatka", 1), ("piatka-readings", 4)])
def test_the_configs_run(name, batches, tmp_path):
    rows = play_config(name, tmp_path).estimates()
    assert rows.filter(statistic="cut_short")["value"].to_list() == [0.0] * batches


def test_the_statistics_of_a_seat(tmp_path):
    run = play_config("piatka", tmp_path, settings=("run.seatings=fixed",))
    assert_seat_ratio(run, "points_per_turn", "score", "seat_turns")
    assert_seat_ratio(run, "rolls_per_turn", "rolls", "seat_turns")
    assert_seat_ratio(run, "bust_rate", "busts", "seat_turns")
    for number in ("one", "two", "three", "four"):
        assert_seat_ratio(run, f"bust_rate_after_{number}", f"busts_after_{number}", f"rolls_after_{number}")
