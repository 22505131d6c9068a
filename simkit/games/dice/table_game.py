"""A game in which seats have turns in order until it is over, and the highest score wins: compiled, for kernels.

``story.TableGame`` is the same in plain Python. A game says what a turn is and when the end has come into sight.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simkit.games.dice.columns import OF_GAME, OF_TURN
from simkit.games.dice.options import TIE_TURN
from simkit.games.dice.table import first_seat, highest, leader, next_seat, settle
from simkit.jit import allocator, inlined
from simkit.kernel import ENDLESS, FAILED, FULL, ILLEGAL, Status
from simkit.model.columns import MAX_SEATS, MISSING

__all__ = [
    "ILLEGAL_ANSWER",
    "NOT_IN_SIGHT",
    "Course",
    "TableScratch",
    "Turn",
    "new_scratch",
    "turns_loop",
    "write_game",
    "write_turn",
]

NOT_IN_SIGHT = -1
"""Turns still to be played while the end has not come into sight."""

ILLEGAL_ANSWER = -2
"""What a turn returns in which a bot answered what is not allowed; ``status`` says what."""

_CODE, _SEAT = int(Status.CODE), int(Status.SEAT)

_NO_LIMIT = np.int64(2**62)


class Turn(NamedTuple):
    """A turn that begins; all numbers are int64."""

    seat: Any
    """Whose it is, from 0."""
    place: Any
    """Place of its bot in the line-up."""
    number: Any
    """Turns that the seat has begun, this one included."""
    begun: Any
    """Turns that all seats have begun, this one included."""
    to_play: Any
    """Turns still to be played before the game ends, this one included; ``NOT_IN_SIGHT`` while that is not known."""
    start: Any
    """Seat that began."""
    seats: Any
    column: Any
    """Column of the turn's row in ``Output.turns``, if that has any."""


class Course(NamedTuple):
    """How a game went, for the columns that every game's row begins with."""

    begun: Any
    rounds: Any
    lead_changes: Any
    half_leader: Any
    """Seat alone in the lead after half of the turns, or -1."""
    tie_breaks: Any


class TableScratch(NamedTuple):
    """Memory that a table game needs; a game with more of its own has a class that begins with these fields."""

    scores: Any
    """``int64[8]``: points by seat."""
    turns: Any
    """``int64[8]``: turns begun by seat."""
    values: Any
    """``int64[8]``: what seats roll for the start or to break a tie."""
    leaders: Any
    """``int8[turns]``: seat alone in the lead after each turn, or -1; room for ``max_turns + 1`` turns a seat."""


@allocator
def new_scratch(chunk):
    """A ``TableScratch`` for a chunk."""
    scores, turns, values = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
    leaders = np.empty((chunk.max_turns + 1) * chunk.seatings.shape[1], np.int8)
    return TableScratch(scores, turns, values, leaders)


@inlined
def write_game(games, game, start, winners, course):
    """Write the columns that every game's row begins with; a game without winners was cut short."""
    row = game.row
    games[OF_GAME.deal, row] = game.deal
    games[OF_GAME.seating, row] = game.seating + 1
    games[OF_GAME.start, row] = start + 1
    games[OF_GAME.winners, row] = winners
    games[OF_GAME.turns, row] = course.begun
    games[OF_GAME.rounds, row] = course.rounds
    games[OF_GAME.cut_short, row] = winners == 0
    games[OF_GAME.lead_changes, row] = course.lead_changes
    games[OF_GAME.half_leader, row] = course.half_leader + 1 if course.half_leader >= 0 else MISSING
    games[OF_GAME.tie_breaks, row] = course.tie_breaks


@inlined
def write_turn(turns, game, turn):
    """Write the columns that every turn's row begins with."""
    turns[OF_TURN.deal, turn.column] = game.deal
    turns[OF_TURN.seating, turn.column] = game.seating + 1
    turns[OF_TURN.turn, turn.column] = turn.begun
    turns[OF_TURN.seat, turn.column] = turn.seat + 1


def turns_loop(take_turn: Any) -> Any:
    """Make the loop that plays a game turn by turn; it writes the columns that all dice games share.

    The game's rules have the options ``start`` and ``tie``.

    ``take_turn(turn, game, bots, tables, output, scratch, status)`` plays a turn, adds what it scored to
    ``scratch.scores``, and writes the game's own columns of its row. It returns the turns still to be played, should
    the end have come into sight with this one; ``NOT_IN_SIGHT``; or ``ILLEGAL_ANSWER``.

    The loop returns the next free turn column, or ``FAILED``: see ``status``.
    """

    @inlined
    def play_turns(game, chunk, bots, tables, output, scratch, status):
        games, turns, row, at = output.games, output.turns, game.row, game.turns_from
        scores, turns_of, rules, seats = scratch.scores, scratch.turns, tables.rules, chunk.seatings.shape[1]
        room = turns.shape[1] if turns.shape[1] > 0 else _NO_LIMIT
        for seat in range(seats):
            scores[seat] = turns_of[seat] = 0
        start = first_seat(rules.start, game.key, seats, scratch.values)
        if start < 0:
            status[_CODE] = ENDLESS
            return np.int64(FAILED)
        seat, begun, rounds, lead_changes, last_leader, tie_breaks, winners = start, 0, np.int64(0), 0, -1, 0, 0
        playing, to_play = (1 << seats) - 1, np.int64(NOT_IN_SIGHT)
        while True:
            own = np.uint64(seat)  # a signed index could count from the end, and checking that takes time
            # The length cap does not cut last turns short, but those that break a tie.
            if turns_of[own] >= chunk.max_turns and (to_play < 0 or tie_breaks > 0):
                break
            if at >= room:
                status[_CODE] = FULL
                return np.int64(FAILED)
            begun += 1
            rounds = turns_of[own] + 1
            turns_of[own] = rounds
            status[_SEAT] = seat
            turn = Turn(seat, chunk.seatings[game.seating, seat], rounds, begun, to_play, start, seats, at)
            left = take_turn(turn, game, bots, tables, output, scratch, status)
            if left == ILLEGAL_ANSWER:
                status[_CODE] = ILLEGAL
                return np.int64(FAILED)
            ahead = leader(scores, seats)
            scratch.leaders[np.uint64(begun - 1)] = ahead
            if ahead >= 0 and ahead != last_leader:
                lead_changes += last_leader >= 0
                last_leader = ahead
            if turns.shape[1] > 0:
                write_turn(turns, game, turn)
                at += 1
            to_play = left if to_play < 0 else to_play - 1
            if to_play == 0:
                playing, number = highest(scores, playing, seats)
                if number == 1 or rules.tie != TIE_TURN:
                    winners, again = settle(rules.tie, game.key, start, playing, seats, scratch.values)
                    tie_breaks += again
                    if again < 0:
                        status[_CODE] = ENDLESS
                        return np.int64(FAILED)
                    break
                tie_breaks += 1
                to_play = np.int64(number)
            seat = next_seat(playing, seat, seats)
        half_leader = scratch.leaders[begun // 2 - 1] if begun > 1 else -1
        write_game(games, game, start, winners, Course(begun, rounds, lead_changes, half_leader, tie_breaks))
        for seat in range(seats):
            games[OF_GAME.score + seat, row] = scores[seat]
            games[OF_GAME.seat_turns + seat, row] = turns_of[seat]
        return at

    return play_turns
