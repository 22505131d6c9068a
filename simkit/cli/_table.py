"""Rows of plain data in each form of a result: for people aligned or as Markdown, for machines as JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

__all__ = ["as_table"]

Row = Mapping[str, Any]


def as_table(
    rows: Sequence[Row], output_format: str, shown: Mapping[str, tuple[str, Callable[[Any], str]]], facts: Row
) -> str:
    """Lay rows out.

    Parameters
    ----------
    rows
        Values by key, the same keys in each.
    output_format
        ``text``, ``markdown``, ``json`` or ``csv``.
    shown
        For people: by key the heading of its column, and how a value is written.
    facts
        What holds for all rows; stands beside them in JSON.
    """
    if output_format == "json":
        return json.dumps({**facts, "rows": [dict(row) for row in rows]}, indent=2)
    if output_format == "csv":
        return _as_csv(rows)
    lines = [[heading for heading, _ in shown.values()]]
    lines += [[write(row[key]) for key, (_, write) in shown.items()] for row in rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(shown))]
    if output_format == "markdown":
        lines.insert(1, ["---", *["---:"] * (len(shown) - 1)])
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return "\n".join("  ".join(_aligned(line, widths)).rstrip() for line in lines)


def _aligned(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Pad a line: the first column, names, to the left, numbers to the right."""
    return [line[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(line[1:], widths[1:], strict=True))]


def _as_csv(rows: Sequence[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().rstrip("\n")
