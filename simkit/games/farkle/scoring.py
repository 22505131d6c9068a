"""What dice are worth in the Farkle family, counted from the dice in the order and words of the rule sheets.

For the reference, for exact values and for people. It never reads the kernel's tables, which are made in another way.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from simkit.games.dice.rolls import FACES, MOST_DICE, Dice, code, dice_of
from simkit.games.farkle.decisions import Option
from simkit.games.farkle.rules import FarkleRules

__all__ = ["Dice", "Element", "best_grouping", "dice_of", "element", "options", "sheet", "words"]

_CACHED = 2**15  # there are 923 sets of one to six dice, so this holds the rules of some thirty cells


class Element(NamedTuple):
    """Dice that score together, as a line of the rule sheet's table says."""

    dice: Dice
    points: int
    name: str = ""
    """What the combination is called, where the dice alone do not say it."""

    def __str__(self) -> str:
        faces = "-".join(str(face) for face in self.dice)
        return f"{faces} ({self.name}, {self.points:,})" if self.name else f"{faces} ({self.points:,})"


def element(rules: FarkleRules, dice: Dice) -> Element | None:
    """Score exactly these dice as one element, by the line that pays most; None if no line does."""
    counts = Counter(dice).values()
    lines = []
    if dice == (1,):
        lines.append(Element(dice, rules.ones))
    if dice == (5,):
        lines.append(Element(dice, rules.fives))
    if len(counts) == 1 and len(dice) == 3:
        lines.append(Element(dice, rules.triples[dice[0] - 1]))
    if len(counts) == 1 and len(dice) > 3 and rules.kinds == "fixed":
        lines.append(Element(dice, (rules.four_kind, rules.five_kind, rules.six_kind)[len(dice) - 4]))
    if len(dice) == MOST_DICE:
        if len(counts) == FACES:
            lines.append(Element(dice, rules.straight6, "straight"))
        if all(count % 2 == 0 for count in counts):
            lines.append(Element(dice, rules.three_pairs, "three pairs"))
        if all(count % 3 == 0 for count in counts):
            lines.append(Element(dice, rules.two_triplets, "two triplets"))
    best = max(lines, key=lambda line: line.points, default=None)
    return best if best is not None and best.points > 0 else None


def _value(grouping: Sequence[Element]) -> tuple[int, int, int, int]:
    """Rank a grouping: more points are better, then fewer elements, then fewer lone 5s, then fewer lone 1s."""
    sets = [group.dice for group in grouping]
    return sum(group.points for group in grouping), -len(sets), -sets.count((5,)), -sets.count((1,))


@lru_cache(_CACHED)
def best_grouping(rules: FarkleRules, dice: Dice) -> tuple[Element, ...] | None:
    """Group all of these dice into elements in the best way; None if some die would be left over.

    Among groupings with the most points: the fewest elements, then the fewest lone 5s, then the fewest lone 1s.
    """
    if not dice:
        return ()
    found = []
    for number in range(len(dice)):  # the first die scores with some of the others, and what is left by itself
        for others in itertools.combinations(range(1, len(dice)), number):
            group = element(rules, (dice[0], *(dice[place] for place in others)))
            rest = tuple(face for place, face in enumerate(dice[1:], start=1) if place not in others)
            remainder = best_grouping(rules, rest) if group is not None else None
            if group is not None and remainder is not None:
                found.append((group, *remainder))
    return max(found, key=_value, default=None)


def options(rules: FarkleRules, roll: Sequence[int]) -> tuple[Option, ...]:
    """List every legal set-aside of a roll of one to six dice, in the order in which bots are asked.

    A set-aside is one or more of the dice, all of which score. Most points come first, then most dice, then the lower
    code of faces. Empty when nothing scores.

    >>> [(option.points, option.dice) for option in options(FarkleRules(), (1, 3, 3, 4, 4, 5))]
    [(150, 2), (100, 1), (50, 1)]
    """
    return _options(rules, tuple(sorted(roll)))


@lru_cache(_CACHED)
def _options(rules: FarkleRules, dice: Dice) -> tuple[Option, ...]:
    numbers = range(1, len(dice) + 1)
    parts = {part for number in numbers for part in itertools.combinations(dice, number)}
    legal = [_option(grouping, len(dice)) for part in parts if (grouping := best_grouping(rules, part))]
    legal.sort(key=lambda option: (-option.points, -option.dice, option.faces))
    return tuple(option._replace(place=place, choices=len(legal)) for place, option in enumerate(legal))


def _option(grouping: Sequence[Element], rolled: int) -> Option:
    """Describe the set-aside of these elements out of so many dice; its place in the list is not known yet."""
    dice = tuple(face for group in grouping for face in group.dice)
    points, elements, lone_fives, lone_ones = _value(grouping)
    return Option(
        place=0,
        choices=0,
        points=points,
        dice=len(dice),
        left=rolled - len(dice) or MOST_DICE,
        elements=-elements,
        lone_ones=-lone_ones,
        lone_fives=-lone_fives,
        faces=code(dice),
    )


@lru_cache(_CACHED)
def words(rules: FarkleRules, option: Option) -> str:
    """Tell the elements of an option, most points first.

    >>> words(FarkleRules(), options(FarkleRules(), (1, 5, 5, 5, 2))[0])
    '5-5-5 (500) and 1 (100)'
    """
    grouping = best_grouping(rules, dice_of(option.faces))
    assert grouping is not None
    *most, last = (str(group) for group in sorted(grouping, key=lambda group: -group.points))
    return f"{', '.join(most)} and {last}" if most else last


def sheet(rules: FarkleRules, roll: Sequence[int]) -> list[dict[str, int | str]]:
    """List the options of a roll for people: points, dice set aside, dice left (six after a corner), elements."""
    return [
        {"points": option.points, "dice": option.dice, "left": option.left, "elements": words(rules, option)}
        for option in options(rules, roll)
    ]
