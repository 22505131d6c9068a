"""One cell of a check: what is played of it, look by look, and what is found."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simkit.check.counted import BLOCKS, Counted, Counter
from simkit.check.estimators import point_of
from simkit.check.evidence import Evidence, Side, against_exact, paired, unpaired
from simkit.check.match import JudgedMetric, Matched
from simkit.check.verdict import Verdict, VerdictWord, judge, worst

__all__ = ["CellCheck", "CellVerdict", "ChangedBlock"]

MOST_TIMES = 4
"""Games that a check plays at the most where deals are not common, by default: so many times those of the baseline."""

MOST_CHANGED = 10
"""Changed blocks and deals that are named."""


@dataclass(frozen=True)
class ChangedBlock:
    """A block in which an outcome differs: deals ``first .. last``."""

    first: int
    last: int


@dataclass(frozen=True)
class CellVerdict:
    """What was found of one cell.

    Parameters
    ----------
    name, game, games, deals, baseline_games
        The cell, what was played of it, and what was recorded.
    paired
        Whether old and new are compared deal by deal.
    identical
        Whether every recorded deal came out as it was; None where digests cannot be compared.
    notes
        What differs beforehand.
    verdicts
        Verdicts.
    blocks_changed, blocks, changed_blocks
        Blocks in which an outcome differs, how many there are, and the first that differ.
    deals_changed, changed_deals
        The same of deals, where every deal was recorded.
    trace
        Beginning of the command that shows a deal.
    """

    name: str
    game: str
    games: int
    deals: int
    baseline_games: int
    paired: bool
    identical: bool | None
    notes: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    blocks_changed: int | None = None
    blocks: int = 0
    changed_blocks: tuple[ChangedBlock, ...] = ()
    deals_changed: int | None = None
    changed_deals: tuple[int, ...] = ()
    trace: str = ""

    @property
    def word(self) -> VerdictWord:
        """Verdict of the cell: that of its worst metric."""
        return worst([verdict.word for verdict in self.verdicts])


class CellCheck:
    """A cell that is being checked.

    Parameters
    ----------
    matched
        The cell, now and as recorded.
    old
        What was recorded of its blocks; None for exact values.
    level
        Confidence level of each metric.
    max_games
        Most games; None for the recorded number on common deals, else ``MOST_TIMES`` as many.
    replay
        Beginning of the command that shows a deal.
    """

    def __init__(self, matched: Matched, old: Counted | None, level: float, max_games: int | None, replay: str) -> None:
        self.matched, self._old, self._level, self._replay = matched, old, level, replay
        self._seatings = len(matched.cell.arrangements)
        self._size = -(-matched.record.games // (BLOCKS * self._seatings)) if old is None else old.block_deals
        recorded = self._size * BLOCKS if old is None else old.deals
        self._start = self._most(recorded, max_games)
        self._limit = self._start
        if not matched.paired:
            self._limit = self._whole(recorded * MOST_TIMES if max_games is None else max_games // self._seatings)
            self._limit = max(self._limit, self._start)
        each = matched.paired and old is not None and old.each_digest is not None
        metrics = [judged.metric for judged in matched.metrics]
        self._counter = Counter(matched.cell, metrics, matched.columns or (), self._size, each=each)
        self._new: Counted | None = None
        self._verdicts: tuple[Verdict, ...] = ()

    def edited(self) -> list[str]:
        """Name the metrics whose recorded value is not that of the recorded blocks: one of them has been edited."""
        if self._old is None:
            return []
        found = []
        for judged in self.matched.metrics:
            point = point_of(self._old.sums[judged.number].sum(axis=1))
            value, se = judged.record.value + judged.metric.offset, judged.record.se
            if point is None or abs(point.value - value) > (se * 1e-3 if se else 1e-9 * max(1.0, abs(value))):
                found.append(judged.metric.name)
        return found

    def _whole(self, deals: int) -> int:
        return max(deals // self._size, 1) * self._size

    def _most(self, recorded: int, max_games: int | None) -> int:
        most = recorded if max_games is None else min(recorded, max_games // self._seatings)
        return self._whole(most)

    @property
    def first(self) -> int:
        """Games at the first look."""
        return self._start * self._seatings

    def more(self) -> int | None:
        """Games at the next look; None when all is told, or no more are to be played."""
        done = self._start if self._new is None else self._new.deals
        if done >= self._limit or all(verdict.word != "cannot tell" for verdict in self._verdicts):
            return None
        return min(self._whole(math.ceil(done * 1.25)), self._limit) * self._seatings

    def look(self, frame: pl.LazyFrame) -> None:
        """Judge every metric by the games of the table."""
        self._counter.add(frame)
        self._new = self._counter.counted()
        identical = bool(self._identical())
        found = [
            judge(self.matched.cell.name, judged, self._evidence(i, judged), self._new.deals, identical=identical)
            for i, judged in enumerate(self.matched.metrics)
        ]
        before = self._verdicts or tuple(found)  # what was decided at an earlier look stands
        self._verdicts = tuple(
            old if old.word != "cannot tell" else new for old, new in zip(before, found, strict=True)
        )

    def _changed_blocks(self) -> NDArray[np.bool_] | None:
        """In which blocks digests differ; None where they cannot be compared."""
        if self._old is None or self._new is None or self.matched.columns is None:
            return None
        return np.asarray(self._new.digests != self._old.digests[: self._new.blocks])

    def _changed_deals(self) -> NDArray[np.bool_] | None:
        if self._old is None or self._new is None or self._new.each_digest is None or self._old.each_digest is None:
            return None
        return np.asarray(self._new.each_digest != self._old.each_digest[: self._new.deals])

    def _identical(self) -> bool | None:
        changed = self._changed_blocks()
        if changed is None or self._old is None:
            return None
        return len(changed) == self._old.blocks and not changed.any()

    def _evidence(self, number: int, judged: JudgedMetric) -> Evidence | None:
        assert self._new is not None
        new = _side(judged, self._new, number, each=False)
        if self._old is None:
            return against_exact(judged.record.value + judged.metric.offset, new, self._level, self._start)
        old = _recorded_side(judged, self._old)
        if not self.matched.paired:
            return unpaired(old, new, self._level, self._start)
        deals = self._changed_deals()
        if deals is not None:
            old_each, new_each = (
                _side(judged, self._old, judged.number, each=True, spread=old.spread).first(len(deals)),
                _side(judged, self._new, number, each=True),
            )
            return paired(old_each, new_each, deals, self._level)
        return paired(old.first(new.units), new, self._changed_blocks(), self._level)

    def verdict(self) -> CellVerdict:
        """Tell what was found."""
        assert self._new is not None
        blocks, deals = self._changed_blocks(), self._changed_deals()
        record, size = self.matched.record, self._size
        first = [] if blocks is None else [int(i) for i in np.flatnonzero(blocks)[:MOST_CHANGED]]
        return CellVerdict(
            name=self.matched.cell.name,
            game=self.matched.cell.game,
            games=self._new.deals * self._seatings,
            deals=self._new.deals,
            baseline_games=record.games,
            paired=self.matched.paired,
            identical=self._identical(),
            notes=self.matched.notes,
            verdicts=self._verdicts,
            blocks_changed=None if blocks is None else int(blocks.sum()),
            blocks=self._new.blocks,
            changed_blocks=tuple(ChangedBlock(i * size, (i + 1) * size - 1) for i in first),
            deals_changed=None if deals is None else int(deals.sum()),
            changed_deals=() if deals is None else tuple(int(i) for i in np.flatnonzero(deals)[:MOST_CHANGED]),
            trace=self._replay,
        )


def _side(judged: JudgedMetric, counted: Counted, number: int, *, each: bool, spread: float | None = None) -> Side:
    """A metric as counted, by block or by deal."""
    sums = counted.sums[number]
    games = float(judged.metric.subject.weights.sum())
    point = point_of(sums.sum(axis=1) / counted.deals)
    if spread is None:
        spread = (counted.spread(number, point.gradient) or 0.0) if point is not None else 0.0
    squares = counted.squares[number]
    if not each:
        return Side(sums, counted.block_deals, spread, squares, games)
    assert counted.each_sums is not None
    found = counted.each_sums[number]
    shares = None if squares is None else found[0] ** 2
    return Side(found, 1, spread, shares, games)


def _recorded_side(judged: JudgedMetric, old: Counted) -> Side:
    """A metric as recorded: its spread over deals follows from its standard error."""
    spread = (judged.record.se or 0.0) * math.sqrt(max(old.deals - 1, 1))
    return _side(judged, old, judged.number, each=False, spread=spread)
