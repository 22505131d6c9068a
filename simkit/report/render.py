"""A summary as text, Markdown, JSON or CSV."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import polars as pl

from simkit.report.rows import Row, facts, groups, printable
from simkit.report.stop import interval_text, stop_json, stop_lines
from simkit.report.summary import CellSummary, Summary

__all__ = ["JSON_SCHEMA", "Format", "escaped", "render", "summary_content"]

Format = Literal["text", "json", "csv", "markdown"]

JSON_SCHEMA = 1
"""Raised whenever a key of the JSON goes or changes its meaning."""


def render(summary: Summary, form: Format) -> str:
    """Put a summary into one of its forms, with a newline at the end.

    ``text`` fits 80 columns unless names are long; ``csv`` has the estimate rows alone; ``json`` has everything, with
    null where there is no number and never NaN.
    """
    forms: dict[str, Callable[[Summary], str]] = {
        "text": _text,
        "markdown": _markdown,
        "json": _json,
        "csv": _csv,
    }
    return forms[form](summary)


def summary_content(summary: Summary) -> dict[str, Any]:
    """Return everything that a summary says as plain data; there is no NaN in it."""
    return {
        "schema": JSON_SCHEMA,
        "level": summary.level,
        "stop": stop_json(summary.stop),
        "cells": [_cell_json(cell) for cell in summary.cells],
        "meanings": dict(summary.meanings),
    }


def _json(summary: Summary) -> str:
    return json.dumps(summary_content(summary), indent=1, allow_nan=False, ensure_ascii=False) + "\n"


def _cell_json(summary: CellSummary) -> dict[str, Any]:
    cell = summary.cell
    changes = [{"rule": one.rule, "value": one.value, "variant_value": one.variant_value} for one in summary.changes]
    return {
        "name": cell.name,
        "id": cell.id,
        "title": summary.title,
        "variant": summary.variant,
        "changes": changes,
        **cell.content(),
        "games": summary.games,
        "deals": summary.deals,
        "cut_short": summary.cut_short,
        "estimates": summary.estimates.to_dicts(),
    }


def _csv(summary: Summary) -> str:
    return pl.concat([cell.estimates for cell in summary.cells]).write_csv()


def _heading(summary: CellSummary) -> str:
    name = "" if summary.cell.name == "base" else f", cell {summary.cell.name}"
    return f"{summary.title} ({summary.cell.game}){name}"


def _facts(summary: Summary, cell: CellSummary) -> list[tuple[str, list[str]]]:
    return facts(cell) if summary.stop is None else [*facts(cell), ("stopped", stop_lines(summary.stop))]


def _text(summary: Summary) -> str:
    lines: list[str] = []
    for cell in summary.cells:
        lines += [_heading(cell), ""]
        for name, found in _facts(summary, cell):
            lines += [f"  {label:<9}{line}" for label, line in zip([name, *[""] * len(found)], found, strict=False)]
        for group, rows in groups(cell):
            lines += ["", *([f"  {group}"] if group else []), *_table(rows, interval_text(summary.level, summary.stop))]
        lines += ["", f"  `simkit describe {cell.cell.game}` tells what each statistic means.", ""]
    return "\n".join(map(printable, lines))


_HEADER = Row("statistic", "of", "value", "low", "high", "deals", "unit", "")


def _table(rows: Sequence[Row], bounds: str) -> Iterator[str]:
    """Aligned lines; the statistic's name stands on its first row only; what bounds are, and notes, stand below."""
    notes = {note: chr(ord("a") + i) for i, note in enumerate(dict.fromkeys(row.note for row in rows if row.note))}
    width = [max(len(row[i]) for row in [_HEADER, *rows]) for i in range(6)]
    last = ""
    for row in [_HEADER, *rows]:
        name = "" if row.statistic == last else row.statistic
        last = row.statistic
        numbers = [f"{row[i]:>{width[i]}}" for i in range(2, 6)]
        mark = f" [{notes[row.note]}]" if row.note else ""
        yield f"  {name:<{width[0]}}  {row.of:<{width[1]}}  {'  '.join(numbers)}  {row.unit}{mark}".rstrip()
    yield ""
    yield f"  low, high: {bounds}"
    for note, mark in notes.items():
        yield f"  [{mark}] {note}"


def _markdown(summary: Summary) -> str:
    lines: list[str] = []
    for cell in summary.cells:
        lines += [f"## {escaped(_heading(cell))}", ""]
        lines += [f"* {name}: {escaped('; '.join(found))}" for name, found in _facts(summary, cell)]
        for group, rows in groups(cell):
            lines += ["", *([f"### {escaped(group)}", ""] if group else [])]
            kind = "interval" if summary.stop is None else "confidence sequence"
            lines += [f"| statistic | of | value | {100 * summary.level:g} % {kind} | deals | unit |"]
            lines += ["| --- | --- | ---: | ---: | ---: | --- |"]
            lines += [_markdown_row(row) for row in rows]
        lines += [""]
    return "\n".join(map(printable, lines))


def _markdown_row(row: Row) -> str:
    interval = f"{row.low} to {row.high}" + (f" ({row.note})" if row.note else "")
    return "| " + " | ".join([row.statistic, row.of, row.value, interval, row.deals, row.unit]) + " |"


def escaped(text: str) -> str:
    """Keep Markdown from reading signs in the text as its own."""
    return "".join(f"\\{char}" if char in "\\`*_|<>[]" else char for char in text)
