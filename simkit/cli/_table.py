"""Rows of plain data in each form of a result: for people aligned or as Markdown, for machines as JSON or CSV."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from simkit.report.table import Column, Table, csv_text, markdown_lines, text_lines

__all__ = ["Shown", "as_table", "count_text", "terminal_width", "write_table"]

Shown = Mapping[str, tuple[Column, Callable[[Any], str]]]
"""For people: by key the column that a value stands in, and how it is written."""


def terminal_width() -> int | None:
    """Characters of a line of the terminal that is printed to; None where a file or a pipe takes the output."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def as_table(rows: Sequence[Mapping[str, Any]], output_format: str, shown: Shown, facts: Mapping[str, Any]) -> str:
    """Lay rows out.

    Parameters
    ----------
    rows
        Values by key, the same keys in each.
    output_format
        ``text``, ``markdown``, ``json`` or ``csv``.
    facts
        What holds for all rows; stands beside them in JSON.
    """
    if output_format == "json":
        return json.dumps({**facts, "rows": [dict(row) for row in rows]}, indent=2)
    if output_format == "csv":
        return csv_text(rows).rstrip("\n")
    columns = tuple(column for column, _ in shown.values())
    cells = tuple(tuple(write(row[key]) for key, (_, write) in shown.items()) for row in rows)
    return write_table(Table(columns, cells), output_format)


def write_table(table: Table, output_format: str) -> str:
    """Write a table for people: as Markdown, or as text that fits the terminal."""
    return "\n".join(markdown_lines(table) if output_format == "markdown" else text_lines(table, terminal_width()))


def count_text(number: int, what: str) -> str:
    """Write how many there are of something.

    >>> count_text(0, "fault"), count_text(1, "fault"), count_text(1200, "fault")
    ('no faults', '1 fault', '1,200 faults')
    """
    return f"{f'{number:,}' if number else 'no'} {what}{'' if number == 1 else 's'}"
