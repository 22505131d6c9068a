"""The packs: which cards there are, by number of seats and rules, and the numbers that their cards have as printed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from simkit.games.five_hundred.card_layouts import FOUR_OF_COLOUR, TWO_JOKERS, arrange_wide, is_wide
from simkit.games.five_hundred.cards import (
    ALL_RANKS,
    BLACK_JOKER,
    BLACK_JOKER_CARD,
    BLOCK,
    JOKER,
    JOKER_CARD,
    NO_TRUMP,
    RANKS,
    WIDE_JOKER,
    Card,
)
from simkit.games.five_hundred.masks import CardLayout, arrange, nominated
from simkit.games.five_hundred.setting import pack_of

__all__ = ["AU43", "PACK", "Pack", "number", "pack_in_play", "whole_pack", "word"]

_NARROW = tuple(RANKS)
_ALL = ("2", "3", *_NARROW)
_BLACK_63, _RED_63 = tuple(rank for rank in ALL_RANKS if rank != "13"), ALL_RANKS
_BY_SUIT = {
    "au43": (_NARROW[1:], _NARROW[1:], _NARROW, _NARROW),
    "alt43": (_NARROW[1:], _NARROW, _NARROW[1:], _NARROW),
    "us45": (_NARROW,) * 4,
    "33": (_NARROW[3:],) * 4,
    "25": (_NARROW[5:],) * 4,
    "53": (_ALL,) * 4,
    "63": (_BLACK_63, _BLACK_63, _RED_63, _RED_63),
}
"""Ranks of spades, clubs, diamonds and hearts, lowest first."""
_NAMES = tuple(_BY_SUIT)
_JOKERS = 8


class Pack(NamedTuple):
    """A pack: the ranks it has in each suit, by the name of one with them, and its jokers, none to two.

    Its ``code`` is what views call it: the place of its name, and 8 a joker.
    """

    name: str
    jokers: int

    @property
    def code(self) -> int:
        """Number of the pack."""
        return _NAMES.index(self.name) + _JOKERS * self.jokers

    @property
    def suits(self) -> tuple[tuple[str, ...], ...]:
        """Ranks of each suit, lowest first."""
        return _BY_SUIT[self.name]

    @property
    def is_wide(self) -> bool:
        """Whether its cards need the whole word."""
        return self.name in ("53", "63")

    @property
    def layout(self) -> int:
        """How its cards are numbered as printed."""
        if self.is_wide:
            return len(self.suits[0])
        return (FOUR_OF_COLOUR if self.name == "alt43" else 0) | (TWO_JOKERS if self.jokers == 2 else 0)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in order: spades, clubs, diamonds, hearts, each from the lowest, then jokers."""
        jokers = (JOKER_CARD, BLACK_JOKER_CARD)[: self.jokers]
        return (*(Card(rank, suit) for suit in range(4) for rank in self.suits[suit]), *jokers)


AU43 = Pack("au43", 1)
PACK = AU43.cards
"""The 43 cards of the Australian game: 4 to ace of the red suits, 5 to ace of the black ones, and the joker."""


@cache
def _numbers(pack: Pack) -> dict[Card, int]:
    """Number of each card as printed."""
    if pack.is_wide:
        numbers = {card: at for at, card in enumerate(pack.cards)}
        return numbers | ({JOKER_CARD: WIDE_JOKER} if pack.jokers else {})
    suits = {card: BLOCK * card.suit + RANKS.index(card.rank) for card in pack.cards if card.suit >= 0}
    return suits | {JOKER_CARD: JOKER, BLACK_JOKER_CARD: BLACK_JOKER}


def number(card: Card, pack: Pack = AU43) -> int:
    """Number of a card as printed."""
    return _numbers(pack)[card]


def word(cards: Iterable[Card], pack: Pack = AU43) -> int:
    """The set of cards, as printed, as a mask.

    >>> hex(word([Card("5", 0), Card("A", 1), JOKER_CARD]))
    '0x4008002'
    """
    return sum(1 << number(card, pack) for card in cards)


_WHOLE = (
    0x7FF07FF07FE07FE,
    0x7FF07FE07FF07FE,
    0x7FF07FF07FF07FF,
    0x7F807F807F807F8,
    0x7E007E007E007E0,
    0xFFFFFFFFFFFFF,
    0x3FFFFFFFFFFFFFFF,
)
"""All cards of a pack but its jokers, by the place of its name; bots may only reach what is written down."""
_WHOLE_AU43, _CODE_AU43, _FIRST_WIDE = _WHOLE[0] | 1 << JOKER, _JOKERS, 5


def whole_pack(code: int) -> int:
    """All cards of the pack with that number, as printed."""
    if code == _CODE_AU43:
        return _WHOLE_AU43
    jokers, name = code // _JOKERS, code % _JOKERS
    if name >= _FIRST_WIDE:
        return _WHOLE[name] | (jokers > 0) << WIDE_JOKER
    return _WHOLE[name] | (jokers > 0) << JOKER | (jokers > 1) << BLACK_JOKER


def pack_in_play(setting: int, strain: int, joker_suit: int, layout: CardLayout) -> int:
    """All cards of the pack, arranged for the contract, the joker in ``joker_suit`` (-1: it belongs to none)."""
    pack = whole_pack(pack_of(setting))
    if layout is not None and is_wide(layout):
        return arrange_wide(pack, layout)
    return arrange(pack, strain, layout) if strain < NO_TRUMP else nominated(pack, joker_suit, layout)
