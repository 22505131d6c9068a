"""``simkit examples``: the configs that come with simkit."""

from __future__ import annotations

from pathlib import Path

import click

from simkit.errors import UsageError

__all__ = ["command"]


@click.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--out", type=click.Path(path_type=Path), default=Path(), metavar="FOLDER", help="Where to copy them.")
def command(names: tuple[str, ...], out: Path) -> None:
    """List the configs that come with simkit, or copy those that are named.

    \b
    Example:
      simkit examples
      simkit examples topping tournament
    """  # noqa: D301 (\b is for Click)
    import tomllib

    from simkit.cli._find import game_named
    from simkit.cli._new import write_new, write_schema
    from simkit.config.problems import unknown

    examples = {file.stem: file for file in sorted(_folder().glob("*.toml"))}
    if not names:
        width = max(map(len, examples), default=0)
        for name, file in examples.items():
            click.echo(f"{name:<{width}}  {_question(file)}")
        return
    for name in names:
        if name not in examples:
            raise UsageError(f"{name}: {unknown('example', name, list(examples), '`simkit examples` lists them')}")
    for name in names:
        file, text = out / f"{name}.toml", examples[name].read_text(encoding="utf-8")
        write_new(file, text)
        write_schema(game_named(tomllib.loads(text)["game"]), out)
        click.echo(f"{file} is written. Its first lines say how to play it.")


def _folder() -> Path:
    """Where the examples lie: in the package, or in a clone beside it."""
    package = Path(__file__).parents[1]
    packed = package / "examples"
    return packed if packed.is_dir() else package.parent / "configs"


def _question(file: Path) -> str:
    """The first comment of a config, without the line for editors."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return next((line.removeprefix("# ") for line in lines if line.startswith("# ")), "")
