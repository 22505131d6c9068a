"""The Python API behind ``import simkit``: the verbs of the command line, which only calls what is here."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

import polars as pl

from simkit.batch import load_batch, play
from simkit.check.verbs import check_baseline, record_baseline
from simkit.engine.playing import PlayingOptions
from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.parts import Log
from simkit.report.comparison import Comparison, compare_runs
from simkit.report.summary import Summary, game_of
from simkit.report.why import MOST_CHANGED, Explanation, explain_runs
from simkit.stats.estimates import estimate
from simkit.stats.game_turns import Turns
from simkit.stats.measures import statistics_of
from simkit.stats.running import estimate_sequences
from simkit.store.merge import merge_runs
from simkit.store.read import StoredRun, open_run
from simkit.tuning import tune
from simkit.verifying import verify

__all__ = [
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
]


@dataclass(frozen=True)
class Run:
    """A finished run."""

    stored: StoredRun

    def games(self, cell: str | None = None) -> pl.LazyFrame:
        """Scan the ``games`` table, a row a game, of one cell by name or of all; a column ``cell`` comes first.

        Raises
        ------
        UsageError
            There is no such cell, or the run keeps no games.
        StoreError
            A file is missing or damaged.
        """
        return self._table("games", cell)

    def turns(self, cell: str | None = None) -> pl.LazyFrame:
        """Scan the ``turns`` table, a row a turn; see ``games``."""
        return self._table("turns", cell)

    def estimates(self, level: float = 0.95) -> pl.DataFrame:
        """Estimate every statistic of every cell from the games, each with an interval of that level.

        Intervals of a run with a stop rule are those of confidence sequences.
        """
        stored = self.stored
        make = estimate if stored.stop is None else estimate_sequences
        return pl.concat(
            make(
                stored.table(cell, "games"),
                cell,
                statistics_of(game_of(cell), stored.log),
                level,
                turns=Turns(stored.table(cell, "turns")) if stored.log == "turns" else None,
            )
            for cell in self._cells()
        )

    def _table(self, table: str, name: str | None) -> pl.LazyFrame:
        cells = [cell for cell in self._cells() if name in (None, cell.name)]
        if not cells:
            known = ", ".join(cell.name for cell in self.stored.cells)
            raise UsageError(f"{self.stored.root} has no cell {name!r}; it has {known}")
        frames = [self.stored.table(cell, table).select(pl.lit(cell.name).alias("cell"), pl.all()) for cell in cells]
        return pl.concat(frames)

    def _cells(self) -> tuple[Cell, ...]:
        if not self.stored.cells:
            raise UsageError(f"{self.stored.root}: a share of a batch; merge all of them to read the games")
        return self.stored.cells


def run(
    config: Path | str,
    *,
    settings: Sequence[str] = (),
    games: int | None = None,
    seed: int | None = None,
    log: Log | None = None,
    out: Path | str | None = None,
    **options: Unpack[PlayingOptions],
) -> Run:
    """Play what is missing of a config's batch.

    Parameters
    ----------
    config
        TOML file.
    settings
        ``KEY=VALUE`` each, as ``--set`` takes them.
    games, seed, log
        Instead of those in the config's ``[run]``.
    out
        Run directory; None for ``runs/`` and the config's name.
    options
        How it is played: ``jobs``, ``backend``, ``chunk_deals``, ``progress``, ``keep_going`` and ``shard``, as
        ``simkit.engine.playing.Playing`` has them; they change no outcome.

    Raises
    ------
    ConfigError
        Everything in the config that does not hold.
    UsageError, StoreError, ContractError, KeyboardInterrupt
        As ``play_batch`` raises them.
    """
    batch = load_batch(Path(config), settings, games, seed, log, None if out is None else Path(out))
    return Run(play(batch, **options))


def merge(*runs: Run | Path | str, out: Path | str) -> Run:
    """Join runs of one batch, such as its shares, into the run directory ``out``; see ``store.merge.merge_runs``.

    Raises
    ------
    UsageError
        The runs do not go together, or ``out`` holds another run.
    StoreError
        A run cannot be read, a part is damaged or differs between runs, or parts are still missing.
    """
    merge_runs([one.stored.root if isinstance(one, Run) else Path(one) for one in runs], Path(out))
    return Run(open_run(Path(out)))


def compare(
    *runs: Run | Path | str,
    against: str | None = None,
    level: float = 0.95,
    names: Sequence[str] = (),
    margins: Mapping[str, float] | None = None,
    deals: int = 0,
    by: str | None = None,
) -> Comparison:
    """Compare the cells of finished runs, given as ``run`` returns them or as directories.

    The parameters and errors are those of ``simkit.report.comparison.compare_runs``; ``contrasts[i].rows`` are data
    frames. Cells of several runs are called after the runs' directories.
    """
    return compare_runs(
        _named_runs(runs),
        against=against,
        level=level,
        names=names,
        margins=margins,
        deals=deals,
        by=by,
    )


def write_reports(
    found: Comparison | Summary,
    *runs: Run | Path | str,
    reports: Sequence[Path | str],
    command: str = "",
    question: str = "",
    names: Sequence[str] = (),
    explanation: Explanation | None = None,
) -> None:
    """Write pages about a comparison or a summary: ``.html`` (needs the extra ``report``), ``.md`` or ``.json``.

    Parameters
    ----------
    found, runs
        What ``compare`` gave, and the runs that it took; or a summary and its run.
    reports
        Files to write.
    command, question
        How to make the page again; what it answers, or empty for what differs.
    names
        Statistics that come first, in this order; none for the usual ones.
    explanation
        What ``explain`` gave for the same runs, to be told as well.

    Raises
    ------
    UsageError
        A file's name ends in no known form, or the extra is missing.
    StoreError
        A table is missing or damaged, or a page cannot be written.
    """
    from simkit.report.page.build import Source, page_of_comparison
    from simkit.report.page.summary import page_of_summary
    from simkit.report.page.write import write_page

    named = _named_runs(runs)
    replay = {
        cell.id: shlex.join(["simkit", "trace", str(run.root), "--cell", cell.name])
        for _, run in reversed(named)
        for cell in run.cells
    }
    source = Source(command, question, tuple(names), replay)
    if isinstance(found, Summary):
        page = page_of_summary(found, named[0][1], source)
    else:
        page = page_of_comparison(found, named, source, explanation)
    for path in reports:
        write_page(page, Path(path))


def _named_runs(runs: Sequence[Run | Path | str]) -> list[tuple[str, StoredRun]]:
    stored = [one.stored if isinstance(one, Run) else open_run(Path(one)) for one in runs]
    return list(zip(_run_names([one.root for one in stored]), stored, strict=True))


def explain(
    *runs: Run | Path | str,
    against: str | None = None,
    level: float = 0.95,
    names: Sequence[str] = (),
    games: int = MOST_CHANGED,
) -> Explanation:
    """Explain differences of the cells of finished runs, given as ``compare`` takes them, by clauses of the rules.

    The parameters and errors are those of ``simkit.report.why.explain_runs``; ``contrasts[i].rows`` are data frames.
    """
    return explain_runs(_named_runs(runs), against=against, level=level, names=names, games=games)


def _run_names(roots: Sequence[Path]) -> list[str]:
    """Names of run directories: the last part of their paths, or the whole where that is not enough."""
    names = [root.resolve().name for root in roots]
    return names if len(set(names)) == len(names) else [str(root) for root in roots]
