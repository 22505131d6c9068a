"""What a run directory says about itself: its cells, its finished parts, and how many games were asked for.

``config.json`` is of the config last run, and is written again when that changes. ``manifest.json`` lists every
finished part; while a run is being played, parts that have been finished since are lines of ``journal.jsonl``. Each of
these texts ends with a checksum of itself, so that no reader takes a number from one that was changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from simkit.errors import StoreError
from simkit.model.cell import Cell
from simkit.model.parts import LOGS, Log, deals_of
from simkit.model.stop import StopRecord
from simkit.store.files import reported, write_whole
from simkit.store.schema import FORMAT

__all__ = [
    "CONFIG",
    "JOURNAL",
    "MANIFEST",
    "FolderRecord",
    "Manifest",
    "PartRecord",
    "RunRecord",
    "TableRecord",
    "part_path",
    "read_manifest",
    "read_run_record",
    "rerun_hint",
    "sealed",
    "write_manifest",
    "write_run_record",
]

CONFIG, MANIFEST, JOURNAL = "config.json", "manifest.json", "journal.jsonl"


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


_Model = TypeVar("_Model", bound=_Record)


class TableRecord(_Record):
    """One table of a part: rows, digest of the logical content, and size in bytes and SHA-256 of the file.

    With ``log = "none"`` there is no file, and the last two are None.
    """

    rows: int
    digest: str
    bytes: int | None = None
    sha256: str | None = None


class PartRecord(_Record):
    """One finished part: deals ``first .. first + deals - 1`` of a cell, and its tables by name."""

    cell: str
    index: int
    first: int
    deals: int
    tables: dict[str, TableRecord]

    @property
    def key(self) -> tuple[str, int]:
        """Cell id and index: what a part is called."""
        return self.cell, self.index

    @property
    def log(self) -> Log:
        """What is kept of its games."""
        if any(table.bytes is None for table in self.tables.values()):
            return "none"
        return "turns" if "turns" in self.tables else "games"

    def keeps(self, log: Log) -> bool:
        """Whether as much is kept of its games as that log says, or more."""
        return LOGS.index(self.log) >= LOGS.index(log)


class Manifest(_Record):
    """Games asked for a cell, the rule that may stop it earlier, and every finished part in order of cell and index.

    ``config`` is the digest of the run record that the games asked for and the rule belong to. Where ``config.json`` is
    another one, the config was edited and the run was interrupted before anything was played.
    """

    format: int = FORMAT
    config: str | None = None
    games: int
    stop: StopRecord | None = None
    parts: tuple[PartRecord, ...] = ()

    @cached_property
    def by_cell(self) -> Mapping[str, Sequence[PartRecord]]:
        """The finished parts of each cell by its id, in order."""
        found: dict[str, list[PartRecord]] = {}
        for part in self.parts:
            found.setdefault(part.cell, []).append(part)
        return found

    def deals(self, cell: Cell) -> int:
        """Deals of the cell that make the run whole: those at which it was stopped, or those of all games."""
        stopped = None if self.stop is None else self.stop.deals
        return deals_of(cell, self.games) if stopped is None else stopped

    def stopped(self, record: StopRecord) -> Manifest:
        """Return the manifest with what came of the rule, without the parts of its cells that go beyond the stop."""
        kept = [
            part
            for part in self.parts
            if record.deals is None or part.cell not in record.cells or part.first + part.deals <= record.deals
        ]
        return self.model_copy(update={"stop": record, "parts": tuple(kept)})

    def of_cells(self, cells: Iterable[str]) -> Manifest:
        """Return the manifest with the parts of these cells only, given by their ids."""
        ids = set(cells)
        return self.model_copy(update={"parts": tuple(part for part in self.parts if part.cell in ids)})

    def with_parts(self, parts: Iterable[PartRecord]) -> Manifest:
        """Return the manifest with ``parts`` added; a part that was listed before is replaced."""
        by_key = {part.key: part for part in (*self.parts, *parts)}
        return self.model_copy(update={"parts": tuple(by_key[key] for key in sorted(by_key))})


class _CellRecord(_Record):
    name: str
    id: str
    content: dict[str, Any]


class FolderRecord(_Record):
    """The folder that files of bots and tables are named from, seen from the run directory and by itself."""

    relative: str
    absolute: str


class RunRecord(_Record):
    """What a run directory is for: the resolved cells of the config last run, and what is logged of them.

    ``others`` are cells of earlier configs whose games are kept; ``folder`` is where bots and tables lie, if the cells
    name files of their own.
    """

    format: int = FORMAT
    log: Log
    cells: tuple[_CellRecord, ...]
    others: tuple[_CellRecord, ...] = ()
    folder: FolderRecord | None = None

    @classmethod
    def of(cls, cells: Iterable[Cell], log: Log) -> RunRecord:
        """Make the record of these cells."""
        return cls(log=log, cells=tuple(_CellRecord(name=c.name, id=c.id, content=c.content()) for c in cells))

    @property
    def digest(self) -> str:
        """First 16 hex digits of SHA-256 over the log and the cells' names and ids."""
        text = json.dumps([self.log, *((cell.name, cell.id) for cell in self.cells)])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def after(self, stored: RunRecord, held: Iterable[str]) -> RunRecord:
        """Return the record as it replaces a stored one: cells no longer asked for are kept where parts are held."""
        ids = set(held) - {cell.id for cell in self.cells}
        others = {cell.id: cell for cell in (*stored.others, *stored.cells) if cell.id in ids}
        return self.model_copy(update={"others": tuple(others.values()), "folder": self.folder or stored.folder})

    def restore(self) -> tuple[Cell, ...]:
        """Make the cells again."""
        return tuple(Cell.from_content(cell.name, cell.content) for cell in self.cells)

    def restore_others(self) -> tuple[Cell, ...]:
        """Make the cells of earlier configs again."""
        return tuple(Cell.from_content(cell.name, cell.content) for cell in self.others)


