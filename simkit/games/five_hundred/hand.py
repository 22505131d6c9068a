"""One hand in plain Python, in the order of the rule sheet: deal, auction, kitty, joker, ten tricks."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

from simkit.bots import Player
from simkit.games.base import Decision, Event
from simkit.games.five_hundred import story
from simkit.games.five_hundred.auction import SEATS, Auction
from simkit.games.five_hundred.calls import BIDS, BLIND, BLIND_BIT, CONTRACTS, OPEN_MISERE, PASS
from simkit.games.five_hundred.cards import BLOCK, JOKER_CARD, MISERE, NAMING, NO_TRUMP, SUITS, Card
from simkit.games.five_hundred.decisions import (
    BLIND_CALL,
    CALL,
    DISCARD,
    NOMINATE,
    PLAY,
    CallView,
    KittyView,
    PlayView,
)
from simkit.games.five_hundred.packs import AU43, PACK, word
from simkit.games.five_hundred.rules import FiveHundredRules
from simkit.games.five_hundred.scoring import TRICKS
from simkit.games.five_hundred.setting import pack_bid, pack_setting
from simkit.games.five_hundred.tricks import Play, Terms, led_suit, legal_plays, place, suit_of, winner
from simkit.streams import Deal, Purpose, Stream

__all__ = ["Hand", "shuffled"]

Story = Generator[Event, None, None]
View = CallView | KittyView | PlayView

DISCARDS = 3


def shuffled(stream: Stream) -> list[Card]:
    """The pack in an order drawn from the stream, every order equally likely (Fisher and Yates)."""
    cards = list(PACK)
    for here in range(SEATS * TRICKS):
        other = here + stream.below(len(cards) - here)
        cards[here], cards[other] = cards[other], cards[here]
    return cards


class Hand:
    """A hand as it stands.

    Parameters
    ----------
    rules, players, deal
        As for the game.
    number
        Hand of the game, from 0; thrown-in ones are counted.
    dealer
        Seat that deals.
    scores
        Points of each seat's side before the hand.

    Attributes
    ----------
    held
        Cards of each seat, as they were dealt; played ones leave ``hands``.
    """

    def __init__(
        self,
        rules: FiveHundredRules,
        players: Sequence[Player],
        deal: Deal,
        number: int,
        dealer: int,
        scores: Sequence[int],
    ) -> None:
        self.rules, self.players, self.number, self.dealer, self.scores = rules, players, number, dealer, scores
        # Packets of three, four and three make no difference to shuffled cards: ten each, and three for the kitty.
        cards = shuffled(deal.stream(Purpose.CARDS, 0, number))
        self.dealt = [cards[TRICKS * seat : TRICKS * (seat + 1)] for seat in range(SEATS)]
        self.kitty = cards[SEATS * TRICKS :]
        self.coins = [deal.stream(Purpose.COINS, seat, number) for seat in range(SEATS)]
        self.auction = Auction(rules, dealer)
        self.hands = [list(hand) for hand in self.dealt]
        self.discards: list[Card] = []
        self.terms, self.terms_are_known = Terms(NO_TRUMP), False
        self.before_lead: list[Card] = []
        self.tricks = [0] * SEATS
        self.trick: list[tuple[int, Play]] = []
        self.played: list[list[Card]] = [[] for _ in range(SEATS)]
        self.suits_led: set[int] = set()
        self.voids: set[tuple[int, int]] = set()

    @property
    def contractor(self) -> int | None:
        """Seat that plays the contract; None while there is none."""
        return self.auction.bidder

    @property
    def side_tricks(self) -> int:
        """Tricks of the contractor's side."""
        return self._side_tricks(self._declarer())

    def play(self) -> Story:
        """Play the hand; everything that is scored or written down is in the attributes afterwards."""
        yield story.deal(self.number, self.dealer, self.dealt, self.kitty)
        yield from self._auction()
        if self.contractor is None:
            return
        yield from self._exchange()
        yield from self._nominate()
        self.before_lead = list(self.hands[self._declarer()])
        leader = self._declarer()
        for number in range(TRICKS):
            leader = yield from self._trick(number, leader)
            if self.terms.strain == MISERE and leader == self.contractor:
                break  # lost at once: what remains cannot change the score

    def _declarer(self) -> int:
        assert self.contractor is not None
        return self.contractor

    def _side_tricks(self, seat: int) -> int:
        return self.tricks[seat] + self.tricks[(seat + 2) % SEATS]

    # Decisions

    def _decide(self, decision: Decision, seat: int, view: View) -> Generator[Event, None, int]:
        """Ask the seat; where only one answer is legal, or the bot does not decide it, nobody is asked."""
        player = self.players[seat]
        if view.legal & (view.legal - 1) == 0 or not player.decides(decision):
            return (view.legal & -view.legal).bit_length() - 1
        view = view._replace(coin=self.coins[seat].coin())
        answer = player.act(decision, view)
        yield Event("asked", "", seat, {"decision": decision.name, "view": view, "answer": answer})
        return answer

    def _setting(self) -> int:
        """What is the same for all: see ``setting.py``."""
        contract = self.auction.contract if self.terms_are_known else CONTRACTS[0]
        number = self.auction.standing if self.terms_are_known else 0
        return pack_setting(number, contract.level, SEATS, 1, AU43.code, AU43.frame, 0)

    def _bids(self) -> dict[str, int]:
        """Which seat made which bid, and which of them without the kitty."""
        bids, more = 0, 0
        for seat, call in self.auction.calls:
            if call != PASS:
                bid, is_sans = (BLIND, False) if call == BLIND_BIT else ((call - 1) % BIDS + 1, call > BIDS)
                bids, more = pack_bid(bids, more, bid, seat, is_sans)
        return {"bids": bids, "bids_more": more}

    # The auction

    def _auction(self) -> Story:
        for seat in self.auction.speakers():
            if self.auction.may_bid_blind(seat):
                view = self._call_view(seat, [0, 1], is_blind=True)
                if (yield from self._decide(BLIND_CALL, seat, view)):
                    self.auction.call_blind(seat)
                    continue
            view = self._call_view(seat, self.auction.legal_calls())
            self.auction.call(seat, (yield from self._decide(CALL, seat, view)))
        yield story.auction(self.auction)

    def _call_view(self, seat: int, legal: Iterable[int], *, is_blind: bool = False) -> CallView:
        bidder = self.auction.bidder
        return CallView(
            coin=0.0,
            legal=sum(1 << call for call in legal),
            hand=0 if is_blind else word(self.hands[seat]),
            setting=self._setting(),
            seat=seat,
            dealer=self.dealer,
            standing=self.auction.standing,
            bidder=-1 if bidder is None else bidder,
            **self._bids(),
            passed=sum(1 << who for who in {who for who, call in self.auction.calls if call == PASS}),
            friends=1 << (seat + 2) % SEATS,
            score=self.scores[seat],
            score_other=self.scores[(seat + 1) % SEATS],
            target=self.rules.target,
        )

    # The kitty and the joker

    def _exchange(self) -> Story:
        """The contractor takes up the kitty and discards three cards face down, unless it plays without the kitty."""
        self.terms, self.terms_are_known = Terms(self.auction.contract.strain), True
        if self.auction.sans_kitty:
            return
        seat = self._declarer()
        hand = self.hands[seat]
        hand += self.kitty
        for left in range(DISCARDS, 0, -1):
            by_place = {place(card, self.terms): card for card in hand}
            answer = yield from self._decide(DISCARD, seat, self._kitty_view(sum(1 << at for at in by_place), left))
            hand.remove(by_place[answer])
            self.discards.append(by_place[answer])
        yield story.exchange(seat, self.discards)

    def _nominate(self) -> Story:
        """Without a trump suit a contractor who holds the joker may make it the top card of a suit."""
        seat = self._declarer()
        if self.terms.strain < NO_TRUMP or JOKER_CARD not in self.hands[seat]:
            return
        answer = yield from self._decide(NOMINATE, seat, self._kitty_view(0b11111, 0))
        if answer:
            self.terms = self.terms._replace(nominated=answer - 1)
            yield Event(
                "nominate", f"nominates {story.SIGNS[answer - 1]} for the joker", seat, {"suit": SUITS[answer - 1]}
            )

    def _kitty_view(self, legal: int, left: int) -> KittyView:
        seat, joker_suit = self._declarer(), self.terms.joker_suit
        return KittyView(
            coin=0.0,
            legal=legal,
            hand=self._places(self.hands[seat]),
            setting=self._setting(),
            strain=self.terms.strain,
            joker_suit=-1 if joker_suit is None else joker_suit,
            seat=seat,
            discarded=self._places(self.discards),
            discards_left=left,
            **self._bids(),
        )

    def _places(self, cards: Iterable[Card]) -> int:
        """Cards as bots see them, arranged for the contract."""
        return sum(1 << place(card, self.terms) for card in cards)

    # The tricks

    def _trick(self, number: int, leader: int) -> Generator[Event, None, int]:
        """Play one trick; returns the seat that wins it. In a misere the contractor's partner sits out."""
        self.trick = []
        for seat in ((leader + away) % SEATS for away in range(SEATS)):
            if self.terms.strain != MISERE or seat != (self._declarer() + 2) % SEATS:
                play = yield from self._play_card(seat)
                self._put_down(seat, play)
        won_by = self.trick[winner([play for _, play in self.trick], self.terms)][0]
        self.tricks[won_by] += 1
        yield story.trick(number, self.trick, won_by, self.hands[self._declarer()] if self._lies_open() else ())
        return won_by

    def _lies_open(self) -> bool:
        """Whether the contractor's hand is exposed: in an open misere, once the first trick is complete."""
        return self.auction.standing == OPEN_MISERE and sum(self.tricks) > 0

    def _put_down(self, seat: int, play: Play) -> None:
        self.hands[seat].remove(play.card)
        self.played[seat].append(play.card)
        self.trick.append((seat, play))
        led = self._led()
        if led is None:
            return
        if len(self.trick) == 1:
            self.suits_led.add(led)
        elif suit_of(play.card, self.terms) != led:
            self.voids.add((seat, led))

    def _led(self) -> int | None:
        return led_suit([play for _, play in self.trick], self.terms)

    def _play_card(self, seat: int) -> Generator[Event, None, Play]:
        plays = [play for _, play in self.trick]
        legal = legal_plays(self.hands[seat], self.terms, plays, self.suits_led, self.rules.joker_lead)
        by_answer = {self._answer(play): play for play in legal}
        view = self._play_view(seat, sum(1 << answer for answer in by_answer))
        return by_answer[(yield from self._decide(PLAY, seat, view))]

    def _answer(self, play: Play) -> int:
        return place(play.card, self.terms) if play.named is None else BLOCK * play.named + NAMING

    def _play_view(self, seat: int, legal: int) -> PlayView:
        """What the seat may see: its cards, the calls, the cards played, and in an open misere the exposed hand."""
        declarer, joker_suit = self._declarer(), self.terms.joker_suit
        led = self._led() if self.trick else -1
        ahead = self.trick[winner([play for _, play in self.trick], self.terms)][0] if self.trick else -1
        return PlayView(
            coin=0.0,
            legal=legal,
            hand=self._places(self.hands[seat]),
            setting=self._setting(),
            strain=self.terms.strain,
            joker_suit=-1 if joker_suit is None else joker_suit,
            seat=seat,
            contractor=declarer,
            friends=1 << (seat + 2) % SEATS,
            led=4 if led is None else led,
            trick=sum(1 + place(play.card, self.terms) << 8 * who for who, play in self.trick),
            winner=ahead,
            played_1=self._played_by(1),
            played_2=self._played_by(2),
            played_4=self._played_by(4),
            voids=sum(1 << 4 * who + suit for who, suit in self.voids),
            suits_led=sum(1 << suit for suit in self.suits_led),
            tricks=sum(won << 4 * who for who, won in enumerate(self.tricks)),
            exposed=self._places(self.hands[declarer]) if self._lies_open() else 0,
            discarded=self._places(self.discards) if seat == declarer else 0,
            **self._bids(),
        )

    def _played_by(self, bit: int) -> int:
        """Cards played by the seats whose number, from 1, has that bit."""
        return sum(self._places(cards) for seat, cards in enumerate(self.played, start=1) if seat & bit)
