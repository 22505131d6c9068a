"""Siedemsetka: runs and equal dice, whose dice are rolled again beside those left on the table; first to 300."""

from __future__ import annotations

from pathlib import Path

from simkit.games.siedemsetka.columns import TABLES
from simkit.games.siedemsetka.decisions import DECISIONS
from simkit.games.siedemsetka.rules import Rules
from simkit.games.siedemsetka.strategies import BOTS
from simkit.model.columns import MAX_SEATS
from simkit.model.game import GameSpec
from simkit.model.statistic import GamePath

__all__ = ["GAME"]


GAME = GameSpec(
    id="siedemsetka",
    title="Siedemsetka",
    subtitle="seven hundred: runs and equal dice, and the dice of a combination are rolled again",
    summary="Six dice are rolled; a run or equal dice, three or more, are worth their pips. The seat banks or rolls "
    "the dice of the combination again, beside those that stay on the table; without a combination among all six the "
    "turn is lost. First to 300.",
    version=1,
    seats=(1, MAX_SEATS),
    rules=Rules,
    variant="to-300",
    folder=Path(__file__).parent,
    tables=TABLES,
    decisions=DECISIONS,
    package=__name__,
    bots=BOTS,
    path=GamePath(),
)
