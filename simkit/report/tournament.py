"""A tournament as a model: the field, its ratings, every pair's result, and who is likely above whom; and its forms."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import polars as pl

from simkit.config.tournament import pair_names
from simkit.errors import UsageError
from simkit.report.render import JSON_SCHEMA, Format, escaped
from simkit.report.rows import decimals_for, number_text, printable
from simkit.report.summary import PlayedRun, game_of
from simkit.stats.common import WIN_RATE
from simkit.stats.estimates import SCHEMA, estimate
from simkit.stats.ratings import Pairing, Ratings, collect_results, rate

__all__ = ["Tournament", "hold", "render_tournament"]

NOT_RATED = "none: some bots never win against the others, so no finite rating fits"
OPEN = "open: with so few games, some draws of deals leave bots without a win"


@dataclass(frozen=True, eq=False)
class Tournament:
    """A field of bots, best first, with what each is.

    ``rows`` has the columns of estimates: ``elo`` of every bot, in the order of the field, then ``win_rate`` of the two
    bots of every pair, ``by`` being the opponent's name. ``superiority`` is by two names the likelihood that the first
    is rated above the second.
    """

    title: str
    level: float
    names: tuple[str, ...]
    labels: tuple[str, ...]
    deals: int
    rows: pl.DataFrame
    superiority: dict[tuple[str, str], float | None]

    def result(self, name: str, opponent: str) -> dict[str, Any]:
        """Win rate of one against another."""
        label = self.labels[self.names.index(name)]
        return self.rows.filter(statistic="win_rate", bot=label, by=f"opponent = {opponent}").row(0, named=True)


def hold(run: PlayedRun, level: float = 0.95) -> Tournament:
    """Rate the bots of a run whose cells are the pairs of a tournament.

    Raises
    ------
    UsageError
        The run is none, or the level is not in (0, 1).
    StoreError
        A table is missing or damaged.
    """
    cells = [(cell, pair_names(cell.name)) for cell in run.cells]
    if any(names is None or len(set(cell.lineup)) != 2 for cell, names in cells):
        raise UsageError("not a tournament: its cells are no pairs of bots; a config has [[tournament.bots]] for that")
    pairs = [(cell, names) for cell, names in cells if names is not None]
    field = list(dict.fromkeys(name for _, names in pairs for name in names))
    labels = {name: bot.label() for cell, names in pairs for name, bot in zip(names, cell.lineup, strict=True)}
    pairings = [
        Pairing(cell, field.index(one), field.index(other), run.table(cell, "games")) for cell, (one, other) in pairs
    ]
    results = collect_results(len(field), pairings)
    ratings = rate(results, run.cells[0].seed)
    wins = pl.concat(_pair_rows(pairing, field, level) for pairing in pairings)
    order = sorted(range(len(field)), key=lambda bot: -ratings.elo[bot]) if len(ratings.elo) else range(len(field))
    games = [
        int(sum(results.counts[:, i].sum() for i, pair in enumerate(results.pairs) if bot in pair)) for bot in order
    ]
    elo = [
        _rating_row(ratings, bot, labels[field[bot]], results.deals, count, level)
        for bot, count in zip(order, games, strict=True)
    ]
    return Tournament(
        title=game_of(run.cells[0]).title,
        level=level,
        names=tuple(field[bot] for bot in order),
        labels=tuple(labels[field[bot]] for bot in order),
        deals=results.deals,
        rows=pl.concat([pl.DataFrame(elo, schema=SCHEMA), wins]),
        superiority={
            (field[one], field[other]): ratings.superiority(one, other)
            for one in order
            for other in order
            if one != other
        },
    )


def _pair_rows(pairing: Pairing, field: list[str], level: float) -> pl.DataFrame:
    """Win rates of both bots of a pair, ties split, ``by`` being the opponent."""
    rows = estimate(pairing.frame, pairing.cell, [WIN_RATE], level).filter(pl.col("seat").is_null())
    names = {
        bot.label(): field[place] for bot, place in zip(pairing.cell.lineup, (pairing.other, pairing.one), strict=True)
    }
    opponents = [f"opponent = {names[bot]}" for bot in rows["bot"]]
    return rows.with_columns(by=pl.Series(opponents, dtype=pl.String))


def _rating_row(ratings: Ratings, bot: int, label: str, deals: int, games: int, level: float) -> dict[str, Any]:
    is_rated = bool(len(ratings.elo))
    low, high = ratings.interval(bot, level) or (None, None) if is_rated else (None, None)
    return {
        "statistic": "elo",
        "bot": label,
        "value": float(ratings.elo[bot]) if is_rated else None,
        "low": low,
        "high": high,
        "se": ratings.se(bot) if is_rated else None,
        "deals": deals,
        "games": games,
        "level": level,
        "interval": NOT_RATED if not is_rated else OPEN if low is None else "bootstrap by deal",
        "unit": "Elo",
    }


def render_tournament(tournament: Tournament, form: Format) -> str:
    """Put a tournament into one of its forms, with a newline at the end; ``csv`` has the rows alone."""
    if form == "csv":
        return tournament.rows.write_csv()
    if form == "json":
        return _json(tournament)
    tables = list(_tables(tournament))
    lines = [f"{tournament.title}: {len(tournament.names)} bots, each pair on the same {tournament.deals:,} deals", ""]
    if form == "markdown":
        lines[0] = f"## {escaped(lines[0])}"
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
    percent = f"{100 * tournament.level:g} %"
    yield (
        f"ratings; their mean is 0, 400 points are odds of 10 to 1; {percent} intervals by bootstrap over deals",
        [["bot", "Elo", "low", "high", ""], *_rating_lines(tournament)],
    )
    corner = ["", *tournament.names]
    yield (
        f"win rate of the row against the column, % of games, ties split; half of its {percent} interval behind it",
        [corner, *([name, *(_win_text(tournament, name, other) for other in tournament.names)] for name in corner[1:])],
    )
    yield (
        "likelihood that the row is rated above the column",
        [
            corner,
            *([name, *(_above_text(tournament, name, other) for other in tournament.names)] for name in corner[1:]),
        ],
    )


def _rating_lines(tournament: Tournament) -> Iterator[list[str]]:
    rated = tournament.rows.filter(statistic="elo").iter_rows(named=True)
    for name, label, row in zip(tournament.names, tournament.labels, rated, strict=True):
        bounds = [row[key] for key in ("low", "high") if row[key] is not None]
        decimals = 0 if row["value"] is None else decimals_for(row["value"], bounds)
        numbers = [number_text(row[key], decimals) for key in ("value", "low", "high")]
        yield [name, *numbers, label if row["low"] is not None else f"{label}; {row['interval']}"]


def _win_text(tournament: Tournament, name: str, other: str) -> str:
    if name == other:
        return "-"
    row = tournament.result(name, other)
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
