"""Masks of cards in any numbering: what the functions of ``masks.py`` do where the Australian numbering does not hold.

A layout is a number: in bits 0 to 3 how many ranks a black suit has where cards need the whole word (13 or 15, else 0),
above it the trump suit and the suit nominated for the joker, which decide where suits begin there, and three flags.
"""

from __future__ import annotations

from simkit.games.five_hundred.cards import (
    BLACK_JOKER,
    BLACK_JOKER_SLOT,
    BLOCK,
    JACK,
    JOKER,
    JOKER_SLOT,
    LEFT_BOWER,
    NAMING,
    NAMING_BLACK,
    NO_TRUMP,
    RIGHT_BOWER,
    SUIT_CARDS,
    WIDE_JOKER,
)

__all__ = [
    "FOUR_OF_COLOUR",
    "JOKER_LOW",
    "TWO_JOKERS",
    "above",
    "arrange",
    "arrange_wide",
    "bare_jokers",
    "card_layout_for",
    "is_wide",
    "joker_suit_of",
    "naming",
    "nominated",
    "place_of",
    "slot",
    "suit_at",
    "suit_mask",
    "ways_to_name",
]

_BASE = 15
_TRUMP, _NOMINATED = 4, 7
FOUR_OF_COLOUR = 1 << 10
"""The four of the trumps' colour is a trump (a pack with one black four and one red one)."""
TWO_JOKERS = 1 << 11
"""There is a second, black joker."""
JOKER_LOW = 1 << 12
"""In this misere a joker without a suit loses to every card."""
_ACE = 10


def is_wide(layout: int) -> bool:
    """Whether cards need the whole word."""
    return layout & _BASE != 0


def card_layout_for(layout: int, strain: int, joker_suit: int) -> int:
    """The layout of a contract in the strain, from that of cards as printed; ``joker_suit`` as nominated, or -1."""
    if layout & _BASE == 0:
        return layout
    if strain < NO_TRUMP:
        return layout | (strain + 1) << _TRUMP
    return layout | (joker_suit + 1) << _NOMINATED


def trump_of(layout: int) -> int:
    """Trump suit of a wide layout; -1 for none."""
    return (layout >> _TRUMP & 7) - 1


def joker_suit_of(layout: int) -> int:
    """Suit nominated for the joker in a wide layout; -1 for none."""
    return (layout >> _NOMINATED & 7) - 1


def start_of(suit: int, layout: int) -> int:
    """Number of a suit's lowest card in a wide layout; of suit 4 the one after the last."""
    base, trump, joker_suit = layout & _BASE, trump_of(layout), joker_suit_of(layout)
    start = base * suit
    if base == _BASE and suit > 2:  # the red suits have a thirteen
        start += suit - 2
    if trump >= 0:
        start += 2 * (trump < suit) - ((trump ^ 1) < suit)
    return start + (0 <= joker_suit < suit)


def size_of(suit: int, layout: int) -> int:
    """Cards of a suit in a wide layout."""
    return start_of(suit + 1, layout) - start_of(suit, layout)


def suit_mask(suit: int, layout: int) -> int:
    """All numbers of a suit, bowers and joker included where they belong to it; 0 of what is no suit, such as 4."""
    if not 0 <= suit < 4:
        return 0
    if layout & _BASE == 0:
        return SUIT_CARDS << BLOCK * suit
    return (1 << size_of(suit, layout)) - 1 << start_of(suit, layout)


def suit_at(place: int, layout: int) -> int:
    """Suit of card number ``place``; 4 of a joker that belongs to none."""
    if layout & _BASE == 0:
        return place // BLOCK if place % BLOCK != JOKER else 4
    suit = 0
    while suit < 4 and place >= start_of(suit + 1, layout):
        suit += 1
    return suit


def place_of(suit: int, rank: int, layout: int) -> int:
    """Number of a suit's card with a rank up to 10, the ace: what ``slot`` is the other way round; -1 of no suit."""
    if not 0 <= suit < 4:
        return -1
    if layout & _BASE == 0:
        return BLOCK * suit + rank
    over = 3 if trump_of(layout) == suit else 1 if joker_suit_of(layout) == suit else 0
    return start_of(suit + 1, layout) - 1 - over - _ACE + rank


