"""Reads a finished run: by its manifest only, every file checked before a number is taken from it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl

from simkit.errors import StoreError, UsageError
from simkit.model.cell import Cell
from simkit.model.columns import Table
from simkit.model.parts import Log
from simkit.model.stop import StopRecord
from simkit.store.digest import rows_digest
from simkit.store.manifest import (
    CONFIG,
    Manifest,
    PartRecord,
    TableRecord,
    part_path,
    read_manifest,
    read_run_record,
    rerun_hint,
)
from simkit.store.schema import stored_columns

__all__ = ["StoredRun", "damage", "open_run"]

_KEPT: dict[Log, tuple[str, ...]] = {"none": (), "games": ("games",), "turns": ("games", "turns")}
"""Tables that a run keeps, by its log; a part may hold more, from an earlier config."""


@dataclass(frozen=True)
class StoredRun:
    """A finished run on disk.

    Parameters
    ----------
    root
        Its directory.
    log
        What is logged: ``none``, ``games`` or ``turns``.
    cells
        Its cells, in the order of the config.
    manifest
        Its parts.
    """

    root: Path
    log: Log
    cells: tuple[Cell, ...]
    manifest: Manifest
    _checked: set[Path] = field(default_factory=set, repr=False, compare=False)

    def deals(self, cell: Cell) -> int:
        """Deals played of the cell: the independent units of every statistic."""
        return self.manifest.deals(cell)

    @property
    def stop(self) -> StopRecord | None:
        """The rule that it was played by, and what came of it; None for a fixed number of games."""
        return self.manifest.stop

    def games_played(self, cell: Cell) -> int:
        """Games played of the cell: every deal in every seating."""
        return self.deals(cell) * len(cell.arrangements)

    def parts(self, cell: Cell) -> list[PartRecord]:
        """List the cell's parts in order; the last may go beyond the deals asked for, which are what is told about."""
        deals = self.deals(cell)
        mine = self.manifest.by_cell.get(cell.id, ())
        return [part for part in mine if part.first < deals and part.keeps(self.log)]

    def table(self, cell: Cell, name: str) -> pl.LazyFrame:
        """Lazy scan of an outcome table of the cell, in order of deals; every file is checked first.

        Raises
        ------
        UsageError
            The run was played with a log that does not hold the table.
        StoreError
            A file is missing, damaged, or has another number of rows than the manifest says.
        """
        if name not in _KEPT[self.log]:
            raise UsageError(
                f'{self.root}: played with log = "{self.log}", which keeps no {name} table; run it again with '
                f"`--log {name}`"
            )
        return self._scan(cell, name)

    def digests(self, cell: Cell, table: Table) -> list[str]:
        """Digest the cell's rows of ``table``, ``games``, in parts as long as a run that logs no more has them.

        Those are the stored parts but where a more detailed log, or more games, were played into the directory before.
        """
        parts, deals, size = self.parts(cell), self.deals(cell), table.part_deals
        firsts = range(0, deals, size)
        if [(part.first, part.deals) for part in parts] == [(first, min(size, deals - first)) for first in firsts]:
            return [part.tables[table.name].digest for part in parts]
        rows, columns = self._scan(cell, table.name), stored_columns(table, cell.seats)
        blocks = (rows.filter(pl.col("deal").is_between(first, first + size - 1)) for first in firsts)
        return [rows_digest(block.collect(), columns) for block in blocks]

    def _scan(self, cell: Cell, name: str) -> pl.LazyFrame:
        parts, deals = self.parts(cell), self.deals(cell)
        paths = [part_path(self.root, cell.id, name, part.index) for part in parts]
        for path, part in zip(paths, parts, strict=True):
            self._check(path, part.tables[name])
        frame = pl.scan_parquet(paths, glob=False)
        self._check_rows(frame, paths, sum(part.tables[name].rows for part in parts))
        return frame if _covered(parts) <= deals else frame.filter(pl.col("deal") < deals)

    def _check(self, path: Path, record: TableRecord) -> None:
        if path in self._checked:
            return
        wrong = damage(path, record)
        if wrong is not None:
            raise StoreError(f"{path}: {wrong}; {rerun_hint(self.root)}")
        self._checked.add(path)

    def _check_rows(self, frame: pl.LazyFrame, paths: Sequence[Path], rows: int) -> None:
        found = frame.select(pl.len()).collect().item()
        if found != rows:
            raise StoreError(
                f"{paths[0].parent}: {found:,} rows of {paths[0].name.split('-')[0]}, but the manifest lists {rows:,}; "
                f"{rerun_hint(self.root)}"
            )


def damage(path: Path, record: TableRecord) -> str | None:
    """Say what is wrong with a part's file; None when its bytes are those that were written."""
    if record.bytes is None:
        return None
    try:
        size = path.stat().st_size
        if size != record.bytes:
            return f"damaged: {size:,} bytes instead of {record.bytes:,}"
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return "missing"
    except OSError as error:
        return f"cannot be read: {error.strerror or error}"
    return None if found == record.sha256 else "damaged: its checksum is not the one in the manifest"


def open_run(path: Path, *, finished_only: bool = False) -> StoredRun:
    """Open a finished run directory for reading; with ``finished_only`` as if it had no cells but the finished ones.

    Raises
    ------
    StoreError
        No run directory, one of another format, a damaged one, or one whose run is not complete.
    """
    if not (path / CONFIG).is_file():
        raise StoreError(f"{path}: not a run directory (it has no {CONFIG})")
    record, manifest = read_run_record(path), read_manifest(path)
    if manifest.config not in (None, record.digest):
        raise StoreError(f"{path}: incomplete: its config was edited and not played since; {rerun_hint(path)}")
    run = StoredRun(path, record.log, record.restore(), manifest)
    played = {cell.id: _covered(run.parts(cell)) for cell in run.cells}
    finished = tuple(cell for cell in run.cells if played[cell.id] >= run.deals(cell))
    if len(finished) < len(run.cells) and not (finished_only and finished):
        cell = next(cell for cell in run.cells if played[cell.id] != run.deals(cell))
        deals = f"{played[cell.id]:,} of {run.deals(cell):,} deals"
        raise StoreError(f"{path}: incomplete: {deals} of cell {cell.name}; {rerun_hint(path)}")
    return replace(run, cells=finished)


def _covered(parts: Sequence[PartRecord]) -> int:
    """Deals from the first on without a gap."""
    covered = 0
    for part in parts:
        if part.first != covered:
            break
        covered += part.deals
    return covered
