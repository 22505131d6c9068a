"""The summary of a run as a model: what was played, and what it says, number by number."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import polars as pl

from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.game import GameSpec
from simkit.model.statistic import Statistic
from simkit.model.stop import StopRecord
from simkit.registry import find_game
from simkit.stats.common import CUT_SHORT
from simkit.stats.estimates import estimate, row_meanings
from simkit.stats.game_path import is_of_path
from simkit.stats.game_turns import Turns
from simkit.stats.grouped import ROW_SHARE
from simkit.stats.kingmaking import KINGMAKING
from simkit.stats.measures import known_statistics, statistics_of
from simkit.stats.running import estimate_sequences
from simkit.stats.turns import estimate_turns

__all__ = [
    "CellSummary",
    "PlayedRun",
    "RuleChange",
    "Summary",
    "check_names",
    "game_of",
    "is_asked",
    "is_of_turns",
    "known_by",
    "statistics_by",
    "summarize",
]


class PlayedRun(Protocol):
    """What a summary needs of a stored run."""

    @property
    def cells(self) -> Sequence[Cell]:
        """Its cells."""
        ...

    @property
    def log(self) -> str:
        """What it keeps: ``games``, or ``turns`` as well."""
        ...

    @property
    def stop(self) -> StopRecord | None:
        """The rule that it was played by, and what came of it; None for a fixed number of games."""
        ...

    def table(self, cell: Cell, name: str) -> pl.LazyFrame:
        """Scan an outcome table of the cell."""
        ...

    def deals(self, cell: Cell) -> int:
        """Deals played of the cell."""
        ...

    def games_played(self, cell: Cell) -> int:
        """Games played of the cell."""
        ...


@dataclass(frozen=True)
class RuleChange:
    """A rule whose value is not that of the variant."""

    rule: str
    value: Any
    variant_value: Any


@dataclass(frozen=True, eq=False)
class CellSummary:
    """One cell: what was played, and its estimates.

    ``variant`` is the variant whose rules are nearest to the cell's, and ``changes`` are those that differ from it;
    ``cut_short`` is the number of games that the length cap ended; ``estimates`` has the columns of
    ``simkit.stats.estimates.SCHEMA``.
    """

    cell: Cell
    title: str
    variant: str
    changes: tuple[RuleChange, ...]
    games: int
    deals: int
    cut_short: int
    estimates: pl.DataFrame


@dataclass(frozen=True, eq=False)
class Summary:
    """The cells of a run; ``meanings`` tells each statistic's, by its name in the estimate rows.

    With a ``stop`` all intervals are those of confidence sequences.
    """

    level: float
    cells: tuple[CellSummary, ...]
    meanings: Mapping[str, str]
    stop: StopRecord | None = None


def summarize(run: PlayedRun, *, level: float = 0.95, names: Sequence[str] = (), by: str | None = None) -> Summary:
    """Summarize a run: every statistic of its games, measures of the path where turns are kept; or those named.

    Parameters
    ----------
    run
        A finished run that has its ``games`` tables.
    level
        Confidence level of each interval by itself; where the run has a stop rule, of all its looks together.
    names
        Statistics, or single rows of theirs (``turns``, ``turns_p50``); all when there are none.
    by
        Column of the ``games`` table to group by; or one of the ``turns`` table, for statistics of turns.

    Raises
    ------
    UsageError
        Unknown statistic or column, level out of range, a game that this installation lacks, or a run without tables.
    StoreError
        A table is missing or damaged.
    """
    games = {cell.game: game_of(cell) for cell in run.cells}
    known = {name: known_by(game, by) for name, game in games.items()}
    if KINGMAKING.name in names:
        raise UsageError(
            f"--statistic {KINGMAKING.name}: tells line-ups that differ in one bot; `simkit compare` has it"
        )
    check_names(names, [statistic for some in known.values() for statistic in some])
    statistics = {name: statistics_by(game, run.log, names, by) for name, game in games.items()}
    cells = tuple(_cell(run, cell, games[cell.game], statistics[cell.game], level, names, by) for cell in run.cells)
    meanings = {
        row: meaning
        for some in statistics.values()
        for statistic in some
        for row, meaning in row_meanings(statistic).items()
    }
    return Summary(level, cells, meanings, run.stop)


def game_of(cell: Cell) -> GameSpec:
    """Find the game of a cell; a UsageError when this installation lacks it."""
    try:
        return find_game(cell.game)
    except KeyError:
        raise UsageError(
            f"cell {cell.name}: no game {cell.game!r} is installed; `simkit games` lists those here"
        ) from None


def is_of_turns(game: GameSpec, by: str | None) -> bool:
    """Whether the column to group by is one of the ``turns`` table only, of a game that has statistics of turns."""
    names = [{column.name for column in table.columns if not column.per_seat} for table in game.tables]
    return by is not None and len(game.turn_statistics()) > 0 and by not in names[0] and by in names[-1]


def known_by(game: GameSpec, by: str | None) -> tuple[Statistic, ...]:
    """List every statistic of the game's cells; of its turns where ``by`` is a column of theirs."""
    return (ROW_SHARE, *game.turn_statistics()) if is_of_turns(game, by) else known_statistics(game)


