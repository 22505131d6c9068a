"""What a batch will take, and what a run without a log has counted, as tables."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from simkit.cli._table import Shown, as_table, write_table
from simkit.report.table import Column

if TYPE_CHECKING:
    from simkit.batch import Batch
    from simkit.engine.pilot import Pilot, PlannedCell
    from simkit.model.cell import Cell
    from simkit.store.read import StoredRun

__all__ = ["Foresight", "foresee", "render_counts", "render_plan", "size_text"]


@dataclass(frozen=True)
class Foresight:
    """What a batch will be able to show: differences between its cells, or how well its only cell will be known.

    ``tried`` says which cells it is from, where these are not all.
    """

    kind: Literal["differences", "precision"]
    rows: list[dict[str, Any]]
    tried: str = ""

    def page(self, games: int, output_format: str) -> str:
        """Write it for people."""
        from simkit.report.power import differences_table, precision_table

        lay_out = differences_table if self.kind == "differences" else precision_table
        table = write_table(lay_out(self.rows), output_format) if self.rows else "nothing"
        test = "test at 5 % each by itself, power 90 %"
        title = {
            "differences": f"what {games:,} games of each cell will find ({test}){self.tried}",
            "precision": f"how well {games:,} games will know each number (95 %)",
        }[self.kind]
        return f"{title}\n\n{table}"


def foresee(batch: Batch, pilots: Mapping[str, Pilot], margins: Mapping[str, float], jobs: int) -> Foresight:
    """Foresee from pilots, by cell id, what a batch will be able to show."""
    from simkit.report.power import Sample, foresee_differences, foresee_precision

    tried, all_cells = tuple(cell for cell in batch.cells if cell.id in pilots), len(batch.cells)
    sample = Sample(tried, {cell: pilot.sample for cell, pilot in pilots.items()})
    if all_cells > 1:
        mean = sum(1 / pilot.rate for pilot in pilots.values()) / len(pilots)
        rows = foresee_differences(sample, batch.games, margins, mean * all_cells / min(jobs, all_cells))
        some = f", from {len(tried)} of the {all_cells:,} cells" if len(tried) < all_cells else ""
        return Foresight("differences", rows, some)
    return Foresight("precision", foresee_precision(sample, batch.games))


def render_plan(
    batch: Batch, planned: Sequence[PlannedCell], jobs: int, output_format: str, foresight: Foresight | None = None
) -> str:
    """Lay out a plan: cells, games rounded up to whole deals, deals, parts; with pilots also time, disk and power."""
    from simkit.engine.progress import time_text

    shown: Shown = {
        "cell": (Column("cell"), str),
        "id": (Column("id", rank=1), str),
        **{key: (Column(key, is_number=True), "{:,}".format) for key in ("games", "deals", "parts")},
    }
    workers = min(jobs, sum(cell.parts for cell in planned))
    facts: dict[str, Any] = {"games": batch.games, "log": batch.log, "out": str(batch.out), "jobs": workers}
    most = "" if batch.stop is None else ", or fewer where [stop] is met before"
    lines = [f"{batch.games:,} games of each cell asked for{most}, log = {batch.log}, into {batch.out}", ""]
    if all(cell.seconds is not None for cell in planned):
        shown = {
            **shown,
            "seconds": (Column("time of one worker", is_number=True), time_text),
            "bytes": (Column("disk", is_number=True), size_text),
        }
        seconds = sum(cell.seconds or 0 for cell in planned) / workers
        room = sum(cell.bytes or 0 for cell in planned)
        facts |= {"seconds": seconds, "bytes": room}
        after = f"\n\nabout {time_text(seconds)} with {workers} workers, and {size_text(room)} of disk"
    else:
        after = ""
    if foresight is not None:
        facts[foresight.kind] = foresight.rows
    table = as_table([asdict(cell) for cell in planned], output_format, shown, facts)
    page = "\n".join([*lines, table]) + after if output_format == "text" else table
    if foresight is not None and output_format in ("text", "markdown"):
        page += f"\n\n{foresight.page(batch.games, output_format)}"
    return page


def render_counts(run: StoredRun, output_format: str) -> str:
    """Lay out what a run with ``log = "none"`` has: games played, and a digest of all their rows."""
    rows = [
        {"cell": cell.name, "id": cell.id, "games": run.games_played(cell), "digest": _digest(run, cell)}
        for cell in run.cells
    ]
    shown: Shown = {
        "cell": (Column("cell"), str),
        "id": (Column("id", rank=1), str),
        "games": (Column("games", is_number=True), "{:,}".format),
        "digest": (Column("digest"), str),
    }
    return as_table(rows, output_format, shown, {"log": run.log})


def _digest(run: StoredRun, cell: Cell) -> str:
    """Hash of the digests of the cell's parts: 16 hex digits."""
    from simkit.registry import find_game

    digests = "".join(run.digests(cell, find_game(cell.game).table("games")))
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
