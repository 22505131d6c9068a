"""A small batch that plays in no time, and baselines of it."""

from __future__ import annotations

from pathlib import Path

from simkit.batch import Batch, load_batch
from simkit.check.files import Baseline
from simkit.check.record import make_baseline

CONFIG = """\
game = "sto-dwadziescia"

[rules]
target = 30

[[seats]]
strategy = "roller"

[[seats]]
strategy = "roller"

[run]
games = 20_000
seed = 5
"""


def write_config(folder: Path, more: str = "") -> Path:
    path = folder / "small.toml"
    path.write_text(CONFIG + more)
    return path


def batch_of(folder: Path, more: str = "", settings: tuple[str, ...] = (), games: int | None = None) -> Batch:
    return load_batch(write_config(folder, more), settings, games)


def baseline_of(batch: Batch, **options: bool) -> Baseline:
    return make_baseline(batch, **options)
