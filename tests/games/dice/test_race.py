"""Races by turns of a graph: Pig, whose optimum is published, and races small enough to be worked out by hand."""

import numpy as np
import pytest

from simkit.games.dice.race import Race, Wins
from simkit.games.dice.race_values import fewest_turns, win_chances
from simkit.games.dice.turn_graph import END, MAY, MUST, Choice, Roll, turn_graph


def race(target, rolls, *, minimum=1, is_exact=False):
    """A race whose turns have one state."""
    graph, _ = turn_graph("state", lambda state: rolls, 1, more_is_better=not is_exact)
    return Race(graph, np.full(target, minimum), int(is_exact), np.full(target, -1.0))


def pig(target):
    """One die; a 1 loses the turn."""
    return race(target, [Roll(1, []), *(Roll(1, [Choice(face, "state", MAY)]) for face in range(2, 7))])


def chances(played):
    """Chances of the seat to move, by its score and the other's, and how far they may be off."""
    found = np.full((len(played.minimum),) * 2, 0.5)
    sure = np.ones((len(played.minimum), 1))
    told = []
    error = win_chances(played, Wins(found, found, sure, sure), told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    return found, error


def test_pig():
    # T. Neller and C. Presser, Optimal Play of the Dice Game Pig, 2004: the seat that begins wins 53.06 %.
    found, error = chances(pig(100))
    assert error < 1e-10
    assert round(found[0, 0], 8) == 0.53059273


def test_pig_with_one_point_missing():
    # Any roll but a 1 finishes, and so for the other: x = 5/6 + 1/6 (1 - x).
    found, _ = chances(pig(2))
    assert found[0, 0] == pytest.approx(6 / 7, abs=1e-12)
    turns, value = fewest_turns(pig(2))
    assert turns[0] == pytest.approx(6 / 5, abs=1e-12)
    assert value.low <= 6 / 5 <= value.high or value.high - value.low < 1e-13


def test_a_die_that_must_be_met_exactly():
    # From 0 of 2 with a coin for 1 or 2 points: 2 finishes, after 1 the seat goes on or banks. Rolling on finishes with
    # 1/2 and loses the turn otherwise: x = 1 + x / 4. Banked, 1 point needs two more turns: x = 1 + 2 / 2.
    coin = [Roll(1, [Choice(1, "state", MAY)]), Roll(1, [Choice(2, "state", MAY)])]
    turns, _ = fewest_turns(race(2, coin, is_exact=True))
    assert turns.tolist() == pytest.approx([4 / 3, 2])


def test_a_turn_that_must_go_on_and_one_that_ends():
    # With 1/2 the target is reached, with 1/4 the turn must go on, even at the target, with 1/4 it is lost:
    # a turn finishes with f = 1/2 + f / 4.
    must = [Roll(1, [Choice(1, "state", MUST)]), Roll(1, [])]
    assert fewest_turns(race(2, [*must, Roll(2, [Choice(2, "state", END)])]))[0][0] == pytest.approx(3 / 2)
    # 1 point ends the turn below a minimum of 2 without any; a 2 comes with 1/2.
    ends = [Roll(1, [Choice(1, "state", END)]), Roll(1, [Choice(2, "state", END)])]
    assert fewest_turns(race(2, ends, minimum=2))[0][0] == pytest.approx(2)
