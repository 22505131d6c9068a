"""Suits, legal plays and winners of tricks, in the words of the rule sheet and on cards as they are printed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

from simkit.games.five_hundred.cards import (
    ALL_RANKS,
    BLACK_JOKER,
    BLACK_JOKER_CARD,
    BLACK_JOKER_SLOT,
    BLOCK,
    JOKER,
    JOKER_CARD,
    JOKER_SLOT,
    LEFT_BOWER,
    MISERE,
    NAMING,
    NAMING_BLACK,
    NO_TRUMP,
    RANKS,
    RIGHT_BOWER,
    WIDE_JOKER,
    Card,
    sister,
)
from simkit.games.five_hundred.packs import AU43, Pack
from simkit.games.five_hundred.rules import Rules

__all__ = ["Play", "Terms", "answer_for", "is_joker", "led_suit", "legal_plays", "place", "suit_of", "winner"]


class Terms(NamedTuple):
    """What decides suits and ranks: strain, suit nominated for the joker, pack, and whether the joker is low."""

    strain: int
    nominated: int | None = None
    pack: Pack = AU43
    joker_low: bool = False

    @property
    def trump(self) -> int | None:
        """The trump suit."""
        return self.strain if self.strain < NO_TRUMP else None

    @property
    def joker_suit(self) -> int | None:
        """Suit that the joker belongs to."""
        return self.nominated if self.trump is None else self.trump


class Play(NamedTuple):
    """A card played; ``named`` is the suit that goes with leading a joker that belongs to none."""

    card: Card
    named: int | None = None


def _is_left_bower(card: Card, terms: Terms) -> bool:
    return terms.trump is not None and card == ("J", sister(terms.trump))


def _is_right_bower(card: Card, terms: Terms) -> bool:
    return terms.trump is not None and card == ("J", terms.trump)


def _is_four_of_colour(card: Card, terms: Terms) -> bool:
    """The four of the trumps' colour, where the pack has one of each colour: it counts as a trump."""
    is_there = terms.pack.name == "alt43" and terms.trump in (0, 2)
    return is_there and terms.trump is not None and card == ("4", sister(terms.trump))


def is_joker(card: Card) -> bool:
    """Whether the card is a joker."""
    return card.suit < 0


def suit_of(card: Card, terms: Terms) -> int | None:
    """Suit that a card belongs to; None for a joker that belongs to none.

    The joker and the left bower, the other jack of the trump suit's colour, are trumps in every respect.
    """
    if is_joker(card):
        return terms.joker_suit
    return terms.trump if _is_left_bower(card, terms) or _is_four_of_colour(card, terms) else card.suit


def _rank(card: Card, terms: Terms) -> int:
    """Order of cards within a suit: black joker, joker, right bower, left bower, ace, king, ..."""
    top = 100
    if is_joker(card):
        return top + [JOKER_CARD, BLACK_JOKER_CARD].index(card) + 3
    if _is_right_bower(card, terms):
        return top + 2
    return top + 1 if _is_left_bower(card, terms) else ALL_RANKS.index(card.rank)


def place(card: Card, terms: Terms) -> int:
    """Number of a card arranged for play, as bots see it; see ``cards.py``."""
    suit = suit_of(card, terms)
    if terms.pack.is_wide:
        return WIDE_JOKER if suit is None else _wide_places(terms)[card]
    if suit is None:
        return JOKER if card == JOKER_CARD else BLACK_JOKER
    slots = {JOKER_CARD: JOKER_SLOT, BLACK_JOKER_CARD: BLACK_JOKER_SLOT}
    if is_joker(card):
        return BLOCK * suit + slots[card]
    if _is_right_bower(card, terms):
        return BLOCK * suit + RIGHT_BOWER
    return BLOCK * suit + (LEFT_BOWER if _is_left_bower(card, terms) else RANKS.index(card.rank))


