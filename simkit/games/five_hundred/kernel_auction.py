"""The auction, compiled: the same names and the same order as ``auction.py``.

``is_plain`` is as in ``kernel_hand.py``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.five_hundred.calls import (
    BIDS,
    BLIND,
    BLIND_BIT,
    MISERE_BID,
    OPEN_MISERE,
    PASS,
    SANS_KITTY,
)
from simkit.games.five_hundred.decisions import BLIND_CALL, CALL, DECISIONS, RESIGN, CallView
from simkit.games.five_hundred.kernel_hand import checked, next_coin, raw_of
from simkit.games.five_hundred.kernel_state import Bid
from simkit.games.five_hundred.masks import lowest
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.setting import bids_made, pack_bid
from simkit.jit import helper, inlined, part
from simkit.kernel import Status
from simkit.model.game import code_of

__all__ = ["auction_of", "is_resigned"]

_ZERO: Any = np.int64(0)
_CALL, _BLIND_CALL, _RESIGN = DECISIONS.index(CALL), DECISIONS.index(BLIND_CALL), DECISIONS.index(RESIGN)
_EITHER = 0b11
_MISERES, _OPEN_MISERES = (
    1 << MISERE_BID | 1 << MISERE_BID + SANS_KITTY,
    1 << OPEN_MISERE | 1 << OPEN_MISERE + SANS_KITTY,
)

_ONE_ROUND = code_of(Rules, "auction", "one_round")
_NEVER = code_of(Rules, "self_raise", "never")
_SAME_SUIT = code_of(Rules, "self_raise", "same_suit")
_REOPEN = code_of(Rules, "self_raise", "allowed_reopen")
_MISERE_ON = code_of(Rules, "misere", "on")
_BLIND_ON = code_of(Rules, "blind_misere", "on")
_ALWAYS = code_of(Rules, "bid_after_pass", "always")
_IF_CHANGED = code_of(Rules, "bid_after_pass", "if_suit_changed")
_STUCK = code_of(Rules, "all_pass", "dealer_stuck")
_SEAT, _DECISION = int(Status.SEAT), int(Status.DECISION)


@helper
def _best_other(scores, side, sides):
    best = scores[0 if side else 1]
    for other in range(sides):
        if other != side:
            best = max(best, scores[other])
    return best


class _Calls(NamedTuple):
    """The calls so far, as views have them."""

    standing: Any
    bidder: Any
    bids: Any
    more: Any
    has_passed: Any


def _call_view_of(is_plain: bool) -> Any:
    """Make the function that tells what a seat sees when it may call, for the plain game or for all."""

    @inlined
    def call_view(start, calls, legal, hand, seat, seated, target, scratch):
        scores, sides = scratch.scores, seated.sides
        return CallView(
            next_coin(start.key, seat, scratch),
            legal,
            hand,
            start.setting,
            seat,
            start.dealer,
            calls.standing,
            calls.bidder,
            calls.bids,
            calls.more,
            calls.has_passed,
            1 << (seat ^ 2) if is_plain else scratch.friends[seat],
            scores[seat & 1] if is_plain else scores[seat % sides],
            scores[~seat & 1] if is_plain else _best_other(scores, seat % sides, sides),
            target,
        )

    return call_view


def auction_of(is_plain: bool) -> Any:
    """Make the function that plays the auction, for the plain game or for all.

    ``auction(start, seated, rules, ladder, players, scratch, status)`` writes the calls into ``scratch.calls`` as masks
    and returns the ``Bid``.
    """
    call_view = _call_view_of(is_plain)

    @inlined
    def legal_calls(rules, ladder, standing, is_raise, levels_bid, is_stuck):
        """Mask of the calls that may be made; ``levels_bid`` is the mask of the levels of all bids so far."""
        legal = ladder.over[standing]
        # rules.misere_requires_seven, rules.open_misere_requires
        if rules.misere_requires_seven and not levels_bid >> 7 & 1:
            legal &= ~_MISERES
        if not is_plain:
            if levels_bid >> rules.open_misere_requires == 0:
                legal &= ~_OPEN_MISERES
            # rules.all_pass = dealer_stuck
            if is_stuck:
                legal &= ~(1 << PASS)
        # rules.self_raise = same_suit
        if is_raise and rules.self_raise == _SAME_SUIT:
            legal &= ladder.same_suit[standing]
        return legal

    def auction(start, seated, rules, ladder, players, scratch, status):
        calls, hands, decides, strains = scratch.calls, scratch.hands, players.decides, ladder.strain
        seats, dealer, barred = seated.seats, start.dealer, start.barred
        for seat in range(seats):
            calls[seat] = 0
        everybody = (1 << seats) - 1
        standing, sans, bidder, made, levels_bid = _ZERO, _ZERO, _ZERO - 1, _ZERO, _ZERO + 1
        passed = _ZERO if is_plain else barred  # rules.bar_after_big_set
        bids, more, has_passed = _ZERO, _ZERO, _ZERO
        seat = dealer + 1 if dealer + 1 < seats else _ZERO
        while True:
            is_raise = False
            # rules.auction = one_round, or until all others have passed; rules.self_raise
            if rules.auction == _ONE_ROUND:
                if made == seats:
                    break
                if not is_plain and barred >> seat & 1:
                    made += 1
                    seat = seat + 1 if seat + 1 < seats else _ZERO
                    continue
            elif passed == everybody:
                break
            elif bidder >= 0 and passed | 1 << bidder == everybody:
                if rules.self_raise == _NEVER:
                    break
                is_raise, seat = True, bidder
            elif passed >> seat & 1:
                seat = seat + 1 if seat + 1 < seats else _ZERO
                continue
            is_stuck = not is_plain and rules.all_pass == _STUCK and seat == dealer and standing == 0
            legal = legal_calls(rules, ladder, standing, is_raise, levels_bid, is_stuck)
            if is_raise and legal == 1 << PASS:
                break
            place, target = scratch.places[seat], rules.target
            status[_SEAT] = seat
            so_far = _Calls(standing, bidder, bids, more, has_passed)
            call, is_blind = lowest(legal) + _ZERO, False
            # rules.blind_misere: before its first call, without a look at its cards
            if (
                rules.blind_misere == _BLIND_ON
                and rules.misere == _MISERE_ON
                and calls[seat] == 0
                and ladder.under_open[standing]
                and decides[_BLIND_CALL, place]
            ):
                view = call_view(start, so_far, _ZERO + _EITHER, _ZERO, seat, seated, target, scratch)
                status[_DECISION] = _BLIND_CALL
                answer = players.entries[1][place](view, raw_of(scratch.raws, place))
                answer = checked(answer, _ZERO + _EITHER, status)
                if answer < 0:
                    break
                is_blind = answer == 1
            if is_blind:
                call = BLIND_BIT + _ZERO
            elif legal & (legal - 1) and decides[_CALL, place]:
                view = call_view(start, so_far, legal, hands[seat], seat, seated, target, scratch)
                status[_DECISION] = _CALL
                call = checked(players.entries[0][place](view, raw_of(scratch.raws, place)), legal, status)
                if call < 0:
                    break
            calls[seat] |= 1 << call
            made += 1
            strain_before, was_bid = strains[standing], standing != 0
            if call == PASS:
                has_passed |= 1 << seat
                passed |= 1 << seat
            else:
                sans = _ZERO + (not is_blind and call > BIDS)
                bidder, standing = seat, BLIND + _ZERO if is_blind else call - SANS_KITTY * sans
                bids, more = pack_bid(bids, more, standing, seat, sans)
                levels_bid |= 1 << ladder.level[standing]
                # rules.bid_after_pass
                if not is_plain:
                    is_change = was_bid and strains[standing] != strain_before
                    if rules.bid_after_pass == _ALWAYS or (rules.bid_after_pass == _IF_CHANGED and is_change):
                        passed = barred
            if is_raise:
                # rules.self_raise = allowed_reopen
                if rules.self_raise == _REOPEN and strains[standing] != strain_before:
                    passed = _ZERO if is_plain else barred
                if passed | 1 << bidder == everybody:
                    break
            seat = seat + 1 if seat + 1 < seats else _ZERO
        return Bid(standing, sans, bidder, bids, more, has_passed)

    return part(auction, is_inlined=is_plain)


_resign_view = _call_view_of(False)


@helper
def is_resigned(bid, start, seated, rules, players, scratch, status):
    """Whether the contractor gives up a six that is the only bid: rules.lone_six_resign."""
    made, seat = bids_made(bid.bids, bid.more), bid.contractor
    if not rules.lone_six_resign or made & (made - 1):
        return False
    place = scratch.places[seat]
    if not players.decides[_RESIGN, place]:
        return False
    legal = _ZERO + _EITHER
    calls = _Calls(bid.contract, seat, bid.bids, bid.more, bid.passed)
    view = _resign_view(start, calls, legal, scratch.hands[seat], seat, seated, rules.target, scratch)
    status[_SEAT], status[_DECISION] = seat, _RESIGN
    return checked(players.entries[0][place](view, raw_of(scratch.raws, place)), legal, status) == 1
