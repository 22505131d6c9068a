"""Files that are either whole or absent: written aside, synced, then renamed into place."""

from __future__ import annotations

import errno
import os
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from filelock import FileLock

from simkit.errors import StoreError
from simkit.remarks import remark_once

__all__ = ["PARTIAL", "alone", "commit", "partial_file", "reported", "sync", "sync_folder", "write_whole"]

PARTIAL = ".partial"
"""Folder of a run directory for files that are being written; on the same file system as the finished ones."""

_MISSING = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK, errno.ENOTTY})
"""What network shares and folders of virtual machines answer to a request that they do not know."""


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
    sync(file.fileno(), target)
    file.close()  # an open file cannot be renamed everywhere
    path.replace(target)


def sync_folder(folder: Path) -> None:
    """Make renames in ``folder`` durable; nothing on systems that cannot open a folder."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        sync(handle, folder)
    finally:
        os.close(handle)


def sync(handle: int, path: Path) -> None:
    """Make an open file or folder durable, where its file system can do that."""
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _MISSING:
            raise
        what = f"cannot sync {'folders' if path.is_dir() else 'files'}"
        _tell_missing(path, f"{what}: a power failure may lose what was written last", error)


def _tell_missing(path: Path, what: str, error: OSError) -> None:
    remark_once(f"warning: this file system {what}", f" ({path}: {error.strerror})")


@contextmanager
def alone(path: Path, timeout: float) -> Iterator[None]:
    """Hold the lock file ``path``; where the file system has no locks, a remark says so and nothing is held.

    Raises
    ------
    filelock.Timeout
        Another process has held it for ``timeout`` seconds.
    """
    if not _can_lock(path.parent):
        yield
        return
    with FileLock(path, timeout=timeout):
        yield


def _can_lock(folder: Path) -> bool:
    if os.name == "nt":
        return True
    import fcntl

    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            fcntl.flock(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in _MISSING:
            raise
        _tell_missing(folder, "has no locks: let no two processes write there at once", error)
        return False
    return True


def write_whole(root: Path, target: Path, content: str | bytes) -> None:
    """Write ``content`` to ``target`` below the run directory ``root``, whole or not at all."""
    with reported(target, "written"), partial_file(root) as (path, file):
        file.write(content.encode() if isinstance(content, str) else content)
        commit(path, file, target)
        sync_folder(target.parent)
