"""What a seat of Five Hundred decides, and what it sees when it does.

Other seats are told by their place: 0 oneself, 1 the seat on the left, 2 the partner, 3 the seat on the right. Cards
and sets of cards are the numbers and masks of ``cards.py``, calls and contracts the numbers of ``calls.py``. In every
decision ``legal`` is the mask of the answers that are allowed.
"""

from __future__ import annotations

from typing import NamedTuple

from simkit.games.base import Decision
from simkit.games.five_hundred.calls import CALLS
from simkit.games.five_hundred.cards import BLOCK, JOKER, LEFT_BOWER, NAMING, PLACES, RANKS, SUITS

__all__ = ["BLIND_CALL", "CALL", "DECISIONS", "DISCARD", "NOMINATE", "PLAY", "CallView", "KittyView", "PlayView"]


class CallView(NamedTuple):
    """What the seat sees when it may call."""

    coin: float
    """A number in [0, 1), fresh for each decision."""
    legal: int
    """Mask of the calls that are allowed."""
    hand: int
    """The seat's ten cards as printed; 0 while they have not been looked at."""
    standing: int
    """Contract number of the highest bid so far; 0 when there is none."""
    standing_place: int
    """Place of the seat that made it; -1 when there is none."""
    calls: int
    """Mask of the calls that this seat has made; bit 55 is a blind misere."""
    calls_left: int
    """The same of the seat on the left."""
    calls_partner: int
    """The same of the partner."""
    calls_right: int
    """The same of the seat on the right."""
    dealer: int
    """Place of the dealer, who calls last."""
    score: int
    """Points of this seat's side."""
    score_other: int
    """Points of the other side."""
    target: int
    """Points that win."""


class KittyView(NamedTuple):
    """What the contractor sees when it discards, or nominates a suit for the joker."""

    coin: float
    """A number in [0, 1), fresh for each decision."""
    legal: int
    """Mask of the answers that are allowed."""
    hand: int
    """Cards still held, arranged for the contract."""
    discarded: int
    """Cards discarded so far, arranged for the contract."""
    discards_left: int
    """Cards still to be discarded, this one included; 0 when a suit is nominated."""
    contract: int
    """Contract number."""
    level: int
    """Tricks that the contract needs; 0 in a misere."""
    strain: int
    """0 to 3 the trump suit, 4 no trump, 5 a misere."""
    calls_left: int
    """Mask of the calls that the seat on the left has made."""
    calls_partner: int
    """The same of the partner."""
    calls_right: int
    """The same of the seat on the right."""


class PlayView(NamedTuple):
    """What the seat sees when it plays a card; all cards are arranged for the contract."""

    coin: float
    """A number in [0, 1), fresh for each decision."""
    legal: int
    """Mask of the cards that may be played; slot 14 of a suit is the joker led with this suit named."""
    hand: int
    """Cards held."""
    contract: int
    """Contract number."""
    level: int
    """Tricks that the contract needs; 0 in a misere."""
    strain: int
    """0 to 3 the trump suit, 4 no trump, 5 a misere."""
    contractor: int
    """Place of the contractor."""
    joker_suit: int
    """Suit that the joker belongs to: trumps, or the one nominated; -1 for none."""
    led: int
    """Suit that was led, or named with the joker; -1 for the leader, 4 for a joker led to the last trick."""
    trick_left: int
    """Card that the seat on the left has played to this trick, as a mask of one card; 0 for none."""
    trick_partner: int
    """The same of the partner."""
    trick_right: int
    """The same of the seat on the right."""
    winning: int
    """The card that wins the trick so far, as a mask; 0 for none."""
    winner: int
    """Place of the seat that played it; 0 for none."""
    played: int
    """Cards that this seat has played."""
    played_left: int
    """Cards that the seat on the left has played, this trick included."""
    played_partner: int
    """The same of the partner."""
    played_right: int
    """The same of the seat on the right."""
    voids: int
    """Suits that seats have shown to be void in: bit 4 times the place plus the suit."""
    suits_led: int
    """Mask of the suits that have been led."""
    tricks: int
    """Tricks won by this seat's side."""
    tricks_other: int
    """Tricks won by the other side."""
    exposed: int
    """Cards that lie open in an open misere, after its first trick; else 0."""
    discarded: int
    """The contractor's own discards; 0 for all others."""
    calls_left: int
    """Mask of the calls that the seat on the left has made."""
    calls_partner: int
    """The same of the partner."""
    calls_right: int
    """The same of the seat on the right."""


_SLOTS = (*RANKS, "left bower", "right bower", "joker")


def _place_name(place: int) -> str:
    """Name of a card by number, arranged for a contract."""
    suit, slot = SUITS[place // BLOCK], place % BLOCK
    if place == JOKER:
        return "joker"
    if slot == NAMING:
        return f"joker naming {suit}"
    if slot == JOKER:
        return "-"
    return f"{_SLOTS[slot]}{suit}" if slot < LEFT_BOWER else f"{_SLOTS[slot]} {suit}"


_PLACE_NAMES = tuple(map(_place_name, range(PLACES)))

CALL = Decision(
    name="call",
    meaning="Bid or pass, when the seat's turn to call comes. A pass is final. Not asked when nothing can be bid.",
    view=CallView,
    actions=CALLS,
    mask="legal",
    default="pass",
)
BLIND_CALL = Decision(
    name="call_blind",
    meaning="Before a seat's first call, with blind_misere = on and while no bid ranks with it: bid a blind misere, or "
    "look at the cards.",
    view=CallView,
    actions=("look", "blind misere"),
    mask="legal",
    default="look",
)
DISCARD = Decision(
    name="discard",
    meaning="The contractor, with the kitty in hand, discards three cards one by one.",
    view=KittyView,
    actions=_PLACE_NAMES,
    mask="legal",
    default="the cards with the lowest numbers",
)
NOMINATE = Decision(
    name="nominate",
    meaning="The contractor, without a trump suit and with the joker in hand, may make it the top card of a suit.",
    view=KittyView,
    actions=("no suit", *SUITS),
    mask="legal",
    default="no suit",
)
PLAY = Decision(
    name="play",
    meaning="Lead a card, or play one to the trick. Not asked when only one is legal.",
    view=PlayView,
    actions=_PLACE_NAMES,
    mask="legal",
    default="the legal card with the lowest number",
)
DECISIONS = (CALL, BLIND_CALL, DISCARD, NOMINATE, PLAY)
