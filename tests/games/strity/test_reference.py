"""The reference beside the rule sheet: its worked turn, and every clause with dice as written down."""

import pytest

from simkit.bots import IllegalActionError, Player
from simkit.games.strity.columns import COMBINATIONS
from simkit.games.strity.rules import Rules
from simkit.model.bot import Bot
from simkit.model.columns import MISSING
from tests.games.dice.played import keeps
from tests.games.kit import Script, play_out
from tests.games.strity.known import BOOKLET, GAME

ONE_ROLL = Player(Bot("one roll", "", "", {}), {})
NOTHING, SMALL, SETS = "111122", "123455", "222551"


def play(rules, players, turns, max_turns=10_000, **script):
    return play_out(GAME.reference(), rules, players, Script(turns, **script), max_turns)


def turn_of(player, rolls, **rules):
    """The row of a turn that a lone seat plays, and the texts of what happens in it."""
    events, outcome = play(Rules(turns=1, **rules), [player], [[rolls]])
    return outcome.turns[0], [event.text for event in events]


def result(row):
    return COMBINATIONS[row["combination"]], row["points"], row["rolls"], row["doubled"]


def test_the_turn_of_the_rule_sheet():
    row, texts = turn_of(keeps("2356", "2356"), "123556 36 45")
    assert result(row) == ("big_straight", 20, 3, 0)
    assert texts[1:-1] == [
        "Seat 1, turn 1: 0 points",
        "rolls six dice: 1 2 3 5 5 6",
        "keeps 2 3 5 6",
        "rolls two dice: 3 6",
        "keeps 2 3 5 6",
        "rolls two dice: 4 5",
        "has big straight: 20 points, now 20",
    ]


@pytest.mark.parametrize(("roll", "points"), [(SETS, 60), ("123456", 80), (SMALL, 30), ("234566", 40), (NOTHING, 0)])
def test_the_first_roll_counts_double_if_the_seat_stops(roll, points):
    for player in (ONE_ROLL, keeps(roll)):
        row, _ = turn_of(player, roll)
        assert (row["points"], row["rolls"], row["doubled"]) == (points, 1, points > 0)
    assert turn_of(ONE_ROLL, roll, first_roll_double=False)[0]["points"] == points // 2


def test_who_rolls_on_scores_the_last_dice_once():
    assert result(turn_of(keeps("12345", "123456"), "123455 6")[0]) == ("full_straight", 40, 2, 0)
    assert result(turn_of(keeps("12345", "12345"), "123455 5 5")[0]) == ("small_straight", 15, 3, 0)


def test_dice_kept_before_may_be_rolled_again_and_none_need_be_kept():
    assert result(turn_of(keeps("12345", ""), f"123455 1 {SETS}")[0]) == ("three_two_one", 30, 3, 0)


def test_a_combination_that_pays_nothing_is_not_nothing():
    row, _ = turn_of(ONE_ROLL, SMALL, small_straight=0)
    assert result(row) == ("small_straight", 0, 1, 1)


def test_every_seat_has_its_turns_and_the_highest_total_wins():
    events, outcome = play(Rules(turns=2), [ONE_ROLL, ONE_ROLL], [[SMALL, SMALL], [SETS, SMALL]])
    game = outcome.game
    assert [row["seat"] for row in outcome.turns] == [1, 2, 1, 2]
    assert [row["score"] for row in outcome.turns] == [30, 60, 60, 90]
    assert (game["winners"], game["turns"], game["rounds"], game["cut_short"]) == (2, 4, 2, 0)
    assert (game["lead_changes"], game["half_leader"]) == (1, 2)
    assert (game["doubled_2"], game["three_two_one_2"], game["small_straight_2"], game["nothing_2"]) == (2, 1, 1, 0)
    assert (game["rolls_2"], game["best_turn_2"], game["seat_turns_2"]) == (2, 60, 2)
    assert events[-1].text == "Seat 2 wins. Points by seat: 60, 90."


