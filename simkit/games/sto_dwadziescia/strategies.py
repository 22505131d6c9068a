"""Who plays Sto dwadzieścia: there is nothing to decide, so one bot is enough."""

from __future__ import annotations

from typing import NamedTuple

from simkit.model.bot import Bot

__all__ = ["BOTS"]


class RollerParams(NamedTuple):
    """No parameters; a class of its own, so that the bot's hash is that of this file."""


BOTS: tuple[Bot, ...] = (
    Bot(
        name="roller",
        meaning="Rolls the dice.",
        source="the game leaves no choice",
        decide={},
        params=RollerParams,
    ),
)
