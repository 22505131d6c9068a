"""Why two cells differ, as a model: clause by clause of the rules, how often it came into play and what it moved.

``explain_runs`` makes an ``Explanation``; ``why_render`` puts it into text, Markdown, JSON and CSV, and a page may show
it from the same model.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import polars as pl

from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.game import GameSpec
from simkit.model.statistic import Statistic
from simkit.model.stop import StopRecord
from simkit.report.comparison import Change, changes_of, distinct_cells, named_cells, pairs_of
from simkit.report.summary import PlayedRun, check_names, game_of
from simkit.stats.comparison import COMPARISON_SCHEMA, are_paired, rows_of
from simkit.stats.game_path import is_of_path
from simkit.stats.game_turns import Turns
from simkit.stats.intervals import Interval, proportion
from simkit.stats.measures import known_statistics, refuse_path
from simkit.stats.pairs import Side
from simkit.stats.running import within_range
from simkit.stats.sequences import widened
from simkit.stats.why import ChangedGame, ClauseSums, clauses_of, take_apart

__all__ = ["MOST_CHANGED", "WHY_SCHEMA", "ClauseFound", "Explanation", "Why", "check_why", "explain_runs"]

WHY_SCHEMA = pl.Schema([("clause", pl.String()), ("part", pl.String()), *COMPARISON_SCHEMA.items()])
"""Columns of an explanation's rows: those of a comparison after the clause that a row is about and the part it tells.

