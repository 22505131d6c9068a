"""``simkit trace``: one game in words, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import Changes, changes_options, config_argument, format_option
from simkit.errors import UsageError

if TYPE_CHECKING:
    from simkit.model.cell import Cell

__all__ = ["command"]


@click.command()
@config_argument
@changes_options()
@click.option("--deal", type=click.IntRange(min=0), required=True, metavar="N", help="Number of the deal, from 0.")
@click.option(
    "--seating",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="K",
    help="Number of the seating, from 1.",
)
@click.option("--cell", "cell_name", metavar="NAME", help="Name of the cell.  [default: the first]")
@click.option("--trust", is_flag=True, help="Run the copies of its bots that a run directory keeps, not their files.")
@format_option("text", "json")
def command(
    config: Path,
    changes: Changes,
    deal: int,
    seating: int,
    cell_name: str | None,
    trust: bool,
    output_format: str,
) -> None:
    """Print one game of CONFIG, a config or a run directory, move by move, with what each bot saw.

    \b
    Example:
      simkit trace configs/zilch.toml --deal 7
    """  # noqa: D301 (\b is for Click)
    import itertools

    from simkit.engine import trace
    from simkit.json_text import json_text

    cells = _cells(config, changes)
    cell = _named(cells, cell_name)
    played, folder = _found(config, cell, trust=trust)
    story = trace.trace_game(played, deal, seating, folder)
    if output_format == "json":
        click.echo(json_text(trace.as_data(cell, deal, seating, story)))
        return
    lines = trace.told_lines(story)
    first = next(lines)  # so that a wrong seating or bot is told before anything else
    for line in itertools.chain([trace.headline(cell, deal, seating), first], lines):
        click.echo(line)


def _cells(config: Path, changes: Changes) -> tuple[Cell, ...]:
    """Resolve the cells of a config, or restore those that a run directory was made of."""
    if not config.is_dir():
        from simkit.config import load_config, resolve

        return resolve(load_config(config, changes.settings, changes.games, changes.seed))
    if changes != Changes():
        raise UsageError(f"{config}: a run directory is read as it was played; --set, --seed and --games need a config")
    from simkit.store.manifest import read_run_record

    return read_run_record(config).restore()


def _found(config: Path, cell: Cell, *, trust: bool) -> tuple[Cell, Path]:
    """Find the folder that a cell's bots and tables lie in; the cell as it names them from there."""
    if not config.is_dir():
        if trust:
            raise UsageError(f"{config}: --trust is for run directories, which keep copies of bots")
        return cell, config.parent
    from simkit.store.copies import SOURCES, with_copies
    from simkit.store.manifest import read_run_record
    from simkit.store.places import bots_folder

    if trust:
        return with_copies(cell), config / SOURCES
    return cell, bots_folder(config, read_run_record(config), [cell])


def _named(cells: tuple[Cell, ...], name: str | None) -> Cell:
    from simkit.config.problems import unknown

    names = [cell.name for cell in cells]
    if name is not None and name not in names:
        raise UsageError(f"--cell {name}: {unknown('cell', name, names)}")
    return cells[0 if name is None else names.index(name)]
