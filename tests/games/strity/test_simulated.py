"""Simulated turns of the compiled kernel against their exact laws.

A test compares at most seven numbers and allows each what correct code exceeds with chance 1e-7, so that it raises a
false alarm with chance 1e-6 at most. An error of ``CERTAIN`` standard errors is missed with chance 1e-6 at most; what
that is stands beside each test.
"""

import math

import numpy as np
import pytest

from simkit.bots import parameter_values
from simkit.games.strity.columns import COMBINATIONS, TURN
from simkit.games.strity.columns import GAME as GAME_ROWS
from simkit.games.strity.exact import points_law, turn_law
from simkit.games.strity.strategies import BOTS
from tests.games.farkle.test_simulated import SIZES
from tests.games.kit import assert_near, simulate
from tests.games.strity.known import BOOKLET, GAME, SINGLE, SUPERSET

BY_NAME = {bot.name: bot for bot in BOTS}
TURNS = 200_000

CASES = [
    (BOOKLET, "by-pattern", {}),
    (BOOKLET, "straights-or-sets", {}),
    (SUPERSET, "one-roll", {}),
    (SINGLE, "one-roll", {}),
    *(
        (BOOKLET, "aim", {"goal": goal})
        for goal in ("small-straight", "big-straight", "full-straight", "three-two-one")
    ),
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("rules", "name", "params"), CASES)
def test_turns_of_a_bot(rules, name, params, size):
    # 200,000 turns; found are errors of 0.46 points a turn and of 0.011 in a share of turns (0.07 and 0.0018 in full).
    bot = BY_NAME[name]
    law = turn_law(rules, bot.decide.get("keep"), parameter_values(bot, params))
    deals = size * TURNS // 10
    games, _ = simulate(GAME, rules, [(name, params)], deals)
    turns = 10 * deals
    assert_near(games[GAME_ROWS.score].sum() / turns, *mean_and_error(points_law(rules, law), turns))
    assert_near(games[GAME_ROWS.rolls].sum() / turns, *mean_and_error(by_rolls(law), turns))
    for at, combination in enumerate(COMBINATIONS):
        chance = math.fsum(part for (one, _), part in law.items() if one == combination)
        found = games[GAME_ROWS.nothing + 8 * at].sum() / turns
        assert_near(found, chance, math.sqrt(chance * (1 - chance) / turns))


def mean_and_error(law, number):
    mean = math.fsum(value * chance for value, chance in law.items())
    variance = math.fsum((value - mean) ** 2 * chance for value, chance in law.items())
    return mean, math.sqrt(variance / number) + 1e-14  # for rounding, where there is no chance


def by_rolls(law):
    return {rolls: math.fsum(part for (_, made), part in law.items() if made == rolls) for rolls in (1, 2, 3)}


def test_turns_of_a_seat_are_independent():
    # Points of a seat's successive turns: their correlation in 180,000 pairs is found if it is 0.024 or more.
    _, turns = simulate(GAME, BOOKLET, [("by-pattern", {})], 20_000, turn_rows=200_000)
    points = turns[TURN.points].reshape(-1, 10).astype(float)
    before, after = points[:, :-1].ravel(), points[:, 1:].ravel()
    assert_near(np.corrcoef(before, after)[0, 1], 0.0, 1 / math.sqrt(len(before)))
