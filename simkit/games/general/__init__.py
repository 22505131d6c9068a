"""Generał: five dice, up to three rolls a turn, fifteen boxes to fill, by the Polish booklet."""

from __future__ import annotations

from pathlib import Path

from simkit.games.general.columns import TABLES
from simkit.games.general.decisions import DECISIONS
from simkit.games.general.rules import Rules
from simkit.games.general.strategies import BOTS
from simkit.model.columns import MAX_SEATS
from simkit.model.game import GameSpec
from simkit.model.statistic import GamePath

__all__ = ["GAME"]


GAME = GameSpec(
    id="general",
    title="Generał",
    subtitle="a Polish Yahtzee of fifteen boxes",
    summary="Fifteen turns of up to three rolls of five dice, of which any may be kept; after each a box is "
    "filled: six rows of equal dice, which may cost points, eight combinations, and Ratunek for what fits nowhere.",
    version=2,
    seats=(1, MAX_SEATS),
    rules=Rules,
    variant="booklet",
    folder=Path(__file__).parent,
    tables=TABLES,
    decisions=DECISIONS,
    package="simkit.games.general",
    bots=BOTS,
    path=GamePath(),
)
