"""Hidden cards shuffled, same decision: a bot cannot see what its seat may not."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.bots import Player
from simkit.games.five_hundred import views
from simkit.games.five_hundred.decisions import DECISIONS
from simkit.games.five_hundred.hand import Hand
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.sides import table_for
from simkit.games.five_hundred.strategies import BOTS
from simkit.model.bot import Bot
from simkit.streams import Deal
from tests.games.five_hundred import bots
from tests.games.five_hundred.test_twin import further_rule_sets

ALL_BOTS = [*BOTS, bots.wild]


class ToldError(Exception):
    """The view that a seat had when it was asked for the n-th time."""


def frozen(bot, asked, at):
    """A bot that raises ``ToldError`` with its view when any seat is asked for the ``at``-th time."""

    def watch(name, function):
        def decide(view, params):
            asked.append(name)
            if len(asked) == at:
                raise ToldError(name, view, function(view, params))
            return function(view, params)

        return decide

    return Bot(bot.name, "", "", {name: watch(name, function) for name, function in bot.decide.items()}, bot.params)


def played_until(rules, line, seed, at):
    """A hand up to its ``at``-th question: the hand, the question and the answer; None if there are not so many."""
    asked = []
    players = [Player(frozen(bot, asked, at), {}) for bot in line]
    hand = Hand(rules, players, Deal(seed, 0), table_for(rules, len(line)), 0, 0, [0] * 6)
    try:
        for _ in hand.play():
            pass
    except ToldError as told:
        return hand, *told.args
    return None


def hidden_places(hand, name, seat):
    """Lists of cards whose owners the seat cannot tell apart."""
    hidden = [hand.hands[other] for other in range(hand.seats) if other != seat] + [hand.dead]
    if name in ("call", "call_blind", "resign") or hand.auction.sans_kitty or hand.contractor is None:
        hidden.append(hand.kitty)
    elif seat != hand.contractor:
        hidden.append(hand.discards)
    if name == "call_blind":
        hidden.append(hand.hands[seat])
    return hidden


def shuffle_hidden(hand, name, seat, rng):
    """Exchange cards between hidden places, but none that an exposed hand shows.

    A called card may change hands, but all know that the contractor does not hold it.
    """
    exposed = name in ("play", "name") and hand.lies_open() and seat != hand.contractor
    lists = [
        cards for cards in hidden_places(hand, name, seat) if not (exposed and cards is hand.hands[hand.contractor])
    ]
    while True:
        pool = [card for cards in lists for card in cards]
        rng.shuffle(pool)
        for cards in lists:
            cards[:] = [pool.pop() for _ in cards]
        if hand.contractor is None or hand.called not in hand.hands[hand.contractor]:
            break
    if hand.called is not None and not hand.is_partner_known:
        hand.partner = next((who for who, cards in enumerate(hand.hands) if hand.called in cards), None)


def view_again(hand, name, seat, legal):
    """The view of the seat, made anew from the table as it lies."""
    if name in ("play", "name"):
        return views.play_view(hand, seat, legal)
    if name == "discard":
        return views.kitty_view(hand, seat, legal, len(hand.kitty) - len(hand.discards))
    if name in ("nominate", "call_card", "call_player"):
        return views.kitty_view(hand, seat, legal, 0)
    answers = [at for at in range(63) if legal >> at & 1]
    return views.call_view(hand, seat, answers, is_blind=name == "call_blind")


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(
    rules=further_rule_sets(),
    line=st.lists(st.sampled_from(ALL_BOTS), min_size=2, max_size=6),
    seed=st.integers(0, 2**63 - 1),
    at=st.integers(1, 50),
    shuffle=st.integers(0, 2**32),
)
def test_hidden_cards_do_not_change_what_a_seat_sees_or_answers(rules, line, seed, at, shuffle):
    found = played_until(rules, line, seed, at)
    if found is None:
        return
    hand, name, view, answer = found
    seat = view.seat
    shuffle_hidden(hand, name, seat, random.Random(shuffle))
    again = view_again(hand, name, seat, view.legal)._replace(coin=view.coin)
    assert again == view
    bot = line[seat]
    assert bot.decide[name](again, Player(bot, {}).params) == answer


@pytest.mark.parametrize("name", [decision.name for decision in DECISIONS])
def test_every_decision_is_reached(name):
    # The test above is worth something only if it asks everything; so this counts what it can ask.
    partner = "call_player" if name == "call_player" else "call_card"
    rules = Rules(blind_misere="on", misere_requires_seven=False, lone_six_resign=True, five_partner=partner)
    called = (5, (6, 9, 12))
    special = {"call_card": called, "call_player": called, "name": (5, range(14, 40))}
    seats, at = special.get(name, (4, (1, 2, 6, 9, 12)))
    found = (played_until(rules, [bots.wild] * seats, seed, here) for seed in range(200) for here in at)
    assert any(one and one[1] == name for one in found)
