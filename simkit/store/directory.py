"""A run directory open for playing: locked, made that of the cells asked for, with a journal of finished parts."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from io import FileIO
from pathlib import Path
from typing import Literal

from filelock import FileLock, Timeout

from simkit.errors import StoreError, UsageError
from simkit.model.cell import Cell
from simkit.model.parts import Log
from simkit.store.copies import SOURCES, keep_copies, prune_copies
from simkit.store.files import PARTIAL, alone, reported, sync, sync_folder
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
from simkit.store.places import folder_record

__all__ = ["Clear", "RunDirectory", "is_being_played", "open_directory", "read_worker"]

Clear = Literal["nothing", "others", "all"]
"""What is removed of what a run directory holds: nothing, the games of cells that are not asked for, or everything."""

_LOCK, _CELLS = ".lock", "cells"
_WORKER = ".worker"
"""Says who has the directory open; of a killed process it remains."""


class RunDirectory:
    """A run directory that this process alone writes; made by ``open_directory``.

    Parameters
    ----------
    root
        The directory.
    record
        What it is for.
    manifest
        What is finished in it.
    """

    def __init__(self, root: Path, record: RunRecord, manifest: Manifest) -> None:
        self.root = root
        self.record = record
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
        """Remove files of parts that the manifest does not list: what was played beyond a stop, or with another log."""
        listed = {
            part_path(self.root, part.cell, table, part.index) for part in self.manifest.parts for table in part.tables
        }
        for path in (self.root / _CELLS).glob("*/*-*.parquet"):
            if path not in listed:
                with reported(path, "removed"):
                    path.unlink()


@contextmanager
def open_directory(
    root: Path, cells: Sequence[Cell], log: Log, clear: Clear = "nothing", folder: Path | None = None
) -> Iterator[RunDirectory]:
    """Open or make the run directory of these cells for playing; it is locked inside the ``with``.

    Cells that it holds stay as they are, whether they are asked for or not, but for those that are cleared; names and
    order become those asked for, and ``folder`` is noted as the one that their files are named from. Until ``begin``
    writes a manifest that belongs to these cells, readers take a changed run for an incomplete one.

    Raises
    ------
    UsageError
        The directory holds files that are no run.
    StoreError
        It cannot be written, is damaged, or another process is playing into it.
    """
    _refuse_foreign(root)
    with reported(root, "written"):
        root.mkdir(parents=True, exist_ok=True)
    with _locked(root):
        if clear == "all":
            _empty(root)
        record, manifest = RunRecord.of(cells, log), Manifest(games=0)
        if folder is not None:
            record = record.model_copy(update={"folder": folder_record(root, folder, cells)})
        if (root / MANIFEST).exists():
            manifest = read_manifest(root)
        stored = read_run_record(root) if (root / CONFIG).exists() else None
        if stored is not None:
            record = record.after(stored, (part.cell for part in manifest.parts) if clear == "nothing" else ())
        if stored != record:
            write_run_record(root, record)
        if clear == "others":
            manifest = _prune(root, record, manifest)
            prune_copies(root, cells)
        _prepare_folders(root, cells)
        if folder is not None:
            keep_copies(root, folder, cells)
        try:
            yield RunDirectory(root, record, manifest)
        finally:
            shutil.rmtree(root / PARTIAL, ignore_errors=True)


def _empty(root: Path) -> None:
    """Remove everything of a run, last what tells that it is one."""
    with reported(root, "removed"):
        for name in (MANIFEST, JOURNAL):
            (root / name).unlink(missing_ok=True)
        for folder in (root / _CELLS, root / SOURCES):
            if folder.exists():
                shutil.rmtree(folder)
        (root / CONFIG).unlink(missing_ok=True)


def _prune(root: Path, record: RunRecord, manifest: Manifest) -> Manifest:
    """Remove the games of all cells but the record's."""
    ids = {cell.id for cell in record.cells}
    pruned = manifest.of_cells(ids)
    if pruned != manifest:
        write_manifest(root, pruned)
    with reported(root, "removed"):
        for folder in (root / _CELLS).glob("*"):
            if folder.name not in ids:
                shutil.rmtree(folder)
    return pruned


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
        sync(file.fileno(), Path(file.name))
    except OSError:
        file.truncate(end)
        raise
    return end == 0


def _prepare_folders(root: Path, cells: Sequence[Cell]) -> None:
    with reported(root, "written"):
        shutil.rmtree(root / PARTIAL, ignore_errors=True)
        for cell in cells:
            (root / _CELLS / cell.id).mkdir(parents=True, exist_ok=True)
        for folder in (root / _CELLS, root, root.parent):
            sync_folder(folder)


@contextmanager
def _locked(root: Path) -> Iterator[None]:
    with ExitStack() as stack:
        with reported(root, "written"):
            try:
                stack.enter_context(alone(root / _LOCK, timeout=0))
            except Timeout:  # an OSError as well
                message = f"{root}: another simkit run is using it; wait for it, or choose another --out"
                raise StoreError(message) from None
            (root / _WORKER).write_text(f"{socket.gethostname()}, process {os.getpid()}", "utf-8")
        stack.callback((root / _WORKER).unlink, missing_ok=True)
        yield


def _refuse_foreign(root: Path) -> None:
    if root.exists() and not root.is_dir():
        raise UsageError(f"{root}: not a directory; choose another --out")
    if not root.is_dir() or (root / CONFIG).exists():
        return
    with reported(root, "read"):
        others = sorted(path.name for path in root.iterdir() if path.name not in (_LOCK, _WORKER, PARTIAL))
    if others:
        raise UsageError(f"{root}: not a run directory and not empty (it holds {others[0]}); choose another --out")
