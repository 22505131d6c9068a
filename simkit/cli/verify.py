"""``simkit verify``: whether a stored run is whole and as it was written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import format_option, playing_options
from simkit.errors import StoreError, UsageError

if TYPE_CHECKING:
    from simkit.engine.playing import PlayingOptions
    from simkit.store.verify import Verified

__all__ = ["command"]


@click.command()
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "--replay",
    metavar="SHARE",
    help="Play so many of the parts again, such as 1%, and some deals with the reference, and compare.",
)
@click.option("--repair", is_flag=True, help="Play damaged and missing files again.")
@playing_options()
@format_option("text", "json")
def command(run: Path, replay: str | None, repair: bool, playing: PlayingOptions, output_format: str) -> None:
    """Check the run directory RUN: every file against the manifest, the manifest against the config.

    Size, SHA-256, columns, rows and values of every file are checked. Each fault is told on a line: what is missing,
    damaged, foreign (does not belong there) or superfluous (a part that the manifest does not list). Ends with 4 when
    there is any; parts that were not played yet count as missing.

    Example: simkit verify runs/zilch --replay 1%
    """
    from simkit.verifying import verify

    found = verify(run, share=_share(replay), repair=repair, **playing)
    click.echo(_as_json(run, found) if output_format == "json" else _as_text(run, found))
    if found.faults:
        raise StoreError(_advice(run, found, repair=repair))


def _share(text: str | None) -> float:
    """Read ``1%`` or ``0.01``."""
    if text is None:
        return 0.0
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise UsageError(f"--replay {text}: must be a share above 0 and up to 100%, such as 1% or 0.01")
    return share


def _as_text(run: Path, found: Verified) -> str:
    from simkit.cli._plan import size_text
    from simkit.cli._table import count_text

    files = f"{count_text(found.files, 'file')} of {size_text(found.bytes)}"
    checked = f"{run}: {count_text(found.parts, 'part')} in {files} checked"
    replayed = f", {found.replayed:,} played again" if found.replayed else ""
    repaired = f", {found.repaired:,} repaired" if found.repaired else ""
    lines = [f"{checked}{replayed}{repaired}: {count_text(len(found.faults), 'fault')}"]
    lines += [f"  note: {remark}" for remark in found.remarks]
    lines += [f"  {fault.kind}: {fault}" for fault in found.faults]
    return "\n".join(lines)


def _as_json(run: Path, found: Verified) -> str:
    import json

    faults = [{"kind": fault.kind, "path": str(fault.path), "what": fault.what} for fault in found.faults]
    counts = {name: getattr(found, name) for name in ("parts", "files", "bytes", "replayed", "repaired")}
    return json.dumps({"run": str(run), **counts, "faults": faults, "remarks": found.remarks}, indent=2)


def _advice(run: Path, found: Verified, *, repair: bool) -> str:
    """Say what to do about the faults."""
    if any(fault.part is not None for fault in found.faults) and not repair:
        return f"{run}: not sound; `simkit verify {run} --repair` plays damaged and missing files again"
    if all(fault.kind == "missing" for fault in found.faults):
        return f"{run}: incomplete; run the same `simkit run` again to finish it"
    return f"{run}: not sound; remove what is foreign or superfluous, and play what differs into another --out"
