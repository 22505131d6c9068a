"""Files that are either whole or absent: written aside, synced, then renamed into place."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from simkit.errors import StoreError

__all__ = ["PARTIAL", "commit", "partial_file", "reported", "sync_folder", "write_whole"]

PARTIAL = ".partial"
"""Folder of a run directory for files that are being written; on the same file system as the finished ones."""


@contextmanager
def reported(path: Path, doing: str) -> Iterator[None]:
    """Turn an OSError inside into a StoreError ``PATH: cannot be DOING: REASON``."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(f"{error.filename or path}: cannot be {doing}: {reason}") from error


@contextmanager
def partial_file(root: Path) -> Iterator[tuple[Path, IO[bytes]]]:
    """Open a new file in the run directory's ``.partial``; it is removed unless it has been renamed away at the end."""
    folder = root / PARTIAL
    folder.mkdir(exist_ok=True)
    path = folder / uuid.uuid4().hex
    try:
        with path.open("wb") as file:
            yield path, file
    finally:
        path.unlink(missing_ok=True)


def commit(path: Path, file: IO[bytes], target: Path) -> None:
    """Make ``file``, open at ``path``, durable and rename it to ``target``, whose folder the caller syncs."""
    file.flush()
    os.fsync(file.fileno())
    file.close()  # an open file cannot be renamed everywhere
    path.replace(target)


def sync_folder(folder: Path) -> None:
    """Make renames in ``folder`` durable; nothing on systems that cannot open a folder."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_whole(root: Path, target: Path, content: str | bytes) -> None:
    """Write ``content`` to ``target`` below the run directory ``root``, whole or not at all."""
    with reported(target, "written"), partial_file(root) as (path, file):
        file.write(content.encode() if isinstance(content, str) else content)
        commit(path, file, target)
        sync_folder(target.parent)
