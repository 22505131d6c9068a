"""A call of the kernel ends before the deal whose hands do not fit into the rows that are left."""

import numpy as np
import pytest

from simkit.games.five_hundred.columns import HAND
from simkit.kernel import OK, Status
from tests.games.five_hundred.known import GAME, RULES
from tests.twins import call_kernel, make_cell, play_kernel

DEALS = 5


@pytest.mark.parametrize("variant", ["australian", "britannica"])
def test_only_whole_deals_are_written(variant):
    # The two variants are compiled apart.
    rules = RULES[variant]
    cell = make_cell(GAME, rules, [("random", {})] * 4, seatings="rotate", max_turns=6)
    _, rows = play_kernel(GAME, rules, cell, 0, DEALS)
    seatings = cell.arrangements
    hands = [row["deal"] for row in rows]
    for space in (len(hands), len(hands) - 1, hands.index(DEALS - 1), hands.index(1) - 1):
        games = np.empty((GAME.table("games").height(), DEALS * len(seatings)), np.int64)
        turns = np.empty((GAME.table("turns").height(), space), np.int64)
        done, status = call_kernel(GAME, cell, 0, DEALS, games, turns)
        expected = [deal for deal in hands if len([one for one in hands if one <= deal]) <= space]
        assert (done, status[Status.CODE]) == (len(set(expected)), OK)
        assert turns[HAND.deal, : status[Status.TURN_ROWS]].tolist() == expected
