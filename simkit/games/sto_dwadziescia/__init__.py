"""Sto dwadzieścia: two dice a turn, doubles bring a bonus, first to 120; nobody decides anything."""

from __future__ import annotations

from pathlib import Path

from simkit.games.sto_dwadziescia.columns import TABLES
from simkit.games.sto_dwadziescia.rules import Rules
from simkit.games.sto_dwadziescia.strategies import BOTS
from simkit.model.columns import MAX_SEATS
from simkit.model.game import GameSpec
from simkit.model.statistic import GamePath

__all__ = ["GAME"]


GAME = GameSpec(
    id="sto-dwadziescia",
    title="Sto dwadzieścia",
    subtitle="a hundred and twenty: two dice a turn, doubles bring twenty more",
    summary="Two dice are rolled a turn and their sum is added, with 20 more for a double. First to 120. "
    "There is nothing to decide.",
    version=1,
    seats=(1, MAX_SEATS),
    rules=Rules,
    variant="first-to-120",
    folder=Path(__file__).parent,
    tables=TABLES,
    decisions=(),
    package=__name__,
    bots=BOTS,
    path=GamePath(),
)
