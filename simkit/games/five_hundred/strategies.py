"""Bots of Five Hundred."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from simkit.games.base import Bot, Parameter
from simkit.games.five_hundred.decisions import CallView, KittyView, PlayView

__all__ = ["BOTS"]


class RandomParams(NamedTuple):
    """Parameters of ``random``."""

    bid_chance: Annotated[float, Parameter("chance to bid each time it may", low=0, high=1)] = 0.25


def _pick(mask: int, coin: float) -> int:
    """Number of one of the bits of a mask, each with the same chance; ``coin`` lies in [0, 1)."""
    count, rest = 0, mask
    while rest:
        rest &= rest - 1
        count += 1
    skip = int(coin * count)
    for _ in range(skip):
        mask &= mask - 1
    return _lowest(mask)


def _lowest(mask: int) -> int:
    """Number of the lowest bit of a mask that has one."""
    at = 0
    while not mask >> at & 1:
        at += 1
    return at


def call_at_random(view: CallView, params: RandomParams) -> int:
    """Pass, or with chance ``bid_chance`` make any of the bids that are allowed."""
    if view.coin >= params.bid_chance:
        return 0
    return _pick(view.legal & ~1, view.coin / params.bid_chance)


def discard_at_random(view: KittyView, params: RandomParams) -> int:  # noqa: ARG001 (as every bot's)
    """Discard any card."""
    return _pick(view.legal, view.coin)


def nominate_at_random(view: KittyView, params: RandomParams) -> int:  # noqa: ARG001 (as every bot's)
    """Nominate any suit, or none."""
    return _pick(view.legal, view.coin)


def play_at_random(view: PlayView, params: RandomParams) -> int:  # noqa: ARG001 (as every bot's)
    """Play any legal card."""
    return _pick(view.legal, view.coin)


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
