"""A table for tests: dice as written down, and bots that do as they are told."""

from simkit.bots import Player
from simkit.games.dice.rolls import dice_of
from simkit.games.farkle.decisions import BANK, ROLL
from simkit.games.farkle.reference import play
from simkit.model.bot import Bot
from tests.games import kit
from tests.games.kit import Script


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
    return kit.play_out(play, rules, players, deal, max_turns)


def turn_of(rules, player, rolls):
    """The row of a turn that a lone seat plays, and the texts of what happens in it."""
    events, outcome = play_out(rules, [player], Script([[rolls]]), max_turns=1)
    return outcome.turns[0], [event.text for event in events]
