"""What the reference writes down of a game: seats, turns, counters, and from them the rows of both tables."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from simkit.games.base import MISSING
from simkit.games.dice.rolls import MOST_DICE
from simkit.games.farkle.columns import BUST

__all__ = ["Record", "Seat", "Turn"]


@dataclass
class Seat:
    """A seat's score, and what is counted of it; the fields are the columns that have one value a seat."""

    score: int = 0
    seat_turns: int = 0
    busts: int = 0
    rolls: int = 0
    best_turn: int = 0


@dataclass
class Turn:
    """A turn as it stands; points banked or lost, and how it ended, are known at its end.

    ``seat`` counts from 0, ``number`` is the seat's turn from 1; ``minimum`` and ``to_target`` are the least turn
    totals that may be banked and that reach the target.
    """

    seat: int
    number: int
    minimum: int
    to_target: int
    rolls: int = 0
    total: int = 0
    dice: int = MOST_DICE
    frozen: int = 0
    points: int = 0
    lost: int = 0
    ended: int = BUST


@dataclass
class Record:
    """A game as it stands. The counters are those of the ``games`` table.

    ``leaders`` is the seat alone in the lead after 0, 1, 2, ... turns, None where several are level.
    """

    seats: Sequence[Seat]
    rows: list[Mapping[str, int]] = field(default_factory=list)
    leaders: list[int | None] = field(default_factory=lambda: [None])
    corners: int = 0
    minima_missed: int = 0
    endgame_short: int = 0
    overtakings: int = 0
    tie_breaks: int = 0

    def best_other(self, seat: int) -> int:
        """Most banked points of any other seat; 0 when there is none."""
        return max((other.score for place, other in enumerate(self.seats) if place != seat), default=0)

    def level_at_the_top(self, seats: Iterable[int] | None = None) -> list[int]:
        """Those of the given seats (all by default) that have the highest score among them."""
        among = range(len(self.seats)) if seats is None else list(seats)
        best = max(self.seats[seat].score for seat in among)
        return [seat for seat in among if self.seats[seat].score == best]

    def end_turn(self, turn: Turn) -> None:
        """Write the row of a turn, and who leads after it."""
        own = self.seats[turn.seat]
        own.rolls += turn.rolls
        own.best_turn = max(own.best_turn, turn.points)
        row = {"turn": len(self.rows) + 1, "seat": turn.seat + 1, "rolls": turn.rolls, "dice_left": turn.dice}
        row |= {"points": turn.points, "lost": turn.lost, "ended": turn.ended, "score": own.score}
        self.rows.append(row)
        leading = self.level_at_the_top()
        self.leaders.append(leading[0] if len(leading) == 1 else None)

    def lead_changes(self) -> int:
        """How often a seat alone in the lead was followed, at once or after a tie, by another one."""
        alone = [leader for leader in self.leaders if leader is not None]
        return sum(before != after for before, after in itertools.pairwise(alone))

    def game_row(self, start: int, winners: Sequence[int], cut_short: bool) -> Mapping[str, int]:
        """Row of the ``games`` table; ``winners`` are empty when the game was cut short."""
        half_leader = self.leaders[len(self.rows) // 2]
        row = {
            "start": start + 1,
            "winners": sum(1 << seat for seat in winners),
            "turns": len(self.rows),
            "rounds": self.seats[self.rows[-1]["seat"] - 1].seat_turns if self.rows else 0,
            "cut_short": int(cut_short),
            "lead_changes": self.lead_changes(),
            "half_leader": MISSING if half_leader is None else half_leader + 1,
            "tie_breaks": self.tie_breaks,
            "corners": self.corners,
            "minima_missed": self.minima_missed,
            "endgame_short": self.endgame_short,
            "overtakings": self.overtakings,
        }
        for place, seat in enumerate(self.seats, start=1):
            row |= {f"{name}_{place}": value for name, value in asdict(seat).items()}
        return row
