"""What a tune has found, in words and numbers: the value, its interval, and every point that was looked at."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from simkit.config.tune import Tuning
from simkit.report.layout import JSON_SCHEMA, Block, Format, Heading, Lines, Paragraph, json_text, lay_out
from simkit.report.rows import SHARE, interval_texts, scaled, unit_text
from simkit.report.table import Table, numbers
from simkit.stats.tuning import Found

__all__ = ["Tuned", "estimate_text", "render_tune"]


@dataclass(frozen=True, eq=False)
class Tuned:
    """The value of a rule or parameter that meets a target.

    ``rows`` has the columns of ``simkit.stats.estimates.SCHEMA``, a row a point, by value; ``root`` is the run
    directory whose cells they are.
    """

    title: str
    tuning: Tuning
    unit: str
    level: float
    found: Found
    rows: pl.DataFrame
    root: Path

    @property
    def values(self) -> list[float]:
        """The values looked at, in their order."""
        return [self.tuning.value(point) for point in self.found.seen]

    @property
    def value(self) -> float | None:
        """The value whose estimate is nearest to the target; None unless the answer is ``found``."""
        return self.tuning.value(self.found.nearest) if self.found.answer == "found" else None

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """Interval of the true crossing; None on a side where the range ends before it."""
        ends = (self.found.low, self.found.high)
        low, high = (None if end is None else self.tuning.value(end) for end in ends)
        return low, high

    def row(self, point: int) -> dict[str, Any]:
        """Estimate at a value number."""
        return self.rows.row(list(self.found.seen).index(point), named=True)

    def games_needed(self) -> int | None:
        """Games of each point with which the ends of the range would likely be told from the target."""
        needed = []
        for point in (min(self.found.seen), max(self.found.seen)):
            row = self.row(point)
            off = abs(row["value"] - self.tuning.target)
            if row["low"] is None or not off:
                return None
            half = max(row["high"] - row["value"], row["value"] - row["low"])
            needed.append(row["games"] * max((1.1 * half / off) ** 2, 1.0))
        return int(max(needed) // 1_000 + 1) * 1_000

    def answer(self) -> str:
        """Say what was found, in a sentence or two."""
        return {
            "found": self._found,
            "no crossing": self._no_crossing,
            "not monotone": self._not_monotone,
            "cannot tell": self._cannot_tell,
        }[self.found.answer]()

    def _at(self, point: int) -> str:
        return f"{self.tuning.name} = {_plain(self.tuning.value(point))}"

    def question(self) -> str:
        """Say what was looked for, such as "rules.target such that turns = 20"."""
        seat, bot = self.tuning.seat, self.tuning.bot
        whose = f" of seat {seat}" if seat else f" of bot {bot}" if bot else ""
        return f"{self.tuning.name} such that {self.tuning.statistic}{whose} = {_scaled(self.tuning.target, self.unit)}"

    def _found(self) -> str:
        result, (low, high) = self.found, self.interval
        assert result.between is not None
        assert result.crossing is not None
        first, last = (_plain(self.tuning.value(point)) for point in (0, self.tuning.size - 1))
        ends = [
            _plain(low) if low is not None else f"below {first}, where the range begins",
            _plain(high) if high is not None else f"above {last}, where it ends",
        ]
        before, after = (_plain(self.tuning.value(point)) for point in result.between)
        return (
            f"{self._at(result.nearest)} comes nearest: {estimate_text(self.row(result.nearest))}. The crossing lies "
            f"between {before} and {after}; {100 * self.level:g} % interval {ends[0]} to {ends[1]}."
        )

    def _no_crossing(self) -> str:
        below = self.found.seen[self.found.nearest].value < self.tuning.target
        return (
            f"no crossing: {self.tuning.statistic} is {'below' if below else 'above'} the target everywhere; nearest "
            f"at {self._at(self.found.nearest)}: {estimate_text(self.row(self.found.nearest))}. "
            "Give another range, or another target."
        )

    def _not_monotone(self) -> str:
        assert self.found.turn is not None
        before, after = self.found.turn
        goes = ("rises", "falls") if self.found.rises else ("falls", "rises")
        return (
            f"not monotone: {self.tuning.statistic} {goes[0]} over the range, but {goes[1]} from "
            f"{estimate_text(self.row(before))} at {self._at(before)} to {estimate_text(self.row(after))} at "
            f"{self._at(after)}. {self._crossings()}Give a range in which it only rises or only falls."
        )

    def _crossings(self) -> str:
        """Say where the estimates cross the target."""
        seen, target = self.found.seen, self.tuning.target
        points = list(seen)
        pairs = [
            f"between {_plain(self.tuning.value(before))} and {_plain(self.tuning.value(after))}"
            for before, after in itertools.pairwise(points)
            if (seen[before].value >= target) != (seen[after].value >= target)
        ]
        if not pairs:
            return f"It comes nearest to the target at {self._at(self.found.nearest)}. "
        return f"It meets the target {', '.join(pairs)}. "

    def _cannot_tell(self) -> str:
        games = self.games_needed()
        enough = "" if games is None else f"; about {games:,} games of each point may do"
        return (
            f"cannot tell with so few games whether {self.tuning.statistic} meets the target in the range; nearest at "
            f"{self._at(self.found.nearest)}: {estimate_text(self.row(self.found.nearest))}{enough}."
        )


def _plain(value: float) -> str:
    return f"{value:,}"


def _scaled(value: float, unit: str) -> str:
    return f"{100 * value:.6g} %" if unit.startswith(SHARE) else f"{value:,.10g}"


def _numbers(row: Mapping[str, Any]) -> list[str]:
    """Value and bounds of an estimate as text, a share as a percentage."""
    return interval_texts(*scaled(row, "value", "low", "high"))


def estimate_text(row: Mapping[str, Any]) -> str:
    """Write an estimate row as "19.8 turns (19.7 to 19.9)"."""
    value, low, high = _numbers(row)
    unit = unit_text(row["unit"])
    return f"{value} {unit} ({low} to {high})" if row["low"] is not None else f"{value} {unit} ({row['interval']})"


def render_tune(tuned: Tuned, form: Format, width: int | None = None) -> str:
    """Put a tune into one of its forms, with a newline at the end; ``csv`` has the points alone."""
    if form == "csv":
        return tuned.rows.select(pl.Series(tuned.tuning.name, tuned.values), pl.all()).write_csv()
    if form == "json":
        return json_text(_content(tuned))
    return lay_out(_blocks(tuned), form, width)


def _blocks(tuned: Tuned) -> Iterator[Block]:
    yield Heading(f"{tuned.title}: {tuned.question()}")
    yield Paragraph(tuned.answer())
    points = zip(tuned.values, tuned.rows.iter_rows(named=True), strict=True)
    yield Table(
        (*numbers(tuned.tuning.name, tuned.tuning.statistic, "low", "high"), *numbers("deals", rank=1)),
        tuple((_plain(value), *_numbers(row), f"{row['deals']:,}") for value, row in points),
    )
    told = f"{100 * tuned.level:g} % intervals, from common deals; the points are cells of {tuned.root}"
    yield Lines((f"low, high: {told}",))


def _content(tuned: Tuned) -> dict[str, Any]:
    low, high = tuned.interval
    result, tuning = tuned.found, tuned.tuning
    return {
        "schema": JSON_SCHEMA,
        "title": tuned.title,
        "vary": [".".join(map(str, key)) for key in tuning.keys],
        "statistic": tuning.statistic,
        "seat": tuning.seat,
        "bot": tuning.bot,
        "target": tuning.target,
        "answer": result.answer,
        "said": tuned.answer(),
        "value": tuned.value,
        "crossing": None if result.crossing is None else tuning.value(result.crossing),
        "between": None if result.between is None else [tuning.value(point) for point in result.between],
        "low": low,
        "high": high,
        "level": tuned.level,
        "points": [{"at": value, **row} for value, row in zip(tuned.values, tuned.rows.to_dicts(), strict=True)],
    }
