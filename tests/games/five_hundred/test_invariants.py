"""What holds in every hand: nothing is lost or made, and who sits where or which red suit is which changes nothing."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.bots import Player
from simkit.games.five_hundred.calls import BLIND_BIT, CALLS, CONTRACTS, SANS_KITTY
from simkit.games.five_hundred.cards import BLOCK, JOKER_CARD, MISERE, NAMING, NO_TRUMP, Card
from simkit.games.five_hundred.hand import Hand
from simkit.games.five_hundred.packs import PACK, word
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.scoring import score_hand
from simkit.games.five_hundred.sides import table_for
from simkit.games.five_hundred.strategies import BOTS
from simkit.games.five_hundred.tricks import Terms, place
from simkit.model.bot import Bot
from simkit.streams import Deal, Purpose
from tests.games.five_hundred import bots
from tests.games.five_hundred.table import Script, Shuffle, play_out
from tests.games.five_hundred.test_twin import further_rule_sets, rule_sets

fewer = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
players = st.lists(st.sampled_from([*BOTS, bots.wild]), min_size=2, max_size=6)
seeds = st.integers(0, 2**63 - 1)


def hand_of(rules, line, deal, number=0, dealer=0):
    """A hand, played out."""
    hand = Hand(rules, [Player(bot, {}) for bot in line], deal, table_for(rules, len(line)), number, dealer, [0] * 6)
    events = list(hand.play())
    return hand, events


@fewer
@given(rules=further_rule_sets(), line=players, seed=seeds, dealer=st.integers(0, 5))
def test_a_hand_conserves_cards_and_tricks(rules, line, seed, dealer):
    hand, _ = hand_of(rules, line, Deal(seed, 0), dealer=dealer % len(line))
    seats, pack = hand.seats, hand.table.pack.cards
    dealt = [card for cards in hand.dealt for card in cards]
    assert sorted([*dealt, *hand.kitty, *hand.dead]) == sorted(pack)
    assert [len(cards) for cards in hand.dealt] == [10] * seats
    if hand.contractor is None:
        return
    out = hand.discards if not hand.auction.sans_kitty else hand.kitty
    played = [card for cards in hand.played for card in cards]
    left = [card for cards in hand.hands for card in cards]
    assert sorted([*played, *left, *out, *hand.dead]) == sorted(pack)
    if hand.terms.strain == MISERE:
        idle = hand.table.side_of(hand.contractor) - {hand.contractor}
        assert len(idle) == hand.table.seats // hand.table.sides - 1
        assert all(hand.played[seat] == [] for seat in idle)
        assert sum(hand.tricks) == 10 or hand.tricks[hand.contractor] == 1
        assert len(played) == (seats - len(idle)) * sum(hand.tricks)
    else:
        assert sum(hand.tricks) == 10
        assert left == []
    result = score_hand(rules, hand.auction.standing, hand.side_tricks, sans_kitty=hand.auction.sans_kitty)
    assert result.contractors % 10 == result.defenders % 10 == 0
    assert result.defenders >= 0


@fewer
@given(rules=rule_sets(), line=players, seed=seeds)
def test_auctions_rise_and_end(rules, line, seed):
    hand, _ = hand_of(rules, line, Deal(seed, 0))
    ranks = []
    for _, call in hand.auction.calls:
        if call == BLIND_BIT:
            ranks.append(25)
        elif call:
            ranks.append(call - SANS_KITTY if call > SANS_KITTY else call)
    assert ranks == sorted(set(ranks))
    passes = [call for _, call in hand.auction.calls].count(0)
    if rules.self_raise == "never":
        assert passes <= hand.seats
        assert len(hand.auction.calls) <= 26 + hand.seats  # 27 bids, and all others have passed
    if rules.auction == "one_round":
        assert [seat for seat, _ in hand.auction.calls] == [*range(1, hand.seats), 0]


@fewer
@given(rules=rule_sets(), line=players, seed=seeds)
def test_a_joker_without_a_suit_takes_just_one_trick_for_its_holder(rules, line, seed):
    hand, events = hand_of(rules, line, Deal(seed, 0))
    if hand.contractor is None or (hand.terms.strain >= NO_TRUMP and hand.terms.nominated is not None):
        return
    tricks = [event for event in events if event.kind == "trick"]
    won = [event.data["winner"] for event in tricks if (event.data["winner"], "JK") in event.data["cards"]]
    holder = next((seat for seat, cards in enumerate(hand.played) if JOKER_CARD in cards), None)
    assert won == ([] if holder is None else [holder + 1])
    is_finished = hand.terms.strain != MISERE or hand.side_tricks == 0
    if holder is None and is_finished:
        idle = [card for cards in hand.hands for card in cards]  # those who sit out still hold theirs
        assert JOKER_CARD in [*hand.discards, *hand.kitty, *hand.dead, *idle]
    if hand.terms.strain == MISERE and holder == hand.contractor:
        assert hand.side_tricks == 1  # a contractor who keeps it has lost


class Turned(Script):
    """A deal whose seats are turned by one: what seat s had, seat s + 1 has."""

    def __init__(self, deal, hand):
        turned = [hand.dealt[-1], *hand.dealt[:-1], hand.kitty, hand.dead]
        self.deal, self.order = deal, [card for cards in turned for card in cards]
        self.pack, self.seats = hand.table.pack.cards, hand.seats

    def stream(self, purpose, seat=0, turn=0):
        if purpose == Purpose.CARDS:
            return Shuffle(self.order, self.pack)
        return self.deal.stream(purpose, (seat - 1) % self.seats, turn)


@fewer
@given(rules=further_rule_sets(), line=players, seed=seeds, dealer=st.integers(0, 5))
def test_turning_the_table_turns_the_result(rules, line, seed, dealer):
    dealer, seats = dealer % len(line), len(line)
    hand, _ = hand_of(rules, line, Deal(seed, 0), dealer=dealer)
    turned, _ = hand_of(rules, [line[-1], *line[:-1]], Turned(Deal(seed, 0), hand), dealer=(dealer + 1) % seats)
    assert turned.tricks == [hand.tricks[-1], *hand.tricks[:-1]]
    assert turned.auction.calls == [((seat + 1) % seats, call) for seat, call in hand.auction.calls]


RED = {0: 0, 1: 1, 2: 3, 3: 2, -1: -1}


def swapped(card):
    return Card(card.rank, RED[card.suit])


@fewer
@given(
    order=st.permutations(PACK),
    labels=st.sampled_from(
        [("6S", "6S"), ("6C", "6C"), ("6D", "6H"), ("8H", "8D"), ("6NT", "6NT"), ("M", "M"), ("OM", "OM")]
    ),
    keys=st.permutations(PACK),
)
def test_the_red_suits_are_alike(order, labels, keys):
    # Both red suits have eleven cards: with hearts and diamonds swapped in the deal, in the bid and in what the players
    # prefer, the tricks are the same. Players play the legal card that comes first in ``keys``.
    one, other = (CALLS.index(label) for label in labels)
    tricks = play_by(keys, order, one, [0, 1, 2, 3])
    assert play_by([swapped(card) for card in keys], [swapped(card) for card in order], other, RED) == tricks


def play_by(keys, order, contract, suits):
    """Tricks by seat when seat 0 bids the contract and all prefer the cards that come first in ``keys``."""

    def prefer(view, params, wanted=keys):
        terms = Terms(view.strain)
        names = [BLOCK * suits[suit] + NAMING for suit in range(4)]
        answers = [
            at
            for card in wanted
            for at in ([place(card, terms)] if card != JOKER_CARD else [place(card, terms), *names])
        ]
        return next(answer for answer in answers if view.legal >> answer & 1)

    def call(view, params):
        legal = view.legal >> contract & 1
        return contract if view.standing == 0 and legal else 0

    bot = Bot("prefers", "", "", {"call": call, "discard": prefer, "play": prefer})
    rules = Rules(misere_requires_seven=False)
    _, outcome = play_out(rules, [Player(bot, {})] * 4, Script([[" ".join(map(str, order))]]))
    row = outcome.turns[0]
    assert CONTRACTS[row["contract"]] == CONTRACTS[contract]
    assert row["kitty"] == word(order[40:])
    return [row[f"tricks_{seat}"] for seat in range(1, 5)]
