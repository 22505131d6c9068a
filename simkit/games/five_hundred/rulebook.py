"""How ``rulebook`` calls and discards: tricks counted by strain, miseres by the gaps below each card.

After what the authors of public programs wrote down: weights of cards from web500 (Apache-2.0), requirements of a bid
and the test for a misere from TricksterBots (MIT).
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from simkit.games.five_hundred.calls import MISERE_BID, OPEN_MISERE, PASS
from simkit.games.five_hundred.cards import (
    JACK,
    JOKER_SLOT,
    LEFT_BOWER,
    MISERE,
    NO_TRUMP,
    RIGHT_BOWER,
)
from simkit.games.five_hundred.decisions import ALONE, CallView, KittyView
from simkit.games.five_hundred.masks import (
    CardLayout,
    above,
    arrange,
    bare_jokers,
    card_layout_for,
    count,
    highest,
    honours,
    lowest,
    of_suit,
    slot,
    suit_at,
)
from simkit.games.five_hundred.packs import whole_pack
from simkit.games.five_hundred.setting import bids_by, bids_sans, card_layout_of, pack_of, partners_of, seats_of
from simkit.model.bot import Parameter

__all__ = ["RulebookParams", "allowance", "call", "call_card", "call_player", "discard"]

_ACE, _KING, _QUEEN = 10, 9, 8


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
            "cards with more gaps below them than three (with 24 cards one, 33 two, 53 four, 63 five) with which it "
            "bids a misere; than none for an open one",
            low=-1,
            high=10,
            unit="cards",
        ),
    ] = 3
    fewest_trumps: Annotated[int, Parameter("fewest trumps for a suit bid", low=0, high=10, unit="cards")] = 4
    draws_trumps: Annotated[bool, Parameter("whether the contractor leads trumps until the defenders have none")] = True


def _trump_tricks(trumps: int, length: int) -> float:
    """Tricks of so many trumps, given their honours."""
    tricks = 0.45 * length
    tricks += 0.55 * (trumps >> JOKER_SLOT & 1)
    tricks += 0.5 * (trumps >> RIGHT_BOWER & 1)
    tricks += 0.45 * (trumps >> LEFT_BOWER & 1)
    tricks += 0.4 * (trumps >> _ACE & 1)
    tricks += 0.25 * (trumps >> _KING & 1)
    tricks += 0.1 * (trumps >> _QUEEN & 1)
    return tricks


def _side_tricks(cards: int, length: int) -> float:
    """Tricks of a side suit of that length, given its honours."""
    tricks = 0.85 * (cards >> _ACE & 1)
    if cards >> _KING & 1 and length >= 2:
        tricks += 0.35
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
    """Tricks that a hand counts without trumps: the joker, and in each suit the cards from the ace on without a gap."""
    tricks = 1.0 * count(bare_jokers(hand, layout))
    for suit in range(4):
        block = honours(hand, suit, layout)
        tops, rank = 0, _ACE
        while rank >= 0 and block >> rank & 1:
            tops += 1
            rank -= 1
        tricks += tops
        # Once the top cards have been played the long ones are good.
        long = max(0, count(of_suit(hand, suit, layout)) - 4)
        tricks += 0.5 * long if tops > 0 else 0.35 * (block >> _KING & 1)
    return tricks


def gaps_below(hand: int, place: int, pack: int, layout: CardLayout) -> int:
    """Cards of its suit in the pack that are lower than card number ``place`` and not in the hand."""
    return count(of_suit(pack & ~hand, suit_at(place, layout), layout) & (1 << place) - 1)


def cards_with_gaps(hand: int, most: int, pack: int, layout: CardLayout) -> int:
    """Cards of a hand, as printed, that have more than ``most`` gaps below them."""
    found, rest = 0, hand
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        if gaps_below(hand, place, pack, layout) > most:
            found += 1
    return found


def _misere_call(view: CallView, params: RulebookParams, layout: CardLayout) -> int:
    """An open misere on a hand without a gap, a misere on one with few; else a pass."""
    if bare_jokers(view.hand, layout):
        return PASS
    pack = whole_pack(pack_of(view.setting))
    if view.legal >> OPEN_MISERE & 1 and cards_with_gaps(view.hand, 0, pack, layout) <= params.misere_appetite:
        return OPEN_MISERE
    most = count(pack) // 10 - 1  # three with the Australian 43 cards
    if view.legal >> MISERE_BID & 1 and cards_with_gaps(view.hand, most, pack, layout) <= params.misere_appetite:
        return MISERE_BID
    return PASS


def _level_bid(level: int, strain: int) -> int:
    """Contract number of a suit or no-trump bid."""
    number = 5 * (level - 6) + strain + 1
    if number >= MISERE_BID:
        number += 1
    return number + 1 if number >= OPEN_MISERE else number


_OF_STRAIN = tuple(sum(1 << _level_bid(level, strain) for level in range(6, 11)) for strain in range(5))
"""Masks of the bids in each strain, by contract number."""


def _bids_of_friends(view: CallView) -> int:
    """Mask of the bids that partners have made, by contract number; those without the kitty do not count."""
    found = 0
    for seat in range(seats_of(view.setting)):
        if view.friends >> seat & 1:
            found |= bids_by(view.bids, view.bids_more, seat)
    return found & ~bids_sans(view.bids_more)


def allowance(view: CallView, params: RulebookParams) -> float:
    """Tricks expected of partners and kitty, and of the hand's larger share of them where fewer than four play.

    Of each partner at six seats half as many, and 1.25 for each seat that there are fewer than four: found by playing.
    """
    seats = seats_of(view.setting)
    each = params.partner_tricks * (0.5 if seats == 6 else 1.0)
    return params.aggression + each * partners_of(view.setting) + params.kitty_tricks + 1.25 * max(0, 4 - seats)


def _counted(view: CallView, params: RulebookParams, of_friends: int, strain: int, layout: CardLayout) -> float:
    """Tricks that the side is expected to take with the strain; less than none where the hand does not do for it."""
    has_joker = bare_jokers(view.hand, layout) != 0
    partner_bid = of_friends & _OF_STRAIN[strain] != 0
    tricks = allowance(view, params)
    if partner_bid:
        tricks += params.support
    elif view.friends and view.passed & view.friends == view.friends:
        tricks -= 0.5
    if strain == NO_TRUMP:
        return tricks + no_trump_tricks(view.hand, layout) if has_joker or partner_bid else -10.0
    arranged = card_layout_for(layout, strain, -1)
    trumps = of_suit(arrange(view.hand, strain, layout), strain, arranged)
    if count(trumps) < params.fewest_trumps and not partner_bid:
        return -10.0
    if trumps and slot(highest(trumps), arranged) < _ACE:
        tricks -= 1.0
    tricks += suit_tricks(view.hand, strain, layout)
    return tricks if has_joker or tricks < 9.0 else 8.9  # no nine without the joker


def _friend_stands(view: CallView) -> bool:
    """Whether a partner has made the highest bid."""
    return view.bidder >= 0 and view.friends >> view.bidder & 1 != 0


def _level_for(view: CallView, counted: float, strain: int) -> int:
    """The level to bid in a strain that counts for so many tricks; 0 for none.

    All that it counts for, since tricks over the contract win nothing; but no more than is needed to reach the target,
    and over the partner's bid only with a trick to spare.
    """
    level = min(int(counted), 10) if counted > 0 else 0
    if _friend_stands(view):
        level -= 1
    while level > 6 and _points(level - 1, strain) >= view.target - view.score:
        if not view.legal >> _level_bid(level - 1, strain) & 1:
            break
        level -= 1
    return level if level >= 6 and view.legal >> _level_bid(level, strain) & 1 else 0


def _points(level: int, strain: int) -> int:
    """Points of a suit or no-trump bid."""
    return 40 + 20 * strain + 100 * (level - 6)


def _best_call(view: CallView, params: RulebookParams, layout: CardLayout) -> int:
    """Bid the strain that counts for most tricks if it can be bid as high as that; else perhaps a misere, or pass."""
    best, answer, of_friends = 0.0, PASS, _bids_of_friends(view)
    for strain in range(5):
        counted = _counted(view, params, of_friends, strain, layout)
        level = _level_for(view, counted, strain)
        if level > 0 and counted > best:
            best, answer = counted, _level_bid(level, strain)
    if answer == PASS and not _friend_stands(view):
        answer = _misere_call(view, params, layout)
    return answer if view.legal >> answer & 1 else lowest(view.legal)


def call(view: CallView, params: RulebookParams) -> int:
    """Bid the strain that counts for most tricks, or a misere, or pass."""
    layout = card_layout_of(view.setting)
    return _best_call(view, params, None) if layout == 0 else _best_call(view, params, layout)


def _worth_keeping(view: KittyView, place: int, pack: int, layout: CardLayout) -> float:
    """How much a contractor wants to keep a card: trumps, high cards, and few suits."""
    suit, rank = suit_at(place, layout), slot(place, layout)
    if view.strain == MISERE:
        return 100.0 - (100.0 if suit > 3 else 2.0 * gaps_below(view.hand, place, pack, layout) + 0.1 * rank)
    if suit > 3 or suit == view.strain:
        return 200.0 + rank
    length = count(of_suit(view.hand, suit, layout))
    if view.strain == NO_TRUMP:
        higher = above(place, layout)
        return 3.0 * length + rank + (20.0 if higher == higher & view.hand else 0.0)
    if rank == _ACE:
        return 100.0
    if rank == _KING:
        return 60.0 if length >= 2 else 30.0
    return 4.0 * length + 0.1 * rank + (2.0 if rank >= JACK else 0.0)


def _least_worth(view: KittyView, layout: CardLayout) -> int:
    """The card that is worth least."""
    answer, least, rest = 0, 1000.0, view.legal
    pack = whole_pack(pack_of(view.setting)) if view.strain == MISERE else 0
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        worth = _worth_keeping(view, place, pack, layout)
        if worth < least:
            answer, least = place, worth
    return answer


def discard(view: KittyView, params: RulebookParams) -> int:
    """Discard the card that is worth least: towards voids, in a misere what has most gaps below it."""
    layout = card_layout_of(view.setting)
    return _least_worth(view, None) if layout == 0 else _least_worth(view, layout)


def call_card(view: KittyView, params: RulebookParams) -> int:
    """Call the best trump that is missing, if it is an ace or better; else an ace, of a short suit but for no trump."""
    legal, layout = view.legal & ~(1 << ALONE | view.discarded), card_layout_of(view.setting)
    if view.strain < NO_TRUMP:
        missing = of_suit(legal, view.strain, layout)
        if missing and slot(highest(missing), layout) >= _ACE:
            return highest(missing)
    answer, best = highest(legal), -100
    for suit in range(4):
        missing, length = of_suit(legal, suit, layout), count(of_suit(view.hand, suit, layout))
        if missing == 0:
            continue
        worth = 10 * slot(highest(missing), layout) + (length if view.strain == NO_TRUMP else -length)
        if worth > best:
            answer, best = highest(missing), worth
    return answer


def call_player(view: KittyView, params: RulebookParams) -> int:
    """Call the seat that has bid highest, one that has bid this strain before others; else the second to the left."""
    seats = seats_of(view.setting)
    answer, best = 2, 0
    for away in range(1, seats):
        bids = bids_by(view.bids, view.bids_more, (view.seat + away) % seats)
        worth = highest(bids) + 1 + (100 if bids & _OF_STRAIN[view.strain] else 0)
        if worth > best:
            answer, best = away, worth
    return answer
