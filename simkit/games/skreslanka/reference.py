"""One game of Skreślanka in plain Python, in the order and words of the rule sheet.

It is slow, and meant to be read beside the rules; ``simkit trace`` prints what it tells.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from simkit.bots import Player
from simkit.games.dice.scorecard import Card, numbers_text
from simkit.games.dice.story import TableGame, faces
from simkit.games.skreslanka.columns import NUMBERS
from simkit.games.skreslanka.decisions import DECISIONS, Option, View
from simkit.games.skreslanka.rules import Rules
from simkit.model.game import Event, Outcome
from simkit.streams import Deal, Purpose

__all__ = ["play", "ways_to_cross"]

(_CROSS,) = DECISIONS


def play(rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> Generator[Event, None, Outcome]:
    """Play one game; see ``GameSpec.reference``.

    Events: ``start_roll``, ``start``; in each turn ``turn``, ``roll``, ``asked`` and one of ``cross``, ``pass``;
    ``last_round``; ``tie_roll``; and ``end``.
    """
    return (yield from _Game(rules, players, deal, max_turns).play())


def ways_to_cross(rules: Rules, open_numbers: Sequence[int], dice: Sequence[int]) -> list[list[int]]:
    """List what a roll may cross off, as bots are asked: the sum, the faces, and, where it is allowed, nothing.

    Empty when nothing can be crossed off.

    >>> ways_to_cross(Rules(), range(1, 13), (3, 5))
    [[8], [3, 5]]
    """
    high_first = sorted(set(dice), reverse=True)
    open_faces = [face for face in high_first if face in open_numbers]
    ways = [[sum(dice)]] if sum(dice) in open_numbers else []
    if rules.faces == "one":
        ways += [[face] for face in open_faces]
    elif open_faces:
        ways.append(sorted(open_faces))
    return [*ways, []] if ways and not rules.must_cross else ways


class _Game(TableGame):
    scored = "Numbers crossed off"

    def __init__(self, rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> None:
        super().__init__(rules, players, deal, max_turns)
        self.cards = [Card(NUMBERS) for _ in players]
        self.passes = [0] * len(players)
        self.sums = [0] * len(players)

    def turn(self, seat: int) -> Generator[Event, None, Mapping[str, int]]:
        number, card = self.standing.seat_turns[seat], self.cards[seat]
        told = f"Seat {seat + 1}, turn {number}: {numbers_text(card.open_numbers())} to go"
        yield Event("turn", told, seat, {"turn": number, "open": card.open_numbers()})
        dice = self.deal.stream(Purpose.DICE, seat, number - 1).roll(2)
        yield Event("roll", f"rolls {faces(dice)}", seat, {"dice": dice})
        crossed = yield from self._chosen(seat, dice)
        card.cross(crossed, number)
        self.standing.scores[seat] += len(crossed)
        if crossed:
            self.sums[seat] += crossed == [sum(dice)]
            yield Event("cross", f"crosses off {numbers_text(crossed)}", seat, {"numbers": crossed})
        else:
            self.passes[seat] += 1
            yield Event("pass", "crosses off nothing", seat)
        row = {"first_die": dice[0], "second_die": dice[1], "crossed": card.mask(crossed)}
        return row | {"score": self.standing.scores[seat]}

    def _chosen(self, seat: int, dice: Sequence[int]) -> Generator[Event, None, list[int]]:
        """What the seat crosses off; it is asked where there is more than one way."""
        card, player = self.cards[seat], self.players[seat]
        ways = ways_to_cross(self.rules, card.open_numbers(), dice)
        if not ways:
            return []
        if len(ways) == 1 or not player.decides(_CROSS):
            return ways[0]
        options = [
            Option(place, len(ways), card.mask(way), len(way), int(way == [sum(dice)]))
            for place, way in enumerate(ways)
        ]
        view = self._view(seat, dice)
        answer = player.choose(_CROSS, view, options)
        told = tuple(numbers_text(way) if way else "pass" for way in ways)
        data = {"decision": _CROSS.name, "view": view, "answer": answer, "options": tuple(options), "words": told}
        yield Event("asked", f"chooses one of {len(ways)} ways", seat, data)
        return ways[answer]

    def _view(self, seat: int, dice: Sequence[int]) -> View:
        """Show the seat what it may see when it is asked."""
        scores, turn = self.standing.scores, self.standing.seat_turns[seat]
        return View(
            coin=self.deal.stream(Purpose.COINS, seat, turn - 1).coin(),
            high=max(dice),
            low=min(dice),
            open=self.cards[seat].open_mask(),
            score=scores[seat],
            best_other=max((score for other, score in enumerate(scores) if other != seat), default=0),
            last_round=int(self.last_turns is not None),
            turn=turn,
        )

    def turns_left(self, seat: int, start: int) -> int | None:
        return None if self.cards[seat].open_numbers() else self.last_round(seat, start)

    def own_columns(self) -> dict[str, int]:
        row: dict[str, int] = {}
        for seat, card in enumerate(self.cards):
            row |= {f"passes_{seat + 1}": self.passes[seat], f"sums_{seat + 1}": self.sums[seat]}
            row |= card.columns(seat + 1)
        return row
