"""The verbs ``solve`` and ``odds``: exact answers of a game's solver, kept in the cache folder.

A file there holds one solution: its SHA-256, then the arrays. It is read only if that is right and it was made by this
solver from these rules; otherwise it is made anew.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from simkit.bots import Player
from simkit.errors import StoreError, UsageError
from simkit.jit import cache_root, package_hash
from simkit.model.game import GameSpec, RulesModel
from simkit.model.solution import Bounds, Goal, NotEvaluatedError, Sheet, Solution, Solver
from simkit.store.files import write_whole

__all__ = ["Answer", "BotValue", "Progress", "evaluate", "goal_named", "solution_of", "solve", "solver_of"]

_FOLDER = "solutions"
_DIGEST = 64
"""Hex digits of the checksum that a file begins with."""


class Progress(Protocol):
    """What solving tells while it is under way."""

    def say(self, text: str) -> None:
        """Make a remark."""

    def done(self, share: float) -> None:
        """That share of the work is done."""


@dataclass(frozen=True)
class BotValue:
    """What a bot is worth by a goal; ``value`` is None where it cannot be told, and ``why`` says so."""

    name: str
    value: float | None
    why: str = ""


@dataclass(frozen=True)
class Answer:
    """The best play of a game by a goal, and what bots make of it."""

    title: str
    game: str
    goal: Goal
    value: Bounds
    sheets: Sequence[Sheet]
    bots: Sequence[BotValue]


def solver_of(game: GameSpec) -> Solver:
    """The game's solver; a ``UsageError`` where it has none."""
    solver = game.solver()
    if solver is None:
        raise UsageError(f"{game.id}: simkit has no exact answers for this game")
    return solver


def goal_named(game: GameSpec, name: str | None) -> Goal:
    """Find a goal of the game's solver; the first one for None."""
    goals = {goal.name: goal for goal in solver_of(game).goals}
    name = name or next(iter(goals))
    if name not in goals:
        raise UsageError(f"--goal {name}: {game.id} is solved for {' or '.join(goals)}")
    return goals[name]


def solve(
    game: GameSpec, rules: RulesModel, goal: Goal, title: str, players: Sequence[tuple[str, Player]], progress: Progress
) -> Answer:
    """Answer exactly.

    Parameters
    ----------
    game, rules, goal
        What is solved.
    title
        What it is called.
    players
        Names and bots to be evaluated.
    progress
        Told how far it is.

    Raises
    ------
    UsageError
        These rules cannot be solved for that goal.
    """
    solver = solver_of(game)
    solution = solution_of(game, rules, goal, progress)
    return Answer(
        title=title,
        game=game.id,
        goal=goal,
        value=solution.value,
        sheets=solver.digest(rules, goal.name, solution),
        bots=[evaluate(solver, rules, goal, *named) for named in players],
    )


def evaluate(solver: Solver, rules: RulesModel, goal: Goal, name: str, player: Player) -> BotValue:
    """Find what a bot is worth."""
    assert solver.evaluate is not None, "the goal says that bots are evaluated"
    try:
        return BotValue(name, solver.evaluate(rules, goal.name, player))
    except NotEvaluatedError as error:
        return BotValue(name, None, str(error))


def solution_of(game: GameSpec, rules: RulesModel, goal: Goal, progress: Progress) -> Solution:
    """Read the solution from the cache folder, or make it and keep it there."""
    about = _about(game, rules, goal)
    path = _path(game, rules, goal)
    if path is not None and path.exists():
        try:
            return _read(path, about)
        except StoreError as error:
            progress.say(f"{path}: {error}; it is solved anew")
    solution = solver_of(game).solve(rules, goal.name, progress.done)
    if path is not None:
        try:
            _write(path, about, solution)
        except StoreError as error:
            progress.say(f"{error}; the solution is not kept")
    return solution


def _rules_text(rules: RulesModel) -> str:
    return json.dumps(rules.model_dump(), sort_keys=True)


def _about(game: GameSpec, rules: RulesModel, goal: Goal) -> str:
    """All that a solution depends on, as text."""
    folder = Path(str(importlib.import_module(game.package).__file__)).parent
    return "\n".join([game.id, str(game.version), goal.name, package_hash(folder), _rules_text(rules)])


def _path(game: GameSpec, rules: RulesModel, goal: Goal) -> Path | None:
    root = cache_root()
    if root is None:
        return None
    digest = hashlib.sha256(_rules_text(rules).encode()).hexdigest()[:16]
    return root / _FOLDER / f"{game.id}-{goal.name}-{digest}.solution"


def _read(path: Path, about: str) -> Solution:
    try:
        whole = path.read_bytes()
    except OSError as error:
        raise StoreError(f"cannot be read: {error.strerror}") from error
    told, content = whole[:_DIGEST], whole[_DIGEST:]
    if hashlib.sha256(content).hexdigest().encode() != told:
        raise StoreError("is damaged")
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        found = dict(arrays)
    if str(found.pop("about")) != about:
        raise StoreError("was made by another simkit or for other rules")
    low, high = found.pop("value")
    return Solution(Bounds(float(low), float(high)), found)


def _write(path: Path, about: str, solution: Solution) -> None:
    buffer = io.BytesIO()
    arrays: dict[str, Any] = {"about": np.array(about), "value": np.array(solution.value), **solution.arrays}
    np.savez(buffer, **arrays)
    content = buffer.getvalue()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{path.parent}: cannot be written: {error.strerror}") from error
    write_whole(path.parent, path, hashlib.sha256(content).hexdigest().encode() + content)
