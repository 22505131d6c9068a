"""A run directory open for playing: locked, checked against what is asked for, with a journal of finished parts."""

from __future__ import annotations

import errno
import json
import os
import shutil
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from simkit.errors import StoreError, UsageError
from simkit.model.cell import Cell
from simkit.model.parts import Log
from simkit.store.files import PARTIAL, reported, sync_folder
from simkit.store.manifest import (
    CONFIG,
    JOURNAL,
    MANIFEST,
    Manifest,
    PartRecord,
    RunRecord,
    part_path,
    read_manifest,
    read_run_record,
    sealed,
    write_manifest,
    write_run_record,
)

__all__ = ["RunDirectory", "differences", "is_being_played", "open_directory", "read_worker"]

_LOCK = ".lock"
_WORKER = ".worker"
"""Says who has the directory open; of a killed process it remains."""


class RunDirectory:
    """A run directory that this process alone writes; made by ``open_directory``.

    Parameters
    ----------
    root
        The directory.
    manifest
        What is finished in it.
    """

    def __init__(self, root: Path, manifest: Manifest) -> None:
        self.root = root
        self.manifest = manifest
        self._lock = threading.Lock()

    def begin(self, manifest: Manifest) -> None:
        """Make ``manifest`` (games asked for, parts kept) the one on disk, unless it is."""
        if manifest != self.manifest or not (self.root / MANIFEST).exists() or (self.root / JOURNAL).exists():
            write_manifest(self.root, manifest)
        self.manifest = manifest

    def add(self, part: PartRecord) -> None:
        """Note a finished part: one durable line of the journal. Threads may call it at the same time."""
        path = self.root / JOURNAL
        line = sealed(part.model_dump_json(exclude_none=True)).encode()
        with self._lock, reported(path, "written"), path.open("ab", buffering=0) as journal:
            if _append_whole(journal, line):
                sync_folder(self.root)

    def fold(self) -> None:
        """Write the manifest with the journal's parts; without disk space for it, the journal stays in force.

        The journal is read back: an interrupt may have come between its last line and what this process knows of it.
        """
        if (self.root / JOURNAL).exists():
            manifest = read_manifest(self.root)
            write_manifest(self.root, manifest)
            self.manifest = manifest

    def remove_unlisted(self) -> None:
        """Remove files of parts that the manifest does not list: what was played beyond a stop."""
        listed = {
            part_path(self.root, part.cell, table, part.index) for part in self.manifest.parts for table in part.tables
        }
        for path in (self.root / "cells").glob("*/*-*.parquet"):
            if path not in listed:
                with reported(path, "removed"):
                    path.unlink()


@contextmanager
def open_directory(root: Path, cells: Sequence[Cell], log: Log) -> Iterator[RunDirectory]:
    """Open or make the run directory of these cells for playing; it is locked inside the ``with``.

    Cells that it does not have yet are added to those that it has, and names become those asked for.

    Raises
    ------
    UsageError
        The directory holds something else: a cell that is not asked for, another log, or files that are no run.
    StoreError
        It cannot be written, is damaged, or another process is playing into it.
    """
    _refuse_foreign(root)
    with reported(root, "written"):
        root.mkdir(parents=True, exist_ok=True)
    with _locked(root):
        record = RunRecord.of(cells, log)
        if (root / CONFIG).exists():
            stored = read_run_record(root)
            _refuse_different(root, stored, record)
            if stored.names() != record.names():
                write_run_record(root, record)
        else:
            write_run_record(root, record)
        _prepare_folders(root, cells)
        begun = (root / MANIFEST).exists()
        directory = RunDirectory(root, read_manifest(root) if begun else Manifest(games=0))
        try:
            yield directory
        finally:
            shutil.rmtree(root / PARTIAL, ignore_errors=True)


def is_being_played(root: Path) -> bool:
    """Whether another process has the run directory open for playing; nothing is written to find out."""
    lock = FileLock(root / _LOCK, timeout=0)
    if not (root / _LOCK).exists():
        return False
    try:
        with lock:
            return False
    except Timeout:
        return True
    except OSError:  # a directory that cannot be written
        return False


def read_worker(root: Path) -> str:
    """Say which process is playing into the run directory, or did when it was killed; nothing when nobody is."""
    try:
        who = (root / _WORKER).read_text("utf-8", errors="replace")
    except OSError:
        who = ""
    if is_being_played(root):
        return who or "somebody"
    return f"{who} (killed)" if who else ""


def _append_whole(file: FileIO, line: bytes) -> bool:
    """Append the line durably, or leave the file as it was; tell whether it was empty."""
    end = file.seek(0, os.SEEK_END)
    try:
        if file.write(line) < len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(file.fileno())
    except OSError:
        file.truncate(end)
        raise
    return end == 0


def _prepare_folders(root: Path, cells: Sequence[Cell]) -> None:
    with reported(root, "written"):
        shutil.rmtree(root / PARTIAL, ignore_errors=True)
        for cell in cells:
            (root / "cells" / cell.id).mkdir(parents=True, exist_ok=True)
        for folder in (root / "cells", root, root.parent):
            sync_folder(folder)


@contextmanager
def _locked(root: Path) -> Iterator[None]:
    lock = FileLock(root / _LOCK, timeout=0)
    with reported(root, "written"):
        try:
            lock.acquire()
        except Timeout:  # an OSError as well
            message = f"{root}: another simkit run is using it; wait for it, or choose another --out"
            raise StoreError(message) from None
    try:
        with reported(root, "written"):
            (root / _WORKER).write_text(f"{socket.gethostname()}, process {os.getpid()}", "utf-8")
        yield
    finally:
        (root / _WORKER).unlink(missing_ok=True)
        lock.release()


def _refuse_foreign(root: Path) -> None:
    if root.exists() and not root.is_dir():
        raise UsageError(f"{root}: not a directory; choose another --out")
    if not root.is_dir() or (root / CONFIG).exists():
        return
    with reported(root, "read"):
        others = sorted(path.name for path in root.iterdir() if path.name not in (_LOCK, _WORKER, PARTIAL))
    if others:
        raise UsageError(f"{root}: not a run directory and not empty (it holds {others[0]}); choose another --out")


def _refuse_different(root: Path, stored: RunRecord, asked: RunRecord) -> None:
    """Raise a UsageError with all that keeps the stored cells from being among those asked for, key by key."""
    lines = []
    if stored.log != asked.log:
        lines.append(f"  log: {json.dumps(stored.log)} stored, {json.dumps(asked.log)} requested")
    ids, here = asked.names(), {cell.name: cell.content for cell in asked.cells}
    for cell in stored.cells:
        if cell.id in ids:
            continue
        if cell.name in here:
            lines += [
                f"  cell {cell.name}: {key}: {one} stored, {other} requested"
                for key, one, other in differences(cell.content, here[cell.name])
            ]
        else:
            lines.append(f"  cell {cell.name}: only stored, not requested")
    if lines:
        raise UsageError(f"{root}: holds another run; choose another --out, or undo these differences:", *lines)


def differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> list[tuple[str, str, str]]:
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
