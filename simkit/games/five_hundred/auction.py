"""The auction in plain words: which calls are legal, whose turn it is, and when it is over."""

from __future__ import annotations

from collections.abc import Generator, Iterator
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
from simkit.games.five_hundred.rules import FiveHundredRules

__all__ = ["SEATS", "Auction", "legal_bids"]

SEATS = 4


def _rank(contract: int) -> int:
    """Place on the ladder; a blind misere stands beside the open one."""
    return OPEN_MISERE if contract == BLIND else contract


def legal_bids(rules: FiveHundredRules, standing: int) -> list[int]:
    """Contract numbers of the ladder that may be bid over the standing one (0 when there is none), lowest first."""
    return [bid for bid in range(1, BIDS + 1) if bid > _rank(standing) and _is_offered(rules, bid, standing)]


def _is_offered(rules: FiveHundredRules, bid: int, standing: int) -> bool:
    """Whether the rules have this bid, and a misere its seven."""
    if bid == MISERE_BID:
        return rules.misere == "on" and (not rules.misere_requires_seven or CONTRACTS[standing].level == 7)
    if bid == OPEN_MISERE:
        return rules.misere == "on" and rules.open_misere == "on"
    return True


@dataclass
class Auction:
    """The auction of one hand, as it stands.

    Attributes
    ----------
    standing, sans_kitty, bidder
        Contract number of the highest bid, whether it is without the kitty, and the seat that made it.
    calls
        Every call so far: seat and number; 55 is a blind misere.
    """

    rules: FiveHundredRules
    dealer: int
    standing: int = 0
    sans_kitty: bool = False
    bidder: int | None = None
    passed: set[int] = field(default_factory=set)
    calls: list[tuple[int, int]] = field(default_factory=list)
    is_raise: bool = False

    @property
    def contract(self) -> Contract:
        """The highest bid."""
        return CONTRACTS[self.standing]

    def speakers(self) -> Iterator[int]:
        """Seats in the order in which they are asked, from the dealer's left, until the auction is over."""
        seat = (self.dealer + 1) % SEATS
        if self.rules.auction == "one_round":
            yield from ((seat + place) % SEATS for place in range(SEATS))
            return
        while len(self.passed) < SEATS:
            if self.bidder is not None and len(self.passed - {self.bidder}) == SEATS - 1:
                if not (yield from self._raise(self.bidder)):
                    return
                seat = self.bidder
            elif seat not in self.passed:
                yield seat
            seat = (seat + 1) % SEATS

    def _raise(self, bidder: int) -> Generator[int, None, bool]:
        """All others have passed: the bidder may raise, if the rules let it and there is anything higher.

        Returns whether the others may call again.
        """
        if self.rules.self_raise == "never":
            return False
        before = self.contract.strain
        self.is_raise = True
        if self.legal_calls() != [PASS]:
            yield bidder
        self.is_raise = False
        if self.rules.self_raise != "allowed_reopen" or self.contract.strain == before:
            return False
        self.passed.clear()
        return True

    def legal_calls(self) -> list[int]:
        """Numbers of the calls that the seat whose turn it is may make: a pass, and every higher bid."""
        bids = legal_bids(self.rules, self.standing)
        if self.is_raise and self.rules.self_raise == "same_suit":
            bids = [bid for bid in bids if CONTRACTS[bid].strain == self.contract.strain]
        without = [bid + SANS_KITTY for bid in bids] if self.rules.sans_kitty != "off" else []
        return [PASS, *bids, *without]

    def may_bid_blind(self, seat: int) -> bool:
        """Whether the seat may bid a misere without having looked at its cards: as its first call only."""
        rules = self.rules
        is_first = all(caller != seat for caller, _ in self.calls)
        is_offered = rules.misere == "on" and rules.blind_misere == "on"
        return is_offered and is_first and _rank(self.standing) < OPEN_MISERE

    def made(self, seat: int) -> set[int]:
        """Numbers of the calls that the seat has made."""
        return {call for caller, call in self.calls if caller == seat}

    def call(self, seat: int, call: int) -> None:
        """Enter a pass or a bid."""
        self.calls.append((seat, call))
        if call == PASS:
            if not self.is_raise:
                self.passed.add(seat)
            return
        self.bidder = seat
        self.sans_kitty = call > BIDS
        self.standing = call - SANS_KITTY if self.sans_kitty else call

    def call_blind(self, seat: int) -> None:
        """Enter a blind misere."""
        self.calls.append((seat, BLIND_BIT))
        self.bidder, self.standing, self.sans_kitty = seat, BLIND, False
