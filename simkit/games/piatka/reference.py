"""One game of Piątka in plain Python, in the order and words of the rule sheet.

It is slow, and meant to be read beside the rules; ``simkit trace`` prints what it tells.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from simkit.bots import Player
from simkit.games.dice.story import TableGame, faces, lost_text, number_of_dice, number_text
from simkit.games.piatka.columns import ALL, BUST, SET_ASIDE, STOPPED
from simkit.games.piatka.decisions import DECISIONS, ROLL, Option, View
from simkit.games.piatka.rules import Rules
from simkit.model.game import Event, Outcome
from simkit.streams import Deal, Purpose

__all__ = ["DICE", "legal_sets", "options", "play"]

DICE = 5

_ROLL_AGAIN, _SET_ASIDE = DECISIONS

Dice = tuple[int, ...]
Story = Generator[Event, None, None]


def play(rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> Generator[Event, None, Outcome]:
    """Play one game; see ``GameSpec.reference``.

    Events: ``start_roll``, ``start``; in each turn ``turn``, ``roll``, ``asked``, ``set_aside`` and one of ``stop``,
    ``all``, ``bust``; ``last_round``; ``tie_roll``, ``tie_turn``; and ``end``.
    """
    return (yield from _Game(rules, players, deal, max_turns).play())


def legal_sets(rules: Rules, roll: Sequence[int], largest: int) -> list[Dice]:
    """List the dice that may be set aside: none below the largest set aside before, fewest dice first, then low ones.

    >>> legal_sets(Rules(), (5, 1, 6), 5)
    [(5,), (6,)]
    """
    high_enough = sorted(face for face in roll if face >= largest)
    most = 1 if rules.per_roll == "exactly_one" else len(high_enough)
    return [dice for number in range(1, most + 1) for dice in sorted(set(itertools.combinations(high_enough, number)))]


def options(rules: Rules, roll: Sequence[int], largest: int) -> tuple[Option, ...]:
    """Describe the dice of ``legal_sets`` as a bot sees them."""
    sets = legal_sets(rules, roll, largest)
    return tuple(
        Option(place, len(sets), len(dice), sum(dice), min(dice), max(dice), len(roll) - len(dice))
        for place, dice in enumerate(sets)
    )


@dataclass
class _Turn:
    """A turn as it stands; ``number`` and ``turns_left`` are the seat's own, the dice those not set aside."""

    seat: int
    number: int
    turns_left: int
    total: int = 0
    dice: int = DICE
    largest: int = 0
    rolls: int = 0
    ended: int = STOPPED


