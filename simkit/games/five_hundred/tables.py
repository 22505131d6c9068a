"""The rules as the kernel reads them: numbers, and what may be called over each contract."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from simkit.games.base import numbers_class, rule_numbers
from simkit.games.five_hundred.calls import BIDS, BLIND, CONTRACTS, MISERE_BID, OPEN_MISERE, PASS, SANS_KITTY
from simkit.games.five_hundred.rules import FiveHundredRules

__all__ = ["TABLES_TYPE", "RuleNumbers", "Tables", "build"]

RuleNumbers = numbers_class("RuleNumbers", FiveHundredRules, __name__)

_Ints = npt.NDArray[np.int64]


class Tables(NamedTuple):
    """What ``play`` takes of the rules; every array is ``int64[29]``, by contract number.

    ``over`` is the mask of calls that may be made over the contract, a pass included; ``same_suit`` that of the calls
    in its strain; ``level`` the tricks it needs, ``strain`` its strain; ``worth`` its points and ``worth_sans`` those
    without the kitty.
    """

    rules: tuple[int, ...]
    over: _Ints
    same_suit: _Ints
    level: _Ints
    strain: _Ints
    worth: _Ints
    worth_sans: _Ints


_ARRAY = types.Array(types.int64, 1, "C")
TABLES_TYPE = types.NamedTuple(
    [types.NamedUniTuple(types.int64, len(FiveHundredRules.model_fields), RuleNumbers), *[_ARRAY] * 6], Tables
)


def _offered(rules: FiveHundredRules, bid: int, standing: int) -> bool:
    """Whether the rules know the bid at all; over a blind misere as over an open one."""
    if bid not in (MISERE_BID, OPEN_MISERE):
        return True
    if rules.misere == "off":
        return False
    if bid == OPEN_MISERE:
        return rules.open_misere == "on"
    return not rules.misere_requires_seven or MISERE_BID - 5 <= standing < MISERE_BID


def _over(rules: FiveHundredRules, standing: int) -> int:
    from_bid = (OPEN_MISERE if standing == BLIND else standing) + 1
    bids = sum(1 << bid for bid in range(from_bid, BIDS + 1) if _offered(rules, bid, standing))
    return 1 << PASS | bids | (bids << SANS_KITTY if rules.sans_kitty != "off" else 0)


def _same_suit(standing: int) -> int:
    bids = sum(1 << bid for bid in range(1, BIDS + 1) if CONTRACTS[bid].strain == CONTRACTS[standing].strain)
    return 1 << PASS | bids | bids << SANS_KITTY


def build(rules: FiveHundredRules) -> Tables:
    """Make the tables of a set of rules."""
    worth = np.array([contract.points for contract in CONTRACTS], np.int64)
    worth[BLIND] = rules.blind_misere_value
    percent = rules.sans_kitty_multiplier if rules.sans_kitty == "bonus" else 100
    return Tables(
        rule_numbers(RuleNumbers, rules),
        np.array([_over(rules, standing) for standing in range(len(CONTRACTS))], np.int64),
        np.array([_same_suit(standing) for standing in range(len(CONTRACTS))], np.int64),
        np.array([contract.level for contract in CONTRACTS], np.int64),
        np.array([contract.strain for contract in CONTRACTS], np.int64),
        worth,
        (worth * percent + 500) // 1000 * 10,
    )
