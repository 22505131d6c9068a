"""``simkit validate``: check configs without playing."""

from __future__ import annotations

from pathlib import Path

import click

from simkit.cli._options import Changes, changes_options

__all__ = ["command"]


@click.command()
@click.argument("configs", metavar="CONFIG...", nargs=-1, required=True, type=click.Path(path_type=Path))
@changes_options()
def command(configs: tuple[Path, ...], changes: Changes) -> None:
    """Check configs without playing anything.

    Prints all errors of all files on stderr, each with file, line and column (exit code 2), and for each valid file
    one line with its cells and their ids.

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
            click.echo(f"{path}: {', '.join(f'{cell.name} {cell.id}' for cell in cells)}")
    if wrong:
        raise ConfigError(*wrong)
