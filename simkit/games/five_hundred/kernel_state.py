"""What the kernel of Five Hundred hands around: the table, a hand's start, its bid and its terms; its own memory.

All numbers are int64 unless something else is said. Arrays by seat are ``int64[6]``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["Bid", "Ladder", "Pack", "Players", "Scratch", "Seated", "Sides", "Start", "Terms", "Trick"]


class Scratch(NamedTuple):
    """Memory of the kernel's own."""

    pack: Any
    """``int64[63]``: the cards being dealt."""
    hands: Any
    """Masks of cards by seat."""
    tricks: Any
    """Tricks won by seat."""
    calls: Any
    """Masks of the calls made by seat."""
    places: Any
    """Place in the line-up by seat."""
    friends: Any
    """Masks of the seats that play with a seat, as all know."""
    scores: Any
    """Points by side."""
    before: Any
    """Points by side when the hand began."""
    coins: Any
    """``uint64[6]``: counter words of each seat's coins."""
    raws: Any
    """``float64[8, MAX_PARAMETERS]``: raw parameters by place."""


class Seated(NamedTuple):
    """A table: how many seats, sides, cards, cards in the kitty; the pack's code; a contractor's partners."""

    seats: Any
    sides: Any
    cards: Any
    kitty: Any
    code: Any
    partners: Any
    layout: Any
    """How cards lie in masks before there is a contract."""
    jokers: Any
    """Mask of the jokers as printed."""
    courts: Any
    """Mask of the court cards as printed."""


class Pack(NamedTuple):
    """Rows of ``Tables`` for a number of seats."""

    cards: Any
    arranged: Any
    suits: Any


class Ladder(NamedTuple):
    """Columns of ``Tables`` by contract number."""

    over: Any
    under_open: Any
    same_suit: Any
    level: Any
    strain: Any


class Players(NamedTuple):
    """Bots for a stage of the game: for each of its decisions the compiled entries by place, and who decides."""

    entries: Any
    decides: Any


class Start(NamedTuple):
    """A hand that begins."""

    key: Any
    """``simkit.streams.deal_key`` of the deal."""
    number: Any
    """Number of the hand, from 0."""
    dealer: Any
    barred: Any
    """Mask of the seats that may not bid."""
    setting: Any
    """What views have in ``setting`` before there is a contract."""
    kitty: Any
    """Mask of the cards of the kitty, as printed."""


class Bid(NamedTuple):
    """How an auction ended."""

    contract: Any
    """Contract number; 0 where there is none."""
    sans: Any
    """Whether it is played without the kitty."""
    contractor: Any
    """Seat, or -1."""
    bids: Any
    """The bids made, as views have them, in ``bids`` and ``bids_more``."""
    more: Any
    passed: Any
    """Mask of the seats that have passed."""


class Terms(NamedTuple):
    """What a hand is played under."""

    key: Any
    """``simkit.streams.deal_key`` of the deal."""
    setting: Any
    contract: Any
    strain: Any
    contractor: Any
    """Seat, or -1 where all have passed and the hand is played all the same."""
    joker_suit: Any
    """Suit that the joker belongs to, or -1."""
    row: Any
    """Row of ``Pack.arranged`` and ``Pack.suits``."""
    discarded: Any
    """Mask of the contractor's discards."""
    bids: Any
    more: Any


class Sides(NamedTuple):
    """Who plays with whom in a hand."""

    partner: Any
    """Called partner of a contractor of five, or -1."""
    called: Any
    """Number of the card that was called, or -1."""
    allies: Any
    """Mask of the contractor's side."""
    idle: Any
    """Mask of the seats that sit out."""
    leader: Any
    """Seat that leads to the first trick."""


class Trick(NamedTuple):
    """The play so far, as a seat sees it: see ``PlayView``."""

    led: Any
    trick: Any
    winner: Any
    played_1: Any
    played_2: Any
    played_4: Any
    voids: Any
    suits_led: Any
    won: Any
    exposed: Any
    """Whether the contractor's hand lies open."""
