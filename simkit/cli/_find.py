"""Games and variants named on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.errors import UsageError

if TYPE_CHECKING:
    from simkit.config import Variant
    from simkit.model.game import GameSpec

__all__ = ["game_named", "variant_named"]


def game_named(name: str) -> GameSpec:
    """Find a game by its id.

    Raises
    ------
    UsageError
        There is none; the nearest is told.
    """
    from simkit.config.problems import unknown
    from simkit.registry import every_game

    games = every_game()
    if name not in games:
        raise UsageError(f"{name}: {unknown('game', name, list(games))}")
    return games[name]


def variant_named(game: GameSpec, name: str | None) -> Variant:
    """Read a variant of the game; None for its default one.

    Raises
    ------
    UsageError
        There is none of that name; the nearest is told.
    ConfigError
        Its file is wrong.
    """
    from simkit.config import load_variant
    from simkit.config.problems import unknown

    name = name or game.variant
    if name not in game.variants():
        raise UsageError(f"{name}: {unknown(f'variant of {game.id}', name, list(game.variants()))}")
    return load_variant(game, name)
