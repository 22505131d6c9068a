"""Joins run directories of one batch, such as its shares, into one: the same bytes as if it had been played whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from simkit.errors import StoreError, UsageError
from simkit.model.cell import Cell
from simkit.store.directory import open_directory
from simkit.store.files import commit, partial_file, reported, sync_folder
from simkit.store.manifest import (
    CONFIG,
    Manifest,
    PartRecord,
    RunRecord,
    part_path,
    read_manifest,
    read_run_record,
)
from simkit.store.read import damage

__all__ = ["Merged", "merge_runs"]

_BLOCK = 2**20


@dataclass(frozen=True)
class Merged:
    """How many parts the merged run has, how many were copied, and how many were there twice and compared."""

    parts: int
    copied: int
    doubled: int


@dataclass(frozen=True)
class _Source:
    root: Path
    record: RunRecord
    manifest: Manifest


def merge_runs(roots: Sequence[Path], out: Path) -> Merged:
    """Copy the parts of runs into the run directory ``out``, which may hold some of them already.

    All must be of the same batch: a cell of the same name has the same id, the log and the stop rule are the same. The
    number of games is the largest. Parts that several have are compared by digest; of a short and a long one the long
    one counts. Every file is checked, and a damaged one is taken from another run that has it.

    Raises
    ------
    UsageError
        The runs do not go together, or ``out`` holds another run.
    StoreError
        A run cannot be read, a part is damaged in all runs that have it, or it has other outcomes in another run.
    """
    if not roots:
        raise UsageError("nothing to merge: name the run directories of the shares")
    given: dict[Path, Path] = {}
    for root in [out, *roots] if (out / CONFIG).is_file() else roots:
        given.setdefault(root.resolve(), root)
    sources = [_source(root) for root in given.values()]
    cells = _cells(sources)
    choices, doubled = _choices(sources)
    first, ids = sources[0], {cell.id for cell in cells}
    games = max(source.manifest.games for source in sources)
    with open_directory(out, cells, first.record.log) as directory:
        kept = {key: part for key, (part, holders) in choices.items() if _is_there(out, part, holders)}
        others = [part for part in directory.manifest.parts if part.cell not in ids]
        manifest = Manifest(config=directory.record.digest, games=games, stop=first.manifest.stop)
        directory.begin(manifest.with_parts([*others, *kept.values()]))
        try:
            for key in sorted(choices.keys() - kept.keys()):
                part, holders = choices[key]
                _copy(part, holders, out)
                directory.add(part)
        finally:
            directory.fold()
    return Merged(len(choices), len(choices) - len(kept), doubled)


def _source(root: Path) -> _Source:
    if not (root / CONFIG).is_file():
        raise StoreError(f"{root}: not a run directory (it has no {CONFIG})")
    record, manifest = read_run_record(root), read_manifest(root)
    manifest = manifest.of_cells(cell.id for cell in record.cells)
    if any(part.log != record.log for part in manifest.parts):
        raise UsageError(f'{root}: holds parts with another log than "{record.log}"; run it with the log of before')
    return _Source(root, record, manifest)


def _cells(sources: Sequence[_Source]) -> list[Cell]:
    """All cells, in the order in which they first come; a UsageError with all that keeps the runs apart."""
    lines = []
    for one, other in pairwise(sources):
        for what, here, there in (
            ("log", one.record.log, other.record.log),
            ("stop", one.manifest.stop, other.manifest.stop),
        ):
            if here != there:
                lines.append(f"  {what}: {here or 'none'} in {one.root}, {there or 'none'} in {other.root}")
    found: dict[str, tuple[Cell, Path]] = {}
    for source in sources:
        known = {cell.id for cell, _ in found.values()}
        for cell in source.record.restore():
            if cell.id in known and cell.name not in found:  # renamed since: the first name stays
                continue
            first, root = found.setdefault(cell.name, (cell, source.root))
            if first.id != cell.id:
                lines += [
                    f"  cell {cell.name}: {key}: {here} in {root}, {there} in {source.root}"
                    for key, here, there in _differences(first.content(), cell.content())
                ]
    if lines:
        raise UsageError("these are not shares of the same run:", *lines)
    return [cell for cell, _ in found.values()]


def _choices(
    sources: Sequence[_Source],
) -> tuple[Mapping[tuple[str, int], tuple[PartRecord, list[Path]]], int]:
    """The longest of each part with the directories that have it, and how many parts were compared."""
    choices: dict[tuple[str, int], tuple[PartRecord, list[Path]]] = {}
    doubled = 0
    for source in sources:
        for part in source.manifest.parts:
            best, holders = choices.get(part.key, (part, []))
            if part.deals > best.deals or not holders:
                choices[part.key] = part, [source.root]
            elif part.deals == best.deals:
                _refuse_other_outcomes(best, part, holders[0], source.root)
                doubled += 1
                holders.append(source.root)
    return choices, doubled


def _refuse_other_outcomes(one: PartRecord, other: PartRecord, root: Path, other_root: Path) -> None:
    def outcomes(part: PartRecord) -> object:
        return part.first, {name: (table.rows, table.digest) for name, table in part.tables.items()}

    if outcomes(one) != outcomes(other):
        raise StoreError(
            f"part {one.index} of cell {one.cell} has other outcomes in {root} than in {other_root}; "
            "`simkit verify RUN --replay 100%` shows which of them is wrong"
        )


def _is_there(out: Path, part: PartRecord, holders: Sequence[Path]) -> bool:
    """Whether the part is sound in ``out`` already."""
    return out in holders and all(
        damage(part_path(out, part.cell, name, part.index), table) is None for name, table in part.tables.items()
    )


def _copy(part: PartRecord, holders: Sequence[Path], out: Path) -> None:
    """Copy a part's files from the first run where each is sound."""
    for name, table in part.tables.items():
        if table.bytes is None:
            continue
        wrongs = []
        for root in holders:
            path = part_path(root, part.cell, name, part.index)
            wrong = damage(path, table)
            if wrong is None:
                _copy_file(path, part_path(out, part.cell, name, part.index), out, table.sha256)
                break
            wrongs.append(f"{path}: {wrong}; `simkit verify {root} --repair` plays it again")
        else:
            raise StoreError(*wrongs)


def _copy_file(path: Path, target: Path, out: Path, sha256: str | None) -> None:
    copied = hashlib.sha256()
    with reported(target, "written"), path.open("rb") as source, partial_file(out) as (partial, file):
        while block := source.read(_BLOCK):
            copied.update(block)
            file.write(block)
        if copied.hexdigest() != sha256:
            raise StoreError(f"{path}: changed while it was copied; merge again")
        commit(partial, file, target)
        sync_folder(target.parent)


def _differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Keys in which the contents of two cells differ, and their values in both as JSON."""
    flat_there, flat_here = dict(_flat("", there)), dict(_flat("", here))
    keys = [*flat_there, *(key for key in flat_here if key not in flat_there)]
    found = [(key, flat_there.get(key, "nothing"), flat_here.get(key, "nothing")) for key in keys]
    return [(key, one, other) for key, one, other in found if one != other]


def _flat(prefix: str, value: object) -> Iterator[tuple[str, str]]:
    """Key path and JSON text of every leaf; places in the line-up count from 1, as in configs."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(f"{prefix}.{key}" if prefix else key, inner)
    elif isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
        for place, inner in enumerate(value, 1):
            yield from _flat(f"{prefix}.{place}", inner)
    else:
        yield prefix, json.dumps(value)
