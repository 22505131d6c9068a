"""Checks a stored run: config, manifest, and every file byte for byte and value for value; nothing is written."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

import pyarrow as pa
import pyarrow.parquet as pq

from simkit.errors import StoreError
from simkit.model.cell import Cell
from simkit.model.game import GameSpec
from simkit.model.parts import Log, Part, parts_of, tables_of
from simkit.registry import every_game
from simkit.store.digest import file_digest
from simkit.store.directory import is_being_played
from simkit.store.manifest import (
    CONFIG,
    MANIFEST,
    Manifest,
    PartRecord,
    TableRecord,
    part_path,
    read_manifest,
    read_run_record,
)
from simkit.store.read import damage
from simkit.store.schema import schema, stored_columns

__all__ = ["Fault", "Kind", "Verified", "verify_run"]

Kind = Literal["missing", "damaged", "foreign", "superfluous"]


@dataclass(frozen=True)
class Fault:
    """One thing that is not as it should be.

    Parameters
    ----------
    kind
        ``missing``: parts that were never played, or a file that is not there. ``damaged``: a file or an entry of the
        manifest that is not what was written. ``foreign``: what does not belong to the run, or not there.
        ``superfluous``: a file of a part that the manifest does not list, which no reader opens.
    path, what
        What it is about, and what is wrong with it.
    part
        The listed part that playing again would mend.
    """

    kind: Kind
    path: Path
    what: str
    part: PartRecord | None = None

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


@dataclass(frozen=True)
class Verified:
    """What was looked at, all faults that are left, what could not be checked, and how many parts were played again."""

    parts: int
    files: int
    bytes: int
    faults: tuple[Fault, ...]
    remarks: tuple[str, ...]
    replayed: int = 0
    repaired: int = 0


def verify_run(root: Path) -> Verified:
    """Check every part of a run against its manifest, and the manifest against the config.

    While another process plays into the run, parts that are still to come are no faults.

    Raises
    ------
    StoreError
        No run directory; or config or manifest cannot be read or is damaged, so that nothing can be said of the parts.
    """
    if not (root / CONFIG).is_file():
        raise StoreError(f"{root}: not a run directory (it has no {CONFIG})")
    is_busy = is_being_played(root)
    record = read_run_record(root)
    listed = _Listed(root, record.log, {cell.id: cell for cell in record.restore()}, read_manifest(root))
    faults = [*listed.entry_faults(), *listed.file_faults(), *listed.folder_faults()]
    if is_busy:
        now = {part.key: part for part in read_manifest(root).parts}
        faults = [fault for fault in faults if _is_lasting(fault, now)]
    files = [table for part in listed.manifest.parts for table in part.tables.values() if table.bytes is not None]
    return Verified(
        parts=len(listed.manifest.parts),
        files=len(files),
        bytes=sum(table.bytes or 0 for table in files),
        faults=tuple(faults),
        remarks=tuple(listed.remarks(is_busy=is_busy)),
    )


def _is_lasting(fault: Fault, now: Mapping[tuple[str, int], PartRecord]) -> bool:
    """Whether a fault found in a run that is being played is one: not a part to come, nor one replaced meanwhile."""
    if fault.part is None:
        return fault.kind in ("damaged", "foreign")
    return now.get(fault.part.key) == fault.part


@dataclass(frozen=True)
class _Listed:
    """What config and manifest say that there is."""

    root: Path
    log: Log
    cells: Mapping[str, Cell]
    manifest: Manifest

    @cached_property
    def games(self) -> dict[str, GameSpec]:
        """Games by id of cell, of those that are of the same version here."""
        known = every_game()
        cells = self.cells.values()
        same = [cell for cell in cells if cell.game in known and known[cell.game].version == cell.version]
        return {cell.id: known[cell.game] for cell in same}

    @cached_property
    def owners(self) -> dict[str, Path]:
        """Files by the SHA-256 that the manifest has of them."""
        return {
            table.sha256: part_path(Path(), part.cell, name, part.index)
            for part in self.manifest.parts
            for name, table in part.tables.items()
            if table.sha256 is not None
        }

    def remarks(self, *, is_busy: bool) -> Iterator[str]:
        """Tell what was not checked, and why."""
        if is_busy:
            yield "another simkit run is playing into it: only what it has finished is checked"
        for cell in self.cells.values():
            if cell.id not in self.games:
                yield (
                    f"cell {cell.name} was played by version {cell.version} of {cell.game}, which is not the one here: "
                    "only sizes, checksums and rows are checked"
                )

    def entry_faults(self) -> Iterator[Fault]:
        """Hold the manifest's entries against the parts that config and number of games ask for."""
        manifest = self.root / MANIFEST
        finished: dict[tuple[str, int], int] = {}
        for part in self.manifest.parts:
            if part.cell not in self.cells:
                yield Fault("foreign", manifest, f"lists part {part.index} of cell {part.cell}, not in {CONFIG}")
            elif part.cell in self.games:
                finished[part.key] = part.deals
        for cell in self.cells.values():
            if cell.id in self.games:
                yield from self._cell_faults(cell, finished)

    def _cell_faults(self, cell: Cell, finished: Mapping[tuple[str, int], int]) -> Iterator[Fault]:
        grid = {part.key: part for part in self._grid(cell)}
        for listed in self.manifest.parts:
            if listed.cell == cell.id:
                wrong = self._entry_fault(cell, listed, grid.get(listed.key))
                if wrong:
                    what = f"part {listed.index} of cell {cell.name}: {wrong}"
                    yield Fault("damaged", self.root / MANIFEST, what, listed if listed.key in grid else None)
        absent = [part for key, part in grid.items() if finished.get(key, 0) < part.deals]
        if absent:
            deals = sum(part.deals for part in absent)
            what = f"{len(absent):,} of {len(grid):,} parts, {deals:,} deals, are still to be played"
            yield Fault("missing", self.root / "cells" / cell.id, f"cell {cell.name}: {what}")

    def _grid(self, cell: Cell) -> Iterator[Part]:
        games = self.manifest.deals(cell) * len(cell.arrangements)
        return parts_of(cell, self.games[cell.id], self.log, games)

    def _entry_fault(self, cell: Cell, listed: PartRecord, asked: Part | None) -> str | None:
        """Say what is wrong with an entry; a part that is shorter than asked for is told as missing."""
        if asked is None or listed.deals > asked.deals:
            return "goes beyond the requested games"
        if listed.first != asked.first:
            return f"begins with deal {listed.first:,} instead of {asked.first:,}"
        tables = [table.name for table in tables_of(self.games[cell.id], self.log)]
        if sorted(listed.tables) != sorted(tables):
            return f"has the tables {', '.join(listed.tables)} instead of {', '.join(tables)}"
        games = listed.deals * len(cell.arrangements)
        if listed.tables["games"].rows != games:
            return f"has {listed.tables['games'].rows:,} rows of games instead of {games:,}"
        if any((table.bytes is None) != (self.log == "none") for table in listed.tables.values()):
            return f'has files or none against log = "{self.log}"'
        return None

    def file_faults(self) -> Iterator[Fault]:
        """Check every listed file."""
        for part in self.manifest.parts:
            for name, table in part.tables.items():
                path = part_path(self.root, part.cell, name, part.index)
                fault = None if table.bytes is None else self._file_fault(path, part, name, table)
                if fault is not None:
                    yield fault

    def _file_fault(self, path: Path, part: PartRecord, name: str, table: TableRecord) -> Fault | None:
        wrong = damage(path, table)
        if wrong == "missing":
            return Fault("missing", path, "the file is not there", part)
        if wrong is not None:
            owner = self._owner(path)
            what = wrong.removeprefix("damaged: ")
            return Fault("damaged", path, what, part) if owner is None else Fault("foreign", path, owner, part)
        wrong = self._content_fault(path, part.cell, name, table)
        return None if wrong is None else Fault("damaged", path, wrong, part)

    def _owner(self, path: Path) -> str | None:
        """Say which other part's bytes a file holds, if it does."""
        try:
            with path.open("rb") as file:
                owner = self.owners.get(hashlib.file_digest(file, "sha256").hexdigest())
        except OSError:
            return None
        return None if owner is None else f"holds the bytes of {owner.as_posix()}"

    def _content_fault(self, path: Path, cell_id: str, name: str, table: TableRecord) -> str | None:
        """Say what is wrong with a file whose bytes are those in the manifest."""
        game, cell = self.games.get(cell_id), self.cells.get(cell_id)
        try:
            with pq.ParquetFile(path) as file:
                rows = file.metadata.num_rows
                if rows != table.rows:
                    return f"{rows:,} rows, but the manifest lists {table.rows:,}"
                if game is None or cell is None:
                    return None
                columns = stored_columns(game.table(name), cell.seats)
                if not file.schema_arrow.equals(schema(columns, cell), check_metadata=True):
                    return f"its columns are not those of {name} of cell {cell.name}"
                if file_digest(file, columns) != table.digest:
                    return "the digest of its values is not the one in the manifest"
        except (OSError, pa.ArrowException) as error:
            return str(error)
        return None

    def folder_faults(self) -> Iterator[Fault]:
        """Find what lies in the folder of the cells and is not listed."""
        listed = {
            part_path(self.root, part.cell, name, part.index) for part in self.manifest.parts for name in part.tables
        }
        for folder in sorted((self.root / "cells").glob("*")):
            if folder.name not in self.cells or not folder.is_dir():
                yield Fault("foreign", folder, f"belongs to no cell in {CONFIG}")
                continue
            for path in sorted(folder.iterdir()):
                if path not in listed:
                    yield _unlisted(path)


def _unlisted(path: Path) -> Fault:
    table, _, index = path.stem.rpartition("-")
    if (
        table in ("games", "turns")
        and index.isdecimal()
        and path == path.with_name(f"{table}-{int(index):06d}.parquet")
    ):
        return Fault("superfluous", path, "a part that the manifest does not list, so nothing reads it")
    return Fault("foreign", path, "no file of a run")
