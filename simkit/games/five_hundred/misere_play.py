"""How a misere is played, from both sides: plain functions for both worlds, open to any bot.

The contractor gets rid of its most dangerous cards. The defenders attack the suit in which it has shown nothing lower
than what it played.
"""

from __future__ import annotations

from simkit.games.five_hundred.decisions import PlayView
from simkit.games.five_hundred.judging import most_dangerous
from simkit.games.five_hundred.masks import CardLayout, above, count, lowest, of_suit, slot, suit_at
from simkit.games.five_hundred.reading import (
    highest_rank,
    is_void,
    lowest_rank,
    plain_cards,
    played_by,
    unseen,
    winning_cards,
)
from simkit.games.five_hundred.setting import card_of, seats_of

__all__ = ["play_misere"]


def _contractor_leads(view: PlayView, layout: CardLayout) -> int:
    """A low card of a short suit."""
    answer, least, rest = lowest(view.legal), 99.0, plain_cards(view, view.legal, layout)
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        cost = 0.7 * slot(place, layout) + count(of_suit(view.hand, suit_at(place, layout), layout))
        if cost < least:
            answer, least = place, cost
    return answer


def _contractor(view: PlayView, layout: CardLayout) -> int:
    """Stay below the trick with the highest card that does; when void throw off what is most dangerous."""
    if view.led < 0:
        return _contractor_leads(view, layout)
    losing = view.legal & ~winning_cards(view, layout)
    if losing == 0:
        return lowest_rank(view.legal, layout)
    if of_suit(losing, view.led, layout):
        return highest_rank(losing, layout)
    return most_dangerous(view.hand, losing, unseen(view, layout), layout)


def _opens_up(view: PlayView, place: int, layout: CardLayout) -> bool:
    """Whether the contractor's open hand follows a lead of this card and cannot stay below it."""
    held = of_suit(view.exposed, suit_at(place, layout), layout)
    return held != 0 and above(place, layout) & held == held


def _worth_attacking(view: PlayView, suit: int, others: int, layout: CardLayout) -> int:
    """How promising a defender's lead of the suit is."""
    hidden, shown = of_suit(others, suit, layout), of_suit(played_by(view, view.contractor), suit, layout)
    worth = -4 * count(hidden)
    if is_void(view, view.contractor, suit):
        return worth - 1000
    if shown:
        # What lies between the card that it played and the one that it stayed below is not in its hand.
        below = count(hidden & (1 << lowest(shown)) - 1)
        worth += 16 * below if below else 360
    if hidden == 0:
        worth += 120
    for seat in range(seats_of(view.setting)):
        if view.friends >> seat & 1 and is_void(view, seat, suit):
            worth += 120
    return worth


def _defender_leads(view: PlayView, layout: CardLayout) -> int:
    """Low, in the suit that is most promising; against an open hand a card that it cannot stay below."""
    answer, best, others = lowest_rank(view.legal, layout), -9999, unseen(view, layout)
    rest = plain_cards(view, view.legal, layout)
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        worth = _worth_attacking(view, suit_at(place, layout), others, layout) - 2 * slot(place, layout)
        if view.exposed and _opens_up(view, place, layout):
            worth += 2000
        if worth > best:
            answer, best = place, worth
    return answer


def _unload(view: PlayView, layout: CardLayout) -> int:
    """When void: a high card of a short suit, rather of one that the contractor may still hold."""
    answer, best, rest = lowest(view.legal), -9999, view.legal
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        suit = suit_at(place, layout)
        held = of_suit(view.hand, suit, layout)
        worth = -900
        if suit < 4:
            worth = 3 * slot(place, layout) - 8 * count(held) - 4 * count(held & (1 << place) - 1)
            if is_void(view, view.contractor, suit):
                worth -= 260
        if worth > best:
            answer, best = place, worth
    return answer


def _defender(view: PlayView, layout: CardLayout) -> int:
    """Stay under the contractor's card, or leave it none to stay under; unload high cards when it is safe."""
    if view.led < 0:
        return _defender_leads(view, layout)
    if of_suit(view.legal, view.led, layout) == 0:
        return _unload(view, layout)
    below = view.legal & ~winning_cards(view, layout)
    is_to_come = card_of(view.trick, view.contractor) < 0
    if is_to_come or view.winner == view.contractor:
        return highest_rank(below, layout) if below else lowest_rank(view.legal, layout)
    return highest_rank(view.legal, layout)


def play_misere(view: PlayView, layout: CardLayout) -> int:
    """A card of a misere, as contractor or against it."""
    return _contractor(view, layout) if view.contractor == view.seat else _defender(view, layout)
