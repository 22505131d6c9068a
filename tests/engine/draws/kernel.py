"""Plays the game with the signature of every kernel: one stretch of deals into buffers that the caller owns.

``max_turns`` below 10 makes faults: at deal 5000 the kernel reports an illegal answer (1), an endless game (2), raises
(3), or writes a value out of range (4).
"""

import numpy as np

from simkit.kernel import ENDLESS, ILLEGAL, OK, Status
from simkit.model.columns import MISSING

FAULTY_DEAL = 5000


def tables(rules):
    return (rules.bonus,)


def mixed(deal, seating, salt, key):
    """``uint64`` words that look random: a mix of deal, seating and salt (whole arrays at a time)."""
    word = (deal.astype(np.uint64) << np.uint64(16)) + seating.astype(np.uint64) * np.uint64(64) + np.uint64(salt)
    word ^= key
    for shift in (31, 29, 32):
        word = (word ^ (word >> np.uint64(shift))) * np.uint64(0xD6E8FEB86659FD93)
    return word


def play(chunk, bots, tables, output, status):
    key, first, deals, max_turns, seatings = chunk
    games, turns = output
    seats, count = seatings.shape[1], seatings.shape[0]
    deal = np.repeat(np.arange(first, first + deals), count)
    seating = np.tile(np.arange(count), deals)
    lengths = (mixed(deal, seating, 1, key[0]) % np.uint64(7)).astype(np.int64) + 1
    done = deals
    if turns.shape[1]:
        ends = np.cumsum(lengths.reshape(deals, count).sum(axis=1))
        done = int(np.searchsorted(ends, turns.shape[1], side="right"))
    if max_turns < 10 and first <= FAULTY_DEAL < first + done:
        status[Status.DEAL], status[Status.SEATING], status[Status.SEAT] = FAULTY_DEAL, count - 1, seats - 1
        if max_turns == 3:
            raise ZeroDivisionError("division by zero")
        status[Status.CODE] = {1: ILLEGAL, 2: ENDLESS}.get(max_turns, OK)
    rows = done * count
    deal, seating, lengths = deal[:rows], seating[:rows], lengths[:rows]
    _fill_games(games[:, :rows], deal, seating, lengths, key[0], seats, tables[0])
    if max_turns == 4 and first <= FAULTY_DEAL < first + done:
        games[2, (FAULTY_DEAL - first) * count] = 256
    if turns.shape[1]:
        status[Status.TURN_ROWS] = _fill_turns(turns, deal, seating, lengths, key[0])
    return done


def _fill_games(out, deal, seating, lengths, key, seats, bonus):
    scores = np.stack(
        [(mixed(deal, seating, 10 + seat, key) % np.uint64(1000)).astype(np.int64) for seat in range(seats)]
    )
    out[0], out[1], out[3] = deal, seating + 1, lengths
    out[2] = 1 << scores.argmax(axis=0)
    out[4] = lengths == 7
    out[5] = lengths % 3
    out[6] = np.where(lengths % 2, scores.argmin(axis=0) + 1, MISSING)
    out[7] = mixed(deal, seating, 3, key).astype(np.int64) >> 8
    out[8 : 8 + seats] = scores + bonus


def _fill_turns(out, deal, seating, lengths, key):
    total = int(lengths.sum())
    game = np.repeat(np.arange(len(deal)), lengths)
    turn = np.arange(total) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    out[:, :total] = deal[game], seating[game] + 1, turn + 1, deal[game] % 1000
    return total
