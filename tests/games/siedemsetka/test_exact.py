"""One turn and whole games by dynamic programming against the published values, to every digit of theirs."""

import pytest

from simkit.games.siedemsetka import GAME
from simkit.games.siedemsetka import exact as exact_module
from simkit.games.siedemsetka.exact import best_turn, first_wins, turns_to
from simkit.games.siedemsetka.rules import Rules
from tests.games.kit import known, variant
from tests.games.siedemsetka.laws import law_of, mean_of_two_rolls

EXACT = known("siedemsetka")


@pytest.mark.parametrize(("name", "mean"), EXACT["best_turn"].items())
def test_best_mean_of_a_turn(name, mean):
    digits = len(str(mean).partition(".")[2])
    assert round(best_turn(variant(GAME, name)).mean(), digits) == mean


def test_best_mean_where_a_combination_needs_a_new_die():
    assert round(best_turn(variant(GAME, "new-die")).mean(), 2) == 25.55  # ours, as docs/games/siedemsetka.md states it


def test_taking_several_combinations_is_never_better():
    # One may lie there while the dice of the other are rolled: the roll is safe, and the points come all the same.
    assert best_turn(variant(GAME, "many")).mean() == pytest.approx(best_turn(Rules()).mean(), abs=1e-9)


def test_the_cap_changes_no_digit(monkeypatch):
    before = best_turn(Rules()).mean()
    monkeypatch.setattr(exact_module, "CAP", 400)
    assert best_turn(Rules()).mean() == pytest.approx(before, abs=1e-9)


@pytest.mark.parametrize("bank_at", EXACT["turn"])
def test_law_of_the_turn_of_a_bot_and_its_games(bank_at):
    law = law_of("bank-at", bank_at=int(bank_at))
    assert sum(law.points.values()) == pytest.approx(1, abs=1e-11)
    mean, sd, none, rolls = EXACT["turn"][bank_at]
    assert [round(value, 8) for value in (law.mean(), law.sd(), law.points[0])] == [mean, sd, none]
    assert round(law.rolls, 6) == rolls
    for target, values in EXACT["game"].items():
        reached = turns_to(law, int(target), 1_000)
        assert [round(float((1 - reached).sum()), 6), round(first_wins(reached), 6)] == values[bank_at]


@pytest.mark.parametrize(("name", "mean"), [("stop-on-risk", 23.57), ("weigh-the-table", 25.66)])
def test_distance_of_the_bots_from_the_best_play(name, mean):
    # As docs/games/siedemsetka.md states them; the best play makes 26.15.
    assert round(law_of(name).mean(), 2) == mean


def test_mean_of_two_rolls():
    assert round(mean_of_two_rolls(), 2) == 16.80  # roll-times with its default, in docs/games/siedemsetka.md
