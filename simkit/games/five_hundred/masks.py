"""Sets of cards as masks: plain functions that bots may call in both implementations.

In compiled code counting and finding cards take one or a few machine instructions, see ``bits.py``. Masks and numbers
of cards are those of ``cards.py``.

``frame`` says how cards are numbered: the number that ``frame_of`` finds in a view's ``setting``. Where that is 0, as
in the Australian game, it may be None as well: functions that take None are compiled by themselves and are quick.
"""

from __future__ import annotations

from simkit.games.five_hundred import frames
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
    "count",
    "frame_for",
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

Frame = int | None


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


def frame_for(frame: Frame, strain: int, joker_suit: int) -> Frame:
    """The frame of a contract in the strain, from that of cards as printed; ``joker_suit`` as nominated, or -1."""
    if frame is None:
        return None
    return frames.frame_for(frame, strain, joker_suit)


def suit_mask(suit: int, frame: Frame) -> int:
    """All numbers of a suit, bowers and joker included where they belong to it; 0 of what is no suit, such as 4."""
    if frame is None:
        return SUIT_CARDS << BLOCK * suit if 0 <= suit < 4 else 0
    return frames.suit_mask(suit, frame)


def of_suit(cards: int, suit: int, frame: Frame) -> int:
    """Those of the cards that are of a suit."""
    return cards & suit_mask(suit, frame)


def suit_at(place: int, frame: Frame) -> int:
    """Suit of card number ``place``; 4 of a joker that belongs to none."""
    if frame is None:
        return place // BLOCK if place != JOKER else 4
    return frames.suit_at(place, frame)


def slot(place: int, frame: Frame) -> int:
    """Rank of card number ``place`` in its suit: 10 the ace, 9 the king and so on down, above that bowers and joker."""
    if frame is None:
        return place & BLOCK - 1
    return frames.slot(place, frame)


def place_of(suit: int, rank: int, frame: Frame) -> int:
    """Number of a suit's card with a rank up to 10, the ace: what ``slot`` is the other way round; -1 of no suit."""
    if frame is None:
        return BLOCK * suit + rank if 0 <= suit < 4 else -1
    return frames.place_of(suit, rank, frame)


def honours(cards: int, suit: int, frame: Frame) -> int:
    """A suit's cards from seven ranks below the jack up, one bit each: bit 10 the ace, above it bowers and joker."""
    own = of_suit(cards, suit, frame)
    return own >> place_of(suit, 0, frame) if own else 0


def above(place: int, frame: Frame) -> int:
    """Mask of all cards that are of the same suit as card number ``place`` and higher."""
    if frame is None:
        return -2 << place & SUIT_CARDS << BLOCK * (place // BLOCK)
    return frames.above(place, frame)


def bare_jokers(cards: int, frame: Frame) -> int:
    """Jokers among the cards that belong to no suit."""
    if frame is None:
        return cards & 1 << JOKER
    return frames.bare_jokers(cards, frame)


def ways_to_name(frame: Frame) -> int:
    """All answers that lead a joker without a suit and name one; none with 53 cards or more (see ``NAME``)."""
    if frame is None:
        return (1 << NAMING) * (1 | 1 << BLOCK | 1 << 2 * BLOCK | 1 << 3 * BLOCK)
    return frames.ways_to_name(frame)


def naming(joker: int, suit: int, frame: Frame) -> int:
    """The answer that leads a joker, told by its number, and names a suit; with 53 cards or more just that joker."""
    if frame is None:
        return BLOCK * suit + NAMING
    return frames.naming(joker, suit, frame)


def arrange(cards: int, strain: int, frame: Frame) -> int:
    """Cards as printed, arranged for a contract in the strain; without trumps they stay as they are."""
    if frame is None:
        if strain >= NO_TRUMP:
            return cards
        right, left, trumps = BLOCK * strain + JACK, BLOCK * (strain ^ 1) + JACK, BLOCK * strain
        moved = (cards >> right & 1) << (trumps + RIGHT_BOWER)
        moved |= (cards >> left & 1) << (trumps + LEFT_BOWER)
        moved |= (cards >> JOKER & 1) << (trumps + JOKER_SLOT)
        return cards & ~(1 << right | 1 << left | 1 << JOKER) | moved
    return frames.arrange(cards, strain, frame)


def nominated(cards: int, suit: int, frame: Frame) -> int:
    """Cards of a contract without trumps, once their jokers belong to a suit (-1: to none)."""
    if frame is None:
        if suit < 0:
            return cards
        return cards & ~(1 << JOKER) | (cards >> JOKER & 1) << (BLOCK * suit + JOKER_SLOT)
    return frames.nominated(cards, suit, frame)
