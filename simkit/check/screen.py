"""A check's verdict on one screen: one line when all is as it was, else the lines that moved."""

from __future__ import annotations

from collections.abc import Iterator

from simkit.check.cell import CellVerdict
from simkit.check.rows import headline, needs_text, outcome_lines, row_of, trace_lines
from simkit.check.run import CheckResult
from simkit.check.verdict import Verdict
from simkit.report.rows import count_text
from simkit.report.screen import layout
from simkit.report.screen.layout import LINES, WIDTH, Answer, Block, Note, screen_text

__all__ = ["as_screen"]

_AROUND = 10
"""Lines around those that moved."""


def as_screen(result: CheckResult, width: int = WIDTH, *, coloured: bool = False) -> str:
    """Write a verdict on one screen, with a newline at the end."""
    notes = [f"{cell.name}: {note}" for cell in result.cells for note in cell.notes]
    if result.word == "identical":
        return screen_text(
            [[Answer(f"{headline(result)} ({_played(result)})"), *map(Note, notes)]], width, coloured=coloured
        )
    moved = [verdict for verdict in result.verdicts if verdict.word in ("different", "cannot tell")]
    several = len(result.cells) > 1
    shown = moved[: LINES - _AROUND]
    groups: list[list[Block]] = [[Answer(headline(result))]]
    groups[0] += [layout.Verdict(verdict.word, _line(verdict, several=several)) for verdict in shown]
    if len(moved) > len(shown):
        groups[0].append(Note(f"... and {len(moved) - len(shown)} more"))
    groups.append([Note(line) for line in (*notes, *_causes(result))])
    margin = f"chance of a false alarm at most {result.alpha:g} in all {count_text(result.family, 'metric')} together"
    groups.append([Note(f"{_played(result)}; {margin}. `--all` shows every metric.")])
    return screen_text(groups, width, coloured=coloured)


def _played(result: CheckResult) -> str:
    games = sum(cell.games for cell in result.cells)
    cells = f" in {len(result.cells)} cells" if len(result.cells) > 1 else ""
    return f"{count_text(games, 'game')}{cells}"


def _line(verdict: Verdict, *, several: bool) -> str:
    """Tell what moved: from what to what, or what would do to tell."""
    row = row_of(verdict)
    where = f"{verdict.cell}: " if several else ""
    span = f" ({row.low} to {row.high})" if verdict.low is not None else f" ({verdict.interval})"
    sign = "+" if (verdict.difference or 0) > 0 else ""
    moved = f"{row.old} -> {row.new} {row.unit}, {sign}{row.difference}{span}"
    return f"{verdict.word}: {where}{verdict.what} {moved}; margin {row.margin}"


def _causes(result: CheckResult) -> Iterator[str]:
    """Which deals differ, how to see one, and how many games would do where it cannot be told."""
    for cell in result.cells:
        if cell.word == "identical":
            continue
        yield from (line for line in outcome_lines(cell) if not line.startswith(("bot ", "note: ")))
        yield from (f"See one: {command}" for command in trace_lines(cell, 1))
        if needs := _need(cell):
            yield needs


def _need(cell: CellVerdict) -> str:
    """What would do to tell the first metric that cannot be told."""
    texts = (needs_text(verdict, cell.games // cell.deals) for verdict in cell.verdicts)
    return next(filter(None, texts), "")