def test_level_seats_share_the_win():
    _, outcome = play(Rules(turns=1), [ONE_ROLL] * 3, [[SMALL], [NOTHING], [SMALL]])
    assert (outcome.game["winners"], outcome.game["half_leader"]) == (0b101, 1)
    _, outcome = play(Rules(turns=1), [ONE_ROLL] * 2, [[SMALL], [SMALL]])
    assert outcome.game["winners"] == 0b11


def test_level_seats_roll_two_dice():
    rules, ties = Rules(turns=1, tie="roll"), [["34", "11"], [], ["25", "12"]]
    _, outcome = play(rules, [ONE_ROLL] * 3, [[SMALL], [NOTHING], [SMALL]], ties=ties)
    game = outcome.game
    assert (game["winners"], game["tie_breaks"], game["score_3"], game["rolls_3"]) == (0b100, 2, 30, 1)


def test_the_first_of_the_level_seats_in_playing_order_wins():
    rules = Rules(turns=1, tie="seat_order", start="random")
    _, outcome = play(rules, [ONE_ROLL] * 3, [[SMALL], [NOTHING], [SMALL]], lot=1)
    assert (outcome.game["start"], outcome.game["winners"]) == (2, 0b100)


def test_level_seats_play_more_turns_until_one_is_ahead():
    rules = Rules(turns=1, tie="turn")
    turns = [[SMALL, SMALL, NOTHING], [NOTHING], [SMALL, SMALL, SETS]]
    _, outcome = play(rules, [ONE_ROLL] * 3, turns)
    game = outcome.game
    assert [row["seat"] for row in outcome.turns] == [1, 2, 3, 1, 3, 1, 3]
    assert (game["winners"], game["tie_breaks"], game["score_1"], game["score_3"]) == (0b100, 2, 60, 120)
    assert (game["seat_turns_1"], game["seat_turns_2"], game["rounds"]) == (3, 1, 3)
    _, outcome = play(rules, [ONE_ROLL] * 3, turns, max_turns=2)
    assert (outcome.game["winners"], outcome.game["cut_short"], outcome.game["turns"]) == (0, 1, 5)


def test_a_game_with_more_turns_than_the_cap_is_cut_short():
    _, outcome = play(BOOKLET, [ONE_ROLL] * 2, [[NOTHING] * 3, [NOTHING] * 3], max_turns=3)
    game = outcome.game
    assert (game["winners"], game["cut_short"], game["turns"], game["rounds"]) == (0, 1, 6, 3)
    assert game["half_leader"] == MISSING


def test_two_dice_decide_who_starts():
    rules = Rules(turns=1, start="two_dice")
    events, outcome = play(rules, [ONE_ROLL] * 2, [[SMALL], [NOTHING]], start=[["34", "66"], ["25", "56"]])
    assert outcome.game["start"] == 1
    assert sum(event.kind == "start_roll" for event in events) == 4


def test_what_the_seat_sees():
    seen = []

    def keep(view, params):
        seen.append(view)
        return 63 if view.rolls == 2 else 0b011111

    watcher = Player(Bot("watcher", "", "", {"keep": keep}), {})
    play(Rules(turns=2), [watcher, ONE_ROLL], [["543215 6", "111122 1"], [SETS, NOTHING]])
    first, second, third, _ = seen
    assert first[1:] == (1, 2, 3, 4, 5, 5, 0o021111, 1, 30, 1, 0, 0, 1, 1)
    assert second[1:] == (1, 2, 3, 4, 5, 6, 0o111111, 2, 40, 0, 0, 0, 1, 1)
    assert (third.score, third.best_other, third.turn, third.turns_left, third.points) == (40, 60, 2, 0, 0)
    assert [view.coin * 1024 for view in seen] == [0, 1, 0, 1]


@pytest.mark.parametrize("answer", [-1, 64])
def test_an_answer_out_of_range_is_refused(answer):
    player = Player(Bot("wild", "", "", {"keep": lambda view, params: answer}), {})
    with pytest.raises(IllegalActionError, match="wild"):
        turn_of(player, NOTHING)
