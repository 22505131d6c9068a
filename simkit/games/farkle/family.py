"""Makes a game of the family: the core's rules, tables, decisions and bots under a name and variants of its own."""

from __future__ import annotations

from pathlib import Path

from simkit.games.farkle.columns import TABLES
from simkit.games.farkle.decisions import DECISIONS
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.strategies import BOTS
from simkit.model.columns import MAX_SEATS
from simkit.model.game import GameSpec
from simkit.model.statistic import GamePath

__all__ = ["farkle_game"]


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
        path=GamePath(taken="taken", taken_from="challenged"),
    )