@cache
def _wide_places(terms: Terms) -> dict[Card, int]:
    """Numbers in a pack that needs the whole word: suits in order, each from its lowest card, the joker's kept free."""
    in_suits = [
        (suit, _rank(card, terms), card)
        for card in terms.pack._replace(jokers=1).cards
        if (suit := suit_of(card, terms)) is not None
    ]
    return {card: at for at, (_, _, card) in enumerate(sorted(in_suits))}


def answer_for(play: Play, terms: Terms) -> int:
    """Number of the answer that makes a play; a joker led naming a suit has one of its own where there is room."""
    at = place(play.card, terms)
    if play.named is None or terms.pack.is_wide:
        return at
    return BLOCK * play.named + (NAMING if play.card == JOKER_CARD else NAMING_BLACK)


def led_suit(plays: Sequence[Play], terms: Terms) -> int | None:
    """Suit to be followed in a trick: that of its first card, or the one named with a joker; None if none was named."""
    return plays[0].named if plays[0].named is not None else suit_of(plays[0].card, terms)


def winner(plays: Sequence[Play], terms: Terms) -> int:
    """Place in the trick, from 0, of the card that wins it.

    A joker that belongs to no suit beats everything; else the highest trump wins, else the highest card of the suit
    led.
    """
    led = led_suit(plays, terms)
    if led is None and terms.joker_low:  # a low joker led without a name: the next card's suit is to be beaten
        led = next((suit_of(play.card, terms) for play in plays if not is_joker(play.card)), None)

    def strength(index: int) -> tuple[int, int]:
        card = plays[index].card
        suit = suit_of(card, terms)
        if suit is None and terms.joker_low:
            return (1, -1) if index == 0 and plays[0].named is not None else (-1, -index)
        if suit is None:
            return 3, _rank(card, terms)
        kind = 2 if suit == terms.trump else 1 if suit == led else 0
        return kind, _rank(card, terms)

    return max(range(len(plays)), key=strength)


def legal_plays(
    hand: Collection[Card],
    terms: Terms,
    plays: Sequence[Play],
    suits_led: Collection[int],
    rules: Rules,
    *,
    shown_void: Collection[int] = (),
    joker_beside: bool = False,
) -> list[Play]:
    """Every legal way to play a card.

    Parameters
    ----------
    hand
        Cards held.
    terms
        Strain, suit of the joker, pack.
    plays
        Cards played to this trick so far; none for the leader.
    suits_led
        Suits that have been led in this hand.
    rules
        Rules.
    shown_void
        Suits that the seat has shown to be void in.
    joker_beside
        Whether a joker without a suit may be played although its holder can follow.
    """
    if not plays:
        allowed = [suit for suit in range(4) if suit not in suits_led]
        if not rules.joker_name_shown_void:
            allowed = [suit for suit in allowed if suit not in shown_void]
        return _legal_leads(hand, terms, allowed if rules.joker_lead == "unled_suit" else [])
    led = led_suit(plays, terms)
    jokers = [card for card in hand if suit_of(card, terms) is None]
    following = [card for card in hand if led is not None and suit_of(card, terms) == led]
    if following:
        return [Play(card) for card in [*following, *(jokers if joker_beside else [])]]
    is_compulsory = terms.strain == MISERE or (terms.strain == NO_TRUMP and rules.joker_nt_compulsory)
    return [Play(card) for card in (jokers if jokers and is_compulsory else hand)]


def _legal_leads(hand: Collection[Card], terms: Terms, may_be_named: Sequence[int]) -> list[Play]:
    """Any card may be led; a joker without a suit only naming one, or when nothing but jokers is left."""
    has_others = any(suit_of(card, terms) is not None for card in hand)
    leads = []
    for card in hand:
        if suit_of(card, terms) is not None or not has_others:
            leads.append(Play(card))
        else:
            leads += [Play(card, suit) for suit in may_be_named]
    return leads
