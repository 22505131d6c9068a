"""Bots of Five Hundred: plain functions of what the seat sees, which the reference calls and the kernel compiles.

``rulebook`` is in files of its own.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from simkit.games.five_hundred import rulebook, rulebook_play
from simkit.games.five_hundred.calls import MISERE_BID, OPEN_MISERE, PASS
from simkit.games.five_hundred.cards import MISERE, NO_TRUMP
from simkit.games.five_hundred.decisions import ALONE, CallView, KittyView, PlayView
from simkit.games.five_hundred.masks import (
    arrange,
    card_layout_for,
    count,
    highest,
    lowest,
    of_suit,
    pick,
    place_of,
    slot,
    suit_at,
)
from simkit.games.five_hundred.reading import friend_has_it, highest_rank, lowest_rank, winning_cards
from simkit.games.five_hundred.setting import card_layout_of
from simkit.model.bot import Bot, Parameter

__all__ = ["BOTS"]


class RandomParams(NamedTuple):
    """Parameters of ``random``."""

    bid_chance: Annotated[float, Parameter("chance to bid each time it may", low=0, high=1)] = 0.25


def call_at_random(view: CallView, params: RandomParams) -> int:
    """Pass, or with chance ``bid_chance`` make any of the bids that are allowed."""
    if view.coin < params.bid_chance:
        return pick(view.legal & ~1, view.coin / params.bid_chance)
    return PASS if view.legal & 1 else pick(view.legal, view.coin)


def discard_at_random(view: KittyView, params: RandomParams) -> int:
    """Discard any card."""
    return pick(view.legal, view.coin)


def nominate_at_random(view: KittyView, params: RandomParams) -> int:
    """Nominate any suit, or none."""
    return pick(view.legal, view.coin)


def call_card_at_random(view: KittyView, params: RandomParams) -> int:
    """Call any card, or none."""
    return pick(view.legal, view.coin)


def call_player_at_random(view: KittyView, params: RandomParams) -> int:
    """Call anybody, or play alone."""
    return pick(view.legal, view.coin)


def play_at_random(view: PlayView, params: RandomParams) -> int:
    """Play any legal card."""
    return pick(view.legal, view.coin)


class SimpleParams(NamedTuple):
    """Parameters of ``simple``."""

    tricks_added: Annotated[float, Parameter("tricks added to its trumps and aces", low=-5, high=5, unit="tricks")] = (
        0.5
    )


_ACE = 10


def call_simply(view: CallView, params: SimpleParams) -> int:
    """Bid the longest suit, if trumps and aces of the other suits are enough for a level that is legal."""
    best, trump, layout = 0, 0, card_layout_of(view.setting)
    for suit in range(4):
        cards, arranged = arrange(view.hand, suit, layout), card_layout_for(layout, suit, -1)
        counted = count(of_suit(cards, suit, arranged))
        for other in range(4):
            counted += cards >> place_of(other, _ACE, arranged) & 1 if other != suit else 0
        if counted > best:
            best, trump = counted, suit
    for level in range(6, 11):
        bid = 5 * (level - 6) + trump + 1
        bid += (bid >= MISERE_BID) + (bid + 1 > OPEN_MISERE)
        if view.legal >> bid & 1:
            is_friends = view.bidder >= 0 and view.friends >> view.bidder & 1
            is_enough = best + params.tricks_added >= level and not is_friends
            return bid if is_enough or not view.legal & 1 else PASS
    return lowest(view.legal)  # a pass, or where it may not pass whatever is lowest


def discard_simply(view: KittyView, params: SimpleParams) -> int:
    """Discard the lowest cards that are not trumps."""
    answer, least, rest, layout = lowest(view.legal), 99, view.legal, card_layout_of(view.setting)
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        suit = suit_at(place, layout)
        worth = slot(place, layout) + (20 if suit in (view.strain, 4) else 0)
        if worth < least:
            answer, least = place, worth
    return answer


def call_card_simply(view: KittyView, params: SimpleParams) -> int:
    """Call the best trump that it does not hold; without trumps the best card of any suit."""
    legal, layout = view.legal & ~(1 << ALONE | view.discarded), card_layout_of(view.setting)
    if view.strain < NO_TRUMP and of_suit(legal, view.strain, layout):
        return highest(of_suit(legal, view.strain, layout))
    return highest_rank(legal, layout)


def call_player_simply(view: KittyView, params: SimpleParams) -> int:
    """Call the seat on the left."""
    return 1


def play_simply(view: PlayView, params: SimpleParams) -> int:
    """Lead the best heart, else diamond, club, spade; win what the partner does not, as high as it can; or play low."""
    if view.led < 0:
        return highest(view.legal)
    layout = card_layout_of(view.setting)
    winners = winning_cards(view, layout)
    if winners and view.strain != MISERE and not friend_has_it(view):
        return highest(winners)
    return lowest_rank(view.legal, layout)


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
            "call_card": call_card_at_random,
            "call_player": call_player_at_random,
            "name": play_at_random,
        },
        params=RandomParams,
        weakness="Everything; it shows what skill is worth.",
    ),
    Bot(
        name="simple",
        meaning="Bids its longest suit by trumps and aces, discards low cards, and wins what it can as high as it can.",
        source="ours: what a beginner does after reading the rules once",
        decide={
            "call": call_simply,
            "discard": discard_simply,
            "play": play_simply,
            "call_card": call_card_simply,
            "call_player": call_player_simply,
        },
        params=SimpleParams,
        weakness="Never bids no trump or a misere, leads hearts first whatever is trumps, wastes high cards, "
        "does not count what has been played, and never bids over its partner.",
    ),
    Bot(
        name="rulebook",
        meaning="Counts tricks by strain with an allowance for partner and kitty, bids miseres by what is missing "
        "below its low cards, discards towards voids, and plays by the maxims that players teach each other.",
        source="what counts: web500 (Apache-2.0) and TricksterBots (MIT); how much: fitted to its own hands",
        decide={
            "call": rulebook.call,
            "discard": rulebook.discard,
            "play": rulebook_play.play,
            "call_card": rulebook.call_card,
            "call_player": rulebook.call_player,
            "name": rulebook_play.name,
        },
        params=rulebook.RulebookParams,
        weakness="Draws no conclusions from the calls about who holds what, never nominates a suit for the joker, does "
        "not look at the other side's score or at the schedule, and never bids blind or without the kitty.",
    ),
)
