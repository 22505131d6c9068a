"""Masks of cards in any numbering: what the functions of ``masks.py`` do where the Australian numbering does not hold.

A frame is a number: in bits 0 to 3 how many ranks a black suit has where cards need the whole word (13 or 15, else 0),
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
    "frame_for",
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


def is_wide(frame: int) -> bool:
    """Whether cards need the whole word."""
    return frame & _BASE != 0


def frame_for(frame: int, strain: int, joker_suit: int) -> int:
    """The frame of a contract in the strain, from that of cards as printed; ``joker_suit`` as nominated, or -1."""
    if frame & _BASE == 0:
        return frame
    if strain < NO_TRUMP:
        return frame | (strain + 1) << _TRUMP
    return frame | (joker_suit + 1) << _NOMINATED


def trump_of(frame: int) -> int:
    """Trump suit of a wide frame; -1 for none."""
    return (frame >> _TRUMP & 7) - 1


def joker_suit_of(frame: int) -> int:
    """Suit nominated for the joker in a wide frame; -1 for none."""
    return (frame >> _NOMINATED & 7) - 1


def start_of(suit: int, frame: int) -> int:
    """Number of a suit's lowest card in a wide frame; of suit 4 the one after the last."""
    base, trump, joker_suit = frame & _BASE, trump_of(frame), joker_suit_of(frame)
    start = base * suit
    if base == _BASE and suit > 2:  # the red suits have a thirteen
        start += suit - 2
    if trump >= 0:
        start += 2 * (trump < suit) - ((trump ^ 1) < suit)
    return start + (0 <= joker_suit < suit)


def size_of(suit: int, frame: int) -> int:
    """Cards of a suit in a wide frame."""
    return start_of(suit + 1, frame) - start_of(suit, frame)


def suit_mask(suit: int, frame: int) -> int:
    """All numbers of a suit, bowers and joker included where they belong to it; 0 of what is no suit, such as 4."""
    if not 0 <= suit < 4:
        return 0
    if frame & _BASE == 0:
        return SUIT_CARDS << BLOCK * suit
    return (1 << size_of(suit, frame)) - 1 << start_of(suit, frame)


def suit_at(place: int, frame: int) -> int:
    """Suit of card number ``place``; 4 of a joker that belongs to none."""
    if frame & _BASE == 0:
        return place // BLOCK if place % BLOCK != JOKER else 4
    suit = 0
    while suit < 4 and place >= start_of(suit + 1, frame):
        suit += 1
    return suit


def place_of(suit: int, rank: int, frame: int) -> int:
    """Number of a suit's card with a rank up to 10, the ace: what ``slot`` is the other way round; -1 of no suit."""
    if not 0 <= suit < 4:
        return -1
    if frame & _BASE == 0:
        return BLOCK * suit + rank
    over = 3 if trump_of(frame) == suit else 1 if joker_suit_of(frame) == suit else 0
    return start_of(suit + 1, frame) - 1 - over - _ACE + rank


def slot(place: int, frame: int) -> int:
    """Rank of card number ``place`` in its suit: 10 the ace, 9 the king and so on down, above that bowers and joker."""
    if frame & _BASE == 0:
        return place & BLOCK - 1
    suit = suit_at(place, frame)
    if suit > 3:
        return JOKER
    rank = place - place_of(suit, 0, frame)
    return JOKER_SLOT if rank == _ACE + 1 and joker_suit_of(frame) == suit else rank


def above(place: int, frame: int) -> int:
    """Mask of all cards that are of the same suit as card number ``place`` and higher."""
    suit = suit_at(place, frame)
    return suit_mask(suit, frame) & -2 << place if suit < 4 else 0


def bare_jokers(cards: int, frame: int) -> int:
    """Jokers among the cards that belong to no suit."""
    if frame & _BASE == 0:
        return cards & (1 << JOKER | 1 << BLACK_JOKER)
    has_suit = frame >> _TRUMP & 7 or frame >> _NOMINATED & 7
    return 0 if has_suit else cards & 1 << WIDE_JOKER


def ways_to_name(frame: int) -> int:
    """All answers that lead a joker without a suit and name one; none in a wide frame, which has no room for them."""
    if frame & _BASE:
        return 0
    return (1 << NAMING | 1 << NAMING_BLACK) * (1 | 1 << BLOCK | 1 << 2 * BLOCK | 1 << 3 * BLOCK)


def naming(joker: int, suit: int, frame: int) -> int:
    """The answer that leads a joker, told by its number, and names a suit; in a wide frame just that joker."""
    if frame & _BASE:
        return joker
    return BLOCK * suit + (NAMING if joker == JOKER else NAMING_BLACK)


def arrange(cards: int, strain: int, frame: int) -> int:
    """Cards as printed, arranged for a contract in the strain; without trumps they stay as they are."""
    if strain >= NO_TRUMP:
        return cards
    if frame & _BASE:
        return arrange_wide(cards, frame_for(frame, strain, -1))
    right, left, trumps = BLOCK * strain + JACK, BLOCK * (strain ^ 1) + JACK, BLOCK * strain
    moved = (cards >> right & 1) << (trumps + RIGHT_BOWER)
    moved |= (cards >> left & 1) << (trumps + LEFT_BOWER)
    moved |= (cards >> JOKER & 1) << (trumps + JOKER_SLOT)
    moved |= (cards >> BLACK_JOKER & 1) << (trumps + BLACK_JOKER_SLOT)
    gone = 1 << right | 1 << left | 1 << JOKER | 1 << BLACK_JOKER
    if frame & FOUR_OF_COLOUR:
        four = BLOCK * (strain ^ 1)
        moved |= (cards >> four & 1) << trumps
        gone |= 1 << four
    return cards & ~gone | moved


def nominated(cards: int, suit: int, frame: int) -> int:
    """Cards of a contract without trumps, once their jokers belong to a suit (-1: to none)."""
    if suit < 0:
        return cards
    if frame & _BASE:
        return arrange_wide(cards, frame_for(frame & _BASE, NO_TRUMP, suit))
    joker, black, home = cards >> JOKER & 1, cards >> BLACK_JOKER & 1, BLOCK * suit
    return cards & ~(1 << JOKER | 1 << BLACK_JOKER) | joker << (home + JOKER_SLOT) | black << (home + BLACK_JOKER_SLOT)


def arrange_wide(cards: int, frame: int) -> int:
    """Cards as printed in a wide frame, arranged for the frame's trump suit, or the suit nominated for the joker."""
    printed, trump = frame & _BASE, trump_of(frame)
    found = 0
    for suit in range(4):
        size, start = size_of(suit, printed), start_of(suit, frame)
        block = cards >> start_of(suit, printed) & (1 << size) - 1
        if trump >= 0 and suit // 2 == trump // 2:
            jack = size - 4
            has_jack = block >> jack & 1
            block = block & (1 << jack) - 1 | block >> (jack + 1) << jack
            found |= has_jack << start_of(trump + 1, frame) - (2 if suit == trump else 3)
        found |= block << start
    home = trump if trump >= 0 else joker_suit_of(frame)
    if cards >> WIDE_JOKER & 1:
        found |= 1 << (WIDE_JOKER if home < 0 else start_of(home + 1, frame) - 1)
    return found
