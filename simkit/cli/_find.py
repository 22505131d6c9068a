"""Games, variants and rules named on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simkit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from simkit.config import Variant
    from simkit.model.game import GameSpec

__all__ = ["changed_rules", "game_named", "variant_named"]


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


def changed_rules(game: GameSpec, given: Mapping[str, Any], settings: Sequence[str]) -> Any:
    """Make the rules of a variant with the changes that options ask for."""
    from pydantic import ValidationError

    from simkit.config.document import Document
    from simkit.config.problems import Problems, field_problems
    from simkit.config.variants import tuples

    document, problems = Document("", {}), Problems()
    for text in settings:
        key, _, value = text.partition("=")
        document.override([(f"--set {text}", key.strip(), value.strip())])
    for table, content in document.data.items():
        if table != "rules" or not isinstance(content, dict):
            problems.add(document, (table,), "only rules can be set here, such as rules.ones=200", "key")
    problems.raise_any()
    try:
        rules = game.rules.model_validate({**given, **tuples(document.data.get("rules", {}))})
    except ValidationError as error:
        for problem in field_problems(error, game.rules, "rule", f"`simkit describe {game.id} rules` lists them"):
            problems.add(document, ("rules", *problem.path), problem.message, problem.about)
    problems.raise_any()
    return rules
