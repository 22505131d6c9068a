"""One game of Sto dwadzieścia in plain Python, in the order and words of the rule sheet.

It is slow, and meant to be read beside the rules; ``simkit trace`` prints what it tells.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from simkit.bots import Player
from simkit.games.dice.story import TableGame, faces, number_text
from simkit.games.sto_dwadziescia.rules import Rules
from simkit.model.game import Event, Outcome
from simkit.streams import Deal, Purpose

__all__ = ["play", "points_of"]


def play(rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> Generator[Event, None, Outcome]:
    """Play one game; see ``GameSpec.reference``. No bot is asked anything.

    Events: ``start_roll``, ``start``; for each turn ``turn`` and ``roll``; ``last_round``; ``tie_roll``, ``tie_turn``;
    and ``end``.
    """
    return (yield from _Game(rules, players, deal, max_turns).play())


def points_of(rules: Rules, dice: Sequence[int]) -> int:
    """Score a roll of two dice: their sum, and the bonus for a double.

    >>> points_of(Rules(), (3, 4)), points_of(Rules(), (5, 5))
    (7, 30)
    """
    first, second = dice
    return first + second + (rules.double_bonus if first == second else 0)


class _Game(TableGame):
    rules: Rules

    def __init__(self, rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> None:
        super().__init__(rules, players, deal, max_turns)
        self.doubles = [0] * len(players)

    def turn(self, seat: int) -> Generator[Event, None, Mapping[str, int]]:
        number, scores = self.standing.seat_turns[seat], self.standing.scores
        yield Event("turn", f"Seat {seat + 1}, turn {number}: {number_text(scores[seat])}", seat, {"turn": number})
        dice = self.deal.stream(Purpose.DICE, seat, number - 1).roll(2)
        points = points_of(self.rules, dice)
        scores[seat] += points
        is_double = dice[0] == dice[1]
        self.doubles[seat] += is_double
        told = f"rolls {faces(dice)}{', a double' if is_double else ''}: {number_text(points)}, now {scores[seat]:,}"
        yield Event("roll", told, seat, {"dice": dice, "points": points, "score": scores[seat]})
        return {"first_die": dice[0], "second_die": dice[1], "points": points, "score": scores[seat]}

    def turns_left(self, seat: int, start: int) -> int | None:
        if self.standing.scores[seat] < self.rules.target:
            return None
        return self.last_round(seat, start)

    def own_columns(self) -> dict[str, int]:
        return {f"doubles_{place}": doubles for place, doubles in enumerate(self.doubles, start=1)}
