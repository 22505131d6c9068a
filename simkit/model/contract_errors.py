"""The one form of the message that a bot or a game broke its contract: where it was, and how to replay it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from simkit.errors import ContractError
from simkit.model.cell import Cell

__all__ = ["broken_contract", "trace_command", "where"]


def trace_command(config: Path, settings: Sequence[str], seed: int | None) -> str:
    """Beginning of the command that replays a deal of a config, read with these ``--set`` and this ``--seed``.

    >>> trace_command(Path("my.toml"), ["rules.target=5000"], 3)
    'simkit trace my.toml --set rules.target=5000 --seed 3'
    """
    options = [part for setting in settings for part in ("--set", setting)]
    return shlex.join(["simkit", "trace", str(config), *options, *([] if seed is None else ["--seed", str(seed)])])


def where(cell: Cell, deal: int, seating: int, seat: int | None = None) -> str:
    """Name one game, or one seat in it, in a message; ``seating`` and ``seat`` count from 0."""
    at = f"cell {cell.name}, deal {deal}, seating {seating + 1}"
    return f"{at} (seed {cell.seed})" if seat is None else f"{at}, seat {seat + 1} (seed {cell.seed})"


def broken_contract(
    cell: Cell, replay: str, what: str, *, deal: int, seating: int, seat: int | None = None
) -> ContractError:
    """Make the error that ``what`` happened in a deal.

    Parameters
    ----------
    cell
        What was played.
    replay
        Beginning of the command that replays a deal, such as ``simkit trace zilch.toml``.
    deal
        Number of the deal.
    seating, seat
        Which seating, and which seat if it was one seat's doing; both from 0.
    """
    return ContractError(
        f"{where(cell, deal, seating, seat)}: {what}",
        f"replay it with: {replay} --deal {deal} --seating {seating + 1}",
    )
