"""A bot whose every answer depends on all that it sees: twins differ as soon as their views do."""

from typing import NamedTuple

from simkit.games.general.decisions import Option, View
from simkit.model.bot import Bot


class SpyParams(NamedTuple):
    """No parameters."""


def _seen(view: View) -> int:
    dice = view.die_1 + 7 * view.die_2 + 11 * view.die_3 + 13 * view.die_4 + 17 * view.die_5
    card = view.faces + 19 * view.rolls + 23 * view.open + 29 * view.upper + 31 * view.score
    return dice + card + 37 * view.best_other + 41 * view.turn + int(view.coin * 997) + 1_000_000


def keep(view: View, params: SpyParams) -> int:
    return _seen(view) * 5 % 32


def box(view: View, option: Option, params: SpyParams) -> float:
    told = option.place + 3 * option.choices + 5 * option.box + 7 * option.points
    return float(_seen(view) * (told + 1_000) % 101)


SPY = Bot("spy", "", "", {"keep": keep, "box": box}, SpyParams)
