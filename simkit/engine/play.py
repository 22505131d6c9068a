"""Plays a batch into a run directory: what is missing, and nothing twice."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Unpack

from simkit.engine.bot_check import try_bots
from simkit.engine.playing import Playing, PlayingOptions
from simkit.engine.pool import Task, Work, kernel_of, play_tasks, usable_cores
from simkit.engine.progress import Progress, Reporter
from simkit.engine.standing import begin, is_played
from simkit.errors import ContractError, UsageError
from simkit.model.cell import Cell
from simkit.model.contract_errors import BrokenContractError, replayable, trace_of_a_config
from simkit.model.parts import Log, deals_of, parts_of, tables_of
from simkit.model.stop import Judge, StopRecord
from simkit.registry import find_game
from simkit.store.directory import RunDirectory, open_directory
from simkit.store.read import StoredRun, open_run

__all__ = ["play_batch"]


def play_batch(
    cells: Sequence[Cell],
    games: int,
    out: Path,
    *,
    log: Log = "games",
    folder: Path = Path(),
    replay: Callable[[Cell], str] = trace_of_a_config,
    judge: Judge[StoredRun] | None = None,
    **options: Unpack[PlayingOptions],
) -> StoredRun:
    """Play ``games`` games of every cell into the run directory ``out``, or fewer where a ``judge`` says so.

    What is finished there is kept: running again plays what is missing or damaged, and asking for more extends the run.
    After another config was run there, the cells that both have stand, and what only the other one asked for is kept
    besides; the run that is returned is of these cells and games only, as if it had been played into an empty
    directory. The bytes there depend on cells, games and log only. What comes of one share of the parts (``shard``) has
    no cells: none is whole.

    Parameters
    ----------
    cells
        What to play; cells of equal content are played once.
    games
        Games of each cell, at least 1; rounded up to whole deals.
    log
        ``games``: a row a game. ``turns``: a row a turn as well. ``none``: no rows; games are counted and digested, and
        the run has no tables.
    folder
        Where files of bots lie: the config's folder.
    replay
        Gives the beginning of the command that replays a deal of a cell, for errors.
    judge
        Decides, from the games as they are stored, whether a stop rule is met; all cells then have the number of deals
        at which it was, and what was played beyond is removed. None to play all games.
    options
        How it is played: the fields of ``simkit.engine.playing.Playing``.

    Raises
    ------
    UsageError
        ``out`` is no run directory and not empty; or there is a rule but no log to judge by.
    StoreError
        ``out`` cannot be written or is being played into; what was finished is kept.
    ContractError
        A bot or a game broke its contract, in one cell or with ``keep_going`` in any; what was finished is kept.
    KeyboardInterrupt
        As it came; what was finished is kept, and no worker is at work any more.
    """
    if not cells or games < 1:
        raise UsageError(f"nothing to play: {len(cells)} cells of {games} games")
    playing = Playing(**options)
    progress = playing.progress or Progress()
    works = [
        Work(out, cell, find_game(cell.game), log, folder, playing.chunk_deals)
        for cell in {cell.id: cell for cell in cells}.values()
    ]
    for work in works:
        tables_of(work.game, log)
    if judge is not None and log == "none":
        raise UsageError('log = "none" keeps no games, but [stop] needs them; use `--log games`')
    if judge is not None and playing.shard is not None:
        raise UsageError("--shard: no share sees all the games that [stop] judges by; leave out [stop] or --shard")
    with replayable(replay), open_directory(out, cells, log, playing.clear, folder) as directory:
        works = begin(directory, works, games, None if judge is None else judge.rule, progress)
        batch = _Batch(directory, works, playing, progress, replay)
        if judge is None:
            batch.play_to({work.cell.id: deals_of(work.cell, directory.manifest.games) for work in works})
        else:
            _play_until(batch, judge)
        directory.remove_unlisted()
        return open_run(out) if playing.shard is None else StoredRun(out, log, (), directory.manifest)


@dataclass
class _Batch:
    """Cells being played into their directory."""

    directory: RunDirectory
    works: Sequence[Work]
    playing: Playing
    progress: Reporter
    replay: Callable[[Cell], str]
    broken: dict[str, ContractError] = field(default_factory=dict)
    is_tried: bool = False

    def play_to(self, deals: Mapping[str, int]) -> None:
        """Play what is missing of so many deals of each cell, by its id."""
        total = sum(_games_in(task) for task in self.tasks(deals))
        left = sum(_games_in(task) for task in self.missing(deals))
        if not left:
            return
        self.try_bots()
        self.progress.start(total, total - left)
        try:
            self.play(deals)
        finally:
            self.progress.close()
        self.raise_broken()

    def missing(self, deals: Mapping[str, int]) -> Iterator[Task]:
        """List the parts that are still to be played, except in cells that are broken."""
        finished = {part.key: part for part in self.directory.manifest.parts}
        todo = (task for task in self.tasks(deals) if not is_played(task, finished))
        return (task for task in todo if task.part.cell not in self.broken)

    def tasks(self, deals: Mapping[str, int]) -> Iterator[Task]:
        """List the parts that are to be there in the end."""
        shard, places = self.playing.shard, {work.cell.id: place for place, work in enumerate(self.works)}
        tasks = _tasks(self.works, deals)
        return (task for task in tasks if shard is None or shard.includes(places[task.part.cell], task.part))

    def try_bots(self) -> None:
        """Try the bots, and load every kernel: what has to be compiled is compiled once, and before a bar is drawn."""
        if self.is_tried:
            return
        for work in self.works:
            try:
                try_bots(work.cell, work.game, work.folder)
                kernel_of(work)
            except ContractError as error:
                if not self.playing.keep_going:
                    raise
                self.broken[work.cell.id] = error
        self.is_tried = True

    def play(self, deals: Mapping[str, int]) -> None:
        """Play the missing parts; what is finished is in the manifest afterwards, however it ends."""

        def note(task: Task, error: ContractError) -> None:
            self.broken.setdefault(task.part.cell, error)

        progress, directory = self.progress, self.directory
        broken = note if self.playing.keep_going else None
        try:
            jobs, backend = self.playing.jobs or usable_cores(), self.playing.backend
            play_tasks(self.missing(deals), jobs, backend, directory.root, progress.played, directory.add, broken)
        finally:
            directory.fold()

    def raise_broken(self) -> None:
        """Raise what the bots broke in any of the cells."""
        if self.broken:
            told = [
                error.replayed_with(self.replay(error.cell)) if isinstance(error, BrokenContractError) else error
                for error in self.broken.values()
            ]
            lines = [line for error in told for line in error.lines]
            count = f"{len(self.broken)} of {len(self.works)} cells could not be finished; the others are"
            raise ContractError(*lines, count)


def _play_until(batch: _Batch, judge: Judge[StoredRun]) -> None:
    """Play round after round until the judge has seen enough, then keep just the deals up to where it has."""
    directory, works = batch.directory, batch.works
    record = directory.manifest.stop
    assert record is not None
    if record.deals is None:
        whole = {work.cell.id: deals_of(work.cell, directory.manifest.games) for work in works}
        record = _judged(batch, judge, record, whole)
        directory.begin(directory.manifest.stopped(record))
        if record.deals is None:
            return
    batch.play_to(dict.fromkeys((work.cell.id for work in works), record.deals))


def _judged(batch: _Batch, judge: Judge[StoredRun], record: StopRecord, whole: Mapping[str, int]) -> StopRecord:
    """Play on until the rule is met, or to the end of all cells."""
    directory, works = batch.directory, batch.works
    if record.said and next(batch.missing(whole), None) is None:
        return record
    most = min(whole.values())
    batch.try_bots()
    games = {work.cell.id: len(work.cell.arrangements) for work in works}
    done = sum(part.deals * games[part.cell] for part in directory.manifest.parts if part.cell in games)
    batch.progress.start(sum(whole[cell] * games[cell] for cell in whole), done)
    try:
        deals, found = min(judge.first, most), None
        while True:
            batch.play(dict.fromkeys(whole, deals))
            batch.raise_broken()
            cells = tuple(work.cell for work in works)
            run = StoredRun(directory.root, directory.record.log, cells, directory.manifest)
            found = judge.ask(run, deals)
            if found is not None:
                return record.model_copy(update=found._asdict())
            if deals == most:
                break
            deals = min(judge.next(deals), most)
        batch.play(whole)
        batch.raise_broken()
    finally:
        batch.progress.close()
    return record.model_copy(update={"said": judge.unmet()})


def _tasks(works: Sequence[Work], deals: Mapping[str, int]) -> Iterator[Task]:
    """All parts: the first of every cell, the second of every cell, and so on, so that cells keep in step."""
    grids = [_grid(work, deals[work.cell.id]) for work in works]
    for row in itertools.zip_longest(*grids):
        yield from (task for task in row if task is not None)


def _grid(work: Work, deals: int) -> Iterator[Task]:
    games = deals * len(work.cell.arrangements)
    return (Task(work, part) for part in parts_of(work.cell, work.game, work.log, games))


def _games_in(task: Task) -> int:
    return task.part.deals * len(task.work.cell.arrangements)
