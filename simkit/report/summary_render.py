"""A summary as text, Markdown, JSON or CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from simkit.report.layout import JSON_SCHEMA, Block, Facts, Format, Heading, Lines, json_text, lay_out
from simkit.report.rows import Row, facts, groups
from simkit.report.stop import interval_text, stop_json, stop_lines
from simkit.report.summary import CellSummary, Summary
from simkit.report.table import Column, Table, footnotes, numbers

__all__ = ["render_summary", "summary_content"]


def render_summary(summary: Summary, form: Format, width: int | None = None) -> str:
    """Put a summary into one of its forms, with a newline at the end.

    ``text`` takes ``width`` characters a line, or as many as it needs; ``csv`` has the estimate rows alone; ``json``
    has everything, with null where there is no number and never NaN.
    """
    if form == "json":
        return json_text(summary_content(summary))
    if form == "csv":
        return pl.concat([cell.estimates for cell in summary.cells]).write_csv()
    return lay_out(_blocks(summary), form, width)


def summary_content(summary: Summary) -> dict[str, Any]:
    """Return everything that a summary says as plain data; there is no NaN in it."""
    return {
        "schema": JSON_SCHEMA,
        "level": summary.level,
        "stop": stop_json(summary.stop),
        "cells": [_cell_json(cell) for cell in summary.cells],
        "meanings": dict(summary.meanings),
    }


def _cell_json(summary: CellSummary) -> dict[str, Any]:
    cell = summary.cell
    changes = [
        {"rule": change.rule, "value": change.value, "variant_value": change.variant_value}
        for change in summary.changes
    ]
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


def _blocks(summary: Summary) -> Iterator[Block]:
    stopped = [] if summary.stop is None else [("stopped", line) for line in stop_lines(summary.stop)]
    for cell in summary.cells:
        name = "" if cell.cell.name == "base" else f", cell {cell.cell.name}"
        yield Heading(f"{cell.title} ({cell.cell.game}){name}")
        yield Facts((*facts(cell), *stopped))
        for group, rows in groups(cell):
            if group:
                yield Heading(group, 3)
            yield from _table(rows, interval_text(summary.level, summary.stop))
        yield Lines((f"`simkit describe {cell.cell.game} statistics` tells what each statistic means.",))


_COLUMNS = (
    *(Column("statistic"), Column("of")),
    *(*numbers("value", "low", "high"), *numbers("deals", rank=1), Column("unit")),
)


def _table(rows: Sequence[Row], bounds: str) -> Iterator[Block]:
    """Lay estimates out; what bounds are, and why some are missing, stands below."""
    units, notes = footnotes([row.unit for row in rows], [row.note for row in rows])
    cells = tuple((*row[:6], unit) for row, unit in zip(rows, units, strict=True))
    yield Table(_COLUMNS, cells, is_grouped=True)
    yield Lines((f"low, high: {bounds}", *notes))
