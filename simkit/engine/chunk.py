"""Plays deals of a cell with its kernel: pure, its outcomes depend on nothing but the cell and the deals."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from simkit.engine.lineup import compile_lineup
from simkit.errors import SimkitError
from simkit.kernel import ILLEGAL, OK, Chunk, Output, Status
from simkit.model.cell import Cell
from simkit.model.columns import Table
from simkit.model.contract_errors import BrokenContractError
from simkit.model.game import GameSpec
from simkit.model.parts import Part, group_deals
from simkit.streams import seed_key

__all__ = ["Buffers", "CellKernel", "Pace", "RowsWriter", "load_kernel", "play_part"]

Rows = npt.NDArray[np.int64]

_CALL_GAMES = 2**14
"""Most games of one kernel call: 7 MB of buffer for a game of 54 buffer rows."""

_FIRST_TURNS = 2**16
"""Rows of the ``turns`` buffer to begin with."""

_PAD = 24
"""Columns more than are used: rows of a buffer that are a power of two apart would share a few lines of the cache."""


class RowsWriter(Protocol):
    """What takes in the rows of a table (``simkit.store.write.TableWriter``)."""

    def append(self, block: Rows) -> None:
        """Take in ``int64[height, rows]``."""

    def end_group(self) -> None:
        """End a row group."""


class Buffers:
    """What a kernel writes into: an ``int64[height, capacity]`` for each table; capacity 0 when it is not logged."""

    def __init__(self, game: GameSpec, tables: Sequence[Table], seatings: int) -> None:
        self.most_deals = max(1, _CALL_GAMES // seatings)
        """Most deals that the ``games`` buffer has room for."""
        self.games = np.zeros((game.table("games").height(), self.most_deals * seatings + _PAD), np.int64)
        self._logs_turns = any(table.name == "turns" for table in tables)
        self._height = game.table("turns").height() if self._logs_turns else 1
        self.turns = self._room(_FIRST_TURNS if self._logs_turns else 0)

    def grow(self) -> bool:
        """Double the room for turns; False when none are logged, so that more room would not help."""
        if not self._logs_turns:
            return False
        self.turns = self._room(2 * self.turns.shape[1])
        return True

    def filled(self, games: int, turns: int) -> dict[str, Rows]:
        """Return the filled part of each logged table's buffer."""
        rows = {"games": self.games[:, :games]}
        return rows | {"turns": self.turns[:, :turns]} if self._logs_turns else rows

    def _room(self, capacity: int) -> Rows:
        return np.zeros((self._height, capacity and capacity + _PAD), np.int64)


