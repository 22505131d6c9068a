"""What bots read off a view or a set of cards: plain functions for both worlds, open to any bot."""

from __future__ import annotations

from simkit.games.five_hundred.card_layouts import JOKER_LOW
from simkit.games.five_hundred.cards import NO_TRUMP
from simkit.games.five_hundred.decisions import PlayView
from simkit.games.five_hundred.masks import (
    CardLayout,
    above,
    bare_jokers,
    lowest,
    of_suit,
    slot,
    suit_at,
    ways_to_name,
)
from simkit.games.five_hundred.packs import pack_in_play
from simkit.games.five_hundred.setting import card_of

__all__ = [
    "best_of",
    "friend_has_it",
    "highest_rank",
    "is_void",
    "lowest_rank",
    "may_ruff",
    "plain_cards",
    "played",
    "played_by",
    "unseen",
    "winning_cards",
]


def played(view: PlayView) -> int:
    """All cards that have been played, this trick included."""
    return view.played_1 | view.played_2 | view.played_4


def played_by(view: PlayView, seat: int) -> int:
    """The cards that a seat has played, to this trick included."""
    code = seat + 1
    found = view.played_1 if code & 1 else ~view.played_1
    found &= view.played_2 if code & 2 else ~view.played_2
    return found & (view.played_4 if code & 4 else ~view.played_4)


def unseen(view: PlayView, layout: CardLayout) -> int:
    """Cards that may be in other hands: all but one's own and those played, and for the contractor the discards."""
    return pack_in_play(view.setting, view.strain, view.joker_suit, layout) & ~(
        view.hand | played(view) | view.discarded
    )


def is_void(view: PlayView, seat: int, suit: int) -> bool:
    """Whether the seat has shown to be void in the suit."""
    return view.voids >> 4 * seat + suit & 1 != 0


def may_ruff(view: PlayView, seat: int, suit: int) -> bool:
    """Whether the seat has shown to be void in the suit, and not in trumps."""
    return view.strain < NO_TRUMP and is_void(view, seat, suit) and not is_void(view, seat, view.strain)


def plain_cards(view: PlayView, cards: int, layout: CardLayout) -> int:
    """Those of the cards that are neither trumps nor the joker nor ways to lead it."""
    if view.strain < NO_TRUMP:
        return cards & ~of_suit(cards, view.strain, layout)
    cards &= ~bare_jokers(cards, layout)
    return cards & ~ways_to_name(layout) if view.joker_suit < 0 else cards


def friend_has_it(view: PlayView) -> bool:
    """Whether a seat that plays with this one is winning the trick so far."""
    return view.winner >= 0 and view.friends >> view.winner & 1 != 0


def winning_cards(view: PlayView, layout: CardLayout) -> int:
    """Mask of the legal cards that would beat the trick so far."""
    best = card_of(view.trick, view.winner)
    jokers = bare_jokers(view.legal, layout)
    suit = suit_at(best, layout)
    if layout is not None and layout & JOKER_LOW:
        return of_suit(view.legal, view.led, layout) if suit > 3 and view.led < 4 else view.legal & above(best, layout)
    if suit > 3:
        return jokers & -2 << best  # the black joker beats the other
    winning = view.legal & above(best, layout) | jokers
    if view.strain < NO_TRUMP and suit != view.strain:
        winning |= of_suit(view.legal, view.strain, layout)
    return winning


def best_of(cards: int, others: int, layout: CardLayout) -> int:
    """Mask of those cards that none of the others beats within its suit."""
    masters, rest = 0, cards
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        if above(place, layout) & others == 0:
            masters |= 1 << place
    return masters


def lowest_rank(cards: int, layout: CardLayout) -> int:
    """The card with the lowest rank within its suit, the first among equals."""
    answer, least, rest = lowest(cards), 99, cards
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        rank = slot(place, layout)
        if rank < least:
            answer, least = place, rank
    return answer


def highest_rank(cards: int, layout: CardLayout) -> int:
    """The card with the highest rank within its suit, the first among equals."""
    answer, most, rest = lowest(cards), -99, cards
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        rank = slot(place, layout)
        if rank > most:
            answer, most = place, rank
    return answer
