"""Makes a game of the family: the core's rules, tables, decisions and bots under a name and variants of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from simkit.games.farkle.clauses import CLAUSES
from simkit.games.farkle.columns import TABLES
from simkit.games.farkle.decisions import DECISIONS
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.strategies import BOTS
from simkit.model.columns import MAX_SEATS
from simkit.model.game import GameSpec
from simkit.model.statistic import GamePath, Statistic

__all__ = ["farkle_game"]


def _statistics() -> Sequence[Statistic]:
    from simkit.games.farkle.statistics import statistics

    return statistics()


def _turn_statistics() -> Sequence[Statistic]:
    from simkit.games.farkle.statistics import turn_statistics

    return turn_statistics()


def farkle_game(
    *,
    id: str,  # noqa: A002
    title: str,
    subtitle: str,
    summary: str,
    version: int,
    variant: str,
    folder: Path,
) -> GameSpec:
    """A game of the family; see ``GameSpec`` for the arguments."""
    return GameSpec(
        id=id,
        title=title,
        subtitle=subtitle,
        summary=summary,
        version=version,
        seats=(1, MAX_SEATS),
        rules=Rules,
        variant=variant,
        folder=folder,
        tables=TABLES,
        decisions=DECISIONS,
        package="simkit.games.farkle",
        bots=BOTS,
        statistics=_statistics,
        turn_statistics=_turn_statistics,
        path=GamePath(taken="taken", taken_from="challenged"),
        clauses=CLAUSES,
    )
