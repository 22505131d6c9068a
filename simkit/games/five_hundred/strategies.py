"""Bots of Five Hundred."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from simkit.games.base import Bot, Parameter
from simkit.games.five_hundred.decisions import CallView, KittyView, PlayView
from simkit.games.five_hundred.masks import pick

__all__ = ["BOTS"]


class RandomParams(NamedTuple):
    """Parameters of ``random``."""

    bid_chance: Annotated[float, Parameter("chance to bid each time it may", low=0, high=1)] = 0.25


def call_at_random(view: CallView, params: RandomParams) -> int:
    """Pass, or with chance ``bid_chance`` make any of the bids that are allowed."""
    if view.coin >= params.bid_chance:
        return 0
    return pick(view.legal & ~1, view.coin / params.bid_chance)


def discard_at_random(view: KittyView, params: RandomParams) -> int:  # noqa: ARG001 (as every bot's)
    """Discard any card."""
    return pick(view.legal, view.coin)


def nominate_at_random(view: KittyView, params: RandomParams) -> int:  # noqa: ARG001 (as every bot's)
    """Nominate any suit, or none."""
    return pick(view.legal, view.coin)


def play_at_random(view: PlayView, params: RandomParams) -> int:  # noqa: ARG001 (as every bot's)
    """Play any legal card."""
    return pick(view.legal, view.coin)


BOTS: tuple[Bot, ...] = (
    Bot(
        name="random",
        meaning="Bids now and then, anything that is allowed, and discards, nominates and plays any card.",
        source="the null model of strategy tournaments: Random in R. Axelrod, 1980",
        decide={
            "call": call_at_random,
            "discard": discard_at_random,
            "nominate": nominate_at_random,
            "play": play_at_random,
        },
        params=RandomParams,
        weakness="Everything; it shows what skill is worth.",
    ),
)
