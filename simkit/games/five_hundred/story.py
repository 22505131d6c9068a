"""How a hand is told: as a newspaper's bridge column prints it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from simkit.games.five_hundred.calls import BLIND_BIT, CALLS
from simkit.games.five_hundred.cards import ALL_RANKS, BLACK_JOKER_CARD, JOKER_CARD, SUITS, Card
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.tricks import Play
from simkit.model.game import Event

if TYPE_CHECKING:
    from simkit.games.five_hundred.auction import Auction

__all__ = [
    "SIGNS",
    "auction",
    "called",
    "deal",
    "exchange",
    "no_court",
    "nomination",
    "resigned",
    "shown",
    "signed",
    "trick",
]

SIGNS = ("♠", "♣", "♦", "♥")
_WIDTH = 22


def shown(card: Card) -> str:
    """A card as people write it: rank and sign of the suit, or Joker.

    >>> shown(Card("T", 3)), shown(JOKER_CARD)
    ('10♥', 'Joker')
    """
    if card.suit < 0:
        return "Joker" if card == JOKER_CARD else "Black joker"
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
        ranks = sorted((card.rank for card in cards if card.suit == suit), key=ALL_RANKS.index, reverse=True)
        lines.append(f"{SIGNS[suit]} {' '.join(map(_rank, ranks)) or '-'}")
    lines[0] += "".join(f"  {shown(joker)}" for joker in (BLACK_JOKER_CARD, JOKER_CARD) if joker in cards)
    return lines


def _row(cards: Collection[Card]) -> str:
    return " ".join(shown(card) for card in sorted(cards, key=_suit_and_rank, reverse=True))


def _suit_and_rank(card: Card) -> tuple[int, int]:
    return card.suit, ALL_RANKS.index(card.rank) if card.suit >= 0 else -1


def deal(number: int, dealer: int, hands: Sequence[Collection[Card]], kitty: Collection[Card]) -> Event:
    """The hands; four of them around the table: seat 1 above, 2 to the right, 3 below, 4 to the left."""
    around = [
        [f"Seat {seat + 1}{' (dealer)' if seat == dealer else ''}", *_lines(hand)] for seat, hand in enumerate(hands)
    ]
    lines = [f"Hand {number + 1}: seat {dealer + 1} deals"]
    lines += _diagram(around) if len(around) == 4 else _in_rows(around)
    lines.append(f"  Kitty: {_row(kitty)}")
    data = {"dealer": dealer + 1, "hands": [list(map(str, hand)) for hand in hands], "kitty": list(map(str, kitty))}
    return Event("turn", "\n".join(lines), dealer, data)


def _diagram(around: Sequence[Sequence[str]]) -> list[str]:
    north, east, south, west = around
    pad = " " * _WIDTH
    lines = [f"  {pad}{line}" for line in north]
    lines += [f"  {left:{2 * _WIDTH}}{right}" for left, right in zip(west, east, strict=True)]
    return lines + [f"  {pad}{line}" for line in south]


def _in_rows(around: Sequence[Sequence[str]]) -> list[str]:
    """Hands beside each other, three in a row."""
    lines = []
    for first in range(0, len(around), 3):
        row = around[first : first + 3]
        lines += ["  " + "".join(f"{text:{_WIDTH + 6}}" for text in texts).rstrip() for texts in zip(*row, strict=True)]
    return lines


def auction(bidding: Auction, rules: Rules) -> Event:
    """The calls in order, and what they came to."""
    calls = ", ".join(f"seat {seat + 1} {_call(call)}" for seat, call in bidding.calls)
    told = {"calls": [(seat + 1, _call(call)) for seat, call in bidding.calls]}
    if bidding.bidder is None:
        is_played = rules.all_pass == "play_nt"
        what = "All play no trump, nobody for a contract" if is_played else "Thrown in"
        return Event("auction", f"Auction: {calls}. {what}.", None, told)
    if rules.inkle and bidding.contract.level == 6:
        return Event("auction", f"Auction: {calls}. A six that nobody overbids is no bid.", None, told)
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


def no_court() -> Event:
    """Throw a hand in because a seat has no court card."""
    return Event("auction", "A seat has neither king, queen nor jack: thrown in.", None, {"calls": []})


def resigned(seat: int) -> Event:
    """Give up a six."""
    return Event("resign", "gives the six up: thrown in", seat, {})


def called(seat: int, card: Card | None) -> Event:
    """Call the card whose holder is the contractor's partner."""
    text = "plays alone" if card is None else f"calls {shown(card)}: whoever has it is the partner"
    return Event("call", text, seat, {"card": None if card is None else str(card)})


def called_player(seat: int, partner: int | None) -> Event:
    """Say who is the contractor's partner."""
    text = "plays alone" if partner is None else f"calls seat {partner + 1} as partner"
    return Event("call", text, seat, {"partner": None if partner is None else partner + 1})


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
