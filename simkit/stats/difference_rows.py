"""A difference on its way to a row of a comparison, and which of several are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simkit.stats.differences import Bounds, Difference

__all__ = ["DifferenceRow", "best_only"]


@dataclass(frozen=True)
class DifferenceRow:
    """A difference, and what its row says but for intervals; ``is_of_best``: of a statistic told of the best bot."""

    fields: dict[str, Any]
    difference: Difference
    is_of_best: bool = False


def best_only(rows: Sequence[DifferenceRow]) -> list[DifferenceRow]:
    """Keep of a statistic of the best bot that bot; no interval where it is another one in each cell."""
    groups: dict[tuple[str | None, ...], list[DifferenceRow]] = {}
    for row in rows:
        if row.is_of_best:
            key = tuple(row.fields.get(name) for name in ("statistic", "cell", "against", "by"))
            groups.setdefault(key, []).append(row)
    firsts = {id(alike[0]): alike for alike in groups.values()}
    kept: list[DifferenceRow] = []
    for row in rows:
        if not row.is_of_best:
            kept.append(row)
        elif alike := firsts.get(id(row), []):
            ours = max(alike, key=lambda row: row.difference.ours or 0.0)
            theirs = max(alike, key=lambda row: row.difference.theirs or 0.0)
            kept.append(ours if ours is theirs else _of_different(ours, theirs))
    return kept


def _of_different(ours: DifferenceRow, theirs: DifferenceRow) -> DifferenceRow:
    """Their difference, when the best bot of the one cell is not that of the other: not paired, and no interval."""
    our_value, their_value = ours.difference.ours, theirs.difference.theirs
    value = None if our_value is None or their_value is None else our_value - their_value
    difference = Difference(
        our_value, their_value, value, lambda _: Bounds(None, None, "none: another bot is the better one in each")
    )
    unknown = dict.fromkeys(("se", "p", "deals_differ", "reduction", "deals_independent", "effect"))
    values = {
        "value": value,
        "cell_value": our_value,
        "against_value": their_value,
        "bot_against": theirs.fields["bot_against"],
    }
    return DifferenceRow(ours.fields | unknown | values, difference, is_of_best=True)
