"""A sweep as grids: the axes of the cells are rows and columns, or the statistics most asked for are columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from simkit.report.rows import SHARE, capital, unit_text
from simkit.report.screen.layout import LINES, Answer, Block, Heading
from simkit.report.screen.words import decimals_of, range_text, short_names, value_text
from simkit.report.summary import CellSummary, Summary
from simkit.report.table import Column, Table

__all__ = ["Axes", "axes_of", "column_name", "grid_blocks"]

_Row = dict[str, Any]

_FIRST = ("win_rate", "score", "starter_advantage", "turns", "hands", "half_leader_wins", "lead_changes", "tie_rate")
"""Statistics most asked for, in this order."""
_COLUMNS = {
    "win_rate": "wins %",
    "starter_advantage": "starter +",
    "half_leader_wins": "leader wins %",
    "tie_rate": "ties %",
}
"""Headings that need fewer characters than the statistic's name."""
_MOST_COLUMNS = 6
_AROUND = 7
"""Lines around the grids."""


class Axes(NamedTuple):
    """Names of cells as places in a grid; ``across`` is empty where cells are a list."""

    down: str
    across: str
    places: tuple[tuple[str, str], ...]


def axes_of(names: Sequence[str]) -> Axes:
    """Read the axes from the cells' names: ``strict,target=5000`` lies on the axes of variants and of the target.

    >>> axes_of(["a=1", "a=2", "v,a=1", "v,a=2"])
    Axes(down='a', across='variant', places=(('1', 'base'), ('2', 'base'), ('1', 'v'), ('2', 'v')))
    >>> axes_of(["base", "short"])
    Axes(down='', across='', places=(('base', ''), ('short', '')))
    """
    points = [_point(name) for name in names]
    keys = list(dict.fromkeys(key for point in points for key in point))
    if any(key not in point for point in points for key in keys if key != "variant"):
        return Axes("", "", tuple((name, "") for name in names))
    values = {key: list(dict.fromkeys(point.get(key, "base") for point in points)) for key in keys}
    moving = sorted((key for key in keys if len(values[key]) > 1), key=lambda key: -len(values[key]))
    if moving == ["variant"] or not moving:
        return Axes("", "", tuple((name, "") for name in names))
    across = moving[-1] if len(moving) > 1 else ""
    down = [key for key in moving if key != across]
    places = [(", ".join(p.get(key, "base") for key in down), p.get(across, "base") if across else "") for p in points]
    return Axes(", ".join(down), across, tuple(places))


def _point(name: str) -> dict[str, str]:
    parts = [part.partition("=") for part in name.split(",")]
    return {key if sign else "variant": value if sign else key for key, sign, value in parts}


def grid_blocks(summary: Summary) -> Iterator[list[Block]]:
    """Grids of a summary of several cells, as many as a screen takes."""
    rows = [_first_rows(cell) for cell in summary.cells]
    known = list(dict.fromkeys(name for of_cell in rows for name in of_cell))
    asked = [name for name in _FIRST if name in known] or known
    told = [_Told(summary, name, [of_cell.get(name) for of_cell in rows]) for name in asked]
    axes = axes_of([cell.cell.name for cell in summary.cells])
    yield [Answer(_extremes(told[0], summary))] if told else []
    if not axes.across:
        yield [_list(axes, told[:_MOST_COLUMNS])]
        return
    room = LINES - _AROUND
    for one in told:
        table = _grid(axes, one)
        room -= len(table.rows) + 3
        if room < 0 and one is not told[0]:
            return
        yield [Heading(one.title), table]


def column_name(statistic: str, unit: str) -> str:
    """Write a statistic as the heading of a column; shares say that they are percentages."""
    plain = statistic.replace("_", " ")
    return _COLUMNS.get(statistic, f"{plain} %" if unit.startswith(SHARE) else plain)


class _Told:
    """A statistic of all cells, with what it is called and whose it is."""

    def __init__(self, summary: Summary, name: str, rows: Sequence[_Row | None]) -> None:
        first = next(row for row in rows if row is not None)
        kind = (first["seat"], first["bot"] is None)
        self.rows = [row if row is not None and (row["seat"], row["bot"] is None) == kind else None for row in rows]
        whose = f" of seat {first['seat']}" if first["seat"] else f" of {_shared_name(summary)}" if first["bot"] else ""
        self.is_share = first["unit"].startswith(SHARE)
        self.column = column_name(name, first["unit"])
        self.what = f"{capital(name.replace('_', ' '))}{whose}"
        self.title = f"{self.what}, {unit_text(first['unit'])}"

    def texts(self) -> list[str]:
        """The values, with the decimals that all of their intervals warrant."""
        known = [row for row in self.rows if row is not None and row["value"] is not None]
        decimals = min(map(decimals_of, known), default=0)
        return ["-" if row is None else value_text(row, decimals) for row in self.rows]


def _first_rows(cell: CellSummary) -> dict[str, _Row]:
    """One row of each statistic: of the first bot where bots change seats, else of seat 1 or of the game."""
    found: dict[str, _Row] = {}
    for row in cell.estimates.iter_rows(named=True):
        before = found.setdefault(row["statistic"], row)
        if row["seat"] is None and row["bot"] and before["seat"] is not None:
            found[row["statistic"]] = row
    return found


def _shared_name(summary: Summary) -> str:
    """The first bot by its letter and as much of its name as all cells share."""
    names = {short_names(cell.cell)[cell.cell.lineup[0].label()] for cell in summary.cells}
    strategies = {name.partition("(")[0] for name in names}
    return names.pop() if len(names) == 1 else strategies.pop() if len(strategies) == 1 else "A"


def _extremes(told: _Told, summary: Summary) -> str:
    """Where the statistic most asked for is lowest, and where highest."""
    known = [
        (row, cell) for row, cell in zip(told.rows, summary.cells, strict=True) if row and row["value"] is not None
    ]
    if not known:
        return told.title
    ends = [pick(known, key=lambda pair: pair[0]["value"]) for pick in (min, max)]
    sign = " %" if told.is_share else ""
    return f"{told.what}: " + " to ".join(
        f"{value_text(row)}{sign} at {cell.cell.name}{_range(row)}" for row, cell in ends
    )


def _range(row: _Row) -> str:
    return "" if row["low"] is None or row["high"] is None else f" ({range_text(row)})"


def _list(axes: Axes, told: Sequence[_Told]) -> Table:
    """A line a cell, a column a statistic."""
    columns = (Column(axes.down), *(Column(one.column, is_number=True, rank=i) for i, one in enumerate(told)))
    values = zip(*(one.texts() for one in told), strict=True)
    return Table(columns, tuple((down, *texts) for (down, _), texts in zip(axes.places, values, strict=True)))


def _grid(axes: Axes, told: _Told) -> Table:
    """Values by the two axes."""
    down = list(dict.fromkeys(place[0] for place in axes.places))
    across = list(dict.fromkeys(place[1] for place in axes.places))
    texts = dict(zip(axes.places, told.texts(), strict=True))
    head = f"{axes.down} \\ {axes.across}"
    columns = (Column(head), *(Column(name, is_number=True, rank=i) for i, name in enumerate(across, 1)))
    return Table(columns, tuple((row, *(texts.get((row, column), "") for column in across)) for row in down))
