"""Verdicts as a person reads them: numbers with as many digits as they deserve, and sentences about what differs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from simkit.check.cell import CellVerdict
from simkit.check.run import CheckResult
from simkit.check.verdict import Verdict
from simkit.report.rows import count_text, decimal_text, decimals_for, scale_of, unit_text
from simkit.report.table import Column, numbers

__all__ = [
    "COLUMNS",
    "Row",
    "headline",
    "interval_text",
    "needs_text",
    "outcome_lines",
    "row_of",
    "trace_lines",
    "value_text",
]


class Row(NamedTuple):
    """One line of a table, all text."""

    verdict: str
    statistic: str
    of: str
    old: str
    new: str
    difference: str
    low: str
    high: str
    margin: str
    catches: str
    unit: str


COLUMNS = (
    *(Column("verdict"), Column("statistic"), Column("of"), *numbers("old", "new", rank=1)),
    *(*numbers("difference", "low", "high"), *numbers("margin", rank=2), *numbers("catches", rank=3), Column("unit")),
)
"""Columns of the lines that ``row_of`` writes."""


def row_of(verdict: Verdict) -> Row:
    """Write a metric; shares are percentages."""
    scale = scale_of(verdict.unit)
    scaled = [
        None if number is None else scale * number
        for number in (verdict.old, verdict.new, verdict.difference, verdict.low, verdict.high)
    ]
    least = [scale * number for number in (verdict.margin, verdict.catches) if number is not None]
    bounds = [bound for bound in scaled[3:] if bound is not None]
    decimals = decimals_for(scaled[2] or 0.0, [*bounds, scale * verdict.margin])
    limits = [decimal_text(number, decimals_for(0.0, [number])) for number in least]
    old, new, difference, low, high = (decimal_text(number, decimals) for number in scaled)
    margin, catches = [*limits, "-"][:2]
    unit = unit_text(verdict.unit)
    return Row(verdict.word, verdict.statistic, verdict.who, old, new, difference, low, high, margin, catches, unit)


def value_text(verdict: Verdict, number: float | None) -> str:
    """Write one number of a metric with its unit."""
    scale = scale_of(verdict.unit)
    decimals = decimals_for(0.0, [scale * verdict.margin])
    return f"{decimal_text(None if number is None else scale * number, decimals + 1)} {unit_text(verdict.unit)}"


def interval_text(verdict: Verdict) -> str:
    """Write difference and interval."""
    row = row_of(verdict)
    if verdict.low is None:
        return f"{row.difference} {row.unit} ({verdict.interval})"
    return f"{row.difference} [{row.low}, {row.high}] {row.unit}, margin {row.margin}"


def headline(result: CheckResult) -> str:
    """Say the verdict in one line."""
    words = [verdict.word for verdict in result.verdicts]
    odd = words.count(result.word)
    of = "" if odd == len(words) else f" in {odd} of {count_text(len(words), 'metric')}"
    return f"{result.word}{of}: {result.config} against {result.baseline}"


def outcome_lines(cell: CellVerdict) -> Iterator[str]:
    """What the digests say, and what differs beforehand."""
    bots = {verdict.place: verdict.bot for verdict in cell.verdicts if verdict.place is not None}
    yield from (f"bot {place}: {bot}" for place, bot in sorted(bots.items()))
    yield from (f"note: {note}" for note in cell.notes)
    if cell.identical:
        yield f"every one of {count_text(cell.deals, 'deal')} came out as it was"
    elif cell.blocks_changed is not None:
        yield from _changed(cell)
    elif cell.paired:
        yield "digests cannot be compared; the statistics are judged on common deals"


def _changed(cell: CellVerdict) -> Iterator[str]:
    if not cell.blocks_changed:
        yield f"no deal of {count_text(cell.deals, 'deal')} played differs; {cell.baseline_games:,} games are recorded"
        return
    if cell.deals_changed is not None:
        named = ", ".join(f"{deal}" for deal in cell.changed_deals)
        more = ", ..." if cell.deals_changed > len(cell.changed_deals) else ""
        yield f"{cell.deals_changed:,} of {count_text(cell.deals, 'deal')} differ: {named}{more}"
        return
    named = ", ".join(f"{block.first} to {block.last}" for block in cell.changed_blocks)
    more = ", ..." if cell.blocks_changed > len(cell.changed_blocks) else ""
    yield f"outcomes differ in {cell.blocks_changed} of {count_text(cell.blocks, 'block')}: deals {named}{more}"


def trace_lines(cell: CellVerdict, most: int = 3) -> list[str]:
    """Give the commands that show deals which differ."""
    return [f"{cell.trace} --deal {deal}" for deal in cell.changed_deals[:most]]


def needs_text(verdict: Verdict, seatings: int) -> str:
    """Say what would do to tell; empty where it is told."""
    if verdict.word != "cannot tell":
        return ""
    if verdict.needs is None:
        return f"{verdict.what}: {verdict.interval}"
    most = 10**12
    for deals, who in ((verdict.needs.baseline, "a baseline"), (verdict.needs.check, "a check")):
        if deals is not None:
            games = f"about {deals * seatings:,} games" if deals < most else "more games than can be played"
            both = "" if verdict.needs.baseline is None else ", and as many in the check"
            return f"{verdict.what}: {who} of {games} would do{both}"
    return ""
