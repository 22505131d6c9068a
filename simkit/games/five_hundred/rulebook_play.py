"""How ``rulebook`` plays: the maxims that players teach each other, by what the seat has seen."""

from __future__ import annotations

from simkit.games.five_hundred.cards import BLOCK, JOKER, MISERE, NAMING, NO_TRUMP
from simkit.games.five_hundred.decisions import PlayView
from simkit.games.five_hundred.masks import above, count, highest, lowest, of_suit, pack_in_play, slot
from simkit.games.five_hundred.rulebook import RulebookParams

__all__ = ["play"]

_LEFT, _PARTNER, _RIGHT = 1, 2, 3


def _unseen(view: PlayView) -> int:
    """Cards that may be in other hands: all but one's own and those played, and for the contractor the discards."""
    known = view.hand | view.played | view.played_left | view.played_partner | view.played_right | view.discarded
    return pack_in_play(view.strain, view.joker_suit) & ~known


def _is_void(view: PlayView, place: int, suit: int) -> bool:
    """Whether the seat at that place has shown to be void in the suit."""
    return view.voids >> 4 * place + suit & 1 != 0


def _best_of(cards: int, unseen: int) -> int:
    """Mask of those cards that no unseen card of their suit beats."""
    masters, rest = 0, cards
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        if above(place) & unseen == 0:
            masters |= 1 << place
    return masters


def _lowest_rank(cards: int) -> int:
    """The card with the lowest rank within its suit, the first among equals."""
    answer, least, rest = lowest(cards), 99, cards
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        if slot(place) < least:
            answer, least = place, slot(place)
    return answer


def _highest_rank(cards: int) -> int:
    """The card with the highest rank within its suit, the first among equals."""
    answer, most, rest = lowest(cards), -1, cards
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        if slot(place) > most:
            answer, most = place, slot(place)
    return answer


def _longest_suit(cards: int) -> int:
    """The suit with most of the cards, the first among equals."""
    suit, most = 0, -1
    for other in range(4):
        length = count(of_suit(cards, other))
        if length > most:
            suit, most = other, length
    return suit


def _plain(view: PlayView, cards: int) -> int:
    """Those of the cards that are neither trumps nor the joker nor ways to lead it."""
    cards &= ~(1 << JOKER)
    for suit in range(4):
        cards &= ~(1 << BLOCK * suit + NAMING)
    return cards & ~of_suit(cards, view.strain) if view.strain < NO_TRUMP else cards


def _throw_off(view: PlayView) -> int:
    """A card that cannot win or need not: the lowest plain one, else the lowest trump."""
    plain = _plain(view, view.legal)
    return _lowest_rank(plain) if plain else _lowest_rank(view.legal)


def _may_draw_trumps(view: PlayView, unseen: int) -> bool:
    """Whether a defender of this contractor may still hold a trump."""
    outstanding = of_suit(unseen, view.strain)
    return outstanding != 0 and not (_is_void(view, _LEFT, view.strain) and _is_void(view, _RIGHT, view.strain))


def _lead(view: PlayView, params: RulebookParams) -> int:
    """Lead to a trick: trumps as contractor, then cards that are the best of their suit, then low from length."""
    unseen, plain = _unseen(view), _plain(view, view.legal)
    if view.strain < NO_TRUMP:
        trumps = of_suit(view.legal, view.strain)
        draws = params.draws_trumps and view.contractor == 0 and _may_draw_trumps(view, unseen)
        if trumps and draws and (_best_of(trumps, unseen) or count(trumps) >= 4):
            return highest(trumps)
        if trumps and view.contractor == _PARTNER and _may_draw_trumps(view, unseen) and count(view.hand) >= 8:
            return highest(trumps)  # what the contractor would lead
    masters = _best_of(plain, unseen)
    if masters:
        return _highest_rank(of_suit(masters, _longest_suit(masters)))
    if plain == 0:
        return _lead_the_rest(view)
    if view.strain < NO_TRUMP and view.contractor != 0:
        return _lowest_rank(_without_voids_of(view, plain))
    return lowest(of_suit(plain, _longest_suit(plain)))


