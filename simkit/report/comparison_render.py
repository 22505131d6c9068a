"""A comparison as text, Markdown, JSON or CSV."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import polars as pl

from simkit.report.comparison import Change, Comparison, Contrast
from simkit.report.layout import JSON_SCHEMA, Block, Facts, Format, Heading, Lines, json_text, lay_out
from simkit.report.rows import count_text, decimal_text, decimals_for, scaled, unit_text
from simkit.report.stop import interval_text, stop_json, stop_lines
from simkit.report.table import Column, Table, footnotes, numbers

__all__ = [
    "change_facts",
    "changed_lines",
    "comparison_content",
    "comparison_lines",
    "explained",
    "letters_of",
    "render_comparison",
]


def render_comparison(comparison: Comparison, form: Format, width: int | None = None) -> str:
    """Put a comparison into one of its forms, with a newline at the end.

    ``text`` takes ``width`` characters a line, or as many as it needs; ``csv`` has the comparison rows alone; ``json``
    has everything, with null where there is no number and never NaN.
    """
    if form == "json":
        return json_text(comparison_content(comparison))
    if form == "csv":
        return pl.concat([contrast.rows for contrast in comparison.contrasts]).write_csv()
    return lay_out(_blocks(comparison), form, width)


def comparison_content(comparison: Comparison) -> dict[str, Any]:
    """Return everything that a comparison says as plain data; there is no NaN in it."""
    return {
        "schema": JSON_SCHEMA,
        "title": comparison.title,
        "level": comparison.level,
        "family": comparison.family,
        "stops": {name: stop_json(record) for name, record in comparison.stops.items()},
        "contrasts": [_contrast_json(contrast) for contrast in comparison.contrasts],
        "meanings": dict(comparison.meanings),
    }


def _contrast_json(contrast: Contrast) -> dict[str, Any]:
    cell, against = (
        {"name": side.name, "id": side.id, "deals": deals, **side.content()}
        for side, deals in zip((contrast.cell, contrast.against), contrast.deals, strict=True)
    )
    return {
        "cell": cell,
        "against": against,
        "paired": not contrast.apart,
        "changes": [change._asdict() for change in contrast.changes],
        "rows": contrast.rows.to_dicts(),
        "changed_in": contrast.changed_in or None,
        "changed": [deal._asdict() for deal in contrast.changed],
    }


class _Line(NamedTuple):
    """One line of a table, all text; ``verdict`` is about the margin, ``note`` says why bounds are missing.

    The last three are shown where there is room: the simultaneous interval, and the p-value by itself.
    """

    statistic: str
    of: str
    against: str
    cell: str
    difference: str
    low: str
    high: str
    p: str
    fewer: str
    alone: str
    unit: str
    verdict: str
    note: str
    low_all: str = ""
    high_all: str = ""
    p_raw: str = ""


_MARGIN = {True: "within margin", False: "beyond margin", None: ""}


def _line(row: dict[str, Any], letters: dict[tuple[str, str], str], level: float) -> _Line:
    names = ("against_value", "cell_value", "value", "low", "high", "low_all", "high_all")
    shown = scaled(row, *names)
    value, bounds = shown[2], [bound for bound in shown[3:5] if bound is not None]
    decimals = 0 if value is None else decimals_for(value, bounds)
    if value is not None and not bounds:
        decimals = max(decimals_for(number, []) for number in shown[:2] if number is not None)
    who = f"seat {row['seat']}" if row["seat"] else letters.get((row["bot"], row["bot_against"]), "game")
    if row["by"]:
        who = row["by"] if who == "game" else f"{who}, {row['by']}"
    text = dict(zip(names, (decimal_text(number, min(decimals, 6)) for number in shown), strict=True))
    return _Line(
        statistic=row["statistic"],
        of=who,
        against=text["against_value"],
        cell=text["cell_value"],
        difference=text["value"],
        low=text["low"],
        high=text["high"],
        p=_p_text(row["p_adjusted"], level),
        fewer=_rounded(row["reduction"] if row["paired"] else None),
        alone=_rounded(row["deals_independent"] if row["paired"] else None),
        unit=unit_text(row["unit"]),
        verdict=_MARGIN[row["within_margin"]],
        note="" if row["low"] is not None else row["interval"],
        low_all=text["low_all"],
        high_all=text["high_all"],
        p_raw=_p_text(row["p"]),
    )


def _unit(row: _Line) -> str:
    return ", ".join(filter(None, (row.unit, row.verdict)))


def _p_text(p: float | None, level: float = 1) -> str:
    """Write a p-value; a star where it is at most 1 - level."""
    if p is None:
        return "-"
    text = f"{p:.3f}" if p >= 0.001 else "<1e-99" if p < 1e-99 else f"{p:.0e}"
    return text + ("*" if level < 1 and p <= 1 - level else "")


def _rounded(number: float | None) -> str:
    """Write a number with three significant digits, large ones in thousands (k), millions (M) or billions (G).

    >>> _rounded(2.345), _rounded(25_312_345), _rounded(None)
    ('2.35', '25.3M', '-')
    """
    if number is None or not math.isfinite(number):
        return "-"
    for unit in ("", "k", "M", "G"):
        if number < 999.5:
            digits = 2 if number < 9.995 else 1 if number < 99.95 else 0
            return f"{number:.{digits}f}{unit}"
        number /= 1000
    return f"{number:.0f}T"


class _WithRows(Protocol):
    """What is said of a cell against another: what differs, and rows of seats and bots."""

    @property
    def changes(self) -> tuple[Change, ...]: ...
    @property
    def rows(self) -> pl.DataFrame: ...


def letters_of(contrast: _WithRows) -> dict[tuple[str, str], str]:
    """Give letters to the pairs of bots that rows are about: ``bot A``, ``bot B``, ..."""
    pairs = dict.fromkeys(
        (row["bot"], row["bot_against"])
        for row in contrast.rows.iter_rows(named=True)
        if row["seat"] is None and row["bot"]
    )
    return {pair: f"bot {chr(ord('A') + i)}" for i, pair in enumerate(pairs)}


def change_facts(contrast: _WithRows) -> Iterator[tuple[str, str]]:
    """Tell what differs, and which bots are meant: a heading and a line each."""
    for change in contrast.changes:
        yield "differs", f"{change.key} = {change.value} instead of {change.other}"
    for (bot, other), letter in letters_of(contrast).items():
        yield "bots", f"{letter}: {bot}" + ("" if bot == other else f", against {other}")


def _facts(contrast: Contrast) -> Iterator[tuple[str, str]]:
    """Tell what is compared: a heading and a line each."""
    yield from change_facts(contrast)
    deals, other_deals = contrast.deals
    if contrast.apart:
        yield (
            "unpaired",
            (f"different {contrast.apart}, so independent: {count_text(deals, 'deal')} against {other_deals:,}"),
        )
    else:
        yield "paired", f"{count_text(deals, 'deal')} in common, compared deal by deal"


def comparison_lines(contrast: Contrast, level: float) -> list[_Line]:
    """Rows of a contrast as text."""
    letters = letters_of(contrast)
    return [_line(row, letters, level) for row in contrast.rows.iter_rows(named=True)]


def changed_lines(contrast: Contrast) -> list[str]:
    """Tell the deals that changed most; the first line says in what, and how to see one."""
    if not contrast.changed:
        return []
    ours, theirs = contrast.cell.name, contrast.against.name
    lines = [f"deals that changed most in {contrast.changed_in}; `simkit trace ... --cell NAME --deal N` tells one"]
    return lines + [
        f"deal {deal.deal}: {deal.ours:g} in {ours}, {deal.theirs:g} in {theirs}" for deal in contrast.changed
    ]


def explained(comparison: Comparison) -> list[str]:
    """What the columns mean, in a few lines."""
    percent = f"{100 * comparison.level:g} %"
    family = count_text(comparison.family, "difference")
    stop = next(iter(comparison.stops.values()), None)
    many = len(comparison.stops) > 1
    stops = [
        f"{f'{name} ' if many else ''}stopped: {line}"
        for name, record in comparison.stops.items()
        for line in stop_lines(record)
    ]
    return [
        *stops,
        f"low, high: {interval_text(comparison.level, stop, 'difference')}",
        f"p adj: p-value adjusted by Holm over the family of all {family} shown; * at most {1 - comparison.level:.3g}",
        "fewer: variance of independent runs over that of these; alone: deals a cell that they would have needed",
        f"within or beyond margin: so says the {percent} interval simultaneous over the family (Bonferroni)",
    ]


_COLUMNS = (
    *(Column("statistic"), Column("of")),
    *(*numbers("against", "cell", rank=1), *numbers("difference", "low", "high"), *numbers("p adj", rank=2)),
    *(*numbers("fewer", "alone", rank=3), Column("unit")),
)


def _blocks(comparison: Comparison) -> Iterator[Block]:
    for contrast in comparison.contrasts:
        yield Heading(f"{comparison.title}: {contrast.cell.name} against {contrast.against.name}")
        yield Facts(tuple(_facts(contrast)))
        yield from _table(comparison_lines(contrast, comparison.level))
        yield Lines(tuple(changed_lines(contrast)))
    yield Lines(tuple(explained(comparison)))


def _table(rows: Sequence[_Line]) -> Iterator[Block]:
    """Lay differences out; why bounds are missing stands below."""
    units, notes = footnotes([_unit(row) for row in rows], [row.note for row in rows])
    yield Table(_COLUMNS, tuple((*row[:10], unit) for row, unit in zip(rows, units, strict=True)), is_grouped=True)
    yield Lines(notes)
