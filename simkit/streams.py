"""Keyed random streams: the only place that makes randomness of games.

A draw is a hash of (deal key, counter word). The deal key is a pair of words that depend on seed and deal alone; the
counter word packs purpose, seat, turn and the number of the draw, so that no two streams of a deal ever share a counter
word. Nothing is sequential but that last number: a turn meets the same dice whatever was played before it.

Each function is here twice: compiled for kernels, and in plain Python (``Deal`` and ``Stream``) for the reference. The
tests hold the two equal and pin both to known answers; a change in either raises ``STREAM_VERSION``.
``docs/randomness.md`` argues the construction.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from simkit.jit import helper
from simkit.version import STREAM_VERSION

__all__ = [
    "MAX_BELOW",
    "STREAM_VERSION",
    "Deal",
    "Purpose",
    "Stream",
    "below",
    "coin",
    "counter_word",
    "deal_key",
    "draw",
    "next_word",
    "roll_index",
    "roll_two",
    "seed_key",
]


class Purpose(IntEnum):
    """What a stream is for; the numbers are fixed for ever."""

    START = 0
    DICE = 1
    TIE_BREAK = 2
    CARDS = 3
    FIRST_DEALER = 4
    COINS = 5


_MASK = 2**64 - 1
# Multiplier of the xorshift-multiply rounds, odd and without a pattern (the one of P. Evensen's and degski's mixers).
_MIX = 0xD6E8FEB86659FD93
# 2**64 divided by the golden ratio, made odd: spreads consecutive counter words over all bits (Steele and others 2014).
_STEP = 0x9E3779B97F4A7C15
_SEED_0, _SEED_1 = 0x243F6A8885A308D3, 0x13198A2E03707344  # the first bits of pi: no choice of ours

MAX_BELOW = 2**16
"""Largest bound of a bounded draw: 48 random bits times the bound must fit in 64."""

_LOW_48 = 2**48 - 1
_SIX_DICE = 6**6
_POWERS = (1, 6, 36, 216, 1296, 7776, 46656)

_U_MIX, _U_STEP = np.uint64(_MIX), np.uint64(_STEP)
_U_LOW_48, _U_16, _U_11 = np.uint64(_LOW_48), np.uint64(16), np.uint64(11)
_U_32, _U_48 = np.uint64(32), np.uint64(48)
_U_SIX, _U_SIX_DICE, _U_SIX_DICE_REJECT = np.uint64(6), np.uint64(_SIX_DICE), np.uint64(2**48 % _SIX_DICE)
_U_POWERS = np.array(_POWERS, dtype=np.uint64)
_U_2_48 = np.uint64(2**48)
_U_PURPOSE_SHIFT, _U_SEAT_SHIFT, _U_TURN_SHIFT = np.uint64(58), np.uint64(52), np.uint64(24)
_TO_UNIT = 2.0**-53


def _mix(x: int) -> int:
    """A bijection of 64-bit words: three rounds of xorshift and multiply."""
    for _ in range(3):
        x ^= x >> 32
        x = x * _MIX & _MASK
    return x ^ x >> 32


def seed_key(seed: int) -> tuple[int, int]:
    """Two words of a seed (0 to 2^63 - 1), mixed so that neighbouring seeds have nothing in common."""
    if not 0 <= seed < 2**63:
        raise ValueError(f"seed {seed} is not in 0 .. 2^63 - 1")
    return _mix(seed ^ _SEED_0), _mix(_mix(seed ^ _SEED_1) ^ _SEED_0)


@helper
def _mix64(x):
    """``_mix``, compiled."""
    x ^= x >> _U_32
    x *= _U_MIX
    x ^= x >> _U_32
    x *= _U_MIX
    x ^= x >> _U_32
    x *= _U_MIX
    return x ^ (x >> _U_32)


@helper
def deal_key(key, deal):
    """The two words of a deal under a seed's ``key``; the first is a bijection of the deal."""
    first = _mix64(np.uint64(deal) * _U_STEP + np.uint64(key[0]))
    return first, _mix64(first ^ np.uint64(key[1]))


@helper
def counter_word(purpose, seat, turn):
    """First counter word of a stream: purpose (6 bits), seat (6), turn (28) and a draw number of 0 (24), spread."""
    packed = (
        np.uint64(purpose) << _U_PURPOSE_SHIFT | np.uint64(seat) << _U_SEAT_SHIFT | np.uint64(turn) << _U_TURN_SHIFT
    )
    return packed * _U_STEP


@helper
def next_word(word):
    """The counter word of the stream's next draw."""
    return word + _U_STEP


