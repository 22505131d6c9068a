"""Solutions in the cache folder: kept, read again, and made anew where they are damaged or of other rules."""

import numpy as np
import pytest

from simkit import solving
from simkit.errors import UsageError
from simkit.games.farkle.rules import Rules
from simkit.model.solution import Bounds, Goal, Solution, Solver
from simkit.registry import find_game
from simkit.solving import goal_named, solution_of, solver_of

FARKLE = find_game("farkle")
GOAL = Goal("points", "the most", "points")


class Remarks:
    """Keeps what is said."""

    def __init__(self, said):
        self.say = said.append

    def done(self, share):
        """Nothing."""


@pytest.fixture
def solved(monkeypatch, tmp_path):
    """Solve with a stub that counts how often it is asked, in a cache of its own; returns the file of what it kept."""
    asked = []

    def solve(rules, goal, tell):
        asked.append(goal)
        return Solution(Bounds(1.0, 2.0), {"values": np.arange(3.0)})

    monkeypatch.setattr(type(FARKLE), "solver", lambda game: Solver((GOAL,), solve, None, None))
    monkeypatch.setattr(solving, "cache_root", lambda: tmp_path)

    def ask(rules, said=None):
        solution = solution_of(FARKLE, rules, GOAL, Remarks([] if said is None else said))
        return solution.value, solution.arrays["values"].tolist(), len(asked)

    return ask


def test_a_solution_is_kept_by_game_rules_and_goal(solved, tmp_path):
    assert solved(Rules()) == ((1.0, 2.0), [0, 1, 2], 1)
    assert solved(Rules()) == ((1.0, 2.0), [0, 1, 2], 1)
    assert solved(Rules(ones=200))[-1] == 2
    assert len(list((tmp_path / "solutions").glob("farkle-points-*.solution"))) == 2


@pytest.mark.parametrize("place", [0, 100, -1])
def test_a_damaged_file_is_made_anew(solved, tmp_path, place):
    solved(Rules())
    [path] = (tmp_path / "solutions").glob("*.solution")
    whole = bytearray(path.read_bytes())
    whole[place] ^= 1
    path.write_bytes(whole)
    said = []
    assert solved(Rules(), said)[-1] == 2
    assert said == [f"{path}: is damaged; it is solved anew"]
    assert solved(Rules())[-1] == 2


def test_a_file_of_another_solver_is_made_anew(solved, tmp_path, monkeypatch):
    solved(Rules())
    monkeypatch.setattr(solving, "package_hash", lambda folder: "another")
    said = []
    assert solved(Rules(), said)[-1] == 2
    assert "was made by another simkit or for other rules; it is solved anew" in said[0]


def test_without_a_folder_to_write_in_it_is_solved_each_time(solved, monkeypatch, tmp_path):
    (tmp_path / "solutions").write_text("no folder")
    said = []
    assert solved(Rules(), said)[-1] == 1
    assert "the solution is not kept" in said[0]
    monkeypatch.setattr(solving, "cache_root", lambda: None)
    assert solved(Rules())[-1] == 2


def test_goals_and_games_without_answers():
    assert goal_named(FARKLE, None).name == "points"
    with pytest.raises(UsageError, match="--goal luck: farkle is solved for points"):
        goal_named(FARKLE, "luck")
    with pytest.raises(UsageError, match="five-hundred: simkit has no exact answers for this game"):
        solver_of(find_game("five-hundred"))