def part_path(root: Path, cell: str, table: str, index: int) -> Path:
    """Where the file of a part's table lies below the run directory."""
    return root / "cells" / cell / f"{table}-{index:06d}.parquet"


def rerun_hint(root: Path) -> str:
    """Say what to do about an incomplete or damaged run directory."""
    return f"run the same `simkit run` again to repair {root}"


def read_run_record(root: Path) -> RunRecord:
    """Read ``config.json``.

    Raises
    ------
    StoreError
        It is missing, damaged, or of another format; or a cell in it does not have the id that it is filed under.
    """
    path = root / CONFIG
    record = _parse(RunRecord, path, _text(path))
    for cell in (*record.cells, *record.others):
        if Cell.from_content(cell.name, cell.content).id != cell.id:
            raise StoreError(f"{path}: cell {cell.name} was changed: its content is not that of id {cell.id}")
    return record


def write_run_record(root: Path, record: RunRecord) -> None:
    """Write ``config.json``."""
    unused = {name for name in ("others", "folder") if not getattr(record, name)}
    write_whole(root, root / CONFIG, sealed(record.model_dump_json(indent=1, exclude=unused)))


def read_manifest(root: Path) -> Manifest:
    """Read the manifest and fold the journal's parts in; nothing is written.

    A last journal line without its end, as a crash leaves it, does not count.

    Raises
    ------
    StoreError
        Manifest or journal is missing, damaged, or of another format.
    """
    path = root / MANIFEST
    manifest = _parse(Manifest, path, _text(path))
    journal = root / JOURNAL
    if not journal.exists():
        return manifest
    lines = _text(journal).split("\n")[:-1]
    parts = [_parse(PartRecord, journal, f"{line}\n", f" line {number}") for number, line in enumerate(lines, 1)]
    return manifest.with_parts(parts)


def write_manifest(root: Path, manifest: Manifest) -> None:
    """Write ``manifest.json`` and remove the journal, whose parts it lists."""
    write_whole(root, root / MANIFEST, sealed(manifest.model_dump_json(indent=1, exclude_none=True)))
    with reported(root / JOURNAL, "removed"):
        (root / JOURNAL).unlink(missing_ok=True)


_SEAL = ',"checksum":"'
"""What a text's checksum follows, as its last key; it covers all that comes before."""


def sealed(text: str) -> str:
    """Add to a JSON object, as its last key, a checksum of its text, and end the line."""
    body = text.removesuffix("}")
    return f'{body}{_SEAL}{_checksum(body)}"}}\n'


def _unsealed(text: str) -> str | None:
    """Take the checksum off; None where it is not that of the text. A text that never had one is as it is."""
    body, seal, rest = text.rpartition(_SEAL)
    if not seal:
        return text
    return body + "}" if rest == _checksum(body) + '"}\n' else None


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()


def _text(path: Path) -> str:
    with reported(path, "read"):
        return path.read_bytes().decode(errors="surrogateescape")


def _parse(model: type[_Model], path: Path, text: str, where: str = "") -> _Model:
    unsealed = _unsealed(text)
    try:
        content = json.loads(text if unsealed is None else unsealed)
    except ValueError as error:
        raise StoreError(f"{path}{where}: damaged: {error}") from error
    _check_format(path, content)
    if unsealed is None:
        raise StoreError(f"{path}{where}: damaged: changed since it was written; restore it from a copy")
    try:
        return model.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(step) for step in first["loc"])
        raise StoreError(f"{path}{where}: damaged: {key}: {first['msg']}") from error


def _check_format(path: Path, content: object) -> None:
    found = content.get("format", FORMAT) if isinstance(content, Mapping) else FORMAT
    if found != FORMAT:
        raise StoreError(
            f"{path}: run directory of format {found}; this simkit reads and writes format {FORMAT}: "
            "use the simkit that wrote it, or another --out"
        )
