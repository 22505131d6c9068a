"""How ``rulebook`` calls and discards: tricks counted by strain, miseres by the gaps below each card.

After what the authors of public programs wrote down: weights of cards from web500 (Apache-2.0), requirements of a bid
and the test for a misere from TricksterBots (MIT).
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from simkit.games.base import Parameter
from simkit.games.five_hundred.calls import MISERE_BID, OPEN_MISERE, PASS
from simkit.games.five_hundred.cards import (
    BLOCK,
    JACK,
    JOKER,
    JOKER_SLOT,
    LEFT_BOWER,
    MISERE,
    NO_TRUMP,
    RIGHT_BOWER,
)
from simkit.games.five_hundred.decisions import CallView, KittyView
from simkit.games.five_hundred.masks import above, arrange, count, highest, lowest, of_suit, slot

__all__ = ["RulebookParams", "call", "discard"]

_ACE, _KING, _QUEEN = 10, 9, 8
_PARTNER = 2
_BLACK_SUITS = 2  # clubs and spades, which have no four


class RulebookParams(NamedTuple):
    """Parameters of ``rulebook``: how it judges a hand."""

    aggression: Annotated[float, Parameter("tricks added to what it counts", low=-5, high=5, unit="tricks")] = 0.0
    partner_tricks: Annotated[float, Parameter("tricks expected of the partner", low=0, high=5, unit="tricks")] = 2.0
    kitty_tricks: Annotated[float, Parameter("tricks expected of the kitty", low=0, high=3, unit="tricks")] = 1.5
    support: Annotated[
        float, Parameter("tricks more in a strain that the partner has bid", low=0, high=5, unit="tricks")
    ] = 1.0
    misere_appetite: Annotated[
        int,
        Parameter(
            "cards with more than three gaps below them with which it bids a misere; more than none for an open one",
            low=-1,
            high=10,
            unit="cards",
        ),
    ] = 3
    fewest_trumps: Annotated[int, Parameter("fewest trumps for a suit bid", low=0, high=10, unit="cards")] = 4
    draws_trumps: Annotated[bool, Parameter("whether the contractor leads trumps until the defenders have none")] = True


def _trump_tricks(trumps: int) -> float:
    """Tricks of trumps, given as the block of their suit."""
    tricks = 0.45 * count(trumps)
    tricks += 0.55 * (trumps >> JOKER_SLOT & 1)
    tricks += 0.5 * (trumps >> RIGHT_BOWER & 1)
    tricks += 0.45 * (trumps >> LEFT_BOWER & 1)
    tricks += 0.4 * (trumps >> _ACE & 1)
    tricks += 0.25 * (trumps >> _KING & 1)
    tricks += 0.1 * (trumps >> _QUEEN & 1)
    return tricks


def _side_tricks(cards: int) -> float:
    """Tricks of a side suit, given as its block."""
    tricks = 0.85 * (cards >> _ACE & 1)
    if cards >> _KING & 1 and count(cards) >= 2:
        tricks += 0.35
    return tricks


def suit_tricks(hand: int, suit: int) -> float:
    """Tricks that a hand, as printed, counts with the suit as trumps, without partner and kitty."""
    cards = arrange(hand, suit)
    tricks = 0.0
    for other in range(4):
        block = of_suit(cards, other) >> BLOCK * other
        tricks += _trump_tricks(block) if other == suit else _side_tricks(block)
    return tricks


def no_trump_tricks(hand: int) -> float:
    """Tricks that a hand counts without trumps: the joker, and in each suit the cards from the ace on without a gap."""
    tricks = 1.0 * (hand >> JOKER & 1)
    for suit in range(4):
        block = of_suit(hand, suit) >> BLOCK * suit
        tops, rank = 0, _ACE
        while rank >= 0 and block >> rank & 1:
            tops += 1
            rank -= 1
        tricks += tops
        # Once the top cards have been played the long ones are good.
        tricks += 0.5 * max(0, count(block) - 4) if tops > 0 else 0.35 * (block >> _KING & 1)
    return tricks


def gaps_below(hand: int, place: int) -> int:
    """Cards of its suit that are lower than card number ``place`` and not in the hand."""
    suit, rank = place // BLOCK, slot(place)
    held = count(of_suit(hand, suit) & (1 << place) - 1)
    return rank - held - (1 if suit < _BLACK_SUITS else 0)


def cards_with_gaps(hand: int, most: int) -> int:
    """Cards of a hand, as printed, that have more than ``most`` gaps below them."""
    found, rest = 0, hand
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        if gaps_below(hand, place) > most:
            found += 1
    return found


def _misere_call(view: CallView, params: RulebookParams) -> int:
    """An open misere on a hand without a gap, a misere on one with few; else a pass."""
    if view.hand >> JOKER & 1:
        return PASS
    if view.legal >> OPEN_MISERE & 1 and cards_with_gaps(view.hand, 0) <= params.misere_appetite:
        return OPEN_MISERE
    if view.legal >> MISERE_BID & 1 and cards_with_gaps(view.hand, 3) <= params.misere_appetite:
        return MISERE_BID
    return PASS


def _level_bid(level: int, strain: int) -> int:
    """Contract number of a suit or no-trump bid."""
    number = 5 * (level - 6) + strain + 1
    if number >= MISERE_BID:
        number += 1
    return number + 1 if number >= OPEN_MISERE else number


def _counted(view: CallView, params: RulebookParams, strain: int) -> float:
    """Tricks that the side is expected to take with the strain; less than none where the hand does not do for it."""
    has_joker = view.hand >> JOKER & 1
    partner_bid = False
    for level in range(6, 11):
        if view.calls_partner >> _level_bid(level, strain) & 1:
            partner_bid = True
    tricks = params.aggression + params.partner_tricks + params.kitty_tricks
    if partner_bid:
        tricks += params.support
    elif view.calls_partner & 1:
        tricks -= 0.5
    if strain == NO_TRUMP:
        return tricks + no_trump_tricks(view.hand) if has_joker or partner_bid else -10.0
    trumps = of_suit(arrange(view.hand, strain), strain)
    if count(trumps) < params.fewest_trumps and not partner_bid:
        return -10.0
    if slot(highest(trumps)) < _ACE:
        tricks -= 1.0
    tricks += suit_tricks(view.hand, strain)
    return tricks if has_joker or tricks < 9.0 else 8.9  # no nine without the joker


def _level_for(view: CallView, counted: float, strain: int) -> int:
    """The level to bid in a strain that counts for so many tricks; 0 for none.

    All that it counts for, since tricks over the contract win nothing; but no more than is needed to reach the target,
    and over the partner's bid only with a trick to spare.
    """
    level = min(int(counted), 10) if counted > 0 else 0
    if view.standing_place == _PARTNER:
        level -= 1
    while level > 6 and _points(level - 1, strain) >= view.target - view.score:
        if not view.legal >> _level_bid(level - 1, strain) & 1:
            break
        level -= 1
    return level if level >= 6 and view.legal >> _level_bid(level, strain) & 1 else 0


def _points(level: int, strain: int) -> int:
    """Points of a suit or no-trump bid."""
    return 40 + 20 * strain + 100 * (level - 6)


def call(view: CallView, params: RulebookParams) -> int:
    """Bid the strain that counts for most tricks if it can be bid as high as that; else perhaps a misere, or pass."""
    best, answer = 0.0, PASS
    for strain in range(5):
        counted = _counted(view, params, strain)
        level = _level_for(view, counted, strain)
        if level > 0 and counted > best:
            best, answer = counted, _level_bid(level, strain)
    if answer == PASS and view.standing_place != _PARTNER:
        return _misere_call(view, params)
    return answer


def _worth_keeping(view: KittyView, place: int) -> float:
    """How much a contractor wants to keep a card: trumps, high cards, and few suits."""
    suit, rank = place // BLOCK, slot(place)
    if view.strain == MISERE:
        return 100.0 - (100.0 if place == JOKER else 2.0 * gaps_below(view.hand, place) + 0.1 * rank)
    if place == JOKER or suit == view.strain:
        return 200.0 + rank
    length = count(of_suit(view.hand, suit))
    if view.strain == NO_TRUMP:
        return 3.0 * length + rank + (20.0 if above(place) == above(place) & view.hand else 0.0)
    if rank == _ACE:
        return 100.0
    if rank == _KING:
        return 60.0 if length >= 2 else 30.0
    return 4.0 * length + 0.1 * rank + (2.0 if rank >= JACK else 0.0)


def discard(view: KittyView, params: RulebookParams) -> int:  # noqa: ARG001 (as every bot's)
    """Discard the card that is worth least: towards voids, in a misere what has most gaps below it."""
    answer, least, rest = 0, 1000.0, view.legal
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        worth = _worth_keeping(view, place)
        if worth < least:
            answer, least = place, worth
    return answer
