"""One game of Siedemsetka in plain Python, in the order and words of the rule sheet.

It finds combinations with ``scoring.py`` and never reads the kernel's tables. It is slow, and meant to be read beside
the rules; ``simkit trace`` prints what it tells.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field

from simkit.bots import Player
from simkit.games.dice.rolls import MOST_DICE, Dice, code
from simkit.games.dice.story import TableGame, faces, lost_text, number_of_dice, number_text
from simkit.games.siedemsetka.columns import BANKED, BUST, ROLLED
from simkit.games.siedemsetka.decisions import DECISIONS, ROLL, Option, View
from simkit.games.siedemsetka.rules import Rules
from simkit.games.siedemsetka.scoring import options, taken, words
from simkit.model.game import Event, Outcome
from simkit.streams import Deal, Purpose

__all__ = ["play"]

_ROLL_AGAIN, _COMBINATION = DECISIONS

Story = Generator[Event, None, None]


def play(rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> Generator[Event, None, Outcome]:
    """Play one game; see ``GameSpec.reference``.

    Events: ``start_roll``, ``start``; in each turn ``turn``, ``roll``, ``asked``, ``take`` and one of ``bank``,
    ``bust``; ``last_round``; ``tie_roll``, ``tie_turn``; and ``end``.
    """
    return (yield from _Game(rules, players, deal, max_turns).play())


@dataclass
class _Turn:
    """A turn as it stands: its points, the dice that lie on the table, those just rolled or to be rolled."""

    seat: int
    number: int
    total: int = 0
    rolls: int = 0
    lying: Dice = ()
    rolled: Dice = ()

    def dice(self) -> int:
        """How many dice do not lie on the table."""
        return MOST_DICE - len(self.lying)


@dataclass
class _Counts:
    """What is counted of a seat."""

    best_turn: int = 0
    runs: int = 0
    equals: int = 0
    rolls_of: dict[int, int] = field(default_factory=lambda: dict.fromkeys(ROLLED, 0))
    busts_of: dict[int, int] = field(default_factory=lambda: dict.fromkeys(ROLLED, 0))


class _Game(TableGame):
    def __init__(self, rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> None:
        super().__init__(rules, players, deal, max_turns)
        self.counts = [_Counts() for _ in players]

    def turn(self, seat: int) -> Generator[Event, None, Mapping[str, int]]:
        turn = _Turn(seat, self.standing.seat_turns[seat])
        self.dice = self.deal.stream(Purpose.DICE, seat, turn.number - 1)
        self.coins = self.deal.stream(Purpose.COINS, seat, turn.number - 1)
        score = self.standing.scores[seat]
        yield Event("turn", f"Seat {seat + 1}, turn {turn.number}: {number_text(score)}", seat, {"turn": turn.number})
        has_passed, goes_on = True, True
        while has_passed and goes_on:
            has_passed = yield from self._roll_passes(turn)
            goes_on = has_passed and (yield from self._goes_on(turn))
        yield self._bank(turn) if has_passed else self._bust(turn)
        return {
            "rolls": turn.rolls,
            "dice": turn.dice(),
            "points": turn.total if has_passed else 0,
            "lost": 0 if has_passed else turn.total,
            "ended": BANKED if has_passed else BUST,
            "score": self.standing.scores[seat],
        }

    def _roll_passes(self, turn: _Turn) -> Generator[Event, None, bool]:
        """Roll the dice that do not lie on the table; a roll passes if there is a combination among all six dice."""
        turn.rolled = self.dice.roll(turn.dice())
        turn.rolls += 1
        self.counts[turn.seat].rolls_of[turn.dice()] += 1
        beside = f", beside {faces(turn.lying)} on the table" if turn.lying else ""
        told = f"rolls {number_of_dice(turn.dice())}: {faces(turn.rolled)}{beside}"
        yield Event("roll", told, turn.seat, {"dice": turn.rolled, "lying": turn.lying})
        choices = options(self.rules, turn.lying, turn.rolled)
        if choices:
            yield from self._take(turn, choices)
        return bool(choices)

    def _take(self, turn: _Turn, choices: tuple[Option, ...]) -> Story:
        """Add the pips of what is taken to the turn total; the dice not used lie on the table."""
        option = yield from self._chosen(turn, choices)
        group = taken(self.rules, turn.lying, turn.rolled, option.place)
        left = list(turn.lying + turn.rolled)
        for combination in group:
            turn.total += sum(combination.dice)
            self.counts[turn.seat].runs += combination.is_run
            self.counts[turn.seat].equals += not combination.is_run
            for face in combination.dice:
                left.remove(face)
        turn.lying = tuple(sorted(left))
        told = f"takes {words(group)}: turn total {turn.total:,}"
        yield Event("take", told, turn.seat, {"option": option, "turn_total": turn.total})

    def _chosen(self, turn: _Turn, choices: tuple[Option, ...]) -> Generator[Event, None, Option]:
        player = self.players[turn.seat]
        if len(choices) == 1 or not player.decides(_COMBINATION):
            return choices[0]
        view = self._view(turn)
        answer = player.choose(_COMBINATION, view, choices)
        told = tuple(words(taken(self.rules, turn.lying, turn.rolled, place)) for place in range(len(choices)))
        data = {"decision": _COMBINATION.name, "view": view, "answer": answer, "options": choices, "words": told}
        yield Event("asked", f"chooses one of {len(choices)} combinations", turn.seat, data)
        return choices[answer]

    def _goes_on(self, turn: _Turn) -> Generator[Event, None, bool]:
        """Whether the seat rolls again; a bot that does not decide it banks."""
        player = self.players[turn.seat]
        if not player.decides(_ROLL_AGAIN):
            return False
        view = self._view(turn)
        answer = player.act(_ROLL_AGAIN, view)
        data = {"decision": _ROLL_AGAIN.name, "view": view, "answer": answer}
        yield Event("asked", f"chooses to {_ROLL_AGAIN.actions[answer]}", turn.seat, data)
        return answer == ROLL

    def _view(self, turn: _Turn) -> View:
        """Show the seat what it may see when it is asked; takes a coin."""
        scores = self.standing.scores
        return View(
            coin=self.coins.coin(),
            turn_total=turn.total,
            dice=turn.dice(),
            lying=code(turn.lying),
            score=scores[turn.seat],
            best_other=max((score for seat, score in enumerate(scores) if seat != turn.seat), default=0),
            to_target=self.rules.target - scores[turn.seat],
            last_round=int(self.last_turns is not None),
            turn=turn.number,
            rolls=turn.rolls,
        )

    def _bank(self, turn: _Turn) -> Event:
        own = self.counts[turn.seat]
        own.best_turn = max(own.best_turn, turn.total)
        self.standing.scores[turn.seat] += turn.total
        score = self.standing.scores[turn.seat]
        return Event("bank", f"banks {turn.total:,}: now {score:,}", turn.seat, {"score": score})

    def _bust(self, turn: _Turn) -> Event:
        self.counts[turn.seat].busts_of[turn.dice()] += 1
        lost = f", {lost_text(turn.total)}" if turn.total else ""
        return Event("bust", f"busts: no combination{lost}", turn.seat, {"lost": turn.total})

    def turns_left(self, seat: int, start: int) -> int | None:
        return None if self.standing.scores[seat] < self.rules.target else self.last_round(seat, start)

    def own_columns(self) -> dict[str, int]:
        row: dict[str, int] = {}
        for place, own in enumerate(self.counts, start=1):
            row |= {f"{name}_{place}": getattr(own, name) for name in ("best_turn", "runs", "equals")}
            row |= {f"rolls_of_{dice}_{place}": number for dice, number in own.rolls_of.items()}
            row |= {f"busts_of_{dice}_{place}": number for dice, number in own.busts_of.items()}
        return row
