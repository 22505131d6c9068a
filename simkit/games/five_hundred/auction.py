"""The auction in plain words: which calls are legal, whose turn it is, and when it is over."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from dataclasses import dataclass, field

from simkit.games.five_hundred.calls import (
    BIDS,
    BLIND,
    BLIND_BIT,
    CONTRACTS,
    MISERE_BID,
    OPEN_MISERE,
    PASS,
    SANS_KITTY,
    Contract,
)
from simkit.games.five_hundred.cards import HEARTS, MISERE
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.scoring import points_of

__all__ = ["Auction", "ladder", "legal_bids"]


def ladder(rules: Rules) -> list[int]:
    """Contract numbers of the bids in order of rank, the lowest first."""
    bids = [bid for bid in range(1, BIDS + 1) if CONTRACTS[bid].strain != MISERE]
    if rules.schedule != "avondale":  # by points; of equal ones the one of more tricks is higher
        bids.sort(key=lambda bid: (points_of(rules, bid), CONTRACTS[bid].level, CONTRACTS[bid].strain))
    if rules.misere_rank == "by_value":
        place = sum(points_of(rules, bid) < rules.misere_value for bid in bids)
    else:
        place = 1 + max(at for at, bid in enumerate(bids) if CONTRACTS[bid].level == 7)
    bids.insert(place, MISERE_BID)
    ten_hearts = next(bid for bid in bids if CONTRACTS[bid][1:3] == (10, HEARTS))
    bids.insert(len(bids) if rules.open_misere_rank == "top" else bids.index(ten_hearts), OPEN_MISERE)
    return bids


def legal_bids(rules: Rules, standing: int, levels: Collection[int] = ()) -> list[int]:
    """Contract numbers of the bids that may be made over the standing one (0 when there is none), lowest first.

    ``levels`` are those of all bids made so far.
    """
    bids = ladder(rules)
    if standing:
        # A blind misere stands beside the open one.
        bids = bids[bids.index(OPEN_MISERE if standing == BLIND else standing) + 1 :]
    return [bid for bid in bids if _is_offered(rules, bid, {*levels, CONTRACTS[standing].level})]


def _is_offered(rules: Rules, bid: int, levels: Collection[int]) -> bool:
    """Whether the rules have this bid, a misere its seven, and an open one the bid that it requires."""
    if bid == MISERE_BID:
        return rules.misere == "on" and (not rules.misere_requires_seven or 7 in levels)
    if bid == OPEN_MISERE:
        return rules.misere == "on" and rules.open_misere == "on" and max(levels) >= rules.open_misere_requires
    return True


@dataclass
class Auction:
    """The auction of one hand, as it stands.

    Attributes
    ----------
    seats
        Seats at the table.
    barred
        Seats that may not call.
    standing, sans_kitty, bidder
        Contract number of the highest bid, whether it is without the kitty, and the seat that made it.
    passed
        Seats that have passed and may not call again, as it stands; barred ones are among them.
    calls
        Every call so far: seat and number; 55 is a blind misere.
    """

    rules: Rules
    dealer: int
    seats: int = 4
    barred: frozenset[int] = frozenset()
    standing: int = 0
    sans_kitty: bool = False
    bidder: int | None = None
    passed: set[int] = field(default_factory=set)
    calls: list[tuple[int, int]] = field(default_factory=list)
    is_raise: bool = False

    def __post_init__(self) -> None:
        self.passed |= self.barred

    @property
    def contract(self) -> Contract:
        """The highest bid."""
        return CONTRACTS[self.standing]

    def speakers(self) -> Iterator[int]:
        """Seats in the order in which they are asked, from the dealer's left, until the auction is over."""
        seat = (self.dealer + 1) % self.seats
        if self.rules.auction == "one_round":
            round_of_seats = ((seat + place) % self.seats for place in range(self.seats))
            yield from (other for other in round_of_seats if other not in self.barred)
            return
        while len(self.passed) < self.seats:
            if self.bidder is not None and self._others_have_passed(self.bidder):
                if not (yield from self._raise(self.bidder)):
                    return
                seat = self.bidder
            elif seat not in self.passed:
                yield seat
            seat = (seat + 1) % self.seats

    def _others_have_passed(self, seat: int) -> bool:
        return len(self.passed - {seat}) == self.seats - 1

    def _raise(self, bidder: int) -> Generator[int, None, bool]:
        """All others have passed: the bidder may raise, if the rules let it and there is anything higher.

        Returns whether the others may call again.
        """
        if self.rules.self_raise == "never":
            return False
        before = self.contract.strain
        self.is_raise = True
        if self.legal_calls(bidder) != [PASS]:
            yield bidder
        self.is_raise = False
        if self.rules.self_raise == "allowed_reopen" and self.contract.strain != before:
            self.passed = set(self.barred)
        return not self._others_have_passed(bidder)

    def legal_calls(self, seat: int) -> list[int]:
        """Numbers of the calls that the seat, whose turn it is, may make: a pass, and every higher bid."""
        levels = [CONTRACTS[(call - 1) % BIDS + 1].level for _, call in self.calls if call not in (PASS, BLIND_BIT)]
        bids = legal_bids(self.rules, self.standing, levels)
        if self.is_raise and self.rules.self_raise == "same_suit":
            bids = [bid for bid in bids if CONTRACTS[bid].strain == self.contract.strain]
        without = [bid + SANS_KITTY for bid in bids] if self.rules.sans_kitty != "off" else []
        return [*([] if self._is_stuck(seat) else [PASS]), *bids, *without]

    def _is_stuck(self, seat: int) -> bool:
        """Whether the seat is the dealer, who may not pass after all others have."""
        is_last = seat == self.dealer and not self.standing
        return self.rules.all_pass == "dealer_stuck" and is_last

    def may_bid_blind(self, seat: int) -> bool:
        """Whether the seat may bid a misere without having looked at its cards: as its first call only."""
        rules = self.rules
        is_first = all(caller != seat for caller, _ in self.calls)
        is_offered = rules.misere == "on" and rules.blind_misere == "on"
        bids = ladder(rules)
        is_higher = self.standing == 0 or (
            self.standing != BLIND and bids.index(self.standing) < bids.index(OPEN_MISERE)
        )
        return is_offered and is_first and is_higher

    def made(self, seat: int) -> set[int]:
        """Numbers of the calls that the seat has made."""
        return {call for caller, call in self.calls if caller == seat}

    def call(self, seat: int, call: int) -> None:
        """Enter a pass or a bid."""
        self.calls.append((seat, call))
        if call == PASS:
            self.passed.add(seat)
            return
        sans_kitty = call > BIDS
        self._bid(seat, call - SANS_KITTY if sans_kitty else call, sans_kitty=sans_kitty)

    def call_blind(self, seat: int) -> None:
        """Enter a blind misere."""
        self.calls.append((seat, BLIND_BIT))
        self._bid(seat, BLIND, sans_kitty=False)

    def _bid(self, seat: int, contract: int, *, sans_kitty: bool) -> None:
        is_change = self.standing != 0 and CONTRACTS[contract].strain != self.contract.strain
        again = self.rules.bid_after_pass
        if again == "always" or (again == "if_suit_changed" and is_change):
            self.passed = set(self.barred)
        self.bidder, self.standing, self.sans_kitty = seat, contract, sans_kitty

    def withdraw(self) -> None:
        """Take the highest bid back: the hand is played as if all had passed."""
        self.bidder, self.standing, self.sans_kitty = None, 0, False
