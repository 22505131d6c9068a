"""The log of verdicts: a Parquet file with a row a metric and check, to which every check adds its rows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from simkit.check.cell import CellVerdict
from simkit.check.files import write_file
from simkit.check.run import CheckResult
from simkit.check.verdict import Verdict
from simkit.errors import StoreError
from simkit.store.files import alone, reported
from simkit.version import __version__

__all__ = ["LOG_SCHEMA", "append_log", "read_log"]

_COLUMNS: dict[str, pl.DataType | type[pl.DataType]] = {
    "time": pl.Datetime("us", "UTC"),
    "simkit": pl.String,
    "commit": pl.String,
    "config": pl.String,
    "baseline": pl.String,
    "seed": pl.Int64,
    "cell": pl.String,
    "game": pl.String,
    "games": pl.Int64,
    "deals": pl.Int64,
    "paired": pl.Boolean,
    "statistic": pl.String,
    "seat": pl.Int64,
    "bot": pl.String,
    "place": pl.Int64,
    "unit": pl.String,
    "margin": pl.Float64,
    "old": pl.Float64,
    "new": pl.Float64,
    "error": pl.Float64,
    "difference": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "se": pl.Float64,
    "verdict": pl.String,
}

LOG_SCHEMA = pl.Schema(_COLUMNS)
"""Columns of the log. ``error`` is the standard error of ``new`` by itself, ``se`` that of the difference."""

_LONGEST_TURN = 60.0
"""Seconds to wait for other checks that add to a log; each takes less than one."""

_COMMITS = ("GITHUB_SHA", "CI_COMMIT_SHA", "BUILD_SOURCEVERSION", "GIT_COMMIT")
"""Where pipelines say which commit they run on."""


def append_log(path: Path, result: CheckResult, now: datetime, environment: Mapping[str, str] | None = None) -> None:
    """Add a check's verdicts to the log, which is made where there is none; checks at the same time take turns.

    Parameters
    ----------
    now
        When it was, with its time zone.

    Raises
    ------
    StoreError
        The file is no log, is damaged, or cannot be written; it is as it was then.
    """
    known = os.environ if environment is None else environment
    commit = next((known[name] for name in _COMMITS if known.get(name)), "")
    rows = [_row(result, cell, verdict, now, commit) for cell in result.cells for verdict in cell.verdicts]
    new = pl.DataFrame(rows, schema=LOG_SCHEMA)
    with _turn(path):
        content = BytesIO()
        (pl.concat([read_log(path), new]) if path.exists() else new).write_parquet(content)
        write_file(path, content.getvalue())


@contextmanager
def _turn(path: Path) -> Iterator[None]:
    """Wait until no other check adds to the log; the lock file beside it remains."""
    with ExitStack() as stack:
        with reported(path, "written"):
            path.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(alone(path.with_name(f".{path.name}.lock"), _LONGEST_TURN))
        yield


def _row(result: CheckResult, cell: CellVerdict, verdict: Verdict, now: datetime, commit: str) -> dict[str, Any]:
    about = {"time": now, "simkit": __version__, "commit": commit, "config": result.config, "baseline": result.baseline}
    played = {name: getattr(cell, name) for name in ("game", "games", "deals", "paired")}
    judged = {
        name: getattr(verdict, name, None) for name in LOG_SCHEMA if name not in (*about, *played, "seed", "verdict")
    }
    return {**about, **played, **judged, "seed": result.seed, "verdict": verdict.word}


def read_log(path: Path) -> pl.DataFrame:
    """Read a log, in order of time.

    Raises
    ------
    StoreError
        It is missing, damaged, or no log.
    """
    if not path.exists():
        raise StoreError(f"{path}: there is no such log; `simkit check ... --append {path}` begins one")
    with reported(path, "read"):
        content = path.read_bytes()
    try:
        found = pl.read_parquet(BytesIO(content))
    except pl.exceptions.PolarsError as error:
        raise StoreError(f"{path}: damaged, or no Parquet file: {str(error).splitlines()[0]}") from error
    if found.schema != LOG_SCHEMA:
        missing = [name for name in LOG_SCHEMA if name not in found.columns]
        what = f"it lacks {', '.join(missing)}" if missing else "its columns are other ones"
        raise StoreError(f"{path}: not a log of `simkit check`, or one of another version: {what}")
    return found.sort("time", maintain_order=True)
