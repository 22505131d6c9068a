"""The reference beside the rule sheet, with dice as written down; and what comes with the game."""

import pytest

from simkit.errors import ContractError
from simkit.games.dice import story
from simkit.games.sto_dwadziescia.reference import play, points_of
from simkit.games.sto_dwadziescia.rules import Rules
from simkit.model.columns import MISSING
from simkit.registry import find_game
from tests.games.kit import Script, assert_page_is_whole, assert_seat_ratio, play_config, play_out

GAME = find_game("sto-dwadziescia")


@pytest.mark.parametrize(("dice", "points"), [((3, 4), 7), ((5, 5), 30), ((1, 1), 22), ((6, 6), 32)])
def test_the_examples(dice, points):
    assert points_of(Rules(), dice) == points


def test_the_bonus_is_an_option():
    assert points_of(Rules(double_bonus=0), (5, 5)) == 10


def game_of(rules, turns, **script):
    """Events and row of a game; nobody is asked, so anything may sit at the table."""
    max_turns = script.pop("max_turns", 100)
    events, outcome = play_out(play, rules, [None] * len(turns), Script(turns, **script), max_turns)
    return [event.text for event in events], outcome


def test_four_turns_are_enough_for_120_and_three_are_not():
    texts, outcome = game_of(Rules(), [["66", "66", "66", "66"]])
    assert [row["score"] for row in outcome.turns] == [32, 64, 96, 128]
    assert (outcome.game["turns"], outcome.game["winners"], outcome.game["doubles_1"]) == (4, 1, 4)
    assert "rolls 6 6, a double: 32 points, now 128" in texts


def test_exactly_120_is_enough():
    _, outcome = game_of(Rules(), [["66", "66", "55", "33"]])
    assert (outcome.game["score_1"], outcome.game["winners"]) == (120, 1)


def test_the_first_at_the_target_wins_at_once():
    _, outcome = game_of(Rules(target=10), [["34", "34"], ["12", "66"]])
    game = outcome.game
    assert (game["winners"], game["score_1"], game["score_2"], game["turns"], game["rounds"]) == (0b01, 14, 3, 3, 2)


def test_the_rest_of_the_round():
    rules = Rules(target=10, final_round="rest_of_round")
    texts, outcome = game_of(rules, [["46"], ["45"], ["66"]], lot=1)
    assert (outcome.game["winners"], outcome.game["turns"]) == (0b100, 3)
    assert "Seat 1 has reached the target: the last round begins." in texts
    _, outcome = game_of(rules.model_copy(update={"start": "random"}), [["46"], ["45"], ["12"]], lot=1)
    assert (outcome.game["winners"], outcome.game["turns"]) == (0b001, 3)  # seat 2 began, so seat 1 is the last


def test_every_other_seat_once_more():
    _, outcome = game_of(Rules(target=10, final_round="others_once"), [["12", "12"], ["46"]])
    assert (outcome.game["seat_turns_1"], outcome.game["seat_turns_2"]) == (2, 1)
    assert (outcome.game["winners"], outcome.game["rounds"]) == (0b10, 2)


LEVEL = [["46"], ["46"], ["12"]]


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
    start = script.pop("start", "seat1")
    rules = Rules(target=10, final_round="rest_of_round", tie=tie, start=start)
    _, outcome = game_of(rules, LEVEL, **script)
    assert (outcome.game["winners"], outcome.game["tie_breaks"]) == (winners, rounds)
    assert [outcome.game[f"score_{seat}"] for seat in (1, 2, 3)] == [10, 10, 3]


def test_level_seats_have_more_turns_until_one_is_ahead():
    rules = Rules(target=10, final_round="rest_of_round", tie="turn", start="random")
    texts, outcome = game_of(rules, [["46", "12", "13"], ["46", "12", "56"], ["12"]], lot=1)
    assert (outcome.game["winners"], outcome.game["tie_breaks"], outcome.game["turns"]) == (0b010, 2, 7)
    assert [row["seat"] for row in outcome.turns] == [2, 3, 1, 2, 1, 2, 1]
    assert texts.count("Seats 1 and 2 are level: one more turn each.") == 2


def test_turns_that_break_a_tie_are_cut_short():
    rules = Rules(target=10, final_round="rest_of_round", tie="turn")
    _, outcome = game_of(rules, [["46", "12"], ["46", "12"]], max_turns=2)
    assert (outcome.game["winners"], outcome.game["cut_short"], outcome.game["turns"]) == (0, 1, 4)


def test_a_last_round_is_played_out():
    _, outcome = game_of(Rules(target=10, final_round="others_once"), [["12", "46"], ["13", "12"]], max_turns=2)
    assert (outcome.game["cut_short"], outcome.game["winners"]) == (0, 0b01)
    _, outcome = game_of(Rules(target=10, final_round="others_once"), [["12", "12"], ["46"]], max_turns=1)
    assert (outcome.game["cut_short"], outcome.game["seat_turns_1"]) == (0, 2)


def test_a_game_is_cut_short():
    _, outcome = game_of(Rules(), [["12"], ["13"]], max_turns=1)
    game = outcome.game
    assert (game["cut_short"], game["winners"], game["turns"], game["rounds"]) == (1, 0, 2, 1)


def test_two_dice_say_who_begins():
    rules, rolls = Rules(target=10, start="two_dice"), [["56", "11"], ["12"], ["65", "12"]]
    texts, outcome = game_of(rules, [[], [], ["46"]], start=rolls)
    assert (outcome.game["start"], outcome.game["winners"]) == (3, 0b100)
    assert len([text for text in texts if "for the start" in text]) == 5


def test_endless_rolls_are_an_error(monkeypatch):
    monkeypatch.setattr(story, "MOST_TIE_BREAKS", 3)
    rules = Rules(target=10, final_round="rest_of_round", tie="roll")
    with pytest.raises(ContractError, match="seats 1 and 2 are still level after 3 rounds"):
        game_of(rules, LEVEL, ties=[["34"] * 3, ["34"] * 3])


def test_who_leads():
    _, outcome = game_of(Rules(target=20), [["12", "12", "46", "46"], ["13", "12", "11"]])
    # 3:0, 3:4, 6:4, 6:7, 16:7, 16:29: seat 1, 2, 1, 2, 1, 2; after three of six turns seat 1
    assert (outcome.game["lead_changes"], outcome.game["half_leader"]) == (5, 1)
    _, outcome = game_of(Rules(target=20), [["12", "66"], ["12"]])
    assert (outcome.game["lead_changes"], outcome.game["half_leader"]) == (0, 1)  # level is not a change
    _, outcome = game_of(Rules(target=10), [["46"], []])
    assert outcome.game["half_leader"] == MISSING


def test_the_page_is_whole():
    assert_page_is_whole(GAME)


@pytest.mark.parametrize("name", ["sto-dwadziescia", "sto-dwadziescia-readings"])
def test_the_configs_run(name, tmp_path):
    rows = play_config(name, tmp_path).estimates()
    assert rows.filter(statistic="cut_short")["value"].to_list() == [0.0] * (5 if "readings" in name else 1)


def test_the_statistics_of_a_seat(tmp_path):
    run = play_config("sto-dwadziescia", tmp_path)
    assert_seat_ratio(run, "points_per_turn", "score", "seat_turns")
    assert_seat_ratio(run, "double_rate", "doubles", "seat_turns")
