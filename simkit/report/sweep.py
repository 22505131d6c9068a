"""Many cells on one page: a table for each statistic with a line a cell, as text or Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from simkit.report.comparison import Comparison
from simkit.report.comparison_render import changed_lines, comparison_lines, explained, render_comparison
from simkit.report.layout import Block, Format, Heading, Lines, joined_facts, lay_out
from simkit.report.rows import facts, groups
from simkit.report.stop import interval_text, stop_lines
from simkit.report.summary import Summary
from simkit.report.summary_render import render_summary
from simkit.report.table import Column, Table, numbers

__all__ = ["MANY_CELLS", "comparison_page", "summary_page"]

MANY_CELLS = 4
"""Cells up to which each has a page of its own."""

_Rows = dict[str, list[tuple[str, ...]]]


def summary_page(summary: Summary, form: Format, width: int | None = None) -> str:
    """Put a summary into one of its forms; as text and Markdown, more than ``MANY_CELLS`` cells by statistic."""
    if form in ("text", "markdown") and len(summary.cells) > MANY_CELLS:
        return lay_out(_summary_blocks(summary), form, width)
    return render_summary(summary, form, width)


def comparison_page(comparison: Comparison, form: Format, width: int | None = None) -> str:
    """Put a comparison into one of its forms; as text and Markdown, more than ``MANY_CELLS`` cells by statistic."""
    if form in ("text", "markdown") and len(comparison.contrasts) > MANY_CELLS:
        return lay_out(_comparison_blocks(comparison), form, width)
    return render_comparison(comparison, form, width)


def _summary_blocks(summary: Summary) -> Iterator[Block]:
    tables: _Rows = {}
    for cell in summary.cells:
        for group, rows in groups(cell):
            for row in rows:
                heading = ", ".join(part for part in (row.statistic, row.of, group) if part) + f" ({row.unit})"
                line = (cell.cell.name, row.value, row.low, row.high, row.deals, row.note)
                tables.setdefault(heading, []).append(line)
    first = summary.cells[0]
    yield Heading(f"{first.title} ({first.cell.game}): {len(summary.cells)} cells")
    base = [f"{name} of {first.cell.name}: {text}" for name, text in joined_facts(facts(first))]
    stopped = [] if summary.stop is None else [f"stopped: {'; '.join(stop_lines(summary.stop))}"]
    yield Lines((*base, *stopped))
    columns = (Column("cell"), *numbers("value", "low", "high"), *numbers("deals", rank=1), Column(""))
    yield from _tables(tables, columns)
    yield Lines((f"low, high: {interval_text(summary.level, summary.stop)}",))


def _comparison_blocks(comparison: Comparison) -> Iterator[Block]:
    tables: _Rows = {}
    for contrast in comparison.contrasts:
        for row in comparison_lines(contrast, comparison.level):
            values = (row.against, row.cell, row.difference, row.low, row.high, row.p, row.fewer, row.alone)
            said = ", ".join(filter(None, (row.verdict, row.note)))
            tables.setdefault(f"{row.statistic}, {row.of} ({row.unit})", []).append((contrast.cell.name, *values, said))
    bases = {contrast.against.name for contrast in comparison.contrasts}
    against = f" against {bases.pop()}" if len(bases) == 1 else ", each against what it is a variant of"
    yield Heading(f"{comparison.title}: {len(comparison.contrasts)} cells{against}")
    columns = (
        *(Column("cell"), *numbers("against", "value", rank=1), *numbers("difference", "low", "high")),
        *(*numbers("p adj", rank=2), *numbers("fewer", "alone", rank=3), Column("")),
    )
    yield from _tables(tables, columns)
    changed = [line for contrast in comparison.contrasts for line in changed_lines(contrast)]
    yield Lines((*changed, *explained(comparison)))


def _tables(tables: _Rows, columns: tuple[Column, ...]) -> Iterator[Block]:
    for heading, rows in tables.items():
        yield Heading(heading, 3)
        yield Table(columns, tuple(rows))
