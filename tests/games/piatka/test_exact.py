"""Published values against dynamic programmes, and the compiled kernel against them: see ``kit`` for false alarms."""

import math
from functools import cache

import pytest

from simkit.bots import parameter_values
from simkit.games.dice.laws import mean, turns_to_reach, variance
from simkit.games.piatka.columns import BUST, GAME, TURN
from simkit.games.piatka.exact import Policy, State, best_policy, best_stops, bot_policy, lowest, turn_law
from simkit.games.piatka.rules import Rules
from simkit.games.piatka.strategies import BOTS
from simkit.model.columns import MAX_SEATS
from simkit.registry import find_game
from tests.games.kit import assert_mean, assert_share, assert_variance, known, simulate

PIATKA = find_game("piatka")
EXACT = known("piatka")
RULES = {per_roll: Rules(per_roll=per_roll) for per_roll in ("exactly_one", "one_or_more")}
PRINTED = Rules()
DEALS = 20_000  # of ten turns
BY_NAME = {bot.name: bot for bot in BOTS}


@cache
def law_of(per_roll, name, **params):
    bot = BY_NAME[name]
    return turn_law(RULES[per_roll], bot_policy(bot, parameter_values(bot, params)))


def sd(law):
    return math.sqrt(variance(law))


def test_the_best_play():
    # Some choices are equal in their means, so that the best play is not the only one: the published spread lies
    # between that of taking the first and the last among equals.
    best, row = best_policy(PRINTED), EXACT["best"]
    last = Policy(lambda state, choices: len(choices) - 1 - best.choose(state, choices[::-1]), best.stops)
    laws = [turn_law(PRINTED, best), turn_law(PRINTED, last)]
    assert [sum(law.values()) for law in laws] == [1, 1]
    assert [round(float(mean(law)), 10) for law in laws] == [row["mean"]] * 2
    assert sd(laws[0]) < row["sd"] < sd(laws[1])
    assert laws[0][0] < row["none"] < laws[1][0]
    assert sd(laws[1]) - sd(laws[0]) < 0.002


def test_when_the_best_play_stops():
    stops = best_policy(PRINTED).stops
    for largest in range(1, 7):
        for dice in (4, 3, 2, 1):
            others = 4 - dice
            for total in range(others + largest, others * largest + largest + 1):
                is_late = {4: False, 3: largest == 6, 2: largest >= 5, 1: largest >= 4 or (largest == 3 and total >= 9)}
                assert stops(State(total, largest, dice)) == is_late[dice]


def test_the_lowest_die_and_the_best_stops():
    law = turn_law(PRINTED, best_stops(PRINTED, lowest))
    assert round(float(mean(law)), 10) == EXACT["lowest_die_best_stops"]["mean"]
    assert law == law_of("exactly_one", "by-face")


@pytest.mark.parametrize("name", ["smallest", "largest"])
def test_all_five_dice(name):
    law, row = law_of("exactly_one", name, stop_at=31), EXACT["all_five"][name]
    assert (round(float(mean(law)), 10), round(float(law[0]), 10)) == (row["mean"], row["none"])
    assert "variance" not in row or round(float(variance(law)), 10) == row["variance"]


def test_stop_at_ten():
    law, row = law_of("exactly_one", "smallest", stop_at=10), EXACT["stop_at_10"]["smallest"]
    assert (round(float(mean(law)), 10), round(float(law[0]), 10)) == (row["mean"], row["none"])


@pytest.mark.parametrize(
    ("per_roll", "name", "row"),
    [(per_roll, name, row) for per_roll, rows in EXACT["bots"].items() for name, row in rows.items()],
)
def test_what_the_page_says_of_a_bot(per_roll, name, row):
    rules = RULES[per_roll]
    law = turn_law(rules, best_policy(rules)) if name == "best" else law_of(per_roll, name)
    assert [round(float(value), 4) for value in (mean(law), sd(law), law[0])] == row


SIMULATED = [
    ("exactly_one", "smallest", {"stop_at": 31}),
    ("exactly_one", "largest", {"stop_at": 31}),
    ("exactly_one", "smallest", {"stop_at": 10}),
    ("exactly_one", "by-face", {}),
    ("exactly_one", "near-three", {}),
    ("exactly_one", "take-all", {}),
    ("one_or_more", "take-all", {}),
    ("one_or_more", "near-three", {}),
]


@pytest.mark.parametrize(("per_roll", "name", "params"), SIMULATED)
def test_simulated_turns(per_roll, name, params):
    # 200,000 turns; found are errors of 0.16 points in the mean (0.09 of largest), and of 0.011 in the chance of none.
    games, turns = simulate(PIATKA, RULES[per_roll], [(name, params)], DEALS, turn_rows=10 * DEALS)
    law, points = law_of(per_roll, name, **params), turns[TURN.points]
    assert len(points) == 10 * DEALS
    assert_mean(points, float(mean(law)), float(variance(law)))
    assert_variance(points, float(mean(law)), float(variance(law)))
    assert_share(points == 0, float(law[0]))
    assert games[GAME.busts].sum() == (turns[TURN.ended] == BUST).sum() == (points == 0).sum()


def test_simulated_rolls_by_dice_set_aside():
    # A bot that takes the lowest die and never stops: after one die, which is the lowest of five, the chance that four
    # dice are all lower is a sum over faces. Found is an error of 0.0014.
    games, _ = simulate(PIATKA, PRINTED, [("smallest", {"stop_at": 31})], DEALS)
    lowest_is = {face: ((7 - face) ** 5 - (6 - face) ** 5) / 6**5 for face in range(1, 7)}
    bust = sum(chance * ((face - 1) / 6) ** 4 for face, chance in lowest_is.items())
    rolls, busts = games[GAME.rolls_after_one].sum(), games[GAME.busts_after_one].sum()
    assert rolls == 10 * DEALS
    assert_share([1] * busts + [0] * (rolls - busts), bust)
    after = [GAME.rolls_after_one + MAX_SEATS * number for number in range(4)]
    missed = [GAME.busts_after_one + MAX_SEATS * number for number in range(4)]
    assert games[missed].sum() == games[GAME.busts].sum()
    for fewer, more, bust in zip(after, after[1:], missed, strict=False):
        assert games[more].sum() == games[fewer].sum() - games[bust].sum()


def test_simulated_games_to_a_target():
    # 20,000 games of a bot that takes the highest of five dice and stops; found is an error of 0.051 turns.
    law = turns_to_reach(law_of("exactly_one", "largest", stop_at=0), 100)
    rules = Rules(play_to="target", target=100)
    turns = simulate(PIATKA, rules, [("largest", {"stop_at": 0})], DEALS)[0][GAME.turns]
    assert_mean(turns, float(mean(law)), float(variance(law)))
    assert_variance(turns, float(mean(law)), float(variance(law)))


def test_simulated_ties():
    # Two seats alike after three turns: the chance that they are level is that of two sums of three turns. Found is an
    # error of 0.036.
    law = law_of("exactly_one", "by-face")
    total = {0: 1.0}
    for _ in range(3):
        after = {}
        for score, chance in total.items():
            for points, part in law.items():
                after[score + points] = after.get(score + points, 0.0) + chance * float(part)
        total = after
    games, _ = simulate(PIATKA, Rules(turns=3), [("by-face", {})] * 2, DEALS)
    level = sum(chance**2 for chance in total.values())
    assert_share(games[GAME.winners] == 3, level)
    assert_share(games[GAME.winners] == 1, (1 - level) / 2)
