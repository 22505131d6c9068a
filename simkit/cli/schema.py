"""``simkit schema``: the JSON Schema of a game's configs."""

from __future__ import annotations

import click

from simkit.cli._options import game_argument

__all__ = ["command"]


@click.command()
@game_argument
def command(game: str) -> None:
    """Print the JSON Schema of configs of GAME: every key with its description, default and range.

    Editors that know TOML complete and check a config by it, where the config begins with a line such as
    `#:schema zilch.schema.json`.

    Example: simkit schema zilch > zilch.schema.json
    """
    from simkit.cli._find import game_named
    from simkit.cli._new import schema_text

    click.echo(schema_text(game_named(game)), nl=False)
