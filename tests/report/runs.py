"""A small run in memory whose games follow a pattern, so that every number of its summary can be counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import polars as pl

from simkit.config.variants import load_variant
from simkit.games.farkle.columns import COUNTER_NAMES
from simkit.model.cell import Cell, SeatBot
from simkit.model.stop import StopRecord
from simkit.registry import find_game


@dataclass(frozen=True)
class MemoryRun:
    """What ``summarize`` needs of a run, held in memory."""

    cells: tuple[Cell, ...]
    frames: dict[str, pl.LazyFrame]
    log: str = "games"
    turns: dict[str, pl.LazyFrame] = field(default_factory=dict)
    stop: StopRecord | None = None

    def table(self, cell: Cell, name: str) -> pl.LazyFrame:
        return (self.frames if name == "games" else self.turns)[cell.name]

    def games_played(self, cell: Cell) -> int:
        return int(self.frames[cell.name].select(pl.len()).collect().item())

    def deals(self, cell: Cell) -> int:
        return self.games_played(cell) // len(cell.arrangements)


def zilch_cell(
    name: str = "base", seatings: Literal["fixed", "rotate", "all"] = "rotate", target: int = 15_000, bots: str = "ab"
) -> Cell:
    """Zilch to 15,000, or to another target."""
    rules = load_variant(find_game("zilch"), "zilch-15000").rules.model_dump() | {"target": target}
    params = {"a": (("bank_at", 300),), "b": (("bank_at", 500), ("stop_at_target", False))}
    lineup = tuple(SeatBot("bank-at", params[bot], "0f") for bot in bots)
    return Cell(name, "zilch", 1, tuple(rules.items()), lineup, seatings, 10_000, 7, 1)


def pattern(cell: Cell, deals: int) -> pl.LazyFrame:
    """Games of two seats: the winner, the length and the rest go round in cycles of different lengths."""
    each = len(cell.arrangements)
    i = pl.int_range(deals * each, dtype=pl.Int64)
    ended = i % 50 != 49
    columns = {
        "deal": i // each,
        "seating": i % each + 1,
        "start": i // each % 2 + 1,
        "winners": pl.when(ended).then(pl.when(i % 20 == 7).then(3).when(i % 5 < 3).then(1).otherwise(2)).otherwise(0),
        "turns": 20 + i * 7 % 13,
        "rounds": 10 + i * 7 % 13 // 2,
        "cut_short": ~ended,
        "lead_changes": i % 4,
        "half_leader": pl.when(i % 10 > 0).then(i % 2 + 1),
        "tie_breaks": pl.lit(0, pl.Int64),
        "hot_dice": i % 3,
        "minima_missed": i % 6,
        "endgame_short": pl.lit(0, pl.Int64),
        "overtakings": i % 9 // 8,
    }
    columns |= {name: pl.lit(0, pl.Int64) for name in COUNTER_NAMES if name not in columns}
    for seat in (1, 2):
        columns |= {
            f"score_{seat}": 9_000 + 50 * (i * (seat + 2) % 40),
            f"seat_turns_{seat}": (20 + i * 7 % 13) // 2,
            f"busts_{seat}": i * seat % 5,
            f"rolls_{seat}": 30 + i * (seat + 4) % 17,
            f"best_turn_{seat}": 1_000 + 50 * (i * seat % 9),
        }
    return pl.LazyFrame().select(**columns)


def run(*cells: Cell, deals: int = 1_000) -> MemoryRun:
    """A run of these cells."""
    return MemoryRun(cells, {cell.name: pattern(cell, deals) for cell in cells})
