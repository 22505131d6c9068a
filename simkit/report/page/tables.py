"""The tables of a page about a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from simkit.model.cell import Cell
from simkit.report.comparison import Comparison, Contrast, is_source, settings_of
from simkit.report.comparison_render import comparison_lines, explained
from simkit.report.page.model import Table, Value
from simkit.report.page.words import classify
from simkit.report.rows import rule_text, scaled
from simkit.report.table import Column, numbers

__all__ = ["KINDS", "MOST_ROWS", "changed_table", "contrast_table", "settings_table", "statistic_tables"]

MOST_ROWS = 2_000
"""Lines of tables by statistic at the most: a page has to open on a phone."""

KINDS = {
    "matters": "change",
    "changed": "change, size not clear",
    "small": "small change",
    "same": "no change that matters",
    "open": "not clear",
    "unknown": "not known",
    "value": "",
}
"""What a line is marked with, by what is known of it."""

_COLUMNS = (
    *numbers("against", "cell", "difference", "low", "high", "low all", "high all", "p", "p adj", "fewer", "alone"),
    *(Column("unit"), Column("found")),
)
_KEYS = ("against_value", "cell_value", "value", "low", "high", "low_all", "high_all", "p", "p_adjusted", "reduction")


def contrast_table(contrast: Contrast, level: float) -> Table:
    """Every difference between two cells, a line each."""
    rows = [
        (Value(line.statistic), Value(line.of), *values)
        for line, values in zip(comparison_lines(contrast, level), _values(contrast, level), strict=True)
    ]
    title = f"{contrast.cell.name} against {contrast.against.name}"
    named = numbers(contrast.against.name, contrast.cell.name)
    return Table(title, (Column("statistic"), Column("of"), *named, *_COLUMNS[2:]), tuple(rows))


def statistic_tables(comparison: Comparison, statistics: Sequence[str]) -> tuple[Table, ...]:
    """A table for each statistic and seat or bot, a line a cell; as many as there is room for."""
    by_subject: dict[tuple[str, str], list[tuple[Value, ...]]] = {}
    for contrast in comparison.contrasts:
        lines = comparison_lines(contrast, comparison.level)
        for line, values in zip(lines, _values(contrast, comparison.level), strict=True):
            if line.statistic in statistics:
                by_subject.setdefault((line.statistic, line.of), []).append((Value(contrast.cell.name), *values))
    order = sorted(by_subject, key=lambda key: statistics.index(key[0]))
    room = MOST_ROWS // max(len(comparison.contrasts), 1)
    return tuple(
        Table(f"{statistic}, {of}", (Column("cell"), *_COLUMNS), tuple(by_subject[statistic, of]))
        for statistic, of in order[: max(room, 1)]
    )


def _values(contrast: Contrast, level: float) -> Iterable[tuple[Value, ...]]:
    """What every table of differences says of a row, from both values to what was found."""
    for row, line in zip(contrast.rows.iter_rows(named=True), comparison_lines(contrast, level), strict=True):
        exact = [*scaled(row, *_KEYS[:7]), *(row[key] for key in _KEYS[7:])]
        texts = [line.against, line.cell, line.difference, line.low, line.high, line.low_all, line.high_all]
        texts += [line.p_raw, line.p, line.fewer]
        yield (
            *map(Value, texts, exact),
            Value(line.alone, row["deals_independent"]),
            Value(line.unit),
            Value(KINDS[classify(row)] + (f" ({line.note.removeprefix('none: ')})" if line.note else "")),
        )


def settings_table(cells: Sequence[Cell]) -> Table:
    """Everything that differs between cells: a line a setting, or a line a cell where there are many."""
    settings = settings_of(cells)
    keys = dict.fromkeys(key for of_cell in settings for key in of_cell)
    varied = [key for key in keys if len({of_cell.get(key) for of_cell in settings}) > 1]
    shown = [key for key in varied if not is_source(key)] or varied
    texts = [[_setting(of_cell, key) for key in shown] for of_cell in settings]
    names = [cell.name for cell in cells]
    if len(cells) <= 5:
        rows = [(Value(key), *(text[place] for text in texts)) for place, key in enumerate(shown)]
        return Table("What differs", tuple(map(Column, ("setting", *names))), tuple(rows))
    rows = [(Value(name), *text) for name, text in zip(names, texts, strict=True)]
    return Table("What differs", tuple(map(Column, ("cell", *shown))), tuple(rows))


def _setting(of_cell: Mapping[str, Any], key: str) -> Value:
    value = of_cell.get(key)
    if value is None:
        return Value("-")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return Value(rule_text(value), float(value) if is_number else None)


def changed_table(contrast: Contrast, replay: str) -> Table:
    """The deals that changed most, each with the command that tells it."""
    ours, theirs = contrast.cell.name, contrast.against.name
    rows = [
        (
            Value(f"{deal.deal}", deal.deal),
            Value(f"{deal.theirs:g}", deal.theirs),
            Value(f"{deal.ours:g}", deal.ours),
            Value(f"{replay} --deal {deal.deal}"),
        )
        for deal in contrast.changed
    ]
    title = f"Deals that changed most in {contrast.changed_in}, {ours} against {theirs}"
    columns = (*numbers("deal", theirs, ours), Column(f"one of them, move by move, in {ours}"))
    return Table(title, columns, tuple(rows))


def notes(comparison: Comparison) -> tuple[str, ...]:
    """What the columns mean."""
    percent = f"{100 * comparison.level:g} %"
    *stops, first, p, fewer, _ = explained(comparison)
    return (
        *stops,
        first,
        f"low all, high all: {percent} intervals, for all {comparison.family} differences together (Bonferroni)",
        "p: for no difference, by itself",
        p,
        fewer,
        "found: what the interval that holds for all says, beside the margin that matters",
    )
