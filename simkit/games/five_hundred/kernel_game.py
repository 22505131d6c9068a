"""Games of Five Hundred, compiled: the same names and the same order as ``reference.py``, which tells the rules.

``is_plain`` is as in ``kernel_hand.py``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.five_hundred.calls import PASSED_OUT
from simkit.games.five_hundred.card_layouts import JOKER_LOW
from simkit.games.five_hundred.cards import BLOCK, JOKER, JOKER_SLOT, MISERE, NO_TRUMP, SUIT_CARDS
from simkit.games.five_hundred.columns import CUT_SHORT, GAME, HAND
from simkit.games.five_hundred.decisions import (
    ALONE,
    BLIND_CALL,
    CALL,
    CALL_CARD,
    CALL_PLAYER,
    DECISIONS,
    DISCARD,
    NAME,
    NOMINATE,
    PLAY,
    RESIGN,
)
from simkit.games.five_hundred.kernel_auction import auction_of, is_resigned
from simkit.games.five_hundred.kernel_hand import (
    arranged_for,
    call_partner,
    deal_cards,
    exchange_of,
    has_no_court,
    nominate_of,
    printed,
    printed_plain,
)
from simkit.games.five_hundred.kernel_play import play_tricks_of, tell_friends
from simkit.games.five_hundred.kernel_rows import Held, clear, enter, write_contract, write_deal, write_seats
from simkit.games.five_hundred.kernel_score import ending, passed_out, score_hand, score_sides
from simkit.games.five_hundred.kernel_state import Bid, Ladder, Pack, Players, Seated, Sides, Start, Terms
from simkit.games.five_hundred.masks import arrange, count
from simkit.games.five_hundred.packs import AU43
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.setting import pack_setting
from simkit.games.five_hundred.tables import CARD_LAYOUT, CARDS, CODE, COURTS, JOKERS, KITTY, NOMINATED, PARTNERS, SIDES
from simkit.jit import helper, inlined
from simkit.kernel import FAILED, FULL, OK, Status
from simkit.model.columns import MISSING
from simkit.model.game import code_of
from simkit.streams import Purpose, below, counter_word

__all__ = ["game_of"]

_PLAYERS = 0b11111

_ZERO: Any = np.int64(0)
_AU43_CODE = AU43.code
_CALL, _BLIND_CALL, _RESIGN = DECISIONS.index(CALL), DECISIONS.index(BLIND_CALL), DECISIONS.index(RESIGN)
_DISCARD, _NOMINATE, _CALL_CARD = (DECISIONS.index(decision) for decision in (DISCARD, NOMINATE, CALL_CARD))
_PLAY, _NAME, _CALL_PLAYER = (DECISIONS.index(decision) for decision in (PLAY, NAME, CALL_PLAYER))
_PLAY_NT = code_of(Rules, "all_pass", "play_nt")
_LEFT_LEADS = code_of(Rules, "first_lead", "left_of_dealer")
_CALLS_CARD = code_of(Rules, "five_partner", "call_card")
_CALLS_PLAYER = code_of(Rules, "five_partner", "call_player")
_CODE = int(Status.CODE)
_FOR_FIRST_DEALER = int(Purpose.FIRST_DEALER)


@helper
def _holder(hands, seats, jokers):
    """Seat, from 1, that holds the highest of the jokers that anybody holds; missing when nobody does."""
    holder, best = _ZERO + MISSING, _ZERO
    for seat in range(seats):
        if hands[seat] & jokers > best:
            holder, best = _ZERO + seat + 1, hands[seat] & jokers
    return holder


@inlined
def _seated(row, seats, suits):
    """A table, from its row of ``Tables.tables``."""
    layout, jokers = suits[NO_TRUMP, CARD_LAYOUT], suits[NO_TRUMP, JOKERS]
    return Seated(
        seats, row[SIDES], row[CARDS], row[KITTY], row[CODE], row[PARTNERS], layout, jokers, row[COURTS]
    )  # fmt: skip


@inlined
def _australian():
    """The table of four: two sides, 43 cards, three of them in the kitty."""
    return Seated(
        4, _ZERO + 2, _ZERO + 43, _ZERO + 3, _ZERO + _AU43_CODE, _ZERO + 1, _ZERO, _ZERO + 1 << JOKER, _ZERO
    )  # fmt: skip


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


def _bid_of(is_plain: bool) -> Any:
    """Make the function that finds a hand's bid, and whether it is played, for the plain game or for all."""
    auction = auction_of(is_plain)

    @inlined
    def bid_for(start, seated, tables, bots, scratch, status):
        rules, nothing = tables.rules, Bid(_ZERO, _ZERO, _ZERO - 1, _ZERO, _ZERO, _ZERO)
        # rules.redeal_no_court
        if not is_plain and rules.redeal_no_court and has_no_court(scratch.hands, seated.seats, seated.courts):
            for seat in range(seated.seats):
                scratch.calls[seat] = 0
            return nothing, False
        if not is_plain:
            tell_friends(scratch.friends, seated.seats, seated.sides, _ZERO - 1, _ZERO - 1)
        ladder = Ladder(tables.over, tables.under_open, tables.same_suit, tables.level, tables.strain)
        callers = Players((bots.entries[_CALL], bots.entries[_BLIND_CALL]), bots.decides)
        bid = auction(start, seated, rules, ladder, callers, scratch, status)
        if status[_CODE] != OK:
            return bid, False
        # rules.inkle, rules.lone_six_resign
        if not is_plain and bid.contractor >= 0 and tables.level[bid.contract] == 6:
            resigners = Players((bots.entries[_RESIGN],), bots.decides)
            if rules.inkle != 0 or is_resigned(bid, start, seated, rules, resigners, scratch, status):
                bid = Bid(_ZERO, _ZERO, _ZERO - 1, bid.bids, bid.more, bid.passed)
            if status[_CODE] != OK:
                return bid, False
        # rules.all_pass = play_nt
        if not is_plain and bid.contractor < 0 and rules.all_pass == _PLAY_NT:
            return Bid(_ZERO + PASSED_OUT, _ZERO, _ZERO - 1, bid.bids, bid.more, bid.passed), True
        return bid, bid.contractor >= 0

    return bid_for


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
            if strain == MISERE and rules.joker_low_in_misere:
                shown |= JOKER_LOW
        setting = _ZERO + pack_setting(bid.contract, level, seats, seated.partners, seated.code, shown, 0)
        terms = Terms(start.key, setting, bid.contract, strain, contractor, none, row, _ZERO, bid.bids, bid.more)
        if not is_plain and contractor < 0:
            return terms
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
        return Held(_holder(hands, seats, jokers), hands[contractor] & jokers != 0, trumps, out)

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
        if not is_plain and terms.contractor < 0:
            passed_out(rules, seats, sides, scores, tricks)
            return _Result(False, False, _ZERO, _ZERO, _ZERO)
        side_tricks, own_sides = _ZERO, _ZERO
        for seat in range(seats):
            if hand_sides.allies >> seat & 1:
                side_tricks += tricks[seat]
                own_sides |= 1 << seat % sides
        value = tables.worth_sans[bid.contract] if bid.sans else tables.worth[bid.contract]
        made, slam, own, each = score_hand(rules, value, tables.level[bid.contract], terms.strain, side_tricks)
        score_sides(rules, seats, sides, scores, own_sides, tricks, own, each)
        return _Result(made, slam, own, side_tricks, own_sides)

    return score


