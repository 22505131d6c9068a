"""A bot whose every answer depends on all that it sees: twins differ as soon as their views do."""

from typing import NamedTuple

from simkit.games.bazy.decisions import Option, View
from simkit.model.bot import Bot


class SpyParams(NamedTuple):
    """No parameters."""


def base(view: View, option: Option, params: SpyParams) -> float:
    seen = view.score + 3 * view.fewest_other + 5 * view.room + 7 * view.seats_left + 11 * view.turn + view.dice
    told = option.place + 3 * option.choices + 5 * option.face + 7 * option.points + 11 * option.number + option.lower
    return float((seen + int(view.coin * 997)) * told % 101)


SPY = Bot("spy", "", "", {"base": base}, SpyParams)
