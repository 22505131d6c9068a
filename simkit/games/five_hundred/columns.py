"""Outcome tables of Five Hundred: a row a game, and a row a hand."""

from __future__ import annotations

from simkit.games.five_hundred.calls import CONTRACTS
from simkit.games.five_hundred.cards import STRAINS, SUITS
from simkit.model.columns import Column, Table, column_rows

__all__ = ["BACK_DOOR", "CUT_SHORT", "GAME", "HAND", "MADE", "POINTS", "TABLES"]

ENDED = ("contract", "points", "back door", "cut short")
MADE, POINTS, BACK_DOOR, CUT_SHORT = range(4)

_MANY = 2**31 - 1
_DEAL = (
    Column("deal", "number of the deal", high=2**63 - 1),
    Column("seating", "which seating of the line-up, from 1", low=1, high=32_767),
)

_GAMES = (
    *_DEAL,
    Column("start", "seat that called first in the first hand", unit="seat", low=1, high=6),
    Column("winners", "seats of the side that won, as a bit mask with seat 1 lowest; 0 when cut short", high=63),
    Column("hands", "hands dealt, thrown-in ones included", unit="hands", high=_MANY),
    Column("thrown_in", "hands in which all passed", unit="hands", high=_MANY),
    Column(
        "ended",
        "what ended the game: a contract made, a target reached by tricks, a side out the back door, or the length cap",
        kind="enum",
        labels=ENDED,
    ),
    Column("slams", "suit and no-trump contracts in which all ten tricks were taken", unit="hands", high=_MANY),
    Column("miseres", "hands played as a misere of any kind", unit="hands", high=_MANY),
    Column("miseres_made", "those in which the contractor took no trick", unit="hands", high=_MANY),
    Column(
        "score",
        "points of the seat's side at the end",
        unit="points",
        low=-_MANY,
        high=_MANY,
        per_seat=True,
    ),
    Column("contracts", "hands in which the seat was the contractor", unit="hands", high=_MANY, per_seat=True),
    Column("made", "those in which it made the contract", unit="hands", high=_MANY, per_seat=True),
    Column(
        "contract_points",
        "points that its side won, less those it lost, in those hands",
        unit="points",
        low=-_MANY,
        high=_MANY,
        per_seat=True,
    ),
)

_HANDS = (
    *_DEAL,
    Column("hand", "hand of the game, from 1, thrown-in ones counted", unit="hands", low=1, high=_MANY),
    Column("dealer", "seat that dealt", unit="seat", low=1, high=6),
    Column("contract", "what was played: pass when all passed", kind="enum", labels=tuple(c.label for c in CONTRACTS)),
    Column("level", "tricks that the contract needed, 0 in a misere", unit="tricks", high=10, nullable=True),
    Column("strain", "trump suit, no trump or misere", kind="enum", labels=STRAINS, nullable=True),
    Column("sans_kitty", "whether the contract was bid without the kitty", kind="flag"),
    Column("contractor", "seat that played the contract", unit="seat", low=1, high=6, nullable=True),
    Column(
        "partner",
        "with five seats the seat that had the called card, or was called; missing where the contractor played alone",
        unit="seat",
        low=1,
        high=6,
        nullable=True,
    ),
    Column(
        "joker_dealt",
        "seat that the joker (the better one of two) was dealt to; missing when it was dealt to none",
        unit="seat",
        low=1,
        high=6,
        nullable=True,
    ),
    Column(
        "joker_holder",
        "seat that held it before the first lead; missing when nobody did",
        unit="seat",
        low=1,
        high=6,
        nullable=True,
    ),
    Column("has_joker", "whether the contractor held a joker then", kind="flag", nullable=True),
    Column("joker_nominated", "suit nominated for the joker", kind="enum", labels=tuple(SUITS), nullable=True),
    Column("trumps", "trumps that the contractor held before the first lead", unit="cards", high=10, nullable=True),
    Column("side_tricks", "tricks that the contractor's side took", unit="tricks", high=10, nullable=True),
    Column("made", "whether the contract was made", kind="flag", nullable=True),
    Column("slam", "whether the contractor's side took all ten tricks of a suit or no-trump contract", kind="flag"),
    Column("kitty", "the cards of the kitty, as printed", kind="cards"),
    Column("discards", "the cards discarded, as printed", kind="cards", nullable=True),
    Column("tricks", "tricks that the seat took", unit="tricks", high=10, per_seat=True),
    Column("change", "change of its side's score", unit="points", low=-_MANY, high=_MANY, per_seat=True),
    Column("score", "its side's score after the hand", unit="points", low=-_MANY, high=_MANY, per_seat=True),
    Column(
        "calls",
        "calls that the seat made, as a bit mask: 0 a pass, 1 to 27 the ladder, 28 to 54 the same without the kitty, "
        "55 a blind misere",
        high=2**56 - 1,
        per_seat=True,
    ),
)

TABLES = (Table("games", _GAMES, part_deals=2**18), Table("turns", _HANDS, part_deals=2**16))

GAME = column_rows("GameRows", _GAMES)
HAND = column_rows("HandRows", _HANDS)
