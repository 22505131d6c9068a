"""Suits, legal plays and winners of tricks, in the words of the rule sheet and on cards as they are printed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from simkit.games.five_hundred.cards import (
    BLOCK,
    JOKER,
    JOKER_CARD,
    JOKER_SLOT,
    LEFT_BOWER,
    MISERE,
    NO_TRUMP,
    RANKS,
    RIGHT_BOWER,
    Card,
    sister,
)
from simkit.games.five_hundred.packs import number

__all__ = ["Play", "Terms", "legal_plays", "place", "suit_of", "winner"]


class Terms(NamedTuple):
    """What decides suits and ranks in a hand: the strain, and the suit nominated for the joker."""

    strain: int
    nominated: int | None = None

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


def suit_of(card: Card, terms: Terms) -> int | None:
    """Suit that a card belongs to; None for a joker that belongs to none.

    The joker and the left bower, the other jack of the trump suit's colour, are trumps in every respect.
    """
    if card == JOKER_CARD:
        return terms.joker_suit
    return terms.trump if _is_left_bower(card, terms) else card.suit


def _rank(card: Card, terms: Terms) -> int:
    """Order of cards within a suit: joker, right bower, left bower, ace, king, ..."""
    if card == JOKER_CARD:
        return JOKER_SLOT
    if _is_right_bower(card, terms):
        return RIGHT_BOWER
    return LEFT_BOWER if _is_left_bower(card, terms) else RANKS.index(card.rank)


def place(card: Card, terms: Terms) -> int:
    """Number of a card arranged for play, as bots see it; see ``cards.py``."""
    suit = suit_of(card, terms)
    if suit is None:
        return JOKER
    return number(card) if terms.trump is None and card != JOKER_CARD else BLOCK * suit + _rank(card, terms)


def led_suit(plays: Sequence[Play], terms: Terms) -> int | None:
    """Suit to be followed in a trick: that of its first card, or the one named with a joker; None if none was named."""
    return plays[0].named if plays[0].named is not None else suit_of(plays[0].card, terms)


def winner(plays: Sequence[Play], terms: Terms) -> int:
    """Place in the trick, from 0, of the card that wins it.

    A joker that belongs to no suit beats everything; else the highest trump wins, else the highest card of the suit
    led.
    """
    led = led_suit(plays, terms)

    def strength(index: int) -> tuple[int, int]:
        card = plays[index].card
        suit = suit_of(card, terms)
        if suit is None:
            return 3, 0
        kind = 2 if suit == terms.trump else 1 if suit == led else 0
        return kind, _rank(card, terms)

    return max(range(len(plays)), key=strength)


def legal_plays(
    hand: Collection[Card], terms: Terms, plays: Sequence[Play], suits_led: Collection[int], joker_lead: str
) -> list[Play]:
    """Every legal way to play a card.

    Parameters
    ----------
    hand
        Cards held.
    terms
        Strain, and suit of the joker.
    plays
        Cards played to this trick so far; none for the leader.
    suits_led
        Suits that have been led in this hand.
    joker_lead
        Rule of that name: when a joker without a suit may be led.
    """
    if not plays:
        return _legal_leads(hand, terms, suits_led, joker_lead)
    led = led_suit(plays, terms)
    following = [card for card in hand if led is not None and suit_of(card, terms) == led]
    if following:
        return [Play(card) for card in following]
    is_compulsory = terms.strain == MISERE and JOKER_CARD in hand and terms.joker_suit is None
    return [Play(card) for card in hand if card == JOKER_CARD or not is_compulsory]


def _legal_leads(hand: Collection[Card], terms: Terms, suits_led: Collection[int], joker_lead: str) -> list[Play]:
    """Any card may be led; a joker without a suit only naming a suit not yet led, or to the last trick."""
    leads = []
    for card in hand:
        if suit_of(card, terms) is not None or len(hand) == 1:
            leads.append(Play(card))
        elif joker_lead == "unled_suit":
            leads += [Play(card, suit) for suit in range(4) if suit not in suits_led]
    return leads
