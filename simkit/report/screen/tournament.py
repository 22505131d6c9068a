"""A tournament on one screen: who is best, ratings, and a cross table."""

from __future__ import annotations

from typing import Any

from simkit.report.rows import count_text, decimal_text, short_decimals
from simkit.report.screen.layout import WIDTH, Answer, Block, Note, screen_text
from simkit.report.screen.words import decimals_of, value_text
from simkit.report.stop import stop_text
from simkit.report.table import Column, Table, numbers
from simkit.report.tournament import Tournament

__all__ = ["tournament_screen"]

_MOST_OPPONENTS = 8
"""Bots up to which there is a cross table."""


def tournament_screen(tournament: Tournament, width: int = WIDTH, *, coloured: bool = False) -> str:
    """Write the answer on one screen, with a newline at the end: the best bot, then all with ratings and results."""
    groups: list[list[Block]] = [[Answer(_answer(tournament))], [_table(tournament)], [Note(_note(tournament))]]
    return screen_text(groups, width, coloured=coloured)


def _answer(tournament: Tournament) -> str:
    best, second = tournament.names[:2]
    row = next(tournament.rows.filter(statistic="elo").iter_rows(named=True))
    if row["value"] is None:
        return f"No rating fits: {row['interval'].removeprefix('none: ')}"
    rated = f"{best} is rated highest: {_elo(row)}"
    likely = tournament.superiority.get((best, second))
    if likely is None:
        return rated
    if likely >= tournament.level:
        return f"{rated}, above {second}"
    return f"{rated}, but not clearly above {second} (likelihood {100 * likely:.0f} %)"


def _elo(row: dict[str, Any]) -> str:
    return f"{_texts(row)[0]} Elo" + (f" ({_texts(row)[1]})" if row["low"] is not None else "")


def _texts(row: dict[str, Any]) -> tuple[str, str]:
    """A rating, and its interval."""
    if row["value"] is None:
        return "-", "-"
    is_known = row["low"] is not None and row["high"] is not None
    decimals = short_decimals(row["value"], row["low"], row["high"]) if is_known else 0
    value, low, high = (decimal_text(row[key], decimals) for key in ("value", "low", "high"))
    return value, f"{low} to {high}" if is_known else "-"


def _table(tournament: Tournament) -> Table:
    """Rank, bot, rating, and how often it wins against each other, or finishes before it."""
    names = tournament.names
    is_crossed = len(names) <= _MOST_OPPONENTS
    opponents = [str(place) for place in range(1, len(names) + 1)] if is_crossed else []
    columns = (*numbers(""), Column("bot"), *numbers("Elo", "interval", "wins %"), *numbers(*opponents))
    pairs = [tournament.result(name, other) for name in names for other in names if name != other]
    decimals = min(map(decimals_of, pairs))
    return Table(columns, tuple(_line(tournament, place, decimals, is_crossed) for place in range(len(names))))


def _line(tournament: Tournament, place: int, decimals: int, is_crossed: bool) -> tuple[str, ...]:
    name = tournament.names[place]
    rated = tournament.rows.filter(statistic="elo").row(place, named=True)
    results = [None if other == name else tournament.result(name, other) for other in tournament.names]
    if tournament.seats == 2:
        played = [row for row in results if row is not None]
        wins = f"{100 * sum(row['value'] for row in played) / len(played):.1f}"
    else:
        wins = value_text(tournament.of(name, "win_rate"))
    shown = ["-" if row is None else value_text(row, decimals) for row in results] if is_crossed else []
    return (str(place + 1), name, *_texts(rated), wins, *shown)


def _note(tournament: Tournament) -> str:
    seats = tournament.seats
    tables = "every pair" if seats == 2 else f"{count_text(tournament.tables, 'table')} of {seats} bots"
    what = "wins against" if seats == 2 else "finishes before"
    parts = [f"{tournament.title}, {tables} on the same {count_text(tournament.deals, 'deal')}"]
    if tournament.stop is not None:
        parts.append(stop_text(tournament.stop))
    crossed = (
        f"Numbered columns: how often the row {what} that bot, in %. "
        if len(tournament.names) <= _MOST_OPPONENTS
        else ""
    )
    parts.append(f"{crossed}Ties count half. {100 * tournament.level:g} % intervals. `--all` shows every number")
    return ". ".join(parts) + "."
