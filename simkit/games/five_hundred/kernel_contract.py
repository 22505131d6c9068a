"""Hands that are played, compiled: from the bid to the points, in the order of ``hand.py``.

``is_plain`` is as in ``kernel_hand.py``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.five_hundred.card_layouts import JOKER_LOW
from simkit.games.five_hundred.cards import BLOCK, JOKER, JOKER_SLOT, MISERE, NO_TRUMP, SUIT_CARDS
from simkit.games.five_hundred.columns import HAND
from simkit.games.five_hundred.decisions import (
    ALONE,
    CALL_CARD,
    CALL_PLAYER,
    DECISIONS,
    DISCARD,
    NAME,
    NOMINATE,
    PLAY,
)
from simkit.games.five_hundred.kernel_hand import (
    arranged_for,
    call_partner,
    exchange_of,
    holder_of,
    nominate_of,
    printed,
    printed_plain,
)
from simkit.games.five_hundred.kernel_play import play_tricks_of
from simkit.games.five_hundred.kernel_rows import Held, enter, write_contract
from simkit.games.five_hundred.kernel_score import passed_out, score_hand, score_sides
from simkit.games.five_hundred.kernel_state import Players, Sides, Terms
from simkit.games.five_hundred.masks import arrange, count
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.setting import pack_setting
from simkit.games.five_hundred.tables import CARD_LAYOUT, JOKERS, NOMINATED
from simkit.jit import inlined
from simkit.kernel import OK, Status
from simkit.model.game import code_of

__all__ = ["Log", "hand_of"]

_PLAYERS = 0b11111
_ZERO: Any = np.int64(0)
_DISCARD, _NOMINATE, _CALL_CARD = (DECISIONS.index(decision) for decision in (DISCARD, NOMINATE, CALL_CARD))
_PLAY, _NAME, _CALL_PLAYER = (DECISIONS.index(decision) for decision in (PLAY, NAME, CALL_PLAYER))
_LEFT_LEADS = code_of(Rules, "first_lead", "left_of_dealer")
_CALLS_CARD = code_of(Rules, "five_partner", "call_card")
_CALLS_PLAYER = code_of(Rules, "five_partner", "call_player")
_CODE = int(Status.CODE)


@inlined
def _called_partner(terms, cards_of_suits, seats, rules, bots, scratch, status):
    """The partner and the card that a contractor of five calls: rules.five_partner. Each is -1 for none."""
    partner, called = _ZERO - 1, _ZERO - 1
    if rules.five_partner == _CALLS_CARD:
        players = Players((bots.entries[_CALL_CARD],), bots.decides)
        legal = cards_of_suits & ~scratch.hands[terms.contractor] | 1 << ALONE
        answer = call_partner(_CALL_CARD, legal, terms, players, scratch, status)
        if answer not in (-1, ALONE):
            called = answer
            for seat in range(seats):
                if scratch.hands[seat] >> called & 1:
                    partner = _ZERO + seat
    elif rules.five_partner == _CALLS_PLAYER:
        players = Players((bots.entries[_CALL_PLAYER],), bots.decides)
        answer = call_partner(_CALL_PLAYER, _ZERO + _PLAYERS, terms, players, scratch, status)
        if answer > 0:
            partner = (terms.contractor + answer) % seats
    return partner, called


@inlined
def _terms_with(terms, setting, joker_suit, row, discarded):
    """Terms with what is known later."""
    return Terms(
        terms.key,
        setting,
        terms.contract,
        terms.strain,
        terms.contractor,
        joker_suit,
        row,
        discarded,
        terms.bids,
        terms.more,
    )


def _terms_of(is_plain: bool) -> Any:
    """Make the function that takes a hand from its bid to the call of a partner, for the plain game or for all."""
    exchange, nominate = exchange_of(is_plain), nominate_of(is_plain)

    @inlined
    def arrange_all(row, cards, strain, seats, pack, hands):
        """Arrange all hands for a contract, and ``cards``, which are returned."""
        if is_plain:
            for seat in range(seats):
                hands[seat] = arrange(hands[seat], strain, None)
            return arrange(cards, strain, None)
        for seat in range(seats):
            hands[seat] = arranged_for(hands[seat], pack.arranged[row])
        return arranged_for(cards, pack.arranged[row])

    @inlined
    def prepare(bid, start, seated, pack, tables, bots, scratch, status):
        rules, hands, contractor, none = tables.rules, scratch.hands, bid.contractor, _ZERO - 1
        seats, level, strain = seated.seats, tables.level[bid.contract], tables.strain[bid.contract]
        row, shown, jokers = _ZERO + min(strain, NO_TRUMP), seated.layout, seated.jokers
        taken = arrange_all(row, start.kitty, strain, seats, pack, hands)
        if not is_plain:
            jokers, shown = pack.suits[row, JOKERS], pack.suits[row, CARD_LAYOUT]
            # rules.joker_low_in_misere
            if strain == MISERE and rules.joker_low_in_misere:
                shown |= JOKER_LOW
        setting = _ZERO + pack_setting(bid.contract, level, seats, seated.partners, seated.code, shown, 0)
        terms = Terms(start.key, setting, bid.contract, strain, contractor, none, row, _ZERO, bid.bids, bid.more)
        # rules.all_pass = play_nt: nobody takes the kitty or nominates.
        if not is_plain and contractor < 0:
            return terms
        # rules.sans_kitty: who bid without the kitty keeps the hand that was dealt.
        if not bid.sans:
            players = Players((bots.entries[_DISCARD],), bots.decides)
            discarded = exchange(terms, taken, seated.kitty, players, scratch, status)
            if status[_CODE] != OK:
                return terms
            terms = _terms_with(terms, setting, none, row, discarded)
        joker_suit = nominate(terms, jokers, rules, Players((bots.entries[_NOMINATE],), bots.decides), scratch, status)
        if status[_CODE] != OK:
            return terms
        discarded = terms.discarded
        # The joker counts as a card of the suit that was nominated.
        if strain >= NO_TRUMP and joker_suit >= 0:
            if is_plain:
                hands[contractor] ^= 1 << JOKER | 1 << BLOCK * joker_suit + JOKER_SLOT
            else:
                row = _ZERO + NOMINATED + joker_suit
                discarded, shown = arrange_all(row, discarded, strain, seats, pack, hands), pack.suits[row, CARD_LAYOUT]
                setting = _ZERO + pack_setting(bid.contract, level, seats, seated.partners, seated.code, shown, 0)
        return _terms_with(terms, setting, joker_suit, row, discarded)

    return prepare


def _sides_of(is_plain: bool) -> Any:
    """Make the function that finds who plays with whom and who leads, for the plain game or for all."""

    @inlined
    def leads_first(rules, seats, dealer, contractor, idle):
        # rules.first_lead
        if is_plain or (contractor >= 0 and rules.first_lead != _LEFT_LEADS):
            return contractor
        seat = (dealer + 1) % seats
        while idle >> seat & 1:
            seat = (seat + 1) % seats
        return seat

    @inlined
    def hand_sides_for(terms, called, dealer, seated, rules):
        """``called`` are the partner and the card that the contractor has called."""
        idle, allies, partner = _ZERO, _ZERO, called[0]
        if is_plain or terms.contractor >= 0:
            for seat in range(seated.seats):
                if (seat - terms.contractor) % seated.sides == 0 or seat == partner:
                    allies |= 1 << seat
            # In a misere the contractor's partners sit out.
            if terms.strain == MISERE:
                idle = allies & ~(1 << terms.contractor)
        leader = leads_first(rules, seated.seats, dealer, terms.contractor, idle)
        return Sides(partner, called[1], allies, idle, leader)

    return hand_sides_for


def _held_of(is_plain: bool) -> Any:
    """Make the function that tells what is logged of the cards, for the plain game or for all."""

    @inlined
    def held_by(terms, seats, pack, hands):
        strain, joker_suit, contractor = terms.strain, terms.joker_suit, terms.contractor
        if is_plain:
            jokers = _ZERO + 1 << (BLOCK * joker_suit + JOKER_SLOT if joker_suit >= 0 else JOKER)
            trump_cards = _ZERO + SUIT_CARDS << BLOCK * strain if strain < NO_TRUMP else _ZERO
            out = printed_plain(terms.discarded, strain)
        else:
            suits = pack.suits[terms.row]
            jokers, trump_cards = suits[JOKERS], suits[strain] if strain < NO_TRUMP else _ZERO
            out = printed(terms.discarded, pack.arranged[terms.row])
        trumps = count(hands[contractor] & trump_cards)
        return Held(holder_of(hands, seats, jokers), hands[contractor] & jokers != 0, trumps, out)

    return held_by


class _Result(NamedTuple):
    """What came of a hand that was played."""

    made: Any
    slam: Any
    points: Any
    """Points of the contractor's side."""
    side_tricks: Any
    own_sides: Any
    """Mask of the sides that the contractor's seats belong to."""


