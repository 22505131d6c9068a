"""Plays games for tests: of a reference with dice as written down, and many of a kernel."""

from pathlib import Path

import numpy as np

from simkit.bots import Player
from simkit.engine.lineup import compile_lineup
from simkit.games.base import Bot
from simkit.jit import OK, Status
from simkit.streams import seed_key
from tests.twins import make_cell


def keeps(*wanted):
    """A bot for ``keep`` that keeps the dice as told, in order, such as ``2356``; all of them is to stop."""
    left = list(wanted)

    def keep(view, params):
        dice = [getattr(view, name) for name in view._fields if name.startswith("die_")]
        faces, answer = [int(face) for face in left.pop(0)], 0
        for place, die in enumerate(dice):
            if die in faces:
                faces.remove(die)
                answer |= 1 << place
        assert not faces, f"{faces} are to be kept, but are not there"
        return answer

    return Player(Bot("keeps", "", "", {"keep": keep}), {})


def play_out(game, rules, players, deal, max_turns=10_000):
    """Play a game in the reference; returns its events and its outcome."""
    story, events = game.reference()(rules, players, deal, max_turns), []
    while True:
        try:
            events.append(next(story))
        except StopIteration as end:
            return events, end.value


def simulate(game, rules, line, deals, *, first=0, max_turns=1000, turn_rows=0):
    """Buffers of both tables, filled by the kernel; ``turn_rows`` is how many turns there will be at most."""
    cell = make_cell(game, rules, line, seed=20_261_129, max_turns=max_turns)
    kernel, lineup = game.kernel(), compile_lineup(cell, Path())
    games = np.zeros((game.table("games").height(), deals), np.int64)
    turns = np.zeros((game.table("turns").height(), turn_rows), np.int64)
    status = np.zeros(len(Status) + 1, np.int64)
    key = tuple(np.uint64(word) for word in seed_key(cell.seed))
    seatings = np.array(cell.arrangements, np.int8)
    bots = lineup.bots, lineup.asked, lineup.params
    done = kernel.play(
        key, first, deals, max_turns, seatings, *bots, kernel.tables(rules), games, 0, turns, 0, status
    )  # fmt: skip
    assert (done, status[Status.CODE]) == (deals, OK)
    return games, turns[:, : int(status[Status.TURN_ROWS])]
