"""What is estimated from outcomes, as data: statistics, clauses of the rules, who is how far as a game goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["Clause", "GamePath", "Statistic"]


@dataclass(frozen=True)
class Statistic:
    """A quantity of a summary, estimated from the rows of the ``games`` table.

    Parameters
    ----------
    name, meaning
        As printed; the name is an identifier.
    unit
        Unit of the value; of a proportion ``share of`` what is counted, such as ``share of games``.
    kind
        ``proportion``: in [0, 1], a mean over games or, with ``denominator``, successes over trials. ``mean``: over
        games. ``ratio``: a sum over a sum. ``sd``: standard deviation over games. ``quantiles``: of a number a game.
    value
        The Polars expression of a game's value (of a ratio's numerator): a function of the number of seats where
        ``by = "game"``, of the 0-based seat where ``by = "seat"``. A game or seat whose value is NULL does not count.
    denominator
        The same for the denominator of a ratio or the trials of a proportion; where it is 0, so must the value be.
    by
        ``game``: one number a cell. ``seat``: one a seat, and one a bot when bots change seats. ``best``: that of the
        bot with the highest, by seat and bot alike, when different bots change seats.
    shares_win
        Whether the seats divide one whole in every game that is not cut short, as they do a win.
    offset
        What is taken off the estimate: a function of the number of seats.
    seats
        Fewest seats with which the quantity means anything.
    applies_if
        Whether it means anything under such rules, by name; None for all.
    of_place
        Whether it tells what a place at the table is worth, whatever bot sits there: it means nothing where different
        bots keep their seats.
    margin
        The difference that matters, in the unit: what comparisons and checks take by default.
    """

    name: str
    meaning: str
    unit: str
    kind: Literal["proportion", "mean", "ratio", "sd", "quantiles"]
    value: Callable[[int], Any]
    denominator: Callable[[int], Any] | None = None
    by: Literal["game", "seat", "best"] = "game"
    shares_win: bool = False
    offset: Callable[[int], float] | None = None
    seats: int = 1
    applies_if: Callable[[Mapping[str, Any]], bool] | None = None
    of_place: bool = False
    margin: float | None = None


@dataclass(frozen=True)
class Clause:
    """A clause of the rules that games may meet, for ``compare --why`` to tell what it moved.

    Parameters
    ----------
    name, meaning
        As printed; the meaning says what happened, a line.
    times
        How often it happened, from the columns of a row: an expression in SQL, a number or a truth. A per-seat column
        is written ``name_SEAT``; the sum over seats is taken then.
    table
        Whose columns: those of ``games``, or of ``turns``, summed over the turns of a game.
    holds
        Whether rules, by option, have the clause at all.
    """

    name: str
    meaning: str
    times: str
    table: Literal["games", "turns"] = "games"
    holds: Callable[[Mapping[str, Any]], bool] = lambda _: True


@dataclass(frozen=True)
class GamePath:
    """Which columns of the ``turns`` table tell who is how far as a game goes on; all begin with no points.

    Parameters
    ----------
    score
        Points after the row: of the seat in ``seat``, or a per-seat column where ``seat`` is empty.
    seat
        Whose row it is, from 1.
    taken, taken_from
        Points that the row took off another seat, and that seat, from 1 (NULL: nobody); empty where a game has no such
        thing.
    sides
        By number of seats, where they play by sides: the seats up to this one stand for all, as each side's points are
        those of its seats. Else every seat is for itself.
    fewest_lead
        Whether the seat with the fewest points leads.
    by_round
        Whether one looks only when all seats still playing have had their turn.
    """

    score: str = "score"
    seat: str = "seat"
    taken: str = ""
    taken_from: str = ""
    sides: Mapping[int, int] = field(default_factory=dict)
    fewest_lead: bool = False
    by_round: bool = False

    def sides_at(self, seats: int) -> int:
        """How many sides a table of so many seats has; each is told by the seat of that number."""
        return self.sides.get(seats, seats)
