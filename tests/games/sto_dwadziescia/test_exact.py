"""Published values against counting, and the compiled kernel against them: see ``kit`` for false alarms and misses."""

from fractions import Fraction

import numpy as np
import pytest

from simkit.games.dice.laws import mean, turns_to_reach, variance
from simkit.games.sto_dwadziescia.columns import GAME, TURN
from simkit.games.sto_dwadziescia.exact import first_of_two_wins, turn_law
from simkit.games.sto_dwadziescia.rules import Rules
from simkit.registry import find_game
from tests.games.kit import assert_mean, assert_share, assert_variance, known, simulate, variant

STO = find_game("sto-dwadziescia")
EXACT = known("sto_dwadziescia")
PRINTED = Rules()
NO_BONUS = variant(STO, "no-bonus")
DEALS = 200_000


def turns_alone(rules):
    return turns_to_reach(turn_law(rules), rules.target)


def test_the_default_variant_is_the_printed_game():
    assert variant(STO, STO.variant) == PRINTED


def test_a_turn():
    law = turn_law(PRINTED)
    assert (mean(law), variance(law)) == (Fraction(EXACT["turn"]["mean"]), Fraction(EXACT["turn"]["variance"]))


def test_turns_to_120():
    law, row = turns_alone(PRINTED), EXACT["to_120"]
    assert sum(law.values()) == 1
    assert (round(float(mean(law)), 10), round(float(variance(law)), 10)) == (row["mean"], row["variance"])
    found = [round(float(law[row["first_of_pmf"] + place]), 8) for place in range(len(row["pmf"]))]
    assert found == row["pmf"]
    assert all(law[turns] == 0 for turns in range(1, row["first_of_pmf"]))


def test_who_of_two_wins():
    first, level = first_of_two_wins(turns_alone(PRINTED))
    assert round(float(first), 10) == EXACT["two_seats"]["first_wins"]
    assert round(float(level), 10) == EXACT["two_seats"]["same_number_of_turns"]


def test_without_the_bonus():
    law, row = turns_alone(NO_BONUS), EXACT["no_bonus"]
    assert float(mean(law)) == pytest.approx(row["mean"], abs=1e-10)
    assert float(variance(law)) == pytest.approx(row["variance"], abs=1e-10)
    assert round(float(first_of_two_wins(law)[0]), 10) == row["first_wins"]


@pytest.mark.parametrize("rules", [PRINTED, NO_BONUS], ids=["printed", "no-bonus"])
def test_simulated_games_alone(rules):
    # Found are errors of 0.058 turns (without the bonus 0.033) in the mean, and of 0.011 in the chance of 13 turns.
    turns = simulate(STO, rules, [("roller", {})], DEALS)[0][GAME.turns]
    law = turns_alone(rules)
    assert_mean(turns, float(mean(law)), float(variance(law)))
    assert_variance(turns, float(mean(law)), float(variance(law)))
    assert_share(turns == 13, float(law[13]))
    assert_share(turns <= 11, float(sum(law.get(number, 0) for number in range(1, 12))))


@pytest.mark.parametrize("rules", [PRINTED, NO_BONUS], ids=["printed", "no-bonus"])
def test_simulated_games_of_two(rules):
    # Found is an error of 0.0112 in the chance to win.
    games, _ = simulate(STO, rules, [("roller", {})] * 2, DEALS)
    assert set(games[GAME.winners].tolist()) == {1, 2}
    assert_share(games[GAME.winners] == 1, float(first_of_two_wins(turns_alone(rules))[0]))


def test_seats_that_need_as_many_turns():
    # With the rest of the round played both reach 120 in the same round with the chance known: found is 0.007.
    games, _ = simulate(STO, PRINTED.model_copy(update={"final_round": "rest_of_round"}), [("roller", {})] * 2, DEALS)
    both = (games[GAME.score] >= 120) & (games[GAME.score + 1] >= 120)
    assert_share(both, EXACT["two_seats"]["same_number_of_turns"])


def test_simulated_turns():
    # 200,000 turns; found are errors of 0.18 points, and of 0.0084 in the chance of a double.
    rules = Rules(target=1_000_000)
    games, turns = simulate(STO, rules, [("roller", {})], 200, max_turns=1000, turn_rows=201_000)
    points = turns[TURN.points]
    assert len(points) == 200_000
    assert_mean(points, 31 / 3, 1105 / 18)
    assert_variance(points, 31 / 3, 1105 / 18)
    assert_share(turns[TURN.first_die] == turns[TURN.second_die], 1 / 6)
    assert games[GAME.doubles].sum() == np.sum(turns[TURN.first_die] == turns[TURN.second_die])
