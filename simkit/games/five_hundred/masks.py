"""Sets of cards as masks: plain functions that bots may call in both implementations.

In compiled code counting and finding cards take one or a few machine instructions, see ``bits.py``. Masks and numbers
of cards are those of ``cards.py``.
"""

from __future__ import annotations

from simkit.games.five_hundred.cards import (
    BLOCK,
    JACK,
    JOKER,
    JOKER_SLOT,
    LEFT_BOWER,
    NO_TRUMP,
    PACK,
    RIGHT_BOWER,
    SUIT_CARDS,
    word,
)

__all__ = ["WHOLE_PACK", "above", "arrange", "count", "highest", "lowest", "of_suit", "pack_in_play", "pick", "slot"]

WHOLE_PACK = word(PACK)


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

    >>> pick(0b1101, 0.5)
    2
    """
    # Halves are compared, not cards counted off: what cannot be foreseen should not branch.
    skip, at = int(coin * count(mask)), 0
    for half in (32, 16, 8, 4, 2, 1):
        below = count(mask & (1 << half) - 1)
        if skip >= below:
            skip -= below
            mask >>= half
            at += half
    return at


def of_suit(cards: int, suit: int) -> int:
    """Those of the cards that are of a suit."""
    return cards & SUIT_CARDS << BLOCK * suit


def slot(place: int) -> int:
    """Slot of a card in its suit, by its number: 0 the four, 10 the ace, above that bowers and joker."""
    return place & BLOCK - 1


def above(place: int) -> int:
    """Mask of all cards that are of the same suit as card number ``place`` and higher."""
    return of_suit(-2 << place, place // BLOCK)


def arrange(cards: int, strain: int) -> int:
    """Cards as printed, arranged for a contract in the strain; without trumps they stay as they are."""
    if strain >= NO_TRUMP:
        return cards
    right, left, trumps = BLOCK * strain + JACK, BLOCK * (strain ^ 1) + JACK, BLOCK * strain
    moved = (cards >> right & 1) << (trumps + RIGHT_BOWER)
    moved |= (cards >> left & 1) << (trumps + LEFT_BOWER)
    moved |= (cards >> JOKER & 1) << (trumps + JOKER_SLOT)
    return cards & ~(1 << right | 1 << left | 1 << JOKER) | moved


def pack_in_play(strain: int, joker_suit: int) -> int:
    """All 43 cards arranged for the contract, the joker in ``joker_suit`` (-1: it belongs to none)."""
    pack = arrange(WHOLE_PACK, strain)
    if strain >= NO_TRUMP and joker_suit >= 0:
        pack ^= 1 << JOKER | 1 << BLOCK * joker_suit + JOKER_SLOT
    return pack
