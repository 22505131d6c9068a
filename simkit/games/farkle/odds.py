"""Odds of the Farkle family, counted from the kernel's tables: busts, means of rolls, and what rolling on is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from simkit.games.dice.rolls import FACES
from simkit.games.farkle.graph import TurnState, counted_rolls, family_turn, has_bonus, listed
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.solve_points import solve_points, thresholds
from simkit.games.farkle.state_names import named_states
from simkit.games.farkle.tables import OptionField, Tables, build
from simkit.model.solution import Sheet, SheetColumn

__all__ = ["RollOdds", "family_odds", "roll_odds"]

_TOTALS = (0, 300, 500, 1_000, 2_000)
"""Turn totals that rolling on is shown at, where a lone 5 is worth 50."""

_SHOWN = 12
"""Rows of a long table that text shows."""


class RollOdds(NamedTuple):
    """Odds of one roll."""

    busts: int
    """Rolls that lose the turn."""
    mean: Fraction
    """Mean of the most points of a roll, the bonus for none included."""


def roll_odds(rules: Rules, tables: Tables, state: TurnState) -> RollOdds:
    """Count the rolls of a state."""
    busts = points = 0
    for rolled, ways in counted_rolls(state.dice):
        begin, end = listed(tables, state, rolled)
        if begin < end:
            points += ways * int(tables.options[begin, OptionField.POINTS])
        elif has_bonus(rules, state):
            points += ways * rules.none_first
        else:
            busts += ways
    return RollOdds(busts, Fraction(points, FACES**state.dice))


def family_odds(rules: Rules) -> list[Sheet]:
    """Tell the odds of a roll and what rolling on is worth, by dice left."""
    return [_rolls(rules), _rolling_on(rules)]


def _rolls(rules: Rules) -> Sheet:
    tables, family = build(rules), family_turn(rules)
    states = named_states(family.states)
    columns = (
        SheetColumn("busts", "busts", "text"), SheetColumn("chance", "chance", "share"),
        SheetColumn("mean", "mean of a roll", "number"), SheetColumn("mean_exact", "exactly", "text"),
    )  # fmt: skip
    rows = []
    for number, names in states.rows:
        state = family.states[number]
        odds, whole = roll_odds(rules, tables, state), FACES**state.dice
        rows.append((*names, f"{odds.busts}/{whole}", odds.busts / whole, float(odds.mean), str(odds.mean)))
    told = "One roll, by dice left: the chance of a bust, and the mean of the most points of a roll"
    return Sheet("rolls", told, (*states.columns, *columns), tuple(rows), None if len(rows) <= _SHOWN else _SHOWN)


def _rolling_on(rules: Rules) -> Sheet:
    """What rolling on is worth under the best play for points, and from which total banking is worth more."""
    family, values = family_turn(rules), solve_points(rules).arrays["values"][0]
    states = named_states(family.states)
    from_totals = thresholds(values, rules.bank_min, family.step)
    scale = (rules.fives or rules.ones or 50) / 50
    totals = sorted({round(total * scale) // family.step * family.step for total in _TOTALS})
    shown = values[np.array(totals) // family.step]
    columns = (
        SheetColumn("bank_from", "bank from", "count"),
        *(SheetColumn(f"worth_at_{total}", f"worth at {total:,}", "number") for total in totals),
    )
    rows = tuple((*names, from_totals[n], *map(float, shown[:, n])) for n, names in states.rows)
    told = "Rolling on, by turn total: its worth in points under the best play, and the total from which to bank"
    return Sheet("rolling_on", told, (*states.columns, *columns), rows, None if len(rows) <= _SHOWN else _SHOWN)
