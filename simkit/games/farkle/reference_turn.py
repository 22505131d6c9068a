"""One turn of the Farkle family in plain Python, in the order and words of the rule sheets of Zilch and of 10000."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence

from simkit.bots import Player
from simkit.games.dice.rolls import Dice, code, dice_of
from simkit.games.dice.story import faces, lost_text, number_of_dice, number_text
from simkit.games.farkle.columns import BANKED, BUST, OVER, SCORED, SHORT
from simkit.games.farkle.decisions import DECISIONS, ROLL, TAKE_OVER, Option, Rival, View
from simkit.games.farkle.record import Turn
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.scoring import Frozen, best_grouping, options, words
from simkit.model.game import Event
from simkit.streams import Deal, Purpose

__all__ = ["PlayedTurn"]

_ROLL_AGAIN, _SET_ASIDE, _TAKE_OVER, _CHALLENGE = DECISIONS

Story = Generator[Event, None, None]


class PlayedTurn:
    """A turn being played: ``turn`` is filled in as it goes."""

    def __init__(
        self, rules: Rules, player: Player, deal: Deal, turn: Turn, left: Turn | None, scores: Sequence[int]
    ) -> None:
        self.rules, self.player, self.turn, self.scores = rules, player, turn, scores
        self.left = left  # the turn before, if it may be taken over
        self.dice = deal.stream(Purpose.DICE, turn.seat, turn.number - 1)
        self.coins = deal.stream(Purpose.COINS, turn.seat, turn.number - 1)

    def play(self) -> Story:
        """Roll, set aside and roll again until the turn ends."""
        if self.rules.endgame == "single_roll" and self.turn.score >= self.rules.endgame_from:
            self.turn.is_endgame_roll = True
            yield self._beginning(f"{self._tries()} for the missing {self.turn.to_target:,}")
            while not (yield from self._make_up_in_one_roll()):
                yield Event("again", f"may roll all {number_of_dice(self.rules.dice)} again", self.turn.seat)
            return
        yield self._beginning(f"at least {self.turn.minimum:,} to bank" if self.turn.minimum else "")
        yield from self._challenge()
        yield from self._take_over()
        while (yield from self._roll_goes_on()):
            pass

    def _beginning(self, needs: str) -> Event:
        turn = self.turn
        told = f"Seat {turn.seat + 1}, turn {turn.number}: {number_text(turn.score)}{', ' if needs else ''}{needs}"
        return Event("turn", told, turn.seat, {"turn": turn.number, "score": turn.score, "minimum": turn.minimum})

    def _challenge(self) -> Story:
        """Name a seat that this turn challenges, if the seat has a challenge to use."""
        turn = self.turn
        if turn.challenge is None or not self.player.decides(_CHALLENGE):
            return
        cost, seats = self.rules.challenge_penalty[turn.challenge], len(self.scores)
        others = [(turn.seat + step) % seats for step in range(1, seats)]
        choices = [Rival(0, seats, 0, 0, 0)]
        choices += [
            Rival(place, seats, seat + 1, self.scores[seat], cost) for place, seat in enumerate(others, start=1)
        ]
        view = self._view()
        answer = self.player.choose(_CHALLENGE, view, choices)
        told = ("nobody", *(f"seat {rival.seat} with {number_text(rival.score)}" for rival in choices[1:]))
        data = {"decision": _CHALLENGE.name, "view": view, "answer": answer, "options": choices, "words": told}
        yield Event("asked", f"challenges {told[answer]}", turn.seat, data)
        if answer > 0:
            turn.challenged = others[answer - 1]
            turn.penalty += cost

    def _take_over(self) -> Story:
        """Begin with what the turn before has left, if the seat may and wants to."""
        turn, left = self.turn, self.left
        if left is None or not self.player.decides(_TAKE_OVER):
            return
        fresh = turn.total, turn.dice, turn.sets
        turn.total, turn.dice, turn.sets = left.total, left.dice, list(left.sets)
        view = self._view()
        answer = self.player.act(_TAKE_OVER, view)
        dice = number_of_dice(left.dice)
        told = f"{'takes over' if answer else 'leaves'} {number_text(left.total)} and {dice}"
        yield Event("asked", told, turn.seat, {"decision": _TAKE_OVER.name, "view": view, "answer": answer})
        if answer == TAKE_OVER:
            turn.taken_over = left.total
        else:
            turn.total, turn.dice, turn.sets = fresh

    def _roll(self) -> Generator[Event, None, Dice]:
        """Roll the dice that are not set aside."""
        roll = self.dice.roll(self.turn.dice)
        self.turn.rolls += 1
        yield Event("roll", f"rolls {number_of_dice(self.turn.dice)}: {faces(roll)}", self.turn.seat, {"dice": roll})
        return roll

    def _roll_goes_on(self) -> Generator[Event, None, bool]:
        """One roll, what is set aside of it, and whether another follows."""
        turn = self.turn
        roll = yield from self._roll()
        choices = options(self.rules, roll, self._earlier())
        if not choices and self._has_bonus():
            turn.total += self.rules.none_first
            turn.counted["bonuses"] += 1
            told = f"nothing scores: {self.rules.none_first:,} for that, turn total {turn.total:,}, and all dice again"
            yield Event("bonus", told, turn.seat, {"turn_total": turn.total})
            return not (yield from self._is_over())
        if not choices:
            yield self._bust()
            return False
        is_hot = yield from self._set_aside(choices)
        if (yield from self._is_over()):
            return False
        if is_hot and self._ends_with_hot_dice(len(roll)):
            yield self._end_with_hot_dice()
            return False
        goes_on = yield from self._goes_on(is_hot)
        if not goes_on:
            turn.counted["hot_dice_ends"] += is_hot
            yield self._bank()
        return goes_on

    def _ends_with_hot_dice(self, rolled: int) -> bool:
        """Whether hot dice, after a roll of so many dice, end the turn."""
        in_one_roll = rolled == self.rules.dice
        return self.rules.hot_dice == "end" or (self.rules.hot_scope == "roll" and not in_one_roll)

    def _end_with_hot_dice(self) -> Event:
        turn = self.turn
        if turn.total >= turn.minimum:
            turn.counted["hot_dice_ends"] += 1
            return self._bank()
        turn.end(SHORT)
        told = f"must end with all dice set aside: {turn.total:,} is less than the {turn.minimum:,} needed to bank"
        return Event("short", told, turn.seat)

    def _earlier(self) -> Frozen:
        """Dice that those of a roll combine with."""
        return () if self.rules.pyramiding == "off" else tuple(self.turn.sets)

    def _has_bonus(self) -> bool:
        """Whether a roll that scores nothing brings the bonus, and the turn goes on."""
        is_first = self.turn.rolls == 1 or not self.rules.none_first_only
        return self.rules.none_first > 0 and self.turn.dice == self.rules.dice and is_first

    def _is_over(self) -> Generator[Event, None, bool]:
        """Whether the turn total is more than the exact target allows; then it is lost."""
        turn = self.turn
        if not self.rules.exact_target or turn.total <= turn.to_target:
            return False
        turn.end(OVER)
        yield Event("over", f"is over the target by {turn.total - turn.to_target:,}: nothing counts", turn.seat)
        return True

    def _set_aside(self, choices: tuple[Option, ...]) -> Generator[Event, None, bool]:
        """Set dice aside; returns whether all dice are set aside then."""
        turn, earlier = self.turn, self._earlier()
        option = yield from self._choose(choices)
        turn.total += option.points
        turn.scored.add(self._best_new_line(dice_of(option.faces), earlier))
        turn.sets.append(dice_of(option.faces))
        is_hot = option.dice == turn.dice
        turn.dice = option.left
        told = f"sets aside {words(self.rules, option, earlier)}: turn total {turn.total:,}"
        yield Event("set_aside", told, turn.seat, {"option": option, "turn_total": turn.total})
        if is_hot:
            turn.counted["hot_dice"] += 1
            turn.sets.clear()
            yield Event("hot_dice", f"has hot dice: all {number_of_dice(turn.dice)} are free again", turn.seat)
        return is_hot

    def _best_new_line(self, part: Dice, earlier: Frozen) -> str:
        """Of the elements that dice set aside add, the line that stands last in the table."""
        after, before = best_grouping(self.rules, part, earlier), best_grouping(self.rules, (), earlier)
        assert after is not None
        assert before is not None
        new = Counter(group.line for group in after) - Counter(group.line for group in before)
        return max(new, key=SCORED.index)

    def _choose(self, choices: tuple[Option, ...]) -> Generator[Event, None, Option]:
        if len(choices) == 1 or not self.player.decides(_SET_ASIDE):
            return choices[0]
        view = self._view()
        answer = self.player.choose(_SET_ASIDE, view, choices)
        told = tuple(words(self.rules, option, self._earlier()) for option in choices)
        data = {"decision": _SET_ASIDE.name, "view": view, "answer": answer, "options": choices, "words": told}
        yield Event("asked", f"chooses one of {len(choices)} set-asides", self.turn.seat, data)
        return choices[answer]

    def _goes_on(self, is_hot: bool) -> Generator[Event, None, bool]:
        """Whether the seat rolls again: it must, or it is asked; a bot that does not decide it banks."""
        turn = self.turn
        if turn.total < turn.minimum:
            told = f"must roll on: {turn.total:,} is less than the {turn.minimum:,} needed to bank"
            yield Event("must_roll", told, turn.seat)
            return True
        if is_hot and self.rules.hot_dice == "must":
            yield Event("must_roll", "must roll on after hot dice", turn.seat)
            return True
        if not self.player.decides(_ROLL_AGAIN):
            return False
        view = self._view()
        answer = self.player.act(_ROLL_AGAIN, view)
        data = {"decision": _ROLL_AGAIN.name, "view": view, "answer": answer}
        yield Event("asked", f"chooses to {_ROLL_AGAIN.actions[answer]}", turn.seat, data)
        return answer == ROLL

    def _view(self) -> View:
        """Show the seat what it may see when it is asked; takes a coin."""
        turn = self.turn
        return View(
            coin=self.coins.coin(),
            turn_total=turn.total,
            dice=turn.dice,
            score=turn.score,
            best_other=turn.best_other,
            minimum=turn.minimum,
            to_target=turn.to_target,
            last_round=int(turn.last_round),
            turn=turn.number,
            rolls=turn.rolls,
            frozen=code([face for part in turn.sets for face in part]),
            streak=turn.streak,
            penalty=turn.penalty,
            challenged=0 if turn.challenged is None else turn.challenged + 1,
        )

    def _tries(self) -> str:
        tries = self.rules.endgame_tries
        return "one roll" if tries == 1 else f"up to {tries} rolls"

    def _make_up_in_one_roll(self) -> Generator[Event, None, bool]:
        """Play the printed endgame of 10000: every scoring die of one roll counts, if it is enough.

        Returns whether the turn is over: it has points, or no try is left.
        """
        turn, rules = self.turn, self.rules
        turn.dice, turn.total = rules.dice, 0
        choices = options(rules, (yield from self._roll()))
        is_last = turn.rolls == rules.endgame_tries
        if not choices:
            bust = self._bust()
            yield bust if is_last else Event("miss", "nothing scores", turn.seat)
            return is_last
        turn.total, turn.dice = choices[0].points, choices[0].left
        told = words(rules, choices[0])
        if turn.total < turn.to_target:
            turn.end(SHORT)
            yield Event("short", f"has {told}: short of {turn.to_target:,}, nothing counts", turn.seat)
            return is_last
        yield Event("set_aside", f"has {told}", turn.seat, {"option": choices[0], "turn_total": turn.total})
        if (yield from self._is_over()):
            return is_last
        yield self._bank()
        return True

    def _bank(self) -> Event:
        turn = self.turn
        turn.end(BANKED)
        score = turn.score + turn.points
        return Event("bank", f"banks {turn.points:,}: now {score:,}", turn.seat, {"score": score})

    def _bust(self) -> Event:
        turn = self.turn
        turn.end(BUST)
        told = f"busts: nothing scores, {lost_text(turn.lost)}" if turn.lost else "busts: nothing scores"
        return Event("bust", told, turn.seat, {"lost": turn.lost})
