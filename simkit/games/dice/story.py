"""What happens at the table whatever the game, in plain Python: who begins, turns in order, ties, the end.

``table.py`` is the same, compiled.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simkit.bots import Player
from simkit.errors import ContractError
from simkit.games.dice.table import MOST_TIE_BREAKS
from simkit.model.columns import MISSING
from simkit.model.game import Event, Outcome
from simkit.streams import Deal, Purpose

__all__ = [
    "Standing",
    "TableGame",
    "check_rounds",
    "ending",
    "faces",
    "number_of_dice",
    "seats_text",
    "settle",
    "who_starts",
]


def faces(dice: Sequence[int]) -> str:
    """Write dice as a player would.

    >>> faces((1, 1, 6))
    '1 1 6'
    """
    return " ".join(str(face) for face in dice)


def number_of_dice(number: int) -> str:
    """Write one to six dice in words.

    >>> number_of_dice(1), number_of_dice(6)
    ('one die', 'six dice')
    """
    return f"{('one', 'two', 'three', 'four', 'five', 'six')[number - 1]} {'die' if number == 1 else 'dice'}"


def who_starts(start: str, deal: Deal, seats: int) -> Generator[Event, None, int]:
    """Find the seat that begins under the option ``start``, telling the rolls for it.

    Raises
    ------
    ContractError
        The rolls did not end.
    """
    if start == "random":
        return deal.stream(Purpose.START).below(seats)
    level = list(range(seats)) if start == "two_dice" else [0]
    number = 0
    while len(level) > 1:
        check_rounds(number, level)
        level = yield from _highest_of_two_dice("start_roll", "for the start", deal, Purpose.START, level, number)
        number += 1
    return level[0]


def check_rounds(rounds: int, level: Sequence[int]) -> None:
    """Refuse another round of rolls between level seats after very many: they roll alike that often by a fault only."""
    if rounds >= MOST_TIE_BREAKS:
        raise ContractError(f"seats {seats_text(level)} are still level after {number_text(rounds, 'round')} of rolls")


def _highest_of_two_dice(
    kind: str, why: str, deal: Deal, purpose: Purpose, level: Sequence[int], number: int
) -> Generator[Event, None, list[int]]:
    """Let seats roll two dice each, in a round of that number; returns those with the highest sum."""
    sums = {}
    for seat in level:
        dice = deal.stream(purpose, seat, number).roll(2)
        sums[seat] = sum(dice)
        yield Event(kind, f"Seat {seat + 1} rolls two dice {why}: {faces(dice)}.", seat, {"dice": dice})
    return [seat for seat in level if sums[seat] == max(sums.values())]


def settle(
    tie: str, deal: Deal, start: int, level: Sequence[int], seats: int
) -> Generator[Event, None, tuple[list[int], int]]:
    """End a tie of the seats ``level`` under the option ``tie``, but for ``turn``.

    Returns
    -------
    The winners, and the rounds of rolls that it took.

    Raises
    ------
    ContractError
        The rolls did not end.
    """
    if tie == "seat_order":
        return [min(level, key=lambda seat: (seat - start) % seats)], 0
    winners, rounds = list(level), 0
    while len(winners) > 1 and tie == "roll":
        check_rounds(rounds, winners)
        rounds += 1
        winners = yield from _highest_of_two_dice(
            "tie_roll", "to break the tie", deal, Purpose.TIE_BREAK, winners, rounds
        )
    return winners, rounds


def number_text(number: int, noun: str = "point") -> str:
    """Write a number of things.

    >>> number_text(1), number_text(1200), number_text(0, "turn")
    ('1 point', '1,200 points', '0 turns')
    """
    return f"{number:,} {noun}" + ("" if abs(number) == 1 else "s")


def lost_text(points: int) -> str:
    """Write points that are lost.

    >>> lost_text(1), lost_text(50)
    ('1 point is lost', '50 points are lost')
    """
    return f"{number_text(points)} {'is' if points == 1 else 'are'} lost"


def seats_text(seats: Iterable[int]) -> str:
    """Write seats, counted from 0, as a player would.

    >>> seats_text([0, 2])
    '1 and 3'
    """
    return " and ".join(str(seat + 1) for seat in seats)


def ending(winners: Sequence[int], scores: Sequence[int], max_turns: int, scored: str = "Points") -> Event:
    """Tell how the game ended; without winners it was cut short. ``scored`` is what scores are."""
    standing = f"{scored} by seat: {', '.join(f'{score:,}' for score in scores)}."
    if not winners:
        told = f"Cut short after {number_text(max_turns, 'turn')} a seat: nobody wins. {standing}"
    elif len(winners) == 1:
        told = f"Seat {winners[0] + 1} wins. {standing}"
    else:
        told = f"Seats {seats_text(winners)} share the win. {standing}"
    return Event("end", told, winners[0] if len(winners) == 1 else None, {"winners": [seat + 1 for seat in winners]})


@dataclass
class Standing:
    """A game as it stands: scores and turns begun by seat, the rows of its turns, and who has led.

    ``leaders`` is the seat alone in the lead after 0, 1, 2, ... turns (or rounds, as the game has it), None where
    several are level.
    """

    scores: list[int]
    seat_turns: list[int]
    rows: list[Mapping[str, int]] = field(default_factory=list)
    leaders: list[int | None] = field(default_factory=lambda: [None])
    tie_breaks: int = 0

    def level_at_the_top(self, among: Iterable[int]) -> list[int]:
        """Those of the given seats that have the highest score among them."""
        seats = list(among)
        best = max(self.scores[seat] for seat in seats)
        return [seat for seat in seats if self.scores[seat] == best]

    def write_turn(self, seat: int, row: Mapping[str, int]) -> None:
        """Write the row of a turn."""
        self.rows.append({"turn": len(self.rows) + 1, "seat": seat + 1, **row})

    def note_leader(self, leading: Sequence[int]) -> None:
        """Note which seat leads from now on; several level ones are no leader."""
        self.leaders.append(leading[0] if len(leading) == 1 else None)

    def lead_changes(self) -> int:
        """How often a seat alone in the lead was followed, at once or after a tie, by another one."""
        alone = [leader for leader in self.leaders if leader is not None]
        return sum(before != after for before, after in itertools.pairwise(alone))

    def game_row(self, start: int, winners: Sequence[int]) -> dict[str, int]:
        """Make what every game's row begins with; without winners the game was cut short."""
        half_leader = self.leaders[(len(self.leaders) - 1) // 2]
        row = {
            "start": start + 1,
            "winners": sum(1 << seat for seat in winners),
            "turns": len(self.rows),
            "rounds": self.seat_turns[self.rows[-1]["seat"] - 1] if self.rows else 0,
            "cut_short": int(not winners),
            "lead_changes": self.lead_changes(),
            "half_leader": MISSING if half_leader is None else half_leader + 1,
            "tie_breaks": self.tie_breaks,
        }
        for place, (score, turns) in enumerate(zip(self.scores, self.seat_turns, strict=True), start=1):
            row |= {f"score_{place}": score, f"seat_turns_{place}": turns}
        return row


class TableGame(ABC):
    """A game in which seats have turns in order until it is over, and the highest score wins.

    A game says what a turn is, after which turn the end has come, and what it counts by seat; ``rules`` has the options
    ``start`` and ``tie``, and ``scored`` is what its scores are.
    """

    scored = "Points"

    def __init__(self, rules: Any, players: Sequence[Player], deal: Deal, max_turns: int) -> None:
        self.rules, self.players, self.deal, self.max_turns = rules, players, deal, max_turns
        self.standing = Standing([0] * len(players), [0] * len(players))
        self.last_turns: int | None = None  # still to be played before the game ends; None while that is not known

    @abstractmethod
    def turn(self, seat: int) -> Generator[Event, None, Mapping[str, int]]:
        """Play a turn that ``standing.seat_turns`` has counted; returns its row without ``turn`` and ``seat``."""

    @abstractmethod
    def turns_left(self, seat: int, start: int) -> int | None:
        """Turns still to be played, now that ``seat`` has had a turn; None while the end is not known."""

    def last_round(self, seat: int, start: int) -> int:
        """Turns still to be played under the option ``final_round``, now that ``seat`` has reached the target."""
        others = len(self.players) - 1
        place_in_round = (seat - start) % len(self.players)
        after = {"none": 0, "rest_of_round": others - place_in_round, "others_once": others}
        return after[self.rules.final_round]

    @abstractmethod
    def own_columns(self) -> dict[str, int]:
        """Columns of the game's row beyond those of ``Standing.game_row``."""

    def play(self) -> Generator[Event, None, Outcome]:
        """Play the game and tell it; see the game's own ``play``."""
        seats = len(self.players)
        start = yield from who_starts(self.rules.start, self.deal, seats)
        yield Event("start", f"Seat {start + 1} begins.", start)
        winners = yield from self._winners(start)
        yield ending(winners, self.standing.scores, self.max_turns, self.scored)
        row = self.standing.game_row(start, winners) | self.own_columns()
        return Outcome(row, self.standing.rows)

    def _winners(self, start: int) -> Generator[Event, None, list[int]]:
        """Play turns until the game is over, then break ties; nobody wins a game that is cut short."""
        playing = list(range(len(self.players)))
        seat = start
        while True:
            if self._is_cut_short(seat):
                return []
            self.standing.seat_turns[seat] += 1
            row = yield from self.turn(seat)
            self.standing.write_turn(seat, row)
            self.standing.note_leader(self.standing.level_at_the_top(range(len(self.players))))
            yield from self._count_down(seat, start)
            if self.last_turns == 0:
                playing = self.standing.level_at_the_top(playing)
                if len(playing) == 1 or self.rules.tie != "turn":
                    break
                yield Event("tie_turn", f"Seats {seats_text(playing)} are level: one more turn each.")
                self.standing.tie_breaks += 1
                self.last_turns = len(playing)
            seat = min(playing, key=lambda other: (other - seat - 1) % len(self.players))
        winners, rounds = yield from settle(self.rules.tie, self.deal, start, playing, len(self.players))
        self.standing.tie_breaks += rounds
        return winners

    def _is_cut_short(self, seat: int) -> bool:
        """Whether the seat may not begin another turn; last turns are played out, but those that break a tie."""
        may_go_on = self.last_turns is not None and self.standing.tie_breaks == 0
        return not may_go_on and self.standing.seat_turns[seat] >= self.max_turns

    def _count_down(self, seat: int, start: int) -> Generator[Event, None, None]:
        """Count the last turns down, or begin them."""
        if self.last_turns is not None:
            self.last_turns -= 1
            return
        self.last_turns = self.turns_left(seat, start)
        if self.last_turns:
            yield Event("last_round", f"Seat {seat + 1} has reached the target: the last round begins.", seat)
