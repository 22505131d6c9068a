"""Strity: ten turns of up to three rolls for straights and for triple, pair and single, by the Polish booklet."""

from __future__ import annotations

from pathlib import Path

from simkit.games.strity.columns import TABLES
from simkit.games.strity.decisions import DECISIONS
from simkit.games.strity.rules import Rules
from simkit.games.strity.strategies import BOTS
from simkit.model.columns import MAX_SEATS
from simkit.model.game import GameSpec
from simkit.model.statistic import GamePath

__all__ = ["GAME"]


GAME = GameSpec(
    id="strity",
    title="Strity",
    subtitle="straights with six dice, double on the first roll",
    summary="Ten turns of up to three rolls of six dice, of which any may be kept. Straights, and a triple with a pair "
    "and a single, score; they score double when the first roll brings them.",
    version=1,
    seats=(1, MAX_SEATS),
    rules=Rules,
    variant="booklet",
    folder=Path(__file__).parent,
    tables=TABLES,
    decisions=DECISIONS,
    package="simkit.games.strity",
    bots=BOTS,
    path=GamePath(),
)
