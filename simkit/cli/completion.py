"""``simkit completion``: what a shell needs to complete simkit's words."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that lets a shell complete commands, options, games and variants.

    \b
    Example:
      simkit completion bash >> ~/.bashrc
      simkit completion zsh >> ~/.zshrc
      simkit completion fish > ~/.config/fish/completions/simkit.fish
    """  # noqa: D301 (\b is for Click)
    from click.shell_completion import get_completion_class

    from simkit.cli import COMPLETION, cli

    completion = get_completion_class(shell)
    assert completion is not None
    click.echo(completion(cli, {}, "simkit", COMPLETION).source())
