"""The auction, compiled: the same names and the same order as ``auction.py``.

Arrays by seat are as in ``kernel_hand.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.base import code_of
from simkit.games.five_hundred.calls import BIDS, BLIND, BLIND_BIT, OPEN_MISERE, PASS, SANS_KITTY
from simkit.games.five_hundred.decisions import BLIND_CALL, CALL, DECISIONS, CallView
from simkit.games.five_hundred.kernel_hand import checked
from simkit.games.five_hundred.rules import FiveHundredRules
from simkit.games.five_hundred.setting import pack_bid
from simkit.jit import Status, inlined
from simkit.streams import coin, next_word

__all__ = ["auction"]

_SEATS = 4
_ZERO: Any = np.int64(0)
_EVERYBODY = 2**_SEATS - 1
_CALL, _BLIND_CALL = DECISIONS.index(CALL), DECISIONS.index(BLIND_CALL)
_LOOK_OR_BLIND = 0b11

_ONE_ROUND = code_of(FiveHundredRules, "auction", "one_round")
_NEVER = code_of(FiveHundredRules, "self_raise", "never")
_SAME_SUIT = code_of(FiveHundredRules, "self_raise", "same_suit")
_REOPEN = code_of(FiveHundredRules, "self_raise", "allowed_reopen")
_MISERE_ON = code_of(FiveHundredRules, "misere", "on")
_BLIND_ON = code_of(FiveHundredRules, "blind_misere", "on")
_SEAT, _DECISION = int(Status.SEAT), int(Status.DECISION)


@inlined
def _call_view(  # type: ignore[no-untyped-def]
    fresh_coin, legal, hand, setting, seat, dealer, standing, bidder, bids, more, has_passed, scores, target
):
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
        1 << (seat ^ 2),
        scores[seat & 1],
        scores[~seat & 1],
        target,
    )


@inlined
def auction(  # type: ignore[no-untyped-def]
    rules, over, same_suit, strains, key, dealer, setting, hands, scores, calls, coins, places, bots, asked, params,
    status,
):  # fmt: skip
    """The calls, into ``calls`` as masks.

    Returns contract, whether without the kitty, seat (-1: thrown in), and the bids as views have them.
    """
    for seat in range(_SEATS):
        calls[seat] = 0
    standing, sans, bidder, passed, made = _ZERO, _ZERO, _ZERO - 1, 0, 0
    bids, more, has_passed = _ZERO, _ZERO, _ZERO
    seat = (dealer + 1) & 3
    while True:
        is_raise = False
        if rules.auction == _ONE_ROUND:
            if made == _SEATS:
                break
        elif passed == _EVERYBODY:
            break
        elif bidder >= 0 and passed | 1 << bidder == _EVERYBODY:
            if rules.self_raise == _NEVER:
                break
            is_raise, seat = True, bidder
        elif passed >> seat & 1:
            seat = (seat + 1) & 3
            continue
        legal = over[standing]
        if is_raise:
            if rules.self_raise == _SAME_SUIT:
                legal &= same_suit[standing]
            if legal == 1 << PASS:
                break
        place = places[seat]
        status[_SEAT] = seat
        call, is_blind = np.int64(PASS), False
        if (
            rules.blind_misere == _BLIND_ON
            and rules.misere == _MISERE_ON
            and calls[seat] == 0
            and standing < OPEN_MISERE
            and asked[_BLIND_CALL, place]
        ):
            view = _call_view(
                coin(key, coins[seat]), np.int64(_LOOK_OR_BLIND), _ZERO, setting, seat, dealer, standing, bidder,
                bids, more, has_passed, scores, rules.target,
            )  # fmt: skip
            coins[seat] = next_word(coins[seat])
            status[_DECISION] = _BLIND_CALL
            answer = checked(bots[_BLIND_CALL][place](view, params[place]), np.int64(_LOOK_OR_BLIND), status)
            if answer < 0:
                return standing, sans, bidder, bids, more
            is_blind = answer == 1
        if is_blind:
            call = np.int64(BLIND_BIT)
        elif legal != 1 << PASS and asked[_CALL, place]:
            view = _call_view(
                coin(key, coins[seat]), legal, hands[seat], setting, seat, dealer, standing, bidder, bids, more,
                has_passed, scores, rules.target,
            )  # fmt: skip
            coins[seat] = next_word(coins[seat])
            status[_DECISION] = _CALL
            call = checked(bots[_CALL][place](view, params[place]), legal, status)
            if call < 0:
                return standing, sans, bidder, bids, more
        calls[seat] |= 1 << call
        made += 1
        strain_before = strains[standing]
        if call == PASS:
            has_passed |= 1 << seat
            if not is_raise:
                passed |= 1 << seat
        elif is_blind:
            bidder, standing, sans = seat, BLIND + _ZERO, _ZERO
            bids, more = pack_bid(bids, more, standing, seat, sans)
        else:
            sans = _ZERO + (call > BIDS)
            bidder, standing = seat, call - SANS_KITTY * sans
            bids, more = pack_bid(bids, more, standing, seat, sans)
        if is_raise:
            if rules.self_raise != _REOPEN or strains[standing] == strain_before:
                break
            passed = 0
        seat = (seat + 1) & 3
    return standing, sans, bidder, bids, more
