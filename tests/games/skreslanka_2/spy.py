"""A bot whose every answer depends on all that it sees: twins differ as soon as their views do."""

from typing import NamedTuple

from simkit.games.skreslanka_2.decisions import View
from simkit.model.bot import Bot


class SpyParams(NamedTuple):
    """No parameters."""


def second_throw(view: View, params: SpyParams) -> int:
    seen = view.sum + 3 * view.open + 5 * view.score + 7 * view.best_other + 11 * view.turn + 13 * view.turns_after
    return (seen + int(view.coin * 997)) % 3


SPY = Bot("spy", "", "", {"second_throw": second_throw}, SpyParams)
