"""A check's verdict as text for a terminal, and as Markdown for a job summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simkit.check.cell import CellVerdict
from simkit.check.rows import HEADER, Row, headline, needs_text, outcome_lines, row_of, trace_lines
from simkit.check.run import CheckResult
from simkit.report.rows import count_text, printable

__all__ = ["as_markdown", "as_text"]

MOST_NEEDS = 8
"""Lines about what would do to tell."""

MOST_SUMMARY = 900_000
"""Characters of Markdown; GitHub takes a job summary of 1 MiB."""


def as_text(result: CheckResult) -> str:
    """Write a verdict for a terminal, with a newline at the end."""
    lines = [printable(headline(result)), _error_rate(result)]
    for cell in result.cells:
        lines += ["", printable(f"cell {cell.name}: {_played(result, cell)}")]
        lines += [f"  {printable(line)}" for line in outcome_lines(cell)]
        lines += ["", *(f"  {line}" for line in _aligned([HEADER, *map(row_of, cell.lines)]))]
        lines += _after(cell)
    return "\n".join(lines) + "\n"


def _error_rate(result: CheckResult) -> str:
    return (
        f"chance of a false alarm at most {result.alpha:g} in all {count_text(result.family, 'line')} together; "
        "catches: the least difference found nine times in ten"
    )


def _played(result: CheckResult, cell: CellVerdict) -> str:
    played = f"{cell.game}, {count_text(cell.games, 'game')} in {count_text(cell.deals, 'deal')}"
    if result.exact:
        return f"{played}, against exact values"
    how = "common deals" if cell.paired else "independent deals"
    return f"{played}, {cell.baseline_games:,} games recorded; {how}"


def _after(cell: CellVerdict) -> Iterator[str]:
    needs = [text for line in cell.lines if (text := needs_text(line, cell.games // cell.deals))]
    if needs:
        yield ""
        yield from (f"  {printable(text)}" for text in needs[:MOST_NEEDS])
    if len(needs) > MOST_NEEDS:
        yield f"  and {len(needs) - MOST_NEEDS} more that cannot be told"
    traces = trace_lines(cell)
    if traces:
        yield from ("", "  what happens in them now (the old version tells what happened):")
        yield from (f"    {line}" for line in traces)


def _aligned(rows: Sequence[Row]) -> Iterator[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADER))]
    for row in rows:
        cells = [
            text.ljust(width) if i < 3 or i == len(row) - 1 else text.rjust(width)
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def as_markdown(result: CheckResult, most: int = MOST_SUMMARY) -> str:
    """Write a verdict as Markdown; lines beyond ``most`` characters are left out, and that is said."""
    blocks = [f"### simkit check: {_escaped(headline(result))}", _error_rate(result)]
    for cell in result.cells:
        facts = [f"- {_escaped(line)}" for line in (_played(result, cell), *outcome_lines(cell))]
        blocks += [f"**{_escaped(cell.name)}**", "\n".join(facts), _table(cell)]
        needs = [text for line in cell.lines if (text := needs_text(line, cell.games // cell.deals))]
        if needs:
            blocks.append("\n".join(f"- {_escaped(text)}" for text in needs))
        if traces := trace_lines(cell):
            blocks.append("```console\n" + "\n".join(traces) + "\n```")
    text = "\n\n".join(blocks) + "\n"
    if len(text) <= most:
        return text
    kept = text[:most].rsplit("\n", 1)[0]
    return f"{kept}\n\n... and more: `simkit check --format text` prints all of it.\n"


def _table(cell: CellVerdict) -> str:
    right = len(HEADER) - 4
    lines = [HEADER, ("---", "---", "---", *["---:"] * right, "---"), *map(row_of, cell.lines)]
    return "\n".join(f"| {' | '.join(_escaped(text) for text in line)} |" for line in lines)


def _escaped(text: str) -> str:
    return printable(text).replace("|", "\\|").replace("<", "&lt;").replace("`", "'")
