"""Bots for tests that come from a file: uniformly random play of one contract."""

from typing import Annotated, NamedTuple

from simkit.games.base import Bot, Parameter
from simkit.games.five_hundred.decisions import CallView, KittyView, PlayView
from simkit.games.five_hundred.masks import pick


class OpenerParams(NamedTuple):
    bid: Annotated[int, Parameter("contract number that it bids when nothing has been bid", low=0, high=27)] = 1


def call(view: CallView, params: OpenerParams) -> int:
    return params.bid if view.standing == 0 and view.legal >> params.bid & 1 else 0


def discard(view: KittyView, params: OpenerParams) -> int:
    return pick(view.legal, view.coin)


def play(view: PlayView, params: OpenerParams) -> int:
    return pick(view.legal, view.coin)


opener = Bot("opener", "", "", {"call": call, "discard": discard, "play": play}, OpenerParams)
"""Bids one contract, discards and plays uniformly at random, and never nominates a suit for the joker."""


class WildParams(NamedTuple):
    bid_chance: Annotated[float, Parameter("chance of a bid", low=0, high=1)] = 0.5


def call_wildly(view: CallView, params: WildParams) -> int:
    """Any of the eight lowest bids, so that auctions are long and raises come up."""
    if view.coin >= params.bid_chance or view.legal == 1:
        return 0
    bids, skip = view.legal & ~1, int(view.coin / params.bid_chance * 8)
    for _ in range(skip):
        if bids & (bids - 1):
            bids &= bids - 1
    return pick(bids & -bids, 0.0)


def bid_blind(view: CallView, params: WildParams) -> int:
    return 1 if view.coin < 0.2 else 0


def nominate(view: KittyView, params: WildParams) -> int:
    return pick(view.legal, view.coin)


def discard_wildly(view: KittyView, params: WildParams) -> int:
    return pick(view.legal, view.coin)


def play_wildly(view: PlayView, params: WildParams) -> int:
    return pick(view.legal, view.coin)


wild = Bot(
    "wild",
    "",
    "",
    {
        "call": call_wildly,
        "call_blind": bid_blind,
        "discard": discard_wildly,
        "nominate": nominate,
        "play": play_wildly,
    },
    WildParams,
)
"""Calls low and often, sometimes blind; everything else at random."""
