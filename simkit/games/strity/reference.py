"""One game of Strity in plain Python, in the order and words of the rule sheet of the Polish booklet.

It never reads the kernel's tables. It is slow, and meant to be read beside the rules; ``simkit trace`` prints what it
tells.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict, dataclass

from simkit.bots import Player
from simkit.games.dice.keep import die_fields
from simkit.games.dice.rolls import code
from simkit.games.dice.story import TableGame, number_text
from simkit.games.dice.three_rolls import roll_up_to_three_times
from simkit.games.strity.columns import COMBINATIONS
from simkit.games.strity.decisions import DECISIONS, DICE, View
from simkit.games.strity.rules import Rules
from simkit.games.strity.scoring import NOTHING, combination, worth
from simkit.model.game import Event, Outcome
from simkit.streams import Deal, Purpose, Stream

__all__ = ["play"]

_KEEP = DECISIONS[0]


def play(rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> Generator[Event, None, Outcome]:
    """Play one game; see ``GameSpec.reference``.

    Events: ``start_roll``, ``start``; in each turn ``turn``, ``roll``, ``asked`` and ``score``; ``tie_turn``,
    ``tie_roll``; and ``end``.
    """
    return (yield from _Game(rules, players, deal, max_turns).play())


@dataclass
class _Counts:
    """What is counted of a seat; the fields are columns."""

    rolls: int = 0
    best_turn: int = 0
    nothing: int = 0
    small_straight: int = 0
    big_straight: int = 0
    full_straight: int = 0
    three_two_one: int = 0
    doubled: int = 0


class _Game(TableGame):
    rules: Rules

    def __init__(self, rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> None:
        super().__init__(rules, players, deal, max_turns)
        self.counts = [_Counts() for _ in players]

    def turns_left(self, seat: int, start: int) -> int | None:
        return 0 if min(self.standing.seat_turns) == self.rules.turns else None

    def own_columns(self) -> dict[str, int]:
        return {f"{name}_{at}": n for at, counts in enumerate(self.counts, 1) for name, n in asdict(counts).items()}

    def turn(self, seat: int) -> Generator[Event, None, Mapping[str, int]]:
        number, score = self.standing.seat_turns[seat], self.standing.scores[seat]
        yield Event(
            "turn", f"Seat {seat + 1}, turn {number}: {number_text(score)}", seat, {"turn": number, "score": score}
        )
        stream, coins = (self.deal.stream(purpose, seat, number - 1) for purpose in (Purpose.DICE, Purpose.COINS))
        dice, rolls = yield from roll_up_to_three_times(
            DICE, stream, seat, self.players[seat], _KEEP, lambda hand, rolls: self._view(seat, hand, rolls, coins)
        )
        name = combination(self.rules, dice)
        is_doubled = name != NOTHING and rolls == 1 and self.rules.first_roll_double
        points = worth(self.rules, name) * (2 if is_doubled else 1)
        self.standing.scores[seat] += points
        self._count(seat, rolls, points, name, is_doubled)
        yield self._scored(seat, name, is_doubled, points)
        row = {"rolls": rolls, "dice": code(dice), "combination": COMBINATIONS.index(name), "doubled": int(is_doubled)}
        return row | {"points": points, "score": self.standing.scores[seat]}

    def _view(self, seat: int, dice: tuple[int, ...], rolls: int, coins: Stream) -> View:
        """Show the seat what it may see when it is asked; takes a coin."""
        scores, number = self.standing.scores, self.standing.seat_turns[seat]
        doubles = rolls == 1 and self.rules.first_roll_double
        return View(
            coin=coins.coin(),
            **die_fields(dice),
            faces=code(dice),
            rolls=rolls,
            points=worth(self.rules, combination(self.rules, dice)) * (2 if doubles else 1),
            doubles=int(doubles),
            score=scores[seat],
            best_other=max((score for other, score in enumerate(scores) if other != seat), default=0),
            turn=number,
            turns_left=max(0, self.rules.turns - number),
        )

    def _count(self, seat: int, rolls: int, points: int, name: str, is_doubled: bool) -> None:
        counts = self.counts[seat]
        counts.rolls += rolls
        counts.best_turn = max(counts.best_turn, points)
        counts.doubled += is_doubled
        setattr(counts, name, getattr(counts, name) + 1)

    def _scored(self, seat: int, name: str, is_doubled: bool, points: int) -> Event:
        what = name.replace("_", " ") if name != "three_two_one" else "triple, pair and single"
        told = f"has {what}{' on the first roll' if is_doubled else ''}: {number_text(points)}"
        total = self.standing.scores[seat]
        return Event("score", f"{told}, now {total:,}", seat, {"combination": name, "points": points, "score": total})
