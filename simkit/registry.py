"""The games, found by scanning: every folder of ``simkit.games`` whose package defines ``GAME``."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from simkit.model.game import GameSpec

__all__ = ["every_game", "find_game"]


@cache
def every_game() -> dict[str, GameSpec]:
    """All games by id, in order of id."""
    found = {}
    package = importlib.import_module("simkit.games")
    for module in pkgutil.iter_modules(package.__path__):
        if module.ispkg:
            game = getattr(importlib.import_module(f"{package.__name__}.{module.name}"), "GAME", None)
            if game is not None:
                found[game.id] = game
    return dict(sorted(found.items()))


def find_game(game_id: str) -> GameSpec:
    """The game of that id; KeyError when there is none."""
    return every_game()[game_id]