class _Game(TableGame):
    rules: Rules

    def __init__(self, rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> None:
        super().__init__(rules, players, deal, max_turns)
        self.counted = [Counter[str]() for _ in players]  # what the game's row counts by seat

    def turn(self, seat: int) -> Generator[Event, None, Mapping[str, int]]:
        scores = self.standing.scores
        turn = _Turn(seat, self.standing.seat_turns[seat], self._turns_after(seat))
        self.dice = self.deal.stream(Purpose.DICE, seat, turn.number - 1)
        self.coins = self.deal.stream(Purpose.COINS, seat, turn.number - 1)
        yield Event(
            "turn", f"Seat {seat + 1}, turn {turn.number}: {number_text(scores[seat])}", seat, {"turn": turn.number}
        )
        while (yield from self._roll_goes_on(turn)):
            pass
        points = 0 if turn.ended == BUST else turn.total
        scores[seat] += points
        yield self._ending(turn)
        counted = self.counted[seat]
        counted["busts"] += turn.ended == BUST
        counted["rolls"] += turn.rolls
        counted["best_turn"] = max(counted["best_turn"], points)
        return {
            "rolls": turn.rolls,
            "dice_left": turn.dice,
            "largest": turn.largest,
            "points": points,
            "lost": turn.total - points,
            "ended": turn.ended,
            "score": scores[seat],
        }

    def _turns_after(self, seat: int) -> int:
        """Turns that the seat has after the one that it begins; -1 while that is not known."""
        if self.rules.play_to == "turns":
            return max(self.rules.turns - self.standing.seat_turns[seat], 0)
        return -1 if self.last_turns is None else 0

    def _roll_goes_on(self, turn: _Turn) -> Generator[Event, None, bool]:
        """One roll, what is set aside of it, and whether another follows."""
        roll = self.dice.roll(turn.dice)
        turn.rolls += 1
        yield Event("roll", f"rolls {number_of_dice(turn.dice)}: {faces(roll)}", turn.seat, {"dice": roll})
        self._count(turn, "rolls")
        sets = legal_sets(self.rules, roll, turn.largest)
        if not sets:
            self._count(turn, "busts")
            turn.ended = BUST
            return False
        taken = yield from self._set_aside(turn, roll, sets)
        turn.total += sum(taken)
        turn.dice -= len(taken)
        turn.largest = max(taken)
        told = f"sets aside {faces(taken)}: turn total {turn.total}"
        yield Event("set_aside", told, turn.seat, {"dice": taken, "turn_total": turn.total})
        if turn.dice == 0:
            turn.ended = ALL
            return False
        return (yield from self._goes_on(turn))

    def _count(self, turn: _Turn, what: str) -> None:
        """Count a roll, or a bust, by the number of dice that are set aside, if any are."""
        if turn.dice < DICE:
            self.counted[turn.seat][f"{what}_after_{SET_ASIDE[DICE - turn.dice - 1]}"] += 1

    def _set_aside(self, turn: _Turn, roll: Dice, sets: Sequence[Dice]) -> Generator[Event, None, Dice]:
        player = self.players[turn.seat]
        if len(sets) == 1 or not player.decides(_SET_ASIDE):
            return sets[0]
        view, choices = self._view(turn), options(self.rules, roll, turn.largest)
        answer = player.choose(_SET_ASIDE, view, choices)
        told = tuple(faces(dice) for dice in sets)
        data = {"decision": _SET_ASIDE.name, "view": view, "answer": answer, "options": choices, "words": told}
        yield Event("asked", f"chooses one of {len(sets)} set-asides", turn.seat, data)
        return sets[answer]

    def _goes_on(self, turn: _Turn) -> Generator[Event, None, bool]:
        """Whether the seat rolls the dice that are left; a bot that does not decide it stops."""
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
        others = [score for seat, score in enumerate(scores) if seat != turn.seat]
        return View(
            coin=self.coins.coin(),
            turn_total=turn.total,
            dice=turn.dice,
            largest=turn.largest,
            score=scores[turn.seat],
            best_other=max(others, default=0),
            to_target=self.rules.target - scores[turn.seat] if self.rules.play_to == "target" else 0,
            turns_left=turn.turns_left,
            turn=turn.number,
            rolls=turn.rolls,
        )

    def _ending(self, turn: _Turn) -> Event:
        score = self.standing.scores[turn.seat]
        if turn.ended == BUST:
            told = f"busts: no die shows {turn.largest} or more, {lost_text(turn.total)}"
            return Event("bust", told, turn.seat, {"lost": turn.total})
        how = "has set aside all five" if turn.ended == ALL else "stops"
        told = f"{how}: {number_text(turn.total)}, now {score:,}"
        return Event("all" if turn.ended == ALL else "stop", told, turn.seat, {"points": turn.total, "score": score})

    def turns_left(self, seat: int, start: int) -> int | None:
        if self.rules.play_to == "turns":
            is_last = sum(self.standing.seat_turns) == self.rules.turns * len(self.players)
            return 0 if is_last else None
        return self.last_round(seat, start) if self.standing.scores[seat] >= self.rules.target else None

    def own_columns(self) -> dict[str, int]:
        names = ["busts", "rolls", "best_turn"]
        names += [f"{what}_after_{number}" for what in ("rolls", "busts") for number in SET_ASIDE]
        return {
            f"{name}_{place}": counted[name] for place, counted in enumerate(self.counted, start=1) for name in names
        }
