"""Many cells on one page: a table for each statistic with a line a cell, as text or Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from simkit.report.comparison import Comparison
from simkit.report.comparison_render import changed_lines, comparison_lines, explained, render_comparison
from simkit.report.render import Format, escaped, render
from simkit.report.rows import facts, groups, printable
from simkit.report.stop import interval_text, stop_lines
from simkit.report.summary import Summary

__all__ = ["MANY_CELLS", "comparison_page", "summary_page"]

MANY_CELLS = 4
"""Cells up to which each has a page of its own."""

_Table = list[list[str]]


def summary_page(summary: Summary, form: Format) -> str:
    """Put a summary into one of its forms; as text and Markdown, more than ``MANY_CELLS`` cells by statistic."""
    by_statistic = form in ("text", "markdown") and len(summary.cells) > MANY_CELLS
    return _summary_sweep(summary, form) if by_statistic else render(summary, form)


def comparison_page(comparison: Comparison, form: Format) -> str:
    """Put a comparison into one of its forms; as text and Markdown, more than ``MANY_CELLS`` cells by statistic."""
    by_statistic = form in ("text", "markdown") and len(comparison.contrasts) > MANY_CELLS
    return _comparison_sweep(comparison, form) if by_statistic else render_comparison(comparison, form)


def _summary_sweep(summary: Summary, form: Format) -> str:
    tables: dict[str, _Table] = {}
    for cell in summary.cells:
        for group, rows in groups(cell):
            for row in rows:
                heading = ", ".join(part for part in (row.statistic, row.of, group) if part) + f" ({row.unit})"
                line = [cell.cell.name, row.value, row.low, row.high, row.deals, row.note]
                tables.setdefault(heading, []).append(line)
    first = summary.cells[0]
    title = f"{first.title} ({first.cell.game}): {len(summary.cells)} cells"
    base = [f"{name} of {first.cell.name}: {'; '.join(found)}" for name, found in facts(first)]
    base += [] if summary.stop is None else [f"stopped: {'; '.join(stop_lines(summary.stop))}"]
    return _page(
        [title, *base],
        ["cell", "value", "low", "high", "deals", ""],
        tables,
        [f"low, high: {interval_text(summary.level, summary.stop)}"],
        form,
    )


def _comparison_sweep(comparison: Comparison, form: Format) -> str:
    tables: dict[str, _Table] = {}
    bases = dict.fromkeys(contrast.against.name for contrast in comparison.contrasts)
    for contrast in comparison.contrasts:
        for row in comparison_lines(contrast, comparison.level):
            heading = f"{row.statistic}, {row.of} ({row.unit})"
            values = [row.against, row.cell, row.difference, row.low, row.high, row.p, row.fewer, row.alone]
            tables.setdefault(heading, []).append(
                [contrast.cell.name, *values, ", ".join(filter(None, (row.verdict, row.note)))]
            )
    title = f"{comparison.title}: {len(comparison.contrasts)} cells" + (
        f" against {next(iter(bases))}" if len(bases) == 1 else ", each against what it is a variant of"
    )
    header = ["cell", "against", "value", "difference", "low", "high", "p adj", "fewer", "alone", ""]
    changed = [line for contrast in comparison.contrasts for line in changed_lines(contrast)]
    return _page([title], header, tables, [*changed, *explained(comparison)], form)


def _page(
    titles: Sequence[str], header: Sequence[str], tables: Mapping[str, _Table], notes: Sequence[str], form: Format
) -> str:
    is_text = form == "text"
    lines = (
        [*titles, ""] if is_text else [f"## {escaped(titles[0])}", "", *(f"* {escaped(one)}" for one in titles[1:]), ""]
    )
    for heading, rows in tables.items():
        lines += [heading if is_text else f"### {escaped(heading)}", ""]
        lines += _aligned([list(header), *rows]) if is_text else _markdown([list(header), *rows])
        lines += [""]
    lines += [f"  {note}" if is_text else f"* {escaped(note)}" for note in notes]
    return "\n".join(map(printable, lines)) + "\n"


def _aligned(rows: _Table) -> Iterator[str]:
    """Names to the left, numbers to the right, what is said about a line at its end."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for name, *numbers, note in rows:
        shown = [f"{number:>{width}}" for number, width in zip(numbers, widths[1:], strict=False)]
        yield f"  {name:<{widths[0]}}  {'  '.join(shown)}  {note}".rstrip()


def _markdown(rows: _Table) -> Iterator[str]:
    for i, row in enumerate(rows):
        yield f"| {' | '.join(map(escaped, row))} |"
        if not i:
            yield f"| --- |{' ---: |' * (len(row) - 2)} --- |"
