"""Skreślanka: two dice a turn cross off their faces or their sum; the first to cross off 1 to 12 wins."""

from __future__ import annotations

from pathlib import Path

from simkit.games.skreslanka.columns import TABLES
from simkit.games.skreslanka.decisions import DECISIONS
from simkit.games.skreslanka.rules import Rules
from simkit.games.skreslanka.strategies import BOTS
from simkit.model.columns import MAX_SEATS
from simkit.model.game import GameSpec
from simkit.model.statistic import GamePath

__all__ = ["GAME"]


GAME = GameSpec(
    id="skreslanka",
    title="Skreślanka",
    subtitle="crossing off: two dice, their faces or their sum, until 1 to 12 are gone",
    summary="Two dice are rolled a turn; the seat crosses off either the faces or the sum on its card of the numbers 1 "
    "to 12. The first to cross off all of them wins.",
    version=1,
    seats=(1, MAX_SEATS),
    rules=Rules,
    variant="both-faces",
    folder=Path(__file__).parent,
    tables=TABLES,
    decisions=DECISIONS,
    package=__name__,
    bots=BOTS,
    path=GamePath(),
)
