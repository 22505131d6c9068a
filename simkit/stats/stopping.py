"""Whether a run may stop: a rule of ``[stop]`` judged by confidence sequences, look by look, from stored games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.model.stop import Found, Judge, StopRule, ahead
from simkit.registry import find_game
from simkit.stats.comparison import differences_along, shared_path
from simkit.stats.difference_rows import DifferenceRow, best_only
from simkit.stats.estimates import SYMMETRY, row_meanings
from simkit.stats.intervals import Interval
from simkit.stats.measures import statistics_of
from simkit.stats.pair_test import PairTest
from simkit.stats.pairs import pairs_of, side_of
from simkit.stats.running import EstimatePath
from simkit.stats.running_pairs import DifferencePath
from simkit.stats.sequences import FIRST_LOOK, look_from, looks

if TYPE_CHECKING:
    from simkit.store.read import StoredRun

__all__ = ["Watch", "judge_of"]

_SLACK = 1.05
"""Deals played beyond a guess: sequences narrow a little more slowly than with the root of the deals."""


def judge_of(rule: StopRule, cells: Sequence[Cell], log: str) -> Judge[StoredRun]:
    """Make what judges the rule for these cells, which are played with this log."""
    return Watch(rule, cells, log) if rule.test is None else PairTest(rule, cells)


@dataclass(frozen=True)
class _Finding:
    """One thing that the rule asks of a number.

    ``about`` names the wish, which may be about several numbers; ``nearness`` is below 1 where it is not met; ``text``
    says what was found.
    """

    about: str
    nearness: float
    is_met: bool
    text: str


class Watch:
    """Judges half-widths and decisions.

    Parameters
    ----------
    rule
        What is asked for: statistics that the cells have, and are no quantiles.
    cells
        All cells of the run; those that are compared are paired as ``simkit compare`` does.
    log
        What is kept of them.
    """

    first = FIRST_LOOK

    def __init__(self, rule: StopRule, cells: Sequence[Cell], log: str) -> None:
        self.rule = rule
        names = [cell.name for cell in cells]
        self._cells = cells
        self._alone = _asked(cells, log, rule.half_width)
        self._between = _asked(cells, log, {**rule.half_width_of_difference, **dict.fromkeys(rule.decided)})
        self._paths = [EstimatePath(cell, self._alone[cell.id]) for cell in cells] if rule.half_width else []
        self._pairs = pairs_of(names) if rule.compares else []
        self._differences: list[DifferencePath] = []
        self._looked = 0
        self._findings: list[_Finding] = []

    def ask(self, run: StoredRun, deals: int) -> Found | None:
        """Look at every number of deals up to ``deals``; see ``simkit.model.stop.Judge``."""
        for look in looks(deals):
            if look <= self._looked:
                continue
            self._advance(run, look)
            self._looked = look
            self._findings = [*self._of_cells(), *self._of_differences()]
            if self._findings and all(one.is_met for one in self._findings):
                return Found(look, tuple(_farthest(self._findings)))
        return None

    def next(self, deals: int) -> int:
        """Find the look at which the rule may be met: widths fall with the root of the number of deals."""
        nearest = min((one.nearness for one in self._findings if not one.is_met), default=1.0)
        return look_from(ahead(deals, _SLACK / max(nearest, 1e-9) ** 2))

    def unmet(self) -> tuple[str, ...]:
        """Tell what was still lacking at the last look."""
        if not self._looked:
            return (f"too few games for a look, which takes {FIRST_LOOK:,} deals",)
        lacking = [one for one in self._findings if not one.is_met]
        return (f"after {self._looked:,} deals, the last look:", *_farthest(lacking))

    def _advance(self, run: StoredRun, look: int) -> None:
        for cell, path in zip(self._cells, self._paths, strict=False):
            now = side_of(run, cell, self._alone[cell.id])
            path.advance(now.frame, look, now.turns)
        if not self._pairs:
            return
        cells = [side_of(run, cell, self._between[cell.id]) for cell in self._cells]
        fresh = [shared_path(cells[ours], cells[theirs]) for ours, theirs in self._pairs]
        self._differences = self._differences or fresh
        for pair, other in zip(self._differences, fresh, strict=True):
            pair.advance(look, other.sides)

    def _of_cells(self) -> Iterator[_Finding]:
        for path in self._paths:
            for row in path.rows(self.rule.level):
                wanted = self.rule.half_width.get(row["statistic"])
                if wanted is None or row["interval"] == SYMMETRY:
                    continue
                interval = Interval(row["value"], row["low"], row["high"], row["se"], row["interval"])
                yield _width(row["statistic"], f"{row['statistic']}{_whose(row)} in {row['cell']}", interval, wanted)

    def _of_differences(self) -> Iterator[_Finding]:
        rule = self.rule
        told = best_only([row for path in self._differences for row in differences_along(path, rule.margins)])
        rows = [(row, row.difference.bounds(rule.level)) for row in told]
        rows = [(row, bounds) for row, bounds in rows if bounds.kind != SYMMETRY]
        decided = [row for row, _ in rows if row.fields["statistic"] in rule.decided]
        for row, bounds in rows:
            name = row.fields["statistic"]
            if name in rule.half_width_of_difference:
                interval = Interval(row.difference.value, bounds.low, bounds.high, None, bounds.kind)
                yield _width(f"difference {name}", _named(row), interval, rule.half_width_of_difference[name])
        for row in decided:
            yield _decision(row, rule.margins.get(row.fields["statistic"]), 1 - (1 - rule.level) / len(decided))


def _asked(cells: Sequence[Cell], log: str, names: dict[str, Any]) -> dict[str, list[Statistic]]:
    """Statistics that the names are about, by cell; a row's name such as ``turns_sd`` takes its statistic along."""
    return {
        cell.id: [
            one
            for one in (statistics_of(find_game(cell.game), log, tuple(names)) if names else ())
            if any(row in names for row in row_meanings(one))
        ]
        for cell in cells
    }


