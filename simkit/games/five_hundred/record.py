"""What the reference writes down of a game: its counters, and the row of each hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from simkit.games.base import MISSING
from simkit.games.five_hundred.auction import SEATS
from simkit.games.five_hundred.calls import CONTRACTS
from simkit.games.five_hundred.cards import JOKER_CARD, MISERE, NO_TRUMP, Card
from simkit.games.five_hundred.hand import Hand
from simkit.games.five_hundred.packs import word
from simkit.games.five_hundred.scoring import HandScore
from simkit.games.five_hundred.tricks import suit_of

__all__ = ["Record"]


def _by_seat(name: str, values: Sequence[int]) -> dict[str, int]:
    return {f"{name}_{seat}": value for seat, value in enumerate(values, start=1)}


@dataclass
class Record:
    """A game as it stands; ``scores`` and the other lists have an entry a seat."""

    scores: list[int] = field(default_factory=lambda: [0] * SEATS)
    contracts: list[int] = field(default_factory=lambda: [0] * SEATS)
    made: list[int] = field(default_factory=lambda: [0] * SEATS)
    contract_points: list[int] = field(default_factory=lambda: [0] * SEATS)
    thrown_in: int = 0
    slams: int = 0
    miseres: int = 0
    miseres_made: int = 0
    rows: list[Mapping[str, int]] = field(default_factory=list)

    def end_hand(self, hand: Hand, result: HandScore | None, before: Sequence[int]) -> None:
        """Count a hand and write its row; ``result`` is None when it was thrown in, ``before`` the scores before it."""
        if result is None:
            self.thrown_in += 1
        else:
            seat, contract = hand.contractor, hand.auction.contract
            assert seat is not None
            self.contracts[seat] += 1
            self.made[seat] += result.made
            self.contract_points[seat] += result.contractors
            self.slams += result.slam
            self.miseres += contract.strain == MISERE
            self.miseres_made += contract.strain == MISERE and result.made
        self.rows.append(self._row(hand, result, before))

    def _row(self, hand: Hand, result: HandScore | None, before: Sequence[int]) -> Mapping[str, int]:
        return {
            "hand": hand.number + 1,
            "dealer": hand.dealer + 1,
            "contract": hand.auction.standing,
            **_contract_columns(hand, result),
            "joker_dealt": _holder(hand.dealt),
            "slam": int(result is not None and result.slam),
            "kitty": word(hand.kitty),
            "discards": word(hand.discards) if hand.discards else MISSING,
            **_by_seat("tricks", hand.tricks),
            **_by_seat("change", [now - then for now, then in zip(self.scores, before, strict=True)]),
            **_by_seat("score", self.scores),
            **_by_seat("calls", [sum(1 << call for call in hand.auction.made(seat)) for seat in range(SEATS)]),
        }

    def game_row(self, start: int, winners: Sequence[int], ended: int) -> Mapping[str, int]:
        """Row of the ``games`` table; ``winners`` are empty when the game was cut short."""
        return {
            "start": start + 1,
            "winners": sum(1 << seat for seat in winners),
            "hands": len(self.rows),
            "thrown_in": self.thrown_in,
            "ended": ended,
            "slams": self.slams,
            "miseres": self.miseres,
            "miseres_made": self.miseres_made,
            **_by_seat("score", self.scores),
            **_by_seat("contracts", self.contracts),
            **_by_seat("made", self.made),
            **_by_seat("contract_points", self.contract_points),
        }


def _holder(hands: Sequence[Sequence[Card]]) -> int:
    """Seat, from 1, among whose cards the joker is; missing when it is nowhere."""
    return next((seat for seat, cards in enumerate(hands, start=1) if JOKER_CARD in cards), MISSING)


def _contract_columns(hand: Hand, result: HandScore | None) -> dict[str, int]:
    """What is known only where a contract was played."""
    if result is None:
        names = (
            "level",
            "strain",
            "contractor",
            "joker_holder",
            "has_joker",
            "joker_nominated",
            "trumps",
            "side_tricks",
            "made",
        )
        return dict.fromkeys(names, MISSING) | {"sans_kitty": 0}
    seat, terms = hand.contractor, hand.terms
    assert seat is not None
    at_lead = [hand.before_lead if other == seat else cards for other, cards in enumerate(hand.dealt)]
    trumps = sum(suit_of(card, terms) == terms.trump for card in hand.before_lead)
    return {
        "level": CONTRACTS[hand.auction.standing].level,
        "strain": terms.strain,
        "sans_kitty": int(hand.auction.sans_kitty),
        "contractor": seat + 1,
        "joker_holder": _holder(at_lead),
        "has_joker": int(JOKER_CARD in hand.before_lead),
        "joker_nominated": MISSING if terms.nominated is None else terms.nominated,
        "trumps": trumps if terms.strain < NO_TRUMP else MISSING,
        "side_tricks": hand.side_tricks,
        "made": int(result.made),
    }
