"""Sets of cards as masks: plain functions that bots may call in both implementations.

In compiled code counting and finding cards take one or a few machine instructions, see ``bits.py``. Masks and numbers
of cards are those of ``cards.py``.

``layout`` says how cards are numbered: what ``card_layout_of`` finds in the ``setting`` of a view. Where that is 0, as
in the Australian game, it may be None as well: functions that take None are compiled by themselves and are quick.
"""

from __future__ import annotations

from simkit.games.five_hundred import card_layouts
from simkit.games.five_hundred.cards import (
    BLOCK,
    JACK,
    JOKER,
    JOKER_SLOT,
    LEFT_BOWER,
    NAMING,
    NO_TRUMP,
    RIGHT_BOWER,
    SUIT_CARDS,
)

__all__ = [
    "above",
    "arrange",
    "bare_jokers",
    "card_layout_for",
    "count",
    "highest",
    "honours",
    "lowest",
    "naming",
    "nominated",
    "of_suit",
    "pick",
    "place_of",
    "slot",
    "suit_at",
    "suit_mask",
    "ways_to_name",
]

CardLayout = int | None


def count(mask: int) -> int:
    """Number of cards in a mask.

    >>> count(0b1011)
    3
    """
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Number of the lowest card of a mask; -1 when there is none.

    >>> lowest(0b1100), lowest(0)
    (2, -1)
    """
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """Number of the highest card of a mask; -1 when there is none.

    >>> highest(0b1100), highest(0)
    (3, -1)
    """
    return mask.bit_length() - 1


def pick(mask: int, coin: float) -> int:
    """Number of one of the cards of a mask, each with the same chance when ``coin`` is uniform in [0, 1).

    63, which is no card, when ``coin`` is 1 or more, or there is none.

    >>> pick(0b1101, 0.5)
    2
    """
    # Halves are compared, not cards counted off: what cannot be foreseen should not branch.
    skip, at = max(int(coin * count(mask)), 0), 0
    for half in (32, 16, 8, 4, 2, 1):
        below = count(mask & (1 << half) - 1)
        if skip >= below:
            skip -= below
            mask >>= half
            at += half
    return at


def card_layout_for(layout: CardLayout, strain: int, joker_suit: int) -> CardLayout:
    """The layout of a contract in the strain, from that of cards as printed; ``joker_suit`` as nominated, or -1."""
    if layout is None:
        return None
    return card_layouts.card_layout_for(layout, strain, joker_suit)


def suit_mask(suit: int, layout: CardLayout) -> int:
    """All numbers of a suit, bowers and joker included where they belong to it; 0 of what is no suit, such as 4."""
    if layout is None:
        return SUIT_CARDS << BLOCK * suit if 0 <= suit < 4 else 0
    return card_layouts.suit_mask(suit, layout)


def of_suit(cards: int, suit: int, layout: CardLayout) -> int:
    """Those of the cards that are of a suit."""
    return cards & suit_mask(suit, layout)


def suit_at(place: int, layout: CardLayout) -> int:
    """Suit of card number ``place``; 4 of a joker that belongs to none."""
    if layout is None:
        return place // BLOCK if place != JOKER else 4
    return card_layouts.suit_at(place, layout)


def slot(place: int, layout: CardLayout) -> int:
    """Rank of card number ``place`` in its suit: 10 the ace, 9 the king and so on down, above that bowers and joker."""
    if layout is None:
        return place & BLOCK - 1
    return card_layouts.slot(place, layout)


def place_of(suit: int, rank: int, layout: CardLayout) -> int:
    """Number of a suit's card with a rank up to 10, the ace: what ``slot`` is the other way round; -1 of no suit."""
    if layout is None:
        return BLOCK * suit + rank if 0 <= suit < 4 else -1
    return card_layouts.place_of(suit, rank, layout)


def honours(cards: int, suit: int, layout: CardLayout) -> int:
    """A suit's cards from seven ranks below the jack up, one bit each: bit 10 the ace, above it bowers and joker."""
    own = of_suit(cards, suit, layout)
    return own >> place_of(suit, 0, layout) if own else 0


def above(place: int, layout: CardLayout) -> int:
    """Mask of all cards that are of the same suit as card number ``place`` and higher."""
    if layout is None:
        return -2 << place & SUIT_CARDS << BLOCK * (place // BLOCK)
    return card_layouts.above(place, layout)


def bare_jokers(cards: int, layout: CardLayout) -> int:
    """Jokers among the cards that belong to no suit."""
    if layout is None:
        return cards & 1 << JOKER
    return card_layouts.bare_jokers(cards, layout)


def ways_to_name(layout: CardLayout) -> int:
    """All answers that lead a joker without a suit and name one; none with 53 cards or more (see ``NAME``)."""
    if layout is None:
        return (1 << NAMING) * (1 | 1 << BLOCK | 1 << 2 * BLOCK | 1 << 3 * BLOCK)
    return card_layouts.ways_to_name(layout)


def naming(joker: int, suit: int, layout: CardLayout) -> int:
    """The answer that leads a joker, told by its number, and names a suit; with 53 cards or more just that joker."""
    if layout is None:
        return BLOCK * suit + NAMING
    return card_layouts.naming(joker, suit, layout)


def arrange(cards: int, strain: int, layout: CardLayout) -> int:
    """Cards as printed, arranged for a contract in the strain; without trumps they stay as they are."""
    if layout is None:
        if strain >= NO_TRUMP:
            return cards
        right, left, trumps = BLOCK * strain + JACK, BLOCK * (strain ^ 1) + JACK, BLOCK * strain
        moved = (cards >> right & 1) << (trumps + RIGHT_BOWER)
        moved |= (cards >> left & 1) << (trumps + LEFT_BOWER)
        moved |= (cards >> JOKER & 1) << (trumps + JOKER_SLOT)
        return cards & ~(1 << right | 1 << left | 1 << JOKER) | moved
    return card_layouts.arrange(cards, strain, layout)


def nominated(cards: int, suit: int, layout: CardLayout) -> int:
    """Cards of a contract without trumps, once their jokers belong to a suit (-1: to none)."""
    if layout is None:
        if suit < 0:
            return cards
        return cards & ~(1 << JOKER) | (cards >> JOKER & 1) << (BLOCK * suit + JOKER_SLOT)
    return card_layouts.nominated(cards, suit, layout)
