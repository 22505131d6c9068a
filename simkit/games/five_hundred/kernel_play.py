"""The tricks, compiled: the same names and the same order as ``tricks.py`` and ``hand.py``.

Arrays by seat, and ``further``, are as in ``kernel_hand.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.five_hundred.calls import OPEN_MISERE
from simkit.games.five_hundred.cards import (
    BLACK_JOKER,
    BLOCK,
    JOKER,
    MISERE,
    NAMING,
    NAMING_BLACK,
    NO_TRUMP,
    SUIT_CARDS,
    WIDE_JOKER,
)
from simkit.games.five_hundred.decisions import DECISIONS, NAME, PLAY, PlayView
from simkit.games.five_hundred.kernel_hand import checked, raw_of
from simkit.games.five_hundred.masks import highest, lowest
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.tables import BARE
from simkit.jit import helper, inlined
from simkit.kernel import Status
from simkit.model.game import code_of
from simkit.streams import coin, next_word

__all__ = ["best_card", "legal_cards", "legal_cards_further", "play_tricks", "play_tricks_further"]

_TRICKS = 10
_ZERO: Any = np.int64(0)
_JOKER_BIT = 1 << JOKER
_NAMES = np.array([sum(1 << BLOCK * s + NAMING for s in range(4) if not led >> s & 1) for led in range(16)], np.int64)
"""By the mask of suits that have been led: what stands for leading a joker and naming one of the others."""
_PLAY, _NAME = DECISIONS.index(PLAY), DECISIONS.index(NAME)
_UNLED_SUIT = code_of(Rules, "joker_lead", "unled_suit")
_BEFORE_LEAD = code_of(Rules, "open_misere_expose", "before_lead")
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
    return following | any_card & following - 1 >> 63  # without a branch, since nobody could foresee it


@helper
def best_card(cards, led_cards, trumps):  # type: ignore[no-untyped-def]
    """Number of the card that wins a trick; -1 for none. ``trumps`` is the joker where there is no trump suit."""
    ruffs, followers = cards & trumps, cards & led_cards
    return highest(ruffs) if ruffs else highest(followers)


@helper
def _winner(cards, led_cards, trumps, leader, played_1, played_2, played_4):  # type: ignore[no-untyped-def]
    """Seat that wins a trick so far; the leader, where nobody beats a low joker."""
    best = best_card(cards, led_cards, trumps)
    if best < 0:
        return leader
    return (played_1 >> best & 1 | (played_2 >> best & 1) << 1 | (played_4 >> best & 1) << 2) - 1


@helper
def legal_cards_further(  # type: ignore[no-untyped-def]
    hand, led_cards, is_leader, jokers, is_compulsory, nameable, joker_beside, is_in_wide
):
    """The same under every rule.

    ``jokers`` are those that belong to no suit; ``nameable`` is the mask of the suits that may be named with one, and
    ``joker_beside`` says whether one may be played although its holder can follow.
    """
    held = hand & jokers
    if is_leader:
        if held == 0 or held == hand:
            return hand
        if is_in_wide:
            return hand if nameable else hand ^ held
        names = _NAMES[15 ^ nameable]
        found = hand ^ held
        if held >> JOKER & 1:
            found |= names
        return found | names >> NAMING - NAMING_BLACK if held >> BLACK_JOKER & 1 else found
    following = hand & led_cards
    if following:
        return following | held if joker_beside else following
    return held if held and is_compulsory else hand


@helper
def tell_friends(friends, seats, sides, contractor, partner):  # type: ignore[no-untyped-def]
    """Write into ``friends`` which seats play with each, as all know; ``partner`` is a called one, -1 for none."""
    for seat in range(seats):
        side = _ZERO
        for other in range(seats):
            if other % sides == seat % sides:
                side |= 1 << other
        friends[seat] = side
    if contractor >= 0:
        side = friends[contractor] | (1 << partner if partner >= 0 else 0)
        for seat in range(seats):
            friends[seat] = side if side >> seat & 1 else (1 << seats) - 1 ^ side
    for seat in range(seats):
        friends[seat] &= ~(1 << seat)


@helper
def _suit_at(card, suits):  # type: ignore[no-untyped-def]
    """Suit that a card belongs to; 4 of a joker that belongs to none."""
    for suit in range(4):
        if card & suits[suit]:
            return _ZERO + suit
    return _ZERO + 4


@inlined
def _play_view(  # type: ignore[no-untyped-def]
    further, fresh_coin, legal, hand, setting, strain, joker_suit, seat, contractor, friends, led, trick, winner,
    played_1, played_2, played_4, voids, suits_led, won, exposed, hands, discarded, bids, more,
):  # fmt: skip
    return PlayView(
        fresh_coin,
        legal,
        hand,
        setting,
        strain,
        joker_suit,
        seat,
        contractor,
        1 << (seat ^ 2) if further is None else friends[seat],
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


def _play_tricks(  # type: ignore[no-untyped-def]
    further, seats, sides, rules, key, setting, suits, contract, strain, contractor, partner, called, joker_suit, idle,
    leader, discarded, bids, more, hands, friends, tricks, coins, places, players, namers,
    asked, raws, status,
):  # fmt: skip
    """Play the tricks, counted by seat in ``tricks``; a misere ends with the first one that the contractor wins.

    ``suits`` are the masks of the suits and of jokers without one (a row of ``Tables.suits``); ``idle`` is the mask of
    the seats that sit out; ``partner`` and the number of the card ``called`` are -1 for none.
    """
    for seat in range(seats):
        tricks[seat] = 0
    is_misere = strain == MISERE
    is_low = further is not None and is_misere and rules.joker_low_in_misere != 0
    if further is None:
        trumps = _ZERO + SUIT_CARDS << BLOCK * strain if strain < NO_TRUMP else _ZERO + _JOKER_BIT
        bare = trumps
    else:
        bare = suits[BARE]
        trumps = suits[strain] if strain < NO_TRUMP else bare
        if is_low:
            trumps = _ZERO
        tell_friends(friends, seats, sides, contractor, _ZERO - 1 if called >= 0 else partner)
        if partner >= 0:
            friends[partner] = 1 << contractor
    is_in_wide = bare == 1 << WIDE_JOKER
    is_compulsory = is_misere or (further is not None and rules.joker_nt_compulsory != 0)
    suits_led, voids, won, had, is_first_round = _ZERO, _ZERO, _ZERO, _ZERO, False
    played_1, played_2, played_4 = _ZERO, _ZERO, _ZERO
    for number_of_trick in range(_TRICKS):
        led, led_cards, top_cards, trick, trick_cards = _ZERO - 1, _ZERO, _ZERO, _ZERO, _ZERO
        exposed = contract == OPEN_MISERE and number_of_trick > 0
        if further is not None and contract == OPEN_MISERE and rules.open_misere_expose == _BEFORE_LEAD:
            exposed = True
        for away in range(seats):
            seat = leader + away
            seat = seat & 3 if further is None else seat % seats
            if idle >> seat & 1:
                continue
            joker_beside, nameable = False, _ZERO
            if further is None:
                legal = legal_cards(hands[seat], led_cards, away == 0, is_misere, suits_led, rules.joker_lead)
            else:
                if away == 0 and rules.joker_lead == _UNLED_SUIT:
                    nameable = 15 & ~suits_led
                    if not rules.joker_name_shown_void:
                        nameable &= ~(voids >> 4 * seat)
                elif bare and 0 <= led < 4:
                    is_own_first = rules.joker_first_or_last and not had >> 4 * seat + led & 1
                    joker_beside = is_own_first or (rules.joker_first_round and is_first_round)
                legal = legal_cards_further(
                    hands[seat], led_cards, away == 0, bare, is_compulsory, nameable, joker_beside, is_in_wide
                )
            place = places[seat]
            if legal & (legal - 1) == 0 or not asked[_PLAY, place]:
                answer = lowest(legal) + _ZERO
            else:
                winner = _ZERO - 1
                if away:
                    winner = _winner(trick_cards, top_cards, trumps, leader, played_1, played_2, played_4)
                view = _play_view(
                    further, coin(key, coins[seat]), legal, hands[seat], setting, strain, joker_suit, seat, contractor,
                    friends, led, trick, winner, played_1, played_2, played_4, voids, suits_led, won, exposed, hands,
                    discarded, bids, more,
                )  # fmt: skip
                coins[seat] = next_word(coins[seat])
                status[_SEAT], status[_DECISION] = seat, _PLAY
                answer = checked(players[place](view, raw_of(raws, place)), legal, status)
                if answer < 0:
                    return
            slot = answer & BLOCK - 1
            names = slot == NAMING
            if further is not None:
                names = (bare >> JOKER & 1 != 0) & ((slot == NAMING) | (slot == NAMING_BLACK))
            at = _ZERO + JOKER if names else answer
            if further is not None and names and slot == NAMING_BLACK:
                at = _ZERO + BLACK_JOKER
            card = 1 << at
            if away == 0:
                led = answer >> 4 if further is None or names else _suit_at(card, suits)
                if further is None and answer == JOKER:
                    led = _ZERO + 4
                if further is not None and led == 4 and is_in_wide and nameable and hands[seat] != card:
                    led = lowest(nameable) + _ZERO
                    if nameable & (nameable - 1) and asked[_NAME, place]:
                        view = _play_view(
                            further, coin(key, coins[seat]), nameable, hands[seat], setting, strain, joker_suit, seat,
                            contractor, friends, _ZERO - 1, trick, _ZERO - 1, played_1, played_2, played_4, voids,
                            suits_led, won, exposed, hands, discarded, bids, more,
                        )  # fmt: skip
                        coins[seat] = next_word(coins[seat])
                        status[_SEAT], status[_DECISION] = seat, _NAME
                        led = checked(namers[place](view, raw_of(raws, place)), nameable, status)
                        if led < 0:
                            return
                if led < 4:
                    is_first_round = not suits_led >> led & 1
                    suits_led |= 1 << led
                    led_cards = _ZERO + SUIT_CARDS << BLOCK * led if further is None else suits[led]
                    top_cards = led_cards
            else:
                shows = led < 4 and card & led_cards == 0
                if further is not None:
                    shows = shows and not (card & bare and joker_beside)
                    if is_low and top_cards == 0 and card & bare == 0:
                        top_cards = suits[_suit_at(card, suits)]
                voids |= (_ZERO + shows) << 4 * seat + led
            hands[seat] ^= card
            trick_cards |= card
            code = seat + 1
            played_1 |= (code & 1) << at
            played_2 |= (code >> 1 & 1) << at
            played_4 |= (code >> 2) << at
            trick |= at + 1 << 8 * seat
            if further is not None:
                if card & bare == 0:
                    had |= 1 << 4 * seat + _suit_at(card, suits)
                if at == called and partner >= 0:
                    tell_friends(friends, seats, sides, contractor, partner)
        leader = _winner(trick_cards, top_cards, trumps, leader, played_1, played_2, played_4)
        tricks[leader] += 1
        won += 1 << 4 * leader
        if is_misere and leader == contractor:
            return


play_tricks, play_tricks_further = inlined(_play_tricks), helper(_play_tricks)
