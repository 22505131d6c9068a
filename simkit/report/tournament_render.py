"""A tournament as text, Markdown, JSON or CSV."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from simkit.report.render import JSON_SCHEMA, Format, escaped
from simkit.report.rows import count_text, decimals_for, number_text, printable
from simkit.report.stop import stop_json, stop_lines
from simkit.report.tournament import STOPPED, Tournament

__all__ = ["render_tournament"]


def render_tournament(tournament: Tournament, form: Format) -> str:
    """Put a tournament into one of its forms, with a newline at the end; ``csv`` has the rows alone."""
    if form == "csv":
        return tournament.rows.write_csv()
    if form == "json":
        return _json(tournament)
    tables = list(_tables(tournament))
    each = "each pair" if tournament.seats == 2 else f"{count_text(tournament.tables, 'table')} of {tournament.seats},"
    lines = [f"{tournament.title}: {len(tournament.names)} bots, {each} on the same {tournament.deals:,} deals", ""]
    if form == "markdown":
        lines[0] = f"## {escaped(lines[0])}"
    if tournament.stop is not None:
        said = [f"stopped: {line}" for line in stop_lines(tournament.stop)]
        lines += [*(f"* {escaped(line)}" if form == "markdown" else f"  {line}" for line in said), ""]
    for heading, rows in tables:
        lines += [f"### {escaped(heading)}" if form == "markdown" else f"  {heading}", ""]
        lines += _markdown(rows) if form == "markdown" else _aligned(rows)
        lines += [""]
    return "\n".join(map(printable, lines[:-1])) + "\n"


def _json(tournament: Tournament) -> str:
    content = {
        "schema": JSON_SCHEMA,
        "title": tournament.title,
        "level": tournament.level,
        "stop": stop_json(tournament.stop),
        "seats": tournament.seats,
        "tables": tournament.tables,
        "deals": tournament.deals,
        "field": [
            {"name": name, "bot": label} for name, label in zip(tournament.names, tournament.labels, strict=True)
        ],
        "rows": tournament.rows.to_dicts(),
        "superiority": [
            {"name": one, "against": other, "likelihood": value}
            for (one, other), value in tournament.superiority.items()
        ],
    }
    return json.dumps(content, indent=1, allow_nan=False, ensure_ascii=False) + "\n"


def _tables(tournament: Tournament) -> Iterator[tuple[str, list[list[str]]]]:
    is_fixed = tournament.stop is None
    percent = f"{100 * tournament.level:g} %"
    kind = f"{percent} {'interval' if is_fixed else 'confidence sequence'}"
    is_pairs = tournament.seats == 2
    shares = "ties: % of games whose win the bot shared" + ("" if is_pairs else "; wins: % of games, shared ones split")
    by = f"{percent} intervals by bootstrap over deals" if is_fixed else f"intervals: {STOPPED}"
    score = "a difference d is an expected score of 1/(1 + 10^(-d/400)), a tie counting half"
    yield (
        f"ratings; their mean is 0; {score}; {by}; {shares}; half of its {kind} behind it",
        [["bot", "Elo", "low", "high", "ties", *([] if is_pairs else ["wins"]), ""], *_rating_lines(tournament)],
    )
    what = "win rate of the row against the column, % of games, ties split"
    if not is_pairs:
        what = "how often the row finished before the column, % of their games, level ones halved"
    yield f"{what}; half of its {kind} behind it", _matrix(tournament, _win_text)
    if is_fixed:
        yield "likelihood that the row is rated above the column", _matrix(tournament, _above_text)


def _matrix(tournament: Tournament, text: Callable[[Tournament, str, str], str]) -> list[list[str]]:
    names = tournament.names
    return [["", *names], *([name, *(text(tournament, name, other) for other in names)] for name in names)]


def _rating_lines(tournament: Tournament) -> Iterator[list[str]]:
    rated = tournament.rows.filter(statistic="elo").iter_rows(named=True)
    for name, label, row in zip(tournament.names, tournament.labels, rated, strict=True):
        bounds = [row[key] for key in ("low", "high") if row[key] is not None]
        decimals = decimals_for(row["value"], bounds) if bounds else 1
        numbers = [number_text(row[key], decimals) for key in ("value", "low", "high")]
        shares = ["tie_rate"] if tournament.seats == 2 else ["tie_rate", "win_rate"]
        is_told = row["low"] is not None or tournament.stop is not None  # after a stop, once for all
        yield [
            name,
            *numbers,
            *(_share_text(tournament.of(name, one)) for one in shares),
            label if is_told else f"{label}; {row['interval']}",
        ]


def _win_text(tournament: Tournament, name: str, other: str) -> str:
    if name == other:
        return "-"
    return _share_text(tournament.result(name, other))


def _share_text(row: dict[str, Any]) -> str:
    """Write a share with half of its interval, as "60.0 ±1.2"."""
    if row["low"] is None:
        return number_text(100 * row["value"], 1)
    half = 100 * max(row["high"] - row["value"], row["value"] - row["low"])
    decimals = decimals_for(0.0, [half])
    return f"{number_text(100 * row['value'], decimals)} ±{number_text(half, decimals)}"


def _above_text(tournament: Tournament, name: str, other: str) -> str:
    value = tournament.superiority.get((name, other))
    return "-" if value is None else f"{value:.3f}"


def _aligned(rows: list[list[str]]) -> Iterator[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    is_told = not rows[0][-1]  # the last column is words
    for row in rows:
        cells = [f"{row[0]:<{widths[0]}}", *(f"{one:>{width}}" for one, width in zip(row[1:], widths[1:], strict=True))]
        if is_told:
            cells[-1] = row[-1]
        yield "  " + "  ".join(cells).rstrip()


def _markdown(rows: list[list[str]]) -> Iterator[str]:
    for i, row in enumerate(rows):
        yield f"| {' | '.join(map(escaped, row))} |"
        if not i:
            yield "| --- |" + " ---: |" * (len(row) - 1)
