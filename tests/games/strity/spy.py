"""A bot whose every answer depends on all that it sees: twins differ as soon as their views do."""

from typing import NamedTuple

from simkit.games.strity.decisions import View
from simkit.model.bot import Bot


class SpyParams(NamedTuple):
    """No parameters."""


def keep(view: View, params: SpyParams) -> int:
    dice = view.die_1 + 7 * view.die_2 + 11 * view.die_3 + 13 * view.die_4 + 17 * view.die_5 + 19 * view.die_6
    now = view.faces + 23 * view.rolls + 29 * view.points + 31 * view.doubles + int(view.coin * 997)
    told = dice + now + 37 * view.score + 41 * view.best_other + 43 * view.turn + 47 * view.turns_left
    return told * 5 % 64


SPY = Bot("spy", "", "", {"keep": keep}, SpyParams)
