"""Monte Carlo batches of table games, from a TOML config to Parquet logs and summaries with honest intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simkit.api import Run, check_baseline, compare, explain, record_baseline, run, tune, write_reports

__all__ = [
    "STREAM_VERSION",
    "Run",
    "check_baseline",
    "compare",
    "explain",
    "record_baseline",
    "run",
    "tune",
    "write_reports",
]

__version__ = "0.1.0"

STREAM_VERSION = 1
"""Version of the random streams (``simkit.streams``), part of every cell's id: raised when any draw changes."""

_LATE = ("Run", "check_baseline", "compare", "explain", "record_baseline", "run", "tune", "write_reports")


def __getattr__(name: str) -> Any:
    """Import the API when it is first used: it loads numba, Polars and pyarrow, which ``simkit --help`` must not."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from simkit import api

    return getattr(api, name)
