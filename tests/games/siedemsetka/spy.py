"""A bot whose every answer depends on all that it sees: twins differ as soon as their views do."""

from typing import NamedTuple

from simkit.games.siedemsetka.decisions import Option, View
from simkit.model.bot import Bot


class SpyParams(NamedTuple):
    """No parameters."""


def _seen(view: View) -> int:
    total = view.turn_total + 3 * view.dice + 5 * view.lying + 7 * view.score + 11 * view.best_other
    total += 13 * view.to_target + 17 * view.last_round + 19 * view.turn + 23 * view.rolls
    return total + int(view.coin * 997)


def roll_again(view: View, params: SpyParams) -> int:
    return 1 if _seen(view) % 5 > 1 else 0


def combination(view: View, option: Option, params: SpyParams) -> float:
    told = option.place + 3 * option.choices + 5 * option.dice + 7 * option.points + 11 * option.faces
    told += 13 * option.lying + 17 * option.runs + 19 * option.equals
    return float(_seen(view) * told % 101)


SPY = Bot("spy", "", "", {"roll_again": roll_again, "combination": combination}, SpyParams)
