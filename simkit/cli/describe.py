"""``simkit describe``: rules, bots, columns and statistics of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from simkit.cli._options import all_option, format_option, game_argument

if TYPE_CHECKING:
    from simkit.cli._page import Section

__all__ = ["command"]

NARROWEST, WIDEST = 60, 120


@click.command()
@game_argument
@click.argument("topic", metavar="[TOPIC]", required=False)
@click.argument("name", metavar="[NAME]", required=False)
@click.option("--variant", metavar="NAME", help="Show the rules of this variant.  [default: the game's own]")
@click.option("--against", metavar="NAME", help="Show only the rules that differ between the two variants.")
@all_option
@format_option("text", "json", "markdown")
def command(
    game: str,
    topic: str | None,
    name: str | None,
    variant: str | None,
    against: str | None,
    shows_all: bool,
    output_format: str,
) -> None:
    """Describe a game, a topic of it, or one thing: a rule, a bot, a column, a statistic.

    Topics are variants, rules, bots, decisions, columns, statistics and clauses.

    \b
    Example:
      simkit describe zilch
      simkit describe zilch rules
      simkit describe zilch bots bank-at
      simkit describe zilch --variant zilch-5000 --against zilch-15000
    """  # noqa: D301 (\b is for Click)
    from simkit.cli._facts import differing_rules, game_facts, game_line
    from simkit.cli._find import game_named, variant_named
    from simkit.cli._game_page import difference_page, game_page
    from simkit.cli._layers import check_names, overview, topic_facts, topic_list, topic_page
    from simkit.cli._table import screen

    spec = game_named(game)
    shown = variant_named(spec, variant)
    if against is not None:
        other = variant_named(spec, against)
        rules = differing_rules(spec, shown, other)
        facts = {"id": spec.id, "variant": shown.name, "against": other.name, "rules": rules}
        _print(difference_page(game_line(spec), shown.name, other.name, rules), facts, output_format)
        return
    facts = game_facts(spec, shown)
    is_brief = output_format == "text" and not shows_all and name is None
    topic = topic or ("rules" if variant and is_brief else None)
    if topic is not None:
        check_names(facts, topic, name)
    if is_brief:
        click.echo(overview(facts, **screen()) if topic is None else topic_list(facts, topic, _width()), nl=False)
    elif topic is None:
        _print(game_page(facts), facts, output_format)
    else:
        _print(topic_page(facts, topic, name), topic_facts(facts, topic, name), output_format)


def _width() -> int:
    """Characters of a line: those of the terminal, within what can be read."""
    import shutil

    return min(max(shutil.get_terminal_size().columns, NARROWEST), WIDEST)


def _print(page: Section, facts: Mapping[str, Any], output_format: str) -> None:
    from simkit.cli._page import as_markdown, as_text
    from simkit.json_text import json_text

    if output_format == "json":
        click.echo(json_text(facts))
    elif output_format == "markdown":
        click.echo(as_markdown(page))
    else:
        click.echo(as_text(page, _width()))
