"""A tournament as a model: the field, its ratings, who finished before whom, and who is likely above whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from simkit.config.tournament import table_names
from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.stop import StopRecord
from simkit.report.summary import PlayedRun, game_of
from simkit.stats.common import WIN_RATE
from simkit.stats.estimates import SCHEMA, estimate
from simkit.stats.finishes import Played, Results, collect_results
from simkit.stats.intervals import most_games, proportion
from simkit.stats.moments import Floats, Moments
from simkit.stats.ratings import Ratings, rate
from simkit.stats.running import estimate_sequences

__all__ = ["AHEAD", "NOT_RATED", "Tournament", "hold"]

AHEAD = "finished_ahead"
"""Share of the games of both in which a bot finished before another one, level ones halved."""

NOT_RATED = "none: some bots never finish before or level with the others, so no finite rating fits"
STOPPED = "none: the run may stop itself, and ratings have no confidence sequence"
OPEN = "open: with so few games, some draws of deals leave bots that never finish before the others"


@dataclass(frozen=True, eq=False)
class Tournament:
    """A field of bots, best first, with what each is.

    ``rows`` has the columns of estimates: ``elo`` of every bot, in the order of the field, and its ``tie_rate``; with
    more than two ``seats`` at a table its ``win_rate``; then of every two bots ``win_rate`` against each other, with
    more seats ``finished_ahead``, ``by`` being the opponent's name. ``superiority`` is by two names the likelihood that
    the first is rated above the second.
    """

    title: str
    level: float
    seats: int
    tables: int
    names: tuple[str, ...]
    labels: tuple[str, ...]
    deals: int
    rows: pl.DataFrame
    superiority: dict[tuple[str, str], float | None]
    stop: StopRecord | None = None

    def result(self, name: str, opponent: str) -> dict[str, Any]:
        """How one did against another."""
        statistic = "win_rate" if self.seats == 2 else AHEAD
        return self.rows.filter(statistic=statistic, bot=self._label(name), by=f"opponent = {opponent}").row(
            0, named=True
        )

    def of(self, name: str, statistic: str) -> dict[str, Any]:
        """A bot's ``tie_rate``, or its ``win_rate`` at tables of more than two."""
        return self.rows.filter(pl.col("by").is_null(), statistic=statistic, bot=self._label(name)).row(0, named=True)

    def _label(self, name: str) -> str:
        return self.labels[self.names.index(name)]


def hold(run: PlayedRun, level: float = 0.95) -> Tournament:
    """Rate the bots of a run whose cells are the tables of a tournament.

    Raises
    ------
    UsageError
        The run is none, or the level is not in (0, 1).
    StoreError
        A table is missing or damaged.
    """
    cells = [(cell, _names(cell)) for cell in run.cells]
    field = list(dict.fromkeys(name for _, names in cells for name in names))
    labels = [""] * len(field)
    for cell, names in cells:
        for name, bot in zip(names, cell.lineup, strict=True):
            labels[field.index(name)] = bot.label()
    tables = [Played(cell, tuple(map(field.index, names)), run.table(cell, "games")) for cell, names in cells]
    path = game_of(run.cells[0]).path
    results = collect_results(len(field), tables, fewest_lead=path is not None and path.fewest_lead)
    ratings = rate(results, run.cells[0].seed)
    order = (
        sorted(range(len(field)), key=lambda bot: -ratings.elo[bot]) if len(ratings.elo) else list(range(len(field)))
    )
    seats = run.cells[0].seats
    rows = [pl.DataFrame([_rating_row(ratings, results, bot, labels[bot], level) for bot in order], schema=SCHEMA)]
    rows += [pl.DataFrame(list(_first_rows(results, seats, order, labels, level)), schema=SCHEMA)]
    if seats > 2:
        rows += [pl.DataFrame(list(_order_rows(results, order, field, labels, level)), schema=SCHEMA)]
    if run.stop is not None:
        rows = [_without_intervals(table) for table in rows]
    if seats == 2:
        rows += [_pair_rows(table, field, level, is_stopped=run.stop is not None) for table in tables]
    return Tournament(
        title=game_of(run.cells[0]).title,
        level=level,
        seats=seats,
        tables=len(tables),
        names=tuple(field[bot] for bot in order),
        labels=tuple(labels[bot] for bot in order),
        deals=results.deals,
        rows=pl.concat(rows),
        superiority={
            (field[first], field[other]): ratings.superiority(first, other) if run.stop is None else None
            for first in order
            for other in order
            if first != other
        },
        stop=run.stop,
    )


