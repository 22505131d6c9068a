"""The reference beside the rule sheet of Skreślanka 2: its examples, and every clause with dice as written down."""

import pytest

from simkit.bots import IllegalActionError, Player
from simkit.games.skreslanka_2.columns import NUMBERS
from simkit.games.skreslanka_2.reference import play
from simkit.games.skreslanka_2.rules import Rules
from simkit.model.bot import Bot
from simkit.model.columns import MISSING
from tests.games.kit import Script, play_out

NOBODY = Player(Bot("nobody", "", "", {}), {})
"""A bot that decides nothing: it waives every second throw."""


def told(*answers, seen=None):
    """A bot that throws as many dice more as it is told, in order."""
    left = list(answers)

    def second_throw(view, params):
        if seen is not None:
            seen.append(view)
        return left.pop(0)

    return Player(Bot("told", "", "", {"second_throw": second_throw}), {})


def game_of(player, turns, **rules):
    """Events and outcome of a lone seat that has as many turns as are written down."""
    return play_out(play, Rules(turns=len(turns), **rules), [player], Script([turns]))


def test_the_three_worked_turns():
    seen = []
    events, outcome = game_of(told(0, 2, 1, seen=seen), ["356", "135 45", "236 3"])
    assert [row["crossed"] for row in outcome.turns] == [14, 18, MISSING]
    assert [(row["first_sum"], row["more"], row["total"], row["score"]) for row in outcome.turns] == [
        (14, 0, 14, 1),
        (9, 2, 18, 2),
        (11, 1, 14, 2),
    ]
    game = outcome.game
    assert (game["score_1"], game["wasted_1"], game["one_more_1"], game["two_more_1"]) == (2, 1, 1, 1)
    assert (game["fell_14_1"], game["fell_18_1"], game["fell_3_1"]) == (1, 2, MISSING)
    assert "14 is not open: crosses off nothing" in [event.text for event in events]
    all_open = 2**16 - 1
    assert [(view.sum, view.open, view.score, view.turn, view.turns_after) for view in seen] == [
        (14, all_open, 0, 1, 2),
        (9, all_open - 2**11, 1, 2, 1),
        (11, all_open - 2**11 - 2**15, 2, 3, 0),
    ]


def test_more_than_18_and_less_than_3_are_not_on_the_card():
    _, outcome = game_of(told(1, 2), ["666 1", "666 66"])
    assert [(row["total"], row["crossed"]) for row in outcome.turns] == [(19, MISSING), (30, MISSING)]
    _, outcome = game_of(told(0, 2), ["11", "66 66"], first_dice=2)
    assert [(row["total"], row["crossed"]) for row in outcome.turns] == [(2, MISSING), (24, MISSING)]
    assert outcome.game["wasted_1"] == 2


def test_the_last_turn_is_the_end_and_the_most_numbers_win():
    rules = Rules(turns=2)
    _, outcome = play_out(play, rules, [NOBODY] * 2, Script([["111", "111"], ["111", "112"]]))
    game = outcome.game
    assert (game["winners"], game["turns"], game["rounds"], game["score_1"], game["score_2"]) == (2, 4, 2, 1, 2)


def test_ties():
    turns = Script([["111"], ["222"], ["333"]], start=[["12"], ["66"], ["34"]], ties=[["12"], ["33"], ["15"]])
    for tie, winners, rounds in (("shared", 7, 0), ("seat_order", 2, 0), ("roll", 0, 0)):
        if tie == "roll":  # 33 and 15 are level after the first round
            turns.ties, winners, rounds = [["12"], ["33", "12"], ["15", "13"]], 4, 2
            turns.ties = [[rolls[0], *rolls[1:]] for rolls in turns.ties]
        rules = Rules(turns=1, tie=tie, start="two_dice")
        game = play_out(play, rules, [NOBODY] * 3, turns)[1].game
        assert (game["winners"], game["tie_breaks"], game["start"]) == (winners, rounds, 2)


CARD = ["111", "112", "113", "114", "115", "116", "126", "136", "146", "156", "166", "266", "366", "466", "566", "666"]
"""Three dice for 3, 4, ..., 18."""


def test_the_first_complete_card_wins_at_once():
    rules = Rules(mode="clear_all", turns=1)
    _, outcome = play_out(play, rules, [NOBODY] * 2, Script([CARD, CARD]))
    game = outcome.game
    assert (game["winners"], game["turns"], game["last_number_1"], game["last_number_2"]) == (1, 31, 18, MISSING)
    assert [game[f"fell_{number}_1"] for number in NUMBERS] == list(range(1, 17))


def test_a_complete_card_goes_on_to_the_last_turn():
    _, outcome = game_of(NOBODY, [*CARD, "111"])
    assert (outcome.game["score_1"], outcome.game["wasted_1"], outcome.game["turns"]) == (16, 1, 17)


def test_the_length_cap():
    rules = Rules(turns=3)
    turns = [["111"] * 3] * 2
    _, cut = play_out(play, rules, [NOBODY] * 2, Script(turns), max_turns=2)
    assert (cut.game["cut_short"], cut.game["winners"], cut.game["turns"]) == (1, 0, 4)
    _, whole = play_out(play, rules, [NOBODY] * 2, Script(turns), max_turns=3)
    assert (whole.game["cut_short"], whole.game["winners"], whole.game["turns"]) == (0, 3, 6)


def test_an_answer_that_is_not_allowed():
    with pytest.raises(IllegalActionError, match="answered 3 to second_throw"):
        game_of(told(3), ["111"])
