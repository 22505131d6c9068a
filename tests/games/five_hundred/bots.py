"""Bots for tests that come from a file: uniformly random play of one contract."""

from typing import Annotated, NamedTuple

from simkit.games.base import Bot, Parameter
from simkit.games.five_hundred.decisions import CallView, KittyView, PlayView
from simkit.games.five_hundred.masks import lowest, pick


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


def choose(legal: int, coin: float, seen: int) -> int:
    """Any answer, which another view would change."""
    return pick(legal, (int(coin * 1009) + seen) % 1009 / 1009)


def call_wildly(view: CallView, params: WildParams) -> int:
    """Miseres where they are legal, else any of the eight lowest bids, so that auctions are long and raises come up."""
    seen = view.hand % 997 + view.standing + view.standing_place + view.calls % 991 + view.calls_left % 983
    seen += (
        view.calls_partner % 977 + view.calls_right % 971 + view.dealer + view.score + view.score_other + view.target
    )
    luck = (int(view.coin * 1009) + seen) % 1009 / 1009
    if luck >= params.bid_chance or view.legal == 1:
        return 0
    if luck < params.bid_chance / 4:
        for special in (25, 25 + 27, 11, 11 + 27):
            if view.legal >> special & 1:
                return special
    bids, skip = view.legal & ~1, int(luck / params.bid_chance * 8)
    for _ in range(skip):
        if bids & (bids - 1):
            bids &= bids - 1
    return lowest(bids)


def bid_blind(view: CallView, params: WildParams) -> int:
    return 1 if view.coin < 0.2 else 0


def kitty_seen(view: KittyView) -> int:
    seen = view.hand % 997 + view.discarded % 991 + view.discards_left + view.contract + view.level + view.strain
    return seen + view.calls_left % 983 + view.calls_partner % 977 + view.calls_right % 971


def nominate(view: KittyView, params: WildParams) -> int:
    return choose(view.legal, view.coin, kitty_seen(view))


def discard_wildly(view: KittyView, params: WildParams) -> int:
    """Keeps the joker, which every rule about it needs."""
    return choose(view.legal & ~(1 << 15), view.coin, kitty_seen(view))


def play_wildly(view: PlayView, params: WildParams) -> int:
    seen = view.hand % 997 + view.contract + view.level + view.strain + view.contractor + view.joker_suit + view.led
    seen += view.trick_left % 991 + view.trick_partner % 983 + view.trick_right % 977 + view.winning % 971 + view.winner
    seen += view.played % 967 + view.played_left % 953 + view.played_partner % 947 + view.played_right % 941
    seen += view.voids % 937 + view.suits_led + view.tricks + view.tricks_other + view.exposed % 929
    seen += view.discarded % 919 + view.calls_left % 911 + view.calls_partner % 907 + view.calls_right % 887
    return choose(view.legal, view.coin, seen)


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
"""Calls low and often, miseres and sometimes blind; every answer depends on every field of the view."""


def play_what_is_not_there(view: PlayView, params: OpenerParams) -> int:
    return 0  # the four of spades


cheat = Bot("cheat", "", "", {"call": call, "play": play_what_is_not_there}, OpenerParams)
"""Plays a card that is not in the pack."""
