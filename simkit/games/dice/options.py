"""Options that many dice games share, each declared once: who begins, what ends a tie, whether a last round is played.

Imports neither numba nor polars. A game that allows fewer answers declares a narrower option of its own, its answers in
the same order.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field

__all__ = [
    "FINAL_ROUND_NONE",
    "REST_OF_ROUND",
    "START_RANDOM",
    "START_TWO_DICE",
    "TIE_ROLL",
    "TIE_SEAT_ORDER",
    "TIE_TURN",
    "FinalRound",
    "Start",
    "Tie",
]

_Start = Literal["seat1", "two_dice", "random"]
_Tie = Literal["shared", "roll", "seat_order", "turn"]
_FinalRound = Literal["none", "rest_of_round", "others_once"]

Start = Annotated[
    _Start,
    Field(
        description="who begins: seat 1, the highest sum of two dice (level seats roll again), or a seat drawn by lot"
    ),
]

Tie = Annotated[
    _Tie,
    Field(
        description="seats that are level at the end: they share the win; roll two dice each, the highest sum winning, "
        "again while level; the first of them in playing order wins; or they have one more turn each, again while level"
    ),
]

FinalRound = Annotated[
    _FinalRound,
    Field(
        description="once the target is reached: the game ends at once; the seats still to play in this round have "
        "their turn; or every other seat has one more turn"
    ),
]

# Places in the Literals: the numbers that kernels know the answers by.
START_TWO_DICE, START_RANDOM = map(get_args(_Start).index, ("two_dice", "random"))
TIE_ROLL, TIE_SEAT_ORDER, TIE_TURN = map(get_args(_Tie).index, ("roll", "seat_order", "turn"))
FINAL_ROUND_NONE, REST_OF_ROUND = map(get_args(_FinalRound).index, ("none", "rest_of_round"))