@helper
def draw(key, word):
    """The 64 random bits of a counter word: ``_mix`` with the deal's second word added after the first round."""
    x = word ^ key[0]
    x ^= x >> _U_32
    x *= _U_MIX
    x += key[1]
    x ^= x >> _U_32
    x *= _U_MIX
    x ^= x >> _U_32
    x *= _U_MIX
    return x ^ (x >> _U_32)


@helper
def below(key, word, bound):
    """An exactly uniform number in 0 .. bound - 1 (bound at most ``MAX_BELOW``), and the next counter word.

    Lemire's method (2019): of the words that give a number, exactly floor(2^48 / bound) are accepted.
    """
    bound = np.uint64(bound)
    while True:
        product = (draw(key, word) >> _U_16) * bound
        word = word + _U_STEP
        fraction = product & _U_LOW_48
        # What is rejected is less than the bound; so the division is hardly ever made.
        if fraction >= bound or fraction >= _U_2_48 % bound:
            return np.int64(product >> _U_48), word


@helper
def _roll_bits(key, word):
    """48 random bits that give a roll of six dice without bias, and the next counter word."""
    while True:
        bits = draw(key, word) >> _U_16
        word = word + _U_STEP
        if (bits * _U_SIX_DICE) & _U_LOW_48 >= _U_SIX_DICE_REJECT:
            return bits, word


@helper
def roll_index(key, word, dice):
    """A roll of ``dice`` (1 to 6) as a number below 6^dice, the first die the most significant; and the next word.

    The draw is accepted as one of six dice, so the first dice of a roll are the same however many are rolled.
    """
    bits, word = _roll_bits(key, word)
    return np.int64((bits * _U_POWERS[dice]) >> _U_48), word


@helper
def roll_two(key, word):
    """The faces of the two dice that ``roll_index`` numbers, and the next word; without a division."""
    bits, word = _roll_bits(key, word)
    first = bits * _U_SIX
    second = (first & _U_LOW_48) * _U_SIX
    return np.int64(first >> _U_48) + 1, np.int64(second >> _U_48) + 1, word


@helper
def coin(key, word):
    """A number in [0, 1) with 53 random bits; takes one counter word."""
    return np.float64(draw(key, word) >> _U_11) * _TO_UNIT


@dataclass(frozen=True)
class Deal:
    """One deal of a seed, in plain Python: gives the streams that a reference plays from."""

    seed: int
    number: int

    def key(self) -> tuple[int, int]:
        """The two words of ``deal_key``."""
        seed = seed_key(self.seed)
        first = _mix((self.number * _STEP + seed[0]) & _MASK)
        return first, _mix(first ^ seed[1])

    def stream(self, purpose: Purpose, seat: int = 0, turn: int = 0) -> Stream:
        """The stream for a purpose, a 0-based seat (under 64) and a turn (under 2^28)."""
        return Stream(self.key(), purpose, seat, turn)


class Stream:
    """A stream in plain Python; each method takes the next draw or draws."""

    def __init__(self, key: tuple[int, int], purpose: Purpose, seat: int, turn: int) -> None:
        if not (0 <= seat < 64 and 0 <= turn < 2**28):
            raise ValueError(f"seat {seat} or turn {turn} is out of a stream's range")
        self._key = key
        self._word = (purpose << 58 | seat << 52 | turn << 24) * _STEP & _MASK

    def bits(self) -> int:
        """64 random bits."""
        x = self._word ^ self._key[0]
        x ^= x >> 32
        x = (x * _MIX + self._key[1]) & _MASK
        x ^= x >> 32
        x = x * _MIX & _MASK
        x ^= x >> 32
        x = x * _MIX & _MASK
        self._word = (self._word + _STEP) & _MASK
        return x ^ x >> 32

    def below(self, bound: int) -> int:
        """An exactly uniform number in 0 .. bound - 1."""
        if not 1 <= bound <= MAX_BELOW:
            raise ValueError(f"bound {bound} is not in 1 .. {MAX_BELOW}")
        while True:
            product = (self.bits() >> 16) * bound
            if product & _LOW_48 >= 2**48 % bound:
                return product >> 48

    def roll(self, dice: int) -> tuple[int, ...]:
        """The faces of ``dice`` dice (1 to 6)."""
        six = self.below(_SIX_DICE)
        return tuple(six // 6**place % 6 + 1 for place in range(5, 5 - dice, -1))

    def coin(self) -> float:
        """A number in [0, 1) with 53 random bits."""
        return (self.bits() >> 11) * _TO_UNIT
