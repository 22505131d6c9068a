"""Topping, piggybacking, challenging, other ends of a turn and of the game: every clause with dice as written down."""

import pytest

from simkit.bots import Player
from simkit.games.farkle.columns import BANKED, BUST, SHORT
from simkit.games.farkle.decisions import BANK, FRESH, ROLL, TAKE_OVER
from simkit.games.farkle.rules import Rules
from simkit.model.bot import Bot
from simkit.model.columns import MISSING
from tests.games.farkle.known import TEN_THOUSAND
from tests.games.farkle.table import BANKER, Script, banks_at, play_out, turn_of
from tests.games.farkle.test_reference import FIFTY, HUNDRED, NOTHING, THOUSAND, TWO_HUNDRED, game_of, result


def rows_of(rules, turns, players=None, max_turns=10_000, **script):
    """Rows of the turns, by what a test looks at."""
    _, outcome = play_out(rules, players or [BANKER] * len(turns), Script(turns, **script), max_turns)
    return outcome.turns, outcome.game


@pytest.mark.parametrize(("bank_min", "points", "ended"), [(0, 300, BANKED), (350, 0, SHORT)])
def test_the_turn_ends_when_all_dice_are_set_aside(bank_min, points, ended):
    rules = Rules(hot_dice="end", bank_min=bank_min, triples=(0, 50, 0, 0, 0, 0))
    row, texts = turn_of(rules, BANKER, "222115")
    assert (row["points"], row["lost"], row["ended"]) == (points, 300 - points, ended)
    assert ("must end with all dice set aside: 300 is less than the 350 needed to bank" in texts) == (ended == SHORT)


def test_a_turn_lost_at_its_end_counts_as_a_missed_minimum():
    rules = Rules(hot_dice="end", bank_min=500)
    game = game_of(rules, [["222115"]], max_turns=1)
    assert (game["minima_missed"], game["busts_1"], game["hot_dice"], game["hot_dice_ends"]) == (1, 0, 1, 0)


def test_hot_dice_over_several_rolls_end_the_turn_where_it_takes_one_roll():
    rules = Rules(hot_scope="roll", hot_dice="must")
    row, _ = turn_of(rules, banks_at(10_000), "222346 155")
    assert result(row) == {"points": 400, "lost": 0, "dice_left": 6, "rolls": 2, "ended": BANKED}
    row, _ = turn_of(rules, banks_at(450), "222115 522346")  # in one roll it has to be rolled on
    assert (row["points"], row["rolls"]) == (500, 2)


@pytest.mark.parametrize(
    ("tries", "points", "rolls", "ended"), [(1, 0, 1, SHORT), (2, 0, 2, BUST), (3, 400, 3, BANKED)]
)
def test_tries_in_the_endgame(tries, points, rolls, ended):
    rules = Rules(**{**TEN_THOUSAND.model_dump(), "endgame_tries": tries})
    first = "123456 123456 123456 123456 111666"
    rows, game = rows_of(rules, [[first, "115246 223346 444236"]], [banks_at(9_600)], max_turns=2)
    assert (rows[1]["points"], rows[1]["rolls"], rows[1]["ended"]) == (points, rolls, ended)
    assert game["endgame_short"] == (tries == 1)


def test_a_fixed_number_of_rounds():
    rows, game = rows_of(Rules(rounds=2, target=0, start="random"), [[FIFTY] * 2, [HUNDRED] * 2], lot=1)
    assert [row["seat"] for row in rows] == [2, 1, 2, 1]
    assert (game["winners"], game["rounds"], game["cut_short"]) == (0b10, 2, 0)


def test_rounds_end_a_last_round():
    rules = Rules(rounds=1, target=100, final_round="others_once")
    rows, game = rows_of(rules, [[FIFTY], [HUNDRED]])
    assert (len(rows), game["winners"]) == (2, 0b10)


def test_level_seats_have_one_more_turn_each():
    rules = Rules(target=100, final_round="others_once", tie="turn")
    turns = [[HUNDRED, FIFTY, FIFTY], [HUNDRED, FIFTY, NOTHING], [FIFTY]]
    rows, game = rows_of(rules, turns)
    assert [row["seat"] for row in rows] == [1, 2, 3, 1, 2, 1, 2]
    assert (game["winners"], game["tie_breaks"], game["rounds"], game["score_1"]) == (0b001, 2, 3, 200)


