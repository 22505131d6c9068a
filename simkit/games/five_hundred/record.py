"""What the reference writes down of a game: its counters, and the row of each hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from simkit.games.five_hundred.calls import CONTRACTS, PASSED_OUT
from simkit.games.five_hundred.cards import BLACK_JOKER_CARD, JOKER_CARD, MISERE, NO_TRUMP, Card
from simkit.games.five_hundred.hand import Hand
from simkit.games.five_hundred.packs import word
from simkit.games.five_hundred.scoring import HandScore
from simkit.games.five_hundred.sides import Table
from simkit.games.five_hundred.tricks import is_joker, suit_of
from simkit.model.columns import MISSING

__all__ = ["Record"]


def _by_seat(name: str, values: Sequence[int]) -> dict[str, int]:
    return {f"{name}_{seat}": value for seat, value in enumerate(values, start=1)}


@dataclass
class Record:
    """A game as it stands; ``scores`` has an entry a side, the other lists one a seat."""

    table: Table
    scores: list[int] = field(init=False)
    contracts: list[int] = field(init=False)
    made: list[int] = field(init=False)
    contract_points: list[int] = field(init=False)
    thrown_in: int = 0
    slams: int = 0
    miseres: int = 0
    miseres_made: int = 0
    rows: list[Mapping[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = [0] * self.table.sides
        self.contracts, self.made, self.contract_points = ([0] * self.table.seats for _ in range(3))

    def end_hand(self, hand: Hand, result: HandScore | None, before: Sequence[int]) -> None:
        """Count a hand and write its row; ``result`` is None without a contract, ``before`` are the old scores."""
        if not hand.is_played:
            self.thrown_in += 1
        elif result is not None:
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
        seats, pack = range(self.table.seats), self.table.pack
        contract = PASSED_OUT if hand.is_played and hand.contractor is None else hand.auction.standing
        return {
            "hand": hand.number + 1,
            "dealer": hand.dealer + 1,
            "contract": contract,
            **_contract_columns(hand, result),
            "joker_dealt": _holder(hand.dealt),
            "slam": int(result is not None and result.slam),
            "kitty": word(hand.kitty, pack),
            "discards": word(hand.discards, pack) if hand.discards else MISSING,
            **_by_seat("tricks", hand.tricks),
            **_by_seat("change", [self._of_side(seat, self.scores) - self._of_side(seat, before) for seat in seats]),
            **_by_seat("score", [self._of_side(seat, self.scores) for seat in seats]),
            **_by_seat("calls", [sum(1 << call for call in hand.auction.made(seat)) for seat in seats]),
        }

    def _of_side(self, seat: int, scores: Sequence[int]) -> int:
        return scores[seat % self.table.sides]

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
            **_by_seat("score", [self._of_side(seat, self.scores) for seat in range(self.table.seats)]),
            **_by_seat("contracts", self.contracts),
            **_by_seat("made", self.made),
            **_by_seat("contract_points", self.contract_points),
        }


def _holder(hands: Sequence[Sequence[Card]]) -> int:
    """Seat, from 1, among whose cards the joker (the best one of two) is; missing when it is nowhere."""
    for joker in (BLACK_JOKER_CARD, JOKER_CARD):
        for seat, cards in enumerate(hands, start=1):
            if joker in cards:
                return seat
    return MISSING


def _contract_columns(hand: Hand, result: HandScore | None) -> dict[str, int]:
    """What is known only where a contract was played."""
    seat, terms = hand.contractor, hand.terms
    if seat is None or result is None:
        names = (
            "level",
            "strain",
            "contractor",
            "partner",
            "joker_holder",
            "has_joker",
            "joker_nominated",
            "trumps",
            "side_tricks",
            "made",
        )
        return dict.fromkeys(names, MISSING) | {"sans_kitty": 0}
    at_lead = [hand.before_lead if other == seat else cards for other, cards in enumerate(hand.dealt)]
    trumps = sum(suit_of(card, terms) == terms.trump for card in hand.before_lead)
    return {
        "level": CONTRACTS[hand.auction.standing].level,
        "strain": terms.strain,
        "sans_kitty": int(hand.auction.sans_kitty),
        "contractor": seat + 1,
        "partner": MISSING if hand.partner is None else hand.partner + 1,
        "joker_holder": _holder(at_lead),
        "has_joker": int(any(map(is_joker, hand.before_lead))),
        "joker_nominated": MISSING if terms.nominated is None else terms.nominated,
        "trumps": trumps if terms.strain < NO_TRUMP else MISSING,
        "side_tricks": hand.side_tricks,
        "made": int(result.made),
    }
