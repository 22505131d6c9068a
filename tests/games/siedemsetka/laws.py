"""Laws of a turn of the bots, worked out once for all tests."""

from functools import cache

from simkit.bots import parameter_values
from simkit.games.dice.rolls import dice_of, multisets
from simkit.games.siedemsetka.exact import turn_law
from simkit.games.siedemsetka.rules import Rules
from simkit.games.siedemsetka.scoring import options
from simkit.games.siedemsetka.strategies import BOTS

RULES = Rules()
BY_NAME = {bot.name: bot for bot in BOTS}


@cache
def law_of(name, **given):
    """The law of a turn of a bot that does not stop at the target."""
    bot = BY_NAME[name]
    return turn_law(RULES, bot, parameter_values(bot, {"stop_at_target": False, **given}))


@cache
def mean_of_two_rolls():
    """The mean points of a turn of ``roll-times`` with two rolls, by going through both."""
    total = 0.0
    for first, number in multisets(6):
        if not (found := options(RULES, (), first)):
            continue
        lying = dice_of(found[0].lying)
        for second, again in multisets(found[0].dice):
            if after := options(RULES, lying, second):
                total += number * again / 6 ** (6 + found[0].dice) * (found[0].points + after[0].points)
    return total