def test_a_tie_that_is_cut_short():
    rules = Rules(target=100, final_round="others_once", tie="turn")
    _, game = rows_of(rules, [[HUNDRED, FIFTY], [HUNDRED, FIFTY]], max_turns=2)
    assert (game["winners"], game["cut_short"], game["rounds"]) == (0, 1, 2)


def test_the_first_of_level_seats_in_playing_order_wins():
    rules = Rules(target=100, final_round="others_once", tie="seat_order", start="random")
    assert game_of(rules, [[HUNDRED], [FIFTY, NOTHING], [HUNDRED]], lot=1)["winners"] == 0b100


@pytest.mark.parametrize(("is_kept", "points"), [(True, 0), (False, 50)])
def test_the_minimum_in_the_last_round(is_kept, points):
    rules = Rules(target=100, bank_min=100, final_round="others_once", final_min=is_kept)
    rows, _ = rows_of(rules, [[HUNDRED], [FIFTY + (" 22346" if is_kept else "")]])
    assert rows[1]["points"] == points


@pytest.mark.parametrize(("topping", "needed"), [("off", 0), ("at_least", 200), ("strict", 201)])
def test_topping(topping, needed):
    seen = []
    rules = Rules(topping=topping)
    turns = [[TWO_HUNDRED], [THOUSAND], [NOTHING]]
    play_out(rules, [BANKER, banks_at(0, seen), BANKER], Script(turns), max_turns=1)
    assert [view.minimum for view in seen] == [needed]


def test_a_bust_or_a_lone_seat_asks_for_no_topping():
    seen = []
    rules = Rules(topping="strict")
    play_out(rules, [BANKER, banks_at(0, seen)], Script([[NOTHING], [FIFTY]]), max_turns=1)
    play_out(rules, [banks_at(0, seen)], Script([[HUNDRED, FIFTY]]), max_turns=2)
    assert [view.minimum for view in seen] == [0, 0, 0]


def test_turns_that_topping_voids_are_counted():
    rules = Rules(topping="strict", bank_min=100)
    rows, game = rows_of(rules, [[TWO_HUNDRED], ["112346 2234"], [FIFTY + " 22346"]], max_turns=1)
    assert [row["points"] for row in rows] == [200, 0, 0]
    assert (game["topping_missed"], game["minima_missed"]) == (1, 1)


def taker(answer, seen):
    def take_over(view, params):
        seen.append(view)
        return answer

    return Player(Bot("taker", "", "", {"take_over": take_over}), {})


@pytest.mark.parametrize(("answer", "points"), [(TAKE_OVER, 300), (FRESH, 100)])
def test_piggybacking(answer, points):
    seen = []
    rules = Rules(piggyback=True)
    second = "1234" if answer == TAKE_OVER else HUNDRED
    rows, game = rows_of(rules, [[TWO_HUNDRED], [second]], [BANKER, taker(answer, seen)], max_turns=1)
    assert [(view.turn_total, view.dice, view.rolls, view.frozen) for view in seen] == [(200, 4, 0, 2)]
    assert (rows[1]["points"], rows[1]["taken_over"]) == (points, 200 if answer == TAKE_OVER else 0)
    assert (game["score_1"], game["score_2"], game["take_overs"]) == (200, points, answer == TAKE_OVER)


def test_what_was_taken_over_is_lost_in_a_bust_and_stays_with_the_seat_before():
    rows, game = rows_of(Rules(piggyback=True), [[TWO_HUNDRED], ["2234"]], [BANKER, taker(TAKE_OVER, [])], 1)
    assert (rows[1]["lost"], rows[1]["taken_over"], game["score_1"], game["score_2"]) == (200, 200, 200, 0)


def test_nothing_is_taken_over_after_a_bust_or_from_oneself():
    seen = []
    rules = Rules(piggyback=True)
    play_out(rules, [BANKER, taker(FRESH, seen)], Script([[NOTHING], [FIFTY]]), max_turns=1)
    play_out(rules, [taker(FRESH, seen)], Script([[FIFTY, FIFTY]]), max_turns=2)
    assert seen == []


def test_pyramids_are_taken_over_with_the_dice():
    rules = Rules(piggyback=True, pyramiding="kinds", kinds="fixed")
    rows, _ = rows_of(rules, [["222346"], ["234"]], [BANKER, taker(TAKE_OVER, [])], max_turns=1)
    assert rows[1]["points"] == 4000


