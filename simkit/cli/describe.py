"""``simkit describe``: all that there is to know about a game."""

from __future__ import annotations

import click

from simkit.cli._options import format_option

__all__ = ["command"]

NARROWEST, WIDEST = 60, 120


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--variant", metavar="NAME", help="Show the rules of this variant.  [default: the game's own]")
@click.option("--against", metavar="NAME", help="Show only the rules that differ between the two variants.")
@format_option("text", "json", "markdown")
def command(game: str, variant: str | None, against: str | None, output_format: str) -> None:
    """Describe a game: variants, rules, bots and their parameters, decisions, columns, statistics.

    \b
    Example:
      simkit describe zilch
      simkit describe zilch --variant zilch-5000 --against zilch-15000
    """  # noqa: D301 (\b is for Click)
    import shutil

    from simkit.cli._facts import differing_rules, game_facts, game_line
    from simkit.cli._find import game_named, variant_named
    from simkit.cli._game_page import difference_page, game_page
    from simkit.cli._page import as_markdown, as_text
    from simkit.json_text import json_text

    spec = game_named(game)
    shown = variant_named(spec, variant)
    if against is None:
        facts = game_facts(spec, shown)
        page = game_page(facts)
    else:
        other = variant_named(spec, against)
        rules = differing_rules(spec, shown, other)
        facts = {"id": spec.id, "variant": shown.name, "against": other.name, "rules": rules}
        page = difference_page(game_line(spec), shown.name, other.name, rules)
    if output_format == "json":
        click.echo(json_text(facts))
    elif output_format == "markdown":
        click.echo(as_markdown(page))
    else:
        width = shutil.get_terminal_size().columns
        click.echo(as_text(page, min(max(width, NARROWEST), WIDEST)))
