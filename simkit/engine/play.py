"""Plays a batch into a run directory: what is missing, and nothing twice."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

from simkit.engine.cell import Cell
from simkit.engine.plan import Log, games_of, parts_of, tables_of
from simkit.engine.pool import Backend, Task, Work, kernel_of, play_tasks, usable_cores
from simkit.engine.progress import Progress, Reporter
from simkit.engine.trial import try_bots
from simkit.errors import ContractError, UsageError
from simkit.games import find_game
from simkit.store.directory import RunDirectory, open_directory
from simkit.store.manifest import Manifest, PartRecord, part_path
from simkit.store.read import StoredRun, damage, open_run

__all__ = ["play_batch"]


def play_batch(
    cells: Sequence[Cell],
    games: int,
    out: Path,
    *,
    jobs: int | None = None,
    backend: Backend = "threads",
    log: Log = "games",
    folder: Path = Path(),
    replay: str = "simkit trace CONFIG",
    chunk_deals: int | None = None,
    progress: Reporter | None = None,
    keep_going: bool = False,
) -> StoredRun:
    """Play ``games`` games of every cell into the run directory ``out``.

    What is finished there is kept: running again plays what is missing or damaged, asking for more extends the run, and
    asking for less than was finished plays nothing and keeps it all. Cells may be added to those there. The bytes
    depend on cells, games and log only.

    Parameters
    ----------
    cells
        What to play; cells of equal content are played once.
    games
        Games of each cell, at least 1; rounded up to whole deals.
    jobs
        Workers at a time; None for the usable cores.
    log
        ``games``: a row a game. ``turns``: a row a turn as well. ``none``: no rows; games are counted and digested, and
        the run has no tables.
    folder
        Where files of bots lie: the config's folder.
    replay
        Beginning of the command that replays a deal; ``--deal`` and ``--seating`` are added to it, and ``--cell`` when
        there are several.
    chunk_deals
        Deals of a kernel call; None for as many as take 0.2 to 1 s.
    progress
        Told of games played; None for stderr.
    keep_going
        Whether the other cells are played to their end when a bot or game breaks its contract in one.

    Raises
    ------
    UsageError
        ``out`` holds another run, or is no run directory and not empty.
    StoreError
        ``out`` cannot be written or is being played into; what was finished is kept.
    ContractError
        A bot or a game broke its contract, in one cell or with ``keep_going`` in any; what was finished is kept.
    KeyboardInterrupt
        As it came; what was finished is kept, and no worker is at work any more.
    """
    if not cells or games < 1:
        raise UsageError(f"nothing to play: {len(cells)} cells of {games} games")
    progress = Progress() if progress is None else progress
    works = [
        Work(out, cell, find_game(cell.game), log, folder, _replay(replay, cell, cells), chunk_deals)
        for cell in {cell.id: cell for cell in cells}.values()
    ]
    for work in works:
        tables_of(work.game, log)
    with open_directory(out, cells, log) as directory:
        directory.begin(_manifest(directory, works, games, progress))
        _play_missing(directory, works, jobs or usable_cores(), backend, progress, keep_going)
        return open_run(out)


def _replay(command: str, cell: Cell, cells: Sequence[Cell]) -> str:
    return command if len(cells) == 1 else f"{command} --cell {cell.name}"


def _manifest(directory: RunDirectory, works: Sequence[Work], games: int, progress: Reporter) -> Manifest:
    """Decide what is to be played: at least what is finished, since nothing finished is thrown away."""
    stored = directory.manifest
    seatings = {work.cell.id: len(work.cell.arrangements) for work in works}
    furthest = max(((part.first + part.deals) * seatings[part.cell] for part in stored.parts), default=0)
    if furthest > max(games_of(work.cell, games) for work in works):
        progress.say(f"{directory.root} holds {furthest:,} games a cell already, more than the {games:,} asked for")
    sound = tuple(part for part in stored.parts if _is_sound(directory, part, progress))
    return Manifest(games=max(games, furthest), parts=sound)


def _is_sound(directory: RunDirectory, part: PartRecord, progress: Reporter) -> bool:
    for table, record in part.tables.items():
        path = part_path(directory.root, part.cell, table, part.index)
        wrong = damage(path, record)
        if wrong is not None:
            progress.say(f"{path}: {wrong}; playing it again")
            return False
    return True


def _play_missing(
    directory: RunDirectory,
    works: Sequence[Work],
    jobs: int,
    backend: Backend,
    progress: Reporter,
    keep_going: bool,
) -> None:
    finished = {part.key: part.deals for part in directory.manifest.parts}
    games = directory.manifest.games
    broken: dict[str, ContractError] = {}

    def missing() -> Iterator[Task]:
        todo = (task for task in _tasks(works, games) if finished.get(task.part.key) != task.part.deals)
        return (task for task in todo if task.part.cell not in broken)

    def note(task: Task, error: ContractError) -> None:
        broken.setdefault(task.part.cell, error)

    total = sum(games_of(work.cell, games) for work in works)
    left = sum(_games_in(task) for task in missing())
    if not left:
        return
    # Loaded here first: what has to be compiled is compiled once, and said before the bar is drawn.
    for work in works:
        try:
            try_bots(work.cell, work.game, work.folder, work.replay)
            kernel_of(work)
        except ContractError as error:
            if not keep_going:
                raise
            broken[work.cell.id] = error
    progress.start(total, total - left)
    try:
        play_tasks(
            missing(), jobs, backend, directory.root, progress.played, directory.add, note if keep_going else None
        )
    finally:
        progress.close()
        directory.fold()
    if broken:
        lines = [line for error in broken.values() for line in error.lines]
        raise ContractError(*lines, f"{len(broken)} of {len(works)} cells could not be finished; the others are")


def _tasks(works: Sequence[Work], games: int) -> Iterator[Task]:
    """All parts: the first of every cell, the second of every cell, and so on, so that cells keep in step."""
    grids = [_grid(work, games) for work in works]
    for row in itertools.zip_longest(*grids):
        yield from (task for task in row if task is not None)


def _grid(work: Work, games: int) -> Iterator[Task]:
    return (Task(work, part) for part in parts_of(work.cell, work.game, work.log, games))


def _games_in(task: Task) -> int:
    return task.part.deals * len(task.work.cell.arrangements)
