"""Where the bots and tables of a run lie: noted when it is played, and found again from any folder, also when moved."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.store.copies import SOURCES
from simkit.store.manifest import FolderRecord, RunRecord

__all__ = ["bots_folder", "folder_record"]


def folder_record(root: Path, folder: Path, cells: Iterable[Cell]) -> FolderRecord | None:
    """Note the folder that files of these cells are named from; None where they name no files."""
    if not _files(cells):
        return None
    absolute = folder.resolve()
    try:
        relative = os.path.relpath(absolute, root.resolve())
    except ValueError:  # another drive
        relative = str(absolute)
    return FolderRecord(relative=Path(relative).as_posix(), absolute=str(absolute))


def bots_folder(root: Path, record: RunRecord, cells: Iterable[Cell]) -> Path:
    """Find the folder that files of a run's cells are named from: seen from the run directory, or where it was.

    Raises
    ------
    UsageError
        A file of these cells lies in neither place.
    """
    files = _files(cells)
    if record.folder is None or not files:
        return Path()
    places = [Path(os.path.normpath(root / record.folder.relative)), Path(record.folder.absolute)]
    for place in places:
        if all((place / file).is_file() for file in files):
            return place
    missing = next(file for file in files if not (places[-1] / file).is_file())
    looked = " nor ".join(dict.fromkeys(str(place.absolute()) for place in places))
    raise UsageError(
        f"{root}: its file {missing} is gone: it is not in {looked}; put it back; a copy is in {root / SOURCES}"
    )


def _files(cells: Iterable[Cell]) -> list[str]:
    """Files of bots and tables that the cells name."""
    found = []
    for seat in (seat for cell in cells for seat in cell.lineup):
        if ".py:" in seat.strategy:
            found.append(seat.strategy.rpartition(":")[0])
        if seat.table is not None:
            found.append(seat.table.file)
    return list(dict.fromkeys(found))
