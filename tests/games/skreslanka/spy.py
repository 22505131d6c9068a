"""A bot whose every answer depends on all that it sees: twins differ as soon as their views do."""

from typing import NamedTuple

from simkit.games.skreslanka.decisions import Option, View
from simkit.model.bot import Bot


class SpyParams(NamedTuple):
    """No parameters."""


def cross(view: View, option: Option, params: SpyParams) -> float:
    seen = view.high + 3 * view.low + 5 * view.open + 7 * view.score + 11 * view.best_other
    seen += 13 * view.last_round + 17 * view.turn + int(view.coin * 997)
    told = option.place + 3 * option.choices + 5 * option.numbers + 7 * option.crosses + 11 * option.is_sum
    return float(seen * told % 101)


SPY = Bot("spy", "", "", {"cross": cross}, SpyParams)
