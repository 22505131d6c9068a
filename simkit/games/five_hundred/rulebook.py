"""How ``rulebook`` calls and discards: tricks counted by strain, miseres by the gaps below the lowest cards.

What counts is after public programs, web500 (Apache-2.0) and TricksterBots (MIT); how much, is in ``judging.py``.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from simkit.games.five_hundred.calls import MISERE_BID, OPEN_MISERE, PASS
from simkit.games.five_hundred.cards import JACK, MISERE, NO_TRUMP
from simkit.games.five_hundred.decisions import ALONE, CallView, KittyView
from simkit.games.five_hundred.judging import misere_danger, most_dangerous, no_trump_tricks, suit_tricks
from simkit.games.five_hundred.masks import (
    CardLayout,
    above,
    arrange,
    bare_jokers,
    card_layout_for,
    count,
    highest,
    lowest,
    of_suit,
    slot,
    suit_at,
)
from simkit.games.five_hundred.packs import whole_pack
from simkit.games.five_hundred.setting import (
    bids_by,
    bids_made,
    bids_sans,
    card_layout_of,
    pack_of,
    partners_of,
    seats_of,
)
from simkit.model.bot import Parameter

__all__ = ["RulebookParams", "allowance", "call", "call_card", "call_player", "discard"]

_ACE, _KING = 10, 9
_ENOUGH = (5.8, 7.2, 8.3, 9.6, 10.4)
"""Tricks that a hand must count for a bid of six, seven and so on, so that it gains most on average."""
_STRETCH = 0.5
"""Tricks that it may lack over a bid of the other side, which would make more of its contract than a set costs."""
_OPEN_DANGER = 32
"""Danger by which a hand for an open misere must be safer."""


class RulebookParams(NamedTuple):
    """Parameters of ``rulebook``: how it judges a hand."""

    aggression: Annotated[float, Parameter("tricks added to what it counts", low=-5, high=5, unit="tricks")] = 0.0
    partner_tricks: Annotated[float, Parameter("tricks expected of the partner", low=0, high=5, unit="tricks")] = 2.0
    kitty_tricks: Annotated[float, Parameter("tricks expected of the kitty", low=0, high=3, unit="tricks")] = 1.2
    support: Annotated[
        float, Parameter("tricks more in a strain that the partner has bid", low=0, high=5, unit="tricks")
    ] = 1.0
    misere_appetite: Annotated[
        int,
        Parameter(
            "danger of a hand up to which it bids a misere, by the gaps below the lowest cards of each suit; for an "
            "open one it must be less",
            low=-100,
            high=200,
        ),
    ] = 40
    fewest_trumps: Annotated[int, Parameter("fewest trumps for a suit bid", low=0, high=10, unit="cards")] = 4
    draws_trumps: Annotated[bool, Parameter("whether the contractor leads trumps until the defenders have none")] = True


def _misere_call(view: CallView, params: RulebookParams, layout: CardLayout) -> int:
    """A misere, open where there is hardly any danger, on a hand without the joker; else a pass."""
    if bare_jokers(view.hand, layout):
        return PASS
    danger = misere_danger(view.hand, whole_pack(pack_of(view.setting)) & ~view.hand, layout)
    if view.legal >> OPEN_MISERE & 1 and danger <= params.misere_appetite - _OPEN_DANGER:
        return OPEN_MISERE
    if view.legal >> MISERE_BID & 1 and danger <= params.misere_appetite:
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


def _bids_by_side(view: CallView) -> tuple[int, int]:
    """Masks of the bids that partners have made, those without the kitty left out, and that other sides have made."""
    of_friends, own = 0, bids_by(view.bids, view.bids_more, view.seat)
    for seat in range(seats_of(view.setting)):
        if view.friends >> seat & 1:
            of_friends |= bids_by(view.bids, view.bids_more, seat)
    of_others = bids_made(view.bids, view.bids_more) & ~(of_friends | own)
    return of_friends & ~bids_sans(view.bids_more), of_others


def allowance(view: CallView, params: RulebookParams) -> float:
    """Tricks expected of partners and kitty, and of the hand's larger share of them where fewer than four play.

    Of each partner at six seats half as many, and 1.25 for each seat that there are fewer than four: found by playing.
    """
    seats = seats_of(view.setting)
    each = params.partner_tricks * (0.5 if seats == 6 else 1.0)
    return params.aggression + each * partners_of(view.setting) + params.kitty_tricks + 1.25 * max(0, 4 - seats)


def _counted(view: CallView, params: RulebookParams, bids: tuple[int, int], strain: int, layout: CardLayout) -> float:
    """Tricks that the side is expected to take with the strain; less than none where the hand does not do for it.

    ``bids`` are those of its partners and of the other sides.
    """
    has_joker, partner_bid = bare_jokers(view.hand, layout) != 0, bids[0] & _OF_STRAIN[strain] != 0
    tricks = allowance(view, params)
    if partner_bid:
        tricks += params.support
    elif bids[0] == 0 and view.friends and view.passed & view.friends == view.friends:
        tricks -= 0.5
    if bids[1] & _OF_STRAIN[strain]:
        tricks -= 0.5
    if strain == NO_TRUMP:
        tricks += no_trump_tricks(view.hand, layout)
    else:
        arranged = card_layout_for(layout, strain, -1)
        length = count(of_suit(arrange(view.hand, strain, layout), strain, arranged))
        if length < params.fewest_trumps - partner_bid:
            return -10.0
        tricks += suit_tricks(view.hand, strain, layout)
    return tricks if has_joker else min(tricks, 10.0)  # no ten without the joker


def _friend_stands(view: CallView) -> bool:
    """Whether a partner has made the highest bid."""
    return view.bidder >= 0 and view.friends >> view.bidder & 1 != 0


def _lacking(counted: float, level: int, strain: int) -> float:
    """Tricks that a hand lacks for a bid; in a low suit the higher level is worth more beside the lower one."""
    return _ENOUGH[level - 6] - counted - 0.08 * (3 - min(strain, 3))


def _level_for(view: CallView, counted: float, strain: int) -> int:
    """The level to bid in a strain that counts for so many tricks; 0 for none.

    The one that wins most points on average, since tricks over the contract win nothing; over a bid of the other side
    up to eight half a trick less will do. No more than is needed to reach the target.
    """
    level = 10
    while level >= 6 and _lacking(counted, level, strain) > 0.0:
        level -= 1
    may_stretch = view.standing > 0 and not _friend_stands(view) and level < 8
    if may_stretch and (level < 6 or not view.legal >> _level_bid(level, strain) & 1):
        level = max(level, 5) + 1
        if _lacking(counted, level, strain) > _STRETCH:
            return 0
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
    best, answer, bids = 0.0, PASS, _bids_by_side(view)
    for strain in range(5):
        counted = _counted(view, params, bids, strain, layout)
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


def _worth_keeping(view: KittyView, place: int, layout: CardLayout) -> float:
    """How much a contractor wants to keep a card: trumps, high cards, and few suits."""
    suit, rank = suit_at(place, layout), slot(place, layout)
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
    if view.strain == MISERE:
        missing = whole_pack(pack_of(view.setting)) & ~(view.hand | view.discarded)
        return most_dangerous(view.hand, view.legal, missing, layout)
    answer, least, rest = 0, 1000.0, view.legal
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        worth = _worth_keeping(view, place, layout)
        if worth < least:
            answer, least = place, worth
    return answer


def discard(view: KittyView, params: RulebookParams) -> int:
    """Discard the card that is worth least: towards voids, in a misere what is most dangerous."""
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
