"""Mean turns of Skreślanka by dynamic programming against the published values, and simulations against them.

False alarms of the simulations: below 1e-6 a test. What error cannot be missed (chance 1e-6 at most) stands beside.
"""

import numpy as np
import pytest

from simkit.games.skreslanka import GAME
from simkit.games.skreslanka.columns import GAME as ROWS
from simkit.games.skreslanka.columns import NUMBERS
from simkit.games.skreslanka.exact import bot_turns, fewest_turns
from simkit.games.skreslanka.rules import Rules
from simkit.games.skreslanka.strategies import Params
from tests.games.kit import assert_near, assert_share, known, simulate

TURNS = known("skreslanka")["turns"]
BY_NAME = {bot.name: bot for bot in GAME.bots}
SIZES = [pytest.param(1, id="quick"), pytest.param(30, id="full", marks=pytest.mark.slow)]


def test_fewest_turns():
    assert round(fewest_turns(Rules()), 8) == TURNS["best"]
    assert fewest_turns(Rules(must_cross=False)) == fewest_turns(Rules())  # to pass never helps


@pytest.mark.parametrize("name", ["sum-first", "two-faces-first"])
def test_turns_of_a_bot(name):
    assert round(bot_turns(Rules(), BY_NAME[name], Params()), 8) == TURNS[name]


@pytest.mark.parametrize(
    ("faces", "name", "turns"),
    [("both", "rarest-first", 45.0825), ("both", "faces-first", 48.5186), ("one", "sum-first", 45.2186)],
)
def test_turns_as_the_page_states_them(faces, name, turns):
    assert round(bot_turns(Rules(faces=faces), BY_NAME[name], Params()), 4) == turns


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("faces", ["both", "one"])
@pytest.mark.parametrize("name", ["rarest-first", "sum-first", "two-faces-first", "faces-first"])
def test_simulated_turns(name, faces, size):
    # 100,000 games; a mean wrong by 1.1 turns is found (0.2 in full): the standard deviation is 34 turns.
    rules = Rules(faces=faces)
    games, _ = simulate(GAME, rules, [(name, {})], size * 100_000, max_turns=10_000)
    turns = games[ROWS.turns]
    assert_near(turns.mean(), bot_turns(rules, BY_NAME[name], Params()), turns.std() / np.sqrt(len(turns)))
    # 12 needs a double six: its turn is geometric with mean 36, where the bot never prefers the face.
    if name in {"rarest-first", "sum-first"}:
        fell = games[ROWS.fell_1 + 8 * (12 - NUMBERS[0])]
        assert_near(fell.mean(), 36.0, np.sqrt(36 * 35 / len(fell)))
        assert_share(fell == 1, 1 / 36)
