"""``simkit games``: what can be played."""

from __future__ import annotations

import click

from simkit.cli._options import format_option

__all__ = ["command"]


@click.command()
@format_option("text", "json")
def command(output_format: str) -> None:
    """List the games, with their seats and variants.

    \b
    Example:
      simkit games
      simkit games --format json
    """  # noqa: D301 (\b is for Click)
    from simkit.cli._facts import game_line
    from simkit.config.problems import seat_range_text
    from simkit.json_text import json_text
    from simkit.registry import every_game

    games = [game_line(game) for game in every_game().values()]
    if output_format == "json":
        click.echo(json_text(games))
        return
    width = max(len(game["id"]) for game in games)
    for game in games:
        variants = len(game["variants"])
        counted = f"{variants} variant{'' if variants == 1 else 's'}"
        click.echo(f"{game['id']:<{width}}  {game['title']}; {seat_range_text(**game['seats'])}; {counted}")
    click.echo("\n`simkit describe GAME` tells more of one.")
