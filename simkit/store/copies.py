"""Copies of the bots' files and tables that a run was played with, for reading; nothing here runs them."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from simkit.model.cell import Cell, SeatBot
from simkit.sources import with_imports
from simkit.store.files import commit, partial_file, reported, sync_folder

__all__ = ["SOURCES", "keep_copies", "prune_copies", "with_copies"]

SOURCES = "sources"
"""Folder of a run directory with a folder for each bot and table, called by its hash."""


def keep_copies(root: Path, folder: Path, cells: Iterable[Cell]) -> None:
    """Copy into the run directory what cells name in ``folder``: files of bots, what these import, and tables."""
    for seat in _seats(cells):
        for file, target in _copies(folder, seat):
            copy = root / SOURCES / target
            with reported(copy, "written"):
                content = file.read_bytes()
                if not copy.is_file() or copy.read_bytes() != content:
                    _write(root, copy, content)


def prune_copies(root: Path, cells: Iterable[Cell]) -> None:
    """Remove all copies but those of these cells."""
    seats = _seats(cells)
    kept = {seat.source for seat in seats} | {seat.table.hash for seat in seats if seat.table is not None}
    with reported(root, "removed"):
        for folder in (root / SOURCES).glob("*"):
            if folder.name not in kept:
                shutil.rmtree(folder)


def with_copies(cell: Cell) -> Cell:
    """Return the cell as it names its files from the folder of copies."""
    return replace(cell, lineup=tuple(_copied(seat) for seat in cell.lineup))


def _seats(cells: Iterable[Cell]) -> set[SeatBot]:
    """The bots that come from a file, or carry a table."""
    seats = {seat for cell in cells for seat in cell.lineup}
    return {seat for seat in seats if ".py:" in seat.strategy or seat.table is not None}


def _copied(seat: SeatBot) -> SeatBot:
    file, is_file, name = seat.strategy.rpartition(".py:")
    strategy = f"{seat.source}/{Path(file).name}.py:{name}" if is_file else seat.strategy
    table = seat.table and replace(seat.table, file=f"{seat.table.hash}/{Path(seat.table.file).name}")
    return replace(seat, strategy=strategy, table=table)


def _copies(folder: Path, seat: SeatBot) -> Iterator[tuple[Path, Path]]:
    """Files that a seat needs, and what their copies are called in the folder of copies."""
    file, is_file, _ = seat.strategy.rpartition(".py:")
    if is_file:
        path = (folder / f"{file}.py").resolve()
        for one in with_imports(path):
            yield one, Path(seat.source) / one.relative_to(path.parent)
    if seat.table is not None:
        yield folder / seat.table.file, Path(seat.table.hash) / Path(seat.table.file).name


def _write(root: Path, target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with partial_file(root) as (path, file):
        file.write(content)
        commit(path, file, target)
        sync_folder(target.parent)
