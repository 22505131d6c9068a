"""One game of Bazy in plain Python, in the order and words of the rule sheet.

It is slow, and meant to be read beside the rules; ``simkit trace`` prints what it tells.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from simkit.bots import Player
from simkit.games.bazy.decisions import DECISIONS, Option, View
from simkit.games.bazy.rules import Rules
from simkit.games.dice.rolls import MOST_DICE, code
from simkit.games.dice.story import Standing, ending, faces, number_text, seats_text, settle, who_starts
from simkit.model.columns import MISSING
from simkit.model.game import Event, Outcome
from simkit.streams import Deal, Purpose

__all__ = ["options", "play", "points_of"]

(_BASE,) = DECISIONS

Story = Generator[Event, None, None]


def play(rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> Generator[Event, None, Outcome]:
    """Play one game; see ``GameSpec.reference``. The length cap counts rounds, those that break a tie included.

    Events: ``start_roll``, ``start``; in each turn ``turn``, ``roll``, ``asked``, ``base`` and, where it comes to that,
    ``out``; ``tie_roll``, ``tie_turn``; and ``end``.
    """
    return (yield from _Game(rules, players, deal, max_turns).play())


def points_of(dice: Sequence[int], base: int) -> int:
    """Add up what the dice differ from the base; the die that is the base adds nothing.

    >>> points_of((1, 1, 3, 4, 4, 6), 3)
    9
    """
    return sum(abs(face - base) for face in dice)


def options(dice: Sequence[int]) -> tuple[Option, ...]:
    """List every face of a roll as the base: fewest points first, then the lower face."""
    bases = sorted(set(dice), key=lambda base: (points_of(dice, base), base))
    return tuple(
        Option(
            place=place,
            choices=len(bases),
            face=base,
            points=points_of(dice, base),
            number=sum(face == base for face in dice),
            lower=sum(face < base for face in dice),
        )
        for place, base in enumerate(bases)
    )


class _Game:
    def __init__(self, rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> None:
        self.rules, self.players, self.deal, self.max_turns = rules, players, deal, max_turns
        self.standing = Standing([0] * len(players), [0] * len(players))
        self.playing = list(range(len(players)))  # seats that are not out, later those that are level
        self.over: list[int] = []  # seats that have gone over the limit, in that order
        self.given_away = [0] * len(players)
        self.rounds = 0
        self.is_alone = len(players) == 1
        self.goes_out_at_once = not rules.equal_turns and not self.is_alone

    def play(self) -> Generator[Event, None, Outcome]:
        start = yield from who_starts(self.rules.start, self.deal, len(self.players))
        yield Event("start", f"Seat {start + 1} begins.", start)
        winners: list[int] = []
        while not winners and self.rounds < self.max_turns:
            self.rounds += 1
            winners = yield from self._round(start)
        yield ending(winners, self.standing.scores, self.max_turns)
        row = self.standing.game_row(start, winners)
        for seat in range(len(self.players)):
            row[f"out_order_{seat + 1}"] = self.over.index(seat) + 1 if seat in self.over else MISSING
            row[f"given_away_{seat + 1}"] = self.given_away[seat]
        return Outcome(row, self.standing.rows)

    def _round(self, start: int) -> Generator[Event, None, list[int]]:
        """Play one round; returns the winners, none while the game goes on."""
        level = yield from self._turns(start)
        lowest = self._lowest(self.playing)
        self.standing.note_leader(lowest)
        if len(self.playing) == 1 and not self.is_alone:
            return self.playing
        if not level:
            return []
        if len(lowest) > 1 and self.rules.tie == "turn":
            yield Event("tie_turn", f"Seats {seats_text(lowest)} are level: one more turn each.")
            self.standing.tie_breaks += 1
            self.playing = lowest
            return []
        winners, rolls = yield from settle(self.rules.tie, self.deal, start, lowest, len(self.players))
        self.standing.tie_breaks += rolls
        return winners

    def _turns(self, start: int) -> Generator[Event, None, bool]:
        """Let every seat that is not out have its turn; returns whether the fewest points are to win now."""
        if self.standing.tie_breaks:
            for seat in self._in_order(start):
                yield from self._turn(seat)
            return True
        now_over = []
        for seat in self._in_order(start):
            yield from self._turn(seat)
            if self.standing.scores[seat] > self.rules.limit:
                self.over.append(seat)
                now_over.append(seat)
                yield Event("out", f"is over {self.rules.limit:,}", seat, {"order": len(self.over)})
                if self.goes_out_at_once:
                    self.playing.remove(seat)
                    if len(self.playing) == 1:
                        return False
        if not self.goes_out_at_once:
            if now_over and len(now_over) == len(self.playing):
                return True
            self.playing = [seat for seat in self.playing if seat not in now_over]
        return False

    def _in_order(self, start: int) -> list[int]:
        return sorted(self.playing, key=lambda seat: (seat - start) % len(self.players))

    def _lowest(self, among: Sequence[int]) -> list[int]:
        fewest = min(self.standing.scores[seat] for seat in among)
        return [seat for seat in among if self.standing.scores[seat] == fewest]

    def _turn(self, seat: int) -> Story:
        """Play one turn: roll six dice, name a base, add the points."""
        scores = self.standing.scores
        self.standing.seat_turns[seat] += 1
        number = self.standing.seat_turns[seat]
        yield Event("turn", f"Seat {seat + 1}, turn {number}: {number_text(scores[seat])}", seat, {"turn": number})
        dice = self.deal.stream(Purpose.DICE, seat, number - 1).roll(MOST_DICE)
        yield Event("roll", f"rolls six dice: {faces(dice)}", seat, {"dice": dice})
        choices = options(dice)
        chosen = yield from self._choose(seat, dice, choices)
        given_away = chosen.points - min(option.points for option in choices)
        scores[seat] += chosen.points
        self.given_away[seat] += given_away
        told = f"takes {chosen.face} as the base: {number_text(chosen.points)}, now {scores[seat]:,}"
        yield Event("base", told, seat, {"base": chosen.face, "points": chosen.points, "score": scores[seat]})
        self.standing.write_turn(
            seat,
            {
                "base": chosen.face,
                "points": chosen.points,
                "given_away": given_away,
                "score": scores[seat],
                "is_over": int(scores[seat] > self.rules.limit),
            },
        )

    def _choose(self, seat: int, dice: Sequence[int], choices: tuple[Option, ...]) -> Generator[Event, None, Option]:
        player = self.players[seat]
        if len(choices) == 1 or not player.decides(_BASE):
            return choices[0]
        scores = self.standing.scores
        view = View(
            coin=self.deal.stream(Purpose.COINS, seat, self.standing.seat_turns[seat] - 1).coin(),
            score=scores[seat],
            fewest_other=min((scores[other] for other in self.playing if other != seat), default=-1),
            room=self.rules.limit - scores[seat],
            seats_left=len(self.playing),
            turn=self.standing.seat_turns[seat],
            dice=code(dice),
        )
        answer = player.choose(_BASE, view, choices)
        told = tuple(f"base {option.face} for {number_text(option.points)}" for option in choices)
        data = {"decision": _BASE.name, "view": view, "answer": answer, "options": choices, "words": told}
        yield Event("asked", f"chooses one of {len(choices)} bases", seat, data)
        return choices[answer]
