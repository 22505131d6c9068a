"""The reference beside the rule sheet: its worked turn, and every clause with dice as written down."""

import pytest

from simkit.bots import IllegalActionError, Player
from simkit.games.dice.rolls import code
from simkit.games.siedemsetka.columns import BANKED, BUST
from simkit.games.siedemsetka.decisions import BANK, ROLL
from simkit.games.siedemsetka.reference import play
from simkit.games.siedemsetka.rules import Rules
from simkit.model.bot import Bot
from simkit.streams import Deal
from tests.games.kit import Script, play_out

SIX = "666666"  # 36 points
NOTHING = "112446"

NOBODY = Player(Bot("nobody", "", "", {}), {})
"""A bot that decides nothing: the defaults hold."""


def told(*answers, seen=None):
    """A bot that answers as told, in order: ``roll``, ``bank``, or dice to take such as ``444``."""
    left = list(answers)

    def roll_again(view, params):
        if seen is not None:
            seen.append(view)
        return {"bank": BANK, "roll": ROLL}[left.pop(0)]

    def combination(view, option, params):
        is_wanted = option.faces == code(tuple(map(int, left[0])))
        if option.place == option.choices - 1:
            left.pop(0)
        return float(is_wanted)

    return Player(Bot("told", "", "", {"roll_again": roll_again, "combination": combination}), {})


def turn_of(player, rolls, rules=None):
    events, outcome = play_out(play, rules or Rules(), [player], Script([[rolls]]), max_turns=1)
    return outcome.turns[0], [event.text for event in events], outcome.game


def result(row):
    return {name: row[name] for name in ("points", "lost", "dice", "rolls", "ended")}


def test_the_worked_turn():
    seen = []
    row, texts, game = turn_of(told("2345", "roll", "roll", "444", "bank", seen=seen), "234455 1246 344")
    assert result(row) == {"points": 41, "lost": 0, "dice": 3, "rolls": 3, "ended": BANKED}
    assert [text for text in texts if "takes" in text or "rolls" in text] == [
        "rolls six dice: 2 3 4 4 5 5",
        "takes run 2-3-4-5 (14): turn total 14",
        "rolls four dice: 1 2 4 6, beside 4 5 on the table",
        "takes run 4-5-6 (15): turn total 29",
        "rolls three dice: 3 4 4, beside 1 2 4 on the table",
        "takes 4-4-4 (12): turn total 41",
    ]
    assert [(view.turn_total, view.dice, view.lying) for view in seen] == [
        (14, 4, code((4, 5))),
        (29, 3, code((1, 2, 4))),
        (41, 3, code((1, 2, 3))),
    ]
    assert (game["runs_1"], game["equals_1"], game["best_turn_1"]) == (2, 1, 41)
    assert [game[f"rolls_of_{dice}_1"] for dice in (3, 4, 5, 6)] == [1, 1, 0, 1]


def test_the_worked_turn_with_the_run_in_the_end():
    row, _, _ = turn_of(told("2345", "roll", "roll", "1234", "bank"), "234455 1246 344")
    assert result(row) == {"points": 39, "lost": 0, "dice": 4, "rolls": 3, "ended": BANKED}


def test_without_a_combination_all_points_of_the_turn_are_lost():
    row, texts, game = turn_of(told("2345", "roll"), "234455 1122")
    assert result(row) == {"points": 0, "lost": 14, "dice": 4, "rolls": 2, "ended": BUST}
    assert "busts: no combination, 14 points are lost" in texts
    assert [game[f"busts_of_{dice}_1"] for dice in (3, 4, 5, 6)] == [0, 1, 0, 0]
    row, texts, _ = turn_of(NOBODY, NOTHING)
    assert result(row) == {"points": 0, "lost": 0, "dice": 6, "rolls": 1, "ended": BUST}
    assert "busts: no combination" in texts


def test_all_six_dice_used_are_rolled_again_beside_none():
    row, texts, _ = turn_of(told("123456", "roll", "444", "bank"), "123456 444123")
    assert row["rolls"] == 2
    assert "rolls six dice: 4 4 4 1 2 3" in texts


def test_a_combination_left_on_the_table_makes_the_next_roll_safe():
    row, _, _ = turn_of(told("111", "roll", "bank"), "111222 446")
    assert result(row) == {"points": 9, "lost": 0, "dice": 3, "rolls": 2, "ended": BANKED}
    row, _, _ = turn_of(told("111", "roll"), "111222 446", Rules(needs_new_die=True))
    assert row["ended"] == BUST


def test_without_a_say_the_most_points_are_taken_and_banked():
    row, _, _ = turn_of(NOBODY, "333345")
    assert result(row) == {"points": 12, "lost": 0, "dice": 3, "rolls": 1, "ended": BANKED}


def winners(rules, turns, seats=2):
    _, outcome = play_out(play, rules, [NOBODY] * seats, Script(turns))
    return outcome.game


def test_reaching_the_target_is_enough_and_ends_the_game_at_once():
    game = winners(Rules(target=72), [[SIX, SIX], [SIX]])
    assert (game["winners"], game["turns"], game["rounds"], game["score_1"], game["score_2"]) == (1, 3, 2, 72, 36)
    assert winners(Rules(target=73), [[SIX, SIX, SIX], [SIX, SIX]])["turns"] == 5


def test_last_round():
    rest = Rules(target=30, final_round="rest_of_round")
    assert winners(rest, [[NOTHING, NOTHING], [NOTHING, SIX]])["winners"] == 2
    assert winners(rest, [[SIX], [SIX]])["winners"] == 3
    once = Rules(target=30, final_round="others_once")
    game = winners(once, [[NOTHING, NOTHING, SIX], [NOTHING, SIX]])
    assert (game["winners"], game["turns"], game["rounds"]) == (3, 5, 3)


def test_ties():
    rules = {"target": 30, "final_round": "rest_of_round"}
    assert winners(Rules(**rules, tie="seat_order"), [[SIX], [SIX]])["winners"] == 1
    game = winners(Rules(**rules, tie="turn"), [[SIX, SIX, NOTHING], [NOTHING], [SIX, SIX, "345345"]], 3)
    assert (game["winners"], game["tie_breaks"], game["score_3"], game["turns"]) == (4, 2, 36 * 2 + 12, 7)


def test_the_length_cap():
    _, outcome = play_out(play, Rules(), [NOBODY] * 2, Deal(1, 0), max_turns=2)
    assert (outcome.game["cut_short"], outcome.game["winners"], outcome.game["turns"]) == (1, 0, 4)


def test_an_answer_that_is_not_allowed():
    bot = Player(Bot("wrong", "", "", {"roll_again": lambda view, params: 2}), {})
    with pytest.raises(IllegalActionError, match="answered 2 to roll_again"):
        turn_of(bot, SIX)