def _whose(row: dict[str, Any]) -> str:
    return f" of seat {row['seat']}" if row["seat"] else f" of {row['bot']}" if row["bot"] else ""


def _named(row: DifferenceRow) -> str:
    fields = row.fields
    return f"{fields['statistic']}{_whose(fields)}, {fields['cell']} less {fields['against']}"


def _width(about: str, what: str, interval: Interval, wanted: float) -> _Finding:
    if interval.low is None or interval.high is None or interval.value is None:
        return _Finding(about, 0.0, is_met=False, text=f"{what}: {interval.kind}")
    half = (interval.high - interval.low) / 2
    text = f"{what}: {interval.value:.6g} ± {half:.3g}, asked for ± {wanted:g}"
    return _Finding(about, wanted / max(half, 1e-300), half <= wanted, text)


def _decision(row: DifferenceRow, margin: float | None, level: float) -> _Finding:
    what, value, (low, high, kind) = _named(row), row.difference.value, row.difference.bounds(level)
    about = f"decided {row.fields['statistic']}"
    if low is None or high is None or value is None:
        return _Finding(about, 0.0, is_met=False, text=f"{what}: {kind}")
    edge = margin or 0.0
    is_inside = bool(edge) and -edge <= low and high <= edge
    is_met = is_inside or low > edge or high < -edge
    around = f"± {edge:g}" if edge else "0"
    verdict = f"within {around}" if is_inside else ("beyond " if edge else "not ") + around if is_met else "undecided"
    text = f"{what}: {value:.4g}, from {low:.4g} to {high:.4g}: {verdict}"
    return _Finding(about, abs(abs(value) - edge) / max((high - low) / 2, 1e-300), is_met, text)


def _farthest(findings: Sequence[_Finding]) -> Iterator[str]:
    """One line a wish: what is farthest from being met, of how many numbers."""
    for wish in dict.fromkeys(one.about for one in findings):
        of_it = [one for one in findings if one.about == wish]
        worst = min(of_it, key=lambda one: (one.is_met, one.nearness))
        others = f" (the least sure of {len(of_it)} numbers)" if len(of_it) > 1 else ""
        yield f"{worst.text}{others}"
