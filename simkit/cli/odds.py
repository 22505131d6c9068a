"""``simkit odds``: the odds that players ask for, counted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import Format, format_option, set_option
from simkit.cli._table import terminal_width
from simkit.errors import UsageError

if TYPE_CHECKING:
    from simkit.model.game import GameSpec, RulesModel

__all__ = ["command"]


@click.command()
@click.argument("asked", metavar="CONFIG_OR_GAME")
@click.option("--variant", metavar="NAME", help="Rules of this variant of a GAME.  [default: the game's own]")
@set_option
@format_option()
def command(asked: str, variant: str | None, settings: tuple[str, ...], output_format: Format) -> None:
    """Tell the odds of the rules of a config, or of a game: counted, not simulated.

    For a game of the Farkle family: the chance of a bust and the mean of a roll by dice left, what rolling on is worth,
    and the turn total from which to bank; for other dice games the chances of their combinations, boxes, sums. CSV has
    the first table alone.

    \b
    Example:
      simkit odds ten-thousand
      simkit odds zilch --variant zilch-5000 --set rules.bank_min=0 --format csv
      simkit odds configs/zilch.toml
    """  # noqa: D301 (\b is for Click)
    from simkit.report.solve import render_odds
    from simkit.solving import solver_of

    is_config = asked.endswith(".toml") or Path(asked).exists()
    if is_config and variant is not None:
        raise UsageError(f"--variant {variant}: the config names its variant; --set variant={variant} changes it")
    title, game, rules = _of_config(Path(asked), settings) if is_config else _of_game(asked, variant, settings)
    click.echo(render_odds(title, solver_of(game).odds(rules), output_format, terminal_width()), nl=False)


def _of_config(path: Path, settings: tuple[str, ...]) -> tuple[str, GameSpec, RulesModel]:
    """Title, game and rules of the first cell of a config."""
    from simkit.config import load_config, resolve
    from simkit.registry import find_game

    cells = resolve(load_config(path, settings))
    game = find_game(cells[0].game)
    title = f"{game.title}, {cells[0].name}" if len(cells) > 1 else game.title
    return title, game, game.rules(**dict(cells[0].rules))


def _of_game(name: str, variant: str | None, settings: tuple[str, ...]) -> tuple[str, GameSpec, RulesModel]:
    """Title, game and rules of a game's variant with changes."""
    from simkit.cli._find import changed_rules, game_named, variant_named

    game = game_named(name)
    shown = variant_named(game, variant)
    title = ", ".join([game.title, shown.name, *settings])
    return title, game, changed_rules(game, shown.given, settings)
