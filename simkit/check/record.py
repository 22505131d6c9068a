"""Makes baselines: plays a batch whose outcomes are not kept, and records what came out."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from simkit.batch import Batch, play
from simkit.check.counted import BLOCKS, Counted, count
from simkit.check.digest import digested_columns
from simkit.check.estimators import point_of, rounded, significant
from simkit.check.files import Baseline, combined
from simkit.check.metrics import NO_MARGINS, Margins, Metric, metrics_of
from simkit.check.records import FORMAT, BaselineRecord, CellRecord, MetricRecord, SeatRecord
from simkit.engine.playing import PlayingOptions, quiet_by_default
from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.stats.intervals import normal_quantile
from simkit.store.manifest import rerun_hint
from simkit.store.read import StoredRun
from simkit.version import __version__

__all__ = ["ALPHA", "in_scratch", "make_baseline", "record_run", "too_wide", "whole_blocks"]

ALPHA = 0.001
"""Chance of a false alarm that a whole check allows for by default."""


def whole_blocks(cells: Sequence[Cell], games: int) -> int:
    """Round games up so that every cell has a whole number of deals in each of the blocks."""
    step = BLOCKS * math.lcm(*(len(cell.arrangements) for cell in cells))
    return -(-games // step) * step


@contextmanager
def in_scratch(batch: Batch) -> Iterator[Batch]:
    """Give the batch a run directory of its own that is removed at the end, the log that checks read, and no [stop]."""
    with tempfile.TemporaryDirectory(prefix="simkit-") as folder:
        yield replace(batch, out=Path(folder) / "run", log="games", stop=None)


def make_baseline(
    batch: Batch,
    margins: Margins = NO_MARGINS,
    alpha: float = ALPHA,
    *,
    each: bool = False,
    **options: Unpack[PlayingOptions],
) -> Baseline:
    """Play a batch, its games rounded up to whole blocks, and record it; see ``record_run`` and ``play_batch``."""
    for cell in batch.cells:
        metrics_of(cell, margins)  # so that wrong margins are told before anything is played
    with in_scratch(batch) as scratch:
        whole = replace(scratch, games=whole_blocks(batch.cells, batch.games))
        run = play(whole, **quiet_by_default(options))
        return record_run(run, margins, alpha, each=each)


def record_run(run: StoredRun, margins: Margins = NO_MARGINS, alpha: float = ALPHA, *, each: bool = False) -> Baseline:
    """Record a run that is stored.

    Parameters
    ----------
    run
        Its deals make whole blocks in every cell.
    margins
        What is recorded, and the differences that matter.
    alpha
        Chance of a false alarm that a whole check allows for.
    each
        Whether sums and digests of every deal are recorded as well.

    Raises
    ------
    UsageError
        A margin of something that cannot be judged; or nothing is left to be judged; or the deals are not whole blocks.
    StoreError
        A table is missing or damaged.
    """
    cells, counted = [], {}
    for cell in run.cells:
        deals = run.deals(cell)
        if deals % BLOCKS:
            raise UsageError(
                f"cell {cell.name}: {deals:,} deals are not {BLOCKS} blocks of equal size; {rerun_hint(run.root)}"
            )
        metrics, columns = metrics_of(cell, margins), digested_columns(cell)
        everything = count(run.table(cell, "games"), cell, metrics, columns, deals // BLOCKS, each=each)
        kept = [i for i, sums in enumerate(everything.sums) if sums[-1].any()]
        metrics, found = [metrics[i] for i in kept], everything.only(kept)
        counted[cell.name] = found
        cells.append(_cell_record(cell, metrics, found, [column.name for column in columns]))
    record = BaselineRecord(format=FORMAT, kind="simulated", simkit=__version__, alpha=alpha, cells=tuple(cells))
    if not record.family:
        raise UsageError("nothing to record: no statistic of these cells has a margin; name some in [check] margins")
    return Baseline(record, counted)


def too_wide(record: BaselineRecord) -> list[str]:
    """Warn of values that are not known well enough: half of the 95 % interval is above a third of the margin.

    On common deals a check does not depend on it; with other deals, or a new version of the random streams, it does.
    """
    z, found = normal_quantile(0.95), []
    for cell in record.cells:
        widths = [(3 * z * (metric.se or 0.0) / metric.margin, metric.statistic) for metric in cell.statistics]
        factor = max(width for width, _ in widths)
        if factor > 1:
            names = ", ".join(dict.fromkeys(name for width, name in widths if width > 1))
            games = math.ceil(cell.games * factor**2)
            found.append(
                f"cell {cell.name}: the interval of {names} is wider than a third of the margin; that matters on other "
                f"deals only, and --games {games} would do"
            )
    return found


def _cell_record(cell: Cell, metrics: Sequence[Metric], counted: Counted, columns: Sequence[str]) -> CellRecord:
    return CellRecord(
        name=cell.name,
        game=cell.game,
        version=cell.version,
        streams=cell.streams,
        seed=cell.seed,
        seatings=cell.seatings,
        max_turns=cell.max_turns,
        deals=counted.deals,
        games=counted.deals * len(cell.arrangements),
        digest=combined(counted.digests),
        columns=tuple(columns),
        rules=dict(cell.rules),
        seats=tuple(
            SeatRecord(
                strategy=bot.strategy,
                source=bot.source,
                table=bot.table.hash if bot.table else "",
                params=dict(bot.params),
            )
            for bot in cell.lineup
        ),
        statistics=tuple(_metric_record(metric, counted, i) for i, metric in enumerate(metrics)),
    )


def _metric_record(metric: Metric, counted: Counted, number: int) -> MetricRecord:
    point = point_of(counted.sums[number].sum(axis=1) / counted.deals)
    assert point is not None
    spread = counted.spread(number, point.gradient)
    se = None if not spread or counted.deals < 2 else significant(spread / math.sqrt(counted.deals - 1), 4)
    return MetricRecord(
        statistic=metric.name,
        seat=metric.seat,
        bot=metric.bot,
        place=metric.place,
        value=rounded(point.value - metric.offset, se),
        se=se,
        unit=metric.statistic.unit,
        margin=metric.margin,
    )
