"""How a hand is told: as a newspaper's bridge column prints it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from simkit.games.base import Event
from simkit.games.five_hundred.calls import BLIND_BIT, CALLS
from simkit.games.five_hundred.cards import JOKER_CARD, RANKS, SUITS, Card
from simkit.games.five_hundred.tricks import Play

if TYPE_CHECKING:
    from simkit.games.five_hundred.auction import Auction

__all__ = ["SIGNS", "auction", "deal", "exchange", "nomination", "shown", "signed", "trick"]

SIGNS = ("♠", "♣", "♦", "♥")
_WIDTH = 22


def shown(card: Card) -> str:
    """A card as people write it: rank and sign of the suit, or Joker.

    >>> shown(Card("T", 3)), shown(JOKER_CARD)
    ('10♥', 'Joker')
    """
    if card == JOKER_CARD:
        return "Joker"
    return f"{_rank(card.rank)}{SIGNS[card.suit]}"


def _rank(rank: str) -> str:
    return "10" if rank == "T" else rank


def signed(label: str) -> str:
    """A call with the sign of its suit.

    >>> signed("7H"), signed("6NT"), signed("OM")
    ('7♥', '6NT', 'open misere')
    """
    names = {"M": "misere", "OM": "open misere", "BM": "blind misere"}
    first, _, rest = label.partition(" ")
    first = names.get(first) or (first[:-1] + SIGNS[SUITS.index(first[-1])] if first[-1] in SUITS else first)
    return f"{first} {rest}".strip()


def _lines(cards: Collection[Card]) -> list[str]:
    """A hand in four lines, suits from spades down, the best card first; the joker after the hearts."""
    lines = []
    for suit in (0, 3, 2, 1):
        ranks = sorted((card.rank for card in cards if card.suit == suit), key=RANKS.index, reverse=True)
        lines.append(f"{SIGNS[suit]} {' '.join(map(_rank, ranks)) or '-'}")
    if JOKER_CARD in cards:
        lines[0] += "  Joker"
    return lines


def _row(cards: Collection[Card]) -> str:
    return " ".join(
        shown(card) for card in sorted(cards, key=lambda card: (card.suit, RANKS.find(card.rank)), reverse=True)
    )


def deal(number: int, dealer: int, hands: Sequence[Collection[Card]], kitty: Collection[Card]) -> Event:
    """The hands around the table: seat 1 above, 2 to the right, 3 below, 4 to the left."""
    one, two, three, four = (
        [f"Seat {seat + 1}{' (dealer)' if seat == dealer else ''}", *_lines(hand)] for seat, hand in enumerate(hands)
    )
    pad = " " * _WIDTH
    lines = [f"Hand {number + 1}: seat {dealer + 1} deals"]
    lines += [f"  {pad}{line}" for line in one]
    lines += [f"  {west:{2 * _WIDTH}}{east}" for west, east in zip(four, two, strict=True)]
    lines += [f"  {pad}{line}" for line in three]
    lines.append(f"  Kitty: {_row(kitty)}")
    data = {"dealer": dealer + 1, "hands": [list(map(str, hand)) for hand in hands], "kitty": list(map(str, kitty))}
    return Event("turn", "\n".join(lines), dealer, data)


def auction(bidding: Auction) -> Event:
    """The calls in order, and what they came to."""
    calls = ", ".join(f"seat {seat + 1} {_call(call)}" for seat, call in bidding.calls)
    told = {"calls": [(seat + 1, _call(call)) for seat, call in bidding.calls]}
    if bidding.bidder is None:
        return Event("auction", f"Auction: {calls}. Thrown in.", None, told)
    sans = " without the kitty" if bidding.sans_kitty else ""
    return Event(
        "auction",
        f"Auction: {calls}. Seat {bidding.bidder + 1} plays {signed(bidding.contract.label)}{sans}.",
        bidding.bidder,
        {**told, "contract": bidding.contract.label, "sans_kitty": bidding.sans_kitty},
    )


def _call(call: int) -> str:
    return "blind misere" if call == BLIND_BIT else signed(CALLS[call])


def exchange(seat: int, discards: Sequence[Card]) -> Event:
    """What the contractor put away."""
    text = f"takes up the kitty and discards {_row(discards)}"
    return Event("discard", text, seat, {"cards": list(map(str, discards))})


def nomination(seat: int, suit: int) -> Event:
    """Make the joker the top card of a suit."""
    return Event("nominate", f"nominates {SIGNS[suit]} for the joker", seat, {"suit": SUITS[suit]})


def trick(number: int, plays: Sequence[tuple[int, Play]], winner: int, exposed: Collection[Card]) -> Event:
    """A trick on one line, the leader first; and the hand that lies open after the first trick of an open misere."""
    cards = "  ".join(f"{seat + 1}: {_play(play):6}" for seat, play in plays)
    text = f"{number + 1:2}.  {cards}  won by seat {winner + 1}"
    if exposed and number == 0:
        text += f"; the contractor's hand is laid open: {_row(exposed)}"
    data = {"cards": [(seat + 1, str(play.card)) for seat, play in plays], "winner": winner + 1}
    return Event("trick", text, winner, data)


def _play(play: Play) -> str:
    return shown(play.card) if play.named is None else f"{shown(play.card)} ({SIGNS[play.named]})"
