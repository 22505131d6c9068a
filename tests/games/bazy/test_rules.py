"""The reference beside the rule sheet, with dice as written down; and what comes with the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.bots import Player
from simkit.games.bazy.reference import options, play, points_of
from simkit.games.bazy.rules import Rules
from simkit.games.dice.rolls import code
from simkit.model.bot import Bot
from simkit.model.columns import MISSING
from simkit.registry import find_game
from tests.games.kit import Script, assert_page_is_whole, assert_seat_ratio, play_config, play_out, variant

GAME = find_game("bazy")
PRINTED = Rules()
MIDDLE = Player(Bot("middle", "", "", {}), {})
ZERO, NINE, FIFTEEN = "333333", "113446", "111666"  # rolls by their fewest points


def takes(face, seen=None):
    """A bot that takes a face where it can."""

    def base(view, option, params):
        if seen is not None:
            seen.append((view, option))
        return float(option.face == face)

    return Player(Bot("takes", "", "", {"base": base}), {})


def roll(dice):
    return tuple(map(int, dice))


@pytest.mark.parametrize(("base", "points"), [(3, 9), (4, 9), (1, 13), (6, 17)])
def test_the_example(base, points):
    assert points_of(roll("113446"), base) == points


def test_the_options_of_the_example():
    found = [(option.face, option.points, option.number, option.lower) for option in options(roll("113446"))]
    assert found == [(3, 9, 1, 2), (4, 9, 2, 3), (1, 13, 2, 0), (6, 17, 1, 5)]
    assert [(option.place, option.choices) for option in options(roll("113446"))] == [(k, 4) for k in range(4)]


def test_six_equal_dice_and_the_worst_roll():
    assert [option.points for option in options(roll("555555"))] == [0]
    assert options(roll("111666"))[0].points == 15


@given(st.lists(st.integers(1, 6), min_size=6, max_size=6))
def test_a_middle_die_is_best(dice):
    third, fourth = sorted(dice)[2:4]
    assert points_of(dice, third) == points_of(dice, fourth) == options(dice)[0].points


def game_of(rules, turns, players=None, **script):
    max_turns = script.pop("max_turns", 100)
    players = players or [MIDDLE] * len(turns)
    events, outcome = play_out(play, rules, players, Script(turns, **script), max_turns)
    return [event.text for event in events], outcome


def by_seat(outcome, name):
    return [outcome.game[f"{name}_{seat}"] for seat in range(1, 9) if f"{name}_{seat}" in outcome.game]


def test_whoever_exceeds_the_limit_is_out_and_the_last_one_left_wins():
    rules = Rules(limit=9)
    texts, outcome = game_of(rules, [[NINE, ZERO, FIFTEEN], [FIFTEEN], [NINE, NINE]])
    # seat 1: 9, 9; seat 2: 15, out; seat 3: 9, 18, out in round 2
    assert by_seat(outcome, "score") == [9, 15, 18]
    assert by_seat(outcome, "out_order") == [MISSING, 1, 2]
    assert by_seat(outcome, "seat_turns") == [2, 1, 2]
    assert (outcome.game["winners"], outcome.game["turns"], outcome.game["rounds"]) == (0b001, 5, 2)
    assert [row["is_over"] for row in outcome.turns] == [0, 1, 0, 0, 1]
    assert "is over 9" in texts


def test_exactly_the_limit_is_still_in():
    _, outcome = game_of(Rules(limit=15), [[FIFTEEN, ZERO], [FIFTEEN, NINE]])
    assert (by_seat(outcome, "score"), outcome.game["winners"]) == ([15, 24], 0b01)


def test_with_two_left_the_first_over_loses_though_the_other_has_had_fewer_turns():
    _, outcome = game_of(PRINTED.model_copy(update={"limit": 0}), [[NINE], []])
    assert (outcome.game["winners"], by_seat(outcome, "seat_turns")) == (0b10, [1, 0])


EQUAL = Rules(limit=9, equal_turns=True)


def test_equal_turns_play_the_round_to_its_end():
    _, outcome = game_of(EQUAL, [[FIFTEEN], [NINE]])
    assert (outcome.game["winners"], by_seat(outcome, "out_order")) == (0b10, [1, MISSING])
    _, outcome = game_of(EQUAL, [["113446"], ["111666"], ["111666"]])
    assert (outcome.game["winners"], by_seat(outcome, "out_order")) == (0b001, [MISSING, 1, 2])


def test_all_over_in_the_same_round_the_fewest_points_win():
    _, outcome = game_of(EQUAL, [[NINE, FIFTEEN], [NINE, NINE], [FIFTEEN]])
    assert by_seat(outcome, "score") == [24, 18, 15]  # seat 3 went out a round before, and is no longer asked
    assert (outcome.game["winners"], by_seat(outcome, "out_order")) == (0b010, [2, 3, 1])


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
    rules = EQUAL.model_copy(update={"tie": tie, "start": script.pop("start", "seat1"), "limit": 5})
    _, outcome = game_of(rules, [[FIFTEEN], [FIFTEEN]], **script)
    assert (outcome.game["winners"], outcome.game["tie_breaks"]) == (winners, rounds)


def test_level_seats_have_more_turns_until_one_has_fewer_points():
    rules = EQUAL.model_copy(update={"tie": "turn", "limit": 0})
    texts, outcome = game_of(rules, [[NINE, NINE, ZERO], [FIFTEEN], [NINE, NINE, NINE]])
    assert by_seat(outcome, "score") == [18, 15, 27]
    assert (outcome.game["winners"], outcome.game["tie_breaks"], outcome.game["rounds"]) == (0b001, 2, 3)
    assert by_seat(outcome, "out_order") == [1, 2, 3]
    assert texts.count("Seats 1 and 3 are level: one more turn each.") == 2


def test_a_game_is_cut_short():
    _, outcome = game_of(PRINTED, [[NINE] * 2, [ZERO] * 2], max_turns=2)
    game = outcome.game
    assert (game["cut_short"], game["winners"], game["turns"], game["rounds"]) == (1, 0, 4, 2)
    rules = EQUAL.model_copy(update={"tie": "turn", "limit": 0})
    _, outcome = game_of(rules, [[NINE] * 2, [NINE] * 2], max_turns=2)
    assert (outcome.game["cut_short"], outcome.game["tie_breaks"]) == (1, 2)


def test_who_begins():
    _, outcome = game_of(Rules(limit=0, start="two_dice"), [[], [NINE]], start=[["56", "11"], ["65", "12"]])
    assert (outcome.game["start"], outcome.game["winners"]) == (2, 0b01)


def test_the_lead_is_looked_at_after_whole_rounds():
    rolls = [[NINE, ZERO, ZERO, FIFTEEN], [FIFTEEN, ZERO, ZERO, ZERO, NINE], [NINE, ZERO, NINE, ZERO]]
    _, outcome = game_of(Rules(limit=23), rolls)
    # 9:15:9, 9:15:9, 9:15:18, out:15:18, out:out:18: nobody leads, nobody, seat 1, seat 2, seat 3
    assert (outcome.game["lead_changes"], outcome.game["half_leader"]) == (2, MISSING)
    rolls = [[ZERO, ZERO, NINE, FIFTEEN], [NINE, ZERO, ZERO]]
    _, outcome = game_of(Rules(limit=23), rolls)  # 0:9, 0:9, 9:9, 24 is out
    assert (outcome.game["lead_changes"], outcome.game["half_leader"]) == (1, 1)


def test_what_a_bot_sees_and_gives_away():
    seen = []
    players = [takes(6, seen), MIDDLE, MIDDLE]
    _, outcome = game_of(Rules(limit=20), [[NINE, NINE], [FIFTEEN, FIFTEEN], [NINE, NINE, NINE]], players)
    views = [view for view, option in seen if option.place == 0]
    assert [tuple(view)[1:] for view in views] == [
        (0, 0, 20, 3, 1, code(roll(NINE))),
        (17, 9, 3, 3, 2, code(roll(NINE))),
    ]
    assert [option.points for view, option in seen[:4]] == [9, 9, 13, 17]
    assert outcome.game["given_away_1"] == 16
    assert by_seat(outcome, "out_order") == [1, 2, MISSING]


def test_equal_dice_are_no_choice():
    seen = []
    game_of(Rules(limit=0), [[ZERO, NINE], [ZERO]], [takes(1, seen), MIDDLE])
    assert {view.turn for view, _ in seen} == {2}


def test_the_default_variant_is_the_printed_game():
    assert variant(GAME, GAME.variant) == PRINTED


def test_the_page_is_whole():
    assert_page_is_whole(GAME)


@pytest.mark.parametrize(("name", "batches"), [("bazy", 1), ("bazy-readings", 3)])
def test_the_configs_run(name, batches, tmp_path):
    rows = play_config(name, tmp_path).estimates()
    assert rows.filter(statistic="cut_short")["value"].to_list() == [0.0] * batches


def test_the_statistics_of_a_seat(tmp_path):
    run = play_config("bazy", tmp_path, settings=("run.seatings=fixed",))
    assert_seat_ratio(run, "points_per_turn", "score", "seat_turns")
    assert_seat_ratio(run, "given_away_per_turn", "given_away", "seat_turns")
    games, rows = run.games().collect(), run.estimates()
    for seat, value in rows.filter(statistic="first_out_rate").select("seat", "value").iter_rows():
        assert value == (games[f"out_order_{seat}"] == 1).sum() / len(games)
    for seat, value in rows.filter(statistic="seat_turns").select("seat", "value").iter_rows():
        assert value == games[f"seat_turns_{seat}"].mean()
