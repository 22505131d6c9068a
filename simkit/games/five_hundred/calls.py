"""The ladder of bids, lowest first, and the numbers that calls and contracts have.

Which bid is higher is its place in this list, not its points: 8S (240) is higher than a misere (250). Rules may order
it otherwise: ``auction.ladder``.
"""

from __future__ import annotations

from typing import NamedTuple

from simkit.games.five_hundred.cards import MISERE, NO_TRUMP, STRAINS

__all__ = [
    "BIDS",
    "BLIND",
    "BLIND_BIT",
    "CALLS",
    "CONTRACTS",
    "LADDER",
    "MISERE_BID",
    "OPEN_MISERE",
    "PASS",
    "PASSED_OUT",
    "SANS_KITTY",
    "Contract",
]


class Contract(NamedTuple):
    """A bid as a contract: what it is called, the tricks it needs (none in a misere), its strain and its points."""

    label: str
    level: int
    strain: int
    points: int


def _suit_bids(level: int) -> list[Contract]:
    """The five bids of a level with their points in the Avondale schedule."""
    return [
        Contract(f"{level}{STRAINS[strain]}", level, strain, 40 + 20 * strain + 100 * (level - 6))
        for strain in range(NO_TRUMP + 1)
    ]


_MISERE, _OPEN_MISERE = Contract("M", 0, MISERE, 250), Contract("OM", 0, MISERE, 500)
_TENS = _suit_bids(10)

LADDER: tuple[Contract, ...] = (
    *_suit_bids(6),
    *_suit_bids(7),
    _MISERE,
    *_suit_bids(8),
    *_suit_bids(9),
    *_TENS[:3],
    _OPEN_MISERE,
    *_TENS[3:],
)
"""The 27 bids in the usual order of rank: a misere above the sevens, an open misere between 10D and 10H.

A bid keeps its number where rules rank it otherwise.
"""

PASS = 0
BIDS = len(LADDER)
"""Number of bids; the bid at place n of the ladder, from 1, has number n."""
MISERE_BID, OPEN_MISERE = 11, 25
"""Numbers of the two miseres."""
BLIND = BIDS + 1
"""Contract number of a blind misere, which ranks with an open one."""

PASSED_OUT = BIDS + 2
"""Contract number of a hand that is played in no trump after all have passed."""

CONTRACTS: tuple[Contract, ...] = (
    Contract("pass", 0, 0, 0),
    *LADDER,
    Contract("BM", 0, MISERE, 500),
    Contract("passed NT", 0, NO_TRUMP, 0),
)
"""By contract number: 0 a pass, 1 to 27 the ladder, 28 a blind misere, 29 no trump after all have passed."""

SANS_KITTY = BIDS
"""Added to a bid's number it is the call of that bid without the kitty."""

CALLS: tuple[str, ...] = (
    "pass",
    *(bid.label for bid in LADDER),
    *(f"{bid.label} sans kitty" for bid in LADDER),
)
"""Names of the calls by number: 0 a pass, 1 to 27 the ladder, 28 to 54 the same without the kitty."""

BLIND_BIT = len(CALLS)
"""Bit of a blind misere in the mask of calls that a seat has made."""
