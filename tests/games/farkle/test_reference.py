"""The reference beside the rule sheets: their worked turns, and every clause with dice as written down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.bots import IllegalActionError, Player
from simkit.errors import ContractError
from simkit.games.farkle.columns import BANKED, BUST, OVER, SHORT
from simkit.games.farkle.decisions import BANK, ROLL, View
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.strategies import BOTS
from simkit.model.bot import Bot
from simkit.model.columns import MISSING
from simkit.streams import Deal
from tests.games.farkle.known import RULES, TEN_THOUSAND, ZILCH
from tests.games.farkle.table import BANKER, Script, banks_at, play_out, told, turn_of

# Rolls of six dice by what they are worth at most with single 1s and 5s and triples; each uses as few dice as may be.
NOTHING, FIFTY, HUNDRED, TWO_HUNDRED, THOUSAND = "223346", "522346", "122346", "112346", "111236"


def result(row):
    return {name: row[name] for name in ("points", "lost", "dice_left", "rolls", "ended")}


def test_example_1_of_10000():
    row, texts = turn_of(TEN_THOUSAND, told("1", "roll", "555", "roll"), "133445 35556 26")
    assert result(row) == {"points": 0, "lost": 600, "dice_left": 2, "rolls": 3, "ended": BUST}
    assert "sets aside 5-5-5 (500): turn total 600" in texts


def test_example_2_of_10000_stopping_after_the_straight():
    row, _ = turn_of(TEN_THOUSAND, told("123456", "bank"), "123456")
    assert result(row) == {"points": 2000, "lost": 0, "dice_left": 6, "rolls": 1, "ended": BANKED}


def test_example_2_of_10000_rolling_six_again():
    row, _ = turn_of(TEN_THOUSAND, told("123456", "roll", "bank"), "123456 134466")
    assert result(row) == {"points": 2100, "lost": 0, "dice_left": 5, "rolls": 2, "ended": BANKED}


def test_example_3_of_10000():
    row, _ = turn_of(TEN_THOUSAND, told("roll"), "223445 23346")
    assert result(row) == {"points": 0, "lost": 50, "dice_left": 5, "rolls": 2, "ended": BUST}


def test_example_4_of_10000():
    to_9600 = "123456 123456 123456 123456 111666"
    turns = [to_9600, "115246", "223344", "444236"]
    events, outcome = play_out(TEN_THOUSAND, [banks_at(9600)], Script([turns]))
    assert [result(row) for row in outcome.turns[1:]] == [
        {"points": 0, "lost": 250, "dice_left": 3, "rolls": 1, "ended": SHORT},
        {"points": 0, "lost": 0, "dice_left": 6, "rolls": 1, "ended": BUST},
        {"points": 400, "lost": 0, "dice_left": 3, "rolls": 1, "ended": BANKED},
    ]
    game = outcome.game
    assert (game["score_1"], game["winners"], game["endgame_short"], game["busts_1"]) == (10_000, 1, 1, 1)
    assert game["hot_dice"] == 5  # none in the endgame's rolls, where dice are counted and not set aside
    assert "Seat 1, turn 2: 9,600 points, one roll for the missing 400" in [event.text for event in events]


def test_a_seat_below_the_endgame_may_win_10000_in_a_whole_turn():
    _, outcome = play_out(TEN_THOUSAND, [banks_at(2000)], Script([["123456"] * 5]))
    assert (outcome.game["turns"], outcome.game["winners"]) == (5, 1)


def test_endgame_in_one_turn():
    rules = Rules(target=1000, endgame="single_turn", endgame_from=500)
    turns = ["555236", "122346 22346", "122346 11134"]
    events, outcome = play_out(rules, [BANKER], Script([turns]))
    assert [row["points"] for row in outcome.turns] == [500, 0, 1100]
    assert outcome.game["minima_missed"] == 1
    assert "must roll on: 100 is less than the 500 needed to bank" in [event.text for event in events]


def test_zilch_needs_500_to_get_on_board_and_350_then():
    opening = "222134 16 5 555234"  # 300, 400, 450 with hot dice, 950
    events, outcome = play_out(ZILCH, [BANKER], Script([[opening, "444236", "333146"]]), max_turns=3)
    assert [row["points"] for row in outcome.turns] == [950, 400, 400]
    needed = [event.data["minimum"] for event in events if event.kind == "turn"]
    assert needed == [500, 350, 350]
    assert [event.text for event in events].count("must roll on: 300 is less than the 500 needed to bank") == 1


def test_the_minimum_itself_may_be_banked():
    row, _ = turn_of(ZILCH, BANKER, "555236")
    assert (row["points"], row["rolls"]) == (500, 1)


def test_turns_lost_below_the_minimum_are_counted():
    turns = [NOTHING, "555236 234", "122346 22346"]  # nothing set aside; enough, but rolled on; too little
    _, outcome = play_out(Rules(open_min=500), [banks_at(10_000)], Script([turns]), max_turns=3)
    assert (outcome.game["busts_1"], outcome.game["minima_missed"]) == (3, 1)


def test_hot_dice_must_be_rolled_in_zilch():
    row, texts = turn_of(ZILCH, BANKER, "123456 234663")
    assert result(row) == {"points": 0, "lost": 1500, "dice_left": 6, "rolls": 2, "ended": BUST}
    assert "must roll on after hot dice" in texts


def test_the_choice_between_four_of_a_kind_and_hot_dice_in_zilch():
    row, _ = turn_of(ZILCH, told("222233", "bank"), "222233 122346")
    assert result(row) == {"points": 2100, "lost": 0, "dice_left": 5, "rolls": 2, "ended": BANKED}
    row, _ = turn_of(ZILCH, told("2222", "bank"), "222233")
    assert result(row) == {"points": 4000, "lost": 0, "dice_left": 2, "rolls": 1, "ended": BANKED}


def test_dice_of_different_rolls_do_not_combine():
    row, _ = turn_of(Rules(), told("roll", "55", "bank"), "522346 55234")
    assert row["points"] == 150


def game_of(rules, turns, **script):
    players = [BANKER] * len(turns)
    max_turns = script.pop("max_turns", 10_000)
    return play_out(rules, players, Script(turns, **script), max_turns)[1].game


@pytest.mark.parametrize(("is_strict", "turns"), [(False, 1), (True, 2)])
def test_the_target_is_reached_or_exceeded(is_strict, turns):
    rules = Rules(target=100, target_strict=is_strict)
    assert game_of(rules, [[HUNDRED, HUNDRED]])["turns"] == turns


def test_without_a_last_round_the_seat_wins_at_once():
    game = game_of(Rules(target=100), [[HUNDRED], [], []])
    assert (game["turns"], game["winners"], game["score_1"], game["rounds"]) == (1, 0b001, 100, 1)


@pytest.mark.parametrize(
    ("lot", "turns", "played"),
    [
        pytest.param(0, [[FIFTY], [HUNDRED], [NOTHING]], [1, 1, 1], id="one seat is left"),
        pytest.param(0, [[FIFTY], [FIFTY], [HUNDRED]], [1, 1, 1], id="none is left"),
        pytest.param(1, [[NOTHING], [HUNDRED], [NOTHING]], [1, 1, 1], id="seat 2 begins, two are left"),
        pytest.param(2, [[HUNDRED], [NOTHING], [FIFTY]], [1, 1, 1], id="seat 3 begins, one is left"),
    ],
)
def test_the_rest_of_the_round(lot, turns, played):
    rules = Rules(target=100, final_round="rest_of_round", start="random")
    game = game_of(rules, turns, lot=lot)
    assert [game[f"seat_turns_{seat}"] for seat in (1, 2, 3)] == played


def test_all_others_once():
    rules = Rules(target=100, final_round="others_once")
    game = game_of(rules, [[FIFTY, THOUSAND], [HUNDRED], [TWO_HUNDRED]])
    assert [game[f"seat_turns_{seat}"] for seat in (1, 2, 3)] == [2, 1, 1]
    assert (game["winners"], game["rounds"], game["overtakings"]) == (0b001, 2, 2)


def test_levelling_is_no_overtaking():
    rules = Rules(target=100, final_round="others_once")
    game = game_of(rules, [[HUNDRED], [HUNDRED]])
    assert (game["overtakings"], game["winners"]) == (0, 0b11)


def test_level_seats_roll_until_one_is_ahead():
    rules = Rules(target=100, final_round="others_once", tie="roll")
    ties = [[NOTHING, FIFTY, FIFTY], [NOTHING, FIFTY, HUNDRED], []]
    game = game_of(rules, [[HUNDRED], [HUNDRED], [FIFTY]], ties=ties)
    assert (game["tie_breaks"], game["winners"]) == (3, 0b010)
    assert [game[f"score_{seat}"] for seat in (1, 2, 3)] == [200, 250, 50]
    assert [game[f"rolls_{seat}"] for seat in (1, 2, 3)] == [1, 1, 1]


def test_only_the_best_of_a_tie_roll_again():
    rules = Rules(target=100, final_round="others_once", tie="roll")
    ties = [[FIFTY], [HUNDRED, FIFTY], [HUNDRED, NOTHING]]
    game = game_of(rules, [[HUNDRED]] * 3, ties=ties)
    assert (game["tie_breaks"], game["winners"]) == (2, 0b010)


def test_an_endless_tie_is_an_error(monkeypatch):
    monkeypatch.setattr("simkit.games.dice.story.MOST_TIE_BREAKS", 3)
    rules = Rules(target=100, final_round="others_once", tie="roll")
    with pytest.raises(ContractError, match="seats 1 and 2 are still level after 3 rounds"):
        game_of(rules, [[HUNDRED]] * 2, ties=[[FIFTY] * 3] * 2)


def test_a_game_is_cut_short():
    game = game_of(Rules(), [[NOTHING, HUNDRED]] * 2, max_turns=2)
    assert (game["cut_short"], game["winners"], game["turns"], game["rounds"]) == (1, 0, 4, 2)


def test_a_last_round_is_not_cut_short():
    rules = Rules(target=100, final_round="others_once")
    game = game_of(rules, [[FIFTY, NOTHING], [HUNDRED]], max_turns=1)
    assert (game["cut_short"], game["winners"], game["seat_turns_1"]) == (0, 0b10, 2)


def test_the_highest_sum_of_two_dice_begins():
    rules = Rules(target=100, start="two_dice")
    game = game_of(rules, [[], [HUNDRED], []], start=[["36", "11"], ["45", "21"], ["12"]])
    assert (game["start"], game["winners"]) == (2, 0b010)


def test_an_endless_start_is_an_error(monkeypatch):
    monkeypatch.setattr("simkit.games.dice.story.MOST_TIE_BREAKS", 2)
    with pytest.raises(ContractError, match="seats 1 and 2 are still level after 2 rounds"):
        game_of(Rules(start="two_dice"), [[], []], start=[["36"] * 2, ["45"] * 2])


def test_a_seat_drawn_by_lot_begins():
    assert game_of(Rules(target=100, start="random"), [[], [], [HUNDRED]], lot=2)["start"] == 3


def test_changes_of_the_lead():
    turns = [[HUNDRED, HUNDRED, FIFTY], [TWO_HUNDRED, NOTHING, NOTHING]]
    game = game_of(Rules(), turns, max_turns=3)  # 1 leads, 2, both, both, 1, 1
    assert (game["lead_changes"], game["half_leader"]) == (2, MISSING)


@pytest.mark.parametrize(
    ("turns", "half_leader"),
    [
        pytest.param([[HUNDRED], []], MISSING, id="half of one turn is none"),
        pytest.param([[FIFTY, FIFTY], [NOTHING]], 1, id="half of three turns is one"),
        pytest.param([[HUNDRED]], MISSING, id="a lone seat, one turn"),
        pytest.param([[NOTHING, HUNDRED]], 1, id="a lone seat leads without points"),
    ],
)
def test_the_leader_at_half_way(turns, half_leader):
    assert game_of(Rules(target=100), turns)["half_leader"] == half_leader


def test_counters_of_a_seat():
    game = game_of(Rules(target=800), [["155522", HUNDRED, NOTHING, "123456"]])
    assert [game[f"{name}_1"] for name in ("score", "seat_turns", "busts", "rolls", "best_turn")] == [850, 4, 1, 4, 600]


def test_what_the_seat_sees():
    seen = []
    rules = Rules(target=1000, target_strict=True, bank_min=100, final_round="others_once")
    turns = [["115236 155 122346", NOTHING], ["111126"]]
    play_out(rules, [banks_at(500, seen), banks_at(0, seen)], Script(turns), max_turns=1)
    assert seen == [
        View(0, 250, 3, 0, 0, 100, 1001, 0, 1, 1, 0o010002, 0, 0, 0),
        View(1 / 1024, 450, 6, 0, 0, 100, 1001, 0, 1, 2, 0, 0, 0, 0),  # after hot dice
        View(2 / 1024, 550, 5, 0, 0, 100, 1001, 0, 1, 3, 0o000001, 0, 0, 0),
        View(0, 1100, 2, 0, 550, 100, 1001, 0, 1, 1, 0o000004, 0, 0, 0),
    ]


def test_a_lone_seat_sees_no_other_points():
    seen = []
    play_out(Rules(target=100), [banks_at(0, seen)], Script([[HUNDRED]]))
    assert [view.best_other for view in seen] == [0]


def test_what_the_seat_sees_in_the_last_round():
    seen = []
    rules = Rules(target=100, final_round="others_once")
    play_out(rules, [BANKER, banks_at(0, seen)], Script([[HUNDRED], [FIFTY]]))
    assert seen == [View(0, 50, 5, 0, 100, 0, 100, 1, 1, 1, 0o010000, 0, 0, 0)]


def test_one_coin_for_each_decision_that_is_asked():
    coins = []

    def roll_again(view, params):
        coins.append(("roll_again", view.coin))
        return BANK if view.rolls == 3 else ROLL

    def set_aside(view, option, params):
        coins.append(("set_aside", view.coin))
        return 0.0

    player = Player(Bot("coins", "", "", {"roll_again": roll_again, "set_aside": set_aside}), {})
    turn_of(Rules(), player, "152346 1234 123")  # two dice taken, then a single option, twice
    asked = [("set_aside", 0)] * 3 + [("roll_again", 1 / 1024), ("roll_again", 2 / 1024), ("roll_again", 3 / 1024)]
    assert coins == asked


def test_a_bot_without_a_say_takes_the_most_points_and_banks():
    row, _ = turn_of(Rules(), BANKER, "155522")
    assert result(row) == {"points": 600, "lost": 0, "dice_left": 2, "rolls": 1, "ended": BANKED}


def test_illegal_answers_are_errors():
    with pytest.raises(IllegalActionError, match="answered 2 to roll_again"):
        turn_of(Rules(), Player(Bot("bad", "", "", {"roll_again": lambda view, params: 2}), {}), HUNDRED)
    nan = Player(Bot("bad", "", "", {"set_aside": lambda view, option, params: float("nan")}), {})
    with pytest.raises(IllegalActionError, match="as NaN"):
        turn_of(Rules(), nan, TWO_HUNDRED)


@given(
    name=st.sampled_from(sorted(RULES)),
    lineup=st.lists(st.sampled_from(BOTS), min_size=1, max_size=8),
    seed=st.integers(0, 2**63 - 1),
    deal=st.integers(0, 2**40),
)
def test_points_are_neither_lost_nor_made(name, lineup, seed, deal):
    players = [Player(bot, {}) for bot in lineup]
    _, outcome = play_out(RULES[name], players, Deal(seed, deal), max_turns=12)
    game, turns = outcome.game, outcome.turns
    for seat in range(1, len(lineup) + 1):
        own = [row for row in turns if row["seat"] == seat]
        banked = sum(row["points"] - row["penalty"] for row in own)
        banked -= sum(row["taken"] for row in turns if row["challenged"] == seat)
        assert game[f"score_{seat}"] == banked or (game["tie_breaks"] and game[f"score_{seat}"] > banked)
        assert game[f"seat_turns_{seat}"] == len(own)
        assert game[f"rolls_{seat}"] == sum(row["rolls"] for row in own)
        assert game[f"busts_{seat}"] == sum(row["ended"] == BUST for row in own)
        assert game[f"best_turn_{seat}"] == max((row["points"] for row in own), default=0)
    assert all((row["points"] > 0) == (row["ended"] == BANKED) for row in turns)
    assert all(row["points"] == 0 or row["lost"] == 0 for row in turns)
    assert game["turns"] == len(turns)
    assert (game["winners"] == 0) == bool(game["cut_short"])


def test_the_bonus_for_a_roll_that_scores_nothing():
    rules = Rules(none_first=500)
    row, texts = turn_of(rules, banks_at(600), "223346 122346")
    assert result(row) == {"points": 600, "lost": 0, "dice_left": 5, "rolls": 2, "ended": BANKED}
    assert "nothing scores: 500 for that, turn total 500, and all dice again" in texts
    row, _ = turn_of(rules, banks_at(2000), "122346 22346")  # five dice
    assert result(row) == {"points": 0, "lost": 100, "dice_left": 5, "rolls": 2, "ended": BUST}


@pytest.mark.parametrize("is_first_only", [False, True])
def test_the_bonus_after_hot_dice(is_first_only):
    rules = Rules(none_first=500, none_first_only=is_first_only, straight6=1500)
    row, _ = turn_of(rules, banks_at(2050), "123456 223346 522346")
    if is_first_only:
        assert result(row) == {"points": 0, "lost": 1500, "dice_left": 6, "rolls": 2, "ended": BUST}
    else:
        assert result(row) == {"points": 2050, "lost": 0, "dice_left": 5, "rolls": 3, "ended": BANKED}


@pytest.mark.parametrize(("is_reset", "scores"), [(True, [0, -500, -500, -1000]), (False, [0, -500, -1000, -1500])])
def test_busts_in_a_row_cost_points(is_reset, scores):
    rules = Rules(streak_busts=2, streak_penalty=500, streak_reset=is_reset)
    events, outcome = play_out(rules, [BANKER], Script([[NOTHING] * 4]), max_turns=4)
    assert [row["score"] for row in outcome.turns] == scores
    assert outcome.game["streak_penalties"] == (2 if is_reset else 3)
    assert "loses 500 points for 2 busts in a row: now -500" in [event.text for event in events]


def test_a_banked_turn_ends_the_row_of_busts():
    seen = []
    rules = Rules(streak_busts=3, streak_penalty=500)
    turns = [NOTHING, NOTHING, HUNDRED, NOTHING, NOTHING, FIFTY]
    _, outcome = play_out(rules, [banks_at(0, seen)], Script([turns]), max_turns=6)
    assert outcome.game["score_1"] == 150
    assert [(view.streak, view.penalty) for view in seen] == [(2, 500), (2, 500)]


def test_the_target_must_be_met_exactly():
    rules = Rules(target=300, exact_target=True, bank_min=200)
    events, outcome = play_out(rules, [BANKER], Script([["112346", TWO_HUNDRED, HUNDRED]]))
    assert [(row["points"], row["lost"], row["ended"]) for row in outcome.turns] == [
        (200, 0, BANKED), (0, 200, OVER), (100, 0, BANKED)
    ]  # fmt: skip
    assert (outcome.game["winners"], outcome.game["overshot"]) == (1, 1)
    assert "is over the target by 100: nothing counts" in [event.text for event in events]


def test_an_endgame_roll_must_meet_an_exact_target():
    rules = Rules(target=300, exact_target=True, endgame="single_roll", endgame_from=200)
    _, outcome = play_out(rules, [BANKER], Script([[TWO_HUNDRED, TWO_HUNDRED, FIFTY, HUNDRED]]))
    assert [row["ended"] for row in outcome.turns] == [BANKED, OVER, SHORT, BANKED]


def test_a_pyramid_in_a_turn():
    rules = Rules(kinds="fixed", pyramiding="kinds")
    row, texts = turn_of(rules, told("roll", "55", "roll", "bank"), "522346 55234 523")
    assert (row["points"], row["dice_left"]) == (4000, 2)
    assert "sets aside 5 5, which makes 5-5-5 (500): turn total 500" in texts
    assert row["scored"] == 0b1110  # fives, triples, four of a kind


def test_hot_dice_empty_the_pyramid():
    rules = Rules(kinds="fixed", pyramiding="kinds")
    row, _ = turn_of(rules, told("11", "roll", "5555", "roll", "bank"), "112346 5555 522346")
    assert row["points"] == 200 + 4000 + 50


def test_five_dice():
    rules = Rules(dice=5, tie="roll", target=100, final_round="others_once")
    events, outcome = play_out(rules, [BANKER] * 2, Script([["12234"], ["12234"]], ties=[["22334"], ["52234"]]))
    assert outcome.game["winners"] == 0b10
    assert [row["dice_left"] for row in outcome.turns] == [4, 4]
    assert "Seat 2 rolls five dice to break the tie: 5 2 2 3 4, 50 points." in [event.text for event in events]


def test_turns_banked_right_after_hot_dice_are_counted():
    game = game_of(Rules(target=2000, straight6=1500), [["155522", "122346", "123456"]])
    assert (game["hot_dice"], game["hot_dice_ends"]) == (1, 1)
