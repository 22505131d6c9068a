"""Five Hundred, compiled: one call plays a chunk of deals into buffers that the caller owns.

The same names and the same order as ``reference.py``, which tells the rules; a property test holds the two equal in
every column.
"""

from __future__ import annotations

import numpy as np

from simkit.games.base import MISSING, code_of
from simkit.games.five_hundred.cards import BLOCK, JOKER, JOKER_SLOT, MISERE, NO_TRUMP, SUIT_CARDS
from simkit.games.five_hundred.columns import BACK_DOOR, CUT_SHORT, GAME, HAND, MADE, POINTS
from simkit.games.five_hundred.decisions import DECISIONS
from simkit.games.five_hundred.kernel_auction import auction
from simkit.games.five_hundred.kernel_hand import deal_cards, exchange, nominate, printed
from simkit.games.five_hundred.kernel_play import play_tricks
from simkit.games.five_hundred.masks import arrange, count
from simkit.games.five_hundred.packs import AU43
from simkit.games.five_hundred.rules import FiveHundredRules
from simkit.games.five_hundred.setting import pack_setting
from simkit.games.five_hundred.tables import TABLES_TYPE, build
from simkit.jit import OK, Status, helper, inlined, kernel, kernel_signature
from simkit.streams import Purpose, below, counter_word, deal_key

__all__ = ["PARAMETERS", "play", "tables"]

PARAMETERS = 8

tables = build

_SEATS, _TRICKS, _SLAM, _PARTNERS = 4, 10, 250, 1
_PACK, _FRAME = AU43.code, None
_FULL = 3  # the turn rows do not fit: not an error, the engine flushes and calls again
_ANY_POINTS = code_of(FiveHundredRules, "win_by", "any_points")
_CODE, _DEAL, _SEATING, _TURN_ROWS = int(Status.CODE), int(Status.DEAL), int(Status.SEATING), int(Status.TURN_ROWS)
_FOR_FIRST_DEALER = int(Purpose.FIRST_DEALER)


@helper
def _score_hand(rules, worth, level, strain, side_tricks):  # type: ignore[no-untyped-def]
    """Whether the contract was made, whether by a slam, and the points of contractors and defenders."""
    if strain == MISERE:
        made = side_tricks == 0
        return made, False, worth if made else -worth, np.int64(0)
    made, slam = side_tricks >= level, side_tricks == _TRICKS
    won = max(worth, _SLAM) if slam else worth
    return made, slam, won if made else -worth, rules.defender_trick_points * (_TRICKS - side_tricks)


@helper
def _add_points(rules, score, points):  # type: ignore[no-untyped-def]
    """The defenders' score with the points for their tricks, which do not lift it past the cap."""
    return score + points if rules.defender_cap == 0 else max(score, min(rules.defender_cap, score + points))


@helper
def _ending(rules, made, own, others):  # type: ignore[no-untyped-def]
    """Whether the contractors have won, and by what; ``CUT_SHORT`` while the game goes on."""
    if made and own >= rules.target:
        return True, MADE
    if rules.lose_at < 0 and own <= rules.lose_at:
        return False, BACK_DOOR
    if rules.win_by == _ANY_POINTS and others >= rules.target:
        return False, POINTS
    return False, CUT_SHORT


@helper
def _holder(hands, at):  # type: ignore[no-untyped-def]
    """Seat, from 1, that holds card number ``at``; missing when nobody does."""
    for seat in range(_SEATS):
        if hands[seat] >> at & 1:
            return np.int64(seat + 1)
    return np.int64(MISSING)


@inlined
def _clear(games, row):  # type: ignore[no-untyped-def]
    for first_row in (GAME.contracts, GAME.made, GAME.contract_points):
        for seat in range(_SEATS):
            games[first_row + seat, row] = 0
    for only_row in (GAME.thrown_in, GAME.slams, GAME.miseres, GAME.miseres_made):
        games[only_row, row] = 0


@inlined
def _enter(games, row, contractor, strain, made, slam, points):  # type: ignore[no-untyped-def]
    """Count a contract in the game's row."""
    games[GAME.contracts + contractor, row] += 1
    games[GAME.made + contractor, row] += made
    games[GAME.contract_points + contractor, row] += points
    games[GAME.slams, row] += slam
    games[GAME.miseres, row] += strain == MISERE
    games[GAME.miseres_made, row] += strain == MISERE and made