def slot(place: int, layout: int) -> int:
    """Rank of card number ``place`` in its suit: 10 the ace, 9 the king and so on down, above that bowers and joker."""
    if layout & _BASE == 0:
        return place & BLOCK - 1
    suit = suit_at(place, layout)
    if suit > 3:
        return JOKER
    rank = place - place_of(suit, 0, layout)
    return JOKER_SLOT if rank == _ACE + 1 and joker_suit_of(layout) == suit else rank


def above(place: int, layout: int) -> int:
    """Mask of all cards that are of the same suit as card number ``place`` and higher."""
    suit = suit_at(place, layout)
    return suit_mask(suit, layout) & -2 << place if suit < 4 else 0


def bare_jokers(cards: int, layout: int) -> int:
    """Jokers among the cards that belong to no suit."""
    if layout & _BASE == 0:
        return cards & (1 << JOKER | 1 << BLACK_JOKER)
    has_suit = layout >> _TRUMP & 7 or layout >> _NOMINATED & 7
    return 0 if has_suit else cards & 1 << WIDE_JOKER


def ways_to_name(layout: int) -> int:
    """All answers that lead a joker without a suit and name one; none in a wide layout, which has no room for them."""
    if layout & _BASE:
        return 0
    return (1 << NAMING | 1 << NAMING_BLACK) * (1 | 1 << BLOCK | 1 << 2 * BLOCK | 1 << 3 * BLOCK)


def naming(joker: int, suit: int, layout: int) -> int:
    """The answer that leads a joker, told by its number, and names a suit; in a wide layout just that joker."""
    if layout & _BASE:
        return joker
    return BLOCK * suit + (NAMING if joker == JOKER else NAMING_BLACK)


def arrange(cards: int, strain: int, layout: int) -> int:
    """Cards as printed, arranged for a contract in the strain; without trumps they stay as they are."""
    if strain >= NO_TRUMP:
        return cards
    if layout & _BASE:
        return arrange_wide(cards, card_layout_for(layout, strain, -1))
    right, left, trumps = BLOCK * strain + JACK, BLOCK * (strain ^ 1) + JACK, BLOCK * strain
    moved = (cards >> right & 1) << (trumps + RIGHT_BOWER)
    moved |= (cards >> left & 1) << (trumps + LEFT_BOWER)
    moved |= (cards >> JOKER & 1) << (trumps + JOKER_SLOT)
    moved |= (cards >> BLACK_JOKER & 1) << (trumps + BLACK_JOKER_SLOT)
    gone = 1 << right | 1 << left | 1 << JOKER | 1 << BLACK_JOKER
    if layout & FOUR_OF_COLOUR:
        four = BLOCK * (strain ^ 1)
        moved |= (cards >> four & 1) << trumps
        gone |= 1 << four
    return cards & ~gone | moved


def nominated(cards: int, suit: int, layout: int) -> int:
    """Cards of a contract without trumps, once their jokers belong to a suit (-1: to none)."""
    if suit < 0:
        return cards
    if layout & _BASE:
        return arrange_wide(cards, card_layout_for(layout & _BASE, NO_TRUMP, suit))
    joker, black, home = cards >> JOKER & 1, cards >> BLACK_JOKER & 1, BLOCK * suit
    return cards & ~(1 << JOKER | 1 << BLACK_JOKER) | joker << (home + JOKER_SLOT) | black << (home + BLACK_JOKER_SLOT)


def arrange_wide(cards: int, layout: int) -> int:
    """Cards as printed in a wide layout, arranged for the layout's trump suit, or the suit nominated for the joker."""
    printed, trump = layout & _BASE, trump_of(layout)
    arranged = 0
    for suit in range(4):
        size, start = size_of(suit, printed), start_of(suit, layout)
        block = cards >> start_of(suit, printed) & (1 << size) - 1
        if trump >= 0 and suit // 2 == trump // 2:
            jack = size - 4
            has_jack = block >> jack & 1
            block = block & (1 << jack) - 1 | block >> (jack + 1) << jack
            arranged |= has_jack << start_of(trump + 1, layout) - (2 if suit == trump else 3)
        arranged |= block << start
    home = trump if trump >= 0 else joker_suit_of(layout)
    if cards >> WIDE_JOKER & 1:
        arranged |= 1 << (WIDE_JOKER if home < 0 else start_of(home + 1, layout) - 1)
    return arranged
