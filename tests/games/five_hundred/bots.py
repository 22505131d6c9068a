"""Bots for tests that come from a file: uniformly random play of one contract."""

from typing import Annotated, NamedTuple

from simkit.games.five_hundred.decisions import CallView, KittyView, PlayView
from simkit.games.five_hundred.masks import lowest, pick
from simkit.games.five_hundred.setting import bids_by, bids_sans, card_of, seats_of
from simkit.model.bot import Bot, Parameter


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


def plan(view: PlayView, params: OpenerParams, table) -> int:
    """The card whose table promises most over many samples: what a bot that plans takes its time for."""
    best, most, cards = 0, -1.0, view.legal
    while cards:
        card, worth = lowest(cards), 0.0
        cards &= cards - 1
        for sample in range(200):
            row = (int(view.coin * 1009) + 7 * sample + view.led) % table.shape[0]
            worth += table[row, card % table.shape[1]]
        if worth > most:
            best, most = card, worth
    return best


planner = Bot("planner", "", "", {"call": call, "discard": discard, "play": plan}, OpenerParams)
"""As ``opener``, but plays by a table of two dimensions."""


class WildParams(NamedTuple):
    bid_chance: Annotated[float, Parameter("chance of a bid", low=0, high=1)] = 0.5


def luck_of(coin: float, seen: int) -> float:
    """A number in [0, 1), far from that of a view in which something is one more."""
    return (int(coin * 1009) + 389 * seen) % 1009 / 1009


def choose(legal: int, coin: float, seen: int) -> int:
    """Any answer, which another view would change."""
    return pick(legal, luck_of(coin, seen))


def call_luck(view: CallView) -> float:
    """A number in [0, 1) that the coin and every other field of the view decide."""
    seats = seats_of(view.setting)
    seen = view.hand % 997 + view.standing + (view.dealer - view.seat) % seats
    seen += (view.bidder - view.seat) % seats if view.bidder >= 0 else 7
    for away in range(seats):  # by distance, so that turning the table changes nothing
        who = (view.seat + away) % seats
        seen += (away + 1) * (bids_by(view.bids, view.bids_more, who) % 991 + 3 * (view.passed >> who & 1))
        seen += (away + 1) * (view.friends >> who & 1)
    seen += bids_sans(view.bids_more) % 983 + view.setting % 977 + view.score + view.score_other + view.target
    return luck_of(view.coin, seen)


def call_wildly(view: CallView, params: WildParams) -> int:
    """Miseres where they are legal, else any of the eight lowest bids, so that auctions are long and raises come up."""
    luck = call_luck(view)
    if view.legal & 1 and (luck >= params.bid_chance or view.legal == 1):
        return 0
    if luck < params.bid_chance / 4:
        for special in (25, 25 + 27, 11, 11 + 27):
            if view.legal >> special & 1:
                return special
    bids, skip = view.legal & ~1, int((luck / params.bid_chance if luck < params.bid_chance else luck) * 8)
    for _ in range(skip):
        if bids & (bids - 1):
            bids &= bids - 1
    return lowest(bids)


def resign(view: CallView, params: WildParams) -> int:
    return 1 if call_luck(view) < 0.4 else 0


def call_any_card(view: KittyView, params: WildParams) -> int:
    return choose(view.legal, view.coin, kitty_seen(view))


def call_any_player(view: KittyView, params: WildParams) -> int:
    return choose(view.legal, view.coin, kitty_seen(view))


def bid_blind(view: CallView, params: WildParams) -> int:
    return 1 if call_luck(view) < 0.2 else 0


def kitty_seen(view: KittyView) -> int:
    seats = seats_of(view.setting)
    seen = view.hand % 997 + view.discarded % 991 + view.discards_left + view.setting % 977 + view.strain
    for away in range(seats):
        seen += (away + 1) * (bids_by(view.bids, view.bids_more, (view.seat + away) % seats) % 991)
    return seen + view.joker_suit + bids_sans(view.bids_more) % 983


def nominate(view: KittyView, params: WildParams) -> int:
    return choose(view.legal, view.coin, kitty_seen(view))


def discard_wildly(view: KittyView, params: WildParams) -> int:
    """Keeps jokers without a suit, which every rule about them needs."""
    return choose(view.legal & ~(1 << 15 | 1 << 31 | 1 << 62), view.coin, kitty_seen(view))


def play_wildly(view: PlayView, params: WildParams) -> int:
    seats = seats_of(view.setting)
    seen = view.hand % 997 + view.setting % 977 + view.strain + view.joker_suit + view.led
    seen += (view.contractor - view.seat) % seats if view.contractor >= 0 else 7
    seen += (view.winner - view.seat) % seats if view.winner >= 0 else 7
    for away in range(seats):
        who = (view.seat + away) % seats
        there = card_of(view.trick, who) + (view.voids >> 4 * who & 15) + (view.tricks >> 4 * who & 15)
        there += bids_by(view.bids, view.bids_more, who) % 991 + (view.friends >> who & 1)
        code = who + 1
        theirs = view.played_1 if code & 1 else ~view.played_1
        theirs &= view.played_2 if code & 2 else ~view.played_2
        theirs &= view.played_4 if code & 4 else ~view.played_4
        seen += (away + 1) * (there + theirs % 971)
    seen += view.suits_led + view.exposed % 929 + view.discarded % 919 + bids_sans(view.bids_more) % 983
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
        "resign": resign,
        "call_card": call_any_card,
        "call_player": call_any_player,
        "name": play_wildly,
    },
    WildParams,
)
"""Calls low and often, miseres and sometimes blind; every answer depends on every field of the view."""


def play_what_is_not_there(view: PlayView, params: OpenerParams) -> int:
    return 0  # the four of spades


cheat = Bot("cheat", "", "", {"call": call, "play": play_what_is_not_there}, OpenerParams)
"""Plays a card that is not in the pack."""
