"""What a batch will take: games, parts, and from pilots of a few seconds, time and room. Nothing is stored."""

from __future__ import annotations

import io
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from simkit.engine.bot_check import try_bots
from simkit.engine.chunk import Pace, load_kernel, play_part
from simkit.model.cell import Cell
from simkit.model.parts import Log, Part, deals_of, games_of, parts_of, tables_of
from simkit.registry import find_game
from simkit.store.write import TableWriter

__all__ = ["Pilot", "PlannedCell", "pilot_of_each", "plan_cell", "run_pilots"]

PILOT_SECONDS = 1.0
"""How long a pilot flies at the most."""

_ALL_SECONDS = 4.0
"""How long all pilots together fly at the most."""

_FEWEST_DEALS, _PATIENCE = 64, 10.0
"""Deals that a pilot plays at the least, and seconds after which it ends without them: bots may be slow."""

_MOST_PILOTS = 24
"""Most cells that have a pilot: enough for a tournament of seven bots, and few enough to compare with each other."""


@dataclass(frozen=True)
class Pilot:
    """What a pilot showed.

    Parameters
    ----------
    rate
        Games a second of one worker, writing included.
    game_bytes
        Bytes a game, of all tables.
    part_bytes
        Bytes that the files of a part take before there is a row in them.
    sample
        The ``games`` table of what was played, as Parquet.
    """

    rate: float
    game_bytes: float
    part_bytes: int
    sample: bytes = field(default=b"", repr=False)


@dataclass(frozen=True)
class PlannedCell:
    """What is going to be played of a cell; seconds of one worker and bytes are None without a pilot."""

    cell: str
    id: str
    deals: int
    games: int
    parts: int
    seconds: float | None = None
    bytes: int | None = None


def plan_cell(cell: Cell, games: int, log: Log, pilot: Pilot | None = None) -> PlannedCell:
    """Work out what ``games`` games of a cell will take.

    Raises
    ------
    UsageError
        The game has no table for that log.
    """
    played = games_of(cell, games)
    parts = sum(1 for _ in parts_of(cell, find_game(cell.game), log, games))
    planned = PlannedCell(cell.name, cell.id, deals_of(cell, games), played, parts)
    if pilot is None:
        return planned
    room = 0 if log == "none" else round(played * pilot.game_bytes + parts * pilot.part_bytes)
    return PlannedCell(cell.name, cell.id, planned.deals, played, parts, played / pilot.rate, room)


def run_pilots(cells: Sequence[Cell], log: Log, folder: Path) -> dict[str, Pilot]:
    """Play the first deals of each cell, or of 24 that are spread evenly over them; pilots by cell id.

    Parameters
    ----------
    folder
        As ``load_kernel`` takes it.

    Raises
    ------
    ContractError
        A bot or the game broke its contract.
    """
    count = min(len(cells), _MOST_PILOTS)
    seconds = min(PILOT_SECONDS, _ALL_SECONDS / count)
    chosen = [cells[place * len(cells) // count] for place in range(count)]
    return {cell.id: _run_pilot(cell, log, folder, seconds) for cell in chosen}


def pilot_of_each(cells: Sequence[Cell], pilots: Mapping[str, Pilot]) -> list[Pilot]:
    """Each cell's own pilot, or where it has none that of the last one before it."""
    found, last = [], pilots[cells[0].id]
    for cell in cells:
        last = pilots.get(cell.id, last)
        found.append(last)
    return found


def _run_pilot(cell: Cell, log: Log, folder: Path, seconds: float) -> Pilot:
    """Play a cell's first deals for so long, its rows going to memory."""
    game = find_game(cell.game)
    tables = tables_of(game, log)
    try_bots(cell, game, folder)
    kernel = load_kernel(cell, game, folder)
    files = {table.name: io.BytesIO() for table in tables}
    writers = {table.name: TableWriter(cell, table, files[table.name]) for table in tables}
    first = Part(cell.id, 0, 0, tables[-1].part_deals)
    began, deals = time.perf_counter(), 0
    for chunk in play_part(kernel, tables, first, writers, Pace()):
        deals += chunk
        passed = time.perf_counter() - began
        if passed >= seconds and (deals >= _FEWEST_DEALS or passed >= _PATIENCE):
            break
    written = _bytes(list(writers.values()))
    games = deals * len(cell.arrangements)
    rate = games / (time.perf_counter() - began)
    empty = _bytes([TableWriter(cell, table, io.BytesIO()) for table in tables])
    return Pilot(rate, max(0, written - empty) / games, empty, files["games"].getvalue())


def _bytes(writers: Sequence[TableWriter]) -> int:
    return sum(writer.finish().bytes or 0 for writer in writers)
