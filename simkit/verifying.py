"""Verifies a stored run: its files against what was written, and on demand what was written against the game itself."""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack

from simkit.engine.chunk import Buffers
from simkit.engine.lineup import find_seat_bot, find_seat_table
from simkit.engine.playing import Playing, PlayingOptions
from simkit.engine.pool import Task, Work, kernel_of, play_tasks, usable_cores
from simkit.engine.progress import Progress
from simkit.engine.trace import refuse_other_version, trace_game
from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.contract_errors import replayable, where
from simkit.model.game import GameSpec, Outcome
from simkit.model.parts import Part, tables_of
from simkit.registry import every_game
from simkit.store.directory import open_directory
from simkit.store.manifest import PartRecord, RunRecord, part_path, read_manifest, read_run_record
from simkit.store.schema import stored_columns
from simkit.store.verify import Fault, Verified, verify_run

__all__ = ["verify"]


def verify(run: Path | str, *, share: float = 0.0, repair: bool = False, **options: Unpack[PlayingOptions]) -> Verified:
    """Check every part of a run, and the manifest against the config; see ``simkit.store.verify.verify_run``.

    Parameters
    ----------
    run
        Run directory.
    share
        Share of the sound parts, from 0 to 1, that are played again and compared, at least one where it is above 0.
        They are drawn anew each time. Three deals of each are played by the reference as well.
    repair
        Whether damaged and missing files are played again. A part that then has other outcomes than those that were
        written is left as it is.
    options
        How it is played, as ``simkit.run`` takes them.

    Raises
    ------
    UsageError
        What is to be played again cannot be: the game or a bot is not the one that played it.
    StoreError
        No run directory, or config or manifest is damaged; or it cannot be written.
    """
    root, playing = Path(run), Playing(**options)
    if not 0 <= share <= 1:
        raise UsageError(f"share {share}: must lie between 0 and 1, such as 0.01")
    found = verify_run(root)
    again = _Again(root, read_run_record(root), playing)
    found = replace(found, remarks=(*found.remarks, *again.source_remarks()))
    broken = {fault.part.key: fault.part for fault in found.faults if fault.part is not None}
    if share:
        sound = [part for part in read_manifest(root).parts if part.key not in broken and part.cell in again.cells]
        drawn = random.sample(sound, min(len(sound), max(1, round(share * len(sound)))))
        faults = again.replayed(drawn)
        found = replace(found, replayed=len(drawn), faults=(*found.faults, *faults))
    if repair and broken:
        mended = again.mended(list(broken.values()))
        kept = [fault for fault in found.faults if fault.part is None or fault.part.key not in mended]
        found = replace(found, faults=tuple(kept), repaired=len(mended))
    return found


