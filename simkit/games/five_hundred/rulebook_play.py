"""How ``rulebook`` plays: the maxims that players teach each other, by what the seat has seen."""

from __future__ import annotations

from simkit.games.five_hundred.cards import MISERE, NO_TRUMP
from simkit.games.five_hundred.decisions import PlayView
from simkit.games.five_hundred.masks import (
    CardLayout,
    above,
    bare_jokers,
    count,
    highest,
    lowest,
    naming,
    of_suit,
    slot,
    suit_at,
)
from simkit.games.five_hundred.misere_play import play_misere
from simkit.games.five_hundred.reading import (
    best_of,
    friend_has_it,
    highest_rank,
    is_void,
    lowest_rank,
    may_ruff,
    plain_cards,
    unseen,
    winning_cards,
)
from simkit.games.five_hundred.rulebook import RulebookParams
from simkit.games.five_hundred.setting import card_layout_of, card_of, seats_of

__all__ = ["name", "play"]

_COURT = 7
"""Rank from which on a card is a court card."""


def _is_friend(view: PlayView, seat: int) -> bool:
    """Whether a seat plays with this one; the contractor is seat -1 where all have passed, and nobody's friend."""
    return seat >= 0 and view.friends >> seat & 1 != 0


def _throw_off(view: PlayView, others: int, layout: CardLayout) -> int:
    """A card that need not win: a low plain one, rather neither a master nor the guard of a king; else a trump."""
    plain = plain_cards(view, view.legal, layout)
    if plain == 0 or (view.led >= 0 and of_suit(view.legal, view.led, layout)):
        return lowest_rank(plain or view.legal, layout)
    answer, least, rest = lowest(plain), 99, plain
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        held = of_suit(view.hand, suit_at(place, layout), layout)
        worth = slot(place, layout)
        if above(place, layout) & others == 0:
            worth += 8
        if count(held) == 2 and count(above(highest(held), layout) & others) == 1:
            worth += 4
        if worth < least:
            answer, least = place, worth
    return answer


def _may_draw_trumps(view: PlayView, others: int, layout: CardLayout) -> bool:
    """Whether a seat on the other side may still hold a trump."""
    if of_suit(others, view.strain, layout) == 0:
        return False
    for seat in range(seats_of(view.setting)):
        if seat != view.seat and not _is_friend(view, seat) and not is_void(view, seat, view.strain):
            return True
    return False


def _from_sequence(cards: int, others: int, layout: CardLayout) -> int:
    """The best card of a suit, if the next one is as good and few others are better; else the lowest."""
    best = highest(cards)
    rest = cards & ~(1 << best)
    better = above(best, layout) & others
    if rest and count(better) <= 3 and above(highest(rest), layout) & others == better:
        return best
    return lowest(cards)


def _trump_to_lead(view: PlayView, params: RulebookParams, others: int, layout: CardLayout) -> int:
    """A trump that the contractor's side leads to draw the others; -1 for none.

    The contractor draws while it has the best one, or two or more, and does not spend them on a single better one.
    """
    trumps, out = of_suit(view.legal, view.strain, layout), of_suit(others, view.strain, layout)
    if trumps == 0 or not _may_draw_trumps(view, others, layout):
        return -1
    if view.contractor == view.seat and params.draws_trumps:
        if best_of(trumps, others, layout):
            return highest(trumps)
        if count(trumps) >= 2 and count(out) >= 2:
            return _from_sequence(trumps, others, layout)
    if _is_friend(view, view.contractor) and count(view.hand) >= 8:
        return highest(trumps)
    return -1


def _longest_suit(view: PlayView, cards: int, others: int, layout: CardLayout) -> int:
    """The suit with most of the cards; one that a friend can ruff counts for three more."""
    suit, most = 0, -1
    for other in range(4):
        length = count(of_suit(cards, other, layout))
        if length and view.strain < NO_TRUMP and of_suit(others, view.strain, layout):
            for seat in range(seats_of(view.setting)):
                if _is_friend(view, seat) and may_ruff(view, seat, other):
                    length += 3
        if length > most:
            suit, most = other, length
    return suit


