"""Published values against counting, and the compiled kernel against them: see ``kit`` for false alarms and misses."""

from fractions import Fraction
from functools import cache

import pytest

from simkit.bots import parameter_values
from simkit.games.bazy.columns import GAME, TURN
from simkit.games.bazy.decisions import View
from simkit.games.bazy.exact import first_of_two_wins, turn_law
from simkit.games.bazy.rules import Rules
from simkit.games.bazy.strategies import BOTS
from simkit.games.dice.laws import mean, turns_to_reach, variance
from simkit.registry import find_game
from tests.games.kit import assert_mean, assert_share, assert_variance, known, simulate

BAZY = find_game("bazy")
EXACT = known("bazy")
PRINTED = Rules()
DEALS = 100_000
NAMES = [bot.name for bot in BOTS]


@cache
def law_of(name):
    """Law of the points of a turn of a bot, from its own function; twelve coins stand for the six dice."""
    bot = next(bot for bot in BOTS if bot.name == name)
    base, params = bot.decide.get("base"), parameter_values(bot, {})

    def chance(choices, option):
        if base is None:
            return Fraction(option.place == 0)
        taken = 0
        for coin in (1 / 12, 3 / 12, 5 / 12, 7 / 12, 9 / 12, 11 / 12):
            scores = [base(View(coin, 0, 0, 100, 2, 1, 0), other, params) for other in choices]
            taken += scores.index(max(scores)) == option.place
        return Fraction(taken, 6)

    return turn_law(chance)


@cache
def turns_of(name):
    """Law of the turns until a bot is over 100."""
    return turns_to_reach(law_of(name), PRINTED.limit + 1)


def test_the_fewest_points_of_a_roll():
    law, row = law_of("middle"), EXACT["fewest"]
    assert [law[points] * 6**6 for points in range(16)] == row["counts"]
    assert sum(row["counts"]) == 6**6
    assert (mean(law), variance(law)) == (Fraction(row["mean"]), Fraction(row["variance"]))


def test_any_die_as_the_base():
    assert mean(law_of("random")) == Fraction(EXACT["any_die"]["mean"])


def test_turns_until_over_100():
    law, row = turns_of("middle"), EXACT["over_100"]
    assert 1 - sum(law.values()) < 1e-14
    assert (round(float(mean(law)), 8), round(float(variance(law)), 8)) == (row["mean"], row["variance"])
    found = [round(float(law[row["first_of_pmf"] + place]), 6) for place in range(len(row["pmf"]))]
    assert found == row["pmf"]


@pytest.mark.parametrize("name", NAMES)
def test_what_the_page_says_of_a_bot(name):
    law = turns_of(name)
    found = [round(float(value), 4) for value in (mean(law_of(name)), mean(law), first_of_two_wins(law))]
    assert found == EXACT["bots"][name]


@pytest.mark.parametrize("name", NAMES)
def test_simulated_games_of_two(name):
    # Found is an error of 0.016 in each chance.
    games, _ = simulate(BAZY, PRINTED, [(name, {})] * 2, DEALS)
    law = turns_of(name)
    assert set(games[GAME.winners].tolist()) == {1, 2}
    assert_share(games[GAME.winners] == 1, float(first_of_two_wins(law)))
    # Seat 1 loses in round n when it needs n turns and seat 2 at least as many.
    rounds = round(float(mean(law)))
    later = sum(chance for turns, chance in law.items() if turns >= rounds)
    assert_share((games[GAME.winners] == 2) & (games[GAME.rounds] == rounds), float(law[rounds] * later))


def test_simulated_rounds():
    # With equal turns the game goes on after round n if both need more turns: P(T > n) squared. Found is an error of
    # 0.016 in each chance.
    rules = Rules(equal_turns=True)
    games, _ = simulate(BAZY, rules, [("middle", {})] * 2, DEALS)
    law = turns_of("middle")
    for played in (12, 13, 14):
        both = float(sum(chance for turns, chance in law.items() if turns > played)) ** 2
        assert_share(games[GAME.rounds] > played, both)


@pytest.mark.parametrize("name", NAMES)
def test_simulated_turns(name):
    # 200,000 turns; found are errors of 0.05 points in the mean ("middle") to 0.09 ("lowest").
    rules = Rules(limit=1_000_000)
    games, turns = simulate(BAZY, rules, [(name, {})] * 2, 100, turn_rows=200_000)
    points, law = turns[TURN.points], law_of(name)
    assert len(points) == 200_000
    assert_mean(points, float(mean(law)), float(variance(law)))
    assert_variance(points, float(mean(law)), float(variance(law)))
    assert games[GAME.given_away : GAME.given_away + 2].sum() == turns[TURN.given_away].sum()
    given_away = float(mean(law) - mean(law_of("middle")))
    assert_mean(turns[TURN.given_away], given_away, turns[TURN.given_away].var())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("equal_turns", [False, True])
def test_a_seat_alone_survives_as_many_turns_as_counted(name, equal_turns):
    # Found is an error of 0.06 turns in the mean ("middle").
    games, _ = simulate(BAZY, Rules(equal_turns=equal_turns), [(name, {})], DEALS)
    law = turns_of(name)
    assert set(games[GAME.winners].tolist()) == {1}
    assert set(games[GAME.out_order].tolist()) == {1}
    assert (games[GAME.turns] == games[GAME.rounds]).all()
    assert_mean(games[GAME.turns], float(mean(law)), float(variance(law)))
    assert (games[GAME.score] > 100).all()
