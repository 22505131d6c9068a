"""What dice are worth in the Farkle family, counted from the dice in the order and words of the rule sheets.

For the reference, for exact values and for people. It never reads the kernel's tables, which are made in another way.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from simkit.games.dice.rolls import Dice, code, dice_of
from simkit.games.farkle.decisions import Option
from simkit.games.farkle.rules import Rules

__all__ = ["Element", "Frozen", "best_grouping", "element", "options", "sheet", "words"]

Frozen = tuple[Dice, ...]
"""Dice set aside, roll by roll."""

_KINDS = ("triples", "four_kind", "five_kind", "six_kind")
_STRAIGHTS = {(1, 2, 3, 4, 5, 6): "straight6", (1, 2, 3, 4, 5): "straight15", (2, 3, 4, 5, 6): "straight26"}

_CACHED = 2**15  # there are 923 sets of one to six dice: the rules of some thirty cells, of a few with pyramiding


class Element(NamedTuple):
    """Dice that score together, as a line of the rule sheet's table says."""

    dice: Dice
    points: int
    line: str
    """The line of the table, one of ``SCORED``."""
    name: str = ""
    """What the combination is called, where the dice alone do not say it."""

    def __str__(self) -> str:
        faces = "-".join(str(face) for face in self.dice)
        return f"{faces} ({self.name}, {self.points:,})" if self.name else f"{faces} ({self.points:,})"


def element(rules: Rules, dice: Dice, *, is_mixed: bool = False) -> Element | None:
    """Score exactly these dice as one element, by the line that pays most; None if no line does.

    ``is_mixed`` tells that they come from several rolls: they combine as ``pyramiding`` says.
    """
    counts = Counter(dice).values()
    lines = []
    if dice == (1,):
        lines.append(Element(dice, rules.ones, "ones"))
    if dice == (5,):
        lines.append(Element(dice, rules.fives, "fives"))
    if len(counts) == 1 and len(dice) >= 3:
        lines.append(Element(dice, _of_a_kind(rules, dice[0], len(dice)), _KINDS[len(dice) - 3]))
        if len(dice) == rules.dice:
            lines.append(Element(dice, rules.all_kind, _KINDS[len(dice) - 3]))
    if not is_mixed or rules.pyramiding == "full":
        lines += _of_different_faces(rules, dice)
    best = max(lines, key=lambda line: line.points, default=None)
    return best if best is not None and best.points > 0 else None


def _of_a_kind(rules: Rules, face: int, number: int) -> int:
    """Points of so many dice of a face, three or more."""
    triple, more = rules.triples[face - 1], number - 3
    if more == 0:
        return triple
    if rules.kinds == "fixed":
        return (rules.four_kind, rules.five_kind, rules.six_kind)[more - 1]
    if rules.kinds == "double":
        return triple << more
    if rules.kinds == "add":
        return triple * (1 + more)
    return triple + rules.kind_step * more if rules.kinds == "step" and triple else 0


def _of_different_faces(rules: Rules, dice: Dice) -> list[Element]:
    """Lines of the table for straights, pairs and triplets that exactly these dice make."""
    counts = sorted(Counter(dice).values())
    lines = []
    for faces, points in (
        ((1, 2, 3, 4, 5, 6), rules.straight6), ((1, 2, 3, 4, 5), rules.straight15), ((2, 3, 4, 5, 6), rules.straight26)
    ):  # fmt: skip
        if dice == faces:
            lines.append(Element(dice, points, _STRAIGHTS[faces], "straight"))
    if counts == [2, 2, 2] or (rules.three_pairs_quads and counts in ([2, 4], [6])):
        lines.append(Element(dice, rules.three_pairs, "three_pairs", "three pairs"))
    if counts == [3, 3] or (rules.two_triplets_six and counts == [6]):
        lines.append(Element(dice, rules.two_triplets, "two_triplets", "two triplets"))
    if counts == [2, 4]:
        lines.append(Element(dice, rules.four_pair, "four_pair", "four and a pair"))
    return lines


def _value(grouping: Sequence[Element]) -> tuple[int, int, int, int]:
    """Rank a grouping: more points are better, then fewer elements, then fewer lone 5s, then fewer lone 1s."""
    sets = [group.dice for group in grouping]
    return sum(group.points for group in grouping), -len(sets), -sets.count((5,)), -sets.count((1,))


def best_grouping(rules: Rules, dice: Dice, earlier: Frozen = ()) -> tuple[Element, ...] | None:
    """Group all of these dice into elements in the best way; None if some die would be left over.

    Among groupings with the most points: the fewest elements, then the fewest lone 5s, then the fewest lone 1s.
    ``earlier`` are sets of dice that earlier rolls have brought, to be grouped with them as ``pyramiding`` allows.
    """
    rolls = [*earlier, dice]
    return _grouping(rules, tuple(sorted((face, roll) for roll, part in enumerate(rolls) for face in part)))


