"""Numbers crossed off in Skreślanka 2: dynamic programming against published values, and simulations against both.

False alarms of the simulations: below 1e-6 a test. What error cannot be missed (chance 1e-6 at most) stands beside.
"""

import numpy as np
import pytest

from simkit.bots import parameter_values
from simkit.games.skreslanka_2 import GAME
from simkit.games.skreslanka_2.columns import GAME as ROWS
from simkit.games.skreslanka_2.exact import bot_numbers, most_numbers
from simkit.games.skreslanka_2.rules import Rules
from tests.games.kit import assert_near, assert_share, known, simulate

NUMBERS = known("skreslanka")["numbers"]
BY_NAME = {bot.name: bot for bot in GAME.bots}
SIZES = [pytest.param(1, id="quick"), pytest.param(30, id="full", marks=pytest.mark.slow)]

STATED = {"weigh-numbers": 12.3012, "best-odds": 12.2952}
"""Of the other bots that decide by card and sum, in 20 turns, as docs/games/skreslanka-2.md states them."""


def crossed_by(name):
    return bot_numbers(Rules(), BY_NAME[name], parameter_values(BY_NAME[name], {}), 20)


def test_most_numbers():
    most = most_numbers(Rules(), 20)
    assert {turns: round(most[int(turns) - 1], 8) for turns in NUMBERS["best"]} == NUMBERS["best"]


@pytest.mark.parametrize("name", NUMBERS["bots"])
def test_numbers_of_a_bot(name):
    assert round(crossed_by(name), 8) == NUMBERS["bots"][name]


@pytest.mark.parametrize("name", STATED)
def test_numbers_as_the_page_states_them(name):
    assert round(crossed_by(name), 4) == STATED[name]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "exact"), [*NUMBERS["bots"].items(), *STATED.items()])
def test_simulated_numbers(name, exact, size):
    # 200,000 games; a mean wrong by 0.03 numbers is found (0.006 in full).
    games, _ = simulate(GAME, Rules(), [(name, {})], size * 200_000)
    score = games[ROWS.score]
    # The exact value is rounded to four digits or more, which is 1 % of a standard error here and 7 % in full.
    assert_near(score.mean(), exact, score.std() / np.sqrt(len(score)) + 0.00005 / 5)
    assert (games[ROWS.turns] == 20).all()
    if name == "never":  # 18 needs three sixes in one of 20 turns
        assert_share(games[ROWS.fell_3 + 8 * 15] > 0, 1 - (215 / 216) ** 20)


@pytest.mark.parametrize("size", SIZES)
def test_simulated_turns_to_a_complete_card(size):
    # A bot that never throws again completes its card when the last of the 16 sums has come. 40,000 games: a mean wrong
    # by 11 turns is found (2 in full).
    games, _ = simulate(GAME, Rules(mode="clear_all"), [("never", {})], size * 40_000, max_turns=10_000)
    turns = games[ROWS.turns]
    assert_near(turns.mean(), all_sums(), turns.std() / np.sqrt(len(turns)))


def all_sums():
    """Mean throws of three dice until every sum has come: the coupon collector, by inclusion and exclusion.

    Sets of sums are gathered by how many of the 216 rolls show one of them.
    """
    ways = np.array([1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1])
    signed = np.zeros(217)
    signed[0] = -1.0
    for number in ways:
        signed[number:] = signed[number:] - signed[: 217 - number]
    return sum(signed[rolls] * 216 / rolls for rolls in range(1, 217))
