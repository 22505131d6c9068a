"""Raw bits of the streams, in the orders in which games use them, for a public battery to read from a pipe.

    python -m tests.battery game | dieharder -g 200 -a

pytest does not collect it; ``docs/randomness.md`` quotes a run. It writes until the reader closes the pipe.
"""

from __future__ import annotations

import argparse
import itertools
import sys

import numpy as np
import numpy.typing as npt
from numba import njit

from simkit import streams

AXES = ("seed", "deal", "purpose", "seat", "turn", "draw")
ENDLESS = 2**62
"""Radix of an axis that never wraps."""

ORDERS = {
    "one": {"draw": ENDLESS},
    "deals": {"deal": ENDLESS},
    "turns": {"turn": 2**28, "deal": ENDLESS},
    "seats": {"seat": 8, "turn": 2**20, "deal": ENDLESS},
    "purposes": {"purpose": len(streams.Purpose), "deal": ENDLESS},
    "seeds": {"seed": ENDLESS},
    "game": {"draw": 4, "seat": 4, "turn": 20, "deal": ENDLESS},
}
"""For each order its axes, the one that changes with every word first; an axis left out stays at 0.

``one`` runs on, past the 2^24 draws that a turn has, into the turns that follow.
"""

_BLOCK = 2**17
_STEP = np.uint64(streams._STEP)
_SEED_0, _SEED_1 = np.uint64(streams._SEED_0), np.uint64(streams._SEED_1)


@njit
def _seed_key(seed):  # type: ignore[no-untyped-def]
    """``streams.seed_key``, compiled; ``main`` holds the two equal."""
    seed = np.uint64(seed)
    return streams._mix64(seed ^ _SEED_0), streams._mix64(streams._mix64(seed ^ _SEED_1) ^ _SEED_0)


@njit
def fill(words, first, axes, radices):  # type: ignore[no-untyped-def]
    """Fill ``uint64[n]`` with the words of an order from ``first`` on: its ``axes``, by number, and their radices."""
    place = np.zeros(len(AXES), dtype=np.int64)
    for i in range(len(words)):
        rest = first + i
        for k in range(len(axes)):
            place[axes[k]] = rest % radices[k]
            rest //= radices[k]
        word = streams.counter_word(place[2], place[3], place[4]) + np.uint64(place[5]) * _STEP
        words[i] = streams.draw(streams.deal_key(_seed_key(place[0]), place[1]), word)


def _half(words: npt.NDArray[np.uint64], half: str) -> npt.NDArray[np.generic]:
    """The words' low or high 32 bits, or both as they are."""
    if half == "both":
        return words
    return (words >> np.uint64(32) if half == "high" else words).astype(np.uint32)


def main() -> None:
    """Write words of the order named on the command line, from ``--first`` on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("order", choices=ORDERS)
    parser.add_argument("--half", choices=("low", "high", "both"), default="both", help="32 bits of each word, or all")
    parser.add_argument("--first", type=int, default=0, help="number of the first word")
    given = parser.parse_args()
    assert all(_seed_key(seed) == streams.seed_key(seed) for seed in (0, 1, 2**63 - 1))
    order = ORDERS[given.order]
    axes, radices = np.array([AXES.index(axis) for axis in order]), np.array(list(order.values()))
    words = np.empty(_BLOCK, dtype=np.uint64)
    for first in itertools.count(given.first, _BLOCK):
        fill(words, first, axes, radices)
        try:
            sys.stdout.buffer.write(_half(words, given.half).tobytes())
        except BrokenPipeError:
            return


if __name__ == "__main__":
    main()
