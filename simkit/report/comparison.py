"""A comparison as a model: which cells, what differs between them, and what that does, number by number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import polars as pl

from simkit.config.problems import unknown
from simkit.errors import UsageError
from simkit.model.cell import Cell, TableFile
from simkit.model.statistic import Statistic
from simkit.model.stop import StopRecord
from simkit.report.rows import rule_text
from simkit.report.summary import PlayedRun, check_names, game_of, is_asked, is_of_turns, known_by, statistics_by
from simkit.stats import comparison
from simkit.stats.changed import ChangedDeal, most_changed
from simkit.stats.comparison import are_paired
from simkit.stats.estimates import row_meanings
from simkit.stats.game_path import is_of_path
from simkit.stats.game_turns import Turns
from simkit.stats.intervals import check_level
from simkit.stats.kingmaking import KINGMAKING, cannot_tell
from simkit.stats.measures import NEEDS_TURNS, refuse_path
from simkit.stats.pairs import Side, pairs_of

__all__ = [
    "Change",
    "Comparison",
    "Contrast",
    "changes_of",
    "check_request",
    "compare_runs",
    "distinct_cells",
    "is_source",
    "named_cells",
    "pairs_of",
    "settings_of",
]

_SOURCE = ".source"


class Change(NamedTuple):
    """One thing that differs: what it is called in a config, here and in the cell compared with."""

    key: str
    value: str
    other: str


@dataclass(frozen=True, eq=False)
class Contrast:
    """One cell against another.

    ``apart`` says why their deals are not common; it is empty when they are. ``deals`` are those of each cell that
    count, and ``rows`` has the columns of ``simkit.stats.comparison.COMPARISON_SCHEMA``. ``changed`` are the common
    deals that changed most, as many as were asked for, in ``changed_in``.
    """

    cell: Cell
    against: Cell
    changes: tuple[Change, ...]
    apart: str
    deals: tuple[int, int]
    rows: pl.DataFrame
    changed: tuple[ChangedDeal, ...] = ()
    changed_in: str = ""


@dataclass(frozen=True, eq=False)
class Comparison:
    """Cells compared with one; ``family`` is the number of differences that the adjusted numbers allow for.

    ``stops`` are the stop rules of the runs that have one, by the runs' names; if there are any, all intervals and
    p-values are those of confidence sequences.
    """

    title: str
    level: float
    family: int
    contrasts: tuple[Contrast, ...]
    meanings: Mapping[str, str]
    stops: Mapping[str, StopRecord] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class _Compared:
    """A cell under the name that it has in the comparison, with what is estimated of it."""

    cell: Cell
    frame: pl.LazyFrame
    statistics: Sequence[Statistic]
    deals: int
    turns: Turns | None


def compare_runs(
    runs: Sequence[tuple[str, PlayedRun]],
    *,
    against: str | None = None,
    level: float = 0.95,
    names: Sequence[str] = (),
    margins: Mapping[str, float] | None = None,
    deals: int = 0,
    by: str | None = None,
) -> Comparison:
    """Compare the cells of one or more runs with one of them.

    Parameters
    ----------
    runs
        Finished runs with their ``games`` tables, and what each is called. Cells of several runs are called
        ``run/cell``, or as the run where it has but one cell.
    against
        Name of the cell that the others are compared with; None for the first, or where variants are played at every
        point of a matrix, for the config itself at each point.
    level
        Confidence level of each interval by itself, and of all simultaneous ones together; where a run has a stop rule,
        of all its looks together.
    names
        Statistics, or single rows of theirs; all when there are none.
    margins
        The difference that matters, by statistic, instead of the game's own.
    deals
        How many of the common deals that changed most are told, by the first mean over games that is asked for.
    by
        Column of the ``games`` table within whose values differences are told; or one of the ``turns`` table, for
        statistics of turns.

    Raises
    ------
    UsageError
        Fewer than two different cells, an unknown cell or statistic, or a level out of range.
    StoreError
        A table is missing or damaged.
    """
    cells = distinct_cells(list(named_cells(runs)))
    check_request([(name, cell) for name, _, cell in cells], against, level, names, margins or {}, by=by)
    pairs = pairs_of([name for name, _, _ in cells], against)
    statistics = {cell.id: statistics_by(game_of(cell), run.log, names, by) for _, run, cell in cells}
    if is_of_turns(game_of(cells[0][2]), by):  # sums over a game's turns tell means, but not how turns spread
        statistics = {cell: tuple(one for one in found if one.kind != "sd") for cell, found in statistics.items()}
    table = "turns" if is_of_turns(game_of(cells[0][2]), by) else "games"
    compared = [_compared(name, run, cell, statistics[cell.id], table) for name, run, cell in cells]
    chosen = [(compared[ours], compared[theirs]) for ours, theirs in pairs]
    stops = {label: run.stop for label, run in runs if run.stop is not None}
    if stops and KINGMAKING.name in names:
        raise UsageError(f"--statistic {KINGMAKING.name}: it has no interval in a run with a stop rule")
    known = [statistic for of_cell in statistics.values() for statistic in of_cell]
    if by is None and not stops and any(not cannot_tell(ours.cell, theirs.cell) for ours, theirs in chosen):
        known.append(KINGMAKING)
    meanings = _meanings(known, names)
    rows = comparison.compare(chosen, level, margins, set(meanings), sequences=bool(stops), by=by, table=table)
    return Comparison(
        title=game_of(chosen[0][1].cell).title,
        level=level,
        family=int(rows["family"][0]) if len(rows) else 0,
        contrasts=tuple(_with_changed(_contrast(*pair, rows), pair, deals) for pair in chosen),
        meanings=meanings,
        stops=stops,
    )


def _meanings(statistics: Sequence[Statistic], names: Sequence[str]) -> dict[str, str]:
    """Tell the meaning of each row that is asked for."""
    return {
        row: meaning
        for statistic in statistics
        for row, meaning in row_meanings(statistic).items()
        if is_asked(row, statistic, names)
    }


def _compared(name: str, run: PlayedRun, cell: Cell, statistics: Sequence[Statistic], table: str) -> _Compared:
    is_needed = table == "turns" or any(map(is_of_path, statistics))
    turns = Turns(run.table(cell, "turns")) if is_needed else None
    return _Compared(replace(cell, name=name), run.table(cell, "games"), statistics, run.deals(cell), turns)


def check_request(
    cells: Sequence[tuple[str, Cell]],
    against: str | None,
    level: float,
    names: Sequence[str],
    margins: Mapping[str, float],
    log: str = "turns",
    by: str | None = None,
) -> None:
    """Raise what ``compare_runs`` would about these named cells, played with this log, before any of them is played.

    Raises
    ------
    UsageError
        An unknown cell or statistic, one that the log does not keep, or a level out of range.
    """
    known = [name for name, _ in cells]
    if against is not None and against not in known:
        raise UsageError(f"--against {against}: {unknown('cell', against, known)}")
    check_level(level)
    statistics = [statistic for _, cell in cells for statistic in known_by(game_of(cell), by)]
    check_names(names, [*statistics, KINGMAKING])
    if KINGMAKING.name in names:
        _check_kingmaking(cells, against, by)
    for _, cell in cells:
        refuse_path(game_of(cell), log, names)
        _check_by(cell, log, by)
    for name in margins:
        own = list(dict.fromkeys(statistic.name for statistic in statistics))
        if name not in own:
            raise UsageError(f"--margin {name}: {unknown('statistic', name, own)}")


def _check_kingmaking(cells: Sequence[tuple[str, Cell]], against: str | None, by: str | None) -> None:
    pairs = pairs_of([name for name, _ in cells], against)
    why = [f"{why} ({cells[i][0]})" for i, j in pairs if (why := cannot_tell(cells[i][1], cells[j][1]))]
    if by is not None:
        why = ["is told of all games only, without --by"]
    if len(why) == len(pairs) or by is not None:
        raise UsageError(f"--statistic {KINGMAKING.name}: it {why[0]}")


def _check_by(cell: Cell, log: str, by: str | None) -> None:
    game = game_of(cell)
    if is_of_turns(game, by):
        if log != "turns":
            raise UsageError(f"--by {by}: {NEEDS_TURNS}; use `--set run.log=turns`")
        return
    known = [name for column in game.table("games").columns for name in column.names(cell.seats)]
    if by is not None and by not in known:
        raise UsageError(f"--by {by}: {unknown('column', by, known)}")


def named_cells(runs: Sequence[tuple[str, PlayedRun]]) -> Iterator[tuple[str, PlayedRun, Cell]]:
    """Cells of the runs, with what they are called in a comparison."""
    for label, run in runs:
        for cell in run.cells:
            name = cell.name if len(runs) == 1 else label if len(run.cells) == 1 else f"{label}/{cell.name}"
            yield name, run, cell


_Named = tuple[str, PlayedRun, Cell]


def distinct_cells(cells: Sequence[_Named]) -> list[_Named]:
    """Leave out cells that are another one over again: the same games, not more of them."""
    by_id: dict[str, _Named] = {}
    for named in cells:
        by_id.setdefault(named[2].id, named)
    if len(by_id) < 2:
        names = ", ".join(name for name, _, _ in cells)
        what = f"{names} are the same cell, with the same games" if len(cells) > 1 else f"{names} is the only cell"
        raise UsageError(f"nothing to compare: {what}; give a config [variants.NAME] tables, or name several runs")
    return list(by_id.values())


def _contrast(ours: _Compared, theirs: _Compared, rows: pl.DataFrame) -> Contrast:
    paired = are_paired(ours.cell, theirs.cell)
    common = min(ours.deals, theirs.deals)
    return Contrast(
        cell=ours.cell,
        against=theirs.cell,
        changes=tuple(changes_of(ours.cell, theirs.cell)),
        apart="" if paired else _why_apart(ours.cell, theirs.cell),
        deals=(common, common) if paired else (ours.deals, theirs.deals),
        rows=rows.filter(pl.col("cell") == ours.cell.name),
    )


def _with_changed(contrast: Contrast, compared: tuple[_Compared, _Compared], count: int) -> Contrast:
    """Add the deals that changed most, where deals are common and a mean over games is asked for."""
    means = [
        [each for each in side.statistics if (each.kind, each.by) == ("mean", "game") and each.seats <= side.cell.seats]
        for side in compared
    ]
    if not count or contrast.apart or not all(means):
        return contrast
    ours, theirs = (
        Side(side.frame, side.cell, of_side[:1], side.turns) for side, of_side in zip(compared, means, strict=True)
    )
    return replace(contrast, changed=tuple(most_changed(ours, theirs, count)), changed_in=means[0][0].name)


def _why_apart(cell: Cell, against: Cell) -> str:
    reasons = {"game": "games", "seed": "seeds", "streams": "versions of the random streams"}
    return next(word for key, word in reasons.items() if getattr(cell, key) != getattr(against, key))


def changes_of(cell: Cell, against: Cell) -> Iterator[Change]:
    """What differs, by its key in a config: game, rules, bots by seat, and what a run is set to."""
    ours, theirs = settings_of((cell, against))
    for key in dict.fromkeys([*theirs, *ours]):
        here, there = ours.get(key), theirs.get(key)
        if here != there:
            yield Change(
                key, rule_text("none" if here is None else here), rule_text("none" if there is None else there)
            )


def settings_of(cells: Sequence[Cell]) -> list[dict[str, Any]]:
    """Everything that each cell is, by its key in a config: game, rules, bots by seat, and what a run is set to.

    A bot's table is told by its file, and by its hash besides where others of the cells' tables have the same file.
    """
    tables = {bot.table for cell in cells for bot in cell.lineup if bot.table is not None}
    named = Counter(table.file for table in tables)
    texts = {table: f"{table.file} (hash {table.hash})" if named[table.file] > 1 else table.file for table in tables}
    return [dict(_settings(cell, texts)) for cell in cells]


def is_source(key: str) -> bool:
    """Whether a setting is the hash of a bot's source, which says little where anything else differs."""
    return key.endswith(_SOURCE)


def _settings(cell: Cell, tables: Mapping[TableFile, str]) -> Iterator[tuple[str, Any]]:
    yield "game", cell.game
    yield "version", cell.version
    yield from ((f"rules.{rule}", value) for rule, value in cell.rules)
    for seat, bot in enumerate(cell.lineup, 1):
        yield f"seats.{seat}.strategy", bot.strategy
        yield from ((f"seats.{seat}.{name}", value) for name, value in bot.params)
        yield f"seats.{seat}{_SOURCE}", bot.source
        yield f"seats.{seat}.table", bot.table and tables[bot.table]
    yield from ((f"run.{key}", getattr(cell, key)) for key in ("seatings", "max_turns", "seed"))
    yield "streams", cell.streams
