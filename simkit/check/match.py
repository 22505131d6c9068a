"""Finds for each cell of a baseline the cell of a config: by name and resolved rules, never by id.

What a check is about (rules, line-up, seatings) must agree; what it is there to judge (versions of games and bots) may
differ and is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simkit.check.digest import digested_columns
from simkit.check.metrics import NO_MARGINS, Margins, Metric, metrics_of
from simkit.check.records import BaselineRecord, CellRecord, MetricRecord
from simkit.config.document import nearest
from simkit.errors import UsageError
from simkit.model.cell import Cell, SeatBot
from simkit.report.rows import rule_text
from simkit.report.summary import game_of
from simkit.stats.estimates import row_meanings
from simkit.stats.subjects import means_anything
from simkit.store.schema import StoredColumn

__all__ = ["JudgedMetric", "Matched", "match_cells"]

_RECORD_AGAIN = "if that is meant, record the baseline again, with --accept"


@dataclass(frozen=True)
class JudgedMetric:
    """A metric of a cell with what the baseline says of it, which is number ``number`` there."""

    metric: Metric
    record: MetricRecord
    number: int


@dataclass(frozen=True)
class Matched:
    """A cell as the config has it now, and as it was recorded.

    ``paired`` is whether deal n is the same deal in both. ``columns`` are those of the recorded digests, or None
    when one is gone. ``notes`` are differences that are judged, not refused.
    """

    cell: Cell
    record: CellRecord
    metrics: tuple[JudgedMetric, ...]
    paired: bool
    columns: tuple[StoredColumn, ...] | None
    notes: tuple[str, ...]


def match_cells(
    name: str,
    cells: Sequence[Cell],
    baseline: BaselineRecord,
    margins: Margins = NO_MARGINS,
    *,
    allow_changes: bool = False,
) -> list[Matched]:
    """Match cells, in the order of the baseline.

    Parameters
    ----------
    name
        What the baseline is called in messages.
    margins
        What is judged, and the differences that matter: as recorded, unless they say otherwise.
    allow_changes
        Whether rules and line-ups may differ, so that what the change does is judged.

    Raises
    ------
    UsageError
        Everything that does not match.
    """
    by_name = {cell.name: cell for cell in cells}
    wrong = [f"{name}: has no cell {cell}; {_RECORD_AGAIN}" for cell in by_name if cell not in _names(baseline)]
    if baseline.is_exact:
        wrong = []  # an exact baseline says something of some cells
    matched = []
    for record in baseline.cells:
        cell = by_name.get(record.name)
        if cell is None:
            wrong.append(f"{name}: cell {record.name} is not in the config, which has {', '.join(by_name)}")
            continue
        differing = list(_refused(cell, record, baseline.is_exact, allow_changes=allow_changes))
        wrong += [f"{name}: cell {record.name}: {line}" for line in differing]
        if not differing:
            metrics = list(_metrics(name, cell, record, margins, wrong))
            matched.append(_matched(cell, record, metrics, baseline.is_exact))
    known = {metric.statistic for cell in baseline.cells for metric in cell.statistics}
    missing = [one for one in (*margins.only, *margins.instead) if one not in known]
    wrong += [f"{name}: has no {one}, which the margins name; {_RECORD_AGAIN}" for one in missing]
    if wrong:
        raise UsageError(*wrong)
    return matched


def _names(baseline: BaselineRecord) -> set[str]:
    return {cell.name for cell in baseline.cells}


def _refused(cell: Cell, record: CellRecord, is_exact: bool, *, allow_changes: bool) -> Iterator[str]:
    """Differences that are not judged: the config asks for something else than was recorded."""
    if cell.game != record.game:
        yield f"game = {record.game} there, {cell.game} in the config"
        return
    pairs: list[tuple[str, object, object]] = []
    if record.seats or not is_exact:
        pairs.append(("seats", len(record.seats), cell.seats))
    if not is_exact:
        pairs += [("run.seatings", record.seatings, cell.seatings), ("run.max_turns", record.max_turns, cell.max_turns)]
    yield from (
        f"{key} = {there} there, {here} in the config; {_RECORD_AGAIN}" for key, there, here in pairs if there != here
    )
    known = dict(cell.rules)
    for rule in record.rules:
        if rule not in known:
            near = nearest(rule, list(known))
            yield f"rule {rule} no longer exists{f' (is it now {near}?)' if near else ''}; {_RECORD_AGAIN}"
    if not allow_changes and len(record.seats) in (0, cell.seats):  # exact values may be those of any bots
        for key, there, here in _changes(cell, record):
            values = f"{rule_text(there)} there, {rule_text(here)} in the config"
            yield f"{key} = {values}; {_RECORD_AGAIN}; --allow-changes judges it"


def _changes(cell: Cell, record: CellRecord) -> Iterator[tuple[str, Any, Any]]:
    """Rules and parameters of bots that both have, with different values."""
    rules = dict(cell.rules)
    for rule, value in record.rules.items():
        if rule in rules and rules[rule] != value:
            yield f"rules.{rule}", value, rules[rule]
    for seat, (bot, there) in enumerate(zip(cell.lineup, record.seats, strict=False), 1):
        if bot.strategy != there.strategy:
            yield f"seats.{seat}.strategy", there.strategy, bot.strategy
            continue
        params = dict(bot.params)
        for name, value in there.params.items():
            if name in params and params[name] != value:
                yield f"seats.{seat}.{name}", value, params[name]


def _matched(cell: Cell, record: CellRecord, metrics: Sequence[JudgedMetric], is_exact: bool) -> Matched:
    columns = {column.name: column for column in digested_columns(cell)}
    gone = [name for name in record.columns if name not in columns]
    paired = not is_exact and (record.seed, record.streams) == (cell.seed, cell.streams)
    digested = tuple(columns[name] for name in record.columns if name not in gone)
    return Matched(
        cell=cell,
        record=record,
        metrics=tuple(metrics),
        paired=paired,
        columns=None if gone or is_exact or not paired else digested,
        notes=tuple(_changed_notes(cell, record) if is_exact else _notes(cell, record, gone)),
    )


def _notes(cell: Cell, record: CellRecord, gone: Sequence[str]) -> Iterator[str]:
    if record.version != cell.version:
        yield f"version {cell.version} of {cell.game}, recorded with {record.version}"
    yield from _changed_notes(cell, record)
    new = [rule for rule, _ in cell.rules if rule not in record.rules]
    if new:
        yield f"rules that are new since: {', '.join(new)}"
    for seat, (bot, known) in enumerate(zip(cell.lineup, record.seats, strict=True), 1):
        yield from _bot_notes(seat, bot, known.params, known.source, known.table)
    for key, there, here in (("streams", record.streams, cell.streams), ("seed", record.seed, cell.seed)):
        if there != here:
            what = {"streams": "version of the random streams", "seed": "seed"}[key]
            yield f"{what} {here}, recorded with {there}: other deals, so the comparison is unpaired"
    if gone:
        yield f"columns {', '.join(gone)} are gone: digests cannot be compared"


def _changed_notes(cell: Cell, record: CellRecord) -> Iterator[str]:
    for key, there, here in _changes(cell, record):
        yield f"{key} = {rule_text(here)}, recorded with {rule_text(there)}"


def _bot_notes(seat: int, bot: SeatBot, params: Mapping[str, Any], source: str, table: str) -> Iterator[str]:
    names = [name for name, _ in bot.params]
    if set(names) != set(params):
        changed = sorted(set(names) ^ set(params))
        yield f"seat {seat}: parameters of {bot.strategy} that came or went: {', '.join(changed)}"
    if bot.source != source:
        yield f"seat {seat}: the source of {bot.strategy} has changed"
    if (bot.table.hash if bot.table else "") != table:
        yield f"seat {seat}: the table of {bot.strategy} has changed"


def _metrics(name: str, cell: Cell, record: CellRecord, margins: Margins, wrong: list[str]) -> Iterator[JudgedMetric]:
    statistics = game_of(cell).statistics()
    known = [row for one in statistics if one.kind != "quantiles" for row in row_meanings(one)]
    asked = {one.statistic: margins.of(one.statistic, one.margin) for one in record.statistics}
    before = replace(cell, rules=tuple((dict(cell.rules) | record.rules).items()))
    here = {
        metric.key: metric for metric in metrics_of(cell, Margins({one: 1.0 for one in asked if one in known}), before)
    }
    off = {row for one in statistics if not means_anything(one, cell, before) for row in row_meanings(one)}
    for number, recorded in enumerate(record.statistics):
        margin = asked[recorded.statistic]
        if margin is None or recorded.statistic in off:
            continue
        now = here.get(recorded.key)
        if now is None:
            where = f"{name}: cell {record.name}: statistic {recorded.statistic}"
            near = nearest(recorded.statistic, known)
            hint = f" (is it now {near}?)" if near and recorded.statistic not in known else ""
            wrong.append(f"{where} no longer exists in {cell.game}{hint}; record the baseline again, with --accept")
            continue
        if now.statistic.unit != recorded.unit and recorded.unit:
            wrong.append(
                f"{name}: cell {record.name}: {recorded.statistic} is in {now.statistic.unit} now, not {recorded.unit}"
            )
        yield JudgedMetric(replace(now, margin=margin), recorded, number)
