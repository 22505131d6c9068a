"""``simkit score``: what a roll is worth under a variant."""

from __future__ import annotations

import importlib
import importlib.util
import re
from typing import TYPE_CHECKING, Any

import click

from simkit.cli._options import format_option, game_argument
from simkit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from simkit.model.game import GameSpec

__all__ = ["command"]


@click.command()
@game_argument
@click.argument("dice", metavar="DICE...", nargs=-1, required=True)
@click.option("--variant", metavar="NAME", help="Score by this variant.  [default: the game's own]")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change a rule, such as rules.ones=200; may be repeated.",
)
@format_option("text", "json")
def command(
    game: str, dice: tuple[str, ...], variant: str | None, settings: tuple[str, ...], output_format: str
) -> None:
    """List every legal set-aside of a roll, with its points, the dice left to roll, and its scoring parts.

    \b
    Example:
      simkit score zilch 1 1 5 5 5 5
      simkit score zilch 115555 --variant zilch-5000 --set rules.fives=100
    """  # noqa: D301 (\b is for Click)
    from simkit.cli._find import changed_rules, game_named, variant_named
    from simkit.json_text import json_text

    spec = game_named(game)
    shown = variant_named(spec, variant)
    roll = _roll(dice)
    rows = _sheet(spec, changed_rules(spec, shown.given, settings), roll)
    if output_format == "json":
        click.echo(json_text(rows))
        return
    changed = f" with {', '.join(settings)}" if settings else ""
    click.echo(f"{spec.title}, {shown.name}{changed}: {' '.join(map(str, roll))}")
    click.echo(_table(rows) if rows else "nothing scores")


def _roll(dice: Sequence[str]) -> tuple[int, ...]:
    """Read one to six faces, with or without spaces, commas or hyphens between them."""
    faces = re.sub(r"[\s,-]", "", "".join(dice))
    if not re.fullmatch("[1-6]{1,6}", faces):
        raise UsageError(f"{' '.join(dice)}: not a roll; give one to six faces from 1 to 6, such as 1 1 5 5 5 5")
    return tuple(map(int, faces))


def _sheet(game: GameSpec, rules: Any, roll: Sequence[int]) -> list[dict[str, Any]]:
    """Score the roll as the game's ``scoring`` module does."""
    name = f"{game.package}.scoring"
    sheet = None if importlib.util.find_spec(name) is None else getattr(importlib.import_module(name), "sheet", None)
    if sheet is None:
        raise UsageError(f"{game.id}: single rolls are not scored in this game")
    rows: list[dict[str, Any]] = sheet(rules, roll)
    return rows


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    from simkit.cli._table import as_table
    from simkit.report.table import Column

    shown = {
        key: (Column(key, is_number=isinstance(value, int)), "{:,}".format if isinstance(value, int) else str)
        for key, value in rows[0].items()
    }
    return as_table(rows, "text", shown, {})
