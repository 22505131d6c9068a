"""Estimate rows as a person reads them: short labels, percentages, and as many digits as the interval supports."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from simkit.model.cell import Cell
from simkit.report.summary import CellSummary

__all__ = [
    "SHARE",
    "Row",
    "bot_letters",
    "capital",
    "count_text",
    "decimal_text",
    "decimals_for",
    "facts",
    "groups",
    "interval_texts",
    "rule_text",
    "scale_of",
    "scaled",
    "short_decimals",
    "signed_text",
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


def decimals_for(value: float, bounds: Sequence[float]) -> int:
    """Decimals to print: by the wider half of the interval; six digits when there is none."""
    numbers = [value, *bounds]
    if all(float(number).is_integer() for number in numbers):
        return 0
    half = max((abs(bound - value) for bound in bounds), default=0.0)
    digits, size = (_DIGITS, half) if half > 0 else (6, abs(value))
    return min(max(digits - 1 - math.floor(math.log10(size)), 0), _MOST_DECIMALS)


def short_decimals(value: float, low: float | None, high: float | None) -> int:
    """Decimals in a sentence: one digit of half the interval, and so many that no bound beside 0 is written as 0.

    >>> short_decimals(54.83, 54.44, 55.22), short_decimals(0.12, 0.02, 0.22), short_decimals(21, 20, 21)
    (1, 2, 0)
    """
    bounds = [bound for bound in (low, high) if bound is not None]
    decimals = max(decimals_for(value, bounds) - 1, 0)
    near = min((abs(bound) for bound in bounds if bound), default=0.0)
    is_beside = len(bounds) == 2 and bounds[0] * bounds[1] > 0
    return max(decimals, min(math.ceil(-math.log10(near)), _MOST_DECIMALS)) if near and is_beside else decimals


def decimal_text(number: float | None, decimals: int) -> str:
    """Write a number with so many decimals and its thousands marked; "-" for None, and never -0.

    >>> decimal_text(-12345.678, 1), decimal_text(-0.01, 1)
    ('-12,345.7', '0.0')
    """
    return "-" if number is None else f"{round(number, decimals) + 0.0:,.{decimals}f}"


def signed_text(number: float | None, decimals: int) -> str:
    """Write a number like ``decimal_text``, one above 0 with its sign."""
    text = decimal_text(number, decimals)
    return f"+{text}" if number is not None and number > 0 else text


def capital(text: str) -> str:
    """Begin a text with a capital, and leave the rest as it is."""
    return text[:1].upper() + text[1:]


def unit_text(unit: str) -> str:
    """Write the unit as it is printed: a share is a percentage.

    >>> unit_text("share of games"), unit_text("turns")
    ('% of games', 'turns')
    """
    return "% of " + unit.removeprefix(SHARE) if unit.startswith(SHARE) else unit


def scale_of(unit: str) -> int:
    """What a number of the unit is multiplied by to be printed: a share is a percentage."""
    return 100 if unit.startswith(SHARE) else 1


def scaled(row: Mapping[str, Any], *names: str) -> list[float | None]:
    """Give numbers of a row as they are printed."""
    scale = scale_of(row["unit"])
    return [None if row[name] is None else scale * row[name] for name in names]


def interval_texts(value: float | None, low: float | None, high: float | None) -> list[str]:
    """Write a value and its bounds with the decimals that the interval deserves.

    >>> interval_texts(26.004, 25.881, 26.113), interval_texts(50.0, None, None)
    (['26.00', '25.88', '26.11'], ['50', '-', '-'])
    """
    decimals = 0 if value is None else decimals_for(value, [bound for bound in (low, high) if bound is not None])
    return [decimal_text(number, decimals) for number in (value, low, high)]


def _row(row: dict[str, Any], letters: dict[str, str]) -> Row:
    """One estimate row as text."""
    who = f"seat {row['seat']}" if row["seat"] is not None else f"bot {letters[row['bot']]}" if row["bot"] else "game"
    unit = unit_text(row["unit"])
    note = row["interval"] if row["low"] is None or row["high"] is None else ""
    value, low, high = interval_texts(*scaled(row, "value", "low", "high"))
    return Row(row["statistic"], who, value, low, high, f"{row['deals']:,}", unit, note)


def groups(summary: CellSummary) -> list[tuple[str, list[Row]]]:
    """Rows of a cell by the value of the column grouped by; one group without a name when there is none."""
    letters = bot_letters(summary.cell)
    by_group: dict[str, list[Row]] = {}
    for row in summary.estimates.iter_rows(named=True):
        by_group.setdefault(row["by"] or "", []).append(_row(row, letters))
    return list(by_group.items())


def facts(summary: CellSummary) -> Iterator[tuple[str, str]]:
    """Tell what was played: a name and a line each."""
    cell, letters = summary.cell, bot_letters(summary.cell)
    yield "rules", f"variant {summary.variant}"
    for change in summary.changes:
        yield "rules", f"{change.rule} = {rule_text(change.value)} instead of {rule_text(change.variant_value)}"
    for seat, bot in enumerate(cell.lineup, 1):
        yield "line-up", f"seat {seat}: {letters[bot.label()]} {bot.label()}"
    if cell.bots_keep_seats:
        yield (
            "line-up",
            'bots keep their seats, so bot and seat cannot be told apart; [run] seatings = "rotate" would do',
        )
    each = count_text(len(cell.arrangements), "game")
    played = f"{count_text(summary.games, 'game')} in {count_text(summary.deals, 'deal')} of {each}"
    yield "played", f"{played}, seed {cell.seed}"
    yield "played", f"{summary.cut_short:,} of them cut short at {cell.max_turns:,} turns a seat"


def count_text(number: int, noun: str) -> str:
    """Write a number of things."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def rule_text(value: Any) -> str:
    """Write a rule's value as configs have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
