"""10000, as a Polish booklet of dice games has it: ones, fives, triples and the straight; a finish in one roll."""

from __future__ import annotations

from pathlib import Path

from simkit.games.farkle.family import farkle_game

__all__ = ["GAME"]

GAME = farkle_game(
    id="ten-thousand",
    title="10000",
    subtitle="ten thousand: ones, fives, triples, and a finish in one roll",
    summary="Six dice are rolled and scoring ones set aside; a roll that scores nothing loses the turn. "
    "First to 10,000; from 9,500 on, the missing points must come in a single roll.",
    version=1,
    variant="single-roll",
    folder=Path(__file__).parent,
)
