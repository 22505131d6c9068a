"""The auction, compiled: the same names and the same order as ``auction.py``.

Arrays by seat, and ``further``, are as in ``kernel_hand.py``.
"""

from __future__ import annotations

from typing import Any

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
from simkit.games.five_hundred.kernel_hand import checked, raw_of
from simkit.games.five_hundred.masks import lowest
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.setting import bids_made, pack_bid
from simkit.jit import helper, inlined
from simkit.kernel import Status
from simkit.model.game import code_of
from simkit.streams import coin, next_word

__all__ = ["auction", "auction_further", "is_resigned"]

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
def _best_other(scores, side, sides):  # type: ignore[no-untyped-def]
    best = scores[0 if side else 1]
    for other in range(sides):
        if other != side:
            best = max(best, scores[other])
    return best


@inlined
def _call_view(  # type: ignore[no-untyped-def]
    further, fresh_coin, legal, hand, setting, seat, dealer, standing, bidder, bids, more, has_passed, friends, scores,
    sides, target,
):  # fmt: skip
    return CallView(
        fresh_coin,
        legal,
        hand,
        setting,
        seat,
        dealer,
        standing,
        bidder,
        bids,
        more,
        has_passed,
        1 << (seat ^ 2) if further is None else friends[seat],
        scores[seat & 1] if further is None else scores[seat % sides],
        scores[~seat & 1] if further is None else _best_other(scores, seat % sides, sides),
        target,
    )


@inlined
def _legal(further, rules, over, same_suit, standing, is_raise, levels_bid, is_stuck):  # type: ignore[no-untyped-def]
    """Mask of the calls that may be made; ``levels_bid`` is the mask of the levels of all bids so far."""
    legal = over[standing]
    if rules.misere_requires_seven and not levels_bid >> 7 & 1:
        legal &= ~_MISERES
    if further is not None:
        if levels_bid >> rules.open_misere_requires == 0:
            legal &= ~_OPEN_MISERES
        if is_stuck:
            legal &= ~(1 << PASS)
    if is_raise and rules.self_raise == _SAME_SUIT:
        legal &= same_suit[standing]
    return legal


def _auction(  # type: ignore[no-untyped-def]
    further, seats, sides, rules, over, under_open, same_suit, levels, strains, key, dealer, barred, setting, hands,
    friends, scores, calls, coins, places, callers, blind_callers, asked, raws,
    status,
):  # fmt: skip
    """The calls, into ``calls`` as masks.

    Returns contract, whether without the kitty, seat (-1: all have passed), the bids as views have them, and who has
    passed.
    """
    for seat in range(seats):
        calls[seat] = 0
    everybody = (1 << seats) - 1
    standing, sans, bidder, made, levels_bid = _ZERO, _ZERO, _ZERO - 1, _ZERO, _ZERO + 1
    passed = _ZERO if further is None else barred
    bids, more, has_passed = _ZERO, _ZERO, _ZERO
    seat = dealer + 1 if dealer + 1 < seats else _ZERO
    while True:
        is_raise = False
        if rules.auction == _ONE_ROUND:
            if made == seats:
                break
            if further is not None and barred >> seat & 1:
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
        is_stuck = further is not None and rules.all_pass == _STUCK and seat == dealer and standing == 0
        legal = _legal(further, rules, over, same_suit, standing, is_raise, levels_bid, is_stuck)
        if is_raise and legal == 1 << PASS:
            break
        place = places[seat]
        status[_SEAT] = seat
        call, is_blind = lowest(legal) + _ZERO, False
        if (
            rules.blind_misere == _BLIND_ON
            and rules.misere == _MISERE_ON
            and calls[seat] == 0
            and under_open[standing]
            and asked[_BLIND_CALL, place]
        ):
            view = _call_view(
                further, coin(key, coins[seat]), _ZERO + _EITHER, _ZERO, setting, seat, dealer, standing, bidder,
                bids, more, has_passed, friends, scores, sides, rules.target,
            )  # fmt: skip
            coins[seat] = next_word(coins[seat])
            status[_DECISION] = _BLIND_CALL
            answer = checked(blind_callers[place](view, raw_of(raws, place)), _ZERO + _EITHER, status)
            if answer < 0:
                return standing, sans, bidder, bids, more, has_passed
            is_blind = answer == 1
        if is_blind:
            call = BLIND_BIT + _ZERO
        elif legal & (legal - 1) and asked[_CALL, place]:
            view = _call_view(
                further, coin(key, coins[seat]), legal, hands[seat], setting, seat, dealer, standing, bidder,
                bids, more, has_passed, friends, scores, sides, rules.target,
            )  # fmt: skip
            coins[seat] = next_word(coins[seat])
            status[_DECISION] = _CALL
            call = checked(callers[place](view, raw_of(raws, place)), legal, status)
            if call < 0:
                return standing, sans, bidder, bids, more, has_passed
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
            levels_bid |= 1 << levels[standing]
            if further is not None:
                is_change = was_bid and strains[standing] != strain_before
                if rules.bid_after_pass == _ALWAYS or (rules.bid_after_pass == _IF_CHANGED and is_change):
                    passed = barred
        if is_raise:
            if rules.self_raise == _REOPEN and strains[standing] != strain_before:
                passed = _ZERO if further is None else barred
            if passed | 1 << bidder == everybody:
                break
        seat = seat + 1 if seat + 1 < seats else _ZERO
    return standing, sans, bidder, bids, more, has_passed


auction, auction_further = inlined(_auction), helper(_auction)


@helper
def is_resigned(  # type: ignore[no-untyped-def]
    sides, rules, key, seat, dealer, contract, setting, hands, friends, scores, bids, more, has_passed, coins, places,
    resigners, asked, raws, status,
):  # fmt: skip
    """Whether the contractor gives up a six that is the only bid."""
    made = bids_made(bids, more)
    if not rules.lone_six_resign or made & (made - 1):
        return False
    place = places[seat]
    if not asked[_RESIGN, place]:
        return False
    legal = _ZERO + _EITHER
    view = _call_view(
        1, coin(key, coins[seat]), legal, hands[seat], setting, seat, dealer, contract, seat, bids, more, has_passed,
        friends, scores, sides, rules.target,
    )  # fmt: skip
    coins[seat] = next_word(coins[seat])
    status[_SEAT], status[_DECISION] = seat, _RESIGN
    return checked(resigners[place](view, raw_of(raws, place)), legal, status) == 1
