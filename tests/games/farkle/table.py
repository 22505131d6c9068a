"""A table for tests: dice as written down, and bots that do as they are told."""

from simkit.bots import Player
from simkit.games.base import Bot
from simkit.games.farkle.decisions import BANK, ROLL
from simkit.games.farkle.reference import play
from simkit.games.farkle.scoring import dice_of
from simkit.streams import Purpose


class Dice:
    """A stream that rolls what is written down."""

    def __init__(self, rolls):
        self.rolls = iter(rolls.split())

    def roll(self, dice):
        faces = next(self.rolls)
        assert len(faces) == dice, f"{faces} is written down, but {dice} dice are rolled"
        return tuple(map(int, faces))


class Coins:
    """A stream of coins: 0, 1/1024, 2/1024, ..."""

    def __init__(self):
        self.taken = 0

    def coin(self):
        self.taken += 1
        return (self.taken - 1) / 1024


class Script:
    """A deal as written down.

    ``turns`` are the rolls of each turn, by seat: ``[["133445 26", ...], ...]``; ``start`` and ``ties`` those of each
    round, by seat; ``lot`` the number that is drawn.
    """

    number, seed = 0, 1

    def __init__(self, turns, start=(), ties=(), lot=0):
        self.turns, self.start, self.ties, self.lot = turns, start, ties, lot

    def stream(self, purpose, seat=0, turn=0):
        if purpose == Purpose.COINS:
            return Coins()
        if purpose == Purpose.DICE:
            return Dice(self.turns[seat][turn])
        if purpose == Purpose.TIE_BREAK:
            return Dice(self.ties[seat][turn - 1])
        assert purpose == Purpose.START
        return Dice(self.start[seat][turn]) if self.start else self

    def below(self, bound):
        assert self.lot < bound
        return self.lot


def told(*answers):
    """A bot that answers as told, in order: ``roll``, ``bank``, or dice to set aside such as ``155``."""
    left = list(answers)

    def roll_again(view, params):
        return {"bank": BANK, "roll": ROLL}[left.pop(0)]

    def set_aside(view, option, params):
        is_wanted = "".join(map(str, dice_of(option.faces))) == left[0]
        if option.place == option.choices - 1:
            left.pop(0)
        return float(is_wanted)

    return Player(Bot("told", "", "", {"roll_again": roll_again, "set_aside": set_aside}), {})


def banks_at(points, seen=None):
    """A bot that takes the most points and banks at a turn total; it notes in ``seen`` what it sees."""

    def roll_again(view, params):
        if seen is not None:
            seen.append(view)
        return BANK if view.turn_total >= points else ROLL

    return Player(Bot("banks", "", "", {"roll_again": roll_again}), {})


BANKER = Player(Bot("banker", "", "", {}), {})
"""A bot that decides nothing: takes the most points, and banks as soon as it may."""


def play_out(rules, players, deal, max_turns=10_000):
    """Play a game; returns its events and its outcome."""
    story, events = play(rules, players, deal, max_turns), []
    while True:
        try:
            events.append(next(story))
        except StopIteration as end:
            return events, end.value


def turn_of(rules, player, rolls):
    """The row of a turn that a lone seat plays, and the texts of what happens in it."""
    events, outcome = play_out(rules, [player], Script([[rolls]]), max_turns=1)
    return outcome.turns[0], [event.text for event in events]
