"""Exact answers as text, Markdown, JSON and CSV."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from simkit.model.solution import Bounds, Form, Sheet
from simkit.report.layout import JSON_SCHEMA, Block, Format, Heading, Lines, Paragraph, json_text, lay_out
from simkit.report.table import Column, Table, csv_text
from simkit.solving import Answer

__all__ = ["bounds_text", "render_answers", "render_odds"]

_MOST_DIGITS, _ROUNDING = 8, 1e-12
"""Decimals printed at most; the part of a number that the bounds do not cover, since it is lost to rounding."""


def render_answers(answers: Sequence[Answer], form: Format, width: int | None) -> str:
    """Put solved games into one of their forms; ``csv`` has the first table of each, which tells the play."""
    if form == "json":
        return json_text({"schema": JSON_SCHEMA, "answers": [_answer_data(answer) for answer in answers]})
    if form == "csv":
        return "\n".join(_csv(answer.sheets[0]) for answer in answers)
    return lay_out((block for answer in answers for block in _answer_blocks(answer)), form, width)


def render_odds(title: str, sheets: Sequence[Sheet], form: Format, width: int | None) -> str:
    """Put odds into one of their forms; ``csv`` has the first table."""
    if form == "json":
        return json_text({"schema": JSON_SCHEMA, "title": title, **_sheets_data(sheets)})
    if form == "csv":
        return _csv(sheets[0])
    return lay_out([Heading(title), *(block for sheet in sheets for block in _sheet_blocks(sheet))], form, width)


def bounds_text(value: Bounds, unit: str) -> str:
    """Write a value with the digits that its bounds agree on, and how far these are apart.

    >>> bounds_text(Bounds(845.8144556, 845.8144559), "points")
    '845.814456 points (its bounds are less than 1e-6 apart)'
    """
    apart = max(value.high - value.low, _ROUNDING * abs(value.middle), 10.0 ** -(_MOST_DIGITS + 2))
    digits = max(0, min(_MOST_DIGITS, math.floor(-math.log10(apart))))
    return f"{value.middle:,.{digits}f} {unit} (its bounds are less than 1e-{digits} apart)"


def _answer_blocks(answer: Answer) -> Iterator[Block]:
    yield Heading(answer.title)
    question = answer.goal.question
    yield Paragraph(f"{question[0].upper()}{question[1:]}: {bounds_text(answer.value, answer.goal.unit)}")
    for sheet in answer.sheets:
        yield from _sheet_blocks(sheet)
    if answer.bots:
        yield Heading(f"Bots: {answer.goal.unit}, exactly", 3)
        yield Table(
            (Column("bot"), Column("value", is_number=True), Column("off the best", is_number=True)),
            tuple(_bot_row(answer, *row) for row in _bot_rows(answer)),
        )


def _bot_rows(answer: Answer) -> list[tuple[str, float | None, str]]:
    """The bots, the best first; those that cannot be evaluated last."""
    sign = 1 if answer.goal.is_least else -1
    rows = [(bot.name, bot.value, bot.why) for bot in answer.bots]
    return sorted(rows, key=lambda row: math.inf if row[1] is None else sign * row[1])


def _bot_row(answer: Answer, name: str, value: float | None, why: str) -> tuple[str, str, str]:
    if value is None:
        return name, "-", why
    best = answer.value.middle
    return name, f"{value:,.4f}", f"{abs(value - best):,.4f} ({100 * abs(value - best) / abs(best):.2f} %)"


def _sheet_blocks(sheet: Sheet) -> Iterator[Block]:
    yield Heading(sheet.title, 3)
    rows = sheet.rows[: sheet.shown]
    columns = tuple(Column(column.heading, is_number=column.form != "text") for column in sheet.columns)
    yield Table(columns, tuple(tuple(map(_text, row, (column.form for column in sheet.columns))) for row in rows))
    if len(rows) < len(sheet.rows):
        yield Lines((f"the first {len(rows)} of {len(sheet.rows):,} rows; --format json has all",))


def _text(value: Any, form: Form) -> str:
    if value is None:
        return "never" if form == "count" else "-"
    if form == "text":
        return str(value)
    if form == "count":
        return f"{value:,}"
    return f"{100 * value:.4f} %" if form == "share" else f"{value:,.4f}"


def _answer_data(answer: Answer) -> dict[str, Any]:
    return {
        "title": answer.title,
        "game": answer.game,
        "goal": answer.goal.name,
        "unit": answer.goal.unit,
        "low": answer.value.low,
        "high": answer.value.high,
        **_sheets_data(answer.sheets),
        "bots": [{"bot": bot.name, "value": bot.value, "why": bot.why or None} for bot in answer.bots],
    }


def _sheets_data(sheets: Sequence[Sheet]) -> dict[str, Any]:
    return {"tables": {sheet.name: {"title": sheet.title, "rows": _rows(sheet)} for sheet in sheets}}


def _rows(sheet: Sheet) -> list[dict[str, Any]]:
    return [dict(zip((column.key for column in sheet.columns), row, strict=True)) for row in sheet.rows]


def _csv(sheet: Sheet) -> str:
    return csv_text(_rows(sheet))
