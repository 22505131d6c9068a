"""Piątka: five rolls of ever fewer dice, each time one is set aside that is not lower than those before."""

from __future__ import annotations

from pathlib import Path

from simkit.games.piatka.columns import TABLES
from simkit.games.piatka.decisions import DECISIONS
from simkit.games.piatka.rules import Rules
from simkit.games.piatka.strategies import BOTS
from simkit.model.columns import MAX_SEATS
from simkit.model.game import GameSpec
from simkit.model.statistic import GamePath

__all__ = ["GAME"]


GAME = GameSpec(
    id="piatka",
    title="Piątka",
    subtitle="five: set dice aside, never a lower one, and stop in time",
    summary="Five dice are rolled and one is set aside, then four, and so on; a die set aside must not be lower than "
    "those before it, and a roll without such a die loses the turn. Most points after ten turns win.",
    version=1,
    seats=(1, MAX_SEATS),
    rules=Rules,
    variant="ten-turns",
    folder=Path(__file__).parent,
    tables=TABLES,
    decisions=DECISIONS,
    package=__name__,
    bots=BOTS,
    path=GamePath(),
)
