"""One game of Generał in plain Python, in the order and words of the rule sheet of the Polish booklet.

It never reads the kernel's tables. It is slow, and meant to be read beside the rules; ``simkit trace`` prints what it
tells.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field

from simkit.bots import Player
from simkit.games.dice.keep import die_fields
from simkit.games.dice.rolls import code
from simkit.games.dice.story import TableGame, number_text
from simkit.games.dice.three_rolls import Hand, roll_up_to_three_times
from simkit.games.general.boxes import BOXES, TITLES
from simkit.games.general.decisions import DECISIONS, DICE, Option, View
from simkit.games.general.rules import Rules
from simkit.games.general.scoring import ROWS, legal_boxes, points
from simkit.model.columns import MISSING
from simkit.model.game import Event, Outcome
from simkit.streams import Deal, Purpose, Stream

__all__ = ["play"]

_KEEP, _BOX = DECISIONS


def play(rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> Generator[Event, None, Outcome]:
    """Play one game; see ``GameSpec.reference``.

    Events: ``start_roll``, ``start``; in each turn ``turn``, ``roll``, ``asked``, ``write`` and at most once for a seat
    ``bonus``; ``tie_roll``; and ``end``.
    """
    return (yield from _Game(rules, players, deal, max_turns).play())


@dataclass
class _Card:
    """A seat's card: the points of the boxes that are filled, by number; and what else is counted of the seat."""

    boxes: dict[int, int] = field(default_factory=dict)
    rolls: int = 0
    bonus: int = 0

    def still_open(self) -> list[int]:
        return [box for box in range(len(BOXES)) if box not in self.boxes]

    def upper(self) -> int:
        return sum(written for box, written in self.boxes.items() if box in ROWS)

    def has_all_rows(self) -> bool:
        return all(box in self.boxes for box in ROWS)


class _Game(TableGame):
    rules: Rules

    def __init__(self, rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> None:
        super().__init__(rules, players, deal, max_turns)
        self.cards = [_Card() for _ in players]

    def turns_left(self, seat: int, start: int) -> int | None:
        return None if any(card.still_open() for card in self.cards) else 0

    def own_columns(self) -> dict[str, int]:
        row: dict[str, int] = {}
        for at, card in enumerate(self.cards, start=1):
            row |= {f"rolls_{at}": card.rolls, f"upper_{at}": card.upper(), f"bonus_{at}": card.bonus}
            row |= {f"{name}_{at}": card.boxes.get(box, MISSING) for box, name in enumerate(BOXES)}
        return row

    def turn(self, seat: int) -> Generator[Event, None, Mapping[str, int]]:
        number, score = self.standing.seat_turns[seat], self.standing.scores[seat]
        yield Event(
            "turn", f"Seat {seat + 1}, turn {number}: {number_text(score)}", seat, {"turn": number, "score": score}
        )
        stream, coins = (self.deal.stream(purpose, seat, number - 1) for purpose in (Purpose.DICE, Purpose.COINS))
        dice, rolls = yield from roll_up_to_three_times(
            DICE, stream, seat, self.players[seat], _KEEP, lambda hand, rolls: self._view(seat, hand, rolls, coins)
        )
        box = yield from self._box(seat, dice, rolls, coins)
        written = points(self.rules, box, dice, rolls)
        card = self.cards[seat]
        card.rolls += rolls
        card.boxes[box] = written
        self.standing.scores[seat] += written
        total = self.standing.scores[seat]
        yield Event(
            "write", f"writes {written} into {TITLES[box]}: now {total:,}", seat, {"box": box, "points": written}
        )
        yield from self._look_at_rows(seat, box)
        row = {"rolls": rolls, "dice": code(dice), "box": box, "points": written}
        return row | {"score": self.standing.scores[seat]}

    def _box(self, seat: int, dice: Hand, rolls: int, coins: Stream) -> Generator[Event, None, int]:
        """Choose the box to write: that with the most points, unless the bot decides it."""
        boxes, player = legal_boxes(self.rules, self.cards[seat].still_open(), dice), self.players[seat]
        worth = {box: points(self.rules, box, dice, rolls) for box in boxes}
        if len(boxes) == 1 or not player.decides(_BOX):
            return max(boxes, key=lambda box: worth[box])
        options = [Option(place, len(boxes), box, worth[box]) for place, box in enumerate(boxes)]
        view = self._view(seat, dice, rolls, coins)
        answer = player.choose(_BOX, view, options)
        told = tuple(f"{TITLES[box]} ({worth[box]})" for box in boxes)
        data = {"decision": _BOX.name, "view": view, "answer": answer, "options": options, "words": told}
        yield Event("asked", f"chooses one of {len(boxes)} boxes", seat, data)
        return boxes[answer]

    def _look_at_rows(self, seat: int, box: int) -> Generator[Event, None, None]:
        """Give the bonus or the malus once the last row is filled."""
        card = self.cards[seat]
        if box not in ROWS or not card.has_all_rows():
            return
        is_enough = card.upper() >= self.rules.school_bonus_min
        card.bonus = self.rules.school_bonus if is_enough else self.rules.school_malus
        self.standing.scores[seat] += card.bonus
        if card.bonus:
            told = f"has all rows, {number_text(card.upper())}: {card.bonus:+}, now {self.standing.scores[seat]:,}"
            yield Event("bonus", told, seat, {"upper": card.upper(), "bonus": card.bonus})

    def _view(self, seat: int, dice: Hand, rolls: int, coins: Stream) -> View:
        """Show the seat what it may see when it is asked; takes a coin."""
        scores, card = self.standing.scores, self.cards[seat]
        return View(
            coin=coins.coin(),
            **die_fields(dice),
            faces=code(dice),
            rolls=rolls,
            open=sum(1 << box for box in card.still_open()),
            upper=card.upper(),
            score=scores[seat],
            best_other=max((score for other, score in enumerate(scores) if other != seat), default=0),
            turn=self.standing.seat_turns[seat],
        )
