"""A stream in both its forms, compiled and plain, called alike; and the way back from a draw to its counter word."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit import streams
from simkit.streams import Deal, Purpose, Stream

MASK = 2**64 - 1

Compiled = tuple[tuple[np.uint64, np.uint64], np.uint64]


def compiled(deal: Deal, purpose: Purpose, seat: int, turn: int) -> Compiled:
    """Key and first counter word of a stream, from the compiled functions."""
    seed = tuple(np.uint64(word) for word in streams.seed_key(deal.seed))
    first, second = streams.deal_key(seed, deal.number)
    return (np.uint64(first), np.uint64(second)), np.uint64(streams.counter_word(int(purpose), seat, turn))


def as_index(faces: tuple[int, ...]) -> int:
    """A roll as its number, the first die the most significant."""
    return sum((face - 1) * 6**place for place, face in enumerate(reversed(faces)))


def call_compiled(key: Any, word: Any, name: str, size: int) -> tuple[Any, Any]:
    """One call of a compiled draw: what it gives, and the next counter word."""
    if name == "below":
        value, word = streams.below(key, word, size)
    elif name == "roll":
        value, word = streams.roll_index(key, word, size)
    else:
        value = (streams.draw if name == "bits" else streams.coin)(key, word)
        word = streams.next_word(word)
    return value, np.uint64(word)


def call_plain(stream: Stream, name: str, size: int) -> Any:
    """The same call in plain Python."""
    method = getattr(stream, name)
    answer = method(size) if name in {"below", "roll"} else method()
    return as_index(answer) if name == "roll" else answer


def unxorshift(x: int) -> int:
    """Inverse of ``x ^ x >> 32``, which is its own."""
    return x ^ x >> 32


UNMIX = pow(streams._MIX, -1, 2**64)
UNSTEP = pow(streams._STEP, -1, 2**64)


def unmix(x: int) -> int:
    """Inverse of ``streams._mix``."""
    for _ in range(3):
        x = unxorshift(x) * UNMIX & MASK
    return unxorshift(x)


def undraw(key: tuple[int, int], bits: int) -> int:
    """The counter word whose draw under ``key`` is ``bits``: a draw is a bijection of the counter word."""
    x = unxorshift(bits) * UNMIX & MASK
    x = unxorshift(x) * UNMIX & MASK
    x = (unxorshift(x) - key[1]) * UNMIX & MASK
    return unxorshift(x) ^ key[0]


def planted(deal: Deal, value: int, low: int) -> tuple[Compiled, Stream]:
    """A stream, compiled and plain, whose next draw has ``value`` as its upper 48 bits."""
    word = undraw(deal.key(), value << 16 | low)
    key, _ = compiled(deal, Purpose.DICE, 0, 0)
    stream = deal.stream(Purpose.DICE)
    stream._word = word
    return (key, np.uint64(word)), stream
