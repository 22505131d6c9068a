"""What a seat of the reference may see, as its bot is shown it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from simkit.games.five_hundred.calls import BIDS, BLIND, BLIND_BIT, CONTRACTS, PASS, PASSED_OUT
from simkit.games.five_hundred.card_layouts import JOKER_LOW, card_layout_for
from simkit.games.five_hundred.cards import PLACES, Card
from simkit.games.five_hundred.decisions import CallView, KittyView, PlayView
from simkit.games.five_hundred.packs import number, word
from simkit.games.five_hundred.setting import pack_bid, pack_setting
from simkit.games.five_hundred.tricks import place, winner

if TYPE_CHECKING:
    from simkit.games.five_hundred.hand import Hand

__all__ = ["View", "call_view", "kitty_view", "play_view", "read_sets"]

_CARD_SETS = ("hand", "discarded", "exposed", "played_1", "played_2", "played_4")

View = CallView | KittyView | PlayView


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _places(hand: Hand, cards: Iterable[Card]) -> int:
    """Cards as bots see them, arranged for the contract."""
    return sum(1 << place(card, hand.terms) for card in cards)


def _setting(hand: Hand) -> int:
    """What is the same for all: see ``setting.py``."""
    table, layout, number, called = hand.table, hand.table.pack.layout, 0, 0
    if hand.is_played:
        number = PASSED_OUT if hand.contractor is None else hand.auction.standing
        layout = card_layout_for(
            layout, hand.terms.strain, -1 if hand.terms.nominated is None else hand.terms.nominated
        )
        layout |= JOKER_LOW if hand.terms.joker_low else 0
        called = 0 if hand.called is None else 1 + place(hand.called, hand.terms)
    level = CONTRACTS[number].level
    return pack_setting(number, level, table.seats, table.partners, table.pack.code, layout, called)


def _bids(hand: Hand) -> dict[str, int]:
    """Which seat made which bid, and which of them without the kitty."""
    bids, more = 0, 0
    for seat, call in hand.auction.calls:
        if call != PASS:
            bid, is_sans = (BLIND, False) if call == BLIND_BIT else ((call - 1) % BIDS + 1, call > BIDS)
            bids, more = pack_bid(bids, more, bid, seat, is_sans)
    return {"bids": bids, "bids_more": more}


def call_view(hand: Hand, seat: int, legal: Iterable[int], *, is_blind: bool = False) -> CallView:
    """What the seat sees when it may call."""
    auction, table, own = hand.auction, hand.table, seat % hand.table.sides
    return CallView(
        coin=0.0,
        legal=_mask(legal),
        hand=0 if is_blind else word(hand.hands[seat], table.pack),
        setting=_setting(hand),
        seat=seat,
        dealer=hand.dealer,
        standing=auction.standing,
        bidder=-1 if auction.bidder is None else auction.bidder,
        **_bids(hand),
        passed=_mask({who for who, call in auction.calls if call == PASS}),
        friends=_mask(table.side_of(seat) - {seat}),
        score=hand.scores[own],
        score_other=max(score for side, score in enumerate(hand.scores) if side != own),
        target=hand.rules.target,
    )


def kitty_view(hand: Hand, seat: int, legal: int, left: int) -> KittyView:
    """What the contractor sees once it has taken up the kitty."""
    joker_suit = hand.terms.joker_suit
    return KittyView(
        coin=0.0,
        legal=legal,
        hand=_places(hand, hand.hands[seat]),
        setting=_setting(hand),
        strain=hand.terms.strain,
        joker_suit=-1 if joker_suit is None else joker_suit,
        seat=seat,
        discarded=_places(hand, hand.discards),
        discards_left=left,
        **_bids(hand),
    )


def play_view(hand: Hand, seat: int, legal: int) -> PlayView:
    """What the seat may see: its cards, the calls, the cards played, and in an open misere the exposed hand."""
    joker_suit, led = hand.terms.joker_suit, hand.led() if hand.trick else -1
    ahead = hand.trick[winner([play for _, play in hand.trick], hand.terms)][0] if hand.trick else -1
    contractor = -1 if hand.contractor is None else hand.contractor
    return PlayView(
        coin=0.0,
        legal=legal,
        hand=_places(hand, hand.hands[seat]),
        setting=_setting(hand),
        strain=hand.terms.strain,
        joker_suit=-1 if joker_suit is None else joker_suit,
        seat=seat,
        contractor=contractor,
        friends=_mask(_friends(hand, seat)),
        led=4 if led is None else led,
        trick=sum(1 + place(play.card, hand.terms) << 8 * who for who, play in hand.trick),
        winner=ahead,
        played_1=_played_by(hand, 1),
        played_2=_played_by(hand, 2),
        played_4=_played_by(hand, 4),
        voids=sum(1 << 4 * who + suit for who, suit in hand.voids),
        suits_led=_mask(hand.suits_led),
        tricks=sum(won << 4 * who for who, won in enumerate(hand.tricks)),
        exposed=_places(hand, hand.hands[contractor]) if hand.lies_open() else 0,
        discarded=_places(hand, hand.discards) if seat == contractor else 0,
        **_bids(hand),
    )


def read_sets(hand: Hand, view: View) -> dict[str, object]:
    """A view's sets as JSON has them: cards by name, allowed answers as numbers, packed bids as digits."""
    pack = hand.table.pack
    in_auction = isinstance(view, CallView)
    numbers = {number(card, pack) if in_auction else place(card, hand.terms): card.label for card in pack.cards}
    sets = {name: getattr(view, name) for name in _CARD_SETS if name in view._fields}
    return {
        "legal": [answer for answer in range(PLACES) if view.legal >> answer & 1],
        **{name: [numbers[at] for at in sorted(numbers) if cards >> at & 1] for name, cards in sets.items()},
        "bids": str(view.bids),
        "bids_more": str(view.bids_more),
    }


def _friends(hand: Hand, seat: int) -> set[int]:
    """Seats that play with this one, as far as it knows: the contractor's side, or all others against it.

    A called partner is known to itself, and to all once it has played the card.
    """
    if hand.contractor is None:
        return hand.table.side_of(seat) - {seat}
    side = hand.contractors
    if hand.partner is not None and seat != hand.partner and not hand.is_partner_known:
        side = side - {hand.partner}
    return (side if seat in side else set(range(hand.seats)) - side) - {seat}


def _played_by(hand: Hand, bit: int) -> int:
    """Cards played by the seats whose number, from 1, has that bit."""
    return sum(_places(hand, cards) for seat, cards in enumerate(hand.played, start=1) if seat & bit)
