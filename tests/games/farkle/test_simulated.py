"""Simulated turns and games of the compiled kernel against exact values.

Every test has a false-alarm rate below 1e-6: each of its at most five numbers may deviate by what correct code exceeds
with chance 1e-7. What remains of the 1e-6 covers that means of so many turns are not quite normal. An error of
``CERTAIN`` standard errors is missed with chance 1e-6 at most; what that is in points stands beside each test.
"""

import numpy as np
import pytest

from simkit.games.farkle.columns import GAME, TURN
from simkit.games.farkle.exact import turn_law
from simkit.kernel import OK, Status
from simkit.registry import find_game
from tests.games.farkle.known import EXACT, RULES
from tests.games.farkle.test_exact import TURNS
from tests.games.kit import ALLOWED, CERTAIN, assert_near
from tests.twins import call_kernel, make_cell

ZILCH = find_game("zilch")
SIZES = [pytest.param(1, id="quick"), pytest.param(40, id="full", marks=pytest.mark.slow)]
GAMES = [
    (name, int(bank_at), known) for name, rows in EXACT["game"].items() for bank_at, known in rows.items()
]  # fmt: skip


def simulate(rules, bank_at, seats, deals, *, max_turns=1000, with_turns=False, first=0):
    """Rows of ``bank-at`` against itself: the filled buffers of both tables."""
    # The published bot looks at its turn total only, but in the endgame of one turn at the missing points. To stop at
    # the target is just that: before the endgame more than bank_at is missing.
    line = [("bank-at", {"bank_at": bank_at, "stop_at_target": rules.endgame == "single_turn"})] * seats
    cell = make_cell(ZILCH, rules, line, seed=20_261_129, max_turns=max_turns)
    games = np.zeros((ZILCH.table("games").height(), deals), np.int64)
    turns = np.zeros((ZILCH.table("turns").height(), deals * seats * max_turns * with_turns), np.int64)
    done, status = call_kernel(ZILCH, cell, first, deals, games, turns)
    assert (done, status[Status.CODE]) == (deals, OK)
    return games, turns[:, : int(status[Status.TURN_ROWS])]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "bank_at", "known"), TURNS)
def test_turns_of_a_bot(name, bank_at, known, size):
    # 100,000 turns; a mean wrong by 11 to 43 points (2 to 7 in full) is found.
    rules = RULES[name].model_copy(update={"open_min": RULES[name].bank_min, "target": 1_000_000, "endgame": "none"})
    blocks = [
        simulate(rules, bank_at, 1, 100, with_turns=True, first=100 * block)[1][[TURN.points, TURN.rolls]]
        for block in range(size)
    ]
    banked, rolls = np.concatenate(blocks, axis=1)
    assert len(banked) == size * 100_000
    root = np.sqrt(len(banked))
    mean, sd, none, mean_rolls = known
    law = turn_law(rules, bank_at, rules.bank_min)
    fourth = sum((points - mean) ** 4 * chance for points, chance in law.points.items())
    assert_near(banked.mean(), mean, sd / root)
    assert_near(((banked - mean) ** 2).mean(), sd**2, np.sqrt(fourth - sd**4) / root)
    assert_near((banked == 0).mean(), none, np.sqrt(none * (1 - none)) / root)
    assert_near(rolls.mean(), mean_rolls, rolls.std() / root)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "bank_at", "known"), GAMES)
def test_whole_games_of_10000(name, bank_at, known, size):
    # 50,000 games; found are errors of 0.19 to 0.24 turns and 0.023 in the chance to win (0.04 and 0.0036 in full).
    mean, sd, first_wins = known
    alone, _ = simulate(RULES[name], bank_at, 1, size * 50_000)
    turns, root = alone[GAME.turns], np.sqrt(alone.shape[1])
    squares = (turns - mean) ** 2
    assert_near(turns.mean(), mean, sd / root)
    assert_near(squares.mean(), sd**2, squares.std() / root)
    both, _ = simulate(RULES[name], bank_at, 2, size * 50_000)
    assert not alone[GAME.cut_short].any()
    assert not both[GAME.cut_short].any()
    assert_near((both[GAME.winners] == 1).mean(), first_wins, np.sqrt(first_wins * (1 - first_wins)) / root)


@pytest.mark.parametrize("size", SIZES)
def test_whole_games_of_zilch(size):
    # 50,000 games; found are errors of 0.023 in the chance to win, 0.0017 in that of a tie, 0.25 rounds.
    games, _ = simulate(RULES["zilch-15000"], 500, 2, size * 50_000)
    winners, is_tie = games[GAME.winners], games[GAME.tie_breaks] > 0
    shares = [(winners == 1) & ~is_tie, (winners == 2) & ~is_tie, is_tie, winners == 1]
    *chances, rounds = EXACT["zilch_game"]["zilch-15000"]["500"]
    root = np.sqrt(games.shape[1])
    for share, chance in zip(shares, chances, strict=True):
        assert_near(share.mean(), chance, np.sqrt(chance * (1 - chance)) / root)
    assert_near(games[GAME.rounds].mean(), rounds, games[GAME.rounds].std() / root)


def test_the_helper_raises_few_false_alarms_and_misses_no_large_error():
    # The helper itself, on 2 million normal means: correct ones pass (0.2 alarms expected; 5 or more, chance 3e-6), and
    # of those that are CERTAIN standard errors off none passes (2 expected; 13 or more, chance 2e-7).
    draws = np.random.default_rng(1).standard_normal(2_000_000)
    assert (np.abs(draws) > ALLOWED).sum() < 5
    assert (np.abs(draws + CERTAIN) <= ALLOWED).sum() < 13