@dataclass(frozen=True)
class _Again:
    """Parts of a run, played again."""

    root: Path
    record: RunRecord
    playing: Playing

    @property
    def cells(self) -> Mapping[str, Cell]:
        """Cells by id."""
        return {cell.id: cell for cell in self.record.restore()}

    def source_remarks(self) -> Iterator[str]:
        """Tell which bots and tables are not found as they were, so that their cells cannot be played again."""
        told: set[str] = set()
        for cell in self.cells.values():
            for seat in cell.lineup:
                try:
                    find_seat_bot(_game(cell), seat, Path())
                    find_seat_table(seat, Path())
                except UsageError as error:
                    told.update(error.lines)
        yield from sorted(told)

    def replayed(self, parts: Sequence[PartRecord]) -> list[Fault]:
        """Play parts again, without storing them, and say which have other outcomes than the manifest says."""
        faults: list[Fault] = []

        def compare(played: PartRecord) -> None:
            if _digests(played) != _digests(listed[played.key]):
                faults.append(Fault("damaged", self._path(played), "other outcomes when it is played again"))

        listed = {part.key: part for part in parts}
        self._play(parts, compare, discards=True)
        return [*faults, *(fault for part in parts for fault in self._reference_faults(part))]

    def mended(self, parts: Sequence[PartRecord]) -> set[tuple[str, int]]:
        """Play parts again into the run; returns those that have the outcomes that they had."""
        listed, mended = {part.key: part for part in parts}, set()
        with open_directory(self.root, self.record.restore(), self.record.log) as directory:

            def keep(played: PartRecord) -> None:
                if _digests(played) == _digests(listed[played.key]):
                    directory.add(played)
                    mended.add(played.key)

            try:
                self._play(parts, keep, discards=False)
            finally:
                directory.fold()
        return mended

    def _play(self, parts: Sequence[PartRecord], done: Callable[[PartRecord], None], *, discards: bool) -> None:
        works = {cell: self._work(self.cells[cell], discards=discards) for cell in {part.cell for part in parts}}
        tasks = [Task(works[one.cell], Part(one.cell, one.index, one.first, one.deals)) for one in parts]
        progress = self.playing.progress or Progress()
        progress.start(sum(task.part.deals * len(task.work.cell.arrangements) for task in tasks), 0)
        try:
            jobs = self.playing.jobs or usable_cores()
            with replayable(self._trace):
                play_tasks(tasks, jobs, self.playing.backend, self.root, progress.played, done)
        finally:
            progress.close()

    def _work(self, cell: Cell, *, discards: bool) -> Work:
        return Work(self.root, cell, _game(cell), self.record.log, Path(), self.playing.chunk_deals, discards)

    def _trace(self, cell: Cell) -> str:
        return shlex.join(["simkit", "trace", str(self.root), "--cell", cell.name])

    def _path(self, part: PartRecord) -> Path:
        return part_path(self.root, part.cell, "games", part.index)

    def _reference_faults(self, part: PartRecord) -> Iterator[Fault]:
        """Compare the first, middle and last deal of a part with those that the reference plays."""
        cell = self.cells[part.cell]
        for deal in sorted({part.first, part.first + part.deals // 2, part.first + part.deals - 1}):
            for seating, rows in enumerate(self._kernel_rows(cell, deal), 1):
                wrong = _difference(rows, _outcome(cell, deal, seating))
                if wrong:
                    yield Fault("damaged", self._path(part), f"{where(cell, deal, seating - 1)}: {wrong}")

    def _kernel_rows(self, cell: Cell, deal: int) -> Iterator[dict[str, list[dict[str, int]]]]:
        """Rows that the kernel plays of a deal, by table, for each seating."""
        kernel = kernel_of(self._work(cell, discards=True))
        tables = tables_of(kernel.game, self.record.log)
        _, blocks = kernel.play(deal, 1, Buffers(kernel.game, tables, len(cell.arrangements)))
        for seating in range(1, len(cell.arrangements) + 1):
            rows = {}
            for table in tables:
                columns = stored_columns(table, cell.seats)
                read = [{one.name: int(value[one.row]) for one in columns} for value in blocks[table.name].T]
                rows[table.name] = [row for row in read if row["seating"] == seating]
            yield rows


def _game(cell: Cell) -> GameSpec:
    game = every_game().get(cell.game)
    if game is None:
        raise UsageError(f"cell {cell.name}: this simkit has no game {cell.game}")
    refuse_other_version(cell, game)
    return game


def _digests(part: PartRecord) -> dict[str, tuple[int, str]]:
    return {name: (table.rows, table.digest) for name, table in part.tables.items()}


def _outcome(cell: Cell, deal: int, seating: int) -> Outcome:
    story = trace_game(cell, deal, seating, Path())
    while True:
        try:
            next(story)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome


def _difference(rows: Mapping[str, Sequence[Mapping[str, int]]], outcome: Outcome) -> str | None:
    """Say the first value in which the kernel's rows of a game are not those of the reference."""
    told = {"games": [outcome.game], "turns": outcome.turns}
    for table, played in rows.items():
        if len(played) != len(told[table]):
            return f"{len(played)} rows of {table}, by the reference {len(told[table])}"
        for row, expected in zip(played, told[table], strict=True):
            for name, value in expected.items():
                if row[name] != value:
                    return f"{table}.{name} = {row[name]}, by the reference {value}"
    return None
