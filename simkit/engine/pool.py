"""Plays parts in joblib's threads or processes: who played a part writes it, and returns counts and digests."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

import joblib
from joblib.externals.loky.process_executor import BrokenProcessPool  # type: ignore[import-untyped]

from simkit.engine.chunk import CellKernel, Pace, load_kernel, play_part
from simkit.errors import ContractError, StoreError
from simkit.model.cell import Cell
from simkit.model.game import GameSpec
from simkit.model.parts import Log, Part, tables_of
from simkit.remarks import silence, tell_libraries
from simkit.store.manifest import PartRecord, rerun_hint
from simkit.store.pieces import kept_when_stopped, remove_pieces
from simkit.store.write import PartWriter

__all__ = ["Backend", "Task", "Work", "play_tasks", "usable_cores"]

Backend = Literal["threads", "processes"]

_POLL = 0.5
"""Seconds between a worker process's looks whether its parent is alive."""


@dataclass(frozen=True)
class Work:
    """What all parts of a cell have in common; sent to other processes, so it names files and carries no code.

    Parameters
    ----------
    root
        Run directory.
    cell, game, log
        What is played, and what of it is written.
    folder
        Where files of bots lie; their hashes stand in the cell's line-up.
    chunk_deals
        Deals of a kernel call; None for as many as take 0.2 to 1 s.
    discards
        Whether nothing is written: the parts are counted and digested only.
    """

    root: Path
    cell: Cell
    game: GameSpec
    log: Log
    folder: Path
    chunk_deals: int | None = None
    discards: bool = False


@dataclass(frozen=True)
class Task:
    """One part to be played."""

    work: Work
    part: Part


class Stopped(Exception):  # noqa: N818 (not an error)
    """A worker was told to stop."""


class Control:
    """How this process and its worker threads talk: stop, who is still at work, games and parts as they are played."""

    def __init__(
        self,
        played: Callable[[int], None],
        done: Callable[[PartRecord], None],
        broken: Callable[[Task, ContractError], None] | None,
    ) -> None:
        self.played = played
        self.done = done
        self.broken = broken
        self._stop = threading.Event()
        self._active = 0
        self._idle = threading.Condition()

    def check(self) -> None:
        """Raise ``Stopped`` when the workers are to stop."""
        if self._stop.is_set():
            raise Stopped

    def __enter__(self) -> None:
        with self._idle:
            self._active += 1

    def __exit__(self, *error: object) -> None:
        with self._idle:
            self._active -= 1
            self._idle.notify_all()

    def stop(self) -> None:
        """Tell worker threads to stop after their chunk, and wait until they have."""
        self._stop.set()
        with self._idle:
            self._idle.wait_for(lambda: not self._active)


def usable_cores() -> int:
    """Cores that this process may use."""
    return joblib.cpu_count()


_kernels: dict[tuple[Cell, Path], CellKernel] = {}
_kernels_lock = threading.Lock()


def kernel_of(work: Work) -> CellKernel:
    """Load the cell's kernel, once a process."""
    with _kernels_lock:
        key = (work.cell, work.folder.absolute())
        if key not in _kernels:
            _kernels[key] = load_kernel(work.cell, work.game, work.folder)
        return _kernels[key]


def play_task(task: Task, control: Control | None = None) -> PartRecord:
    """Play one part and write it; when it does not come to its end, pieces of what took long are kept for the next try.

    Raises
    ------
    StoreError
        A file cannot be written.
    ContractError
        A bot or the game broke its contract.
    """
    work, part = task.work, task.part
    tables = tables_of(work.game, work.log)
    kernel = kernel_of(work)
    stored = work.log != "none" and not work.discards
    with ExitStack() as stack:
        pieces = None
        if not work.discards:
            pieces = stack.enter_context(kept_when_stopped(work.root, part, [table.name for table in tables]))
        writer = stack.enter_context(PartWriter(work.root, work.cell, part.index, tables, stored=stored))
        for deals in play_part(kernel, tables, part, writer.tables, Pace(work.chunk_deals), pieces):
            if control is not None:
                control.played(deals * len(work.cell.arrangements))
                control.check()
        records = writer.commit()
    return PartRecord(cell=part.cell, index=part.index, first=part.first, deals=part.deals, tables=records)


def _play_in_thread(task: Task, control: Control) -> None:
    with control:
        control.check()
        try:
            part = play_task(task, control)
        except ContractError as error:
            if control.broken is None:
                raise
            control.broken(task, error)
        else:
            control.done(part)
            remove_pieces(task.work.root, task.part.key)


def _play_in_process(task: Task, keep_going: bool) -> PartRecord | tuple[Task, ContractError]:
    try:
        return play_task(task)
    except ContractError as error:
        if not keep_going:
            raise
        return task, error


def play_tasks(
    tasks: Iterable[Task],
    jobs: int,
    backend: Backend,
    root: Path,
    played: Callable[[int], None],
    done: Callable[[PartRecord], None],
    broken: Callable[[Task, ContractError], None] | None = None,
) -> None:
    """Play the tasks with ``jobs`` workers.

    However it ends, by an error or an interrupt, no worker is at work afterwards.

    Parameters
    ----------
    root
        Run directory, for messages.
    played
        Called with games played: after every chunk with threads, after every part with processes.
    done
        Called with every finished part, in whatever order they are finished; with threads by the worker, so that
        nothing finished is lost when another worker fails.
    broken
        Called with each task in which a bot or game breaks its contract, the others being played on; None to stop then.
    """
    control = Control(played, done, broken)
    parallel: Any = partial(
        joblib.Parallel, jobs, return_as="generator_unordered", batch_size=1, pre_dispatch="n_jobs + 1"
    )
    try:
        if backend == "threads":
            for _ in parallel(backend="threading")(joblib.delayed(_play_in_thread)(task, control) for task in tasks):
                pass
        else:
            workers = parallel(backend="loky", initializer=_follow_parent, initargs=(os.getpid(),))
            for part in workers(joblib.delayed(_play_in_process)(task, broken is not None) for task in tasks):
                if isinstance(part, PartRecord):
                    played(part.tables["games"].rows)
                    done(part)
                    remove_pieces(root, part.key)
                elif broken is not None:
                    broken(*part)
    except BrokenProcessPool as error:
        raise StoreError(f"a worker process was killed, perhaps because memory ran out; {rerun_hint(root)}") from error
    finally:
        control.stop()


def _follow_parent(parent: int) -> None:
    """In a worker process: leave interrupts to the parent, and end when it has ended, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    silence()  # the parent has said it
    tell_libraries()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_POLL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
