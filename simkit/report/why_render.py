"""An explanation as text, Markdown, JSON or CSV."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from simkit.report.comparison_render import change_facts, letters_of
from simkit.report.layout import JSON_SCHEMA, Block, Commands, Facts, Format, Heading, Lines, json_text, lay_out
from simkit.report.rows import count_text, decimal_text, decimals_for, scaled, unit_text
from simkit.report.stop import interval_text
from simkit.report.table import Column, Table, numbers
from simkit.report.why import ClauseFound, Explanation, Why

__all__ = ["MOVED", "clause_lines", "is_nearly_always", "moved_lines", "render_why", "why_content", "why_explained"]

_NEARLY_ALL = 0.95
"""Share of pairs of games above which a clause cannot be told from the rest of the rules."""

_WHOLE = (
    *(Column("statistic"), Column("of"), *numbers("against", "cell", rank=1), *numbers("difference", "low", "high")),
    Column("unit"),
)
MOVED = (
    *(
        Column("statistic"),
        Column("of"),
        *numbers("moved", "low", "high"),
        *numbers("elsewhere", "low", "high", rank=2),
    ),
    *(*numbers("where it did", "low", "high", rank=1), Column("unit")),
)
"""Columns of ``moved_lines``."""


def render_why(explanation: Explanation, form: Format, width: int | None = None) -> str:
    """Put an explanation into one of its forms, with a newline at the end; ``csv`` has the rows alone."""
    if form == "json":
        return json_text(why_content(explanation))
    if form == "csv":
        return pl.concat([why.rows for why in explanation.contrasts]).write_csv()
    return lay_out(_blocks(explanation), form, width)


def _blocks(explanation: Explanation) -> Iterator[Block]:
    for why in explanation.contrasts:
        yield Heading(f"{explanation.title}: why {why.cell.name} differs from {why.against.name}")
        yield Facts(tuple(_facts(why)))
        yield Table(_WHOLE, tuple(_whole(why)), is_grouped=True)
        for clause in why.clauses:
            yield from _clause(why, clause)
    yield Lines(tuple(why_explained(explanation)))


def _clause(why: Why, clause: ClauseFound) -> Iterator[Block]:
    """Lay out a clause; only that it came into play where it did so in nearly all games."""
    heading, *more = clause_lines(why, clause)
    yield Heading(heading, 3)
    yield Lines(tuple(more))
    if not is_nearly_always(clause):
        yield Table(MOVED, tuple(moved_lines(why, clause)), is_grouped=True)
        yield from _games(why, clause)


def is_nearly_always(clause: ClauseFound) -> bool:
    """Whether the clause came into play so often that it cannot be told from the rest of the rules."""
    return (clause.share.value or 0) > _NEARLY_ALL


def why_content(explanation: Explanation) -> dict[str, Any]:
    """Return everything that an explanation says as plain data."""
    return {
        "schema": JSON_SCHEMA,
        "title": explanation.title,
        "level": explanation.level,
        "contrasts": [_contrast(why) for why in explanation.contrasts],
        "meanings": explanation.meanings,
    }


def _contrast(why: Why) -> dict[str, Any]:
    return {
        "cell": why.cell.name,
        "against": why.against.name,
        "changes": [change._asdict() for change in why.changes],
        "deals": why.deals,
        "effects": list(why.effects),
        "clauses": [
            {
                "name": clause.name,
                "meaning": clause.meaning,
                "share": clause.share._asdict(),
                "changed": [_game(why, game) for game in clause.changed],
            }
            for clause in why.clauses
        ],
        "left_out": list(why.left_out),
        "rows": why.rows.to_dicts(),
    }


def _game(why: Why, game: Any) -> dict[str, Any]:
    replay = [f"{command} --deal {game.deal} --seating {game.seating}" for command in why.replay]
    values = {
        name: {"cell": list(ours), "against": list(theirs)}
        for name, ours, theirs in zip(why.effects, game.ours, game.theirs, strict=True)
    }
    return {"deal": game.deal, "seating": game.seating, "values": values, "replay": replay}


def _facts(why: Why) -> Iterator[tuple[str, str]]:
    yield from change_facts(why)
    yield "paired", f"{count_text(why.deals, 'deal')} in common; their games are compared seating by seating"
    yield from (("left out", line) for line in why.left_out)


def _rows(why: Why, clause: str | None, part: str) -> list[dict[str, Any]]:
    of_clause = pl.col("clause").is_null() if clause is None else pl.col("clause") == clause
    return why.rows.filter(of_clause, pl.col("part") == part).to_dicts()


def _who(why: Why, row: Mapping[str, Any]) -> str:
    if row["seat"] is not None:
        return f"seat {row['seat']}"
    return letters_of(why).get((row["bot"], row["bot_against"]), "game")


def _numbers(row: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Write numbers of a row with the decimals that its interval deserves."""
    value, *ends = scaled(row, "value", "low", "high")
    bounds = [bound for bound in ends if bound is not None]
    shown = scaled(row, *names)
    if bounds and value is not None:
        decimals = decimals_for(value, bounds)
    else:
        size = max((abs(number) for number in shown if number), default=1.0)
        decimals = max(1 - math.floor(math.log10(size)), 0)
    return [decimal_text(number, min(decimals, 6)) for number in shown]


