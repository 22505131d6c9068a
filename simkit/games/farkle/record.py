"""What the reference writes down of a game: seats, turns, counters, and from them the rows of both tables."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from simkit.games.dice.rolls import Dice
from simkit.games.farkle.columns import BANKED, BUST, COUNTER_NAMES, OVER, SCORED, SHORT
from simkit.model.columns import MISSING

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
    """A turn as it stands: what holds at its beginning, then what has happened; its end is known at its end.

    ``seat`` counts from 0, ``number`` is the seat's turn from 1; ``minimum`` and ``to_target`` are the least turn
    totals that may be banked and that reach the target, ``usual`` the minimum without topping; ``penalty`` is what a
    bust costs besides the turn total; ``challenge`` is the one that may be made, 0 or 1.
    """

    seat: int
    number: int
    score: int
    best_other: int
    usual: int
    minimum: int
    to_target: int
    last_round: bool
    streak: int
    penalty: int
    dice: int
    challenge: int | None = None
    challenged: int | None = None
    taken_over: int = 0
    total: int = 0
    rolls: int = 0
    sets: list[Dice] = field(default_factory=list)
    """Dice set aside since the last hot dice, roll by roll."""
    counted: Counter[str] = field(default_factory=Counter)
    """What adds to the game's counters."""
    is_endgame_roll: bool = False
    scored: set[str] = field(default_factory=set)
    """Lines of the table that made the best new element of a set-aside."""
    points: int = 0
    lost: int = 0
    paid: int = 0
    taken: int = 0
    ended: int = BUST

    def end(self, ended: int) -> None:
        """End the turn: its total is banked or lost."""
        self.ended = ended
        self.points, self.lost = (self.total, 0) if ended == BANKED else (0, self.total)


@dataclass
class Record:
    """A game as it stands, and the rows written so far; the counters are columns of the ``games`` table.

    ``leaders`` is the seat alone in the lead after 0, 1, 2, ... turns, None where several are level.
    """

    seats: Sequence[Seat]
    rows: list[Mapping[str, int]] = field(default_factory=list)
    leaders: list[int | None] = field(default_factory=lambda: [None])
    counters: Counter[str] = field(default_factory=Counter)
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
        """Count a turn, write its row, and note who leads after it; scores have been settled."""
        own = self.seats[turn.seat]
        own.rolls += turn.rolls
        own.busts += turn.ended == BUST
        own.best_turn = max(own.best_turn, turn.points)
        self._count(turn)
        self.rows.append(
            {
                "turn": len(self.rows) + 1,
                "seat": turn.seat + 1,
                "rolls": turn.rolls,
                "dice_left": turn.dice,
                "points": turn.points,
                "lost": turn.lost,
                "taken_over": turn.taken_over,
                "challenged": MISSING if turn.challenged is None else turn.challenged + 1,
                "taken": turn.taken,
                "penalty": turn.paid,
                "scored": sum(1 << SCORED.index(line) for line in turn.scored),
                "ended": turn.ended,
                "score": own.score,
            }
        )
        leading = self.level_at_the_top()
        self.leaders.append(leading[0] if len(leading) == 1 else None)

    def _count(self, turn: Turn) -> None:
        """Add what a turn counts for to the counters."""
        self.counters.update(turn.counted)
        if turn.ended == BANKED:
            score = turn.score + turn.points
            self.counters["overtakings"] += turn.last_round and turn.score <= turn.best_other < score
        elif turn.ended == OVER:
            self.counters["overshot"] += 1
        elif not turn.is_endgame_roll:
            self.counters["minima_missed"] += 0 < turn.lost < turn.usual
            self.counters["topping_missed"] += turn.lost > 0 and turn.usual <= turn.lost < turn.minimum
        elif turn.ended == SHORT:
            self.counters["endgame_short"] += 1

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
        }
        row |= {name: self.counters[name] for name in COUNTER_NAMES}
        for place, seat in enumerate(self.seats, start=1):
            row |= {f"{name}_{place}": value for name, value in asdict(seat).items()}
        return row
