"""What an edit of the config means for a run directory, in a line: cells kept, added, and no longer in the config."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from simkit.model.cell import Cell
from simkit.store.directory import Clear
from simkit.store.manifest import CONFIG, MANIFEST, read_manifest, read_run_record

__all__ = ["edit_text"]

_MOST_NAMES = 5


def edit_text(root: Path, cells: Sequence[Cell], clear: Clear) -> str:
    """Tell what playing these cells keeps of what the run directory holds; empty where it holds just these.

    Raises
    ------
    StoreError
        The run directory is damaged, or of another format.
    """
    if not (root / CONFIG).is_file():
        return ""
    if clear == "all":
        return f"{root}: starts anew"
    stored, ids = read_run_record(root), {cell.id for cell in cells}
    held = {part.cell for part in read_manifest(root).parts} if (root / MANIFEST).is_file() else set()
    names = {cell.name for cell in cells}
    gone = [
        f"{cell.name} as it was" if cell.name in names else cell.name
        for cell in (*stored.cells, *(stored.others if clear == "others" else ()))
        if cell.id not in ids
    ]
    said = [
        _named("keeps", (cell.name for cell in cells if cell.id in held)),
        _named("adds", (cell.name for cell in cells if cell.id not in held)),
        _named("removes" if clear == "others" else "no longer in the config, but kept until --prune:", gone),
    ]
    is_edited = gone or not ids <= {cell.id for cell in stored.cells}
    return f"{root}: {'; '.join(filter(None, said))}" if is_edited else ""


def _named(what: str, names: Iterable[str]) -> str:
    """Name the cells, the first of them where there are many; empty where there are none.

    >>> _named("adds", "abc"), _named("adds", "abcdefg"), _named("adds", "")
    ('adds a, b, c', 'adds a, b, c, d, e and 2 more', '')
    """
    known = list(names)
    more = f" and {len(known) - _MOST_NAMES} more" if len(known) > _MOST_NAMES else ""
    return f"{what} {', '.join(known[:_MOST_NAMES])}{more}" if known else ""