@inlined
def _write_deal(turns, at, deal, seating, hand, dealer, contract, joker_dealt, kitty):  # type: ignore[no-untyped-def]
    """What is known of every hand; and of one that is thrown in, that the rest is missing."""
    turns[HAND.deal, at] = deal
    turns[HAND.seating, at] = seating + 1
    turns[HAND.hand, at] = hand + 1
    turns[HAND.dealer, at] = dealer + 1
    turns[HAND.contract, at] = contract
    turns[HAND.joker_dealt, at] = joker_dealt
    turns[HAND.kitty, at] = kitty
    turns[HAND.sans_kitty, at] = 0
    turns[HAND.slam, at] = 0
    for only_row in (HAND.level, HAND.strain, HAND.contractor, HAND.joker_holder, HAND.joker_nominated, HAND.trumps):
        turns[only_row, at] = MISSING
    for only_row in (HAND.has_joker, HAND.side_tricks, HAND.made, HAND.discards):
        turns[only_row, at] = MISSING


@inlined
def _write_contract(turns, at, level, strain, sans, contractor, joker_holder, joker_suit, trumps, discards):  # type: ignore[no-untyped-def]
    turns[HAND.level, at] = level
    turns[HAND.strain, at] = strain
    turns[HAND.sans_kitty, at] = sans
    turns[HAND.contractor, at] = contractor + 1
    turns[HAND.joker_holder, at] = joker_holder
    turns[HAND.has_joker, at] = joker_holder == contractor + 1
    turns[HAND.joker_nominated, at] = joker_suit if strain >= NO_TRUMP and joker_suit >= 0 else MISSING
    turns[HAND.trumps, at] = trumps if strain < NO_TRUMP else MISSING
    turns[HAND.discards, at] = MISSING if sans else discards


@inlined
def _write_seats(turns, at, tricks, before, scores, calls):  # type: ignore[no-untyped-def]
    for seat in range(_SEATS):
        turns[HAND.tricks + seat, at] = tricks[seat]
        turns[HAND.change + seat, at] = scores[seat & 1] - before[seat & 1]
        turns[HAND.score + seat, at] = scores[seat & 1]
        turns[HAND.calls + seat, at] = calls[seat]


