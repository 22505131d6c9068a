"""The reference beside the rule sheet: every clause with dice as written down."""

import pytest

from simkit.bots import IllegalActionError, Player
from simkit.games.general.boxes import BOXES, KARETA, PARA
from simkit.games.general.rules import Rules
from simkit.model.bot import Bot
from simkit.model.columns import MISSING
from tests.games.dice.played import keeps
from tests.games.general.known import BOOKLET, GAME
from tests.games.kit import Script, play_out

GREEDY = Player(Bot("greedy", "", "", {}), {})

CARD = [
    "11123",
    "22213",
    "33312",
    "44412",
    "55512",
    "66612",
    "66123",
    "66551",
    "66612",
    "12345",
    "23456",
    "66655",
    "66661",
]
CARD += ["66666", "66552"]
"""Fifteen rolls; in the order of the card they make every box."""
WORTH = [0, 0, 0, 0, 0, 0, 12, 22, 18, 15, 20, 38, 44, 80, 24]


def in_order():
    """A bot that writes the first box on the card that is legal."""
    return Player(Bot("in order", "", "", {"box": lambda view, option, params: -float(option.place)}), {})


def play(rules, players, turns, max_turns=10_000, **script):
    return play_out(GAME.reference(), rules, players, Script(turns, **script), max_turns)


def test_a_whole_card_of_one_seat():
    events, outcome = play(Rules(zero_policy="free", ratunek="free"), [in_order()], [CARD])
    game = outcome.game
    assert [game[f"{name}_1"] for name in BOXES] == WORTH
    assert [row["box"] for row in outcome.turns] == list(range(15))
    assert (game["score_1"], game["upper_1"], game["bonus_1"], game["rolls_1"]) == (sum(WORTH), 0, 0, 15)
    assert (game["winners"], game["turns"], game["rounds"], game["cut_short"]) == (1, 15, 15, 0)
    assert events[-1].text == f"Seat 1 wins. Points by seat: {sum(WORTH)}."


def test_dice_are_kept_rolled_and_written():
    events, outcome = play(BOOKLET, [keeps("66", "666")], [["66123 612 61"]], max_turns=1)
    row = outcome.turns[0]
    assert (row["rolls"], BOXES[row["box"]], row["points"]) == (3, "kareta", 44)
    assert [event.text for event in events if event.kind in ("roll", "asked", "write")] == [
        "rolls five dice: 6 6 1 2 3",
        "keeps 6 6",
        "rolls three dice: 6 1 2",
        "keeps 6 6 6",
        "rolls two dice: 6 1",
        "writes 44 into Kareta: now 44",
    ]


def test_a_bot_that_does_not_decide_writes_the_most_points_and_the_first_among_equals():
    _, outcome = play(BOOKLET, [GREEDY], [["44444"]], max_turns=1)
    assert BOXES[outcome.turns[0]["box"]] == "general"
    # 1-2-3-4-6 fits nothing: Ratunek 16 is more than any row.
    _, outcome = play(BOOKLET, [GREEDY], [["12346"]], max_turns=1)
    assert BOXES[outcome.turns[0]["box"]] == "ratunek"
    # Zeros at the end, in the order of the card.
    _, outcome = play(BOOKLET, [GREEDY], [["66661"] + ["12346"] * 14])
    assert [BOXES[row["box"]] for row in outcome.turns[-7:]] == BOXES_LEFT
    assert [row["points"] for row in outcome.turns[-7:]] == [0] * 7


BOXES_LEFT = ["para", "dwie_pary", "trojka", "maly_strit", "duzy_strit", "full", "general"]


def test_the_bonus_and_the_malus_are_given_with_the_last_row():
    rules = Rules(school_bonus=50, school_malus=-100, school_bonus_min=0)
    events, outcome = play(rules, [in_order()], [CARD[:6]], max_turns=6)
    assert (outcome.game["bonus_1"], outcome.game["score_1"], outcome.turns[-1]["points"]) == (50, 50, 0)
    assert "has all rows, 0 points: +50, now 50" in [event.text for event in events]
    _, outcome = play(rules, [in_order()], [["11234", *CARD[1:6]]], max_turns=6)
    assert (outcome.game["upper_1"], outcome.game["bonus_1"], outcome.game["score_1"]) == (-1, -100, -101)
    _, outcome = play(rules, [in_order()], [CARD[:5]], max_turns=5)
    assert outcome.game["bonus_1"] == 0


