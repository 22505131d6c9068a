"""Which statistics a cell has: its game's own, and where its turns are kept, the measures of the path of a game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from simkit.errors import UsageError
from simkit.model.game import GameSpec
from simkit.model.statistic import Statistic
from simkit.stats.estimates import row_meanings
from simkit.stats.game_path import path_statistics

__all__ = ["NEEDS_TURNS", "known_statistics", "refuse_path", "statistics_of"]

_BETTER = "how often the better of the bots wins: the win rate, by seat, of the one with the highest"

NEEDS_TURNS = 'needs the turns of each game, which only log = "turns" keeps'


def known_statistics(game: GameSpec) -> tuple[Statistic, ...]:
    """List every statistic of the game's cells, whatever is logged."""
    return (*_of_games(game), *path_statistics(game))


def _of_games(game: GameSpec) -> tuple[Statistic, ...]:
    """List what the ``games`` table tells: the game's own, and how often the better bot wins."""
    statistics: list[Statistic] = []
    for statistic in game.statistics():
        statistics.append(statistic)
        if statistic.name == "win_rate" and statistic.shares_win:
            statistics.append(replace(statistic, name="decisiveness", meaning=_BETTER, by="best"))
    return tuple(statistics)


def statistics_of(game: GameSpec, log: str, names: Collection[str] = ()) -> tuple[Statistic, ...]:
    """List what a cell of this log is asked for: rows or statistics by name; all that it can tell without any."""
    statistics = known_statistics(game) if names or log == "turns" else _of_games(game)
    return tuple(
        statistic
        for statistic in statistics
        if not names or any(name in names for name in (statistic.name, *row_meanings(statistic)))
    )


def refuse_path(game: GameSpec, log: str, names: Collection[str]) -> None:
    """Raise a UsageError when a measure of the path is asked for by name, but turns are not going to be kept."""
    path = {one.name for one in path_statistics(game)}
    asked = next((name for name in names if name in path), None)
    if asked and log != "turns":
        raise UsageError(f"--statistic {asked}: {NEEDS_TURNS}; use `--set run.log=turns`")
