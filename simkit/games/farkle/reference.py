"""One game of the Farkle family in plain Python, in the order and words of the rule sheets of Zilch and of 10000.

It scores dice with ``scoring.py`` and never reads the kernel's tables. It is slow, and meant to be read beside the
rules; ``simkit trace`` prints what it tells.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from simkit.bots import Player
from simkit.games.base import Event, Outcome
from simkit.games.dice.story import check_rounds, ending, faces, number_of_dice, who_starts
from simkit.games.farkle.columns import BANKED, BUST
from simkit.games.farkle.record import Record, Seat, Turn
from simkit.games.farkle.reference_turn import PlayedTurn, Story
from simkit.games.farkle.rules import FarkleRules
from simkit.games.farkle.scoring import options
from simkit.streams import Deal, Purpose

__all__ = ["play"]


def play(rules: FarkleRules, players: Sequence[Player], deal: Deal, max_turns: int) -> Generator[Event, None, Outcome]:
    """Play one game and tell it.

    Parameters
    ----------
    rules
        The rules.
    players
        The bots, by seat: 1 to 8.
    deal
        Where dice, lots and coins come from.
    max_turns
        Turns that a seat may begin before the game is cut short; a last round that has begun is played out.

    Yields
    ------
    Event
        ``start_roll``, ``start``; in each turn ``turn``, ``roll``, ``asked``, ``set_aside``, ``corner``, ``bonus``,
        ``must_roll``, one of ``bank``, ``bust``, ``short`` and ``over``, and ``penalty``; ``last_round``; ``tie_roll``;
        and ``end``. ``data`` of ``asked`` has ``decision``, ``view``, ``answer`` and, for a choice, ``options`` and
        what they are in ``words``.

    Returns
    -------
    Outcome
        All columns of both tables but ``deal`` and ``seating``.

    Raises
    ------
    ContractError
        A bot gave an answer that is not allowed, or a tie did not end.
    """
    return (yield from _Game(rules, players, deal, max_turns).play())


class _Game:
    def __init__(self, rules: FarkleRules, players: Sequence[Player], deal: Deal, max_turns: int) -> None:
        self.rules, self.players, self.deal, self.max_turns = rules, players, deal, max_turns
        self.seats = [Seat() for _ in players]
        self.record = Record(self.seats)
        self.on_board: set[int] = set()  # seats that have banked
        self.streaks = [0] * len(players)  # busts in a row
        self.last_turns: int | None = None  # still to be played in the last round; None before it

    def play(self) -> Generator[Event, None, Outcome]:
        seat = start = yield from who_starts(self.rules.start, self.deal, len(self.seats))
        yield Event("start", f"Seat {start + 1} begins.", start)
        while self.last_turns != 0 and not self._is_cut_short(seat):
            yield from self._turn(seat)
            yield from self._look_at_target(seat, start)
            seat = (seat + 1) % len(self.seats)
        cut_short = self.last_turns != 0
        winners = [] if cut_short else (yield from self._winners())
        yield ending(winners, [seat.score for seat in self.seats], self.max_turns)
        return Outcome(self.record.game_row(start, winners, cut_short), self.record.rows)

    def _is_cut_short(self, seat: int) -> bool:
        """Whether the seat may not begin another turn; a last round is always played out."""
        return self.last_turns is None and self.seats[seat].seat_turns >= self.max_turns

    def _look_at_target(self, seat: int, start: int) -> Story:
        """Count the turns of the last round down, or begin it once the target is reached."""
        if self.last_turns is not None:
            self.last_turns -= 1
        elif self._to_target(seat) <= 0:
            others = len(self.seats) - 1
            place_in_round = (seat - start) % len(self.seats)
            after = {"none": 0, "rest_of_round": others - place_in_round, "others_once": others}
            self.last_turns = after[self.rules.final_round]
            if self.last_turns:
                yield Event("last_round", f"Seat {seat + 1} has reached the target: the last round begins.", seat)

    def _to_target(self, seat: int) -> int:
        return self.rules.target - self.seats[seat].score + self.rules.target_strict

    def _turn(self, seat: int) -> Story:
        own, rules = self.seats[seat], self.rules
        own.seat_turns += 1
        streak = self.streaks[seat]
        turn = Turn(
            seat=seat,
            number=own.seat_turns,
            score=own.score,
            best_other=self.record.best_other(seat),
            minimum=self._minimum(seat),
            to_target=self._to_target(seat),
            last_round=self.last_turns is not None,
            streak=streak,
            penalty=rules.streak_penalty if 0 < rules.streak_busts <= streak + 1 else 0,
            dice=rules.dice,
        )
        yield from PlayedTurn(rules, self.players[seat], self.deal, turn).play()
        yield from self._settle(turn)
        self.record.end_turn(turn)

    def _settle(self, turn: Turn) -> Story:
        """Write the points of a turn to the score, and what a bust costs."""
        own = self.seats[turn.seat]
        own.score += turn.points
        self.streaks[turn.seat] = turn.streak + 1 if turn.ended == BUST else 0
        if turn.ended == BANKED:
            self.on_board.add(turn.seat)
        elif turn.ended == BUST and turn.penalty:
            turn.paid = turn.penalty
            own.score -= turn.paid
            turn.counted["streak_penalties"] += 1
            told = f"loses {turn.paid:,} points for {turn.streak + 1} busts in a row: now {own.score:,}"
            yield Event("penalty", told, turn.seat, {"penalty": turn.paid, "score": own.score})
            if self.rules.streak_reset:
                self.streaks[turn.seat] = 0

    def _minimum(self, seat: int) -> int:
        """Least turn total with which the seat may bank in the turn that it begins."""
        minimum = self.rules.bank_min if seat in self.on_board else max(self.rules.open_min, self.rules.bank_min)
        if self.rules.exact_target:
            minimum = min(minimum, max(self._to_target(seat), 0))
        if self.rules.endgame == "single_turn" and self.seats[seat].score >= self.rules.endgame_from:
            minimum = max(minimum, self._to_target(seat))
        return minimum

    def _winners(self) -> Generator[Event, None, list[int]]:
        """Seats with the highest total; with tie = roll those that are level roll until one is ahead."""
        level = self.record.level_at_the_top()
        while len(level) > 1 and self.rules.tie == "roll":
            check_rounds(self.record.tie_breaks, level)
            self.record.tie_breaks += 1
            for seat in level:
                roll = self.deal.stream(Purpose.TIE_BREAK, seat, self.record.tie_breaks).roll(self.rules.dice)
                choices = options(self.rules, roll)
                points = choices[0].points if choices else 0
                self.seats[seat].score += points
                dice = number_of_dice(self.rules.dice)
                told = f"Seat {seat + 1} rolls {dice} to break the tie: {faces(roll)}, {points:,} points."
                yield Event("tie_roll", told, seat, {"dice": roll, "points": points})
            level = self.record.level_at_the_top(level)
        return level
