"""Estimate rows as a person reads them: short labels, percentages, and as many digits as the interval supports."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from simkit.model.cell import Cell
from simkit.report.summary import CellSummary

__all__ = [
    "SHARE",
    "Row",
    "bot_letters",
    "count_text",
    "decimals_for",
    "facts",
    "groups",
    "number_text",
    "plain",
    "printable",
    "unit_text",
]

SHARE = "share of "
"""How the unit of a proportion begins."""
_DIGITS = 2
"""Significant digits of half an interval; value and bounds have as many decimals."""
_MOST_DECIMALS = 12


class Row(NamedTuple):
    """One line of a table, all text; ``note`` says why a bound is missing."""

    statistic: str
    of: str
    value: str
    low: str
    high: str
    deals: str
    unit: str
    note: str


def bot_letters(cell: Cell) -> dict[str, str]:
    """Give letters A, B, ... to the different bots of a line-up, by label."""
    return {label: chr(ord("A") + i) for i, label in enumerate(dict.fromkeys(bot.label() for bot in cell.lineup))}


def printable(text: str) -> str:
    """Replace control characters, line breaks too, by question marks, so that no name can steer a terminal."""
    return "".join(char if char.isprintable() else "?" for char in text)


def decimals_for(value: float, bounds: Sequence[float]) -> int:
    """Decimals to print: by the wider half of the interval; six digits when there is none."""
    numbers = [value, *bounds]
    if all(number.is_integer() for number in numbers):
        return 0
    half = max((abs(bound - value) for bound in bounds), default=0.0)
    digits, size = (_DIGITS, half) if half > 0 else (6, abs(value))
    return min(max(digits - 1 - math.floor(math.log10(size)), 0), _MOST_DECIMALS)


def number_text(number: float | None, decimals: int) -> str:
    """Write a number with so many decimals and its thousands marked; "-" for None, and never -0.

    >>> number_text(-12345.678, 1), number_text(-0.01, 1)
    ('-12,345.7', '0.0')
    """
    return "-" if number is None else f"{round(number, decimals) + 0.0:,.{decimals}f}"


def unit_text(unit: str) -> str:
    """Write the unit as it is printed: a share is a percentage.

    >>> unit_text("share of games"), unit_text("turns")
    ('% of games', 'turns')
    """
    return "% of " + unit.removeprefix(SHARE) if unit.startswith(SHARE) else unit


def _row(row: dict[str, Any], letters: dict[str, str]) -> Row:
    """One estimate row as text; a share is a percentage."""
    share = row["unit"].startswith(SHARE)
    scale = 100 if share else 1
    value, low, high = (None if row[name] is None else scale * row[name] for name in ("value", "low", "high"))
    decimals = 0 if value is None else decimals_for(value, [bound for bound in (low, high) if bound is not None])

    who = f"seat {row['seat']}" if row["seat"] is not None else f"bot {letters[row['bot']]}" if row["bot"] else "game"
    unit = unit_text(row["unit"])
    note = row["interval"] if low is None or high is None else ""
    text, *bounds = (number_text(number, decimals) for number in (value, low, high))
    return Row(row["statistic"], who, text, bounds[0], bounds[1], f"{row['deals']:,}", unit, note)


def groups(summary: CellSummary) -> list[tuple[str, list[Row]]]:
    """Rows of a cell by the value of the column grouped by; one group without a name when there is none."""
    letters = bot_letters(summary.cell)
    found: dict[str, list[Row]] = {}
    for row in summary.estimates.iter_rows(named=True):
        found.setdefault(row["by"] or "", []).append(_row(row, letters))
    return list(found.items())


def facts(summary: CellSummary) -> list[tuple[str, list[str]]]:
    """Tell what was played: headings, each with one or more lines."""
    cell, letters = summary.cell, bot_letters(summary.cell)
    changes = [f"{one.rule} = {plain(one.value)} instead of {plain(one.variant_value)}" for one in summary.changes]
    lineup = [f"seat {seat + 1}: {letters[bot.label()]} {bot.label()}" for seat, bot in enumerate(cell.lineup)]
    each = len(cell.arrangements)
    played = f"{count_text(summary.games, 'game')} in {count_text(summary.deals, 'deal')} of {count_text(each, 'game')}"
    cut = f"{summary.cut_short:,} of them cut short at {cell.max_turns:,} turns a seat"
    if cell.bots_keep_seats:
        lineup.append('bots keep their seats, so bot and seat cannot be told apart; [run] seatings = "rotate" would do')
    return [
        ("rules", [f"variant {summary.variant}", *changes]),
        ("line-up", lineup),
        ("played", [f"{played}, seed {cell.seed}", cut]),
    ]


def count_text(number: int, noun: str) -> str:
    """Write a number of things."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def plain(value: Any) -> str:
    """Write a rule's value as configs have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
