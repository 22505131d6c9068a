"""One game of the Farkle family in plain Python, in the order and words of the rule sheets of Zilch and of 10000.

It scores dice with ``scoring.py`` and never reads the kernel's tables. It is slow, and meant to be read beside the
rules; ``simkit trace`` prints what it tells.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from simkit.bots import Player
from simkit.games.base import Event, Outcome
from simkit.games.dice.rolls import MOST_DICE
from simkit.games.dice.story import check_rounds, ending, faces, number_of_dice, who_starts
from simkit.games.farkle.columns import BANKED, BUST, SHORT
from simkit.games.farkle.decisions import DECISIONS, ROLL, Option, View
from simkit.games.farkle.record import Record, Seat, Turn
from simkit.games.farkle.rules import FarkleRules
from simkit.games.farkle.scoring import options, words
from simkit.streams import Deal, Purpose

__all__ = ["play"]

_ROLL_AGAIN, _SET_ASIDE = DECISIONS

Story = Generator[Event, None, None]


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
        ``start_roll``, ``start``; in each turn ``turn``, ``roll``, ``asked``, ``set_aside``, ``corner``, ``must_roll``
        and one of ``bank``, ``bust``, ``short``; ``last_round``; ``tie_roll``; and ``end``. ``data`` of ``asked`` has
        ``decision``, ``view``, ``answer`` and, for a choice, ``options`` and what they are in ``words``.

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
        own = self.seats[seat]
        own.seat_turns += 1
        turn = Turn(seat, own.seat_turns, self._minimum(seat), self._to_target(seat))
        self.dice = self.deal.stream(Purpose.DICE, seat, turn.number - 1)
        self.coins = self.deal.stream(Purpose.COINS, seat, turn.number - 1)
        if self.rules.endgame == "single_roll" and own.score >= self.rules.endgame_from:
            yield _beginning(turn, own.score, f"one roll for the missing {turn.to_target:,}")
            yield from self._make_up_in_one_roll(turn)
        else:
            yield _beginning(turn, own.score, f"at least {turn.minimum:,} to bank" if turn.minimum else "")
            while (yield from self._roll_goes_on(turn)):
                pass
        self.record.end_turn(turn)

    def _minimum(self, seat: int) -> int:
        """Least turn total with which the seat may bank in the turn that it begins."""
        minimum = self.rules.bank_min if seat in self.on_board else max(self.rules.open_min, self.rules.bank_min)
        if self.rules.endgame == "single_turn" and self.seats[seat].score >= self.rules.endgame_from:
            minimum = max(minimum, self._to_target(seat))
        return minimum

    def _roll(self, turn: Turn) -> Generator[Event, None, tuple[Option, ...]]:
        """Roll the dice that are not set aside; returns what may be set aside."""
        roll = self.dice.roll(turn.dice)
        turn.rolls += 1
        yield Event("roll", f"rolls {number_of_dice(turn.dice)}: {faces(roll)}", turn.seat, {"dice": roll})
        return options(self.rules, roll)

    def _roll_goes_on(self, turn: Turn) -> Generator[Event, None, bool]:
        """One roll, what is set aside of it, and whether another follows."""
        choices = yield from self._roll(turn)
        if not choices:
            yield self._bust(turn)
            return False
        option = yield from self._set_aside(turn, choices)
        turn.total += option.points
        turn.frozen += option.faces
        is_corner = option.dice == turn.dice
        turn.dice = option.left
        told = f"sets aside {words(self.rules, option)}: turn total {turn.total:,}"
        yield Event("set_aside", told, turn.seat, {"option": option, "turn_total": turn.total})
        if is_corner:
            self.record.corners += 1
            turn.frozen = 0
            yield Event("corner", "turns the corner: all six dice are free again", turn.seat)
        goes_on = yield from self._goes_on(turn, is_corner)
        if not goes_on:
            yield self._bank(turn)
        return goes_on

    def _set_aside(self, turn: Turn, choices: tuple[Option, ...]) -> Generator[Event, None, Option]:
        player = self.players[turn.seat]
        if len(choices) == 1 or not player.decides(_SET_ASIDE):
            return choices[0]
        view = self._view(turn)
        answer = player.choose(_SET_ASIDE, view, choices)
        told = tuple(words(self.rules, option) for option in choices)
        data = {"decision": _SET_ASIDE.name, "view": view, "answer": answer, "options": choices, "words": told}
        yield Event("asked", f"chooses one of {len(choices)} set-asides", turn.seat, data)
        return choices[answer]

    def _goes_on(self, turn: Turn, is_corner: bool) -> Generator[Event, None, bool]:
        """Whether the seat rolls again: it must, or it is asked; a bot that does not decide it banks."""
        if turn.total < turn.minimum:
            told = f"must roll on: {turn.total:,} is less than the {turn.minimum:,} needed to bank"
            yield Event("must_roll", told, turn.seat)
            return True
        if is_corner and self.rules.hot_dice == "must":
            yield Event("must_roll", "must roll on after a corner", turn.seat)
            return True
        player = self.players[turn.seat]
        if not player.decides(_ROLL_AGAIN):
            return False
        view = self._view(turn)
        answer = player.act(_ROLL_AGAIN, view)
        data = {"decision": _ROLL_AGAIN.name, "view": view, "answer": answer}
        yield Event("asked", f"chooses to {_ROLL_AGAIN.actions[answer]}", turn.seat, data)
        return answer == ROLL

    def _view(self, turn: Turn) -> View:
        """Show the seat what it may see when it is asked; takes a coin."""
        return View(
            coin=self.coins.coin(),
            turn_total=turn.total,
            dice=turn.dice,
            score=self.seats[turn.seat].score,
            best_other=self.record.best_other(turn.seat),
            minimum=turn.minimum,
            to_target=turn.to_target,
            last_round=int(self.last_turns is not None),
            turn=turn.number,
            rolls=turn.rolls,
            frozen=turn.frozen,
        )

    def _make_up_in_one_roll(self, turn: Turn) -> Story:
        """Play the printed endgame of 10000: every scoring die of one roll counts, if it is enough."""
        choices = yield from self._roll(turn)
        if not choices:
            yield self._bust(turn)
            return
        turn.total, turn.dice = choices[0].points, choices[0].left
        told = words(self.rules, choices[0])
        if turn.total >= turn.to_target:
            yield Event("set_aside", f"has {told}", turn.seat, {"option": choices[0], "turn_total": turn.total})
            yield self._bank(turn)
            return
        turn.lost, turn.ended = turn.total, SHORT
        self.record.endgame_short += 1
        yield Event("short", f"has {told}: short of {turn.to_target:,}, nothing counts", turn.seat)

    def _bank(self, turn: Turn) -> Event:
        own, best_other = self.seats[turn.seat], self.record.best_other(turn.seat)
        was_ahead = own.score > best_other
        turn.points, turn.ended = turn.total, BANKED
        own.score += turn.points
        self.on_board.add(turn.seat)
        if self.last_turns is not None and not was_ahead and own.score > best_other:
            self.record.overtakings += 1
        return Event("bank", f"banks {turn.points:,}: now {own.score:,}", turn.seat, {"score": own.score})

    def _bust(self, turn: Turn) -> Event:
        turn.lost, turn.ended = turn.total, BUST
        self.seats[turn.seat].busts += 1
        self.record.minima_missed += 0 < turn.total < turn.minimum
        told = f"busts: nothing scores, {turn.lost:,} points are lost" if turn.lost else "busts: nothing scores"
        return Event("bust", told, turn.seat, {"lost": turn.lost})

    def _winners(self) -> Generator[Event, None, list[int]]:
        """Seats with the highest total; with tie = roll those that are level roll until one is ahead."""
        level = self.record.level_at_the_top()
        while len(level) > 1 and self.rules.tie == "roll":
            check_rounds(self.record.tie_breaks, level)
            self.record.tie_breaks += 1
            for seat in level:
                roll = self.deal.stream(Purpose.TIE_BREAK, seat, self.record.tie_breaks).roll(MOST_DICE)
                choices = options(self.rules, roll)
                points = choices[0].points if choices else 0
                self.seats[seat].score += points
                told = f"Seat {seat + 1} rolls six dice to break the tie: {faces(roll)}, {points:,} points."
                yield Event("tie_roll", told, seat, {"dice": roll, "points": points})
            level = self.record.level_at_the_top(level)
        return level


def _beginning(turn: Turn, score: int, needs: str) -> Event:
    told = f"Seat {turn.seat + 1}, turn {turn.number}: {score:,} points{', ' if needs else ''}{needs}"
    return Event("turn", told, turn.seat, {"turn": turn.number, "score": score, "minimum": turn.minimum})
