"""What a hand is worth by itself: tricks by strain, and the danger that it wins a trick in a misere; open to any bot.

The weights are fitted to hands that ``rulebook`` played out: tricks by least squares to 300,000 contracts with trumps
and 240,000 without, the danger by logistic regression to 60,000 miseres.
"""

from __future__ import annotations

from simkit.games.five_hundred.cards import JOKER_SLOT, LEFT_BOWER, RIGHT_BOWER
from simkit.games.five_hundred.masks import (
    CardLayout,
    arrange,
    bare_jokers,
    card_layout_for,
    count,
    honours,
    lowest,
    of_suit,
)

__all__ = ["misere_danger", "most_dangerous", "no_trump_tricks", "suit_tricks"]

_ACE, _KING, _QUEEN = 10, 9, 8
_LEAST = (
    (-4, -3, 3, 8, 12, 14, 14),
    (3, 4, 4, 6, 8, 11, 14),
    (3, 3, 3, 4, 4, 6, 7),
)
"""Danger of the lowest card of a suit, of the second and of the third, by the number of gaps below it."""


def _trump_tricks(trumps: int, length: int) -> float:
    """Tricks of so many trumps, given their honours."""
    tricks = 0.44 * length
    tricks += 0.8 * (trumps >> JOKER_SLOT & 1)
    tricks += 0.6 * (trumps >> RIGHT_BOWER & 1)
    tricks += 0.4 * (trumps >> LEFT_BOWER & 1)
    tricks += 0.28 * (trumps >> _ACE & 1)
    tricks += 0.18 * (trumps >> _KING & 1)
    tricks += 0.1 * (trumps >> _QUEEN & 1)
    return tricks


def _side_tricks(cards: int, length: int) -> float:
    """Tricks of a side suit of that length, given its honours; a short one is ruffed."""
    tricks = 0.0
    if cards >> _ACE & 1:
        tricks += 0.93 if cards >> _KING & 1 else 0.5
    elif cards >> _KING & 1 and length >= 2:
        tricks += 0.17
    if length < 2:
        tricks += 0.43 - 0.15 * length
    return tricks


def suit_tricks(hand: int, suit: int, layout: CardLayout) -> float:
    """Tricks that a hand, as printed, counts with the suit as trumps, without partner and kitty."""
    cards, arranged = arrange(hand, suit, layout), card_layout_for(layout, suit, -1)
    tricks = 0.0
    for other in range(4):
        tops, length = honours(cards, other, arranged), count(of_suit(cards, other, arranged))
        tricks += _trump_tricks(tops, length) if other == suit else _side_tricks(tops, length)
    return tricks


def no_trump_tricks(hand: int, layout: CardLayout) -> float:
    """Tricks that a hand counts without trumps, without partner and kitty."""
    tricks = 2.3 if bare_jokers(hand, layout) else 0.7
    for suit in range(4):
        tops, length = honours(hand, suit, layout), count(of_suit(hand, suit, layout))
        ace, king, queen = tops >> _ACE & 1, tops >> _KING & 1, tops >> _QUEEN & 1
        tricks += 0.57 * ace + 0.88 * (ace & king) + 0.35 * (queen & (ace | king))
        if king and not ace and length >= 2:
            tricks += 0.33
        if ace and length > 4:
            tricks += 0.5 * (length - 4)  # once the top cards have been played the long ones are good
    return tricks


def _danger(cards: int, missing: int) -> int:
    """Danger of the cards of one suit, of which ``missing`` are in other hands, in tenths of a logit."""
    danger, rest = 0, cards
    for rank in range(3):
        if rest:
            gaps = count(missing & (rest & -rest) - 1)
            danger += _LEAST[rank][min(gaps, 6)]
            rest &= rest - 1
    return danger


def misere_danger(hand: int, missing: int, layout: CardLayout) -> int:
    """How dangerous a hand is in a misere; ``missing`` are cards that may be in other hands.

    A contractor wins a trick with one hand of eight at 0, with half of the hands at 20, and with seven of eight at 40.
    """
    danger = 0
    for suit in range(4):
        danger += _danger(of_suit(hand, suit, layout), of_suit(missing, suit, layout))
    return danger


def most_dangerous(hand: int, legal: int, missing: int, layout: CardLayout) -> int:
    """Which of the legal cards it helps most to be rid of in a misere: the joker, then what leaves least danger."""
    jokers = bare_jokers(legal, layout)
    if jokers:
        return lowest(jokers)
    answer, least = lowest(legal), 9999
    for suit in range(4):
        cards, others = of_suit(hand, suit, layout), of_suit(missing, suit, layout)
        before, rest = _danger(cards, others), of_suit(legal, suit, layout)
        while rest:
            place = lowest(rest)
            rest &= rest - 1
            change = _danger(cards & ~(1 << place), others) - before
            if change <= least:  # of equals the highest
                answer, least = place, change
    return answer
