"""What a check judges of a cell: its metrics, each a statistic of one subject with the difference that matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from simkit.config.problems import unknown
from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.report.summary import game_of
from simkit.stats.estimates import row_meanings
from simkit.stats.subjects import Subject, means_anything, subjects

__all__ = ["NO_MARGINS", "Margins", "Metric", "MetricKey", "metrics_of"]

MetricKey = tuple[str, int | None, int | None]
"""Name of the row, seat, and first place of the bot in the line-up, both from 1."""


@dataclass(frozen=True)
class Metric:
    """One number that is judged: a row of a statistic, of the game, a seat or a bot.

    ``place`` is where the bot first stands in the line-up, from 1: bots may change their names. ``margin`` is in the
    statistic's unit; ``offset`` is taken off the estimate.
    """

    name: str
    statistic: Statistic
    subject: Subject
    place: int | None
    margin: float
    offset: float = 0.0

    @property
    def seat(self) -> int | None:
        """Seat, from 1."""
        return None if self.subject.seat is None else self.subject.seat + 1

    @property
    def bot(self) -> str | None:
        """The bot with its parameters, for a metric about a bot wherever it sits."""
        found = self.subject.bot
        return None if found is None or self.subject.seat is not None else found.label()

    @property
    def key(self) -> MetricKey:
        """What tells the metric from the others of its cell."""
        return self.name, self.seat, self.place

    @property
    def is_share(self) -> bool:
        """Whether each deal has a share in [0, 1] of its own: a proportion over games, not over trials."""
        return self.statistic.kind == "proportion" and self.statistic.denominator is None


@dataclass(frozen=True)
class Margins:
    """What is judged, and the differences that matter: numbers above 0, else a UsageError.

    Parameters
    ----------
    only
        Margins by statistic, as ``[check] margins`` gives them: nothing else is judged. Empty for everything that has a
        margin.
    instead
        Margins of single statistics that count instead, as ``--margin`` gives them.
    """

    only: Mapping[str, float] = field(default_factory=dict)
    instead: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, margin in (*self.only.items(), *self.instead.items()):
            if not 0 < margin < float("inf"):
                raise UsageError(f"margin of {name} = {margin}: must be above 0")

    def of(self, name: str, own: float | None) -> float | None:
        """Margin of a row whose own is ``own``; None where it is not judged."""
        given = self.only.get(name) if self.only else own
        return self.instead.get(name, given)

    def check(self, statistics: Sequence[Statistic]) -> None:
        """Raise a UsageError for a margin of what does not exist or cannot be judged."""
        judged = [name for one in statistics if one.kind != "quantiles" for name in row_meanings(one)]
        quantiles = [name for one in statistics if one.kind == "quantiles" for name in row_meanings(one)]
        for name in (*self.only, *self.instead):
            if name in quantiles:
                raise UsageError(f"margin of {name}: quantiles are not judged; means and standard deviations are")
            if name not in judged:
                raise UsageError(f"margin of {name}: {unknown('statistic', name, list(dict.fromkeys(judged)))}")


NO_MARGINS = Margins()
"""Everything, with the margins that it has."""


def metrics_of(cell: Cell, margins: Margins, *before: Cell) -> list[Metric]:
    """List what is judged of a cell, or was of the cell ``before``.

    Left out are quantiles, what means nothing under the rules or with these seats, and what must come out as it does:
    the win rate of a bot that has every seat in turn and only itself as opponent.

    Raises
    ------
    UsageError
        As ``Margins.check``.
    """
    statistics = list(game_of(cell).statistics())
    margins.check(statistics)
    metrics = []
    for statistic in statistics:
        if statistic.kind == "quantiles" or not means_anything(statistic, cell, *before):
            continue
        (name,) = row_meanings(statistic)
        own = statistic.margin if name == statistic.name else None
        margin = margins.of(name, own)
        if margin is not None:
            metrics += [_metric(cell, statistic, name, subject, margin) for subject in subjects(cell, statistic)]
    return [metric for metric in metrics if not _is_symmetric(cell, metric)]


def _metric(cell: Cell, statistic: Statistic, name: str, subject: Subject, margin: float) -> Metric:
    is_bot = subject.seat is None and subject.bot is not None
    place = cell.lineup.index(subject.bot) + 1 if is_bot and subject.bot is not None else None
    offset = 0.0 if statistic.offset is None else statistic.offset(cell.seats)
    return Metric(name, statistic, subject, place, margin, offset)


def _is_symmetric(cell: Cell, metric: Metric) -> bool:
    return metric.statistic.shares_win and metric.bot is not None and len(set(cell.lineup)) == 1
