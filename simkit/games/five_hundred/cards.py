"""The 43 cards of Five Hundred, and sets of cards as one number, which kernel and bots work with.

A set of cards is a mask of 63 bits. Each suit has a block of 16 (spades lowest, then clubs, diamonds, hearts), in it
the ranks 4 to ace in slots 0 to 10. That is how cards are printed. For play they are arranged for the contract: the
left bower moves to slot 11 of the trump suit, the right bower to slot 12, and the joker to slot 13 of the suit that it
belongs to; then of two cards of a suit the one with the higher number is the better one. A joker without a suit is
``JOKER``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

__all__ = [
    "BLOCK",
    "CLUBS",
    "DIAMONDS",
    "HEARTS",
    "JACK",
    "JOKER",
    "JOKER_CARD",
    "JOKER_SLOT",
    "LEFT_BOWER",
    "MISERE",
    "NAMING",
    "NO_TRUMP",
    "PACK",
    "PLACES",
    "RANKS",
    "RIGHT_BOWER",
    "SPADES",
    "STRAINS",
    "SUITS",
    "SUIT_CARDS",
    "Card",
    "number",
    "parse",
    "sister",
    "word",
]

SUITS = "SCDH"
SPADES, CLUBS, DIAMONDS, HEARTS = range(4)
NO_TRUMP, MISERE = 4, 5
STRAINS = ("S", "C", "D", "H", "NT", "M")
"""Strains by number: the four suits, no trump, and every kind of misere."""

RANKS = "456789TJQKA"
BLOCK = 16
"""Numbers that each suit takes up."""
JACK = 7
LEFT_BOWER, RIGHT_BOWER, JOKER_SLOT = 11, 12, 13
"""Slots that cards take in the trump suit, and the joker in the suit that it belongs to."""
NAMING = 14
"""Slot that stands for leading a joker without a suit and naming this suit; never a card of a hand."""
JOKER = 15
"""Number of a joker that belongs to no suit."""
PLACES = 63
"""Numbers that cards, and answers about cards, lie below."""
SUIT_CARDS = 2**14 - 1
"""Mask of the slots of a suit that hold cards."""


class Card(NamedTuple):
    """A card as it is printed: its rank, a letter of ``RANKS``, and its suit; the joker has rank JK and suit -1."""

    rank: str
    suit: int

    def __str__(self) -> str:
        return self.rank if self.suit < 0 else f"{self.rank}{SUITS[self.suit]}"


JOKER_CARD = Card("JK", -1)

PACK = (
    *(Card(rank, suit) for suit in (SPADES, CLUBS) for rank in RANKS[1:]),
    *(Card(rank, suit) for suit in (DIAMONDS, HEARTS) for rank in RANKS),
    JOKER_CARD,
)
"""The 43 cards: 4 to ace of the red suits, 5 to ace of the black ones, and the joker."""


def sister(suit: int) -> int:
    """The other suit of the same colour."""
    return suit ^ 1


def parse(text: str) -> Card:
    """Read a card as it is written.

    >>> parse("TS"), str(parse("JK"))
    (Card(rank='T', suit=0), 'JK')
    """
    return JOKER_CARD if text == "JK" else Card(text[0], SUITS.index(text[1]))


def number(card: Card) -> int:
    """Number of a card as printed: 16 times the suit plus the rank, or ``JOKER``."""
    return JOKER if card == JOKER_CARD else BLOCK * card.suit + RANKS.index(card.rank)


def word(cards: Iterable[Card]) -> int:
    """The set of cards, as printed, as a mask.

    >>> hex(word([parse("5S"), parse("AC"), parse("JK")]))
    '0x4008002'
    """
    return sum(1 << number(card) for card in cards)