def challenger(*seats, bank_at=0, seen=None):
    """A bot that challenges the seats named, in order, each time that it is asked; 0 is nobody."""
    left = list(seats)

    def challenge(view, rival, params):
        if rival.place == 0 and seen is not None:
            seen.append(view)
        wanted = left[0]
        if rival.place == rival.choices - 1:
            left.pop(0)
        return float(rival.seat == wanted)

    def roll_again(view, params):
        if seen is not None:
            seen.append(view)
        return BANK if view.turn_total >= bank_at else ROLL

    return Player(Bot("challenger", "", "", {"challenge": challenge, "roll_again": roll_again}), {})


CHALLENGE = Rules(challenge="on")


def test_a_challenge_that_is_banked_is_taken_off_the_other_seat():
    seen = []
    turns = [[THOUSAND], [TWO_HUNDRED], [NOTHING]]
    rows, game = rows_of(CHALLENGE, turns, [BANKER, challenger(1, seen=seen), BANKER], max_turns=1)
    assert [game[f"score_{seat}"] for seat in (1, 2, 3)] == [800, 200, 0]
    assert (rows[1]["challenged"], rows[1]["taken"], rows[0]["challenged"]) == (1, 200, MISSING)
    assert [(view.penalty, view.challenged) for view in seen] == [(0, 0), (600, 1)]
    assert [game[f"{name}_1"] for name in ("challenges", "challenges_won", "challenge_gain", "challenge_paid")] == [
        1, 1, 200, 0
    ]  # fmt: skip


def test_a_zilch_in_the_first_challenge_costs_600_also_before_the_seat_is_on_board():
    rows, game = rows_of(CHALLENGE, [[NOTHING], [THOUSAND]], [challenger(2), BANKER], max_turns=1)
    assert (game["score_1"], game["score_2"], rows[0]["penalty"], rows[0]["score"]) == (-600, 1000, 600, -600)
    assert game["challenge_paid_1"] == 600


@pytest.mark.parametrize(("floor", "scores"), [("none", [-150, 200]), ("zero", [0, 200])])
def test_the_floor_of_a_challenge(floor, scores):
    rules = Rules(challenge="on", challenge_floor=floor)
    _, game = rows_of(rules, [[FIFTY], [TWO_HUNDRED]], [BANKER, challenger(1)], max_turns=1)
    assert [game["score_1"], game["score_2"]] == scores
    assert game["challenge_gain_1"] == (200 if floor == "none" else 50)


def test_each_challenge_is_used_once_and_the_second_from_the_split_on():
    rules = Rules(challenge="on", challenge_split=200, challenge_penalty=(10, 20))
    turns = [[HUNDRED, HUNDRED, NOTHING, HUNDRED], [NOTHING] * 4]
    # asked in turn 1 (declined), 2 (used), and in 3 with the second; not in 4
    _, game = rows_of(rules, turns, [challenger(0, 2, 2), BANKER], max_turns=4)
    assert (game["challenges_1"], game["challenges_2"], game["challenge_paid_2"]) == (1, 1, 20)
    assert game["score_1"] == 280


def test_the_first_challenge_is_forfeited_at_the_split():
    rules = Rules(challenge="on", challenge_split=1000, challenge_penalty=(10, 20))
    turns = [[THOUSAND, HUNDRED], [TWO_HUNDRED, NOTHING]]
    # seat 1 reaches the split, seat 2 pulls it below: seat 1 has no challenge to use
    _, game = rows_of(rules, turns, [challenger(0), challenger(1, 0)], max_turns=2)
    assert (game["score_1"], game["challenges_1"], game["challenges_2"]) == (900, 1, 0)


def test_a_challenge_may_need_a_banked_turn():
    rules = Rules(challenge="on", challenge_needs_board=True)
    _, game = rows_of(rules, [[HUNDRED, FIFTY], [NOTHING] * 2], [challenger(2), BANKER], max_turns=2)
    assert game["score_2"] == -50


def test_a_challenge_pulls_the_leader_below_the_target_and_the_last_round_goes_on():
    rules = Rules(challenge="on", target=1000, final_round="others_once")
    turns = [[THOUSAND], [TWO_HUNDRED], [FIFTY]]
    rows, game = rows_of(rules, turns, [BANKER, challenger(1), BANKER])
    assert (len(rows), game["score_1"], game["winners"]) == (3, 800, 0b001)


def test_a_challenge_lost_in_a_row_of_busts_costs_both_penalties():
    rules = Rules(challenge="on", streak_busts=1, streak_penalty=100)
    rows, game = rows_of(rules, [[NOTHING], [NOTHING]], [challenger(2), BANKER], max_turns=1)
    assert [row["penalty"] for row in rows] == [700, 100]
    assert game["score_1"] == -700
