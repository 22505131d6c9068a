"""``simkit new``: a config or a bot to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from simkit.cli._options import game_argument, variant_option
from simkit.errors import UsageError

__all__ = ["command"]


class _Files(click.Group):
    """``new bot GAME`` writes a bot, ``new GAME`` a config."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Take what is no command for the game of a config."""
        return super().resolve_command(ctx, args if args[0] in self.commands else ["config", *args])


_out_option = click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write.  [default: by the game's name]"
)


@click.group(cls=_Files, subcommand_metavar="[bot] GAME")
def command() -> None:
    """Write a config of GAME that explains every option, or with `bot` a bot of it; both run as they are.

    \b
    Example:
      simkit new zilch
      simkit new bot zilch
    """  # noqa: D301 (\b is for Click)


@command.command(hidden=True)
@game_argument
@variant_option
@_out_option
def config(game: str, variant: str | None, out: Path | None) -> None:
    """Write a config of GAME with every rule and parameter in it, what is usual in comments.

    Example: simkit new zilch --variant zilch-5000 --out my.toml
    """
    from simkit.cli._facts import game_facts
    from simkit.cli._find import game_named, variant_named
    from simkit.cli._new import new_config, write_new, write_schema

    spec = game_named(game)
    file = out or Path(f"{spec.id}.toml")
    write_new(file, new_config(game_facts(spec, variant_named(spec, variant)), file.name))
    write_schema(spec, file.parent)
    click.echo(f"{file} is written. Play it: simkit run {file}")


@command.command()
@game_argument
@_out_option
def bot(game: str, out: Path | None) -> None:
    """Write a bot of GAME: a function for each decision, with everything that it sees in comments.

    Example: simkit new bot zilch --out my_bots.py
    """
    from simkit.cli._find import game_named
    from simkit.cli._new import new_bot, write_new

    spec = game_named(game)
    file = out or Path(f"{spec.id.replace('-', '_')}_bot.py")
    if not spec.decisions:
        raise UsageError(f"{spec.id} has nothing to decide")
    write_new(file, new_bot(spec, file.name))
    click.echo(f'{file} is written. Name it in a config: strategy = "{file.name}:bot"')
