"""Options of the Farkle family that cannot hold together; each message names all of those concerned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simkit.games.farkle.rules import Rules

__all__ = ["contradictions"]

_SIX_DICE = ("straight6", "three_pairs", "two_triplets", "four_pair")
"""Elements of six dice."""


def contradictions(rules: Rules) -> list[str]:
    """List what does not go together, as sentences that name the options and their values."""
    return [*_of_elements(rules), *_of_hot_dice(rules), *_of_target(rules)]


def _told(rules: Rules, *names: str) -> str:
    """Write options with their values.

    >>> from simkit.games.farkle.rules import Rules
    >>> _told(Rules(), "dice", "hot_dice", "target_strict")
    'dice = 6, hot_dice = "may" and target_strict = false'
    """
    values: Mapping[str, object] = {name: getattr(rules, name) for name in names}
    *most, last = (f"{name} = {_value(value)}" for name, value in values.items())
    return f"{', '.join(most)} and {last}" if most else last


def _value(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else f"{value}"


def _of_elements(rules: Rules) -> Iterator[str]:
    if not (rules.ones or rules.fives or any(rules.triples)):
        yield "no single die and no triple scores: a turn could never be begun"
    for name in _SIX_DICE if rules.dice < 6 else ():
        if getattr(rules, name):
            yield f"{_told(rules, 'dice', name)}: that element takes six dice"
    if bool(rules.streak_busts) != bool(rules.streak_penalty):
        told = _told(rules, "streak_busts", "streak_penalty")
        yield f"{told}: a penalty needs both the busts in a row and the points that they cost"


def _of_hot_dice(rules: Rules) -> Iterator[str]:
    if rules.hot_dice == "end" and rules.hot_scope == "roll":
        yield f"{_told(rules, 'hot_dice', 'hot_scope')}: hot dice are not rolled on, however it came about"


def _of_target(rules: Rules) -> Iterator[str]:
    if rules.exact_target and rules.target_strict:
        yield f"{_told(rules, 'exact_target', 'target_strict')}: the target can be met exactly or exceeded, not both"
    if rules.exact_target and rules.tie == "turn":
        yield f"{_told(rules, 'exact_target', 'tie')}: seats level at the target could not bank another point"
    if rules.endgame_tries > 1 and rules.endgame != "single_roll":
        yield f"{_told(rules, 'endgame_tries', 'endgame')}: only the endgame single_roll has several tries"
    if rules.target:
        return
    if not rules.rounds:
        yield f"{_told(rules, 'target', 'rounds')}: the game would have no end"
    if rules.exact_target or rules.target_strict:
        yield f"{_told(rules, 'target', 'exact_target', 'target_strict')}: there is no target to meet or exceed"
    if rules.endgame != "none":
        yield f"{_told(rules, 'target', 'endgame')}: there is no target to make up for"