def test_first_roll_bonus():
    rules = Rules(first_roll_bonus=7)
    _, outcome = play(rules, [keeps("66661", "6666")], [["66661", "66661 1"]], max_turns=1)
    assert outcome.turns[0]["points"] == 51
    _, outcome = play(rules, [keeps("6666", "66661")], [["66661 1"]], max_turns=1)
    assert outcome.turns[0]["points"] == 44


def test_seats_play_in_order_and_the_highest_total_wins():
    low = ["12346"] * 15
    _, outcome = play(BOOKLET, [GREEDY, in_order()], [low, CARD])
    game = outcome.game
    assert [row["seat"] for row in outcome.turns[:4]] == [1, 2, 1, 2]
    assert game["winners"] == 0b10
    assert game["score_1"] == sum(game[f"{name}_1"] for name in BOXES) < game["score_2"]
    assert game["ratunek_1"] == 16
    assert game["seat_turns_1"] == game["seat_turns_2"] == 15


@pytest.mark.parametrize(
    ("tie", "winners", "rounds"), [("shared", 0b11, 0), ("roll", 0b10, 2), ("seat_order", 0b10, 0)]
)
def test_level_seats(tie, winners, rounds):
    rules = Rules(tie=tie, start="random")
    _, outcome = play(rules, [GREEDY, GREEDY], [CARD, CARD], ties=[["34", "11"], ["25", "12"]], lot=1)
    assert (outcome.game["winners"], outcome.game["tie_breaks"], outcome.game["start"]) == (winners, rounds, 2)


def test_a_cap_below_fifteen_cuts_the_game_short():
    _, outcome = play(BOOKLET, [GREEDY, GREEDY], [["66123"] * 2, ["66551"] * 2], max_turns=2)
    game = outcome.game
    assert (game["winners"], game["cut_short"], game["turns"], game["rounds"]) == (0, 1, 4, 2)
    assert [game["para_1"], game["dwie_pary_2"], game["kareta_1"]] == [12, 22, MISSING]
    _, outcome = play(BOOKLET, [GREEDY], [CARD], max_turns=15)
    assert outcome.game["cut_short"] == 0


def test_what_the_seat_sees():
    seen = []

    def keep(view, params):
        seen.append(view)
        return 31 if view.turn == 2 else 0b11000

    def box(view, option, params):
        seen.append((view, option))
        return float(option.box == 0)

    watcher = Player(Bot("watcher", "", "", {"keep": keep, "box": box}), {})
    play(BOOKLET, [watcher, GREEDY], [["11266 216 366", "54321"], ["12346", "66661"]], max_turns=2)
    first, second, asked = seen[0], seen[1], seen[2:]
    assert first[1:] == (1, 1, 2, 6, 6, 0o200012, 1, 2**15 - 1, 0, 0, 0, 1)
    assert second[1:7] == (1, 2, 6, 6, 6, 0o300011)
    assert (second.rolls, second.coin * 1024) == (2, 1)
    options = [option for _, option in asked[:9] if option.place == 0]
    view, option = asked[0]
    assert (view.rolls, view.coin * 1024, view.faces) == (3, 2, 0o400100)
    assert option == (0, 10, 0, -3)
    assert [(option.box, option.points) for _, option in asked[6:10]] == [(PARA, 12), (7, 24), (8, 18), (KARETA, 44)]
    assert len(options) == 1
    third = asked[10]
    assert (third.turn, third.open, third.score, third.upper, third.best_other) == (2, 2**15 - 2, -3, -3, 16)


@pytest.mark.parametrize("answer", [-1, 32])
def test_an_answer_out_of_range_is_refused(answer):
    player = Player(Bot("wild", "", "", {"keep": lambda view, params: answer}), {})
    with pytest.raises(IllegalActionError, match="wild"):
        play(BOOKLET, [player], [["12345"]], max_turns=1)


@pytest.mark.parametrize(("upper_zero", "places"), [("forbidden_rows_first", 2), ("forbidden", 9)])
def test_a_box_is_not_asked_for_when_there_is_only_one(upper_zero, places):
    asked = []

    def box(view, option, params):
        asked.append((view.turn, option.choices))
        return 0.0

    # Rows 2, 3, 4 and 6 and Para; then Ratunek, for nothing else fits; then 0 goes into any of rows 1
    # and 5 and seven combinations, the first of them here, or into these rows first; then zeros.
    play(Rules(upper_zero=upper_zero), [Player(Bot("watcher", "", "", {"box": box}), {})], [["23446"] * 15])
    choices = dict(asked)
    assert [choices.get(turn, 1) for turn in range(1, 16)] == [
        5,
        4,
        3,
        2,
        1,
        1,
        places,
        places - 1,
        7,
        6,
        5,
        4,
        3,
        2,
        1,
    ]