def statistics_by(game: GameSpec, log: str, names: Sequence[str], by: str | None) -> tuple[Statistic, ...]:
    """List those of ``known_by`` that a cell of this log has, or is asked for by name."""
    if not is_of_turns(game, by):
        return statistics_of(game, log, names)
    return tuple(
        statistic
        for statistic in known_by(game, by)
        if any(is_asked(row, statistic, names) for row in row_meanings(statistic))
    )


def check_names(names: Sequence[str], statistics: Sequence[Statistic]) -> None:
    """Raise a UsageError for a name that none of the statistics, and none of their rows, has."""
    known = list(dict.fromkeys(name for statistic in statistics for name in (statistic.name, *row_meanings(statistic))))
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            raise UsageError(
                f"--statistic {name}: there is no such statistic; "
                + (f"did you mean {near[0]}?" if near else _list(known))
            )


def _list(known: Sequence[str]) -> str:
    return f"there are {', '.join(known)}"


def is_asked(row: str, statistic: Statistic, names: Sequence[str]) -> bool:
    """Tell whether a row of the statistic is among the names; with no names all are."""
    return not names or row in names or statistic.name in names


def _cell(
    run: PlayedRun,
    cell: Cell,
    game: GameSpec,
    statistics: Sequence[Statistic],
    level: float,
    names: Sequence[str],
    by: str | None,
) -> CellSummary:
    rows = [row for statistic in statistics for row in row_meanings(statistic) if is_asked(row, statistic, names)]
    asked = [statistic for statistic in statistics if any(row in rows for row in row_meanings(statistic))]
    frame = run.table(cell, "games")
    if is_of_turns(game, by):
        estimates = estimate_turns(run.table(cell, "turns"), cell, asked, level, by, sequences=run.stop is not None)
    else:
        turns = Turns(run.table(cell, "turns")) if any(map(is_of_path, asked)) else None
        estimates = (estimate if run.stop is None else estimate_sequences)(frame, cell, asked, level, by, turns)
    variant, changes = _nearest_variant(game, dict(cell.rules))
    return CellSummary(
        cell=cell,
        title=game.title,
        variant=variant,
        changes=changes,
        games=run.games_played(cell),
        deals=run.deals(cell),
        cut_short=frame.select(CUT_SHORT.value(cell.seats).sum()).collect(engine="streaming").item(),
        estimates=estimates.filter(pl.col("statistic").is_in(rows)),
    )


def _nearest_variant(game: GameSpec, rules: Mapping[str, Any]) -> tuple[str, tuple[RuleChange, ...]]:
    """Find the variant from which fewest rules differ, the game's usual one before others, and those rules."""
    from simkit.config.variants import load_variant

    order = sorted(game.variants(), key=lambda name: (name != game.variant, name))
    given = {name: load_variant(game, name).rules.model_dump() for name in order}
    changes = {
        name: tuple(
            RuleChange(rule, rules[rule], usual) for rule, usual in own_rules.items() if rules.get(rule) != usual
        )
        for name, own_rules in given.items()
    }
    nearest = min(order, key=lambda name: len(changes[name]))
    return nearest, changes[nearest]
