"""Farkle: the named rule sets of the family that are neither Zilch nor 10000, and the core that all of them share."""

from __future__ import annotations

from pathlib import Path

from simkit.games.farkle.family import farkle_game

__all__ = ["GAME"]

GAME = farkle_game(
    id="farkle",
    title="Farkle",
    subtitle="ones, fives and triples, and what other tables add: Farkle, Greed, Hot Dice, Tysiąc",
    summary="Dice are rolled and scoring ones set aside; a roll that scores nothing is a farkle and loses the turn. "
    "When all are set aside all may be rolled again. First to 10,000.",
    version=1,
    variant="farkle-wikipedia",
    folder=Path(__file__).parent,
)
