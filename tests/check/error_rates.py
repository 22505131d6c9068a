"""How often checks of unchanged rules raise a false alarm, measured: `python -m tests.check.error_rates` prints it.

Every repeat has a fresh baseline and a fresh check, each with a seed of its own, and all but the margins is as in any
check: matching, looks, sequences, verdicts. The margins are next to nothing, so that a verdict is "different" once an
interval leaves 0 out: with real margins false alarms are rarer still.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.check.cell import CellCheck
from simkit.check.evidence import Side, paired
from simkit.check.match import match_cells
from simkit.check.metrics import Margins
from simkit.check.record import record_run
from simkit.config import load_config, resolve
from simkit.engine.chunk import Pace, load_kernel, play_part
from simkit.model.cell import Cell
from simkit.model.parts import Part
from simkit.registry import find_game
from simkit.store.write import TableWriter
from tests.check.setting import write_config

MARGINS = Margins(
    dict.fromkeys(
        ("win_rate", "turns", "turns_sd", "double_rate", "lead_changes", "half_leader_wins", "cut_short"), 1e-9
    )
)
DEALS, MOST = 10_240, 16_000
ALPHAS = (0.05, 0.001)


@dataclass(frozen=True)
class InMemory:
    """A run in memory, as far as baselines need one."""

    cells: tuple[Cell, ...]
    frame: pl.LazyFrame
    played: int
    root: Path = Path()

    def deals(self, cell: Cell) -> int:
        return self.played

    def table(self, cell: Cell, name: str) -> pl.LazyFrame:
        return self.frame


def play(cell: Cell, deals: int) -> pl.LazyFrame:
    """The ``games`` table of a cell's first deals."""
    game, content = find_game(cell.game), io.BytesIO()
    kernel = load_kernel(cell, game, Path())
    writer = TableWriter(cell, game.table("games"), content)
    for _ in play_part(kernel, game.tables[:1], Part(cell.id, 0, 0, deals), {"games": writer}, Pace(deals)):
        pass
    writer.finish()
    return pl.read_parquet(io.BytesIO(content.getvalue())).lazy()


def checks(cell: Cell, repeats: int, first_seed: int = 1) -> Iterator[dict[float, bool]]:
    """Fresh baselines and fresh checks: by alpha, whether there was a false alarm."""
    for number in range(repeats):
        old, new = (replace(cell, seed=first_seed + 2 * number + i) for i in range(2))
        recorded = record_run(InMemory((old,), play(old, DEALS), DEALS), MARGINS)  # type: ignore[arg-type]
        frame = play(new, MOST)
        yield {alpha: _is_alarm(recorded, new, frame, alpha) for alpha in ALPHAS}


def _is_alarm(recorded, new: Cell, frame: pl.LazyFrame, alpha: float) -> bool:
    (matched,) = match_cells("b", [new], recorded.record)
    level = 1 - alpha / len(matched.metrics)
    check = CellCheck(matched, recorded.counted[new.name], level, MOST, "")
    games: int | None = check.first
    while games is not None:
        check.look(frame.head(games))
        games = check.more()
    return check.verdict().word == "different"


class Sparse(NamedTuple):
    """Old and new values of which a share of deals differs, up as often as down."""

    share: float
    heavy: bool


def common_deals(kind: Sparse, repeats: int, alpha: float, seed: int = 1) -> int:
    """False alarms on common deals where nothing moved in the mean, of one line, among so many repeats."""
    rng = np.random.default_rng(seed)
    return sum(_sparse_alarm(rng, kind, alpha) for _ in range(repeats))


def _sparse_alarm(rng: np.random.Generator, kind: Sparse, alpha: float) -> bool:
    size = DEALS // 256
    old = rng.normal(20, 5, DEALS)
    changed = rng.random(DEALS) < kind.share
    # heavy: nineteen small steps up for each large one down
    moves = np.where(rng.random(DEALS) < 0.05, -19.0, 1.0) if kind.heavy else rng.choice([-1.0, 1.0], DEALS)
    sides = [_side(values, size) for values in (old, old + changed * moves)]
    found = paired(*sides, changed.reshape(256, size).any(axis=1), 1 - alpha)
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    return not found.low <= 0 <= found.high


def _side(values: NDArray[np.float64], size: int) -> Side:
    sums = np.stack([values.reshape(256, size).sum(axis=1), np.full(256, float(size))])
    return Side(sums, size, float(values.std()))


def small_cell(folder: Path) -> Cell:
    return resolve(load_config(write_config(folder)))[0]


def main(repeats: int = 2_000) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        found = list(checks(small_cell(Path(folder)), repeats))
    for alpha in ALPHAS:
        print(f"| fresh baseline, fresh check, alpha {alpha:g} | {repeats:,} | {sum(one[alpha] for one in found)} |")
    for kind in KINDS:
        for alpha in ALPHAS:
            what = f"common deals, {100 * kind.share:g} % differ{', one way rarely but far' if kind.heavy else ''}"
            print(f"| {what}, alpha {alpha:g} | {repeats:,} | {common_deals(kind, repeats, alpha)} |")


KINDS: Sequence[Sparse] = [Sparse(share, heavy) for heavy in (False, True) for share in (0.0005, 0.01, 0.1, 1.0)]

if __name__ == "__main__":
    main()
