"""The cards of Five Hundred, and sets of cards as one number, which kernel and bots work with.

A set of cards is a mask of 63 bits. In packs of at most 46 cards each suit has a block of 16 (spades lowest, then
clubs, diamonds, hearts), in it the ranks 4 to ace in slots 0 to 10. That is how cards are printed. For play they are
arranged for the contract: the left bower moves to slot 11 of the trump suit, the right bower to slot 12, and the joker
to slot 13 of the suit that it belongs to (a second, black one to slot 14); then of two cards of a suit the one with the
higher number is the better one. A joker without a suit is ``JOKER``.

The packs of 53 and 63 cards fill the word: suits follow each other without a gap, each with as many numbers as it has
cards in the contract, bowers and joker at its top; a joker without a suit is ``WIDE_JOKER``.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "ALL_RANKS",
    "BLACK_JOKER",
    "BLACK_JOKER_CARD",
    "BLACK_JOKER_SLOT",
    "BLOCK",
    "CLUBS",
    "COURT_RANKS",
    "DIAMONDS",
    "HEARTS",
    "JACK",
    "JOKER",
    "JOKER_CARD",
    "JOKER_SLOT",
    "LEFT_BOWER",
    "MISERE",
    "NAMING",
    "NAMING_BLACK",
    "NO_TRUMP",
    "PLACES",
    "RANKS",
    "RIGHT_BOWER",
    "SPADES",
    "STRAINS",
    "SUITS",
    "SUIT_CARDS",
    "WIDE_JOKER",
    "Card",
    "parse",
    "sister",
]

SUITS = "SCDH"
SPADES, CLUBS, DIAMONDS, HEARTS = range(4)
NO_TRUMP, MISERE = 4, 5
STRAINS = ("S", "C", "D", "H", "NT", "M")
"""Strains by number: the four suits, no trump, and every kind of misere."""

RANKS = "456789TJQKA"
ALL_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "13", "J", "Q", "K", "A")
"""Every rank of any pack, the lowest first."""
COURT_RANKS = ("J", "Q", "K")
BLOCK = 16
"""Numbers that each suit takes up."""
JACK = 7
LEFT_BOWER, RIGHT_BOWER, JOKER_SLOT = 11, 12, 13
"""Slots that cards take in the trump suit, and the joker in the suit that it belongs to."""
BLACK_JOKER_SLOT = 14
NAMING, NAMING_BLACK = 14, 13
"""Slots that stand for leading a joker without a suit, or the black one, and naming this suit; never held."""
JOKER, BLACK_JOKER, WIDE_JOKER = 15, 31, 62
"""Numbers of a joker that belongs to no suit: of the first, of the black one, and in the packs of 53 and 63 cards."""
PLACES = 63
"""Numbers that cards, and answers about cards, lie below."""
SUIT_CARDS = 2**15 - 1
"""Mask of the slots of a suit that hold cards."""


class Card(NamedTuple):
    """A card as it is printed: its rank, such as T for a ten, and its suit; jokers have rank JK or BJ and suit -1."""

    rank: str
    suit: int

    def __str__(self) -> str:
        return self.rank if self.suit < 0 else f"{self.rank}{SUITS[self.suit]}"

    @property
    def label(self) -> str:
        """The card as data has it: a ten is 10H, the joker JK."""
        return str(self).replace("T", "10")


JOKER_CARD, BLACK_JOKER_CARD = Card("JK", -1), Card("BJ", -1)
"""The joker; and in a pack with two the better, black one."""


def sister(suit: int) -> int:
    """The other suit of the same colour."""
    return suit ^ 1


def parse(text: str) -> Card:
    """Read a card as it is written.

    >>> parse("TS"), parse("10S").label, str(parse("12H")), str(parse("JK"))
    (Card(rank='T', suit=0), '10S', '12H', 'JK')
    """
    if text in ("JK", "BJ"):
        return Card(text, -1)
    return Card("T" if text[:-1] == "10" else text[:-1], SUITS.index(text[-1]))
