"""Nothing is seen in the bits of the streams: first draws are distinct, dice fair, neighbouring streams independent.

Unless it says otherwise, a test is wrong about a perfect generator once in 10^6. It says which bias it cannot miss: one
of that size passes once in 10^6 as well. Seeds are fixed, so a test that passes once passes always.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from numba import njit
from scipy import special

from simkit import streams
from simkit.streams import Deal, Purpose, Stream
from tests.twin_streams import as_index

ALARM = 1e-6


Words = npt.NDArray[np.uint64]


@njit
def _fill(first_key, second_key, deal, purpose, seat, turn, skipped, bits, rolls):  # type: ignore[no-untyped-def]
    """Fill ``uint64[n]`` bits and ``int64[n]`` rolls: the draw, and the roll of six dice, after ``skipped`` draws."""
    for i in range(len(bits)):
        key = streams.deal_key((first_key[i], second_key[i]), deal[i])
        word = streams.counter_word(purpose[i], seat[i], turn[i])
        for _ in range(skipped[i]):
            word = streams.next_word(word)
        bits[i] = streams.draw(key, word)
        rolls[i], _ = streams.roll_index(key, word, 6)


def draw_many(
    n: int, seed: Any = 1, deal: Any = 0, purpose: Any = Purpose.DICE, seat: Any = 0, turn: Any = 0, skipped: Any = 0
) -> tuple[Words, npt.NDArray[np.int64]]:
    """Bits, and rolls of six dice, of ``n`` streams: each argument a number or an array of ``n`` numbers."""
    chosen, which = np.unique(np.atleast_1d(seed), return_inverse=True)
    keys = np.array([streams.seed_key(int(one)) for one in chosen], dtype=np.uint64)[which]
    bits, rolls = np.empty(n, dtype=np.uint64), np.empty(n, dtype=np.int64)
    places = (np.asarray(place, dtype=np.int64) for place in (deal, purpose, seat, turn, skipped))
    _fill(*(np.broadcast_to(place, n) for place in (keys[:, 0], keys[:, 1], *places)), bits, rolls)
    return bits, rolls


def test_many_draws_are_the_streams_draws():
    bits, rolls = draw_many(3, seed=[5, 5, 0], deal=[0, 9, 9], purpose=Purpose.CARDS, seat=2, turn=[0, 7, 7], skipped=2)
    for i, (seed, deal, turn) in enumerate(((5, 0, 0), (5, 9, 7), (0, 9, 7))):
        stream = Deal(seed, deal).stream(Purpose.CARDS, 2, turn)
        stream.bits()
        stream.bits()
        again = Stream(Deal(seed, deal).key(), Purpose.CARDS, 2, turn)
        again._word = stream._word
        assert (bits[i], rolls[i]) == (stream.bits(), as_index(again.roll(6)))


GRID = (len(Purpose), 8, 20)
"""Purposes, seats and turns of each deal in the tests of distinct draws."""


def first_draws(begin: int, end: int) -> Words:
    """The first draws of keys ``begin .. end - 1`` of the grid, purposes varying fastest, deals slowest."""
    index = np.arange(begin, end)
    deal, inside = np.divmod(index, math.prod(GRID))
    purpose, seat, turn = np.unravel_index(inside, GRID)
    return draw_many(end - begin, deal=deal, purpose=purpose, seat=seat, turn=turn)[0]


def test_first_draws_of_a_million_keys_are_distinct():
    """False alarm: a repeat among 10^6 random words of 64 bits has the chance 10^12 / 2^65 = 3e-8."""
    assert len(np.unique(first_draws(0, 10**6))) == 10**6


@pytest.mark.slow
def test_first_draws_of_a_hundred_million_keys_are_distinct():
    """False alarm 3e-4 (10^16 / 2^65). Eight passes, each for words with the same upper three bits: 100 MB a time."""
    size = 2**20
    found = 0
    for top in range(8):
        kept = []
        for begin in range(0, 10**8, size):
            words = first_draws(begin, min(begin + size, 10**8))
            kept.append(words[words >> np.uint64(61) == top])
        together = np.concatenate(kept)
        together.sort()
        found += 1 + np.count_nonzero(np.diff(together))
    assert found == 10**8


# --- Statistics -------------------------------------------------------------------------------------------------------


def chi_square_alarm(counts: npt.NDArray[np.int64]) -> float:
    """Chance that equally likely cells give counts at least as uneven (chi-square, all cells but one free)."""
    expected = counts.sum() / counts.size
    assert expected > 40, "too few for the chi-square approximation to hold so far out in its tail"
    return float(special.chdtrc(counts.size - 1, ((counts - expected) ** 2).sum() / expected))


def bits_alarm(agreements: npt.NDArray[np.int64], n: int) -> float:
    """Chance that ``n`` throws of each of so many fair coins give counts at least as uneven as ``agreements``."""
    return float(special.chdtrc(agreements.size, ((2 * agreements - n) ** 2).sum() / n))


def sure_bias(free: int, n: int) -> float:
    """The relative bias, root mean square over cells, that ``n`` draws show but for one time in 1 / ALARM.

    A bias b makes the chi-square statistic noncentral by n b^2.
    """
    critical = special.chdtri(free, ALARM)
    return math.sqrt(special.chndtrinc(critical, free, ALARM) / n)


def set_bits(words: Words) -> npt.NDArray[np.int64]:
    """``int64[64]``: in how many words each bit is set, the lowest first."""
    return np.array([np.count_nonzero(words & np.uint64(1 << bit)) for bit in range(64)])


N = 2**21
STATED = [
    (5, N, 0.0073, "faces of one die"),
    (1295, N, 0.0165, "two dice with two dice"),
    (46_655, N, 0.0378, "rolls of six dice"),
    (63, N, 0.0096, "agreement of 64 bits, or coins in 64 cells"),
    (64, 2**16, 0.054, "avalanche of one bit"),
]


@pytest.mark.parametrize(("free", "n", "stated", "what"), STATED)
def test_the_stated_biases_are_what_the_tests_cannot_miss(free, n, stated, what):
    assert 0.95 * stated < sure_bias(free, n) <= stated


def test_the_assertions_raise_as_many_false_alarms_as_they_say():
    """20,000 fair tables each: alarms at level 0.01 are binomial; outside 140 to 262 less than once in 10^5 times."""
    rng = np.random.default_rng(20261129)
    tables = rng.multinomial(6_000, [1 / 36] * 36, size=20_000)
    assert 140 <= sum(chi_square_alarm(table) < 0.01 for table in tables) <= 262
    coins = rng.binomial(2**13, 0.5, size=(20_000, 64))
    assert 140 <= sum(bits_alarm(counts, 2**13) < 0.01 for counts in coins) <= 262


def test_a_die_with_the_stated_bias_is_caught():
    """Face 6 too frequent by x and the others too rare by x / 5: the root mean square is x / sqrt(5)."""
    _, n, stated, _ = STATED[0]
    chances = np.full(6, 1 - stated * math.sqrt(5) / 5)
    chances[5] = 1 + stated * math.sqrt(5)
    assert chi_square_alarm(np.random.default_rng(1).multinomial(n, chances / 6)) < ALARM


# 16 turns of each deal. Odd turns and deals are left to the neighbours: no draw is in two pairs, so that the counts of
# pairs are multinomial.
PLACES = {"deal": np.arange(N) // 16 * 2, "turn": np.arange(N) % 16 * 2}
SEEDS = np.arange(N) // 2**7 * 2

NEIGHBOURS = {
    "successive draws": ({}, {"skipped": 1}),
    "draws one apart": ({}, {"skipped": 2}),
    "seats": ({}, {"seat": 1}),
    "far seats": ({}, {"seat": 7}),
    "turns": ({}, {"turn": PLACES["turn"] + 1}),
    "deals": ({}, {"deal": PLACES["deal"] + 1}),
    "dice and starts": ({}, {"purpose": Purpose.START}),
    "dice and coins": ({}, {"purpose": Purpose.COINS}),
    "cards and tie-breaks": ({"purpose": Purpose.CARDS}, {"purpose": Purpose.TIE_BREAK}),
    "seeds": ({"seed": SEEDS, "deal": np.arange(N) % 2**7}, {"seed": SEEDS + 1, "deal": np.arange(N) % 2**7}),
    "seeds and deals": (
        {"seed": SEEDS, "deal": np.arange(N) % 2**7},
        {"seed": SEEDS + 1, "deal": np.arange(N) % 2**7 + 1},
    ),
}


@pytest.fixture(scope="module")
def usual() -> tuple[Words, npt.NDArray[np.int64]]:
    """The dice of seat 1 at ``PLACES``."""
    return draw_many(N, **PLACES)


def test_every_die_of_a_roll_is_fair(usual):
    """Cannot miss a root mean square bias of 0.73 % over the faces, such as one face too frequent by 1.7 %."""
    for place in range(6):
        assert chi_square_alarm(np.bincount(usual[1] // 6**place % 6, minlength=6)) > ALARM / 6


def test_every_roll_of_six_dice_is_equally_likely(usual):
    """So the dice of a roll are independent. Cannot miss a root mean square bias of 3.8 % over the 46,656 rolls."""
    assert chi_square_alarm(np.bincount(usual[1], minlength=6**6)) > ALARM


@pytest.mark.parametrize("pair", NEIGHBOURS)
def test_neighbouring_streams_are_independent(pair):
    """The first two dice of one with the first two of the other, and the agreement of every bit.

    Cannot miss a root mean square bias of 1.65 % over the 1296 pairs, or of 0.96 % over the bits' agreement (a bit that
    agrees in 53.9 % of the cases, or all in 50.5 %).
    """
    one, other = (draw_many(N, **{**PLACES, **places}) for places in NEIGHBOURS[pair])
    pairs = one[1] // 6**4 * 36 + other[1] // 6**4
    assert chi_square_alarm(np.bincount(pairs, minlength=36**2)) > ALARM / 2
    assert bits_alarm(set_bits(~(one[0] ^ other[0])), N) > ALARM / 2


def test_bits_are_fair(usual):
    """Cannot miss a root mean square bias of 0.96 % over the bits."""
    assert bits_alarm(set_bits(usual[0]), N) > ALARM


def test_coins_are_uniform():
    """64 cells; cannot miss a root mean square bias of 0.96 %."""
    bits, _ = draw_many(N, **PLACES, purpose=Purpose.COINS)
    assert chi_square_alarm(np.bincount((bits >> np.uint64(58)).astype(np.int64), minlength=64)) > ALARM


FLIPPED = {"seed": 63, "deal": 62, "seat": 6, "turn": 28, "purpose": 2}


@pytest.mark.parametrize(("axis", "bit"), [(axis, bit) for axis, width in FLIPPED.items() for bit in range(width)])
def test_a_flipped_bit_of_a_name_flips_every_bit_of_the_draw_half_the_time(axis, bit):
    """False alarm 1e-6 over all flips. Cannot miss a root mean square bias of 5.4 % over its 64 bits."""
    rng = np.random.default_rng([bit, len(axis)])
    n = 2**16
    places = {"deal": rng.integers(0, 2**62, n), "turn": rng.integers(0, 2**28, n), "seat": rng.integers(0, 64, n)}
    places |= {"seed": rng.choice(rng.integers(0, 2**63, 256), n), "purpose": rng.integers(0, 4, n)}
    before, _ = draw_many(n, **places)
    after, _ = draw_many(n, **{**places, axis: places[axis] ^ 1 << bit})
    assert bits_alarm(set_bits(before ^ after), n) > ALARM / sum(FLIPPED.values())
