"""One game of Skreślanka 2 in plain Python, in the order and words of the rule sheet.

It is slow, and meant to be read beside the rules; ``simkit trace`` prints what it tells.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from simkit.bots import Player
from simkit.games.dice.scorecard import Card, numbers_text
from simkit.games.dice.story import TableGame, faces, number_of_dice
from simkit.games.skreslanka_2.columns import NUMBERS
from simkit.games.skreslanka_2.decisions import DECISIONS, View
from simkit.games.skreslanka_2.rules import Rules
from simkit.model.columns import MISSING
from simkit.model.game import Event, Outcome
from simkit.streams import Deal, Purpose

__all__ = ["play"]

(_SECOND_THROW,) = DECISIONS


def play(rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> Generator[Event, None, Outcome]:
    """Play one game; see ``GameSpec.reference``.

    Events: ``start_roll``, ``start``; in each turn ``turn``, ``roll``, ``asked``, perhaps another ``roll``, and one of
    ``cross``, ``nothing``; ``tie_roll``; and ``end``.
    """
    return (yield from _Game(rules, players, deal, max_turns).play())


class _Game(TableGame):
    scored = "Numbers crossed off"

    def __init__(self, rules: Rules, players: Sequence[Player], deal: Deal, max_turns: int) -> None:
        super().__init__(rules, players, deal, max_turns)
        self.cards = [Card(NUMBERS) for _ in players]
        self.wasted = [0] * len(players)
        self.second_throws = [{1: 0, 2: 0} for _ in players]

    def turn(self, seat: int) -> Generator[Event, None, Mapping[str, int]]:
        number, card = self.standing.seat_turns[seat], self.cards[seat]
        to_go = numbers_text(card.open_numbers()) if card.open_numbers() else "nothing"
        told = f"Seat {seat + 1}, turn {number}: {to_go} to go"
        yield Event("turn", told, seat, {"turn": number, "open": card.open_numbers()})
        dice = self.deal.stream(Purpose.DICE, seat, number - 1)
        first = dice.roll(self.rules.first_dice)
        yield Event("roll", f"throws {number_of_dice(len(first))}: {faces(first)}, {sum(first)}", seat, {"dice": first})
        more = yield from self._second_throw(seat, sum(first))
        second: tuple[int, ...] = ()
        if more:
            self.second_throws[seat][more] += 1
            second = dice.roll(more)
            total = sum(first) + sum(second)
            told = f"throws {number_of_dice(more)}: {faces(second)}, together {total}"
            yield Event("roll", told, seat, {"dice": second})
        crossed = yield from self._cross(seat, sum(first) + sum(second))
        return {
            "first_sum": sum(first),
            "more": more,
            "total": sum(first) + sum(second),
            "crossed": crossed,
            "score": self.standing.scores[seat],
        }

    def _cross(self, seat: int, total: int) -> Generator[Event, None, int]:
        """Cross off the sum of all dice; crossed off already, or not on the card, it counts for nothing."""
        if total not in self.cards[seat].open_numbers():
            self.wasted[seat] += 1
            yield Event("nothing", f"{total} is not open: crosses off nothing", seat)
            return MISSING
        self.cards[seat].cross([total], self.standing.seat_turns[seat])
        self.standing.scores[seat] += 1
        yield Event("cross", f"crosses off {total}", seat, {"numbers": [total]})
        return total

    def _second_throw(self, seat: int, total: int) -> Generator[Event, None, int]:
        """How many dice the seat throws again; a bot that does not decide it waives the throw."""
        player = self.players[seat]
        if not player.decides(_SECOND_THROW):
            return 0
        scores, turn = self.standing.scores, self.standing.seat_turns[seat]
        view = View(
            coin=self.deal.stream(Purpose.COINS, seat, turn - 1).coin(),
            sum=total,
            open=self.cards[seat].open_mask(),
            score=scores[seat],
            best_other=max((score for other, score in enumerate(scores) if other != seat), default=0),
            turn=turn,
            turns_after=self.rules.turns - turn if self.rules.mode == "turns" else 0,
        )
        answer = player.act(_SECOND_THROW, view)
        data = {"decision": _SECOND_THROW.name, "view": view, "answer": answer}
        throws = f"throw {_SECOND_THROW.actions[answer]} more" if answer else "waive the second throw"
        yield Event("asked", f"chooses to {throws}", seat, data)
        return answer

    def turns_left(self, seat: int, start: int) -> int | None:
        """Find 0 when the game is over, by the rules' mode."""
        if self.rules.mode == "clear_all":
            is_over = not self.cards[seat].open_numbers()
        else:
            is_over = min(self.standing.seat_turns) == self.rules.turns
        return 0 if is_over else None

    def own_columns(self) -> dict[str, int]:
        row: dict[str, int] = {}
        for seat, card in enumerate(self.cards):
            throws = self.second_throws[seat]
            row |= {f"wasted_{seat + 1}": self.wasted[seat]}
            row |= {f"one_more_{seat + 1}": throws[1], f"two_more_{seat + 1}": throws[2]}
            row |= card.columns(seat + 1)
        return row
