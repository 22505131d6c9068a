"""Estimate rows as a person reads them: short labels, percentages, and as many digits as the interval supports."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from simkit.engine.cell import Cell
from simkit.report.summary import CellSummary

__all__ = ["Row", "bot_letters", "facts", "groups", "printable"]

_SHARE = "share of "
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


def _decimals(value: float, bounds: Sequence[float]) -> int:
    """Decimals to print: by the wider half of the interval; six digits when there is none."""
    numbers = [value, *bounds]
    if all(number.is_integer() for number in numbers):
        return 0
    half = max((abs(bound - value) for bound in bounds), default=0.0)
    digits, size = (_DIGITS, half) if half > 0 else (6, abs(value))
    return min(max(digits - 1 - math.floor(math.log10(size)), 0), _MOST_DECIMALS)


def _row(row: dict[str, Any], letters: dict[str, str]) -> Row:
    """One estimate row as text; a share is a percentage."""
    share = row["unit"].startswith(_SHARE)
    scale = 100 if share else 1
    value, low, high = (None if row[name] is None else scale * row[name] for name in ("value", "low", "high"))
    decimals = 0 if value is None else _decimals(value, [bound for bound in (low, high) if bound is not None])

    def shown(number: float | None) -> str:
        return "-" if number is None else f"{round(number, decimals) + 0.0:,.{decimals}f}"  # + 0.0: no -0

    who = f"seat {row['seat']}" if row["seat"] is not None else f"bot {letters[row['bot']]}" if row["bot"] else "game"
    unit = "% of " + row["unit"].removeprefix(_SHARE) if share else row["unit"]
    note = row["interval"] if low is None or high is None else ""
    return Row(row["statistic"], who, shown(value), shown(low), shown(high), f"{row['deals']:,}", unit, note)


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
    changes = [f"{one.rule} = {_plain(one.value)} instead of {_plain(one.variant_value)}" for one in summary.changes]
    lineup = [f"seat {seat + 1}: {letters[bot.label()]} {bot.label()}" for seat, bot in enumerate(cell.lineup)]
    each = len(cell.arrangements)
    played = f"{_count(summary.games, 'game')} in {_count(summary.deals, 'deal')} of {_count(each, 'game')}"
    cut = f"{summary.cut_short:,} of them cut short at {cell.max_turns:,} turns a seat"
    return [
        ("rules", [f"variant {summary.variant}", *changes]),
        ("line-up", lineup),
        ("played", [f"{played}, seed {cell.seed}", cut]),
    ]


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