``part`` is ``all``: the whole difference (no clause); ``times``: how often the clause came into play in a game;
``fired`` and ``not fired``: what the pairs of games in which it did, and the others, add to the whole difference; and
``where fired``: the difference within the former.
"""

MOST_CHANGED = 3
"""Pairs of games told for each clause, unless asked otherwise."""

_EFFECTS = ("proportion", "mean", "ratio")


class ClauseFound(NamedTuple):
    """A clause, the share of pairs of games in which it came into play, and those of them that changed most."""

    name: str
    meaning: str
    share: Interval
    changed: tuple[ChangedGame, ...]


@dataclass(frozen=True, eq=False)
class Why:
    """One cell against another, on common deals.

    ``effects`` are what is taken apart, in the order of the values of changed games; ``rows`` has the columns of
    ``WHY_SCHEMA``; ``left_out`` says which clauses cannot be told, and why; ``replay`` begins the commands that tell a
    game of the cell, and of the other.
    """

    cell: Cell
    against: Cell
    changes: tuple[Change, ...]
    deals: int
    effects: tuple[str, ...]
    clauses: tuple[ClauseFound, ...]
    rows: pl.DataFrame
    left_out: tuple[str, ...]
    replay: tuple[str, str]


@dataclass(frozen=True, eq=False)
class Explanation:
    """Cells against one; ``meanings`` tells what each effect is.

    With a ``stop``, a rule that one of the runs was played by, all intervals are those of confidence sequences.
    """

    title: str
    level: float
    contrasts: tuple[Why, ...]
    meanings: dict[str, str]
    stop: StopRecord | None = None


class _Told(NamedTuple):
    """A cell under the name that it has here, with its run."""

    cell: Cell
    run: PlayedRun
    stored: Cell


def explain_runs(
    runs: Sequence[tuple[str, PlayedRun]],
    *,
    against: str | None = None,
    level: float = 0.95,
    names: Sequence[str] = (),
    games: int = MOST_CHANGED,
) -> Explanation:
    """Explain the differences of cells of one or more runs by the clauses of their rules.

    Parameters
    ----------
    runs, against, level
        As ``simkit.report.comparison.compare_runs`` takes them.
    names
        What is taken apart: shares, means and ratios among the game's statistics; None for win rate, points at the end
        and length.
    games
        How many pairs of games that changed most are told for each clause.

    Raises
    ------
    UsageError
        Cells without common deals, or in different seatings; games without clauses; an unknown cell or statistic.
    StoreError
        A table is missing or damaged.
    """
    cells = distinct_cells(list(named_cells(runs)))
    check_why([(name, cell) for name, _, cell in cells], names)
    told = [_Told(replace(cell, name=name), run, cell) for name, run, cell in cells]
    chosen = [(told[ours], told[theirs]) for ours, theirs in pairs_of([name for name, _, _ in cells], against)]
    game = game_of(cells[0][2])
    effects = _effects(game, cells[0][2].seats, names)
    stop = next((run.stop for _, run in runs if run.stop is not None), None)
    return Explanation(
        title=game.title,
        level=level,
        contrasts=tuple(
            _why(game, ours, theirs, effects, level, games, is_stopped=stop is not None) for ours, theirs in chosen
        ),
        meanings={effect.name: effect.meaning for effect in effects},
        stop=stop,
    )


def check_why(cells: Sequence[tuple[str, Cell]], names: Sequence[str], log: str = "turns") -> None:
    """Raise what ``explain_runs`` would about these named cells, played with this log, before any of them is played."""
    first, game = cells[0][1], game_of(cells[0][1])
    for name, cell in cells[1:]:
        if not are_paired(cell, first):
            raise UsageError(
                f"--why: {name} and {cells[0][0]} have no deals in common, so that no clause can be blamed"
            )
    if not clauses_of(game.clauses, [cell for _, cell in cells]):
        raise UsageError(f"--why: {game.id} tells of no clause that these rules have")
    _effects(game, first.seats, names)
    refuse_path(game, log, names)


def _points(game: GameSpec) -> Iterator[Statistic]:
    if any(column.name == "score" and column.per_seat for column in game.table("games").columns):
        yield Statistic(
            "points", "points at the end", "points", "mean", lambda seat: pl.col(f"score_{seat + 1}"), by="seat"
        )


def _effects(game: GameSpec, seats: int, names: Sequence[str]) -> list[Statistic]:
    """What is taken apart."""
    known = [
        statistic
        for statistic in (*known_statistics(game), *_points(game))
        if statistic.kind in _EFFECTS and statistic.seats <= seats and statistic.by != "best"
    ]
    check_names(names, known)
    wanted = names or ("win_rate", "points", "turns", "hands")
    return [statistic for name in wanted for statistic in known if statistic.name == name]


def _why(
    game: GameSpec,
    ours: _Told,
    theirs: _Told,
    effects: Sequence[Statistic],
    level: float,
    games: int,
    *,
    is_stopped: bool,
) -> Why:
    asked = clauses_of(game.clauses, [ours.cell, theirs.cell])
    has_turns = ours.run.log == theirs.run.log == "turns"
    clauses = [clause for clause in asked if has_turns or clause.table == "games"]
    sides = (_side(ours, effects, has_turns), _side(theirs, effects, has_turns))
    sums_by_clause = take_apart(*sides, clauses, games)
    return Why(
        cell=ours.cell,
        against=theirs.cell,
        changes=tuple(changes_of(ours.cell, theirs.cell)),
        deals=min(side.run.deals(side.stored) for side in (ours, theirs)),
        effects=tuple(effect.name for effect in effects),
        clauses=tuple(_found(sums, level, is_stopped=is_stopped) for sums in sums_by_clause),
        rows=pl.DataFrame(
            rows_of(sides, list(_sums(sums_by_clause)) if sums_by_clause else [], level, sequences=is_stopped),
            schema=WHY_SCHEMA,
        ),
        left_out=tuple(
            f'{clause.name}: {clause.meaning}; needs log = "turns"' for clause in asked if clause not in clauses
        ),
        replay=(_replay(ours), _replay(theirs)),
    )


def _side(told: _Told, effects: Sequence[Statistic], has_turns: bool) -> Side:
    turns = Turns(told.run.table(told.stored, "turns")) if has_turns or any(map(is_of_path, effects)) else None
    return Side(told.run.table(told.stored, "games"), told.cell, effects, turns)


def _found(sums: ClauseSums, level: float, *, is_stopped: bool) -> ClauseFound:
    share = proportion(sums.share, level, sums.share.games)
    if is_stopped:
        share = within_range("proportion", widened(share, sums.share.deals, level))
    return ClauseFound(sums.clause.name, sums.clause.meaning, share, tuple(sums.changed))


def _sums(clauses: Sequence[ClauseSums]) -> Iterator[tuple[Any, dict[str, str | None]]]:
    """Sums with what a row says of them; the whole difference once, first."""
    for part, part_sums in clauses[0].parts:
        if part == "all":
            yield part_sums, {"clause": None, "part": part}
    for sums in clauses:
        for part, part_sums in sums.parts:
            if part != "all":
                yield part_sums, {"clause": sums.clause.name, "part": part}


def _replay(told: _Told) -> str:
    return shlex.join(["simkit", "trace", str(getattr(told.run, "root", "RUN")), "--cell", told.stored.name])
