"""Shares of a batch: where each is played, and what is told of one."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from simkit.cli._table import Shown, as_table
from simkit.report.table import Column

if TYPE_CHECKING:
    from simkit.model.parts import Shard
    from simkit.store.read import StoredRun

__all__ = ["render_shard", "shard_folder"]


def shard_folder(out: Path, shard: Shard) -> Path:
    """Run directory of a share, beside that of the whole batch."""
    return out.with_name(f"{out.name}-{shard.number}-of-{shard.count}")


def render_shard(run: StoredRun, shard: Shard, output_format: str) -> str:
    """Lay out what a share has: parts and deals of each cell."""
    from simkit.store.manifest import read_run_record

    rows = []
    for cell in read_run_record(run.root).restore():
        parts = run.parts(cell)
        deals = sum(part.deals for part in parts)
        games = deals * len(cell.arrangements)
        rows.append({"cell": cell.name, "id": cell.id, "parts": len(parts), "deals": deals, "games": games})
    counts = {key: (Column(key, is_number=True), "{:,}".format) for key in ("parts", "deals", "games")}
    shown: Shown = {"cell": (Column("cell"), str), "id": (Column("id", rank=1), str), **counts}
    table = as_table(rows, output_format, shown, {"shard": str(shard), "log": run.log})
    if output_format != "text":
        return table
    ending = f"-{shard.number}-of-{shard.count}"
    if not run.root.name.endswith(ending):
        return f"share {shard} in {run.root}\n\n{table}"
    whole = run.root.with_name(run.root.name.removesuffix(ending))
    merge = f"simkit merge {shlex.quote(str(whole))}-*-of-{shard.count} --out {shlex.quote(str(whole))}"
    return f"share {shard} in {run.root}\n\n{table}\n\nwhen all shares are played: {merge}"
