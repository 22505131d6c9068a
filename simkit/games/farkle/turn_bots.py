"""What given bots of the Farkle family make of a turn: its exact law, by asking them in every state."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from simkit.bots import Player
from simkit.games.dice.race import Race
from simkit.games.dice.rolls import FACES
from simkit.games.dice.turn_graph import END, MAY, MUST
from simkit.games.dice.unseen import LooksError, Unseen
from simkit.games.farkle.decisions import DECISIONS, ROLL, Option, View
from simkit.games.farkle.graph import TurnState, after, counted_rolls, has_bonus, hot_kind, listed
from simkit.games.farkle.rules import FAR, Rules
from simkit.games.farkle.solve_points import after_bust
from simkit.games.farkle.tables import OptionField, Tables, build
from simkit.model.solution import NotEvaluatedError

__all__ = ["BotTurns", "TurnLaw"]

_ROLL_AGAIN, _SET_ASIDE, *_ = DECISIONS

_NEGLIGIBLE = 1e-16
"""Chance below which a state of a turn is left out."""


class TurnLaw(NamedTuple):
    """The law of a turn: the chance of each number of points banked, and of a bust; the rest ends without points."""

    points: dict[int, float]
    bust: float

    def mean(self) -> float:
        """Mean of the points banked."""
        return sum(points * chance for points, chance in self.points.items())


class _At(NamedTuple):
    """Where a turn stands."""

    total: int
    state: TurnState
    frozen: int


_Then = tuple[_At, int | str | None]
"""Where a roll leads to, and how the turn ends there: with so many points, with a bust, short, or not at all."""

_BUST, _SHORT = "bust", "short"

_HIDDEN = {"coin": "its coin", "turn": "the number of its turn", "rolls": "the number of its rolls"}
_FROZEN, _TOTAL = Unseen("the dice set aside"), Unseen("its turn total")


class BotTurns:
    """The turns of one bot, alone.

    Parameters
    ----------
    rules
        The rules.
    player
        The bot.
    """

    def __init__(self, rules: Rules, player: Player) -> None:
        self.rules, self.player = rules, player
        self._options: dict[tuple[TurnState, int], tuple[tuple[Option, int], ...]] = {}
        self._taken: dict[TurnState, Mapping[tuple[Option, int] | None, int]] = {}
        # Few bots look at these, and without them there is far less to ask.
        self._sees_frozen = self._sees_total = False

    @cached_property
    def _tables(self) -> Tables:
        return build(self.rules)

    def long_run(self) -> float:
        """Mean of points a turn in an endless game, of a seat that has banked before."""
        rules = self.rules
        streaks = max(rules.streak_busts, 1)
        laws = [self.law(streak) for streak in range(streaks)]
        moves = np.zeros((streaks, streaks))
        for streak, law in enumerate(laws):
            moves[streak, 0] += 1 - law.bust
            next_streak = streak + 1 if streak + 1 < streaks else (0 if rules.streak_reset else streak)
            moves[streak, next_streak if rules.streak_busts else 0] += law.bust
        paid = after_bust(rules, np.zeros(streaks))
        gains = [law.mean() + law.bust * cost for law, cost in zip(laws, paid, strict=True)]
        equations = np.vstack([moves.T - np.eye(streaks), np.ones(streaks)])
        shares = np.linalg.lstsq(equations, np.append(np.zeros(streaks), 1.0), rcond=None)[0]
        return float(shares @ gains)

    def turns_alone(self, race: Race, step: int) -> float:
        """Mean of the turns that the bot needs alone to the target of a race, whose points come in such steps."""
        scores = len(race.minimum)
        turns = np.zeros(scores)
        for score in range(scores - 1, -1, -1):
            missing = self.rules.target + self.rules.target_strict - score * step
            stays = 1 - race.one_roll[score]
            on = 0.0
            if race.one_roll[score] < 0:
                law = self._law(score=score * step, minimum=int(race.minimum[score]) * step, to_target=missing)
                stays = 1 - sum(law.points.values())
                on = sum(
                    chance * turns[score + points // step] for points, chance in law.points.items() if points < missing
                )
            if stays >= 1:
                raise NotEvaluatedError(f"from {score * step:,} points it never gets on")
            turns[score] = (1 + on) / (1 - stays)
        return float(turns[0])

    def law(self, streak: int = 0) -> TurnLaw:
        """Find the law of a turn at no points, with no target near, after so many busts in a row.

        Raises
        ------
        NotEvaluatedError
            The bot looks at what is not told, such as its coin.
        """
        rules = self.rules
        penalty = rules.streak_penalty if 0 < rules.streak_busts <= streak + 1 else 0
        return self._law(minimum=rules.bank_min, streak=streak if rules.streak_busts else 0, penalty=penalty)

    def _law(self, **seen: int) -> TurnLaw:
        """Find the law of a turn from what the bot sees at its beginning."""
        hidden: dict[str, Any] = {name: Unseen(told) for name, told in _HIDDEN.items()}
        start = View(**{**dict.fromkeys(View._fields, 0), "to_target": FAR, **hidden, **seen})
        if self.player.decides(_SET_ASIDE):  # it may look at what is seen
            self._taken.clear()
        try:
            return self._law_of(start)
        except LooksError as error:
            if error.field != _FROZEN.field:
                raise
        self._sees_frozen = self._sees_total = True
        return self._law_of(start)

    def _law_of(self, start: View) -> TurnLaw:
        begin = _At(0, TurnState(0, self.rules.dice, is_first=self.rules.none_first_only), 0)
        waiting, order = {begin: 1.0}, [begin]
        ended: dict[int | str, float] = defaultdict(float)
        while order:
            at = heapq.heappop(order)  # every roll adds points, so no state comes back
            chance = waiting.pop(at)
            if chance < _NEGLIGIBLE:
                continue
            for (reached, end), ways in self._rolls(start, at).items():
                part = chance * ways / FACES**at.state.dice
                if end is not None:
                    ended[end] += part
                elif reached in waiting:
                    waiting[reached] += part
                else:
                    waiting[reached] = part
                    heapq.heappush(order, reached)
        bust = ended.pop(_BUST, 0.0)
        ended.pop(_SHORT, None)
        return TurnLaw({int(points): chance for points, chance in ended.items()}, bust)

    def _rolls(self, start: View, at: _At) -> Mapping[_Then, int]:
        """What the rolls of a state lead to, with the number of rolls that do."""
        view = start._replace(turn_total=at.total, dice=at.state.dice, frozen=self._shown(at.frozen))
        then: dict[_Then, int] = defaultdict(int)
        for choice, ways in self._choices(view, at.state).items():
            then[self._led_to(view, at, choice)] += ways
        return then

    def _shown(self, frozen: int) -> int:
        return frozen if self._sees_frozen else _FROZEN  # type: ignore[return-value]

    def _choices(self, view: View, state: TurnState) -> Mapping[tuple[Option, int] | None, int]:
        """What the bot takes of the rolls of a state, with the number of rolls; kept where totals do not matter."""
        if self._sees_total:
            return self._taken_of(view, state)
        try:
            if state not in self._taken:
                hidden = view._replace(turn_total=_TOTAL)  # type: ignore[arg-type]
                self._taken[state] = self._taken_of(hidden, state)
            return self._taken[state]
        except LooksError as error:
            if error.field != _TOTAL.field:
                raise
        self._sees_total = True
        return self._taken_of(view, state)

    def _taken_of(self, view: View, state: TurnState) -> Mapping[tuple[Option, int] | None, int]:
        chosen: dict[tuple[Option, int] | None, int] = defaultdict(int)
        for rolled, ways in counted_rolls(state.dice):
            chosen[self._chosen(view, self._listed(state, rolled))] += ways
        return chosen

    def _led_to(self, view: View, at: _At, choice: tuple[Option, int] | None) -> _Then:
        rules, state = self.rules, at.state
        if choice is None and has_bonus(rules, state):
            reached = _At(at.total + rules.none_first, TurnState(0, rules.dice), 0)
            return reached, _SHORT if rules.exact_target and reached.total > view.to_target else None
        if choice is None:
            return at, _BUST
        option, slot = choice
        is_hot = option.dice == state.dice
        frozen, kind = (0, hot_kind(rules, state)) if is_hot else (at.frozen + option.faces, MAY)
        reached = _At(at.total + option.points, after(rules, state, option.dice, slot, option.faces), frozen)
        if rules.exact_target and reached.total > view.to_target:
            return reached, _SHORT
        is_enough = reached.total >= view.minimum
        if kind == END:
            return reached, reached.total if is_enough else _SHORT
        if not is_enough or kind == MUST:
            return reached, None
        asked = view._replace(turn_total=reached.total, dice=reached.state.dice, frozen=self._shown(frozen))
        goes_on = self.player.decides(_ROLL_AGAIN) and self.player.act(_ROLL_AGAIN, asked) == ROLL
        return reached, None if goes_on else reached.total

    def _chosen(self, view: View, listed_options: tuple[tuple[Option, int], ...]) -> tuple[Option, int] | None:
        """The option that the bot takes, with the slot that it leads to."""
        if len(listed_options) > 1 and self.player.decides(_SET_ASIDE):
            answer = self.player.choose(_SET_ASIDE, view, [option for option, _ in listed_options])
            return self._plain(*listed_options[answer])
        return self._plain(*listed_options[0]) if listed_options else None

    def _plain(self, option: Option, slot: int) -> tuple[Option, int]:
        """The option without what no longer matters, so that equal ones are counted together."""
        faces = option.faces if self._sees_frozen or slot else 0
        return option._replace(place=0, choices=0, elements=0, lone_ones=0, lone_fives=0, faces=faces), slot

    def _listed(self, state: TurnState, rolled: int) -> tuple[tuple[Option, int], ...]:
        """Options of a class of rolls as the bot sees them, each with the slot that it leads to."""
        key = state._replace(is_first=False), rolled
        if key not in self._options:
            begin, end = listed(self._tables, state, rolled)
            rows = self._tables.options[begin:end].tolist()
            self._options[key] = tuple(
                (self._option(state, place, len(rows), row), row[OptionField.SLOT]) for place, row in enumerate(rows)
            )
        return self._options[key]

    def _option(self, state: TurnState, place: int, choices: int, row: list[int]) -> Option:
        field = OptionField
        dice = row[field.DICE]
        return Option(
            place, choices, row[field.POINTS], dice, state.dice - dice or self.rules.dice, row[field.ELEMENTS],
            row[field.LONE_ONES], row[field.LONE_FIVES], row[field.FACES],
        )  # fmt: skip