def _whole(why: Why) -> Iterator[tuple[str, ...]]:
    for row in _rows(why, None, "all"):
        names = ("against_value", "cell_value", "value", "low", "high")
        yield (row["statistic"], _who(why, row), *_numbers(row, names), unit_text(row["unit"]))


def moved_lines(why: Why, clause: ClauseFound) -> Iterator[tuple[str, ...]]:
    """Lay out what a clause moved, a line a statistic and seat or bot."""
    parts = [_rows(why, clause.name, part) for part in ("fired", "not fired", "where fired")]
    for rows in zip(*parts, strict=True):
        texts = [text for row in rows for text in _numbers(row, ("value", "low", "high"))]
        yield (rows[0]["statistic"], _who(why, rows[0]), *texts, unit_text(rows[0]["unit"]))


def clause_lines(why: Why, clause: ClauseFound) -> list[str]:
    """Tell what a clause is, and how often it came into play."""
    lines = [f"{clause.name}: {clause.meaning}"]
    for row in _rows(why, clause.name, "times"):
        theirs, ours, change, low, high = _numbers(row, ("against_value", "cell_value", "value", "low", "high"))
        between = f"{change} ({low} to {high})" if row["low"] is not None else change
        lines.append(f"{theirs} times a game in {why.against.name}, {ours} in {why.cell.name}: {between}")
    value, low, high = ("-" if share is None else decimal_text(100 * share, 2) for share in clause.share[:3])
    told = f"in either game of {value} % ({low} to {high}) of the pairs of games"
    rest = ": nearly all, so that it cannot be told from the rest" if is_nearly_always(clause) else ""
    return [*lines, told + rest]


def _games(why: Why, clause: ClauseFound) -> Iterator[Block]:
    """Tell the games that changed most, each with the commands that tell both of it."""
    if clause.changed:
        yield Lines(("games that changed most where it did:",))
    for game in clause.changed:
        told = [
            f"{name} {_values(theirs)} to {_values(ours)}"
            for name, ours, theirs in zip(why.effects, game.ours, game.theirs, strict=True)
            if ours != theirs
        ]
        seating = f" --seating {game.seating}" if len(why.cell.arrangements) > 1 else ""
        yield Lines((f"deal {game.deal}: {', '.join(told)}",))
        yield Commands(tuple(f"{replay} --deal {game.deal}{seating}" for replay in reversed(why.replay)))


def _values(values: Sequence[float]) -> str:
    return " / ".join(f"{value:,.6g}" for value in values)


def why_explained(explanation: Explanation) -> list[str]:
    """What the columns mean, in a few lines."""
    return [
        "moved: what the pairs of games in which the clause came into play, in either, add to the whole difference;",
        "elsewhere: what the others add; the two make up the whole. Clauses may come into play in the same games",
        "where it did: the difference within the games of the first kind",
        f"low, high: {interval_text(explanation.level, explanation.stop)}; - where too few differ",
    ]