@lru_cache(_CACHED)
def _grouping(rules: Rules, dice: tuple[tuple[int, int], ...]) -> tuple[Element, ...] | None:
    """Group dice, each given by its face and its roll."""
    if not dice:
        return ()
    groupings = []
    for number in range(len(dice)):  # the first die scores with some of the others, and what is left by itself
        for others in itertools.combinations(range(1, len(dice)), number):
            together = (dice[0], *(dice[place] for place in others))
            is_mixed = len({roll for _, roll in together}) > 1
            group = element(rules, tuple(face for face, _ in together), is_mixed=is_mixed)
            rest = tuple(die for place, die in enumerate(dice[1:], start=1) if place not in others)
            remainder = _grouping(rules, rest) if group is not None else None
            if group is not None and remainder is not None:
                groupings.append((group, *remainder))
    return max(groupings, key=_value, default=None)


def options(rules: Rules, roll: Sequence[int], earlier: Frozen = ()) -> tuple[Option, ...]:
    """List every legal set-aside of a roll of one to six dice, in the order in which bots are asked.

    A set-aside is one or more of the dice, all of which score. Most points come first, then most dice, then the lower
    code of faces. Empty when nothing scores.

    ``earlier`` are the sets of dice set aside since the last hot dice, where they combine with those of this roll: then
    what is set aside must raise what all of them are worth together.

    >>> [(option.points, option.dice) for option in options(Rules(), (1, 3, 3, 4, 4, 5))]
    [(150, 2), (100, 1), (50, 1)]
    """
    return _options(rules, tuple(sorted(roll)), tuple(sorted(earlier)))


@lru_cache(_CACHED)
def _options(rules: Rules, dice: Dice, earlier: Frozen) -> tuple[Option, ...]:
    parts = sorted(part for part in _parts(dice) if _raises(rules, (), part, earlier))
    if rules.set_aside == "all":
        parts = [part for part in parts if _takes_all(rules, part, _without(dice, part), earlier)]
    legal = [_option(rules, part, earlier, len(dice)) for part in parts]
    legal.sort(key=lambda option: (-option.points, -option.dice, option.faces))
    return tuple(option._replace(place=place, choices=len(legal)) for place, option in enumerate(legal))


def _parts(dice: Dice) -> set[Dice]:
    return {part for number in range(1, len(dice) + 1) for part in itertools.combinations(dice, number)}


def _without(dice: Dice, part: Dice) -> Dice:
    return tuple(sorted((Counter(dice) - Counter(part)).elements()))


def _points(rules: Rules, part: Dice, earlier: Frozen) -> int:
    """Points of all dice together; -1 if some would be left over."""
    grouping = best_grouping(rules, part, earlier)
    return -1 if grouping is None else sum(group.points for group in grouping)


def _raises(rules: Rules, part: Dice, more: Dice, earlier: Frozen) -> bool:
    """Whether taking ``more`` dice of the roll with ``part`` of it makes more points."""
    return _points(rules, tuple(sorted(part + more)), earlier) > _points(rules, part, earlier)


def _takes_all(rules: Rules, part: Dice, left: Dice, earlier: Frozen) -> bool:
    """Whether nothing left over scores by itself, and no die left over could be added for more points."""
    return not any(best_grouping(rules, other) for other in _parts(left)) and not any(
        _raises(rules, part, (face,), earlier) for face in set(left)
    )


def _option(rules: Rules, part: Dice, earlier: Frozen, rolled: int) -> Option:
    """Describe the set-aside of ``part`` of a roll of so many dice; its place in the list is not known yet."""
    grouping, before = best_grouping(rules, part, earlier), best_grouping(rules, (), earlier)
    assert grouping is not None
    assert before is not None
    lone = [group.dice for group in grouping if len(group.dice) == 1]
    return Option(
        place=0,
        choices=0,
        points=sum(group.points for group in grouping) - sum(group.points for group in before),
        dice=len(part),
        left=rolled - len(part) or rules.dice,
        elements=max(1, len(grouping) - len(before)),
        lone_ones=min(part.count(1), lone.count((1,))),
        lone_fives=min(part.count(5), lone.count((5,))),
        faces=code(part),
    )


@lru_cache(_CACHED)
def words(rules: Rules, option: Option, earlier: Frozen = ()) -> str:
    """Tell the elements of an option, most points first.

    >>> words(Rules(), options(Rules(), (1, 5, 5, 5, 2))[0])
    '5-5-5 (500) and 1 (100)'
    """
    part = dice_of(option.faces)
    grouping = best_grouping(rules, part, earlier)
    assert grouping is not None
    *most, last = (str(group) for group in sorted(grouping, key=lambda group: -group.points))
    told = f"{', '.join(most)} and {last}" if most else last
    return f"{' '.join(map(str, part))}, which makes {told}" if earlier else told


def sheet(rules: Rules, roll: Sequence[int]) -> list[dict[str, int | str]]:
    """List the options of a roll for people: points, dice set aside, dice left (all after hot dice), elements."""
    return [
        {"points": option.points, "dice": option.dice, "left": option.left, "elements": words(rules, option)}
        for option in options(rules, roll)
    ]