class _Log(NamedTuple):
    """Where a hand is written: the buffers, and their columns."""

    games: Any
    row: Any
    turns: Any
    column: Any


def _hand_of(is_plain: bool) -> Any:
    """Make the function that plays a hand out, once there is a bid, for the plain game or for all.

    ``play_hand(bid, start, seated, pack, log, tables, bots, memory)`` returns a ``_Result``; ``memory`` are scratch and
    status.
    """
    prepare, hand_sides_for, held_by, score = (
        _terms_of(is_plain),
        _sides_of(is_plain),
        _held_of(is_plain),
        _score_of(is_plain),
    )
    play_tricks = play_tricks_of(is_plain)

    @inlined
    def play_hand(bid, start, seated, pack, log, tables, bots, memory):
        scratch, status = memory
        rules, seats, called = tables.rules, seated.seats, (_ZERO - 1, _ZERO - 1)
        lost = _Result(False, False, _ZERO, _ZERO, _ZERO)
        terms = prepare(bid, start, seated, pack, tables, bots, scratch, status)
        if status[_CODE] != OK:
            return lost
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


def game_of(is_plain: bool) -> Any:
    """Make the function that plays a game (see ``deals_loop``): the Australian game of four, or all."""
    bid_for, play_hand = _bid_of(is_plain), _hand_of(is_plain)

    @inlined
    def play_game(game, chunk, bots, tables, output, scratch, status):
        rules, games, turns, row, at = tables.rules, output.games, output.turns, game.row, game.turns_from
        seats = 4 if is_plain else chunk.seatings.shape[1]
        number_of_seats = chunk.seatings.shape[1]
        pack = Pack(tables.packs[number_of_seats], tables.arranged[number_of_seats], tables.suits[number_of_seats])
        seated = _australian() if is_plain else _seated(tables.tables[number_of_seats], seats, pack.suits)
        scores, logs, barred = scratch.scores, turns.shape[1] > 0, _ZERO
        clear(games, row, seats)
        for seat in range(seats):
            scratch.places[seat] = chunk.seatings[game.seating, seat]
        for side in range(seated.sides):
            scores[side] = 0
        first_dealer, _ = below(game.key, counter_word(_FOR_FIRST_DEALER, 0, 0), seats)
        setting = _ZERO + pack_setting(0, 0, seats, seated.partners, seated.code, seated.layout, 0)
        ended, winners, number = CUT_SHORT, _ZERO, _ZERO
        while number < chunk.max_turns and ended == CUT_SHORT:
            if logs and at >= turns.shape[1]:
                status[_CODE] = FULL
                return np.int64(FAILED)
            for side in range(seated.sides):
                scratch.before[side] = scores[side]
            dealer = (first_dealer + number) % seats
            kitty = deal_cards(game.key, number, seated, pack.cards, scratch)
            joker_dealt = _holder(scratch.hands, seats, seated.jokers) if logs else _ZERO
            start = Start(game.key, number, dealer, barred, setting, kitty)
            bid, is_played = bid_for(start, seated, tables, bots, scratch, status)
            if status[_CODE] != OK:
                return np.int64(FAILED)
            if logs:
                write_deal(turns, at, game, start, bid.contract, joker_dealt, kitty)
            barred = _ZERO
            if is_played:
                log = _Log(games, row, turns, at)
                result = play_hand(bid, start, seated, pack, log, tables, bots, (scratch, status))
                if status[_CODE] != OK:
                    return np.int64(FAILED)
                # rules.bar_after_big_set
                level = tables.level[bid.contract]
                if not is_plain and bid.contractor >= 0 and 0 < rules.bar_after_big_set < level - result.side_tricks:
                    barred = 1 << bid.contractor
                won, ended = ending(rules, seated.sides, result.made, scores, result.own_sides)
                winners = _ZERO
                for seat in range(seats):
                    winners |= (won >> seat % seated.sides & 1) << seat
            else:
                games[GAME.thrown_in, row] += 1
                for seat in range(seats):
                    scratch.tricks[seat] = 0
            if logs:
                write_seats(turns, at, seated, scratch)
                at += 1
            number += 1
        games[GAME.deal, row] = game.deal
        games[GAME.seating, row] = game.seating + 1
        games[GAME.start, row] = (first_dealer + 1) % seats + 1
        games[GAME.winners, row] = winners
        games[GAME.hands, row] = number
        games[GAME.ended, row] = ended
        for seat in range(seats):
            games[GAME.score + seat, row] = scores[seat % seated.sides]
        return at

    return play_game
