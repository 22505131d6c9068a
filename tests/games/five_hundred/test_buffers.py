"""A call of the kernel ends before the deal whose hands do not fit into the rows that are left."""

from pathlib import Path

import numpy as np
import pytest

from simkit.engine.lineup import compile_lineup
from simkit.games.five_hundred.columns import HAND
from simkit.jit import OK, Status
from simkit.streams import seed_key
from tests.games.five_hundred.known import GAME, RULES
from tests.twins import make_cell, play_kernel

DEALS = 5


@pytest.mark.parametrize("variant", ["australian", "britannica"])
def test_only_whole_deals_are_written(variant):
    # The two variants are compiled apart.
    rules = RULES[variant]
    cell = make_cell(GAME, rules, [("random", {})] * 4, seatings="rotate", max_turns=6)
    _, rows = play_kernel(GAME, rules, cell, 0, DEALS)
    lineup, seatings = compile_lineup(cell, Path()), np.array(cell.arrangements, np.int8)
    hands = [row["deal"] for row in rows]
    for space in (len(hands), len(hands) - 1, hands.index(DEALS - 1), hands.index(1) - 1):
        games = np.empty((GAME.table("games").height(), DEALS * len(seatings)), np.int64)
        turns, status = np.empty((GAME.table("turns").height(), space), np.int64), np.zeros(len(Status) + 1, np.int64)
        done = GAME.kernel().play(
            tuple(np.uint64(word) for word in seed_key(cell.seed)), 0, DEALS, cell.max_turns, seatings, lineup.bots,
            lineup.asked, lineup.params, GAME.kernel().tables(rules), games, 0, turns, 0, status,
        )  # fmt: skip
        expected = [deal for deal in hands if len([one for one in hands if one <= deal]) <= space]
        assert (done, status[Status.CODE]) == (len(set(expected)), OK)
        assert turns[HAND.deal, : status[Status.TURN_ROWS]].tolist() == expected