def _score_of(is_plain: bool) -> Any:
    """Make the function that scores a hand that was played, for the plain game or for all.

    ``score(bid, terms, hand_sides, seated, tables, scratch)`` returns a ``_Result``.
    """

    @inlined
    def score(bid, terms, hand_sides, seated, tables, scratch):
        rules, seats, sides, scores, tricks = tables.rules, seated.seats, seated.sides, scratch.scores, scratch.tricks
        # rules.all_pass = play_nt: every trick counts for who took it.
        if not is_plain and terms.contractor < 0:
            passed_out(rules, seats, sides, scores, tricks)
            return _Result(False, False, _ZERO, _ZERO, _ZERO)
        side_tricks, own_sides = _ZERO, _ZERO
        for seat in range(seats):
            if hand_sides.allies >> seat & 1:
                side_tricks += tricks[seat]
                own_sides |= 1 << seat % sides
        # rules.schedule, and rules.sans_kitty = bonus
        value = tables.worth_sans[bid.contract] if bid.sans else tables.worth[bid.contract]
        made, slam, own, each = score_hand(rules, value, tables.level[bid.contract], terms.strain, side_tricks)
        score_sides(rules, seats, sides, scores, own_sides, tricks, own, each)
        return _Result(made, slam, own, side_tricks, own_sides)

    return score


