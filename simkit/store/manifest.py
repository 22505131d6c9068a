"""What a run directory says about itself: its cells, its finished parts, and how many games were asked for.

``config.json`` is written once, and again when cells are added. ``manifest.json`` lists every finished part; while a
run is being played, parts that have been finished since are lines of ``journal.jsonl``. Each of these texts ends with a
checksum of itself, so that no reader takes a number from one that was changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from simkit.errors import StoreError
from simkit.model.cell import Cell
from simkit.model.parts import Log, deals_of
from simkit.model.stop import StopRecord
from simkit.store.files import reported, write_whole
from simkit.store.schema import FORMAT

__all__ = [
    "CONFIG",
    "JOURNAL",
    "MANIFEST",
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


class Manifest(_Record):
    """Games asked for a cell, the rule that may stop it earlier, and every finished part in order of cell and index."""

    format: int = FORMAT
    games: int
    stop: StopRecord | None = None
    parts: tuple[PartRecord, ...] = ()

    def deals(self, cell: Cell) -> int:
        """Deals of the cell that make the run whole: those at which it was stopped, or those of all games."""
        stopped = None if self.stop is None else self.stop.deals
        return deals_of(cell, self.games) if stopped is None else stopped

    def stopped(self, record: StopRecord) -> Manifest:
        """Return the manifest with what came of the rule, without the parts that go beyond the stop."""
        kept = [part for part in self.parts if record.deals is None or part.first + part.deals <= record.deals]
        return self.model_copy(update={"stop": record, "parts": tuple(kept)})

    def with_parts(self, parts: Iterable[PartRecord]) -> Manifest:
        """Return the manifest with ``parts`` added; a part that was listed before is replaced."""
        by_key = {part.key: part for part in (*self.parts, *parts)}
        return self.model_copy(update={"parts": tuple(by_key[key] for key in sorted(by_key))})


class _CellRecord(_Record):
    name: str
    id: str
    content: dict[str, Any]


class RunRecord(_Record):
    """What a run directory is for: its resolved cells, and what is logged of them."""

    format: int = FORMAT
    log: Log
    cells: tuple[_CellRecord, ...]

    @classmethod
    def of(cls, cells: Iterable[Cell], log: Log) -> RunRecord:
        """Make the record of these cells."""
        return cls(log=log, cells=tuple(_CellRecord(name=c.name, id=c.id, content=c.content()) for c in cells))

    def names(self) -> dict[str, str]:
        """Names of the cells by id."""
        return {cell.id: cell.name for cell in self.cells}

    def restore(self) -> tuple[Cell, ...]:
        """Make the cells again."""
        return tuple(Cell.from_content(cell.name, cell.content) for cell in self.cells)


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
    for cell in record.cells:
        if Cell.from_content(cell.name, cell.content).id != cell.id:
            raise StoreError(f"{path}: cell {cell.name} was changed: its content is not that of id {cell.id}")
    return record


def write_run_record(root: Path, record: RunRecord) -> None:
    """Write ``config.json``."""
    write_whole(root, root / CONFIG, sealed(record.model_dump_json(indent=1)))


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
