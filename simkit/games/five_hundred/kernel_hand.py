"""A hand's cards, compiled: the shuffle, the kitty and the joker, on masks of cards (see ``cards.py``).

The same names and the same order as ``hand.py``. Arrays by seat are ``int64[4]``, but for ``coins``, ``uint64[4]``, the
counter words of each seat's coins. An answer that is not allowed puts ``ILLEGAL`` into ``status`` and ends the hand.
"""

from __future__ import annotations

import numpy as np

from simkit.games.five_hundred import bits  # noqa: F401 (registers what the functions of masks become)
from simkit.games.five_hundred.cards import (
    BLOCK,
    JACK,
    JOKER,
    JOKER_SLOT,
    LEFT_BOWER,
    NO_TRUMP,
    PLACES,
    RIGHT_BOWER,
)
from simkit.games.five_hundred.decisions import DECISIONS, DISCARD, NOMINATE, KittyView
from simkit.games.five_hundred.masks import lowest
from simkit.games.five_hundred.packs import PACK, number
from simkit.jit import ILLEGAL, Status, helper, inlined
from simkit.streams import Purpose, below, coin, counter_word, next_word

__all__ = ["checked", "deal_cards", "exchange", "nominate", "printed"]

_SEATS, _TRICKS, _DISCARDS = 4, 10, 3
_PACK = np.array([1 << number(card) for card in PACK], np.int64)
_CARDS = len(PACK)
_JOKER_BIT = 1 << JOKER
_NOMINATIONS = 0b11111
_DISCARD, _NOMINATE = DECISIONS.index(DISCARD), DECISIONS.index(NOMINATE)
_CODE, _SEAT, _DECISION, _ANSWER = int(Status.CODE), int(Status.SEAT), int(Status.DECISION), int(Status.ANSWER)
_FOR_CARDS, _FOR_COINS = int(Purpose.CARDS), int(Purpose.COINS)


@helper
def deal_cards(key, hand_number, pack, hands, coins):  # type: ignore[no-untyped-def]
    """Shuffle ``pack`` (``int64[43]``), deal ten cards to each seat and begin its coins; returns the kitty."""
    for at in range(_CARDS):
        pack[at] = _PACK[at]
    word = counter_word(_FOR_CARDS, 0, hand_number)
    at = 0
    for seat in range(_SEATS):
        hand = np.int64(0)
        for _ in range(_TRICKS):
            other, word = below(key, word, _CARDS - at)
            card = pack[at + other]
            pack[at + other] = pack[at]
            hand |= card
            at += 1
        hands[seat] = hand
        coins[seat] = counter_word(_FOR_COINS, seat, hand_number)
    return pack[at] | pack[at + 1] | pack[at + 2]


@helper
def printed(cards, strain):  # type: ignore[no-untyped-def]
    """Cards arranged for the strain, as printed."""
    if strain >= NO_TRUMP:
        return cards
    right, left, trumps = BLOCK * strain + JACK, BLOCK * (strain ^ 1) + JACK, BLOCK * strain
    moved = (cards >> (trumps + RIGHT_BOWER) & 1) << right
    moved |= (cards >> (trumps + LEFT_BOWER) & 1) << left
    moved |= (cards >> (trumps + JOKER_SLOT) & 1) << JOKER
    return cards & ~(7 << (trumps + LEFT_BOWER)) | moved


@helper
def checked(answer, legal, status):  # type: ignore[no-untyped-def]
    """The answer; -1, and what was wrong in ``status``, if it is not allowed."""
    if 0 <= answer < PLACES and legal >> answer & 1:
        return answer
    status[_ANSWER] = answer
    status[_CODE] = ILLEGAL
    return np.int64(-1)


@inlined
def exchange(  # type: ignore[no-untyped-def]
    key, setting, strain, seat, kitty, bids, more, hands, coins, places, bots, asked, params, status
):
    """Take up the kitty (arranged), discard three cards; returns them."""
    hand, discarded, place = hands[seat] | kitty, np.int64(0), places[seat]
    joker_suit = strain if strain < NO_TRUMP else np.int64(-1)
    status[_SEAT], status[_DECISION] = seat, _DISCARD
    for left in range(_DISCARDS, 0, -1):
        answer = np.int64(lowest(hand))
        if asked[_DISCARD, place]:
            view = KittyView(
                coin(key, coins[seat]), hand, hand, setting, strain, joker_suit, seat, discarded, left, bids, more
            )
            coins[seat] = next_word(coins[seat])
            answer = checked(bots[_DISCARD][place](view, params[place]), hand, status)
            if answer < 0:
                return discarded
        discarded |= 1 << answer
        hand ^= 1 << answer
    hands[seat] = hand
    return discarded


@inlined
def nominate(  # type: ignore[no-untyped-def]
    key, setting, strain, seat, discarded, bids, more, hands, coins, places, bots, asked, params, status
):
    """The suit that the joker belongs to: trumps, or the one nominated; -1 for none."""
    place = places[seat]
    if strain < NO_TRUMP:
        return strain
    if not hands[seat] & _JOKER_BIT or not asked[_NOMINATE, place]:
        return np.int64(-1)
    legal = np.int64(_NOMINATIONS)
    view = KittyView(
        coin(key, coins[seat]), legal, hands[seat], setting, strain, np.int64(-1), seat, discarded, np.int64(0), bids,
        more,
    )  # fmt: skip
    coins[seat] = next_word(coins[seat])
    status[_SEAT], status[_DECISION] = seat, _NOMINATE
    answer = checked(bots[_NOMINATE][place](view, params[place]), legal, status)
    if answer > 0:
        hands[seat] ^= _JOKER_BIT | 1 << BLOCK * (answer - 1) + JOKER_SLOT
    return np.int64(answer - 1)
