"""The streams: compiled and plain agree, a stream's name can be read back from its words, bounded draws are exact.

Nothing here is statistical but one test that random words are distinct, which says how often chance would fail it.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit import streams
from simkit.streams import MAX_BELOW, Deal, Purpose
from tests.twin_streams import MASK, UNSTEP, as_index, call_compiled, call_plain, compiled, planted, undraw, unmix

# The first call of a compiled function compiles it: no deadline.
untimed = settings(deadline=None)

LAST_SEED, LAST_DEAL, LAST_SEAT, LAST_TURN = 2**63 - 1, 2**62, 63, 2**28 - 1

seeds = st.integers(0, LAST_SEED)
deals = st.builds(Deal, seeds, st.integers(0, LAST_DEAL))
purposes = st.sampled_from(Purpose)
seats = st.integers(0, LAST_SEAT)
turns = st.integers(0, LAST_TURN)
bounds = st.integers(1, MAX_BELOW)

# --- Compiled and plain -----------------------------------------------------------------------------------------------

calls = st.lists(
    st.one_of(
        st.tuples(st.just("bits"), st.just(0)),
        st.tuples(st.just("coin"), st.just(0)),
        st.tuples(st.just("below"), bounds),
        st.tuples(st.just("roll"), st.integers(1, 6)),
    ),
    min_size=1,
    max_size=8,
)


@untimed
@given(deals, purposes, seats, turns, calls)
def test_compiled_and_plain_give_the_same_draws(deal, purpose, seat, turn, calls):
    key, word = compiled(deal, purpose, seat, turn)
    assert key == deal.key()
    stream = deal.stream(purpose, seat, turn)
    for name, size in calls:
        value, word = call_compiled(key, word, name, size)
        assert value == call_plain(stream, name, size), (name, size)


@untimed
@given(deals, purposes, seats, turns, st.integers(1, 6))
def test_first_dice_of_a_roll_agree_when_fewer_are_rolled(deal, purpose, seat, turn, dice):
    six = deal.stream(purpose, seat, turn)
    fewer = deal.stream(purpose, seat, turn)
    assert fewer.roll(dice) == six.roll(6)[:dice]
    assert fewer.bits() == six.bits()  # and both have used up one word
    key, word = compiled(deal, purpose, seat, turn)
    all_six, after_six = streams.roll_index(key, word, 6)
    some, after_some = streams.roll_index(key, word, dice)
    assert (some, after_some) == (all_six // 6 ** (6 - dice), after_six)


@untimed
@given(deals, purposes, seats, turns)
def test_two_dice_are_those_of_a_roll(deal, purpose, seat, turn):
    key, word = compiled(deal, purpose, seat, turn)
    first, second, after = streams.roll_two(key, word)
    stream = deal.stream(purpose, seat, turn)
    assert ((first, second), after) == (stream.roll(2), stream._word)


# --- Keys: what names a stream can be read back from its words, so no two streams share any ---------------------------


@untimed
@given(deals)
def test_a_deal_key_names_its_seed_and_deal(deal):
    first, second = deal.key()
    seed_second = first ^ unmix(second)
    seed = unmix(unmix(seed_second) ^ streams._SEED_0) ^ streams._SEED_1
    number = (unmix(first) - streams.seed_key(seed)[0]) * UNSTEP & MASK
    assert (seed, number) == (deal.seed, deal.number)


@untimed
@given(purposes, seats, turns, st.integers(0, 2**24 - 1))
def test_a_counter_word_names_its_purpose_seat_turn_and_draw(purpose, seat, turn, number):
    word = int(streams.counter_word(int(purpose), seat, turn)) + number * streams._STEP
    packed = word * UNSTEP & MASK
    assert (packed >> 58, packed >> 52 & 63, packed >> 24 & LAST_TURN, packed & 2**24 - 1) == (
        purpose,
        seat,
        turn,
        number,
    )
    assert streams.next_word(np.uint64(word & MASK)) * UNSTEP & MASK == packed + 1 & MASK


@untimed
@given(deals, st.integers(0, MASK))
def test_a_draw_names_its_counter_word(deal, word):
    key, _ = compiled(deal, Purpose.DICE, 0, 0)
    assert undraw(deal.key(), int(streams.draw(key, np.uint64(word)))) == word


@pytest.mark.parametrize("seed", [0, 1, 2, 20261129, LAST_SEED - 1])
def test_neighbouring_seeds_share_no_deal_key(seed):
    """Neither whole keys nor, among the first 20,000 deals, a single word of them."""
    words = [word for k in (seed, seed + 1) for number in range(20_000) for word in Deal(k, number).key()]
    assert len(set(words)) == len(words)  # chance of a repeat in 80,000 random words: 2e-10


def test_purposes_are_numbered_for_ever():
    assert [(purpose.name, purpose.value) for purpose in Purpose] == [
        ("START", 0), ("DICE", 1), ("TIE_BREAK", 2), ("CARDS", 3), ("FIRST_DEALER", 4), ("COINS", 5),
    ]  # fmt: skip


def test_what_is_out_of_range_is_refused():
    deal = Deal(LAST_SEED, LAST_DEAL)
    for seat, turn in ((-1, 0), (LAST_SEAT + 1, 0), (0, -1), (0, LAST_TURN + 1)):
        with pytest.raises(ValueError, match=f"seat {seat} or turn {turn}"):
            deal.stream(Purpose.DICE, seat, turn)
    for seed in (-1, LAST_SEED + 1):
        with pytest.raises(ValueError, match=f"seed {seed} is not in"):
            streams.seed_key(seed)
    for bound in (0, -1, MAX_BELOW + 1):
        with pytest.raises(ValueError, match=f"bound {bound} is not in"):
            deal.stream(Purpose.DICE).below(bound)


# --- Bounded draws: exact ---------------------------------------------------------------------------------------------


def accepted(bound: int, number: int) -> tuple[int, int]:
    """First and last of the 48-bit values that give ``number``, by the definition of the method."""
    reject = 2**48 % bound
    return -(-(number * 2**48 + reject) // bound), -(-((number + 1) * 2**48) // bound) - 1


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52, 1296, 46_655, 46_656, 65_521, 65_535, MAX_BELOW])
def test_every_number_below_a_bound_has_equally_many_values(bound):
    """And what is rejected lies alone between two numbers' values: nothing else does the code have to get right."""
    end = 0
    for number in range(bound):
        first, last = accepted(bound, number)
        assert last - first + 1 == 2**48 // bound
        assert first - end in (0, 1)
        end = last + 1
    assert end == 2**48