def _lead_the_rest(view: PlayView) -> int:
    """Lead with nothing but trumps, or nothing but the joker and its suits to name."""
    return highest(view.legal)


def _without_voids_of(view: PlayView, cards: int) -> int:
    """Cards without the suits that the contractor would ruff; all of them when nothing else is left."""
    kept = cards
    for suit in range(4):
        if _is_void(view, view.contractor, suit):
            kept &= ~of_suit(cards, suit)
    return kept or cards


def _joker_before_last(view: PlayView) -> int:
    """With the joker and one more card lead the joker naming that card's suit; -1 where that does not apply."""
    if view.led >= 0 or count(view.hand) != 2 or not view.hand >> JOKER & 1:
        return -1
    other = highest(view.hand & ~(1 << JOKER))
    naming = other // BLOCK * BLOCK + NAMING
    return naming if view.legal >> naming & 1 else -1


def _winners(view: PlayView) -> int:
    """Mask of the legal cards that would beat the trick so far."""
    best = highest(view.winning)
    if best == JOKER:
        return 0
    suit = best // BLOCK
    found = view.legal & above(best) | view.legal & 1 << JOKER
    if view.strain < NO_TRUMP and suit != view.strain:
        found |= of_suit(view.legal, view.strain)
    return found


def _follow(view: PlayView) -> int:
    """Play to a trick: win it as cheaply as will do, unless the partner has it or it cannot be won."""
    played = (view.trick_left != 0) + (view.trick_partner != 0) + (view.trick_right != 0)
    is_last, winners = played == 3, _winners(view)
    if winners == 0:
        return _throw_off(view)
    unseen = _unseen(view)
    if view.winner == _PARTNER and (is_last or above(highest(view.winning)) & unseen == 0):
        return _throw_off(view)
    following = winners & _plain(view, winners)
    if is_last:
        return _lowest_rank(following) if following else _lowest_rank(winners)
    sure = _best_of(winners, unseen)
    if following == 0:
        return _lowest_rank(winners)  # a ruff, or the joker
    if sure & following:
        return _lowest_rank(sure & following)
    # Second hand low, third hand high.
    return _highest_rank(following) if played >= 2 else _throw_off(view)


def _misere_contractor(view: PlayView) -> int:
    """Keep under the trick: as high as possible without winning; get rid of high cards when void."""
    if view.led < 0:
        return _lowest_rank(view.legal)
    losing = view.legal & ~_winners(view)
    if losing == 0:
        return _lowest_rank(view.legal)
    return _highest_rank(losing)


def _misere_lead(view: PlayView) -> int:
    """A defender's lead against a misere: low, in a suit that the contractor follows and, if open, cannot duck."""
    plain = _plain(view, view.legal)
    if plain == 0:
        return _lowest_rank(view.legal)
    cards = _without_voids_of(view, plain)
    rest = cards if view.exposed else 0
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        held = of_suit(view.exposed, place // BLOCK)
        if held and above(place) & held == held:
            return place
    return _lowest_rank(cards)


def _misere_defender(view: PlayView) -> int:
    """Stay under the contractor's card; unload high cards when it is safe."""
    if view.led < 0:
        return _misere_lead(view)
    winners = _winners(view)
    losing = view.legal & ~winners
    contractor_card = view.trick_left if view.contractor == _LEFT else view.trick_right
    if contractor_card == 0:  # it has yet to play
        return _lowest_rank(view.legal)
    if contractor_card == view.winning:
        return _highest_rank(losing) if losing else _lowest_rank(view.legal)
    return _highest_rank(view.legal)


def play(view: PlayView, params: RulebookParams) -> int:
    """Play a card by the maxims of the strain and the side."""
    if view.strain == MISERE:
        return _misere_contractor(view) if view.contractor == 0 else _misere_defender(view)
    before_last = _joker_before_last(view)
    if before_last >= 0:
        return before_last
    return _lead(view, params) if view.led < 0 else _follow(view)
