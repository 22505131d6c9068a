"""Simulated boxes and games of the compiled kernel against exact values.

Each test compares one number and allows it what correct code exceeds with chance 1e-7, so that it raises a false alarm
with chance 1e-6 at most. An error of ``CERTAIN`` (10) standard errors is missed with chance 1e-6 at most; what that is
stands beside each test.
"""

import itertools
import math

import numpy as np
import pytest

from simkit.games.general.boxes import BOXES, RATUNEK
from simkit.games.general.columns import GAME as ROWS
from simkit.games.general.columns import TURN
from simkit.games.general.scoring import legal_boxes, points
from tests.games.farkle.test_simulated import SIZES
from tests.games.general.known import BOOKLET, EXACT, FREE, GAME
from tests.games.kit import ALLOWED, assert_near, simulate

BEST = ("ones", "twos", "threes", "fours", "fives", "sixes", "maly_strit", "duzy_strit", "general", "ratunek")
"""Boxes that ``aim`` fills as well as can be."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", BEST)
def test_the_best_mean_of_a_box_in_three_rolls(name, size):
    # 100,000 games; found are errors of 0.03 points in row 1 to 0.52 in Generał (0.005 to 0.08 in full).
    line, row = [("aim", {"box": name.replace("_", "-")})], getattr(ROWS, name)
    written = np.concatenate([simulate(GAME, FREE, line, 100_000, seed=block)[0][row] for block in range(size)])
    assert_near(written.mean(), EXACT["single"][name][2], written.std() / math.sqrt(len(written)))


@pytest.mark.parametrize("rules", [BOOKLET, FREE], ids=["booklet", "free-choice"])
def test_the_most_points_of_a_first_roll(rules):
    # One turn of 200,000 games; found are errors of 0.33 points.
    exact = np.mean(
        [
            max(points(rules, box, roll, 1) for box in legal_boxes(rules, range(len(BOXES)), roll))
            for roll in itertools.product(range(1, 7), repeat=5)
        ]
    )
    games, _ = simulate(GAME, rules, [("one-roll", {})], 200_000, max_turns=1)
    score = games[ROWS.score]
    assert_near(score.mean(), exact, score.std() / math.sqrt(len(score)))


@pytest.mark.parametrize(
    ("name", "mean"), [("plans", 179.2), ("by-par", 154.6), ("most-equal", 127.9), ("random", 10.2)]
)
def test_means_as_the_page_says(name, mean):
    # docs/games/general.md; 40,000 games; found are errors of 3 points.
    games, _ = simulate(GAME, BOOKLET, [(name, {})], 40_000)
    score = games[ROWS.score]
    assert abs(score.mean() - mean) < 0.05 + ALLOWED * score.std() / math.sqrt(len(score))
    assert score.mean() < EXACT["best_total"]["booklet"]


def test_points_are_neither_lost_nor_made():
    games, turns = simulate(GAME, BOOKLET, [("plans", {}), ("random", {})], 300, turn_rows=9_000)
    for seat in range(2):
        boxes = games[[ROWS.ones + 8 * box + seat for box in range(len(BOXES))]]
        assert (boxes.sum(axis=0) == games[ROWS.score + seat]).all()
        assert (boxes[:6].sum(axis=0) == games[ROWS.upper + seat]).all()
        own = turns[:, turns[TURN.seat] == seat + 1]
        assert (own[TURN.points].reshape(300, 15).sum(axis=1) == games[ROWS.score + seat]).all()
        assert (np.sort(own[TURN.box].reshape(300, 15), axis=1) == np.arange(RATUNEK + 1)).all()
