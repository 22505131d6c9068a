"""Games of Five Hundred, compiled: the same names and the same order as ``reference.py``, which tells the rules.

``is_plain`` is as in ``kernel_hand.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.five_hundred.calls import PASSED_OUT
from simkit.games.five_hundred.cards import JOKER, NO_TRUMP
from simkit.games.five_hundred.columns import CUT_SHORT, GAME
from simkit.games.five_hundred.decisions import (
    BLIND_CALL,
    CALL,
    DECISIONS,
    RESIGN,
)
from simkit.games.five_hundred.kernel_auction import auction_of, is_resigned
from simkit.games.five_hundred.kernel_contract import Log, hand_of
from simkit.games.five_hundred.kernel_hand import (
    deal_cards,
    has_no_court,
    holder_of,
)
from simkit.games.five_hundred.kernel_play import tell_friends
from simkit.games.five_hundred.kernel_rows import clear, write_deal, write_seats
from simkit.games.five_hundred.kernel_score import ending
from simkit.games.five_hundred.kernel_state import Bid, Ladder, Pack, Players, Seated, Start
from simkit.games.five_hundred.packs import AU43
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.setting import pack_setting
from simkit.games.five_hundred.tables import CARD_LAYOUT, CARDS, CODE, COURTS, JOKERS, KITTY, PARTNERS, SIDES
from simkit.jit import inlined
from simkit.kernel import FAILED, FULL, OK, Status
from simkit.model.game import code_of
from simkit.streams import Purpose, below, counter_word

__all__ = ["game_of"]

_ZERO: Any = np.int64(0)
_AU43_CODE = AU43.code
_CALL, _BLIND_CALL, _RESIGN = DECISIONS.index(CALL), DECISIONS.index(BLIND_CALL), DECISIONS.index(RESIGN)
_PLAY_NT = code_of(Rules, "all_pass", "play_nt")
_CODE = int(Status.CODE)
_FOR_FIRST_DEALER = int(Purpose.FIRST_DEALER)


@inlined
def _seated(row, seats, suits):
    """A table, from its row of ``Tables.tables``."""
    layout, jokers = suits[NO_TRUMP, CARD_LAYOUT], suits[NO_TRUMP, JOKERS]
    return Seated(seats, row[SIDES], row[CARDS], row[KITTY], row[CODE], row[PARTNERS], layout, jokers, row[COURTS])


@inlined
def _australian():
    """The table of four: two sides, 43 cards, three of them in the kitty."""
    return Seated(4, _ZERO + 2, _ZERO + 43, _ZERO + 3, _ZERO + _AU43_CODE, _ZERO + 1, _ZERO, _ZERO + 1 << JOKER, _ZERO)


def _bid_of(is_plain: bool) -> Any:
    """Make the function that finds a hand's bid, and whether it is played, for the plain game or for all."""
    auction = auction_of(is_plain)

    @inlined
    def bid_for(start, seated, tables, bots, scratch, status):
        rules, nothing = tables.rules, Bid(_ZERO, _ZERO, _ZERO - 1, _ZERO, _ZERO, _ZERO)
        # rules.redeal_no_court: the hand is thrown in before anybody calls.
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


def game_of(is_plain: bool) -> Any:
    """Make the function that plays a game (see ``deals_loop``): the Australian game of four, or all."""
    bid_for, play_hand = _bid_of(is_plain), hand_of(is_plain)

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
        # One dealer after another; a hand that is thrown in moves the deal on as well.
        while number < chunk.max_turns and ended == CUT_SHORT:
            if logs and at >= turns.shape[1]:
                status[_CODE] = FULL
                return np.int64(FAILED)
            for side in range(seated.sides):
                scratch.before[side] = scores[side]
            dealer = (first_dealer + number) % seats
            kitty = deal_cards(game.key, number, seated, pack.cards, scratch)
            joker_dealt = holder_of(scratch.hands, seats, seated.jokers) if logs else _ZERO
            start = Start(game.key, number, dealer, barred, setting, kitty)
            bid, is_played = bid_for(start, seated, tables, bots, scratch, status)
            if status[_CODE] != OK:
                return np.int64(FAILED)
            if logs:
                write_deal(turns, at, game, start, bid.contract, joker_dealt, kitty)
            barred = _ZERO
            if is_played:
                log = Log(games, row, turns, at)
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
