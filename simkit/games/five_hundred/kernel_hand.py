"""A hand's cards, compiled: the shuffle, the kitty and the joker, on masks of cards (see ``cards.py``).

The same names and the same order as ``hand.py``. Arrays by seat are ``int64[6]``, but for ``coins``, ``uint64[6]``, the
counter words of each seat's coins. An answer that is not allowed puts ``ILLEGAL`` into ``status`` and ends the hand.

``further`` is None where the Australian game of four is played, and 1 for all else: each is compiled by itself, since
what further rules and other packs carry along would slow the one down and take the other long to compile.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.five_hundred import bits  # noqa: F401 (registers what the functions of masks become)
from simkit.games.five_hundred.cards import (
    BLOCK,
    JACK,
    JOKER,
    JOKER_SLOT,
    LEFT_BOWER,
    MISERE,
    NO_TRUMP,
    PLACES,
    RIGHT_BOWER,
)
from simkit.games.five_hundred.decisions import DECISIONS, DISCARD, NOMINATE, KittyView
from simkit.games.five_hundred.masks import lowest
from simkit.games.five_hundred.rules import Rules
from simkit.jit import helper, inlined
from simkit.kernel import ILLEGAL, Status
from simkit.model.game import code_of
from simkit.streams import Purpose, below, coin, counter_word, next_word

__all__ = [
    "arranged_for",
    "call_partner",
    "checked",
    "deal_cards",
    "exchange",
    "exchange_further",
    "has_no_court",
    "nominate",
    "nominate_further",
    "printed",
    "printed_further",
    "raw_of",
]

_TRICKS = 10
_ZERO: Any = np.int64(0)
_NOMINATIONS = 0b11111
_DISCARD, _NOMINATE = DECISIONS.index(DISCARD), DECISIONS.index(NOMINATE)
_NO_NOMINATION = code_of(Rules, "joker_nomination", "none")
_CODE, _SEAT, _DECISION, _ANSWER = int(Status.CODE), int(Status.SEAT), int(Status.DECISION), int(Status.ANSWER)
_FOR_CARDS, _FOR_COINS = int(Purpose.CARDS), int(Purpose.COINS)


@helper
def deal_cards(key, hand_number, seats, size, kitty, cards, pack, hands, coins):  # type: ignore[no-untyped-def]
    """Shuffle ``pack`` (``int64[63]``), deal ten cards to each seat and begin its coins; returns the kitty.

    ``cards`` are the ``size`` cards in order; what is neither dealt nor of the ``kitty`` cards is dead.
    """
    for at in range(size):
        pack[at] = cards[at]
    word = counter_word(_FOR_CARDS, 0, hand_number)
    at = 0
    for seat in range(seats):
        hand = _ZERO
        for _ in range(_TRICKS):
            other, word = below(key, word, size - at)
            card = pack[at + other]
            pack[at + other] = pack[at]
            hand |= card
            at += 1
        hands[seat] = hand
        coins[seat] = counter_word(_FOR_COINS, seat, hand_number)
    is_drawn, found = size > at + kitty, _ZERO
    for _ in range(kitty):
        if is_drawn:
            other, word = below(key, word, size - at)
            found |= pack[at + other]
            pack[at + other] = pack[at]
        else:
            found |= pack[at]
        at += 1
    return found


@helper
def has_no_court(hands, seats, courts):  # type: ignore[no-untyped-def]
    """Whether a seat was dealt none of the court cards."""
    found = False
    for seat in range(seats):
        found |= hands[seat] & courts == 0
    return found


@helper
def arranged_for(cards, places):  # type: ignore[no-untyped-def]
    """Cards as printed, arranged for a contract; ``places`` is its row of ``Tables.arranged``."""
    found = _ZERO
    while cards:
        found |= places[lowest(cards)]
        cards &= cards - 1
    return found


@helper
def printed_further(cards, places):  # type: ignore[no-untyped-def]
    """Cards arranged for a contract, as printed: ``arranged_for`` the other way round."""
    found = _ZERO
    for at in range(PLACES):
        if cards & places[at]:
            found |= 1 << at
    return found


@helper
def printed(cards, strain):  # type: ignore[no-untyped-def]
    """Cards arranged for the strain, as printed, in the Australian game."""
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
def raw_of(raws, place):  # type: ignore[no-untyped-def]
    """The raw parameters of a place; a row of an array is found sooner than a tuple of tuples."""
    r = raws[place]
    return r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]


def _exchange(  # type: ignore[no-untyped-def]
    key, setting, strain, seat, kitty, size, bids, more, hands, coins, places, discarders, asked, raws, status
):
    """Take up the kitty (arranged), discard as many cards; returns them."""
    hand, discarded, place = hands[seat] | kitty, _ZERO, places[seat]
    joker_suit = strain if strain < NO_TRUMP else _ZERO - 1
    status[_SEAT], status[_DECISION] = seat, _DISCARD
    for left in range(size, 0, -1):
        answer = lowest(hand) + _ZERO
        if asked[_DISCARD, place]:
            view = KittyView(
                coin(key, coins[seat]), hand, hand, setting, strain, joker_suit, seat, discarded, left, bids, more
            )
            coins[seat] = next_word(coins[seat])
            answer = checked(discarders[place](view, raw_of(raws, place)), hand, status)
            if answer < 0:
                return discarded
        discarded |= 1 << answer
        hand ^= 1 << answer
    hands[seat] = hand
    return discarded


exchange, exchange_further = inlined(_exchange), helper(_exchange)


def _nominate(  # type: ignore[no-untyped-def]
    further, rules, key, setting, jokers, strain, seat, discarded, bids, more, hands, coins, places, nominators, asked,
    raws, status,
):  # fmt: skip
    """The suit that the joker belongs to: trumps, or the one nominated; -1 for none."""
    place = places[seat]
    if strain < NO_TRUMP:
        return strain
    if not hands[seat] & jokers or not asked[_NOMINATE, place]:
        return _ZERO - 1
    if further is not None and (
        rules.joker_nomination == _NO_NOMINATION or (strain == MISERE and rules.joker_low_in_misere)
    ):
        return _ZERO - 1
    legal = _ZERO + _NOMINATIONS
    view = KittyView(
        coin(key, coins[seat]), legal, hands[seat], setting, strain, _ZERO - 1, seat, discarded, _ZERO, bids, more
    )
    coins[seat] = next_word(coins[seat])
    status[_SEAT], status[_DECISION] = seat, _NOMINATE
    answer = checked(nominators[place](view, raw_of(raws, place)), legal, status)
    return answer - 1


nominate, nominate_further = inlined(_nominate), helper(_nominate)


@helper
def call_partner(  # type: ignore[no-untyped-def]
    decision, legal, key, setting, strain, joker_suit, seat, discarded, bids, more, hands, coins, places, callers,
    asked, raws, status,
):  # fmt: skip
    """What the contractor of five seats answers to ``call_card`` or ``call_player``; -1 for what is not allowed."""
    place = places[seat]
    if not asked[decision, place]:
        return lowest(legal) + _ZERO
    view = KittyView(
        coin(key, coins[seat]), legal, hands[seat], setting, strain, joker_suit, seat, discarded, _ZERO, bids, more
    )
    coins[seat] = next_word(coins[seat])
    status[_SEAT], status[_DECISION] = seat, decision
    return checked(callers[place](view, raw_of(raws, place)), legal, status)
