"""What a run directory holds of a batch already: parts that stand, and what is known of a stop rule.

A part is a function of its cell, its log and its place in the grid, so an edit of the config never makes it wrong.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from simkit.engine.pool import Task, Work
from simkit.engine.progress import Reporter
from simkit.model.parts import LOGS, deals_of, part_size
from simkit.model.stop import StopRecord, StopRule
from simkit.store.directory import RunDirectory
from simkit.store.manifest import Manifest, PartRecord, part_path
from simkit.store.read import damage

__all__ = ["begin", "is_played"]


def begin(
    directory: RunDirectory, works: Sequence[Work], games: int, rule: StopRule | None, progress: Reporter
) -> list[Work]:
    """Make the manifest on disk that of the batch, with all that stands; return the works with the logs to go on with.

    A cell that was played with a more detailed log goes on with that one; with a less detailed one it is played again.

    Parameters
    ----------
    directory
        Where it is played.
    works
        Cells and what is to be logged of them.
    games, rule
        Games asked for a cell, and what may stop them.
    progress
        Told what is played again and what is held besides.
    """
    stored, ids = directory.manifest, {work.cell.id for work in works}
    mine = [part for part in stored.parts if part.cell in ids and _is_sound(directory, part, progress)]
    logged = [_with_log(work, mine) for work in works]
    by_cell = {work.cell.id: work for work in logged}
    standing, again = [], set()
    for part in mine:
        if _is_on_grid(part, by_cell[part.cell]):
            standing.append(part)
        else:
            again.add(part.cell)
    stop = None if rule is None else _stop_record(directory, works, games, rule)
    is_met = stop is not None and stop.deals is not None
    manifest = Manifest(config=directory.record.digest, games=stored.games if is_met else games, stop=stop)
    manifest = manifest.with_parts([*standing, *(part for part in stored.parts if part.cell not in ids)])
    _tell(directory, works, again, manifest, progress)
    directory.begin(manifest)
    return logged


def is_played(task: Task, parts: Mapping[tuple[str, int], PartRecord]) -> bool:
    """Whether a part is among those finished; without rows, the digest of more deals does not tell that of fewer."""
    found = parts.get(task.part.key)
    if found is None:
        return False
    return found.deals == task.part.deals if task.work.log == "none" else found.deals >= task.part.deals


def _is_sound(directory: RunDirectory, part: PartRecord, progress: Reporter) -> bool:
    for table, record in part.tables.items():
        path = part_path(directory.root, part.cell, table, part.index)
        wrong = damage(path, record)
        if wrong is not None:
            progress.say(f"{path}: {wrong}; playing it again")
            return False
    return True


def _with_log(work: Work, parts: Iterable[PartRecord]) -> Work:
    logs = [part.log for part in parts if part.cell == work.cell.id]
    return replace(work, log=max([work.log, *logs], key=LOGS.index))


def _is_on_grid(part: PartRecord, work: Work) -> bool:
    size = part_size(work.game, work.log)
    return part.keeps(work.log) and part.first == part.index * size


def _tell(
    directory: RunDirectory, works: Sequence[Work], again: Collection[str], manifest: Manifest, progress: Reporter
) -> None:
    """Tell which cells are played again, and that more games are held than are asked for."""
    if again:
        names = ", ".join(work.cell.name for work in works if work.cell.id in again)
        progress.say(f'{directory.root}: plays again with log = "{directory.record.log}": {names}')
    whole = {work.cell.id: manifest.deals(work.cell) for work in works}
    if any(part.first + part.deals > whole.get(part.cell, math.inf) for part in manifest.parts):
        progress.say(f"{directory.root}: holds more games than asked for; they are kept, but not told about")


def _stop_record(directory: RunDirectory, works: Sequence[Work], games: int, rule: StopRule) -> StopRecord:
    """Find what is known of the rule: nothing yet where it or the config is another one, or the games do not fit."""
    cells, stored = tuple(work.cell.id for work in works), directory.manifest.stop
    if stored is None or stored.rule != rule or directory.manifest.config != directory.record.digest:
        return StopRecord(rule=rule, cells=cells)
    if stored.deals is None:
        stands = directory.manifest.games == games
    else:
        stands = all(stored.deals <= deals_of(work.cell, games) for work in works)
    return stored if stands else StopRecord(rule=rule, cells=cells)
