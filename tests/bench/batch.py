"""A whole run, as ``make run`` plays it, beside the kernel's own time; and what a game takes on disk."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from simkit.batch import load_batch
from simkit.engine.chunk import Buffers, load_kernel
from simkit.model.parts import deals_of
from simkit.registry import find_game
from tests.bench.child import SIMKIT, Cost, run_child
from tests.bench.timing import table

__all__ = ["CONFIG", "report", "run_batch"]

CONFIG = Path(__file__).parents[2] / "configs" / "ten-thousand.toml"
_GAMES = 1_000_000
_ROUNDS = 3


def run_batch(games: int, out: Path, *options: str) -> Cost:
    """``simkit run`` of the config into a new run directory."""
    return run_child(*SIMKIT, "run", str(CONFIG), "--games", str(games), "--out", str(out), "--quiet", *options)


def report() -> None:
    """Print the time of a million games to Parquet and summary, and bytes a game."""
    with tempfile.TemporaryDirectory(prefix="simkit-bench-") as folder:
        print(_time_table(Path(folder)))
        print(_bytes_table(Path(folder)))


def _time_table(folder: Path) -> str:
    rows = []
    for number in range(_ROUNDS):
        kernel = _kernel_seconds()
        cost = run_batch(_GAMES, folder / f"run-{number}", "--jobs", "1")
        rows.append([kernel, cost.cpu, cost.cpu / kernel, cost.cpu - 1.5 * kernel, cost.seconds])
    medians = [statistics.median(column) for column in zip(*rows, strict=True)]
    lines = [[f"round {number + 1}", *map(_two, row)] for number, row in enumerate(rows)]
    return table(
        f"{_GAMES:,} games to Parquet and summary in a new process, --jobs 1, in CPU seconds",
        ("", "kernel alone", "run", "ratio", "run - 1.5 kernel", "run, wall-clock"),
        [*lines, ["median", *map(_two, medians)]],
    )


def _two(value: float) -> str:
    return f"{value:.2f}"


def _kernel_seconds() -> float:
    """CPU seconds of the kernel alone for the same games, called as the engine calls it."""
    batch = load_batch(CONFIG)
    cell = batch.cells[0]
    game = find_game(cell.game)
    kernel = load_kernel(cell, game, batch.folder)
    buffers = Buffers(game, game.tables[:1], len(cell.arrangements))
    first, deals = 0, deals_of(cell, _GAMES)
    began = time.thread_time()
    while first < deals:
        done, _ = kernel.play(first, min(buffers.most_deals, deals - first), buffers)
        first += done
    return time.thread_time() - began


def _bytes_table(folder: Path) -> str:
    rows = []
    for log, games in (("games", _GAMES), ("turns", _GAMES // 10)):
        out = folder / f"log-{log}"
        run_batch(games, out, "--log", log)
        for name in ("games", "turns")[: 1 + (log == "turns")]:
            size = sum(file.stat().st_size for file in out.glob(f"cells/*/{name}-*.parquet"))
            rows.append([f"log = {log}, table {name}", f"{games:,}", f"{size:,}", f"{size / games:.1f}"])
    return table("Parquet", ("", "games", "bytes", "bytes a game"), rows)
