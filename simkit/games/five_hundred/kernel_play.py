"""The tricks, compiled: the same names and the same order as ``tricks.py`` and ``hand.py``.

Arrays by seat are as in ``kernel_hand.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.base import code_of
from simkit.games.five_hundred.calls import OPEN_MISERE
from simkit.games.five_hundred.cards import BLOCK, JOKER, MISERE, NAMING, NO_TRUMP, SUIT_CARDS
from simkit.games.five_hundred.decisions import DECISIONS, PLAY, PlayView
from simkit.games.five_hundred.kernel_hand import checked
from simkit.games.five_hundred.masks import lowest
from simkit.games.five_hundred.rules import FiveHundredRules
from simkit.jit import Status, helper, inlined
from simkit.streams import coin, next_word

__all__ = ["beats", "legal_cards", "play_tricks"]

_SEATS, _TRICKS = 4, 10
_ZERO: Any = np.int64(0)
_JOKER_BIT = 1 << JOKER
_NAMES = np.array([sum(1 << BLOCK * s + NAMING for s in range(4) if not led >> s & 1) for led in range(16)], np.int64)
"""By the mask of suits that have been led: what stands for leading a joker and naming one of the others."""
_PLAY = DECISIONS.index(PLAY)
_UNLED_SUIT = code_of(FiveHundredRules, "joker_lead", "unled_suit")
_SEAT, _DECISION = int(Status.SEAT), int(Status.DECISION)


@helper
def legal_cards(hand, led_cards, is_leader, is_misere, suits_led, joker_lead):  # type: ignore[no-untyped-def]
    """Mask of the cards that may be played; ``led_cards`` are all of the suit to follow, 0 where there is none.

    A joker bit in a hand is one that belongs to no suit.
    """
    has_joker = hand & _JOKER_BIT != 0
    if is_leader:
        if not has_joker or hand == _JOKER_BIT:
            return hand
        return hand ^ _JOKER_BIT | (_NAMES[suits_led] if joker_lead == _UNLED_SUIT else 0)
    following = hand & led_cards
    any_card = np.int64(_JOKER_BIT) if is_misere & has_joker else hand
    return following or any_card


@helper
def beats(card, best, led_cards, trumps):  # type: ignore[no-untyped-def]
    """Whether a card played to a trick beats the best one so far; ``trumps`` is the joker where there is no trump suit.

    Without a branch, since nobody could foresee it.
    """
    is_trump, is_led = card & trumps != 0, card & led_cards != 0
    is_ruffed = best & trumps != 0
    return (is_trump & (not is_ruffed)) | ((is_trump | (is_led & (not is_ruffed))) & (card > best))


@inlined
def _raw(raws, place):  # type: ignore[no-untyped-def]
    """The raw parameters of a place; a row of an array is found sooner than a tuple of tuples."""
    r = raws[place]
    return r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]


@inlined
def play_tricks(  # type: ignore[no-untyped-def]
    rules, key, setting, contract, strain, contractor, joker_suit, discarded, bids, more, hands, tricks, coins, places,
    bots, asked, raws, status,
):  # fmt: skip
    """Play the tricks, counted by seat in ``tricks``; a misere ends with the first one that the contractor wins."""
    for seat in range(_SEATS):
        tricks[seat] = 0
    is_misere = strain == MISERE
    trumps = np.int64(SUIT_CARDS) << BLOCK * strain if strain < NO_TRUMP else np.int64(_JOKER_BIT)
    idle = (contractor + 2) & 3 if is_misere else _ZERO - 1
    leader, suits_led, voids, won = contractor, _ZERO, _ZERO, _ZERO
    played_1, played_2, played_4 = _ZERO, _ZERO, _ZERO
    for number_of_trick in range(_TRICKS):
        best, winner, led, led_cards, trick = _ZERO, _ZERO - 1, _ZERO - 1, _ZERO, _ZERO
        exposed = contract == OPEN_MISERE and number_of_trick > 0
        for away in range(_SEATS):
            seat = (leader + away) & 3
            if seat == idle:
                continue
            legal = legal_cards(hands[seat], led_cards, away == 0, is_misere, suits_led, rules.joker_lead)
            answer, place = np.int64(lowest(legal)), places[seat]
            if legal & (legal - 1) and asked[_PLAY, place]:
                view = PlayView(
                    coin(key, coins[seat]),
                    legal,
                    hands[seat],
                    setting,
                    strain,
                    joker_suit,
                    seat,
                    contractor,
                    1 << (seat ^ 2),
                    led,
                    trick,
                    winner,
                    played_1,
                    played_2,
                    played_4,
                    voids,
                    suits_led,
                    won,
                    hands[contractor] if exposed else _ZERO,
                    discarded if seat == contractor else _ZERO,
                    bids,
                    more,
                )
                coins[seat] = next_word(coins[seat])
                status[_SEAT], status[_DECISION] = seat, _PLAY
                answer = checked(bots[_PLAY][place](view, _raw(raws, place)), legal, status)
                if answer < 0:
                    return
            names = answer & BLOCK - 1 == NAMING
            at = np.int64(JOKER) if names else answer
            card = np.int64(1) << at
            if away == 0:
                led = np.int64(4) if answer == JOKER else answer >> 4
                if led < 4:
                    suits_led |= 1 << led
                    led_cards = np.int64(SUIT_CARDS) << BLOCK * led
                best, winner = card, seat
            else:
                voids |= np.int64((led < 4) & (card & led_cards == 0)) << 4 * seat + led
                if beats(card, best, led_cards, trumps):
                    best, winner = card, seat
            hands[seat] ^= card
            code = seat + 1
            played_1 |= (code & 1) << at
            played_2 |= (code >> 1 & 1) << at
            played_4 |= (code >> 2) << at
            trick |= at + 1 << 8 * seat
        tricks[winner] += 1
        won += 1 << 4 * winner
        leader = winner
        if is_misere and winner == contractor:
            return
