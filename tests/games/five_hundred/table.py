"""A table for tests: hands as written down, and bots that call, discard and play as they are told."""

from simkit.bots import Player
from simkit.games.five_hundred.calls import CALLS
from simkit.games.five_hundred.cards import BLOCK, NAMING, SUITS, parse
from simkit.games.five_hundred.decisions import ALONE
from simkit.games.five_hundred.packs import PACK, Pack
from simkit.games.five_hundred.reference import play
from simkit.games.five_hundred.setting import pack_of
from simkit.games.five_hundred.tricks import Terms, place
from simkit.model.bot import Bot
from simkit.streams import Purpose


def cards(text):
    return [parse(one) for one in text.split()]


class Shuffle:
    """A stream that brings the pack into the order written down."""

    def __init__(self, order, pack=PACK):
        pack, self.steps = list(pack), []
        for here, card in enumerate(order):
            other = pack.index(card, here)
            self.steps.append(other - here)
            pack[here], pack[other] = pack[other], pack[here]

    def below(self, bound):
        return self.steps.pop(0)


class Lot:
    """A stream whose every number is the one given, and whose coins are a half."""

    def __init__(self, number):
        self.number = number

    def below(self, bound):
        assert self.number < bound
        return self.number

    def coin(self):
        return 0.5


class Script:
    """Hands as written down, each the seats' hands, the kitty and what is dead; ``dealer`` deals the first."""

    number, seed = 0, 1

    def __init__(self, hands, dealer=3, pack=PACK):
        self.orders, self.dealer, self.pack = [cards(" ".join(hand)) for hand in hands], dealer, pack
        for order in self.orders:
            assert sorted(order) == sorted(pack)

    def stream(self, purpose, seat=0, turn=0):
        if purpose == Purpose.CARDS:
            return Shuffle(self.orders[turn], self.pack)
        return Lot(self.dealer if purpose == Purpose.FIRST_DEALER else 0)


def pack_in(view):
    """The pack that a view is of."""
    names = ("au43", "alt43", "us45", "33", "25", "53", "63")
    return Pack(names[pack_of(view.setting) % 8], pack_of(view.setting) // 8)


def told(
    calls=(),
    discards=(),
    plays=(),
    nominate=None,
    blind=(),
    resign=0,
    call_card=None,
    call_player=0,
    name=None,
    seen=None,
):
    """A bot that calls and discards as told, and plays the first of ``plays`` that is legal, else the lowest card.

    ``plays`` are cards, ``JK(S)`` a joker led naming spades; ``blind`` is 1 for a blind misere.
    """
    calls, discards, blind = list(calls), list(discards), list(blind)

    def note(view):
        if seen is not None:
            seen.append(view)

    def call(view, params):
        note(view)
        return CALLS.index(calls.pop(0))

    def call_blind(view, params):
        note(view)
        return blind.pop(0) if blind else 0

    def discard(view, params):
        note(view)
        return place(parse(discards.pop(0)), Terms(view.strain, pack=pack_in(view)))

    def nominated(view, params):
        note(view)
        return 0 if nominate is None else 1 + SUITS.index(nominate)

    def play_card(view, params):
        note(view)
        nominated = None if view.joker_suit < 0 or view.strain < 4 else view.joker_suit
        terms = Terms(view.strain, nominated, pack_in(view))
        wanted = (BLOCK * SUITS.index(text[3]) + NAMING if "(" in text else place(parse(text), terms) for text in plays)
        lowest = (view.legal & -view.legal).bit_length() - 1
        return next((answer for answer in wanted if view.legal >> answer & 1), lowest)

    decide = {"call": call, "call_blind": call_blind, "discard": discard, "nominate": nominated, "play": play_card}
    decide["resign"] = lambda view, params: resign
    decide["name"] = lambda view, params: SUITS.index(name)
    decide["call_card"] = lambda view, params: (
        ALONE if call_card is None else place(parse(call_card), Terms(view.strain, pack=pack_in(view)))
    )
    decide["call_player"] = lambda view, params: call_player
    return Player(Bot("told", "", "", decide), {})


IDLE = Player(Bot("idle", "", "", {}), {})
"""A bot that decides nothing: passes, and plays the lowest legal card."""


def play_out(rules, players, deal, max_turns=1):
    """Play a game; returns its events and its outcome."""
    story, events = play(rules, players, deal, max_turns), []
    while True:
        try:
            events.append(next(story))
        except StopIteration as end:
            return events, end.value
