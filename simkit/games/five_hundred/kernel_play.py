"""The tricks, compiled: the same names and the same order as ``tricks.py`` and ``hand.py``.

``is_plain`` is as in ``kernel_hand.py``.
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
from simkit.games.five_hundred.kernel_hand import checked, next_coin, raw_of
from simkit.games.five_hundred.kernel_state import Trick
from simkit.games.five_hundred.masks import highest, lowest
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.tables import BARE
from simkit.jit import helper, inlined, part
from simkit.kernel import Status
from simkit.model.game import code_of

__all__ = ["best_card", "legal_cards", "legal_cards_plain", "play_tricks_of", "tell_friends"]

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
def legal_cards_plain(hand, led_cards, is_leader, is_misere, suits_led, joker_lead):
    """Mask of the cards that may be played; ``led_cards`` are all of the suit to follow, 0 where there is none.

    A joker bit in a hand is one that belongs to no suit.
    """
    has_joker = hand & _JOKER_BIT != 0
    if is_leader:
        if not has_joker or hand == _JOKER_BIT:
            return hand
        # rules.joker_lead
        return hand ^ _JOKER_BIT | (_NAMES[suits_led] if joker_lead == _UNLED_SUIT else 0)
    following = hand & led_cards
    any_card = np.int64(_JOKER_BIT) if is_misere & has_joker else hand
    return following | any_card & following - 1 >> 63  # without a branch, since nobody could foresee it


@helper
def best_card(cards, led_cards, trumps):
    """Number of the card that wins a trick; -1 for none. ``trumps`` is the joker where there is no trump suit."""
    ruffs, followers = cards & trumps, cards & led_cards
    return highest(ruffs) if ruffs else highest(followers)


@helper
def _winner(cards, led_cards, trumps, leader, played_1, played_2, played_4):
    """Seat that wins a trick so far; the leader, where nobody beats a low joker."""
    best = best_card(cards, led_cards, trumps)
    if best < 0:
        return leader
    return (played_1 >> best & 1 | (played_2 >> best & 1) << 1 | (played_4 >> best & 1) << 2) - 1


@helper
def legal_cards(hand, led_cards, is_leader, jokers, is_compulsory, nameable, joker_beside, is_in_wide):
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
        legal = hand ^ held
        if held >> JOKER & 1:
            legal |= names
        return legal | names >> NAMING - NAMING_BLACK if held >> BLACK_JOKER & 1 else legal
    following = hand & led_cards
    if following:
        return following | held if joker_beside else following
    return held if held and is_compulsory else hand


@helper
def tell_friends(friends, seats, sides, contractor, partner):
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
def _suit_at(card, suits):
    """Suit that a card belongs to; 4 of a joker that belongs to none."""
    for suit in range(4):
        if card & suits[suit]:
            return _ZERO + suit
    return _ZERO + 4


def _play_view_of(is_plain: bool) -> Any:
    """Make the function that tells what a seat sees when it plays, for the plain game or for all."""

    @inlined
    def play_view(legal, seat, terms, trick, scratch):
        hands, contractor = scratch.hands, terms.contractor
        return PlayView(
            next_coin(terms.key, seat, scratch),
            legal,
            hands[seat],
            terms.setting,
            terms.strain,
            terms.joker_suit,
            seat,
            contractor,
            1 << (seat ^ 2) if is_plain else scratch.friends[seat],
            trick.led,
            trick.trick,
            trick.winner,
            trick.played_1,
            trick.played_2,
            trick.played_4,
            trick.voids,
            trick.suits_led,
            trick.won,
            hands[contractor] if trick.exposed else _ZERO,
            terms.discarded if seat == contractor else _ZERO,
            terms.bids,
            terms.more,
        )

    return play_view


def play_tricks_of(is_plain: bool) -> Any:
    """Make the function that plays the tricks, for the plain game or for all.

    ``play_tricks(terms, hand_sides, suits, seated, rules, players, scratch, status)`` counts them by seat in
    ``scratch.tricks``; a misere ends with the first one that the contractor wins. ``suits`` are the masks of the suits
    and of jokers without one (a row of ``Pack.suits``).
    """
    play_view = _play_view_of(is_plain)

    def play_tricks(terms, hand_sides, suits, seated, rules, players, scratch, status):
        hands, tricks, friends, raws = scratch.hands, scratch.tricks, scratch.friends, scratch.raws
        seats, sides, strain, contractor = seated.seats, seated.sides, terms.strain, terms.contractor
        partner, called, leader = hand_sides.partner, hand_sides.called, hand_sides.leader
        for seat in range(seats):
            tricks[seat] = 0
        is_misere = strain == MISERE
        is_low = not is_plain and is_misere and rules.joker_low_in_misere != 0
        if is_plain:
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
        # In a misere, or under rules.joker_nt_compulsory, who cannot follow must play a joker.
        is_compulsory = is_misere or (not is_plain and rules.joker_nt_compulsory != 0)
        suits_led, voids, won, had, is_first_round = _ZERO, _ZERO, _ZERO, _ZERO, False
        played_1, played_2, played_4 = _ZERO, _ZERO, _ZERO
        for number_of_trick in range(_TRICKS):
            led, led_cards, top_cards, trick, trick_cards = _ZERO - 1, _ZERO, _ZERO, _ZERO, _ZERO
            # rules.open_misere_expose: after the first trick, or before the first lead
            exposed = terms.contract == OPEN_MISERE and number_of_trick > 0
            if not is_plain and terms.contract == OPEN_MISERE and rules.open_misere_expose == _BEFORE_LEAD:
                exposed = True
            for away in range(seats):
                seat = leader + away
                seat = seat & 3 if is_plain else seat % seats
                if hand_sides.idle >> seat & 1:
                    continue
                joker_beside, nameable = False, _ZERO
                if is_plain:
                    legal = legal_cards_plain(hands[seat], led_cards, away == 0, is_misere, suits_led, rules.joker_lead)
                else:
                    # rules.joker_lead, rules.joker_name_shown_void
                    if away == 0 and rules.joker_lead == _UNLED_SUIT:
                        nameable = 15 & ~suits_led
                        if not rules.joker_name_shown_void:
                            nameable &= ~(voids >> 4 * seat)
                    elif bare and 0 <= led < 4:
                        # rules.joker_first_or_last, rules.joker_first_round
                        is_own_first = rules.joker_first_or_last and not had >> 4 * seat + led & 1
                        joker_beside = is_own_first or (rules.joker_first_round and is_first_round)
                    legal = legal_cards(
                        hands[seat], led_cards, away == 0, bare, is_compulsory, nameable, joker_beside, is_in_wide
                    )
                place = scratch.places[seat]
                if legal & (legal - 1) == 0 or not players.decides[_PLAY, place]:
                    answer = lowest(legal) + _ZERO
                else:
                    ahead = _ZERO - 1
                    if away:
                        ahead = _winner(trick_cards, top_cards, trumps, leader, played_1, played_2, played_4)
                    so_far = Trick(led, trick, ahead, played_1, played_2, played_4, voids, suits_led, won, exposed)
                    view = play_view(legal, seat, terms, so_far, scratch)
                    status[_SEAT], status[_DECISION] = seat, _PLAY
                    answer = checked(players.entries[0][place](view, raw_of(raws, place)), legal, status)
                    if answer < 0:
                        return
                slot = answer & BLOCK - 1
                names = slot == NAMING
                if not is_plain:
                    names = (bare >> JOKER & 1 != 0) & ((slot == NAMING) | (slot == NAMING_BLACK))
                at = _ZERO + JOKER if names else answer
                if not is_plain and names and slot == NAMING_BLACK:
                    at = _ZERO + BLACK_JOKER
                card = 1 << at
                if away == 0:
                    led = answer >> 4 if is_plain or names else _suit_at(card, suits)
                    if is_plain and answer == JOKER:
                        led = _ZERO + 4
                    # With 53 cards or more the suit that a joker names is asked apart (see ``NAME``).
                    if not is_plain and led == 4 and is_in_wide and nameable and hands[seat] != card:
                        led = lowest(nameable) + _ZERO
                        if nameable & (nameable - 1) and players.decides[_NAME, place]:
                            none = _ZERO - 1
                            so_far = Trick(
                                none, trick, none, played_1, played_2, played_4, voids, suits_led, won, exposed
                            )
                            view = play_view(nameable, seat, terms, so_far, scratch)
                            status[_SEAT], status[_DECISION] = seat, _NAME
                            led = checked(players.entries[1][place](view, raw_of(raws, place)), nameable, status)
                            if led < 0:
                                return
                    if led < 4:
                        is_first_round = not suits_led >> led & 1
                        suits_led |= 1 << led
                        led_cards = _ZERO + SUIT_CARDS << BLOCK * led if is_plain else suits[led]
                        top_cards = led_cards
                else:
                    shows = led < 4 and card & led_cards == 0
                    if not is_plain:
                        shows = shows and not (card & bare and joker_beside)
                        # rules.joker_low_in_misere: the first card that is no joker is the one to beat.
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
                if not is_plain:
                    if card & bare == 0:
                        had |= 1 << 4 * seat + _suit_at(card, suits)
                    # rules.five_partner: the called card tells who the partner is.
                    if at == called and partner >= 0:
                        tell_friends(friends, seats, sides, contractor, partner)
            leader = _winner(trick_cards, top_cards, trumps, leader, played_1, played_2, played_4)
            tricks[leader] += 1
            won += 1 << 4 * leader
            # A misere is lost with the first trick that its contractor takes.
            if is_misere and leader == contractor:
                return

    return part(play_tricks, is_inlined=is_plain)
