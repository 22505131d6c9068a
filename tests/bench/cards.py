"""Five Hundred: hands a CPU second by line-up and table, beside OpenSpiel's euchre where that is installed."""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from simkit.games.five_hundred.columns import GAME
from simkit.games.five_hundred.rules import Rules
from tests.bench.kernel import fitting_deals
from tests.bench.setting import SeatBots, Setting
from tests.bench.timing import Work, interleave, table

__all__ = ["report"]

_ROUNDS = 5
_EUCHRE_HANDS = 200
_LINES: tuple[tuple[str, SeatBots], ...] = (
    ("random, 4 seats", (("random", {}),) * 4),
    ("simple, 4 seats", (("simple", {}),) * 4),
    ("rulebook, 4 seats", (("rulebook", {}),) * 4),
    *((f"{bot}, {seats} seats", ((bot, {}),) * seats) for seats in (2, 3, 5, 6) for bot in ("random", "rulebook")),
)


def report() -> None:
    """Print a line for each line-up, and one for OpenSpiel's euchre, where it is installed, played at random."""
    works: dict[str, Work] = {}
    played: dict[str, str] = {}
    hands_a_game: dict[str, float] = {}
    for name, line in _LINES:
        setting = Setting(name, "five-hundred", Rules(), line)
        kernel = setting.kernel()
        deals = fitting_deals(lambda deals, play=kernel, at=setting: play(0, deals, at.buffer(deals)))
        works[name] = _counting_hands(setting, kernel, deals)
        games = setting.buffer(deals)
        kernel(0, deals, games)
        hands, thrown_in = games[GAME.hands].sum(), games[GAME.thrown_in].sum()
        played[name], hands_a_game[name] = f"{(hands - thrown_in) / hands:.0%}", hands / deals
    if find_spec("pyspiel"):
        works["OpenSpiel euchre, random, from Python"] = _euchre_hands
    speeds = interleave(works, _ROUNDS)
    rows = [
        [
            name,
            f"{1 / speed.median:,.0f}",
            f"{1 / speed.best:,.0f}",
            played.get(name, ""),
            f"{1 / speed.median / hands_a_game[name]:,.0f}" if name in hands_a_game else "",
        ]
        for name, speed in speeds.items()
    ]
    title = "Five Hundred, hands a core and CPU second, thrown-in ones counted; how many of them are played; games"
    print(table(title, ("", "median", "best", "played", "games, median"), rows))
    if not find_spec("pyspiel"):
        print("OpenSpiel is not installed: pip install open_spiel to see its euchre beside this\n")


def _counting_hands(setting: Setting, kernel: Any, deals: int) -> Work:
    games = setting.buffer(deals)

    def work() -> int:
        kernel(0, deals, games)
        return int(games[GAME.hands].sum())

    return work


def _euchre_hands() -> int:
    """Play hands of euchre, every move at random."""
    game = import_module("pyspiel").load_game("euchre")
    for _ in range(_EUCHRE_HANDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
    return _EUCHRE_HANDS
