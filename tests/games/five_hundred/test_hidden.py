"""Hidden cards shuffled, same decision: a bot cannot see what its seat may not."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.bots import Player
from simkit.games.base import Bot
from simkit.games.five_hundred.decisions import DECISIONS
from simkit.games.five_hundred.hand import Hand
from simkit.games.five_hundred.rules import FiveHundredRules
from simkit.games.five_hundred.strategies import BOTS
from simkit.streams import Deal
from tests.games.five_hundred import bots
from tests.games.five_hundred.test_twin import rule_sets

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
    hand = Hand(rules, [Player(frozen(bot, asked, at), {}) for bot in line], Deal(seed, 0), 0, 0, [0, 0, 0, 0])
    try:
        for _ in hand.play():
            pass
    except ToldError as told:
        return hand, *told.args
    return None


def hidden_places(hand, name, seat):
    """Lists of cards whose owners the seat cannot tell apart; each with the seats that are known to be void."""
    hidden = [hand.hands[other] for other in range(4) if other != seat]
    if name in ("call", "call_blind") or hand.auction.sans_kitty:
        hidden.append(hand.kitty)
    elif seat != hand.contractor:
        hidden.append(hand.discards)
    if name == "call_blind":
        hidden.append(hand.hands[seat])
    return hidden


def shuffle_hidden(hand, name, seat, rng):
    """Exchange cards between hidden places, but none that an exposed hand shows."""
    exposed = name == "play" and hand._lies_open() and seat != hand.contractor
    lists = [
        cards for cards in hidden_places(hand, name, seat) if not (exposed and cards is hand.hands[hand.contractor])
    ]
    pool = [card for cards in lists for card in cards]
    rng.shuffle(pool)
    for cards in lists:
        cards[:] = [pool.pop() for _ in cards]


def view_again(hand, name, seat, legal):
    """The view of the seat, made anew from the table as it lies."""
    if name == "play":
        return hand._play_view(seat, legal)
    if name == "discard":
        return hand._kitty_view(legal, 3 - len(hand.discards))
    if name == "nominate":
        return hand._kitty_view(legal, 0)
    answers = [at for at in range(63) if legal >> at & 1]
    return hand._call_view(seat, answers, is_blind=name == "call_blind")


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(
    rules=rule_sets(),
    line=st.lists(st.sampled_from(ALL_BOTS), min_size=4, max_size=4),
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
    rules = FiveHundredRules(blind_misere="on", misere_requires_seven=False)
    found = [played_until(rules, [bots.wild] * 4, seed, at) for seed in range(60) for at in (1, 2, 6, 9, 12)]
    assert name in {one[1] for one in found if one}
