"""Skreślanka 2: three dice, and one or two more if wanted; their sum is crossed off; the most after 20 turns win."""

from __future__ import annotations

from pathlib import Path

from simkit.games.skreslanka_2.columns import TABLES
from simkit.games.skreslanka_2.decisions import DECISIONS
from simkit.games.skreslanka_2.rules import Rules
from simkit.games.skreslanka_2.strategies import BOTS
from simkit.model.columns import MAX_SEATS
from simkit.model.game import GameSpec
from simkit.model.statistic import GamePath

__all__ = ["GAME"]


GAME = GameSpec(
    id="skreslanka-2",
    title="Skreślanka 2",
    subtitle="crossing off sums: three dice and up to two more, 3 to 18 in 20 turns",
    summary="Three dice are thrown a turn, then none, one or two of them again; the sum of both throws is crossed off "
    "a card of the numbers 3 to 18. The most numbers crossed off in 20 turns win.",
    version=1,
    seats=(1, MAX_SEATS),
    rules=Rules,
    variant="three-dice",
    folder=Path(__file__).parent,
    tables=TABLES,
    decisions=DECISIONS,
    package=__name__,
    bots=BOTS,
    path=GamePath(),
)
