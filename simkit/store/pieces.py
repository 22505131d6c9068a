"""Keeps what was played of a part that takes long, so that an interrupt loses seconds of play and not the part.

Pieces are the kernel's rows, chunk by chunk. They lie in a dot folder of the run directory until their part is
finished, and are read by nothing but the play that goes on; the part has the same bytes with and without them.
"""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from simkit.errors import StoreError
from simkit.model.parts import Part
from simkit.store.files import reported

__all__ = ["PIECES", "Pieces", "kept_when_stopped", "remove_pieces"]

PIECES = ".pieces"
"""Folder of a run directory for what was played of unfinished parts."""

_EVERY = 3.0
"""Seconds of play between two pieces. A kill loses what came before the first one, what came after the last one, and
twice the chunk that went on beyond these seconds: less than ten in all."""

_WORTH = 9.0
"""Seconds that a part must take before pieces of it are kept: less is lost by playing it again."""

_MOST = 2**24
"""Bytes of rows that are kept in memory for the next piece."""

Rows = npt.NDArray[np.int64]


class _Chunk(NamedTuple):
    first: int
    deals: int
    rows: Mapping[str, Rows]


class Pieces:
    """What is kept of one part: ``take`` chunks that were played before, ``add`` those that are played now.

    Parameters
    ----------
    root
        Run directory.
    part
        The part that is being played.
    names
        Tables that are filled.
    clock
        Seconds that only rise.
    """

    def __init__(
        self, root: Path, part: Part, names: Sequence[str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._folder = _folder_of(root, part.key)
        self._part, self._names, self._clock = part, names, clock
        self._keeps = self._folder.is_dir()  # a part that took long takes long again
        self._kept = self._read()
        self._next = next(self._kept, None)
        self._chunks: list[_Chunk] = []
        self._size = self._played = 0
        self._began = self._saved = clock()

    def take(self, deal: int, most: int) -> tuple[int, Mapping[str, Rows]] | None:
        """Return the chunk that begins with ``deal``, at most so many deals long, if it is kept: its deals and rows."""
        while self._next is not None and (
            self._next.first < deal or (self._next.first == deal and self._next.deals > most)
        ):
            self._next = next(self._kept, None)
        if self._next is None or self._next.first != deal:
            return None
        found, self._next = self._next, next(self._kept, None)
        self.flush()  # a piece has no gap
        return found.deals, found.rows

    def room(self, deal: int) -> int:
        """Deals from ``deal`` on that are not kept."""
        end = self._part.first + self._part.deals if self._next is None else self._next.first
        return end - deal

    def add(self, first: int, deals: int, rows: Mapping[str, Rows]) -> None:
        """Keep a chunk that was just played, once the part is seen to take long.

        Raises
        ------
        StoreError
            A piece cannot be written.
        """
        now = self._clock()
        self._played += deals
        if not self._keeps:
            spent = now - self._began
            self._keeps = spent > _EVERY and spent * self._part.deals > _WORTH * self._played
            self._saved = now
            return
        self._chunks.append(_Chunk(first, deals, {name: rows[name].copy() for name in self._names}))
        self._size += sum(found.nbytes for found in self._chunks[-1].rows.values())
        if self._size > _MOST or now - self._saved > _EVERY:
            self.flush()

    def flush(self) -> None:
        """Write a piece with all chunks since the last one."""
        if not self._chunks:
            return
        content = _packed(self._chunks)
        target = self._folder / f"{self._chunks[0].first:019}"
        with reported(target, "written"):
            self._folder.mkdir(parents=True, exist_ok=True)
            beside = target.with_suffix(".partial")
            beside.write_bytes(hashlib.sha256(content).digest() + content)
            beside.replace(target)
        self._chunks, self._size, self._saved = [], 0, self._clock()

    def _read(self) -> Iterator[_Chunk]:
        """Read all pieces in the order of their deals; one that is damaged or of other tables is played again."""
        for path in sorted(self._folder.glob("[0-9]*[0-9]")):
            with suppress(OSError):
                content = path.read_bytes()
                if content[:32] == hashlib.sha256(content[32:]).digest():
                    yield from (chunk for chunk in _unpacked(content[32:]) if set(chunk.rows) == set(self._names))


@contextmanager
def kept_when_stopped(root: Path, part: Part, names: Sequence[str]) -> Iterator[Pieces]:
    """Pieces of a part; however its play is stopped, what was played last is kept as well."""
    pieces = Pieces(root, part, names)
    try:
        yield pieces
    except BaseException:
        with suppress(StoreError):  # what ends the play matters more
            pieces.flush()
        raise


def _folder_of(root: Path, key: tuple[str, int]) -> Path:
    cell, index = key
    return root / PIECES / cell / f"{index:06}"


def remove_pieces(root: Path, key: tuple[str, int]) -> None:
    """Remove what is kept of a part, which is finished, and the folders that are empty then."""
    folder = _folder_of(root, key)
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):  # there are others, or there never were any
        for above in (folder.parent, folder.parent.parent):
            above.rmdir()


def _packed(chunks: Sequence[_Chunk]) -> bytes:
    """Pack chunks as Arrow: a row for each row of each table's buffer, in as few bytes a number as hold it."""
    lines = [
        (chunk.first, chunk.deals, name, _narrow(line))
        for chunk in chunks
        for name in chunk.rows
        for line in chunk.rows[name]
    ]
    firsts, deals, names, values = zip(*lines, strict=True)
    packed_values = pa.array([line.tobytes() for line in values], pa.large_binary())
    kinds = [line.dtype.str for line in values]
    table = pa.table({"first": firsts, "deals": deals, "table": names, "kind": kinds, "values": packed_values})
    packed = BytesIO()
    with pa.ipc.new_file(packed, table.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as writer:
        writer.write_table(table)
    return packed.getvalue()


def _narrow(line: Rows) -> npt.NDArray[Any]:
    """Numbers in the narrowest kind that holds them all."""
    low, high = (line.min(), line.max()) if len(line) else (0, 0)
    kinds = (np.int8, np.int16, np.int32, np.int64)
    return line.astype(next(kind for kind in kinds if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max))


def _unpacked(content: bytes) -> Iterator[_Chunk]:
    lines = pa.ipc.open_file(content).read_all().to_pylist()
    for (first, deals), of_chunk in groupby(lines, key=lambda line: (line["first"], line["deals"])):
        rows = {
            name: np.stack([np.frombuffer(line["values"], line["kind"]).astype(np.int64) for line in of_table])
            for name, of_table in groupby(of_chunk, key=lambda line: line["table"])
        }
        yield _Chunk(first, deals, rows)