def meaning(value: int, bound: int) -> int | None:
    """The number that a 48-bit value gives; None for a rejected one."""
    number = value * bound >> 48
    first, last = accepted(bound, number)
    return number if first <= value <= last else None


def value_with_remainder(bound: int, place: int) -> int:
    """The 48-bit value whose product with ``bound`` has the ``place``-th lowest of the remainders of 2^48 that occur.

    The lowest ``rejections(bound)`` of them, and no others, are to be rejected.
    """
    common = math.gcd(2**48, bound)
    number = -place * pow(2**48 // common, -1, bound // common) % (bound // common)
    return -(-(number << 48) // bound)


def rejections(bound: int) -> int:
    """How many remainders that occur are rejected."""
    return 2**48 % bound // math.gcd(2**48, bound)


@untimed
@given(deals, bounds, st.data(), st.integers(0, 2**16 - 1))
def test_below_accepts_and_rejects_where_it_must(deal, bound, data, low):
    """Draws are planted at the edges of a number's values; a rejected draw is followed by the stream's next one."""
    number = data.draw(st.integers(0, bound - 1))
    first, last = accepted(bound, number)
    bad = rejections(bound)
    edges = {first - 1, first, last, last + 1} | {value_with_remainder(bound, place) for place in (0, bad - 1, bad)}
    for value in sorted(value for value in edges if 0 <= value < 2**48):
        (key, word), stream = planted(deal, value, low)
        expected, used = meaning(value, bound), 1
        while expected is None:
            used += 1
            later = streams.draw(key, np.uint64(int(word) + (used - 1) * streams._STEP & MASK))
            expected = meaning(int(later) >> 16, bound)
        after = int(word) + used * streams._STEP & MASK
        assert streams.below(key, word, bound) == (expected, after)
        assert (stream.below(bound), stream._word) == (expected, after)


@untimed
@given(deals, st.integers(0, rejections(46_656) - 1), st.integers(1, 6), st.integers(0, 2**16 - 1))
def test_a_roll_rejects_what_six_dice_reject(deal, place, dice, low):
    """So that the first dice agree even then."""
    (key, word), stream = planted(deal, value_with_remainder(46_656, place), low)
    following = streams.roll_index(key, np.uint64(streams.next_word(word)), dice)
    assert streams.roll_index(key, word, dice) == following
    *two, after = streams.roll_two(key, word)
    assert (as_index(tuple(two)), after) == streams.roll_index(key, word, 2)
    assert (as_index(stream.roll(dice)), stream._word) == following


@untimed
@given(deals, st.integers(0, 2), st.integers(1, 6), st.integers(0, 2**16 - 1))
def test_a_roll_accepts_what_six_dice_accept(deal, beyond, dice, low):
    value = value_with_remainder(46_656, rejections(46_656) + beyond)
    (key, word), stream = planted(deal, value, low)
    roll = value * 46_656 // 2**48 // 6 ** (6 - dice)
    assert streams.roll_index(key, word, dice) == (roll, streams.next_word(word))
    assert as_index(stream.roll(dice)) == roll


@untimed
@given(deals)
def test_a_coin_is_below_one(deal):
    for bits, coin in ((MASK, 1 - 2.0**-53), (2**11 - 1, 0.0), (2**63, 0.5)):
        (key, word), stream = planted(deal, bits >> 16, bits & 0xFFFF)
        assert streams.coin(key, word) == stream.coin() == coin


# --- Known answers: the stream version --------------------------------------------------------------------------------

SEED_KEYS = {
    0: (0x8BFFC40D437DE1A8, 0x1E8B0CB1BD29DD51),
    1: (0xBE5800B5C15EBC89, 0xEDD3E3B56C99D7EC),
    LAST_SEED: (0x51665ECC19CDA6E8, 0x61DA6BEADEB06916),
}

# Stream, the deal's key, two draws; then, each from the start again: a roll of six, of two and of six dice; six numbers
# below 45; two coins.
KNOWN = [
    (
        (0, 0, Purpose.START, 0, 0),
        (0xB86FCB8DD4E9BD0B, 0x24B476B9A0AB3B9A),
        (0x3BE37880F72E167A, 0x522FC9DEB26F09FA),
        ((2, 3, 3, 4, 2, 1), (2, 6), (4, 6, 1, 4, 2, 2)),
        (10, 14, 28, 11, 26, 18),
        (0.23393967770169177, 0.32104169547022476),
    ),
    (
        (1, 0, Purpose.DICE, 0, 1),
        (0xA426390C3CEB923B, 0xC4D475E575D8DB5),
        (0xFFC7A8DD6CF63BAB, 0x18F8A3A94ACFD608),
        ((6, 6, 6, 5, 6, 2), (1, 4), (1, 6, 6, 5, 4, 3)),
        (44, 4, 7, 5, 10, 22),
        (0.9991403141584322, 0.09754393466101807),
    ),
    (
        (1, 1, Purpose.DICE, 1, 1),
        (0x91B8E6001AF797D5, 0x3ED1587EB663A608),
        (0x81EF3BF47765ABFB, 0x9F6549B011AE587C),
        ((4, 1, 2, 4, 5, 5), (4, 5), (3, 4, 5, 6, 4, 3)),
        (22, 28, 19, 17, 43, 13),
        (0.5075566741792473, 0.6226392798286552),
    ),
    (
        (20261129, 999_999, Purpose.COINS, 3, 17),
        (0x8A34EBD10F857835, 0x5D136FE08661697E),
        (0x2BF0DB6F6D47FD73, 0xE540ADDD2596A056),
        ((2, 1, 2, 1, 3, 5), (6, 3), (5, 4, 3, 6, 5, 4)),
        (7, 40, 34, 41, 20, 10),
        (0.17164393873579786, 0.8955181755933048),
    ),
    (
        (LAST_SEED, LAST_DEAL, Purpose.COINS, LAST_SEAT, LAST_TURN),
        (0xD9648BE6553622AB, 0xD9B2CCC3CE149472),
        (0x562D1FF7DFCCD585, 0x79833AEC66F9F48),
        ((3, 1, 1, 5, 2, 4), (1, 2), (3, 3, 4, 1, 2, 5)),
        (15, 1, 18, 33, 17, 22),
        (0.3366260509645145, 0.029666166467391952),
    ),
]


def test_stream_version_1_has_these_seed_keys():
    """Whoever changes what is drawn raises ``STREAM_VERSION`` and writes the answers anew, here and below."""
    assert streams.STREAM_VERSION == 1
    assert {seed: streams.seed_key(seed) for seed in SEED_KEYS} == SEED_KEYS


@pytest.mark.parametrize(("name", "key", "bits", "rolls", "numbers", "coins"), KNOWN)
def test_stream_version_1_has_these_draws(name, key, bits, rolls, numbers, coins):
    seed, number, *place = name
    script = [
        [("bits", 0, bit) for bit in bits],
        [("roll", len(faces), faces) for faces in rolls],
        [("below", 45, value) for value in numbers],
        [("coin", 0, value) for value in coins],
    ]
    for calls in script:
        stream = Deal(seed, number).stream(*place)
        compiled_key, word = compiled(Deal(seed, number), *place)
        assert compiled_key == key
        for method, size, expected in calls:
            value, word = call_compiled(compiled_key, word, method, size)
            assert value == (as_index(expected) if method == "roll" else expected)
            answer = getattr(stream, method)(*[size] if size else [])
            assert answer == expected
