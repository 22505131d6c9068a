"""One hand in plain Python, in the order of the rule sheet: deal, auction, kitty, joker, ten tricks."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from simkit.bots import Player
from simkit.games.five_hundred import story, views
from simkit.games.five_hundred.auction import Auction
from simkit.games.five_hundred.calls import OPEN_MISERE, PASS
from simkit.games.five_hundred.cards import COURT_RANKS, MISERE, NO_TRUMP, Card
from simkit.games.five_hundred.decisions import (
    ALONE,
    BLIND_CALL,
    CALL,
    CALL_CARD,
    CALL_PLAYER,
    DISCARD,
    NAME,
    NOMINATE,
    PLAY,
    RESIGN,
)
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.sides import TRICKS, Table
from simkit.games.five_hundred.tricks import (
    Play,
    Terms,
    answer_for,
    is_joker,
    led_suit,
    legal_plays,
    place,
    suit_of,
    winner,
)
from simkit.model.bot import Decision
from simkit.model.game import Event
from simkit.streams import Deal, Purpose, Stream

__all__ = ["Hand", "shuffled"]

Story = Generator[Event, None, None]


def shuffled(stream: Stream, table: Table) -> list[Card]:
    """The pack in an order drawn from the stream, every order equally likely (Fisher and Yates).

    Cards that are all that is left are not drawn: the kitty, or what is dead.
    """
    cards = list(table.pack.cards)
    drawn = TRICKS * table.seats
    for here in range(drawn + table.kitty if len(cards) > drawn + table.kitty else drawn):
        other = here + stream.below(len(cards) - here)
        cards[here], cards[other] = cards[other], cards[here]
    return cards


class Hand:
    """A hand as it stands.

    Parameters
    ----------
    rules, players, deal
        As for the game.
    table
        Seats, sides and pack.
    number
        Hand of the game, from 0; thrown-in ones are counted.
    dealer
        Seat that deals.
    scores
        Points of each side before the hand.
    barred
        Seats that may not call.

    Attributes
    ----------
    dealt
        Cards of each seat, as they were dealt; played ones leave ``hands``.
    dead
        Cards that nobody gets.
    contractor
        Seat that plays the contract; None while there is none.
    partner
        With five seats the seat that had the called card, or was called; None while there is none.
    """

    def __init__(
        self,
        rules: Rules,
        players: Sequence[Player],
        deal: Deal,
        table: Table,
        number: int,
        dealer: int,
        scores: Sequence[int],
        barred: frozenset[int] = frozenset(),
    ) -> None:
        self.rules, self.players, self.table, self.number = rules, players, table, number
        self.dealer, self.scores, self.seats = dealer, scores, table.seats
        # Packets of three, four and three make no difference to shuffled cards: ten each, and then the kitty.
        cards = shuffled(deal.stream(Purpose.CARDS, 0, number), table)
        self.dealt = [cards[TRICKS * seat : TRICKS * (seat + 1)] for seat in range(self.seats)]
        rest = cards[TRICKS * self.seats :]
        self.kitty, self.dead = rest[: table.kitty], rest[table.kitty :]
        self.coins = [deal.stream(Purpose.COINS, seat, number) for seat in range(self.seats)]
        self.auction = Auction(rules, dealer, self.seats, barred)
        self.contractor: int | None = None
        self.partner: int | None = None
        self.called: Card | None = None
        self.hands = [list(hand) for hand in self.dealt]
        self.discards: list[Card] = []
        self.terms = Terms(NO_TRUMP, pack=table.pack)
        self.is_played = False
        self.before_lead: list[Card] = []
        self.tricks = [0] * self.seats
        self.trick: list[tuple[int, Play]] = []
        self.played: list[list[Card]] = [[] for _ in range(self.seats)]
        self.suits_led: set[int] = set()
        self.is_first_round = False
        self.voids: set[tuple[int, int]] = set()

    @property
    def contractors(self) -> set[int]:
        """Seats of the contractor's side."""
        if self.contractor is None:
            return set()
        return self.table.side_of(self.contractor) | ({self.partner} if self.partner is not None else set())

    @property
    def side_tricks(self) -> int:
        """Tricks of the contractor's side."""
        return sum(self.tricks[seat] for seat in self.contractors)

    @property
    def is_partner_known(self) -> bool:
        """Whether everybody knows who the contractor's partner is: called by name, or seen to have the called card."""
        return self.called is None or any(self.called in cards for cards in self.played)

    def play(self) -> Story:
        """Play the hand; everything that is scored or written down is in the attributes afterwards."""
        yield story.deal(self.number, self.dealer, self.dealt, self.kitty)
        if self.rules.redeal_no_court and any(_has_no_court(hand) for hand in self.dealt):
            yield story.no_court()
            return
        yield from self._auction()
        self.contractor = self.auction.bidder
        if self.contractor is None and self.rules.all_pass != "play_nt":
            return
        self.is_played = True
        self.terms = self.terms._replace(strain=NO_TRUMP if self.contractor is None else self.auction.contract.strain)
        if self.terms.strain == MISERE:
            self.terms = self.terms._replace(joker_low=self.rules.joker_low_in_misere)
        if self.contractor is not None:
            yield from self._exchange(self.contractor)
            yield from self._nominate(self.contractor)
            yield from self._call_partner(self.contractor)
            self.before_lead = list(self.hands[self.contractor])
        leader = self._first_leader()
        for number in range(TRICKS):
            leader = yield from self._trick(number, leader)
            if self.terms.strain == MISERE and leader == self.contractor:
                break  # lost at once: what remains cannot change the score

    # Decisions

    def _decide(self, decision: Decision, seat: int, view: views.View) -> Generator[Event, None, int]:
        """Ask the seat; where only one answer is legal, or the bot does not decide it, nobody is asked."""
        player = self.players[seat]
        if view.legal & (view.legal - 1) == 0 or not player.decides(decision):
            return (view.legal & -view.legal).bit_length() - 1
        view = view._replace(coin=self.coins[seat].coin())
        answer = player.act(decision, view)
        yield Event("asked", "", seat, {"decision": decision.name, "view": view, "answer": answer})
        return answer

    # The auction

    def _auction(self) -> Story:
        auction = self.auction
        for seat in auction.speakers():
            if auction.may_bid_blind(seat):
                view = views.call_view(self, seat, [0, 1], is_blind=True)
                if (yield from self._decide(BLIND_CALL, seat, view)):
                    auction.call_blind(seat)
                    continue
            view = views.call_view(self, seat, auction.legal_calls(seat))
            auction.call(seat, (yield from self._decide(CALL, seat, view)))
        yield story.auction(auction, self.rules)
        if auction.bidder is None or auction.contract.level != 6:
            return
        if self.rules.inkle:
            auction.withdraw()
        elif self.rules.lone_six_resign and sum(call != PASS for _, call in auction.calls) == 1:
            seat = auction.bidder
            if (yield from self._decide(RESIGN, seat, views.call_view(self, seat, [0, 1]))):
                auction.withdraw()
                yield story.resigned(seat)

    # The kitty and the joker

    def _exchange(self, seat: int) -> Story:
        """The contractor takes up the kitty and discards as many cards, unless it plays without the kitty."""
        if self.auction.sans_kitty:
            return
        hand = self.hands[seat]
        hand += self.kitty
        for left in range(len(self.kitty), 0, -1):
            by_place = {place(card, self.terms): card for card in hand}
            view = views.kitty_view(self, seat, sum(1 << at for at in by_place), left)
            answer = yield from self._decide(DISCARD, seat, view)
            hand.remove(by_place[answer])
            self.discards.append(by_place[answer])
        yield story.exchange(seat, self.discards)

    def _nominate(self, seat: int) -> Story:
        """Without a trump suit a contractor who holds the joker may make it the top card of a suit."""
        has_joker = any(is_joker(card) for card in self.hands[seat])
        may_nominate = self.rules.joker_nomination == "contractor" and not self.terms.joker_low
        if self.terms.strain < NO_TRUMP or not has_joker or not may_nominate:
            return
        answer = yield from self._decide(NOMINATE, seat, views.kitty_view(self, seat, 0b11111, 0))
        if answer:
            self.terms = self.terms._replace(nominated=answer - 1)
            yield story.nomination(seat, answer - 1)

    def _call_partner(self, seat: int) -> Story:
        """With five seats the contractor calls a partner, or plays alone; a misere it does play alone."""
        if not self.table.calls_partner or self.terms.strain == MISERE:
            return
        yield from self._call_player(seat) if self.rules.five_partner == "call_player" else self._call_card(seat)

    def _call_player(self, seat: int) -> Story:
        """The contractor says who is its partner, or plays alone."""
        away = yield from self._decide(CALL_PLAYER, seat, views.kitty_view(self, seat, 0b11111, 0))
        self.partner = (seat + away) % self.seats if away else None
        yield story.called_player(seat, self.partner)

    def _call_card(self, seat: int) -> Story:
        """The contractor calls a card, not the joker, that it does not hold, or plays alone.

        Whoever holds it is the contractor's partner, and shows it by playing the card.
        """
        others = {
            place(card, self.terms): card
            for card in self.table.pack.cards
            if not is_joker(card) and card not in self.hands[seat]
        }
        view = views.kitty_view(self, seat, sum(1 << at for at in others) | 1 << ALONE, 0)
        answer = yield from self._decide(CALL_CARD, seat, view)
        if answer != ALONE:
            self.called = others[answer]
            self.partner = next((who for who, cards in enumerate(self.hands) if self.called in cards), None)
        yield story.called(seat, self.called)

    # The tricks

    def _idle(self) -> set[int]:
        """Seats that sit out: in a misere the contractor's partners."""
        if self.terms.strain != MISERE or self.contractor is None:
            return set()
        return self.table.side_of(self.contractor) - {self.contractor}

    def _first_leader(self) -> int:
        if self.contractor is not None and self.rules.first_lead == "contractor":
            return self.contractor
        order = [(self.dealer + 1 + away) % self.seats for away in range(self.seats)]
        return next(seat for seat in order if seat not in self._idle())

    def _trick(self, number: int, leader: int) -> Generator[Event, None, int]:
        """Play one trick; returns the seat that wins it."""
        self.trick = []
        for seat in ((leader + away) % self.seats for away in range(self.seats)):
            if seat not in self._idle():
                play = yield from self._play_card(seat)
                self._put_down(seat, play)
        won_by = self.trick[winner([play for _, play in self.trick], self.terms)][0]
        self.tricks[won_by] += 1
        laid_open = self.hands[self.contractor] if self.contractor is not None and self.lies_open() else ()
        yield story.trick(number, self.trick, won_by, laid_open)
        return won_by

    def lies_open(self) -> bool:
        """Whether the contractor's hand is exposed: in an open misere, once the first trick is complete, or before."""
        is_time = self.rules.open_misere_expose == "before_lead" or sum(self.tricks) > 0
        return self.auction.standing == OPEN_MISERE and is_time

    def _put_down(self, seat: int, play: Play) -> None:
        self.hands[seat].remove(play.card)
        self.played[seat].append(play.card)
        self.trick.append((seat, play))
        led = self.led()
        if led is None:
            return
        if len(self.trick) == 1:
            self.is_first_round = led not in self.suits_led
            self.suits_led.add(led)
        elif suit_of(play.card, self.terms) != led and not (is_joker(play.card) and self.joker_beside(seat)):
            self.voids.add((seat, led))

    def joker_beside(self, seat: int) -> bool:
        """Whether a joker without a suit may be played although its holder can follow: then it has shown nothing."""
        led = self.led() if self.trick else None
        if led is None or self.terms.joker_suit is not None:
            return False
        has_followed = any(suit_of(card, self.terms) == led for card in self.played[seat])
        return (self.rules.joker_first_round and self.is_first_round) or (
            self.rules.joker_first_or_last and not has_followed
        )

    def led(self) -> int | None:
        """Suit to be followed in this trick."""
        return led_suit([play for _, play in self.trick], self.terms)

    def _play_card(self, seat: int) -> Generator[Event, None, Play]:
        legal = legal_plays(
            self.hands[seat],
            self.terms,
            [play for _, play in self.trick],
            self.suits_led,
            self.rules,
            shown_void={suit for who, suit in self.voids if who == seat},
            joker_beside=self.joker_beside(seat),
        )
        by_answer: dict[int, list[Play]] = {}
        for play in legal:
            by_answer.setdefault(answer_for(play, self.terms), []).append(play)
        view = views.play_view(self, seat, sum(1 << answer for answer in by_answer))
        plays = by_answer[(yield from self._decide(PLAY, seat, view))]
        if len(plays) == 1:
            return plays[0]
        # With 53 cards or more one answer stands for leading the joker; which suit it names is asked apart.
        named = {play.named: play for play in plays if play.named is not None}
        view = views.play_view(self, seat, sum(1 << suit for suit in named))
        return named[(yield from self._decide(NAME, seat, view))]


def _has_no_court(hand: Sequence[Card]) -> bool:
    return not any(card.rank in COURT_RANKS for card in hand)
