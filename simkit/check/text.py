"""A check's verdict as text for a terminal, and as Markdown for a job summary."""

from __future__ import annotations

from collections.abc import Iterator

from simkit.check.cell import CellVerdict
from simkit.check.rows import COLUMNS, headline, needs_text, outcome_lines, row_of, trace_lines
from simkit.check.run import CheckResult
from simkit.report.layout import Block, Commands, Heading, Lines, Paragraph, lay_out
from simkit.report.rows import count_text
from simkit.report.table import Table

__all__ = ["as_markdown", "as_text"]

MOST_NEEDS = 8
"""Metrics about what would do to tell."""

MOST_SUMMARY = 900_000
"""Characters of Markdown; GitHub takes a job summary of 1 MiB."""


def as_text(result: CheckResult, width: int | None = None) -> str:
    """Write a verdict for a terminal of that width, with a newline at the end; None for as wide as it takes."""
    return lay_out(_blocks(result), "text", width)


def as_markdown(result: CheckResult, most: int = MOST_SUMMARY) -> str:
    """Write a verdict as Markdown; lines beyond ``most`` characters are left out, and that is said."""
    text = lay_out(_blocks(result), "markdown")
    if len(text) <= most:
        return text
    kept = text[:most].rsplit("\n", 1)[0]
    return f"{kept}\n\n... and more: `simkit check --format text` prints all of it.\n"


def _blocks(result: CheckResult) -> Iterator[Block]:
    yield Heading(headline(result))
    yield Paragraph(
        f"chance of a false alarm at most {result.alpha:g} in all {count_text(result.family, 'metric')} together; "
        "catches: the least difference found nine times in ten"
    )
    for cell in result.cells:
        yield Heading(f"cell {cell.name}: {_played(result, cell)}", 3)
        yield Lines(tuple(outcome_lines(cell)))
        yield Table(COLUMNS, tuple(map(row_of, cell.verdicts)))
        needs = [text for verdict in cell.verdicts if (text := needs_text(verdict, cell.games // cell.deals))]
        more = [f"and {len(needs) - MOST_NEEDS} more that cannot be told"] if len(needs) > MOST_NEEDS else []
        yield Lines((*needs[:MOST_NEEDS], *more))
        if traces := trace_lines(cell):
            yield Lines(("what happens in them now (the old version tells what happened):",))
            yield Commands(tuple(traces))


def _played(result: CheckResult, cell: CellVerdict) -> str:
    played = f"{cell.game}, {count_text(cell.games, 'game')} in {count_text(cell.deals, 'deal')}"
    if result.exact:
        return f"{played}, against exact values"
    how = "common deals" if cell.paired else "independent deals"
    return f"{played}, {cell.baseline_games:,} games recorded; {how}"
