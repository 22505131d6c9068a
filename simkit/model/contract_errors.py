"""What a bot or a game did that breaks its contract: where it was, and the command that replays it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from simkit.errors import ContractError
from simkit.model.cell import Cell

__all__ = ["BrokenContractError", "replayable", "trace_command", "trace_of_a_config", "where"]


def trace_command(config: Path, settings: Sequence[str], seed: int | None) -> str:
    """Beginning of the command that replays a deal of a config, read with these ``--set`` and this ``--seed``.

    >>> trace_command(Path("my.toml"), ["rules.target=5000"], 3)
    'simkit trace my.toml --set rules.target=5000 --seed 3'
    """
    options = [part for setting in settings for part in ("--set", setting)]
    return shlex.join(["simkit", "trace", str(config), *options, *([] if seed is None else ["--seed", str(seed)])])


def trace_of_a_config(cell: Cell) -> str:  # noqa: ARG001 (as others, which name it)
    """Beginning of the command that replays a deal, where no config is known."""
    return "simkit trace CONFIG"


def where(cell: Cell, deal: int, seating: int, seat: int | None = None) -> str:
    """Name one game, or one seat in it, in a message; ``seating`` and ``seat`` count from 0."""
    at = f"cell {cell.name}, deal {deal}, seating {seating + 1}"
    return f"{at} (seed {cell.seed})" if seat is None else f"{at}, seat {seat + 1} (seed {cell.seed})"


class BrokenContractError(ContractError):
    """A bot or a game broke its contract in a deal.

    Parameters
    ----------
    cell
        What was played.
    what
        What happened, in words.
    deal
        Number of the deal.
    seating, seat
        Which seating, and which seat if it was one seat's doing; both from 0.
    decision
        Name of the decision that it happened in, if it was in one.
    """

    def __init__(
        self, cell: Cell, what: str, *, deal: int, seating: int, seat: int | None = None, decision: str | None = None
    ) -> None:
        super().__init__(f"{where(cell, deal, seating, seat)}: {what}")
        self.cell, self.what = cell, what
        self.deal, self.seating, self.seat, self.decision = deal, seating, seat, decision

    def __reduce__(self) -> tuple[Any, ...]:
        place = {"deal": self.deal, "seating": self.seating, "seat": self.seat, "decision": self.decision}
        return partial(BrokenContractError, **place), (self.cell, self.what)  # type: ignore[arg-type]

    def replayed_with(self, command: str) -> ContractError:
        """The error with the command that tells this deal, which begins with ``command``."""
        return ContractError(*self.lines, f"replay it with: {command} --deal {self.deal} --seating {self.seating + 1}")


@contextmanager
def replayable(command: Callable[[Cell], str]) -> Iterator[None]:
    """Add to what breaks the contract inside the command that replays it: its beginning, by cell."""
    try:
        yield
    except BrokenContractError as error:
        raise error.replayed_with(command(error.cell)) from error
