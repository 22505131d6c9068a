"""What a batch will be able to show, foreseen from a pilot of its cells, in words and numbers."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import polars as pl

from simkit.engine.progress import time_text
from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.parts import deals_of
from simkit.report.comparison import compare_runs
from simkit.report.rows import decimal_text, decimals_for, scale_of, unit_text
from simkit.report.summary import summarize
from simkit.report.table import Column, Table, numbers
from simkit.stats.intervals import normal_quantile
from simkit.stats.power import Foreseen, foresee

__all__ = ["Sample", "differences_table", "foresee_differences", "foresee_precision", "precision_table"]


@dataclass(frozen=True)
class Sample:
    """The few games of each cell that a pilot played, as a run."""

    cells: tuple[Cell, ...]
    samples: Mapping[str, bytes]
    """The ``games`` tables by cell id, as Parquet."""
    log: str = "games"
    stop: None = None

    def table(self, cell: Cell, name: str) -> pl.LazyFrame:
        """Scan a cell's games; a UsageError for turns, which pilots do not keep."""
        if name != "games":
            raise UsageError("a plan's pilots keep no turns, so measures of the path of a game cannot be foreseen")
        return pl.read_parquet(io.BytesIO(self.samples[cell.id])).lazy()

    def games_played(self, cell: Cell) -> int:
        """Games of the sample."""
        return int(self.table(cell, "games").select(pl.len()).collect().item())

    def deals(self, cell: Cell) -> int:
        """Deals of the sample."""
        return self.games_played(cell) // len(cell.arrangements)


def foresee_differences(
    sample: Sample, games: int, margins: Mapping[str, float], seconds: float
) -> list[dict[str, Any]]:
    """Foresee which differences ``games`` games of each cell will find, and what those that matter take.

    Parameters
    ----------
    margins
        Which differences matter, by statistic, instead of the game's own; with any only those are told.
    seconds
        How long a game of every cell takes.

    Raises
    ------
    UsageError
        There is no such statistic.
    """
    comparison = compare_runs([("pilot", sample)], names=list(margins), margins=margins)
    rows = pl.concat([contrast.rows for contrast in comparison.contrasts])
    deals = {cell.name: deals_of(cell, games) for cell in sample.cells}
    seatings = {cell.name: len(cell.arrangements) for cell in sample.cells}
    return [_row(foreseen, seconds) for foreseen in foresee(rows, deals, seatings)]


def _row(foreseen: Foreseen, seconds: float) -> dict[str, Any]:
    takes = None if foreseen.games is None else foreseen.games * seconds
    return asdict(foreseen) | {"of": _who(foreseen.seat, foreseen.bot), "seconds": takes}


def foresee_precision(sample: Sample, games: int, level: float = 0.95) -> list[dict[str, Any]]:
    """Foresee how well ``games`` games of the only cell will know each number: half of its interval.

    The interval of a mean, which those of proportions and quantiles tend to; quantiles are left out.
    """
    (cell,) = sample.cells
    rows = summarize(sample, level=level).cells[0].estimates.filter(pl.col("se").is_not_null())
    planned, z = deals_of(cell, games), normal_quantile(level)
    return [
        {
            "statistic": row["statistic"],
            "of": _who(row["seat"], row["bot"]),
            "value": row["value"],
            "half_width": z * row["se"] * (row["deals"] / planned) ** 0.5,
            "unit": row["unit"],
        }
        for row in rows.iter_rows(named=True)
    ]


def _who(seat: int | None, bot: str | None) -> str:
    return f"seat {seat}" if seat is not None else bot or "game"


def differences_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """Lay foreseen differences out."""
    columns = (
        *(Column("statistic"), Column("of"), *numbers("difference seen"), *numbers("that matters", rank=1)),
        *(*numbers("takes games", "and", rank=2), Column("unit"), Column("worst between", rank=3)),
    )
    cells = (
        (
            row["statistic"],
            row["of"],
            _number(row, "least"),
            _number(row, "matters"),
            "-" if row["games"] is None else f"{row['games']:,}",
            "-" if row["seconds"] is None else time_text(row["seconds"]),
            unit_text(row["unit"]),
            f"{row['cell']}, {row['against']}",
        )
        for row in rows
    )
    return Table(columns, tuple(cells))


def precision_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """Lay foreseen precision out."""
    columns = (Column("statistic"), Column("of"), *numbers("known to ±"), Column("unit"))
    cells = ((row["statistic"], row["of"], _number(row, "half_width"), unit_text(row["unit"])) for row in rows)
    return Table(columns, tuple(cells))


def _number(row: Mapping[str, Any], key: str) -> str:
    """Write a row's number with two significant digits, a share as a percentage."""
    if row[key] is None:
        return "-"
    number = scale_of(row["unit"]) * row[key]
    return decimal_text(number, decimals_for(0.0, [number]))
