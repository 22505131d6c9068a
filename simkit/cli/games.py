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
    for game in games:
        click.echo(f"{game['id']}: {game['title']}")
        click.echo(f"    {game['subtitle']}")
        click.echo(f"    {seat_range_text(**game['seats'])}; variants: {', '.join(game['variants'])}")
