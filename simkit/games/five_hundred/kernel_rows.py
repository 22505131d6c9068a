"""Rows of both tables, compiled: the same columns as ``record.py`` writes.

``games`` and ``turns`` are the buffers that the caller owns, ``row`` and ``at`` the columns of them to write.
"""

from __future__ import annotations

from simkit.games.five_hundred.cards import MISERE, NO_TRUMP
from simkit.games.five_hundred.columns import GAME, HAND
from simkit.jit import inlined
from simkit.model.columns import MISSING

__all__ = ["clear", "enter", "write_contract", "write_deal", "write_seats"]


@inlined
def clear(games, row, seats):  # type: ignore[no-untyped-def]
    """Begin a game's row."""
    for first_row in (GAME.contracts, GAME.made, GAME.contract_points):
        for seat in range(seats):
            games[first_row + seat, row] = 0
    for only_row in (GAME.thrown_in, GAME.slams, GAME.miseres, GAME.miseres_made):
        games[only_row, row] = 0


@inlined
def enter(games, row, contractor, strain, made, slam, points):  # type: ignore[no-untyped-def]
    """Count a contract in the game's row."""
    games[GAME.contracts + contractor, row] += 1
    games[GAME.made + contractor, row] += made
    games[GAME.contract_points + contractor, row] += points
    games[GAME.slams, row] += slam
    games[GAME.miseres, row] += strain == MISERE
    games[GAME.miseres_made, row] += strain == MISERE and made


@inlined
def write_deal(turns, at, deal, seating, hand, dealer, contract, joker_dealt, kitty):  # type: ignore[no-untyped-def]
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
    for only_row in (HAND.has_joker, HAND.side_tricks, HAND.made, HAND.discards, HAND.partner):
        turns[only_row, at] = MISSING


@inlined
def write_contract(  # type: ignore[no-untyped-def]
    turns, at, level, strain, sans, contractor, partner, joker_holder, has_joker, joker_suit, trumps, discards
):
    """What is known before the first lead."""
    turns[HAND.level, at] = level
    turns[HAND.strain, at] = strain
    turns[HAND.sans_kitty, at] = sans
    turns[HAND.contractor, at] = contractor + 1
    turns[HAND.partner, at] = partner + 1 if partner >= 0 else MISSING
    turns[HAND.joker_holder, at] = joker_holder
    turns[HAND.has_joker, at] = has_joker
    turns[HAND.joker_nominated, at] = joker_suit if strain >= NO_TRUMP and joker_suit >= 0 else MISSING
    turns[HAND.trumps, at] = trumps if strain < NO_TRUMP else MISSING
    turns[HAND.discards, at] = MISSING if sans else discards


@inlined
def write_seats(turns, at, seats, sides, tricks, before, scores, calls):  # type: ignore[no-untyped-def]
    """What each seat took, won and called."""
    for seat in range(seats):
        turns[HAND.tricks + seat, at] = tricks[seat]
        turns[HAND.change + seat, at] = scores[seat % sides] - before[seat % sides]
        turns[HAND.score + seat, at] = scores[seat % sides]
        turns[HAND.calls + seat, at] = calls[seat]
