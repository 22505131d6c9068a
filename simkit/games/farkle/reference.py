"""One game of the Farkle family in plain Python, in the order and words of the rule sheets of Zilch and of 10000.

It scores dice with ``scoring.py`` and never reads the kernel's tables. It is slow, and meant to be read beside the
rules; ``simkit trace`` prints what it tells.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from simkit.bots import Player
from simkit.games.dice.story import check_rounds, ending, faces, number_of_dice, number_text, who_starts
from simkit.games.farkle.columns import BANKED, BUST
from simkit.games.farkle.record import Record, Seat, Turn
from simkit.games.farkle.reference_turn import PlayedTurn, Story
from simkit.games.farkle.rules import FAR, Rules
from simkit.games.farkle.scoring import options
from simkit.model.game import Event, Outcome
from simkit.streams import Deal, Purpose

__all__ = ["play"]


def play(rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> Generator[Event, None, Outcome]:
    """Play one game; see ``GameSpec.reference``.

    Events: ``start_roll``, ``start``; in each turn ``turn``, ``roll``, ``asked``, ``set_aside``, ``hot_dice``,
    ``bonus``, ``must_roll``, one of ``bank``, ``bust``, ``short`` and ``over``, and ``penalty``; ``last_round``;
    ``tie_roll``; and ``end``.
    """
    return (yield from _Game(rules, players, deal, max_turns).play())


class _Game:
    def __init__(self, rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> None:
        self.rules, self.players, self.deal, self.max_turns = rules, players, deal, max_turns
        self.seats = [Seat() for _ in players]
        self.record = Record(self.seats)
        self.on_board: set[int] = set()  # seats that have banked
        self.streaks = [0] * len(players)  # busts in a row
        self.spent: set[tuple[int, int]] = set()  # challenges that are used or forfeited: seat, and first or second
        self.before: Turn | None = None  # the turn before, if it was another seat's
        self.last_turns: int | None = None  # still to be played in the last round; None before it

    def play(self) -> Generator[Event, None, Outcome]:
        start = yield from who_starts(self.rules.start, self.deal, len(self.seats))
        yield Event("start", f"Seat {start + 1} begins.", start)
        playing = yield from self._play_turns(start)
        winners = [] if playing is None else (yield from self._winners(playing, start))
        yield ending(winners, [seat.score for seat in self.seats], self.max_turns)
        return Outcome(self.record.game_row(start, winners, playing is None), self.record.rows)

    def _play_turns(self, start: int) -> Generator[Event, None, list[int] | None]:
        """Play turns to the end; returns the seats that are level at the top then, None when the game is cut short."""
        playing, seat = list(range(len(self.seats))), start
        while not self._is_cut_short(seat):
            yield from self._turn(seat)
            yield from self._look_at_target(seat, start)
            if self.last_turns == 0:
                playing = self.record.level_at_the_top(playing)
                if len(playing) == 1 or self.rules.tie != "turn":
                    return playing
                told = " and ".join(str(level + 1) for level in playing)
                yield Event("tie_turn", f"Seats {told} are level: one more turn each.")
                self.record.tie_breaks += 1
                self.last_turns = len(playing)
            seat = min(playing, key=lambda other: (other - seat - 1) % len(self.seats))
        return None

    def _is_cut_short(self, seat: int) -> bool:
        """Whether the seat may not begin another turn; last turns are played out, but those that break a tie."""
        may_go_on = self.last_turns is not None and self.record.tie_breaks == 0
        return not may_go_on and self.seats[seat].seat_turns >= self.max_turns

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
        if self.record.tie_breaks == 0 and len(self.record.rows) == self.rules.rounds * len(self.seats):
            self.last_turns = 0

    def _to_target(self, seat: int) -> int:
        return (self.rules.target or FAR) - self.seats[seat].score + self.rules.target_strict

    def _turn(self, seat: int) -> Story:
        own, rules = self.seats[seat], self.rules
        own.seat_turns += 1
        streak = self.streaks[seat]
        turn = Turn(
            seat=seat,
            number=own.seat_turns,
            score=own.score,
            best_other=self.record.best_other(seat),
            usual=self._minimum(seat),
            minimum=max(self._minimum(seat), self._to_top()),
            to_target=self._to_target(seat),
            last_round=self.last_turns is not None,
            streak=streak if rules.streak_busts else 0,
            penalty=rules.streak_penalty if 0 < rules.streak_busts <= streak + 1 else 0,
            dice=rules.dice,
            challenge=self._challenge(seat),
        )
        left = self.before
        if not rules.piggyback or left is None or not left.points or left.is_endgame_roll:
            left = None
        scores = [other.score for other in self.seats]
        yield from PlayedTurn(rules, self.players[seat], self.deal, turn, left, scores).play()
        yield from self._settle(turn)
        self.record.end_turn(turn)
        self.before = turn if len(self.seats) > 1 else None

    def _to_top(self) -> int:
        """Least turn total that tops the turn before; a turn without points asks for nothing."""
        points = self.before.points if self.before else 0
        if not points or self.rules.topping == "off":
            return 0
        return points + 1 if self.rules.topping == "strict" else points

    def _challenge(self, seat: int) -> int | None:
        """Which challenge the seat may make: the first below the split, the second from there on, each once."""
        rules = self.rules
        which = 0 if self.seats[seat].score < rules.challenge_split else 1
        may = rules.challenge == "on" and len(self.seats) > 1 and (seat, which) not in self.spent
        return which if may and (seat in self.on_board or not rules.challenge_needs_board) else None

    def _settle(self, turn: Turn) -> Story:
        """Write the points of a turn to the score, then what busts in a row and a challenge cost or bring."""
        own, seat = self.seats[turn.seat], turn.seat
        own.score += turn.points
        if turn.ended == BANKED:
            self.on_board.add(seat)
            if own.score >= self.rules.challenge_split:
                self.spent.add((seat, 0))  # forfeited, if it is not used yet
        self.streaks[seat] = turn.streak + 1 if turn.ended == BUST else 0
        if 0 < self.rules.streak_busts <= self.streaks[seat]:
            yield from self._pay(turn, self.rules.streak_penalty, f"for {turn.streak + 1} busts in a row")
            turn.counted["streak_penalties"] += 1
            if self.rules.streak_reset:
                self.streaks[seat] = 0
        if turn.challenged is not None and turn.challenge is not None:
            yield from self._settle_challenge(turn, turn.challenged, turn.challenge)
        turn.counted["take_overs"] += turn.taken_over > 0

    def _pay(self, turn: Turn, points: int, why: str) -> Story:
        own = self.seats[turn.seat]
        own.score -= points
        turn.paid += points
        told = f"loses {number_text(points)} {why}: now {own.score:,}"
        yield Event("penalty", told, turn.seat, {"penalty": points, "score": own.score})

    def _settle_challenge(self, turn: Turn, challenged: int, which: int) -> Story:
        """Take the points banked off the challenged seat, or pay the penalty; either way the challenge is used up."""
        self.spent.add((turn.seat, which))
        number, other, own = which + 1, self.seats[challenged], self.seats[turn.seat]
        is_floored = self.rules.challenge_floor == "zero"
        turn.counted[f"challenges_{number}"] += 1
        if turn.ended != BANKED:
            cost = self.rules.challenge_penalty[which]
            cost = min(cost, max(own.score, 0)) if is_floored else cost
            turn.counted[f"challenge_paid_{number}"] += cost
            yield from self._pay(turn, cost, "for the challenge")
            return
        turn.taken = min(turn.points, max(other.score, 0)) if is_floored else turn.points
        other.score -= turn.taken
        turn.counted[f"challenges_won_{number}"] += 1
        turn.counted[f"challenge_gain_{number}"] += turn.taken
        told = f"Seat {challenged + 1} loses {number_text(turn.taken)} to the challenge: now {other.score:,}"
        yield Event("challenged", told, challenged, {"taken": turn.taken, "score": other.score})

    def _minimum(self, seat: int) -> int:
        """Least turn total with which the seat may bank in the turn that it begins."""
        minimum = self.rules.bank_min if seat in self.on_board else max(self.rules.open_min, self.rules.bank_min)
        if self.last_turns is not None and not self.rules.final_min:
            minimum = 0
        if self.rules.exact_target:
            minimum = min(minimum, max(self._to_target(seat), 0))
        if self.rules.endgame == "single_turn" and self.seats[seat].score >= self.rules.endgame_from:
            minimum = max(minimum, self._to_target(seat))
        return minimum

    def _winners(self, level: list[int], start: int) -> Generator[Event, None, list[int]]:
        """End a tie: with tie = roll level seats roll until one is ahead, with seat_order the first of them wins."""
        if self.rules.tie == "seat_order":
            return [min(level, key=lambda seat: (seat - start) % len(self.seats))]
        while len(level) > 1 and self.rules.tie == "roll":
            check_rounds(self.record.tie_breaks, level)
            self.record.tie_breaks += 1
            for seat in level:
                roll = self.deal.stream(Purpose.TIE_BREAK, seat, self.record.tie_breaks).roll(self.rules.dice)
                choices = options(self.rules, roll)
                points = choices[0].points if choices else 0
                self.seats[seat].score += points
                dice = number_of_dice(self.rules.dice)
                told = f"Seat {seat + 1} rolls {dice} to break the tie: {faces(roll)}, {number_text(points)}."
                yield Event("tie_roll", told, seat, {"dice": roll, "points": points})
            level = self.record.level_at_the_top(level)
        return level
