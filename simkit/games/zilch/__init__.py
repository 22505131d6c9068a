"""Zilch: the Farkle family with four, five and six of a kind, three pairs, two triplets, and minima to bank."""

from __future__ import annotations

from pathlib import Path

from simkit.games.farkle.family import farkle_game

__all__ = ["GAME"]

GAME = farkle_game(
    id="zilch",
    title="Zilch",
    subtitle="six dice, banking minima, hot dice that must be rolled",
    summary="Six dice are rolled and scoring ones set aside; a roll that scores nothing is a Zilch and loses the turn. "
    "When all six are set aside all must be rolled again. First over 15,000.",
    version=1,
    variant="zilch-15000",
    folder=Path(__file__).parent,
)
