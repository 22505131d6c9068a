"""Short words and numbers for a screen: bots by what tells them apart, values with no digit that means nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simkit.model.cell import Cell, SeatBot
from simkit.report.rows import SHARE, decimal_text, rule_text, scaled, short_decimals, signed_text, unit_text

__all__ = ["decimals_of", "points_text", "quantity", "range_text", "short_names", "value_text"]

_Row = Mapping[str, Any]


def short_names(cell: Cell) -> dict[str, str]:
    """Give each bot of the line-up a short name, by label: a letter and what tells it from bots of the same strategy.

    A letter is left out where there is one bot. The first parameter of a bot stands without its name.
    """
    bots = list({bot.label(): bot for bot in cell.lineup}.values())
    texts = [_short(bot, bots) for bot in bots]
    if len(set(texts)) < len(texts):
        texts = [bot.label() for bot in bots]
    letters = [f"{chr(ord('A') + place)} " if len(bots) > 1 else "" for place in range(len(bots))]
    return {bot.label(): letter + text for bot, letter, text in zip(bots, letters, texts, strict=True)}


def _short(bot: SeatBot, bots: Sequence[SeatBot]) -> str:
    alike = [dict(other.params) for other in bots if other.strategy == bot.strategy]
    told = [
        (place, name, value)
        for place, (name, value) in enumerate(bot.params)
        if place == 0 or len({str(params.get(name)) for params in alike}) > 1
    ]
    inside = ", ".join(f"{'' if place == 0 else f'{name}='}{rule_text(value)}" for place, name, value in told)
    return f"{bot.strategy}({inside})" if inside else bot.strategy


def quantity(row: _Row, *, bounds: bool = True) -> str:
    """Write a value with its unit, and its interval behind it.

    >>> row = {"value": 0.5483, "low": 0.5444, "high": 0.5522, "unit": "share of games"}
    >>> quantity(row), quantity(row, bounds=False)
    ('54.8 % of games (54.4-55.2)', '54.8 % of games')
    """
    text = f"{value_text(row)} {unit_text(row['unit'])}"
    return f"{text} ({range_text(row)})" if bounds and row["low"] is not None and row["high"] is not None else text


def value_text(row: _Row, decimals: int | None = None) -> str:
    """Write a value alone, a share as its percentage; with other ``decimals`` than its own if given."""
    value = scaled(row, "value")[0]
    if not value:
        return "-" if value is None else "0"
    return decimal_text(value, decimals_of(row) if decimals is None else decimals)


def decimals_of(row: _Row) -> int:
    """Decimals that the row's interval warrants."""
    value, low, high = scaled(row, "value", "low", "high")
    return short_decimals(value or 0.0, low, high)


def range_text(row: _Row, *, signed: bool = False) -> str:
    """Write the interval; negative bounds are told apart by ``to``."""
    value, low, high = scaled(row, "value", "low", "high")
    decimals = short_decimals(value or 0.0, low, high)
    texts = [signed_text(bound, decimals) if signed else decimal_text(bound, decimals) for bound in (low, high)]
    return (" to " if signed or "-" in "".join(texts) else "-").join(texts)


def points_text(row: _Row) -> str:
    """Write a difference of shares in percentage points, with its sign.

    >>> points_text({"value": 0.0252, "low": 0.0163, "high": 0.0341, "unit": "share of games"})
    '+2.5 points (+1.6 to +3.4)'
    """
    value, low, high = scaled(row, "value", "low", "high")
    unit = "points" if row["unit"].startswith(SHARE) else row["unit"]
    text = f"{signed_text(value, short_decimals(value or 0.0, low, high))} {unit}"
    return text if low is None or high is None else f"{text} ({range_text(row, signed=True)})"
