"""Which combinations six dice hold in Siedemsetka, found die by die in the words of the rule sheet.

For the reference, for exact values and for people. It never reads the kernel's tables, which are made in another way.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from simkit.games.dice.rolls import Dice, code
from simkit.games.siedemsetka.decisions import Option
from simkit.games.siedemsetka.rules import Rules

__all__ = ["LEAST", "Combination", "combination", "options", "sheet", "taken", "words"]

LEAST = 3
"""Dice that a combination needs at least."""

_CACHED = 2**15  # 7,756 pairs of dice on the table and dice rolled, so this holds the rules of a few cells


class Combination(NamedTuple):
    """Three or more equal dice, or a run."""

    dice: Dice
    is_run: bool

    def __str__(self) -> str:
        faces = "-".join(str(face) for face in self.dice)
        return f"{'run ' if self.is_run else ''}{faces} ({sum(self.dice)})"


def combination(dice: Sequence[int]) -> Combination | None:
    """Find what combination exactly these dice make; None if they make none.

    >>> print(combination((4, 5, 6)), combination((4, 4, 4)), combination((4, 4, 5)))
    run 4-5-6 (15) 4-4-4 (12) None
    """
    faces = tuple(sorted(dice))
    if len(faces) < LEAST:
        return None
    if len(set(faces)) == 1:
        return Combination(faces, is_run=False)
    is_run = all(after == before + 1 for before, after in itertools.pairwise(faces))
    return Combination(faces, is_run=True) if is_run else None


def options(rules: Rules, lying: Sequence[int], rolled: Sequence[int]) -> tuple[Option, ...]:
    """List what may be taken of the dice lying on the table and those just rolled, as bots are asked.

    Most points come first, then fewest dice, then fewest combinations, then runs before equal dice, then the lower code
    of faces. Empty when there is no combination.

    >>> [(option.points, option.dice) for option in options(Rules(), (1, 2, 4), (3, 4, 4))]
    [(12, 3), (10, 4), (9, 3), (6, 3)]
    """
    return tuple(option for option, _ in _options(rules, tuple(sorted(lying)), tuple(sorted(rolled))))


def taken(rules: Rules, lying: Sequence[int], rolled: Sequence[int], place: int) -> tuple[Combination, ...]:
    """Find the combinations that the option at that place of ``options`` is made of."""
    return _options(rules, tuple(sorted(lying)), tuple(sorted(rolled)))[place][1]


def words(combinations: Sequence[Combination]) -> str:
    """Tell combinations taken together."""
    return " and ".join(str(made) for made in combinations)


def sheet(rules: Rules, roll: Sequence[int]) -> list[dict[str, int | str]]:
    """List the options of a roll for people: points, dice to roll again, dice that stay, combinations."""
    return [
        {
            "points": option.points,
            "dice": option.dice,
            "stay": len(roll) - option.dice,
            "combinations": words(taken(rules, (), roll, option.place)),
        }
        for option in options(rules, (), roll)
    ]


@lru_cache(_CACHED)
def _options(rules: Rules, lying: Dice, rolled: Dice) -> tuple[tuple[Option, tuple[Combination, ...]], ...]:
    dice = lying + rolled
    places = range(len(dice))
    combinations = {
        part: made
        for number in range(LEAST, len(dice) + 1)
        for part in itertools.combinations(places, number)
        if (made := combination([dice[place] for place in part])) is not None
        and (not rules.needs_new_die or max(part) >= len(lying))
    }
    groups: list[tuple[tuple[int, ...], tuple[Combination, ...]]] = [
        (part, (made,)) for part, made in combinations.items()
    ]
    if rules.combos_per_roll == "many":  # six dice hold at most two combinations that share no die
        pairs = itertools.combinations(combinations.items(), 2)
        groups += [(a + b, (first, second)) for (a, first), (b, second) in pairs if not set(a) & set(b)]
    listed = sorted({_option(dice, part, group): group for part, group in groups}.items(), key=_rank)
    if rules.subset == "best_only":
        listed = [(option, group) for option, group in listed if option.points == listed[0][0].points]
    # The same dice may be grouped in several ways; the first is the one with the fewest combinations.
    by_faces = {option.faces: (option, group) for option, group in reversed(listed)}
    listed = sorted(by_faces.values(), key=_rank)
    return tuple(
        (option._replace(place=place, choices=len(listed)), group) for place, (option, group) in enumerate(listed)
    )


def _option(dice: Dice, part: Sequence[int], group: Sequence[Combination]) -> Option:
    """Describe taking the dice at these places; its own place in the list is not known yet."""
    faces = [dice[place] for place in part]
    lying = [face for place, face in enumerate(dice) if place not in part]
    runs = sum(made.is_run for made in group)
    return Option(0, 0, sum(faces), len(faces), code(faces), code(lying), runs, len(group) - runs)


def _rank(entry: tuple[Option, tuple[Combination, ...]]) -> tuple[int, ...]:
    option, group = entry
    return -option.points, option.dice, len(group), -option.runs, option.faces
