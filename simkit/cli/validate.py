"""``simkit validate``: check configs without playing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import Changes, changes_options

if TYPE_CHECKING:
    from simkit.model.cell import Cell

__all__ = ["command"]

WIDTH = 80
"""Characters of a line."""


@click.command()
@click.argument("configs", metavar="CONFIG...", nargs=-1, required=True, type=click.Path(path_type=Path))
@changes_options()
@click.option("--all", "shows_all", is_flag=True, help="Name all cells, with their ids.")
def command(configs: tuple[Path, ...], changes: Changes, shows_all: bool) -> None:
    """Check configs without playing anything.

    All errors of all files go to stderr, each with file, line and column (exit code 2). For each valid file, one line
    names its cells.

    \b
    Example:
      simkit validate configs/*.toml
    """  # noqa: D301 (\b is for Click)
    from simkit.config import load_config, resolve
    from simkit.errors import ConfigError, SimkitError

    wrong: list[str] = []
    for path in configs:
        try:
            cells = resolve(load_config(path, changes.settings, changes.games, changes.seed))
        except SimkitError as error:
            wrong += error.lines
        else:
            click.echo(_all_named(path, cells) if shows_all else _named(path, cells))
    if wrong:
        raise ConfigError(*wrong)


def _all_named(path: Path, cells: Sequence[Cell]) -> str:
    return f"{path}: {', '.join(f'{cell.name} {cell.id}' for cell in cells)}"


def _named(path: Path, cells: Sequence[Cell]) -> str:
    """Name as many cells as a line takes, one at the least."""
    line = ""
    for shown in range(1, len(cells) + 1):
        more = f" and {len(cells) - shown} more" if len(cells) > shown else ""
        names = ", ".join(cell.name for cell in cells[:shown])
        longer = f"{path}: valid; {len(cells)} cell{'' if len(cells) == 1 else 's'}: {names}{more}"
        if line and len(longer) > WIDTH:
            break
        line = longer
    return line