class Log(NamedTuple):
    """Where a hand is written: the buffers, and their columns."""

    games: Any
    row: Any
    turns: Any
    column: Any


def hand_of(is_plain: bool) -> Any:
    """Make the function that plays a hand out, once there is a bid, for the plain game or for all.

    ``play_hand(bid, start, seated, pack, log, tables, bots, memory)`` returns a ``_Result``; ``memory`` are scratch and
    status.
    """
    prepare, hand_sides_for = _terms_of(is_plain), _sides_of(is_plain)
    held_by, score, play_tricks = _held_of(is_plain), _score_of(is_plain), play_tricks_of(is_plain)

    @inlined
    def play_hand(bid, start, seated, pack, log, tables, bots, memory):
        scratch, status = memory
        rules, seats, called = tables.rules, seated.seats, (_ZERO - 1, _ZERO - 1)
        lost = _Result(False, False, _ZERO, _ZERO, _ZERO)
        terms = prepare(bid, start, seated, pack, tables, bots, scratch, status)
        if status[_CODE] != OK:
            return lost
        # rules.five_partner; a misere is played alone.
        if not is_plain and seats == 5 and terms.contractor >= 0 and terms.strain != MISERE:
            suits = pack.suits[terms.row]
            cards_of_suits = (suits[0] | suits[1] | suits[2] | suits[3]) & ~suits[JOKERS]
            called = _called_partner(terms, cards_of_suits, seats, rules, bots, scratch, status)
            if status[_CODE] != OK:
                return lost
            if called[1] >= 0:
                layout, level = suits[CARD_LAYOUT], tables.level[bid.contract]
                code, partners = seated.code, seated.partners
                setting = _ZERO + pack_setting(bid.contract, level, seats, partners, code, layout, called[1] + 1)
                terms = _terms_with(terms, setting, terms.joker_suit, terms.row, terms.discarded)
        if log.turns.shape[1] > 0 and (is_plain or terms.contractor >= 0):
            level = tables.level[bid.contract]
            held = held_by(terms, seats, pack, scratch.hands)
            write_contract(log.turns, log.column, terms, called[0], level, bid.sans, held)
        hand_sides = hand_sides_for(terms, called, start.dealer, seated, rules)
        players = Players((bots.entries[_PLAY], bots.entries[_NAME]), bots.decides)
        play_tricks(terms, hand_sides, pack.suits[terms.row], seated, rules, players, scratch, status)
        if status[_CODE] != OK:
            return lost
        result = score(bid, terms, hand_sides, seated, tables, scratch)
        if is_plain or terms.contractor >= 0:
            enter(log.games, log.row, terms.contractor, terms.strain, result.made, result.slam, result.points)
            if log.turns.shape[1] > 0:
                log.turns[HAND.side_tricks, log.column] = result.side_tricks
                log.turns[HAND.made, log.column] = result.made
                log.turns[HAND.slam, log.column] = result.slam
        return result

    return play_hand
