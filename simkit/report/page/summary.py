"""Makes the page about a run by itself: what was played, and what each number is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simkit.report.layout import joined_facts
from simkit.report.page import charts
from simkit.report.page.build import Source, configs_of, lineup_text, versions_of
from simkit.report.page.evidence import axis_of, distributions_of
from simkit.report.page.model import Chart, Fact, Page, Section, Table, Value, Verdict
from simkit.report.page.tables import MOST_ROWS, settings_table
from simkit.report.page.words import MAIN, noun_of
from simkit.report.rows import Row, facts, groups, scaled
from simkit.report.stop import interval_text, stop_text
from simkit.report.summary import CellSummary, PlayedRun, Summary
from simkit.report.summary_render import summary_content
from simkit.report.sweep import MANY_CELLS
from simkit.report.table import Column, numbers

__all__ = ["page_of_summary"]


def page_of_summary(summary: Summary, run: PlayedRun, source: Source) -> Page:
    """Make the page about a summary of this run, without a column to group by."""
    cells = [of_cell.cell for of_cell in summary.cells]
    known = {row for of_cell in summary.cells for row in of_cell.estimates["statistic"]}
    main = [name for name in source.names or MAIN if name in known]
    first = summary.cells[0]
    many = len(cells) > MANY_CELLS
    title = f"{first.title}: {f'{len(cells)} cells' if many else ', '.join(cell.name for cell in cells)}"
    return Page(
        title=title,
        question=source.question or f"What is {first.title} like, played so?",
        sections=tuple(_sweep(summary, main) if many else (_section(of_cell, main) for of_cell in summary.cells)),
        certainty=f"Each interval: {interval_text(summary.level, summary.stop)}.",
        facts=tuple(_facts(summary)),
        differences=settings_table(cells if len(cells) > 1 else []),
        charts=tuple(_charts(summary, run, main)),
        tables=tuple(_tables(summary, main)),
        commands=(Fact("this page, games included", source.command),),
        configs=tuple(configs_of([("", run)], cells)),
        versions=tuple(versions_of(cells)),
        meanings=tuple(Fact(name, meaning) for name, meaning in summary.meanings.items() if name in known),
        data={"summary": summary_content(summary)},
    )


def _facts(summary: Summary) -> Iterator[Fact]:
    if summary.stop is not None:
        yield Fact("stopped", stop_text(summary.stop))
    yield Fact("seed", ", ".join(dict.fromkeys(str(of_cell.cell.seed) for of_cell in summary.cells)))


def _section(summary: CellSummary, main: Sequence[str]) -> Section:
    told = [
        Fact(name, lineup_text(summary.cell) if name == "line-up" else text)
        for name, text in joined_facts(facts(summary))
    ]
    rows = [row for _, some in groups(summary) for row in some]
    chosen = [row for name in main for row in rows if row.statistic == name]
    return Section(summary.cell.name, tuple(told), tuple(Verdict("value", _sentence(row)) for row in chosen))


def _sentence(row: Row) -> str:
    noun = noun_of(row.statistic, row.unit)
    whose = noun if row.of == "game" else f"{row.of}'s {noun}"
    unit = row.unit if not row.unit.startswith("% ") else "%"
    interval = f" ({row.low} to {row.high})" if row.low != "-" else f" ({row.note})" if row.note else ""
    return f"{whose[:1].upper()}{whose[1:]} is {row.value} {unit}{interval}"


def _sweep(summary: Summary, main: Sequence[str]) -> Iterator[Section]:
    """How far each statistic goes over many cells."""
    for name, subjects in _by_statistic(summary, main).items():
        verdicts = []
        for of, lines in subjects.items():
            known = [line for line in lines if line[2]["value"] is not None]
            if known:
                (low, text, _), (high, other, _) = (
                    choose(known, key=lambda line: line[2]["value"]) for choose in (min, max)
                )
                unit = text.unit if not text.unit.startswith("% ") else "%"
                noun = noun_of(name, text.unit)
                whose = noun if of == "game" else f"{of}'s {noun}"
                told = f"{whose} goes from {text.value} {unit} in {low} to {other.value} {unit} in {high}"
                if text.value == other.value:
                    told = f"{whose} is {text.value} {unit} in all"
                verdicts.append(Verdict("value", told[:1].upper() + told[1:]))
        yield Section(_title(name, subjects), (), tuple(verdicts))


def _title(name: str, subjects: Mapping[str, Sequence[tuple[str, Row, Any]]]) -> str:
    noun = noun_of(name, next(row.unit for lines in subjects.values() for _, row, _ in lines))
    return noun[:1].upper() + noun[1:]


def _by_statistic(summary: Summary, main: Sequence[str]) -> dict[str, dict[str, list[tuple[str, Row, dict[str, Any]]]]]:
    """Rows by statistic and whom they are about, each with the name of its cell."""
    by_statistic: dict[str, dict[str, list[tuple[str, Row, dict[str, Any]]]]] = {name: {} for name in main}
    for of_cell in summary.cells:
        texts = [row for _, some in groups(of_cell) for row in some]
        for text, row in zip(texts, of_cell.estimates.iter_rows(named=True), strict=True):
            if text.statistic in by_statistic:
                by_statistic[text.statistic].setdefault(text.of, []).append((of_cell.cell.name, text, row))
    return by_statistic


def _charts(summary: Summary, run: PlayedRun, main: Sequence[str]) -> Iterator[Chart]:
    cells = [of_cell.cell for of_cell in summary.cells]
    by_id = {of_cell.cell.id: of_cell for of_cell in summary.cells}
    interval = interval_text(summary.level, summary.stop)
    if len(cells) <= MANY_CELLS:
        yield from charts.seat_chart(cells, by_id, interval)
        for game in dict.fromkeys(cell.game for cell in cells):
            yield from charts.distribution_charts(
                distributions_of([(run, cell, cell.name) for cell in cells if cell.game == game])
            )
        return
    axis = axis_of(cells)
    if axis is not None:
        yield from charts.curve_charts(axis, cells, by_id, main, interval)


def _tables(summary: Summary, main: Sequence[str]) -> Iterator[Table]:
    """A table a cell; of many cells one for each main statistic and whom it is about, as many as there is room for."""
    columns = (*numbers("value", "low", "high", "deals"), Column("unit"), Column("note"))
    if len(summary.cells) > MANY_CELLS:
        tables = [
            (name, of, lines)
            for name, subjects in _by_statistic(summary, main).items()
            for of, lines in subjects.items()
        ]
        for name, of, lines in tables[: MOST_ROWS // len(summary.cells)]:
            rows = tuple((Value(cell), *_values(text, row)) for cell, text, row in lines)
            yield Table(f"{name}, {of}", (Column("cell"), *columns), rows)
        return
    for of_cell in summary.cells:
        texts = [row for _, some in groups(of_cell) for row in some]
        rows = tuple(
            (Value(text.statistic), Value(text.of), *_values(text, row))
            for text, row in zip(texts, of_cell.estimates.iter_rows(named=True), strict=True)
        )
        yield Table(of_cell.cell.name, (Column("statistic"), Column("of"), *columns), rows)


def _values(text: Row, row: dict[str, Any]) -> tuple[Value, ...]:
    """What every table says of a row, from its value on."""
    return (
        *map(Value, (text.value, text.low, text.high), scaled(row, "value", "low", "high")),
        Value(text.deals, row["deals"]),
        Value(text.unit),
        Value(text.note),
    )
