"""One turn by dynamic programming against the published values, to every digit of theirs."""

from fractions import Fraction

import pytest

from simkit.games.dice.rolls import multisets
from simkit.games.farkle import exact
from simkit.games.farkle.exact import best_chance, best_long_run, best_mean, turn_law
from simkit.games.farkle.scoring import options
from tests.games.farkle.known import EXACT, RULES, TEN_THOUSAND

BEST_TURNS = [(name, int(least), mean) for name, row in EXACT["best_turn"].items() for least, mean in row.items()]
TURNS = [(name, int(bank_at), row) for name, rows in EXACT["turn"].items() for bank_at, row in rows.items()]


@pytest.mark.parametrize(("name", "minimum", "mean"), BEST_TURNS)
def test_best_mean_of_a_turn(name, minimum, mean):
    assert round(best_mean(RULES[name], minimum), 6) == mean


@pytest.mark.parametrize("name", EXACT["long_run"])
def test_best_mean_of_a_turn_with_a_penalty_for_busts_in_a_row(name):
    known = EXACT["long_run"][name]
    digits = len(str(known).split(".")[1])
    assert round(best_long_run(RULES[name]), digits) == known


@pytest.mark.parametrize(("name", "bank_at", "known"), TURNS)
def test_law_of_the_turn_of_a_bot(name, bank_at, known):
    law = turn_law(RULES[name], bank_at, RULES[name].bank_min)
    assert sum(law.points.values()) == pytest.approx(1, abs=1e-12)  # what is left out is below 1e-17 a state
    assert [round(value, 6) for value in (law.mean(), law.sd(), law.points[0], law.rolls)] == known


@pytest.mark.parametrize("missing", EXACT["endgame"])
def test_chance_to_make_the_missing_points(missing):
    in_one_roll, in_one_turn = EXACT["endgame"][missing]
    enough = sum(
        number
        for roll, number in multisets(6)
        if (choices := options(TEN_THOUSAND, roll)) and choices[0].points >= int(missing)
    )
    assert Fraction(enough, 6**6) == Fraction(in_one_roll)
    assert round(best_chance(TEN_THOUSAND, int(missing)), 8) == in_one_turn


def test_the_cap_changes_no_digit(monkeypatch):
    before = best_mean(RULES["zilch-15000"])
    monkeypatch.setattr(exact, "CAP", 2 * exact.CAP)
    assert best_mean(RULES["zilch-15000"]) == pytest.approx(before, abs=1e-9)
