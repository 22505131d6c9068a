"""Peak memory of whole runs: it must not grow with the number of games."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench.batch import run_batch
from tests.bench.timing import table

__all__ = ["report"]

_GAMES = (1_000_000, 2_000_000, 20_000_000)


def report() -> None:
    """Print the peak of a run, summary included, for each number of games."""
    with tempfile.TemporaryDirectory(prefix="simkit-bench-") as folder:
        peaks = {games: run_batch(games, Path(folder, str(games))).peak for games in _GAMES}
    rows = [[f"{games:,}", f"{peak / 2**20:,.0f}", f"{peak / peaks[_GAMES[1]]:.3f}"] for games, peak in peaks.items()]
    print(table("Peak memory of `simkit run`, all cores", ("games", "MiB", f"to {_GAMES[1]:,}"), rows))
