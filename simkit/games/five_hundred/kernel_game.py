"""Games of Five Hundred, compiled: the same names and the same order as ``reference.py``, which tells the rules.

Arrays by seat, and ``further``, are as in ``kernel_hand.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.five_hundred.calls import PASSED_OUT
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
from simkit.games.five_hundred.frames import JOKER_LOW
from simkit.games.five_hundred.kernel_auction import auction, auction_further, is_resigned
from simkit.games.five_hundred.kernel_hand import (
    arranged_for,
    call_partner,
    deal_cards,
    exchange,
    exchange_further,
    has_no_court,
    nominate,
    nominate_further,
    printed,
    printed_further,
)
from simkit.games.five_hundred.kernel_play import play_tricks, play_tricks_further, tell_friends
from simkit.games.five_hundred.kernel_rows import clear, enter, write_contract, write_deal, write_seats
from simkit.games.five_hundred.kernel_score import ending, passed_out, score_hand, score_sides
from simkit.games.five_hundred.masks import arrange, count
from simkit.games.five_hundred.packs import AU43
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.setting import pack_setting
from simkit.games.five_hundred.tables import CARDS, CODE, COURTS, FRAME, JOKERS, KITTY, NOMINATED, PARTNERS, SIDES
from simkit.jit import helper, inlined
from simkit.kernel import OK, Status
from simkit.model.columns import MISSING
from simkit.model.game import code_of
from simkit.streams import Purpose, below, counter_word, deal_key

__all__ = ["PARAMETERS", "play_deals"]

PARAMETERS = 8

_PLACES, _PLAYERS = 8, 0b11111

_ZERO: Any = np.int64(0)
_AU43_CODE = AU43.code
_FULL = 3  # the turn rows do not fit: not an error, the engine flushes and calls again
_CALL, _BLIND_CALL, _RESIGN = DECISIONS.index(CALL), DECISIONS.index(BLIND_CALL), DECISIONS.index(RESIGN)
_DISCARD, _NOMINATE, _CALL_CARD = (DECISIONS.index(decision) for decision in (DISCARD, NOMINATE, CALL_CARD))
_PLAY, _NAME, _CALL_PLAYER = (DECISIONS.index(decision) for decision in (PLAY, NAME, CALL_PLAYER))
_PLAY_NT = code_of(Rules, "all_pass", "play_nt")
_LEFT_LEADS = code_of(Rules, "first_lead", "left_of_dealer")
_CALLS_CARD = code_of(Rules, "five_partner", "call_card")
_CALLS_PLAYER = code_of(Rules, "five_partner", "call_player")
_CODE, _DEAL, _SEATING, _TURN_ROWS = int(Status.CODE), int(Status.DEAL), int(Status.SEATING), int(Status.TURN_ROWS)
_FOR_FIRST_DEALER = int(Purpose.FIRST_DEALER)


@helper
def _holder(hands, seats, jokers):  # type: ignore[no-untyped-def]
    """Seat, from 1, that holds the highest of the jokers that anybody holds; missing when nobody does."""
    found, best = _ZERO + MISSING, _ZERO
    for seat in range(seats):
        if hands[seat] & jokers > best:
            found, best = _ZERO + seat + 1, hands[seat] & jokers
    return found


@inlined
def _log_contract(  # type: ignore[no-untyped-def]
    further, seats, turns, at, level, strain, sans, contractor, partner, joker_suit, suits, arranged, discarded, hands,
):  # fmt: skip
    """Write what is known before the first lead; ``suits`` and ``arranged`` are the contract's rows of the tables."""
    if further is None:
        jokers = _ZERO + 1 << (BLOCK * joker_suit + JOKER_SLOT if joker_suit >= 0 else JOKER)
        trump_cards = _ZERO + SUIT_CARDS << BLOCK * strain if strain < NO_TRUMP else _ZERO
        out = printed(discarded, strain)
    else:
        jokers, trump_cards = suits[JOKERS], suits[strain] if strain < NO_TRUMP else _ZERO
        out = printed_further(discarded, arranged)
    trumps = count(hands[contractor] & trump_cards)
    write_contract(
        turns, at, level, strain, sans, contractor, partner, _holder(hands, seats, jokers),
        hands[contractor] & jokers != 0, joker_suit, trumps, out,
    )  # fmt: skip