@dataclass(frozen=True)
class CellKernel:
    """A game's kernel bound to a cell.

    Parameters
    ----------
    cell, game
        What is played.
    call
        ``(first, deals, games, turns, status) -> deals completed``: the kernel's ``play`` with all else filled in.
    """

    cell: Cell
    game: GameSpec
    call: Callable[[int, int, Rows, Rows, Rows], int]

    def play(self, first: int, deals: int, buffers: Buffers) -> tuple[int, dict[str, Rows]]:
        """Play deals ``first .. first + deals - 1`` into the buffers, or as many of them as there is room for.

        Returns
        -------
        Deals completed, at least 1, and the rows of each logged table; valid until the next call.

        Raises
        ------
        ContractError
            A bot answered what is not allowed or raised, or the game did not end.
        """
        while True:
            status = np.zeros(len(Status) + 1, np.int64)
            try:
                done = int(self.call(first, deals, buffers.games, buffers.turns, status))
            except SimkitError:
                raise
            except Exception as error:
                raise self._broken(status, f"a bot raised {type(error).__name__}: {error}") from error
            if status[Status.CODE] != OK:
                raise self._broken(status, self._what(status))
            if done:
                return done, buffers.filled(done * len(self.cell.arrangements), int(status[Status.TURN_ROWS]))
            if not buffers.grow():
                raise self._broken(status, f"the kernel of {self.game.id} stopped without a reason")

    def _what(self, status: Rows) -> str:
        if status[Status.CODE] != ILLEGAL:
            return "the game does not come to an end"
        decision = self.game.decisions[status[Status.DECISION]]
        if decision.option is not None:
            return f"{self._bot(status)} scored an option of {decision.name} as NaN"
        answer = int(status[Status.ANSWER])
        if decision.mask:
            name = f" ({decision.actions[answer]})" if 0 <= answer < len(decision.actions) else ""
            return f"{self._bot(status)} answered {answer}{name} to {decision.name}, which is not allowed there"
        return (
            f"{self._bot(status)} answered {answer} to {decision.name}; allowed: 0 to "
            f"{len(decision.actions) - 1} ({', '.join(decision.actions)})"
        )

    def _bot(self, status: Rows) -> str:
        place = self.cell.arrangements[status[Status.SEATING]][status[Status.SEAT]]
        return f"bot {self.cell.lineup[place].label()}"

    def _broken(self, status: Rows, what: str) -> BrokenContractError:
        deal, seating, seat = (int(status[slot]) for slot in (Status.DEAL, Status.SEATING, Status.SEAT))
        is_answer = status[Status.CODE] == ILLEGAL
        decision = self.game.decisions[status[Status.DECISION]].name if is_answer else None
        return BrokenContractError(self.cell, what, deal=deal, seating=seating, seat=seat, decision=decision)


def load_kernel(cell: Cell, game: GameSpec, folder: Path) -> CellKernel:
    """Load the game's kernel and the cell's bots, compiling what the disk cache does not hold.

    Parameters
    ----------
    folder
        Where files of bots lie: the config's folder.
    """
    module = game.kernel()
    key = tuple(np.uint64(word) for word in seed_key(cell.seed))
    tables = module.tables(game.rules(**dict(cell.rules)))
    line = compile_lineup(cell, folder)
    seatings = np.array(cell.arrangements, np.int8)

    def call(first: int, deals: int, games: Rows, turns: Rows, status: Rows) -> int:
        chunk = Chunk(key, first, deals, cell.max_turns, seatings)
        done: int = module.play(chunk, line.bots, tables, Output(games, turns), status)
        return done

    return CellKernel(cell, game, call)


class Pace:
    """Deals of the next kernel call: those asked for, or as many as take 0.2 to 1 s, found by doubling and halving."""

    def __init__(self, fixed: int | None = None) -> None:
        self.deals = 64 if fixed is None else fixed
        self._fixed = fixed is not None

    def took(self, deals: int, seconds: float) -> None:
        """Learn how long a call took."""
        if self._fixed or deals < self.deals:
            return
        if seconds < 0.2:
            self.deals *= 2
        elif seconds > 1:
            self.deals = max(1, self.deals // 2)


def play_part(
    kernel: CellKernel, tables: Sequence[Table], part: Part, writers: Mapping[str, RowsWriter], pace: Pace
) -> Iterator[int]:
    """Play a part chunk by chunk into the writers of its tables; yields the deals of each chunk.

    No chunk crosses the end of a row group, and row groups end at fixed deals, so chunk sizes leave no trace.
    """
    buffers = Buffers(kernel.game, tables, len(kernel.cell.arrangements))
    groups = {table.name: group_deals(kernel.cell, table) for table in tables}
    smallest = min(groups.values())
    deal, end = part.first, part.first + part.deals
    while deal < end:
        room = min(smallest - deal % smallest, end - deal, buffers.most_deals)
        asked, began = min(room, pace.deals), time.perf_counter()
        done, rows = kernel.play(deal, asked, buffers)
        pace.took(done, time.perf_counter() - began)
        deal += done
        for name, writer in writers.items():
            writer.append(rows[name])
            if deal % groups[name] == 0 or deal == end:
                writer.end_group()
        yield done
