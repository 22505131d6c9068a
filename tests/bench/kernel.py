"""The kernels' speed, and in the same run that of plain loops in C and of the references in plain Python."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.bench.cloop import CLoop, compiler
from tests.bench.setting import SETTINGS, PlayRows, Setting, fewest_seats
from tests.bench.timing import Work, interleave, table, times_as_fast

__all__ = ["counting_rolls", "report"]

_ROUNDS = 9
_SECONDS = 0.2
"""What one timing takes at least: long beside the clock's grain, short beside the moods of a shared machine."""


def report() -> None:
    """Print a line for each setting: those that are measured beside C and Python, then games with the fewest seats."""
    title = "Kernel, per core and CPU second; how many times as fast as C and Python: median of rounds (of the best)"
    header = ("", "games/s", "rolls/s", "ns a roll", "times C", "times Python")
    print(table(title, header, [_line(setting) for setting in SETTINGS]))
    title = "Kernel with the fewest seats, games per core and CPU second, over rounds"
    print(table(title, ("", "median", "best"), [_games_line(setting) for setting in fewest_seats()]))


def _line(setting: Setting) -> list[str]:
    kernel = setting.kernel()
    deals = fitting_deals(lambda deals: kernel(0, deals, setting.buffer(deals)))
    python_deals = fitting_deals(lambda deals: setting.play_in_python(0, deals))
    works: dict[str, Work] = {
        "kernel": counting_rolls(setting, kernel, deals),
        "Python": lambda: setting.play_in_python(0, python_deals),
    }
    if compiler() is not None:
        works["C"] = counting_rolls(setting, CLoop(setting), deals)
    speeds = interleave(works, _ROUNDS)
    ours = speeds["kernel"]
    rolls_a_game = works["kernel"]() / (deals * len(setting.seatings))
    return [
        setting.name,
        f"{1 / ours.best / rolls_a_game:,.0f}",
        f"{1 / ours.best:,.0f}",
        f"{ours.best * 1e9:.1f}",
        times_as_fast(ours, speeds["C"]) if "C" in speeds else "no gcc",
        times_as_fast(ours, speeds["Python"]),
    ]


def _games_line(setting: Setting) -> list[str]:
    kernel = setting.kernel()
    deals = fitting_deals(lambda deals: kernel(0, deals, setting.buffer(deals)))
    games = setting.buffer(deals)
    speed = interleave({"kernel": lambda: kernel(0, deals, games)}, _ROUNDS)["kernel"]
    return [setting.name, f"{1 / speed.median:,.0f}", f"{1 / speed.best:,.0f}"]


def fitting_deals(play: Callable[[int], object]) -> int:
    """Deals that take at least ``_SECONDS``."""
    play(1)  # compiles, or loads what was compiled
    deals, seconds = 4, 0.0
    while seconds < _SECONDS:
        deals *= 2
        began = time.thread_time()
        play(deals)
        seconds = time.thread_time() - began
    return deals


def counting_rolls(setting: Setting, play: PlayRows, deals: int) -> Work:
    """Play the same deals into a buffer, and count the rolls: as little work as reading one column."""
    games = setting.buffer(deals)

    def work() -> int:
        play(0, deals, games)
        return setting.rolls(games)

    return work
