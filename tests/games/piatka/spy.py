"""A bot whose every answer depends on all that it sees: twins differ as soon as their views do."""

from typing import NamedTuple

from simkit.games.piatka.decisions import Option, View
from simkit.model.bot import Bot


class SpyParams(NamedTuple):
    """No parameters."""


def _seen(view: View) -> int:
    total = view.turn_total + 3 * view.dice + 5 * view.largest + 7 * view.score + 11 * view.best_other
    return total + 13 * view.to_target + 17 * view.turns_left + 19 * view.turn + 23 * view.rolls + int(view.coin * 997)


def roll_again(view: View, params: SpyParams) -> int:
    return 1 if _seen(view) % 4 > 0 else 0


def set_aside(view: View, option: Option, params: SpyParams) -> float:
    told = option.place + 3 * option.choices + 5 * option.dice + 7 * option.points
    told += 11 * option.lowest + 13 * option.highest + 17 * option.left
    return float(_seen(view) * told % 101)


SPY = Bot("spy", "", "", {"roll_again": roll_again, "set_aside": set_aside}, SpyParams)
