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
    suit_at,
    ways_to_name,
)
from simkit.games.five_hundred.reading import (
    best_of,
    friend_has_it,
    highest_rank,
    is_void,
    lowest_rank,
    unseen,
    winning_cards,
)
from simkit.games.five_hundred.rulebook import RulebookParams
from simkit.games.five_hundred.setting import card_layout_of, card_of, seats_of

__all__ = ["name", "play"]


def _longest_suit(cards: int, layout: CardLayout) -> int:
    """The suit with most of the cards, the first among equals."""
    suit, most = 0, -1
    for other in range(4):
        length = count(of_suit(cards, other, layout))
        if length > most:
            suit, most = other, length
    return suit


def _plain(view: PlayView, cards: int, layout: CardLayout) -> int:
    """Those of the cards that are neither trumps nor the joker nor ways to lead it."""
    if view.strain < NO_TRUMP:
        return cards & ~of_suit(cards, view.strain, layout)
    cards &= ~bare_jokers(cards, layout)
    return cards & ~ways_to_name(layout) if view.joker_suit < 0 else cards


def _throw_off(view: PlayView, layout: CardLayout) -> int:
    """A card that cannot win or need not: the lowest plain one, else the lowest trump."""
    plain = _plain(view, view.legal, layout)
    return lowest_rank(plain or view.legal, layout)


def _may_draw_trumps(view: PlayView, others: int, layout: CardLayout) -> bool:
    """Whether a seat on the other side may still hold a trump."""
    if of_suit(others, view.strain, layout) == 0:
        return False
    for seat in range(seats_of(view.setting)):
        is_ours = seat == view.seat or view.friends >> seat & 1
        if not is_ours and not is_void(view, seat, view.strain):
            return True
    return False


def _lead(view: PlayView, params: RulebookParams, layout: CardLayout) -> int:
    """Lead to a trick: trumps as contractor, then cards that are the best of their suit, then low from length."""
    others, plain = unseen(view, layout), _plain(view, view.legal, layout)
    is_contractor = view.contractor == view.seat
    if view.strain < NO_TRUMP:
        trumps = of_suit(view.legal, view.strain, layout)
        draws = params.draws_trumps and is_contractor and _may_draw_trumps(view, others, layout)
        if trumps and draws and (best_of(trumps, others, layout) or count(trumps) >= 4):
            return highest(trumps)
        is_for_friend = view.friends >> view.contractor & 1 and count(view.hand) >= 8
        if trumps and is_for_friend and _may_draw_trumps(view, others, layout):
            return highest(trumps)  # what the contractor would lead
    masters = best_of(plain, others, layout)
    if masters:
        return highest_rank(of_suit(masters, _longest_suit(masters, layout), layout), layout)
    if plain == 0:
        return highest(view.legal)  # nothing but trumps, or nothing but the joker and its suits to name
    if view.strain < NO_TRUMP and not is_contractor:
        return lowest_rank(_without_voids_of(view, plain, layout), layout)
    return lowest(of_suit(plain, _longest_suit(plain, layout), layout))


def _without_voids_of(view: PlayView, cards: int, layout: CardLayout) -> int:
    """Cards without the suits that the contractor would ruff; all of them when nothing else is left."""
    kept = cards
    for suit in range(4):
        if is_void(view, view.contractor, suit):
            kept &= ~of_suit(cards, suit, layout)
    return kept or cards


def _joker_before_last(view: PlayView, layout: CardLayout) -> int:
    """With the joker and one more card lead the joker naming that card's suit; -1 where that does not apply."""
    joker = bare_jokers(view.hand, layout)
    if view.led >= 0 or count(view.hand) != 2 or count(joker) != 1:
        return -1
    answer = naming(lowest(joker), suit_at(lowest(view.hand & ~joker), layout), layout)
    return answer if view.legal >> answer & 1 else -1


def _follow(view: PlayView, layout: CardLayout) -> int:
    """Play to a trick: win it as cheaply as will do, unless a friend has it or it cannot be won."""
    winners, seats, done = winning_cards(view, layout), seats_of(view.setting), 0
    friends_to_come = False
    for seat in range(seats):
        has_played = card_of(view.trick, seat) >= 0
        done += has_played
        if not has_played and view.friends >> seat & 1:
            friends_to_come = True
    is_last = done == seats - 1
    if winners == 0:
        return _throw_off(view, layout)
    others = unseen(view, layout)
    if friend_has_it(view) and (is_last or above(card_of(view.trick, view.winner), layout) & others == 0):
        return _throw_off(view, layout)
    following = winners & _plain(view, winners, layout)
    if is_last:
        return lowest_rank(following or winners, layout)
    sure = best_of(winners, others, layout)
    if following == 0:
        return lowest_rank(winners, layout)  # a ruff, or the joker
    if sure & following:
        return lowest_rank(sure & following, layout)
    # Second hand low, third hand high.
    return _throw_off(view, layout) if friends_to_come else highest_rank(following, layout)


def _misere_contractor(view: PlayView, layout: CardLayout) -> int:
    """Keep under the trick: as high as possible without winning; get rid of high cards when void."""
    losing = 0 if view.led < 0 else view.legal & ~winning_cards(view, layout)
    return highest_rank(losing, layout) if losing else lowest_rank(view.legal, layout)


def _misere_lead(view: PlayView, layout: CardLayout) -> int:
    """A defender's lead against a misere: low, in a suit that the contractor follows and, if open, cannot duck."""
    plain = _plain(view, view.legal, layout)
    if plain == 0:
        return lowest_rank(view.legal, layout)
    cards = _without_voids_of(view, plain, layout)
    rest = cards if view.exposed else 0
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        held = of_suit(view.exposed, suit_at(place, layout), layout)
        if held and above(place, layout) & held == held:
            return place
    return lowest_rank(cards, layout)


def _misere_defender(view: PlayView, layout: CardLayout) -> int:
    """Stay under the contractor's card; unload high cards when it is safe."""
    if view.led < 0:
        return _misere_lead(view, layout)
    if card_of(view.trick, view.contractor) < 0:  # it has yet to play
        return lowest_rank(view.legal, layout)
    if view.winner == view.contractor:
        losing = view.legal & ~winning_cards(view, layout)
        return highest_rank(losing, layout) if losing else lowest_rank(view.legal, layout)
    return highest_rank(view.legal, layout)


def _by_the_maxims(view: PlayView, params: RulebookParams, layout: CardLayout) -> int:
    if view.strain == MISERE:
        if view.contractor == view.seat:
            return _misere_contractor(view, layout)
        return _misere_defender(view, layout)
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
