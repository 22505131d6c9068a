"""A hand's cards, compiled: the shuffle, the kitty and the joker, on masks of cards (see ``cards.py``).

The same names and the same order as ``hand.py``. An answer that is not allowed puts ``ILLEGAL`` into ``status`` and
ends the hand.

``is_plain`` is true where the Australian game of four is played, and false for all else: each is compiled by itself,
since what all rules and packs carry along would slow the one down and take the other long to compile.
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
from simkit.jit import helper, inlined, part
from simkit.kernel import ILLEGAL, Status
from simkit.model.columns import MISSING
from simkit.model.game import code_of
from simkit.streams import Purpose, below, coin, counter_word, next_word

__all__ = [
    "arranged_for",
    "call_partner",
    "checked",
    "deal_cards",
    "exchange_of",
    "has_no_court",
    "holder_of",
    "next_coin",
    "nominate_of",
    "printed",
    "printed_plain",
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
def deal_cards(key, hand_number, seated, cards, scratch):
    """Shuffle the ``cards``, deal ten to each seat and begin its coins; returns the kitty.

    What is neither dealt nor of the kitty is dead.
    """
    pack, size = scratch.pack, seated.cards
    for at in range(size):
        pack[at] = cards[at]
    word = counter_word(_FOR_CARDS, 0, hand_number)
    at = 0
    for seat in range(seated.seats):
        hand = _ZERO
        for _ in range(_TRICKS):
            other, word = below(key, word, size - at)
            card = pack[at + other]
            pack[at + other] = pack[at]
            hand |= card
            at += 1
        scratch.hands[seat] = hand
        scratch.coins[seat] = counter_word(_FOR_COINS, seat, hand_number)
    # Cards that are all that is left are not drawn: as in ``hand.shuffled``.
    is_drawn, kitty = size > at + seated.kitty, _ZERO
    for _ in range(seated.kitty):
        if is_drawn:
            other, word = below(key, word, size - at)
            kitty |= pack[at + other]
            pack[at + other] = pack[at]
        else:
            kitty |= pack[at]
        at += 1
    return kitty


@helper
def has_no_court(hands, seats, courts):
    """Whether a seat was dealt none of the court cards."""
    has_none = False
    for seat in range(seats):
        has_none |= hands[seat] & courts == 0
    return has_none


@helper
def holder_of(hands, seats, jokers):
    """Seat, from 1, that holds the highest of the jokers that anybody holds; missing when nobody does."""
    holder, best = _ZERO + MISSING, _ZERO
    for seat in range(seats):
        if hands[seat] & jokers > best:
            holder, best = _ZERO + seat + 1, hands[seat] & jokers
    return holder


@helper
def arranged_for(cards, places):
    """Cards as printed, arranged for a contract; ``places`` is its row of ``Tables.arranged``."""
    arranged = _ZERO
    while cards:
        arranged |= places[lowest(cards)]
        cards &= cards - 1
    return arranged


@helper
def printed(cards, places):
    """Cards arranged for a contract, as printed: ``arranged_for`` the other way round."""
    as_printed = _ZERO
    for at in range(PLACES):
        if cards & places[at]:
            as_printed |= 1 << at
    return as_printed


@helper
def printed_plain(cards, strain):
    """Cards arranged for the strain, as printed, in the Australian game."""
    if strain >= NO_TRUMP:
        return cards
    right, left, trumps = BLOCK * strain + JACK, BLOCK * (strain ^ 1) + JACK, BLOCK * strain
    moved = (cards >> (trumps + RIGHT_BOWER) & 1) << right
    moved |= (cards >> (trumps + LEFT_BOWER) & 1) << left
    moved |= (cards >> (trumps + JOKER_SLOT) & 1) << JOKER
    return cards & ~(7 << (trumps + LEFT_BOWER)) | moved


@helper
def checked(answer, legal, status):
    """The answer; -1, and what was wrong in ``status``, if it is not allowed."""
    if 0 <= answer < PLACES and legal >> answer & 1:
        return answer
    status[_ANSWER] = answer
    status[_CODE] = ILLEGAL
    return np.int64(-1)


@inlined
def raw_of(raws, place):
    """The raw parameters of a place; a row of an array is found sooner than a tuple of tuples."""
    r = raws[place]
    return r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]


@inlined
def next_coin(key, seat, scratch):
    """A seat's next coin."""
    fresh_coin = coin(key, scratch.coins[seat])
    scratch.coins[seat] = next_word(scratch.coins[seat])
    return fresh_coin