def _without_intervals(rows: pl.DataFrame) -> pl.DataFrame:
    """Take away what holds for a fixed number of deals only."""
    nothing = pl.lit(None, pl.Float64)
    kind = pl.when(pl.col("interval") == NOT_RATED).then("interval").otherwise(pl.lit(STOPPED))
    return rows.with_columns(low=nothing, high=nothing, se=nothing, interval=kind)


def _names(cell: Cell) -> tuple[str, ...]:
    """Names of the bots at a table; a UsageError when the cell is none, or two of them are the same bot."""
    names = table_names(cell.name)
    if names is None or len(names) != cell.seats or len(set(cell.lineup)) != cell.seats:
        raise UsageError(
            "not a tournament: its cells are no tables of different bots; a config has [[tournament.bots]] for that"
        )
    return names


def _pair_rows(table: Played, field: Sequence[str], level: float, *, is_stopped: bool) -> pl.DataFrame:
    """Win rates of both bots of a table of two, ties split, ``by`` being the opponent."""
    make = estimate_sequences if is_stopped else estimate
    rows = make(table.frame, table.cell, [WIN_RATE], level).filter(pl.col("seat").is_null())
    names = {bot.label(): field[place] for bot, place in zip(table.cell.lineup, table.bots[::-1], strict=True)}
    opponents = [f"opponent = {names[bot]}" for bot in rows["bot"]]
    return rows.with_columns(by=pl.Series(opponents, dtype=pl.String))


def _first_rows(
    results: Results, seats: int, order: Sequence[int], labels: Sequence[str], level: float
) -> Iterator[dict[str, Any]]:
    """How often each bot shared a win, and with more than two at a table, won, from groups of deals."""
    first = [(number, choice) for number, choice in enumerate(results.choices) if len(choice.among) == seats]
    for bot in order:
        shared, won, played = np.zeros((3, len(results.counts)))
        for number, (among, taken) in first:
            games = results.counts[:, number]
            played += games * (bot in among)
            if bot in taken:
                won += games / len(taken)
                shared += games * (len(taken) > 1)
        yield _share_row("tie_rate", labels[bot], None, shared, played, results.deals, level)
        if seats > 2:
            yield _share_row("win_rate", labels[bot], None, won, played, results.deals, level)


def _order_rows(
    results: Results, order: Sequence[int], field: Sequence[str], labels: Sequence[str], level: float
) -> Iterator[dict[str, Any]]:
    """How often each bot finished before each other one, from groups of deals."""
    for bot in order:
        for other in order:
            if bot != other:
                ahead = results.ahead[:, bot, other]
                both = ahead + results.ahead[:, other, bot]
                by = f"opponent = {field[other]}"
                yield _share_row(AHEAD, labels[bot], by, ahead, both, results.deals, level)


def _share_row(
    statistic: str, label: str, by: str | None, part: Floats, whole: Floats, deals: int, level: float
) -> dict[str, Any]:
    games = round(float(whole.sum()))
    moments = Moments.of(np.stack([part, whole]), games)
    most = most_games(part.sum() / whole.sum(), deals, games)  # groups of deals show as much as deals do
    share = proportion(moments, level, float(most))
    row = {key: getattr(share, key) for key in ("value", "low", "high", "se")}
    about = {"statistic": statistic, "bot": label, "by": by, "unit": "share of games", "level": level}
    return {**about, **row, "deals": deals, "games": games, "interval": share.kind}


def _rating_row(ratings: Ratings, results: Results, bot: int, label: str, level: float) -> dict[str, Any]:
    is_rated = bool(len(ratings.elo))
    low, high = ratings.interval(bot, level) or (None, None) if is_rated else (None, None)
    return {
        "statistic": "elo",
        "bot": label,
        "value": float(ratings.elo[bot]) if is_rated else None,
        "low": low,
        "high": high,
        "se": ratings.se(bot) if is_rated else None,
        "deals": results.deals,
        "games": int(results.games[bot]),
        "level": level,
        "interval": NOT_RATED if not is_rated else OPEN if low is None else "bootstrap by deal",
        "unit": "Elo",
    }
