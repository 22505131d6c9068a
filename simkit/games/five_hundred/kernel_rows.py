"""Rows of both tables, compiled: the same columns as ``record.py`` writes.

``games`` and ``turns`` are the buffers that the caller owns, ``row`` and ``at`` the columns of them to write.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from simkit.games.five_hundred.cards import MISERE, NO_TRUMP
from simkit.games.five_hundred.columns import GAME, HAND
from simkit.jit import inlined
from simkit.model.columns import MISSING

__all__ = ["Held", "clear", "enter", "write_contract", "write_deal", "write_seats"]


@inlined
def clear(games, row, seats):
    """Begin a game's row."""
    for first_row in (GAME.contracts, GAME.made, GAME.contract_points):
        for seat in range(seats):
            games[first_row + seat, row] = 0
    for only_row in (GAME.thrown_in, GAME.slams, GAME.miseres, GAME.miseres_made):
        games[only_row, row] = 0


@inlined
def enter(games, row, contractor, strain, made, slam, points):
    """Count a contract in the game's row."""
    games[GAME.contracts + contractor, row] += 1
    games[GAME.made + contractor, row] += made
    games[GAME.contract_points + contractor, row] += points
    games[GAME.slams, row] += slam
    games[GAME.miseres, row] += strain == MISERE
    games[GAME.miseres_made, row] += strain == MISERE and made


@inlined
def write_deal(turns, at, game, start, contract, joker_dealt, kitty):
    """What is known of every hand; and of one that is thrown in, that the rest is missing."""
    turns[HAND.deal, at] = game.deal
    turns[HAND.seating, at] = game.seating + 1
    turns[HAND.hand, at] = start.number + 1
    turns[HAND.dealer, at] = start.dealer + 1
    turns[HAND.contract, at] = contract
    turns[HAND.joker_dealt, at] = joker_dealt
    turns[HAND.kitty, at] = kitty
    turns[HAND.sans_kitty, at] = 0
    turns[HAND.slam, at] = 0
    for only_row in (HAND.level, HAND.strain, HAND.contractor, HAND.joker_holder, HAND.joker_nominated, HAND.trumps):
        turns[only_row, at] = MISSING
    for only_row in (HAND.has_joker, HAND.side_tricks, HAND.made, HAND.discards, HAND.partner):
        turns[only_row, at] = MISSING


class Held(NamedTuple):
    """Cards before the first lead."""

    joker_holder: Any
    """Seat, from 1, that holds the highest joker, or missing."""
    has_joker: Any
    """Whether the contractor holds one."""
    trumps: Any
    """Trumps of the contractor."""
    discards: Any
    """Mask of the discards, as printed."""


@inlined
def write_contract(turns, at, terms, partner, level, sans, held):
    """What is known before the first lead."""
    has_trumps, joker_suit = terms.strain < NO_TRUMP, terms.joker_suit
    turns[HAND.level, at] = level
    turns[HAND.strain, at] = terms.strain
    turns[HAND.sans_kitty, at] = sans
    turns[HAND.contractor, at] = terms.contractor + 1
    turns[HAND.partner, at] = partner + 1 if partner >= 0 else MISSING
    turns[HAND.joker_holder, at] = held.joker_holder
    turns[HAND.has_joker, at] = held.has_joker
    turns[HAND.joker_nominated, at] = MISSING if has_trumps or joker_suit < 0 else joker_suit
    turns[HAND.trumps, at] = held.trumps if has_trumps else MISSING
    turns[HAND.discards, at] = MISSING if sans else held.discards


@inlined
def write_seats(turns, at, seated, scratch):
    """What each seat took, won and called."""
    scores, sides = scratch.scores, seated.sides
    for seat in range(seated.seats):
        turns[HAND.tricks + seat, at] = scratch.tricks[seat]
        turns[HAND.change + seat, at] = scores[seat % sides] - scratch.before[seat % sides]
        turns[HAND.score + seat, at] = scores[seat % sides]
        turns[HAND.calls + seat, at] = scratch.calls[seat]
