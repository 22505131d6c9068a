"""Bazy: six dice, one of them the base, the distances of the others from it are points; over 100 is out."""

from __future__ import annotations

from pathlib import Path

from simkit.games.bazy.columns import TABLES
from simkit.games.bazy.decisions import DECISIONS
from simkit.games.bazy.rules import Rules
from simkit.games.bazy.strategies import BOTS
from simkit.model.columns import MAX_SEATS
from simkit.model.game import GameSpec
from simkit.model.statistic import GamePath

__all__ = ["GAME"]


GAME = GameSpec(
    id="bazy",
    title="Bazy",
    subtitle="bases: stay near your own die, and under a hundred the longest",
    summary="Six dice are rolled and one of them is named the base; what the others differ from it are points, and "
    "points are bad. Over 100 a seat is out; the last one left wins. A seat alone plays for turns until it is out.",
    version=1,
    seats=(1, MAX_SEATS),
    rules=Rules,
    variant="over-100",
    folder=Path(__file__).parent,
    tables=TABLES,
    decisions=DECISIONS,
    package=__name__,
    bots=BOTS,
    path=GamePath(fewest_lead=True, by_round=True),
)
