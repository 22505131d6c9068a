"""What a seat of Five Hundred decides, and what it sees when it does.

Seats are numbers from 0, the next one to the left being one more. Cards and sets of cards are the numbers and masks of
``cards.py``, calls and contracts the numbers of ``calls.py``. In every decision ``legal`` is the mask of the answers
that are allowed.
"""

from __future__ import annotations

from typing import NamedTuple

from simkit.games.five_hundred.calls import CALLS
from simkit.games.five_hundred.cards import BLOCK, JOKER, LEFT_BOWER, NAMING, PLACES, RANKS, SUITS
from simkit.model.bot import Decision

__all__ = [
    "ALONE",
    "BLIND_CALL",
    "CALL",
    "CALL_CARD",
    "CALL_PLAYER",
    "DECISIONS",
    "DISCARD",
    "NAME",
    "NOMINATE",
    "PLAY",
    "RESIGN",
    "CallView",
    "KittyView",
    "PlayView",
]


class CallView(NamedTuple):
    """What the seat sees when it may call."""

    coin: float
    """A number in [0, 1), fresh for each decision."""
    legal: int
    """Mask of the answers that are allowed."""
    hand: int
    """The seat's ten cards as printed; 0 while they have not been looked at."""
    setting: int
    """Seats, partners and pack, and how cards are numbered, packed: see ``setting.py``."""
    seat: int
    """The seat that is asked."""
    dealer: int
    """The seat that dealt, which calls last."""
    standing: int
    """Contract number of the highest bid so far; 0 when there is none."""
    bidder: int
    """Seat that made it; -1 when there is none."""
    bids: int
    """Which seat made which bid, packed with ``bids_more``: see ``bidder_of`` in ``setting.py``."""
    bids_more: int
    """The rest of that, and which bids were made without the kitty."""
    passed: int
    """Mask of the seats that have passed."""
    friends: int
    """Mask of the seats that are partners of this one whoever plays the contract."""
    score: int
    """Points of this seat's side."""
    score_other: int
    """Points of the best other side."""
    target: int
    """Points that win."""


class KittyView(NamedTuple):
    """What the contractor sees when it discards, nominates a suit for the joker, or calls a card."""

    coin: float
    """A number in [0, 1), fresh for each decision."""
    legal: int
    """Mask of the answers that are allowed."""
    hand: int
    """Cards still held, arranged for the contract."""
    setting: int
    """Contract, level, seats, partners and pack, and how cards are numbered, packed: see ``setting.py``."""
    strain: int
    """0 to 3 the trump suit, 4 no trump, 5 a misere."""
    joker_suit: int
    """Suit that the joker belongs to: trumps, or the one nominated; -1 for none."""
    seat: int
    """The seat that is asked: the contractor."""
    discarded: int
    """Cards discarded so far, arranged for the contract."""
    discards_left: int
    """Cards still to be discarded, this one included; 0 once that is done."""
    bids: int
    """Which seat made which bid, packed with ``bids_more``: see ``bidder_of`` in ``setting.py``."""
    bids_more: int
    """The rest of that, and which bids were made without the kitty."""


class PlayView(NamedTuple):
    """What the seat sees when it plays a card; all cards are arranged for the contract."""

    coin: float
    """A number in [0, 1), fresh for each decision."""
    legal: int
    """Mask of the cards that may be played; slot 14 of a suit is the joker led with this suit named."""
    hand: int
    """Cards held."""
    setting: int
    """Contract, level, seats, partners, pack and called card, and how cards are numbered: see ``setting.py``."""
    strain: int
    """0 to 3 the trump suit, 4 no trump, 5 a misere."""
    joker_suit: int
    """Suit that the joker belongs to: trumps, or the one nominated; -1 for none."""
    seat: int
    """The seat that is asked."""
    contractor: int
    """Seat that plays the contract; -1 when all passed and the hand is played nevertheless."""
    friends: int
    """Mask of the seats that play with this one in this hand, as far as it knows."""
    led: int
    """Suit that was led, or named with the joker; -1 for the leader, 4 for a joker led to the last trick."""
    trick: int
    """Cards on the table: in bits 8 s to 8 s + 7 the number of seat s's, plus one; 0 where it has not played."""
    winner: int
    """Seat whose card wins the trick so far; -1 for the leader."""
    played_1: int
    """Cards that have been played, by seats whose number plus one has bit 0: seats 0, 2, 4."""
    played_2: int
    """The same for bit 1: seats 1, 2, 5."""
    played_4: int
    """The same for bit 2: seats 3, 4, 5."""
    voids: int
    """Suits that seats have shown to be void in: bit 4 times the seat plus the suit."""
    suits_led: int
    """Mask of the suits that have been led."""
    tricks: int
    """Tricks won: in bits 4 s to 4 s + 3 those of seat s."""
    exposed: int
    """Cards of the contractor that lie open in an open misere; else 0."""
    discarded: int
    """The contractor's own discards; 0 for all others."""
    bids: int
    """Which seat made which bid, packed with ``bids_more``: see ``bidder_of`` in ``setting.py``."""
    bids_more: int
    """The rest of that, and which bids were made without the kitty."""


ALONE = 62
"""The answer to ``call_card`` that calls none."""

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
    meaning="Bid or pass, when the seat's turn to call comes. Not asked when nothing can be bid.",
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
    meaning="The contractor, with the kitty in hand, discards as many cards one by one.",
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
    meaning="Lead a card, or play one to the trick. Not asked when only one is legal. Cards are called here as in "
    "packs of at most 46 cards.",
    view=PlayView,
    actions=_PLACE_NAMES,
    mask="legal",
    default="the legal card with the lowest number",
)
RESIGN = Decision(
    name="resign",
    meaning="With lone_six_resign = true, when a six is the only bid: play it, or give it up.",
    view=CallView,
    actions=("play it", "give it up"),
    mask="legal",
    default="play it",
)
CALL_CARD = Decision(
    name="call_card",
    meaning="The contractor of five seats calls a card that it does not hold, whose holder is its partner, or plays "
    "alone (62). Cards are numbered as in the 53-card pack, whatever they are called here.",
    view=KittyView,
    actions=_PLACE_NAMES,
    mask="legal",
    default="the card with the lowest number",
)
CALL_PLAYER = Decision(
    name="call_player",
    meaning="With five_partner = call_player the contractor of five seats says who is its partner, or plays alone.",
    view=KittyView,
    actions=("alone", "next seat", "second to the left", "third to the left", "fourth to the left"),
    mask="legal",
    default="alone",
)
NAME = Decision(
    name="name",
    meaning="With 53 or 63 cards, when a joker without a suit is led before the last trick: the suit to be followed.",
    view=PlayView,
    actions=tuple(SUITS),
    mask="legal",
    default="the lowest suit allowed",
)
DECISIONS = (CALL, BLIND_CALL, DISCARD, NOMINATE, PLAY, RESIGN, CALL_CARD, NAME, CALL_PLAYER)
