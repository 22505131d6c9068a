"""Simulated turns and games of the compiled kernel against exact values.

Every test has a false-alarm rate below 1e-6: each of its at most five numbers may deviate by what correct code exceeds
with chance 1e-7, and the rest covers that means of so many turns are not quite normal. What error cannot be missed
(chance 1e-6 at most) stands beside each test.
"""

import numpy as np
import pytest

from simkit.games.siedemsetka import GAME
from simkit.games.siedemsetka.columns import GAME as ROWS
from simkit.games.siedemsetka.columns import TURN
from simkit.games.siedemsetka.exact import first_wins, turns_to
from simkit.games.siedemsetka.rules import Rules
from tests.games.kit import assert_near, assert_share, assert_variance, known, simulate
from tests.games.siedemsetka.laws import law_of, mean_of_two_rolls

EXACT = known("siedemsetka")
SIZES = [pytest.param(1, id="quick"), pytest.param(30, id="full", marks=pytest.mark.slow)]


def assert_simulated_mean(values, mean):
    """The error is that of the spread found."""
    assert_near(values.mean(), mean, values.std() / np.sqrt(len(values)))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bank_at", EXACT["turn"])
def test_turns_of_a_bot(bank_at, size):
    # 100,000 turns; a mean wrong by 0.21 to 0.58 points is found, a chance of a bust by 0.012 to 0.016.
    rules = Rules(target=1_000_000)
    line = [("bank-at", {"bank_at": int(bank_at), "stop_at_target": False})]
    _, turns = simulate(GAME, rules, line, size * 100, max_turns=1_000, turn_rows=size * 100_000)
    banked, rolls = turns[TURN.points], turns[TURN.rolls]
    assert len(banked) == size * 100_000
    mean, sd, none, mean_rolls = EXACT["turn"][bank_at]
    assert_near(banked.mean(), mean, sd / np.sqrt(len(banked)))
    assert_variance(banked, mean, sd**2)
    assert_share(banked == 0, none)
    assert_simulated_mean(rolls, mean_rolls)


def turns_of(name, size):
    """So many times 100,000 turns of a bot that does not stop at the target."""
    rules, line = Rules(target=1_000_000), [(name, {"stop_at_target": False})]
    return simulate(GAME, rules, line, size * 100, max_turns=1_000, turn_rows=size * 100_000)[1]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["stop-on-risk", "weigh-the-table"])
def test_turns_of_the_other_bots_against_their_laws(name, size):
    # 100,000 turns; a mean wrong by 0.8 points is found.
    law, turns = law_of(name), turns_of(name, size)
    none = law.points[0]
    assert_near(turns[TURN.points].mean(), law.mean(), law.sd() / np.sqrt(turns.shape[1]))
    assert_share(turns[TURN.points] == 0, none)
    assert_simulated_mean(turns[TURN.rolls], law.rolls)


@pytest.mark.parametrize("size", SIZES)
def test_turns_of_two_rolls(size):
    # 100,000 turns; a mean wrong by 0.4 points is found.
    turns = turns_of("roll-times", size)
    assert_simulated_mean(turns[TURN.points], mean_of_two_rolls())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bank_at", ["10", "30"])
@pytest.mark.parametrize("target", EXACT["game"])
def test_whole_games(target, bank_at, size):
    # 40,000 games; found are errors of 0.2 to 0.5 turns and 0.025 in the chance to win.
    rules = Rules(target=int(target))
    bot = ("bank-at", {"bank_at": int(bank_at), "stop_at_target": False})
    alone, _ = simulate(GAME, rules, [bot], size * 40_000)
    both, _ = simulate(GAME, rules, [bot] * 2, size * 40_000)
    turns, first = EXACT["game"][target][bank_at]
    assert_simulated_mean(alone[ROWS.turns], turns)
    assert_share(both[ROWS.winners] == 1, first)


def test_first_wins_by_hand():
    # The target is reached in turn 1 or 2, a half each: the second seat wins only if it needs one and the first two.
    reached = np.array([0.0, 0.5, 1.0])
    assert first_wins(reached) == 0.75


def test_turns_to_by_hand():
    law = law_of("bank-at", bank_at=1)
    assert turns_to(law, 1, 1)[1] == pytest.approx(38736 / 46656)