@inlined
def _first_leader(further, seats, rules, dealer, contractor, idle):  # type: ignore[no-untyped-def]
    if further is None or (contractor >= 0 and rules.first_lead != _LEFT_LEADS):
        return contractor
    seat = (dealer + 1) % seats
    while idle >> seat & 1:
        seat = (seat + 1) % seats
    return seat


@inlined
def _game(  # type: ignore[no-untyped-def]
    further, seats, table, cards, arranged, suits, deal, key, max_turns, seating, seatings, bots, asked, raws, rules,
    over, under_open, same_suit, levels, strains, worth, worth_sans, games, row, turns, at, pack, hands, friends,
    tricks, calls, coins, places, scores, before, status,
):  # fmt: skip
    """One game; writes its row, and its hands from ``at`` on. Returns the next free turn row, or -1: see ``status``."""
    clear(games, row, seats)
    if further is None:
        bid, trade, name_suit, play_out = auction, exchange, nominate, play_tricks
        size, kitty_size, code, sides, partners = _ZERO + 43, _ZERO + 3, _ZERO + _AU43_CODE, _ZERO + 2, _ZERO + 1
        frame, printed_jokers = _ZERO, _ZERO + 1 << JOKER
    else:
        bid, trade, name_suit, play_out = auction_further, exchange_further, nominate_further, play_tricks_further
        size, kitty_size, code, sides, partners = table[CARDS], table[KITTY], table[CODE], table[SIDES], table[PARTNERS]
        frame, printed_jokers = suits[NO_TRUMP, FRAME], suits[NO_TRUMP, JOKERS]
    for seat in range(seats):
        places[seat] = seatings[seating, seat]
    for side in range(sides):
        scores[side] = 0
    first_dealer, _ = below(key, counter_word(_FOR_FIRST_DEALER, 0, 0), seats)
    logs, barred = turns.shape[1] > 0, _ZERO
    ended, winners, number = CUT_SHORT, _ZERO, _ZERO
    while number < max_turns and ended == CUT_SHORT:
        if logs and at >= turns.shape[1]:
            status[_CODE] = _FULL
            return np.int64(-1)
        for side in range(sides):
            before[side] = scores[side]
        dealer = (first_dealer + number) % seats
        kitty = deal_cards(key, number, seats, size, kitty_size, cards, pack, hands, coins)
        joker_dealt = _holder(hands, seats, printed_jokers) if logs else _ZERO
        setting = _ZERO + pack_setting(0, 0, seats, partners, code, frame, 0)
        contract, sans, contractor = _ZERO, _ZERO, _ZERO - 1
        bids, more = _ZERO, _ZERO
        if further is not None and rules.redeal_no_court and has_no_court(hands, seats, table[COURTS]):
            for seat in range(seats):
                calls[seat] = 0
            is_played = False
        else:
            if further is not None:
                tell_friends(friends, seats, sides, _ZERO - 1, _ZERO - 1)
            contract, sans, contractor, bids, more, passed = bid(
                further, seats, sides, rules, over, under_open, same_suit, levels, strains, key, dealer, barred,
                setting, hands, friends, scores, calls, coins, places, bots[_CALL], bots[_BLIND_CALL], asked, raws,
                status,
            )  # fmt: skip
            if status[_CODE] != OK:
                return np.int64(-1)
            if further is not None and contractor >= 0 and levels[contract] == 6:
                is_off = rules.inkle != 0 or is_resigned(
                    sides, rules, key, contractor, dealer, contract, setting, hands, friends, scores, bids, more,
                    passed, coins, places, bots[_RESIGN], asked, raws, status,
                )  # fmt: skip
                if status[_CODE] != OK:
                    return np.int64(-1)
                if is_off:
                    contract, sans, contractor = _ZERO, _ZERO, _ZERO - 1
            is_played = contractor >= 0
            if further is not None and not is_played and rules.all_pass == _PLAY_NT:
                contract, is_played = _ZERO + PASSED_OUT, True
        if logs:
            write_deal(turns, at, deal, seating, number, dealer, contract, joker_dealt, kitty)
        barred = _ZERO
        if not is_played:
            games[GAME.thrown_in, row] += 1
            for seat in range(seats):
                tricks[seat] = 0
        else:
            level, strain, discarded = levels[contract], strains[contract], _ZERO
            joker_suit, partner, called, shown, terms = _ZERO - 1, _ZERO - 1, _ZERO - 1, frame, min(strain, NO_TRUMP)
            if further is None:
                taken, jokers = arrange(kitty, strain, None), _ZERO + 1 << JOKER
                for seat in range(seats):
                    hands[seat] = arrange(hands[seat], strain, None)
            else:
                taken, jokers = arranged_for(kitty, arranged[terms]), suits[terms, JOKERS]
                for seat in range(seats):
                    hands[seat] = arranged_for(hands[seat], arranged[terms])
                shown = suits[terms, FRAME]
                if strain == MISERE and rules.joker_low_in_misere:
                    shown |= JOKER_LOW
            setting = _ZERO + pack_setting(contract, level, seats, partners, code, shown, 0)
            if further is None or contractor >= 0:
                if not sans:
                    discarded = trade(
                        key, setting, strain, contractor, taken, kitty_size, bids, more, hands, coins, places,
                        bots[_DISCARD], asked, raws, status,
                    )  # fmt: skip
                    if status[_CODE] != OK:
                        return np.int64(-1)
                joker_suit = name_suit(
                    further, rules, key, setting, jokers, strain, contractor, discarded, bids, more, hands, coins,
                    places, bots[_NOMINATE], asked, raws, status,
                )  # fmt: skip
                if status[_CODE] != OK:
                    return np.int64(-1)
                if strain >= NO_TRUMP and joker_suit >= 0:
                    if further is None:
                        hands[contractor] ^= 1 << JOKER | 1 << BLOCK * joker_suit + JOKER_SLOT
                    else:
                        terms = NOMINATED + joker_suit
                        for seat in range(seats):
                            hands[seat] = arranged_for(hands[seat], arranged[terms])
                        discarded, shown = arranged_for(discarded, arranged[terms]), suits[terms, FRAME]
                        setting = _ZERO + pack_setting(contract, level, seats, partners, code, shown, 0)
                if further is not None and seats == 5 and strain != MISERE and rules.five_partner == _CALLS_CARD:
                    cards_of_suits = suits[terms, 0] | suits[terms, 1] | suits[terms, 2] | suits[terms, 3]
                    answer = call_partner(
                        _CALL_CARD, cards_of_suits & ~(suits[terms, JOKERS] | hands[contractor]) | 1 << ALONE, key,
                        setting, strain, joker_suit, contractor, discarded, bids, more, hands, coins, places,
                        bots[_CALL_CARD], asked, raws, status,
                    )  # fmt: skip
                    if status[_CODE] != OK:
                        return np.int64(-1)
                    if answer != ALONE:
                        called = answer
                        setting = _ZERO + pack_setting(contract, level, seats, partners, code, shown, called + 1)
                        for seat in range(seats):
                            if hands[seat] >> called & 1:
                                partner = _ZERO + seat
                elif further is not None and seats == 5 and strain != MISERE and rules.five_partner == _CALLS_PLAYER:
                    answer = call_partner(
                        _CALL_PLAYER, _ZERO + _PLAYERS, key, setting, strain, joker_suit, contractor, discarded, bids,
                        more, hands, coins, places, bots[_CALL_PLAYER], asked, raws, status,
                    )  # fmt: skip
                    if status[_CODE] != OK:
                        return np.int64(-1)
                    if answer > 0:
                        partner = (contractor + answer) % seats
                if logs:
                    _log_contract(
                        further, seats, turns, at, level, strain, sans, contractor, partner, joker_suit,
                        suits[terms], arranged[terms], discarded, hands,
                    )  # fmt: skip
            idle, allies = _ZERO, _ZERO
            if further is None or contractor >= 0:
                for seat in range(seats):
                    if (seat - contractor) % sides == 0 or seat == partner:
                        allies |= 1 << seat
                if strain == MISERE:
                    idle = allies & ~(1 << contractor)
            play_out(
                further, seats, sides, rules, key, setting, suits[terms], contract, strain, contractor, partner, called,
                joker_suit, idle, _first_leader(further, seats, rules, dealer, contractor, idle), discarded, bids, more,
                hands, friends, tricks, coins, places, bots[_PLAY], bots[_NAME], asked, raws, status,
            )  # fmt: skip
            if status[_CODE] != OK:
                return np.int64(-1)
            made, own_sides = False, _ZERO
            if further is None or contractor >= 0:
                side_tricks = _ZERO
                for seat in range(seats):
                    if allies >> seat & 1:
                        side_tricks += tricks[seat]
                        own_sides |= 1 << seat % sides
                value = worth_sans[contract] if sans else worth[contract]
                made, slam, own, each = score_hand(rules, value, level, strain, side_tricks)
                score_sides(rules, seats, sides, scores, own_sides, tricks, own, each)
                enter(games, row, contractor, strain, made, slam, own)
                if further is not None and 0 < rules.bar_after_big_set < level - side_tricks:
                    barred = 1 << contractor
                if logs:
                    turns[HAND.side_tricks, at] = side_tricks
                    turns[HAND.made, at] = made
                    turns[HAND.slam, at] = slam
            else:
                passed_out(rules, seats, sides, scores, tricks)
            won, ended = ending(rules, sides, made, scores, own_sides)
            winners = _ZERO
            for seat in range(seats):
                winners |= (won >> seat % sides & 1) << seat
        if logs:
            write_seats(turns, at, seats, sides, tricks, before, scores, calls)
            at += 1
        number += 1
    games[GAME.deal, row] = deal
    games[GAME.seating, row] = seating + 1
    games[GAME.start, row] = (first_dealer + 1) % seats + 1
    games[GAME.winners, row] = winners
    games[GAME.hands, row] = number
    games[GAME.ended, row] = ended
    for seat in range(seats):
        games[GAME.score + seat, row] = scores[seat % sides]
    return at


