"""What run directories have and what they lack, by their manifests alone: no outcome file is opened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from simkit.errors import StoreError
from simkit.model.cell import Cell
from simkit.store.directory import read_worker
from simkit.store.manifest import CONFIG, MANIFEST, Manifest, PartRecord, read_manifest, read_run_record

__all__ = ["CellStatus", "Status", "run_status", "together"]


@dataclass(frozen=True)
class CellStatus:
    """Deals of a cell that are finished and asked for, and those that are missing: first and last of each stretch."""

    cell: Cell
    parts: Mapping[int, PartRecord]
    deals: int

    @property
    def finished(self) -> int:
        """Finished deals of those asked for."""
        return self.deals - sum(last - first + 1 for first, last in self.missing)

    @property
    def missing(self) -> list[tuple[int, int]]:
        """Stretches of missing deals."""
        stretches, after = [], 0
        for part in sorted(self.parts.values(), key=lambda part: part.first):
            if after < part.first < self.deals:
                stretches.append((after, part.first - 1))
            after = max(after, part.first + part.deals)
        return [*stretches, (after, self.deals - 1)] if after < self.deals else stretches


@dataclass(frozen=True)
class Status:
    """One run directory, or several of one batch taken together; ``worker`` says who plays into it, if anybody does."""

    name: str
    cells: tuple[CellStatus, ...]
    worker: str = ""

    @property
    def parts(self) -> int:
        """Finished parts."""
        return sum(len(one.parts) for one in self.cells)

    @property
    def games(self) -> int:
        """Finished games."""
        return sum(one.finished * len(one.cell.arrangements) for one in self.cells)

    @property
    def asked(self) -> int:
        """Games that make the run whole."""
        return sum(one.deals * len(one.cell.arrangements) for one in self.cells)


def run_status(root: Path) -> Status:
    """Read what a run directory says about itself.

    Raises
    ------
    StoreError
        No run directory, or config or manifest cannot be read.
    """
    if not (root / CONFIG).is_file():
        raise StoreError(f"{root}: not a run directory (it has no {CONFIG})")
    worker = read_worker(root)
    cells = {cell.id: cell for cell in read_run_record(root).restore()}
    begun = (root / MANIFEST).is_file()
    manifest = read_manifest(root) if begun else Manifest(games=0)
    parts: dict[str, dict[int, PartRecord]] = {cell: {} for cell in cells}
    for part in manifest.parts:
        parts.get(part.cell, {})[part.index] = part
    found = (CellStatus(cell, parts[cell.id], manifest.deals(cell)) for cell in cells.values())
    return Status(str(root), tuple(found), worker)


def together(statuses: Sequence[Status]) -> Status:
    """What runs have between them: every part that one of them has, of the most games that one of them asks for."""
    found: dict[str, CellStatus] = {}
    for one in (one for status in statuses for one in status.cells):
        known = found.setdefault(one.cell.id, one)
        found[one.cell.id] = CellStatus(
            known.cell, _longest([*known.parts.values(), *one.parts.values()]), max(known.deals, one.deals)
        )
    return Status("together", tuple(found.values()))


def _longest(parts: Iterable[PartRecord]) -> dict[int, PartRecord]:
    return {part.index: part for part in sorted(parts, key=lambda part: part.deals)}