@inlined
def _game(  # type: ignore[no-untyped-def]
    deal, key, max_turns, seating, seatings, bots, asked, params, rules, over, same_suit, levels, strains, worth,
    worth_sans, games, row, turns, at, pack, hands, tricks, calls, coins, places, scores, before, raws, status,
):  # fmt: skip
    """One game; writes its row, and its hands from ``at`` on. Returns the next free turn row, or -1: see ``status``."""
    _clear(games, row)
    for seat in range(_SEATS):
        places[seat] = seatings[seating, seat]
    scores[0], scores[1] = 0, 0
    first_dealer, _ = below(key, counter_word(_FOR_FIRST_DEALER, 0, 0), _SEATS)
    logs = turns.shape[1] > 0
    ended, winners, number = CUT_SHORT, 0, np.int64(0)
    while number < max_turns and ended == CUT_SHORT:
        if logs and at >= turns.shape[1]:
            status[_CODE] = _FULL
            return np.int64(-1)
        before[0], before[1] = scores[0], scores[1]
        dealer = (first_dealer + number) & 3
        kitty = deal_cards(key, number, pack, hands, coins)
        joker_dealt = _holder(hands, JOKER)
        setting = np.int64(pack_setting(0, 0, _SEATS, _PARTNERS, _PACK, 0, 0))
        contract, sans, contractor, bids, more = auction(
            rules, over, same_suit, strains, key, dealer, setting, hands, scores, calls, coins, places, bots, asked,
            params, status,
        )  # fmt: skip
        if status[_CODE] != OK:
            return np.int64(-1)
        if logs:
            _write_deal(turns, at, deal, seating, number, dealer, contract, joker_dealt, kitty)
        if contractor < 0:
            games[GAME.thrown_in, row] += 1
            for seat in range(_SEATS):
                tricks[seat] = 0
        else:
            level, strain, discarded = levels[contract], strains[contract], np.int64(0)
            for seat in range(_SEATS):
                hands[seat] = arrange(hands[seat], strain, _FRAME)
            setting = np.int64(pack_setting(contract, level, _SEATS, _PARTNERS, _PACK, 0, 0))
            if not sans:
                discarded = exchange(
                    key, setting, strain, contractor, arrange(kitty, strain, _FRAME), bids, more, hands, coins, places,
                    bots, asked, params, status,
                )  # fmt: skip
                if status[_CODE] != OK:
                    return np.int64(-1)
            joker_suit = nominate(
                key, setting, strain, contractor, discarded, bids, more, hands, coins, places, bots, asked, params,
                status,
            )  # fmt: skip
            if status[_CODE] != OK:
                return np.int64(-1)
            if logs:
                joker_at = BLOCK * joker_suit + JOKER_SLOT if joker_suit >= 0 else JOKER
                trumps = count(hands[contractor] >> BLOCK * strain & SUIT_CARDS) if strain < NO_TRUMP else 0
                _write_contract(
                    turns, at, level, strain, sans, contractor, _holder(hands, joker_at), joker_suit, trumps,
                    printed(discarded, strain),
                )  # fmt: skip
            play_tricks(
                rules, key, setting, contract, strain, contractor, joker_suit, discarded, bids, more, hands, tricks,
                coins, places, bots, asked, raws, status,
            )  # fmt: skip
            if status[_CODE] != OK:
                return np.int64(-1)
            side_tricks = tricks[contractor] + tricks[(contractor + 2) & 3]
            value = worth_sans[contract] if sans else worth[contract]
            made, slam, own_points, other_points = _score_hand(rules, value, level, strain, side_tricks)
            own, others = contractor & 1, ~contractor & 1
            scores[own] += own_points
            scores[others] = _add_points(rules, scores[others], other_points)
            _enter(games, row, contractor, strain, made, slam, own_points)
            if logs:
                turns[HAND.side_tricks, at] = side_tricks
                turns[HAND.made, at] = made
                turns[HAND.slam, at] = slam
            won, ended = _ending(rules, made, scores[own], scores[others])
            winners = 0b0101 << (own if won else others) if ended != CUT_SHORT else 0
        if logs:
            _write_seats(turns, at, tricks, before, scores, calls)
            at += 1
        number += 1
    games[GAME.deal, row] = deal
    games[GAME.seating, row] = seating + 1
    games[GAME.start, row] = ((first_dealer + 1) & 3) + 1
    games[GAME.winners, row] = winners
    games[GAME.hands, row] = number
    games[GAME.ended, row] = ended
    for seat in range(_SEATS):
        games[GAME.score + seat, row] = scores[seat & 1]
    return at


@kernel(kernel_signature(DECISIONS, PARAMETERS, TABLES_TYPE))
def play(  # type: ignore[no-untyped-def]
    key, first, deals, max_turns, seatings, bots, asked, params, tables, games, games_row, turns, turns_row, status
):
    """Play deals ``first .. first + deals - 1``, each in every seating; see ``docs/architecture.md`` for the arguments.

    Returns the number of deals completed: fewer when the hands of the next one do not fit, or when ``status`` holds an
    error.
    """
    # Arrays go to the helpers one by one: taking one out of a tuple costs an atomic count each time.
    rules, over, same_suit, levels, strains = tables.rules, tables.over, tables.same_suit, tables.level, tables.strain
    worth, worth_sans = tables.worth, tables.worth_sans
    pack = np.empty(43, dtype=np.int64)
    hands, tricks = np.empty(_SEATS, dtype=np.int64), np.empty(_SEATS, dtype=np.int64)
    calls, places = np.empty(_SEATS, dtype=np.int64), np.empty(_SEATS, dtype=np.int64)
    coins = np.empty(_SEATS, dtype=np.uint64)
    scores, before = np.empty(2, dtype=np.int64), np.empty(2, dtype=np.int64)
    raws = np.empty((8, PARAMETERS), dtype=np.float64)
    for place in range(8):
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
                first + number, words, max_turns, seating, seatings, bots, asked, params, rules, over, same_suit,
                levels, strains, worth, worth_sans, games, row, turns, at, pack, hands, tricks, calls,
                coins, places, scores, before, raws, status,
            )  # fmt: skip
            if at < 0:
                if status[_CODE] == _FULL:
                    status[_CODE] = OK
                return number
            row += 1
        status[_TURN_ROWS] = at
    return deals