@inlined
def play_deals(  # type: ignore[no-untyped-def]
    further, seats, key, first, deals, max_turns, seatings, bots, asked, params, tables, games, games_row, turns,
    turns_row, status, pack, by_seat, coins, raws,
):  # fmt: skip
    """Play deals as ``kernel.play`` does."""
    # Arrays go to the helpers one by one: taking one out of a tuple costs an atomic count each time.
    rules, over, under_open, same_suit = tables.rules, tables.over, tables.under_open, tables.same_suit
    levels, strains, worth, worth_sans = tables.level, tables.strain, tables.worth, tables.worth_sans
    table, cards = tables.tables[seatings.shape[1]], tables.packs[seatings.shape[1]]
    arranged, suits = tables.arranged[seatings.shape[1]], tables.suits[seatings.shape[1]]
    hands, tricks, calls, places, friends, scores, before = (
        by_seat[0], by_seat[1], by_seat[2], by_seat[3], by_seat[4], by_seat[5], by_seat[6]
    )  # fmt: skip
    for place in range(_PLACES):
        raw = params[place]
        for number in range(PARAMETERS):
            raws[place, number] = raw[number]
    at, row = turns_row, games_row
    status[_CODE], status[_TURN_ROWS] = OK, at
    for number in range(deals):
        status[_DEAL] = first + number
        words = deal_key(key, first + number)
        for seating in range(seatings.shape[0]):
            status[_SEATING] = seating
            at = _game(
                further, seats, table, cards, arranged, suits, first + number, words, max_turns, seating, seatings,
                bots, asked, raws, rules, over, under_open, same_suit, levels, strains, worth, worth_sans, games, row,
                turns, at, pack, hands, friends, tricks, calls, coins, places, scores, before, status,
            )  # fmt: skip
            if at < 0:
                if status[_CODE] == _FULL:
                    status[_CODE] = OK
                return number
            row += 1
        status[_TURN_ROWS] = at
    return deals
