"""A tournament as text, Markdown, JSON or CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from simkit.report.layout import JSON_SCHEMA, Block, Format, Heading, Lines, json_text, lay_out
from simkit.report.rows import count_text, decimal_text, decimals_for
from simkit.report.stop import stop_json, stop_lines
from simkit.report.table import Column, Table, numbers
from simkit.report.tournament import STOPPED, Tournament

__all__ = ["render_tournament"]


def render_tournament(tournament: Tournament, form: Format, width: int | None = None) -> str:
    """Put a tournament into one of its forms, with a newline at the end; ``csv`` has the rows alone."""
    if form == "csv":
        return tournament.rows.write_csv()
    if form == "json":
        return json_text(_content(tournament))
    return lay_out(_blocks(tournament), form, width)


def _content(tournament: Tournament) -> dict[str, Any]:
    return {
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
            {"name": bot, "against": other, "likelihood": value}
            for (bot, other), value in tournament.superiority.items()
        ],
    }


def _blocks(tournament: Tournament) -> Iterator[Block]:
    is_fixed, is_pairs = tournament.stop is None, tournament.seats == 2
    each = "each pair" if is_pairs else f"{count_text(tournament.tables, 'table')} of {tournament.seats},"
    yield Heading(f"{tournament.title}: {len(tournament.names)} bots, {each} on the same {tournament.deals:,} deals")
    if tournament.stop is not None:
        yield Lines(tuple(f"stopped: {line}" for line in stop_lines(tournament.stop)))
    percent = f"{100 * tournament.level:g} %"
    kind = f"{percent} {'interval' if is_fixed else 'confidence sequence'}"
    shares = "ties: % of games whose win the bot shared" + ("" if is_pairs else "; wins: % of games, shared ones split")
    by = f"{percent} intervals by bootstrap over deals" if is_fixed else f"intervals: {STOPPED}"
    score = "a difference d is an expected score of 1/(1 + 10^(-d/400)), a tie counting half"
    yield Heading(f"ratings; their mean is 0; {score}; {by}; {shares}; half of its {kind} behind it", 3)
    columns = numbers("Elo", "low", "high", "ties", *([] if is_pairs else ["wins"]))
    yield Table((Column("bot"), *columns, Column("")), tuple(_rating_rows(tournament)))
    what = "win rate of the row against the column, % of games, ties split"
    if not is_pairs:
        what = "how often the row finished before the column, % of their games, level ones halved"
    yield Heading(f"{what}; half of its {kind} behind it", 3)
    yield _matrix(tournament, _win_text)
    if is_fixed:
        yield Heading("likelihood that the row is rated above the column", 3)
        yield _matrix(tournament, _above_text)


def _matrix(tournament: Tournament, text: Callable[[Tournament, str, str], str]) -> Table:
    """Every bot beside every other; where room is short, the weakest opponents are left out."""
    names = tournament.names
    columns = (Column(name, is_number=True, rank=place) for place, name in enumerate(names, 1))
    rows = ((name, *(text(tournament, name, other) for other in names)) for name in names)
    return Table((Column(""), *columns), tuple(rows))


def _rating_rows(tournament: Tournament) -> Iterator[tuple[str, ...]]:
    rated = tournament.rows.filter(statistic="elo").iter_rows(named=True)
    for name, label, row in zip(tournament.names, tournament.labels, rated, strict=True):
        bounds = [row[key] for key in ("low", "high") if row[key] is not None]
        decimals = decimals_for(row["value"], bounds) if bounds else 1
        texts = [decimal_text(row[key], decimals) for key in ("value", "low", "high")]
        shares = ["tie_rate"] if tournament.seats == 2 else ["tie_rate", "win_rate"]
        texts += [_share_text(tournament.of(name, share)) for share in shares]
        is_told = row["low"] is not None or tournament.stop is not None  # after a stop, once for all
        yield (name, *texts, label if is_told else f"{label}; {row['interval']}")


def _win_text(tournament: Tournament, name: str, other: str) -> str:
    if name == other:
        return "-"
    return _share_text(tournament.result(name, other))


def _share_text(row: dict[str, Any]) -> str:
    """Write a share with half of its interval, as "60.0 ±1.2"."""
    if row["low"] is None:
        return decimal_text(100 * row["value"], 1)
    half = 100 * max(row["high"] - row["value"], row["value"] - row["low"])
    decimals = decimals_for(0.0, [half])
    return f"{decimal_text(100 * row['value'], decimals)} ±{decimal_text(half, decimals)}"


def _above_text(tournament: Tournament, name: str, other: str) -> str:
    value = tournament.superiority.get((name, other))
    return "-" if value is None else f"{value:.3f}"
