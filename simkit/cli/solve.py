"""``simkit solve``: the best play of a game, exactly, and how far bots are from it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simkit.cli._options import Format, config_argument, format_option, set_option
from simkit.cli._table import terminal_width

if TYPE_CHECKING:
    from tqdm import tqdm

    from simkit.bots import Player
    from simkit.model.cell import Cell

__all__ = ["command"]


@click.command()
@config_argument
@click.option("--goal", metavar="GOAL", help="What is made as good as possible.  [default: the game's first goal]")
@set_option
@format_option()
def command(config: Path, goal: str | None, settings: tuple[str, ...], output_format: Format) -> None:
    """Solve the game of CONFIG: the best play, its value between two bounds, and how far bots are from it.

    Bots are those of the config with their parameters, and all others of the game with their defaults. Solutions are
    kept in the cache folder. CSV has the table of the best play alone.

    Example: simkit solve configs/zilch.toml --goal points
    """
    from simkit.config import load_config, resolve
    from simkit.registry import find_game
    from simkit.report.solve import render_answers
    from simkit.solving import goal_named, solve

    cells = {cell.rules: cell for cell in reversed(resolve(load_config(config, settings)))}
    answers, bar = [], _Bar()
    for cell in reversed(cells.values()):
        game = find_game(cell.game)
        wanted = goal_named(game, goal)
        title = f"{game.title}, {cell.name}" if len(cells) > 1 else game.title
        rules = game.rules(**dict(cell.rules))
        answers.append(solve(game, rules, wanted, title, _players(cell, config.parent, wanted.bots), bar))
    click.echo(render_answers(answers, output_format, terminal_width()), nl=False)


class _Bar:
    """Says on stderr how far it is: a bar where that is a terminal."""

    def __init__(self) -> None:
        self._bar: tqdm[Any] | None = None

    def say(self, text: str) -> None:
        """Print a remark."""
        click.echo(f"simkit: {text}", err=True)

    def done(self, share: float) -> None:
        """Draw the bar, which goes when all is done."""
        if not sys.stderr.isatty():
            return
        if self._bar is None:
            from tqdm import tqdm

            tqdm.monitor_interval = 0
            self._bar = tqdm(total=100, unit="%", bar_format="solving {l_bar}{bar}| [{elapsed}]", leave=False)
        self._bar.update(100 * share - self._bar.n)
        if share >= 1:
            self._bar.close()
            self._bar = None


def _players(cell: Cell, folder: Path, which: str) -> list[tuple[str, Player]]:
    """Bots of the line-up with their parameters, then for "all" the game's others with their defaults, each once."""
    from simkit.bots import Player, bot_takes_table, parameters
    from simkit.config.seats import default_value
    from simkit.engine.bot_check import Steps, seat_players
    from simkit.model.cell import SeatBot
    from simkit.registry import find_game

    if which == "none":
        return []
    names = [cell.lineup[place].label() for place in cell.arrangements[0]]
    players = dict(zip(names, seat_players(cell, folder, 0, Steps()), strict=True))
    for bot in find_game(cell.game).bots if which == "all" else ():
        params = tuple((info.name, default_value(info)) for info in parameters(bot))
        if not bot_takes_table(bot):  # one that comes without its table has no default
            players.setdefault(SeatBot(bot.name, params, "").label(), Player(bot, {}))
    return list(players.items())
