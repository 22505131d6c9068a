"""What a batch will take, and what a run without a log has counted, as tables."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from simkit.cli._table import as_table

if TYPE_CHECKING:
    from simkit.api import Batch
    from simkit.engine.cell import Cell
    from simkit.engine.pilot import PlannedCell
    from simkit.store.read import StoredRun

__all__ = ["render_counts", "render_plan", "size_text"]


def render_plan(batch: Batch, planned: Sequence[PlannedCell], jobs: int, output_format: str) -> str:
    """Lay out a plan: cells, games rounded up to whole deals, deals, parts; with a pilot also time and disk space."""
    from simkit.engine.progress import time_text

    shown: dict[str, tuple[str, Callable[[Any], str]]] = {
        "cell": ("cell", str),
        "id": ("id", str),
        "games": ("games", "{:,}".format),
        "deals": ("deals", "{:,}".format),
        "parts": ("parts", "{:,}".format),
    }
    workers = min(jobs, sum(cell.parts for cell in planned))
    facts: dict[str, Any] = {"games": batch.games, "log": batch.log, "out": str(batch.out), "jobs": workers}
    lines = [f"{batch.games:,} games of each cell asked for, log = {batch.log}, into {batch.out}", ""]
    if all(cell.seconds is not None for cell in planned):
        shown |= {"seconds": ("time of one worker", time_text), "bytes": ("disk", size_text)}
        seconds = sum(cell.seconds or 0 for cell in planned) / workers
        room = sum(cell.bytes or 0 for cell in planned)
        facts |= {"seconds": seconds, "bytes": room}
        after = f"\n\nabout {time_text(seconds)} with {workers} workers, and {size_text(room)} of disk"
    else:
        after = ""
    table = as_table([asdict(cell) for cell in planned], output_format, shown, facts)
    return "\n".join([*lines, table]) + after if output_format == "text" else table


def render_counts(run: StoredRun, output_format: str) -> str:
    """Lay out what a run with ``log = "none"`` has: games played, and a digest of all their rows."""
    rows = [
        {"cell": cell.name, "id": cell.id, "games": run.games_played(cell), "digest": _digest(run, cell)}
        for cell in run.cells
    ]
    shown: dict[str, tuple[str, Callable[[Any], str]]] = {
        "cell": ("cell", str),
        "id": ("id", str),
        "games": ("games", "{:,}".format),
        "digest": ("digest", str),
    }
    return as_table(rows, output_format, shown, {"log": run.log})


def _digest(run: StoredRun, cell: Cell) -> str:
    """Hash of the digests of the cell's parts: 16 hex digits."""
    digests = "".join(part.tables["games"].digest for part in run.parts(cell))
    return hashlib.sha256(digests.encode()).hexdigest()[:16]


def size_text(size: float) -> str:
    """Write a number of bytes with its decimal unit.

    >>> size_text(10_034_630)
    '10.0 MB'
    """
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:,.1f} TB"
