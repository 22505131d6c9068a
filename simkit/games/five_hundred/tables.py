"""The rules as the kernel reads them: numbers, what may be called over each contract, and the pack of each table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from simkit.games.five_hundred.calls import BIDS, BLIND, CONTRACTS, MISERE_BID, OPEN_MISERE, PASS, SANS_KITTY
from simkit.games.five_hundred.card_layouts import arrange, card_layout_for, nominated, suit_mask
from simkit.games.five_hundred.cards import COURT_RANKS, MISERE, NO_TRUMP, PLACES
from simkit.games.five_hundred.packs import number
from simkit.games.five_hundred.rules import FURTHER, Rules
from simkit.games.five_hundred.sides import table_for
from simkit.kernel import numbers_type, tuple_type
from simkit.model.game import numbers_class, rule_numbers

__all__ = [
    "BARE",
    "CARDS",
    "CARD_LAYOUT",
    "CODE",
    "COURTS",
    "JOKERS",
    "KITTY",
    "NOMINATED",
    "PARTNERS",
    "SIDES",
    "TABLES_TYPE",
    "RuleNumbers",
    "Tables",
    "build",
]

RuleNumbers = numbers_class("RuleNumbers", Rules, __name__)

CARDS, KITTY, CODE, SIDES, PARTNERS, COURTS = range(6)
"""Columns of ``Tables.tables``."""
BARE, CARD_LAYOUT, JOKERS = range(4, 7)
"""Columns of ``Tables.suits`` after the four suits."""
NOMINATED = 5
"""Rows of ``arranged`` and ``suits``: the trump suits, no trump, and from here on the suits nominated for the joker."""
_MOST_SEATS = 6

_Ints = npt.NDArray[np.int64]


class Tables(NamedTuple):
    """What ``play`` takes of the rules; arrays but the last four are ``int64[30]``, by contract number.

    ``plain`` says that nothing differs from the Australian rules but what their sheet names, so that the game of four
    may be played by what is compiled for it. ``over`` is the mask of calls that rank above the contract, a pass
    included; ``under_open`` whether an open misere ranks above it; ``same_suit`` the calls in its strain; ``level``
    the tricks it needs, ``strain`` its strain; ``worth`` its points and ``worth_sans`` those without the kitty. By
    number of seats: ``packs``, ``int64[7, 63]``, the cards in order as masks; ``tables``, ``int64[7, 6]``, the numbers
    of cards, of cards in the kitty, of the pack, of sides, and of a contractor's partners, and the mask of the court
    cards; ``arranged``, ``int64[7, 9, 63]``, by the number of a card as printed, its mask once arranged for each trump
    suit, for none, and for each suit nominated; ``suits``, ``int64[7, 9, 7]``, the masks of the suits there, of jokers
    without a suit, the layout, and the mask of all jokers.
    """

    rules: tuple[int, ...]
    plain: int
    over: _Ints
    under_open: _Ints
    same_suit: _Ints
    level: _Ints
    strain: _Ints
    worth: _Ints
    worth_sans: _Ints
    packs: _Ints
    tables: _Ints
    arranged: _Ints
    suits: _Ints


_LINE, _GRID, _BOX = (types.Array(types.int64, dimensions, "C") for dimensions in (1, 2, 3))
TABLES_TYPE = tuple_type(Tables, numbers_type(RuleNumbers), types.int64, *[_LINE] * 7, *[_GRID] * 2, *[_BOX] * 2)


def _worth(rules: Rules) -> _Ints:
    """Points by contract number, as the table of the rules has them."""
    worth = np.array([contract.points for contract in CONTRACTS], np.int64)
    for bid, contract in enumerate(CONTRACTS[:BLIND]):
        if contract.level and rules.schedule == "original":
            worth[bid] = (40 + 20 * contract.strain) * (contract.level - 5)
        elif contract.level and rules.schedule == "custom":
            worth[bid] = rules.schedule_points[5 * (contract.level - 6) + contract.strain]
    worth[MISERE_BID], worth[BLIND] = rules.misere_value, rules.blind_misere_value
    return worth


def _ranks(rules: Rules, worth: _Ints) -> list[float]:
    """A number for each contract, the higher the better it ranks; 0 where nothing has been bid."""
    ranks = [0.0] * len(CONTRACTS)
    suits = [bid for bid in range(1, BIDS + 1) if CONTRACTS[bid].strain < MISERE]
    keys = {bid: (CONTRACTS[bid].level, CONTRACTS[bid].strain) for bid in suits}
    is_by_points = rules.schedule != "avondale"
    for bid in suits:
        beaten = [
            other
            for other in suits
            if (worth[other] * is_by_points, *keys[other]) < (worth[bid] * is_by_points, *keys[bid])
        ]
        ranks[bid] = 1.0 + len(beaten)
    if rules.misere_rank == "above_sevens":
        ranks[MISERE_BID] = 0.5 + max(ranks[bid] for bid in suits if CONTRACTS[bid].level == 7)
    else:
        ranks[MISERE_BID] = 0.5 + sum(worth[bid] < rules.misere_value for bid in suits)
    ten_hearts = ranks[OPEN_MISERE + 1]
    # Above a misere that is just below 10H as well.
    ranks[OPEN_MISERE] = 100.0 if rules.open_misere_rank == "top" else ten_hearts - 0.25
    ranks[BLIND] = ranks[OPEN_MISERE]
    return ranks


def _is_offered(rules: Rules, bid: int) -> bool:
    """Whether the rules know the bid at all."""
    if bid == MISERE_BID:
        return rules.misere == "on"
    return bid != OPEN_MISERE or (rules.misere == "on" and rules.open_misere == "on")


def _calls(rules: Rules, bids: list[int]) -> int:
    mask = sum(1 << bid for bid in bids)
    return 1 << PASS | mask | (mask << SANS_KITTY if rules.sans_kitty != "off" else 0)


def _packs(rules: Rules) -> tuple[_Ints, _Ints, _Ints, _Ints]:
    packs = np.zeros((_MOST_SEATS + 1, PLACES), np.int64)
    tables = np.zeros((_MOST_SEATS + 1, 6), np.int64)
    arranged = np.zeros((_MOST_SEATS + 1, 9, PLACES), np.int64)
    suits = np.zeros((_MOST_SEATS + 1, 9, 7), np.int64)
    for seats in range(2, _MOST_SEATS + 1):
        table = table_for(rules, seats)
        pack, size = table.pack, len(table.pack.cards)
        cards = [1 << number(card, pack) for card in pack.cards]
        courts = sum(mask for card, mask in zip(pack.cards, cards, strict=True) if card.rank in COURT_RANKS)
        packs[seats, :size] = cards
        tables[seats] = (size, table.kitty, pack.code, table.sides, table.partners, courts)
        for row in range(9):
            strain, joker_suit = min(row, NO_TRUMP), row - NOMINATED if row >= NOMINATED else -1
            there = [
                arrange(mask, strain, pack.layout) if row < NO_TRUMP else nominated(mask, joker_suit, pack.layout)
                for mask in cards
            ]
            for mask, moved in zip(cards, there, strict=True):
                arranged[seats, row, mask.bit_length() - 1] = moved
            layout = card_layout_for(pack.layout, strain, joker_suit)
            jokers = sum(there[size - pack.jokers :]) if pack.jokers else 0
            bare = jokers if row == NO_TRUMP else 0
            in_play = sum(there)  # a suit has a place for the joker, also where the pack has none
            suits[seats, row] = (
                *(suit_mask(suit, layout) & in_play for suit in range(4)),
                bare,
                layout,
                jokers,
            )
    return packs, tables, arranged, suits


def build(rules: Rules) -> Tables:
    """Make the tables of a set of rules."""
    worth = _worth(rules)
    ranks = _ranks(rules, worth)
    bids = [bid for bid in range(1, BIDS + 1) if _is_offered(rules, bid)]
    over = [_calls(rules, [bid for bid in bids if ranks[bid] > rank]) for rank in ranks]
    same = [_calls(rules, [bid for bid in bids if CONTRACTS[bid].strain == contract.strain]) for contract in CONTRACTS]
    fields = Rules.model_fields
    percent = rules.sans_kitty_multiplier if rules.sans_kitty == "bonus" else 100
    return Tables(
        rule_numbers(RuleNumbers, rules),
        int(all(getattr(rules, name) == fields[name].default for name in FURTHER)),
        np.array(over, np.int64),
        np.array([rank < ranks[OPEN_MISERE] for rank in ranks], np.int64),
        np.array(same, np.int64),
        np.array([contract.level for contract in CONTRACTS], np.int64),
        np.array([contract.strain for contract in CONTRACTS], np.int64),
        worth,
        (worth * percent + 500) // 1000 * 10,
        *_packs(rules),
    )
