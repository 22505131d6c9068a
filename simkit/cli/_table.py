"""Rows of plain data in each form of a result: for people aligned or as Markdown, for machines as JSON or CSV."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from simkit.json_text import json_text
from simkit.report.screen.layout import WIDTH
from simkit.report.table import Column, Table, csv_text, markdown_lines, text_lines

if TYPE_CHECKING:
    from simkit.cli._options import Output
    from simkit.report.summary import Summary

__all__ = ["Shown", "Terminal", "as_table", "count_text", "screen", "summary_text", "terminal_width", "write_table"]

Shown = Mapping[str, tuple[Column, Callable[[Any], str]]]
"""For people: by key the column that a value stands in, and how it is written."""


def terminal_width() -> int | None:
    """Characters of a line of the terminal that is printed to; None where a file or a pipe takes the output."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


class Terminal(TypedDict):
    """What an answer on one screen is laid out for."""

    width: int
    coloured: bool


def screen() -> Terminal:
    """The terminal that is printed to; without one, 80 columns and no colour. NO_COLOR and TERM=dumb are obeyed."""
    is_plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return {"width": terminal_width() or WIDTH, "coloured": sys.stdout.isatty() and not is_plain}


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
        return json_text({**facts, "rows": [dict(row) for row in rows]})
    if output_format == "csv":
        return csv_text(rows).rstrip("\n")
    columns = tuple(column for column, _ in shown.values())
    cells = tuple(tuple(write(row[key]) for key, (_, write) in shown.items()) for row in rows)
    return write_table(Table(columns, cells), output_format)


def write_table(table: Table, output_format: str) -> str:
    """Write a table for people: as Markdown, or as text that fits the terminal."""
    return "\n".join(markdown_lines(table) if output_format == "markdown" else text_lines(table, terminal_width()))


def summary_text(summary: Summary, output: Output, *, is_chosen: bool = False) -> str:
    """Write a summary as asked for; chosen statistics of one cell are told with their intervals."""
    from simkit.report.screen.summary import summary_screen
    from simkit.report.sweep import summary_page

    if output.is_screen and not is_chosen:
        return summary_screen(summary, **screen())
    return summary_page(summary, output.format, terminal_width())


def count_text(number: int, what: str) -> str:
    """Write how many there are of something.

    >>> count_text(0, "fault"), count_text(1, "fault"), count_text(1200, "fault")
    ('no faults', '1 fault', '1,200 faults')
    """
    return f"{f'{number:,}' if number else 'no'} {what}{'' if number == 1 else 's'}"
