"""Monte Carlo batches of table games, from a TOML config to Parquet logs and summaries with honest intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simkit.version import STREAM_VERSION, __version__

if TYPE_CHECKING:
    from simkit.api import (
        Run,
        check_baseline,
        compare,
        explain,
        merge,
        record_baseline,
        run,
        tune,
        verify,
        write_reports,
    )

__all__ = [
    "STREAM_VERSION",
    "Run",
    "__version__",
    "check_baseline",
    "compare",
    "explain",
    "merge",
    "record_baseline",
    "run",
    "tune",
    "verify",
    "write_reports",
]

_LATE = (
    "Run",
    "check_baseline",
    "compare",
    "explain",
    "merge",
    "record_baseline",
    "run",
    "tune",
    "verify",
    "write_reports",
)


def __getattr__(name: str) -> Any:
    """Import the API when it is first used: it loads numba, Polars and pyarrow, which ``simkit --help`` must not."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from simkit import api

    return getattr(api, name)
