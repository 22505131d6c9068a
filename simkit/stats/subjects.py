"""Whom a number is about: the game, a seat, or a bot wherever it sits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simkit.model.cell import Cell, SeatBot
from simkit.model.statistic import Statistic
from simkit.stats.moments import Floats

__all__ = ["Subject", "means_anything", "shared_subjects", "subjects"]


@dataclass(frozen=True)
class Subject:
    """The game (neither seat nor bot), a seat (from 0) or a bot.

    A statistic has one series of values a game, or one for each seat; ``weights`` is ``float64[series, seatings]``: 1
    where, in that seating of the deal, the series belongs to the subject.
    """

    seat: int | None
    bot: SeatBot | None
    weights: Floats

    def totals(self, series: Sequence[Floats]) -> tuple[Floats, int]:
        """Sum by deal: the subject's totals, ``float64[deals]``, and the number of games in which it has any.

        ``series`` holds arrays of a value a game, the games of a deal together.
        """
        seatings = self.weights.shape[1]
        total, games = np.zeros(len(series[0]) // seatings), 0
        for seating, row in enumerate(self.weights.T):
            parts = [one[seating::seatings] for one, weight in zip(series, row, strict=True) if weight]
            game = sum(parts[1:], start=parts[0])
            games += int(np.count_nonzero(game))
            total += game
        return total, games

    def values(self, series: Sequence[Floats]) -> Floats:
        """Gather the subject's values, ``float64[deals, values]``: several a game for a bot in several seats."""
        shape = (-1, self.weights.shape[1])
        parts = [one.reshape(shape)[:, row > 0] for one, row in zip(series, self.weights, strict=True)]
        return np.concatenate(parts, axis=1)


def means_anything(statistic: Statistic, *cells: Cell) -> bool:
    """Whether all of the cells have seats enough for a statistic, and one of them rules under which it may not be 0.

    What a place at the table is worth is not known where different bots keep their seats.
    """
    fits = all(statistic.seats <= cell.seats and not (statistic.of_place and cell.bots_keep_seats) for cell in cells)
    applies_if = statistic.applies_if
    return fits and (applies_if is None or any(applies_if(dict(cell.rules)) for cell in cells))


def subjects(cell: Cell, statistic: Statistic) -> list[Subject]:
    """List the game; or each seat, and each different bot of the line-up when bots change seats, or these alone.

    A seat's bot is named where the seat has the same one in every game.
    """
    seatings = len(cell.arrangements)
    if statistic.by == "game":
        return [Subject(None, None, np.ones((1, seatings)))]
    found = []
    if statistic.by == "best" and len(set(cell.lineup)) == 1:
        return []
    for seat in range(cell.seats if statistic.by == "seat" else 0):
        weights = np.zeros((cell.seats, seatings))
        weights[seat] = 1
        found.append(Subject(seat, cell.lineup[seat] if seatings == 1 else None, weights))
    if cell.seatings != "fixed" and cell.seats > 1:
        for bot in dict.fromkeys(cell.lineup):
            sits = [[cell.lineup[place] == bot for place in arrangement] for arrangement in cell.arrangements]
            found.append(Subject(None, bot, np.array(sits, np.float64).T))
    return found


def shared_subjects(cell: Cell, against: Cell, statistic: Statistic) -> list[tuple[Subject, Subject]]:
    """Pair what a difference is about: the game, equal seats, and the bots at equal places of the line-ups.

    A bot is compared with whatever has its place in the other line-up. Bots are left out where the numbers of seats
    differ, and where they keep their seats in either cell.
    """
    ours, theirs = subjects(cell, statistic), subjects(against, statistic)
    found = [(one, other) for one, other in zip(ours, theirs, strict=False) if one.bot is None or one.seat is not None]
    found = [(one, other) for one, other in found if one.seat == other.seat]
    if cell.seats != against.seats:
        return found
    bots, others = ({one.bot: one for one in some if one.seat is None and one.bot} for some in (ours, theirs))
    places = dict.fromkeys(zip(cell.lineup, against.lineup, strict=True))
    return found + [(bots[bot], others[other]) for bot, other in places if bot in bots and other in others]