def _lead(view: PlayView, params: RulebookParams, layout: CardLayout) -> int:
    """Lead to a trick: trumps as contractor, then cards that are the best of their suit, then low from length."""
    others, plain = unseen(view, layout), plain_cards(view, view.legal, layout)
    if view.strain < NO_TRUMP:
        trump = _trump_to_lead(view, params, others, layout)
        if trump >= 0:
            return trump
    if plain == 0:
        return highest(view.legal)  # nothing but trumps, or nothing but the joker and its suits to name
    masters = best_of(plain, others, layout)
    if masters:
        longest, most = 0, -1
        for suit in range(4):
            length = count(of_suit(masters, suit, layout))
            if length > most:
                longest, most = suit, length
        return highest(of_suit(masters, longest, layout))
    return lowest(of_suit(plain, _longest_suit(view, plain, others, layout), layout))


def _joker_before_last(view: PlayView, layout: CardLayout) -> int:
    """With the joker and one more card lead the joker naming that card's suit; -1 where that does not apply."""
    joker = bare_jokers(view.hand, layout)
    if view.led >= 0 or count(view.hand) != 2 or count(joker) != 1:
        return -1
    answer = naming(lowest(joker), suit_at(lowest(view.hand & ~joker), layout), layout)
    return answer if view.legal >> answer & 1 else -1


def _is_beaten_no_more(view: PlayView) -> bool:
    """Whether no seat of the other side is still to play that could win the trick."""
    for seat in range(seats_of(view.setting)):
        if seat != view.seat and not _is_friend(view, seat) and card_of(view.trick, seat) < 0:
            has_neither = is_void(view, seat, view.strain) and is_void(view, seat, view.led)
            if view.strain >= NO_TRUMP or not has_neither:
                return False
    return True


def _friends_to_come(view: PlayView) -> bool:
    """Whether a friend is still to play to the trick."""
    found = False
    for seat in range(seats_of(view.setting)):
        found |= _is_friend(view, seat) and card_of(view.trick, seat) < 0
    return found


def _by_trump(view: PlayView, winners: int, sure: int, others: int, layout: CardLayout) -> int:
    """Win with a trump, or the joker: no higher than is needed; a defender leaves a low trick to its friend."""
    to_come = _friends_to_come(view)
    if view.led == view.strain:
        return lowest(sure) if sure and not to_come else lowest_rank(winners, layout)
    is_defender = view.contractor != view.seat and not _is_friend(view, view.contractor)
    is_low = slot(card_of(view.trick, view.winner), layout) < _COURT
    if is_defender and to_come and is_low and not friend_has_it(view):
        return _throw_off(view, others, layout)
    return lowest_rank(winners, layout)


def _follow(view: PlayView, layout: CardLayout) -> int:
    """Play to a trick: win it as cheaply as will do, unless a friend has it or it cannot be won."""
    winners, others, is_safe = winning_cards(view, layout), unseen(view, layout), _is_beaten_no_more(view)
    is_theirs = friend_has_it(view) and (is_safe or above(card_of(view.trick, view.winner), layout) & others == 0)
    if winners == 0 or is_theirs:
        return _throw_off(view, others, layout)
    following = plain_cards(view, winners, layout)
    if is_safe:
        return lowest_rank(following or winners, layout)
    sure = best_of(winners, others, layout)
    if following == 0:
        return _by_trump(view, winners, sure, others, layout)
    if sure & following:
        return lowest_rank(sure & following, layout)
    # Second hand low, third hand high.
    return _throw_off(view, others, layout) if _friends_to_come(view) else highest_rank(following, layout)


def _by_the_maxims(view: PlayView, params: RulebookParams, layout: CardLayout) -> int:
    if view.strain == MISERE:
        return play_misere(view, layout)
    before_last = _joker_before_last(view, layout)
    if before_last >= 0:
        return before_last
    return _lead(view, params, layout) if view.led < 0 else _follow(view, layout)


def play(view: PlayView, params: RulebookParams) -> int:
    """Play a card by the maxims of the strain and the side."""
    layout = card_layout_of(view.setting)
    return _by_the_maxims(view, params, None) if layout == 0 else _by_the_maxims(view, params, layout)


def name(view: PlayView, params: RulebookParams) -> int:
    """Name the suit of which it holds most, for a joker that is led."""
    suit, most = lowest(view.legal), -1
    for other in range(4):
        length = count(of_suit(view.hand, other, card_layout_of(view.setting)))
        if view.legal >> other & 1 and length > most:
            suit, most = other, length
    return suit