def _exchange(terms, kitty, size, players, scratch, status):
    """The contractor takes up the kitty (arranged) and discards as many cards; returns them."""
    seat, strain = terms.contractor, terms.strain
    hand, discarded, place = scratch.hands[seat] | kitty, _ZERO, scratch.places[seat]
    joker_suit = strain if strain < NO_TRUMP else _ZERO - 1
    status[_SEAT], status[_DECISION] = seat, _DISCARD
    for left in range(size, 0, -1):
        answer = lowest(hand) + _ZERO
        if players.decides[_DISCARD, place]:
            view = KittyView(
                next_coin(terms.key, seat, scratch),
                hand,
                hand,
                terms.setting,
                strain,
                joker_suit,
                seat,
                discarded,
                left,
                terms.bids,
                terms.more,
            )
            answer = checked(players.entries[0][place](view, raw_of(scratch.raws, place)), hand, status)
            if answer < 0:
                return discarded
        discarded |= 1 << answer
        hand ^= 1 << answer
    scratch.hands[seat] = hand
    return discarded


def exchange_of(is_plain: bool) -> Any:
    """``exchange(terms, kitty, size, players, scratch, status)``: see ``_exchange``."""
    return part(_exchange, is_inlined=is_plain)


@inlined
def _after_discards(terms, legal, scratch):
    """What the contractor sees once it has discarded."""
    seat = terms.contractor
    return KittyView(
        next_coin(terms.key, seat, scratch),
        legal,
        scratch.hands[seat],
        terms.setting,
        terms.strain,
        terms.joker_suit,
        seat,
        terms.discarded,
        _ZERO,
        terms.bids,
        terms.more,
    )


def nominate_of(is_plain: bool) -> Any:
    """Make the function that finds the suit that the joker belongs to, for the plain game or for all.

    ``nominate(terms, jokers, rules, players, scratch, status)`` returns trumps, or the suit nominated;
    -1 for none.
    """

    def nominate(terms, jokers, rules, players, scratch, status):
        seat, strain = terms.contractor, terms.strain
        place = scratch.places[seat]
        # The joker is the best trump; without trumps only a contractor who holds it may nominate a suit.
        if strain < NO_TRUMP:
            return strain
        if not scratch.hands[seat] & jokers or not players.decides[_NOMINATE, place]:
            return _ZERO - 1
        # rules.joker_nomination, rules.joker_low_in_misere
        if not is_plain and (
            rules.joker_nomination == _NO_NOMINATION or (strain == MISERE and rules.joker_low_in_misere)
        ):
            return _ZERO - 1
        legal = _ZERO + _NOMINATIONS
        view = _after_discards(terms, legal, scratch)
        status[_SEAT], status[_DECISION] = seat, _NOMINATE
        return checked(players.entries[0][place](view, raw_of(scratch.raws, place)), legal, status) - 1

    return part(nominate, is_inlined=is_plain)


@helper
def call_partner(decision, legal, terms, players, scratch, status):
    """What the contractor of five seats answers to ``call_card`` or ``call_player``; -1 for what is not allowed."""
    seat = terms.contractor
    place = scratch.places[seat]
    if not players.decides[decision, place]:
        return lowest(legal) + _ZERO
    view = _after_discards(terms, legal, scratch)
    status[_SEAT], status[_DECISION] = seat, decision
    return checked(players.entries[0][place](view, raw_of(scratch.raws, place)), legal, status)
