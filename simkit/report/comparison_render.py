"""A comparison as text, Markdown, JSON or CSV."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import polars as pl

from simkit.report.comparison import Change, Comparison, Contrast
from simkit.report.render import JSON_SCHEMA, Format, escaped
from simkit.report.rows import SHARE, count_text, decimals_for, number_text, printable, unit_text
from simkit.report.stop import interval_text, stop_json, stop_lines

__all__ = [
    "change_facts",
    "changed_lines",
    "comparison_content",
    "comparison_lines",
    "explained",
    "letters_of",
    "render_comparison",
]


def render_comparison(comparison: Comparison, form: Format) -> str:
    """Put a comparison into one of its forms, with a newline at the end.

    ``csv`` has the comparison rows alone; ``json`` has everything, with null where there is no number and never NaN.
    """
    forms: dict[str, Callable[[Comparison], str]] = {
        "text": _text,
        "markdown": _markdown,
        "json": _json,
        "csv": lambda one: pl.concat([contrast.rows for contrast in one.contrasts]).write_csv(),
    }
    return forms[form](comparison)


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


def _json(comparison: Comparison) -> str:
    return json.dumps(comparison_content(comparison), indent=1, allow_nan=False, ensure_ascii=False) + "\n"


def _contrast_json(contrast: Contrast) -> dict[str, Any]:
    cell, against = (
        {"name": one.name, "id": one.id, "deals": deals, **one.content()}
        for one, deals in zip((contrast.cell, contrast.against), contrast.deals, strict=True)
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


_HEADER = _Line(
    "statistic", "of", "against", "cell", "difference", "low", "high", "p adj", "fewer", "alone", "unit", "", ""
)


_MARGIN = {True: "within margin", False: "beyond margin", None: ""}


def _line(row: dict[str, Any], letters: dict[tuple[str, str], str], level: float) -> _Line:
    scale = 100 if row["unit"].startswith(SHARE) else 1
    names = ("against_value", "cell_value", "value", "low", "high", "low_all", "high_all")
    numbers = [None if row[name] is None else scale * row[name] for name in names]
    value, bounds = numbers[2], [bound for bound in numbers[3:5] if bound is not None]
    decimals = 0 if value is None else decimals_for(value, bounds)
    if value is not None and not bounds:
        decimals = max(decimals_for(number, []) for number in numbers[:2] if number is not None)
    who = f"seat {row['seat']}" if row["seat"] else letters.get((row["bot"], row["bot_against"]), "game")
    if row["by"]:
        who = row["by"] if who == "game" else f"{who}, {row['by']}"
    text = dict(zip(names, (number_text(number, min(decimals, 6)) for number in numbers), strict=True))
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


def _text(comparison: Comparison) -> str:
    lines: list[str] = []
    for contrast in comparison.contrasts:
        lines += [f"{comparison.title}: {contrast.cell.name} against {contrast.against.name}", ""]
        last = ""
        for name, found in _facts(contrast):
            lines.append(f"  {'' if name == last else name:<9}{found}")
            last = name
        lines += ["", *_table(comparison_lines(contrast, comparison.level)), ""]
        if contrast.changed:
            lines += [*(f"  {line}" for line in changed_lines(contrast)), ""]
    lines += [f"  {line}" for line in explained(comparison)]
    return "\n".join(map(printable, lines)) + "\n"


def _table(rows: Sequence[_Line]) -> Iterator[str]:
    """Aligned lines; the statistic's name stands on its first row only, and notes stand below."""
    notes = {note: chr(ord("a") + i) for i, note in enumerate(dict.fromkeys(row.note for row in rows if row.note))}
    width = [max(len(row[i]) for row in [_HEADER, *rows]) for i in range(10)]
    last = ""
    for row in [_HEADER, *rows]:
        name = "" if row.statistic == last else row.statistic
        last = row.statistic
        numbers = [f"{row[i]:>{width[i]}}" for i in range(2, 10)]
        mark = f" [{notes[row.note]}]" if row.note else ""
        yield f"  {name:<{width[0]}}  {row.of:<{width[1]}}  {'  '.join(numbers)}  {_unit(row)}{mark}".rstrip()
    for note, mark in notes.items():
        yield f"  [{mark}] {note}"


def _markdown(comparison: Comparison) -> str:
    lines: list[str] = []
    for contrast in comparison.contrasts:
        lines += [f"## {escaped(f'{comparison.title}: {contrast.cell.name} against {contrast.against.name}')}", ""]
        lines += [f"* {name}: {escaped(found)}" for name, found in _facts(contrast)]
        lines += ["", "| statistic | of | against | cell | difference | interval | p adj | fewer | alone | unit |"]
        lines += ["| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"]
        lines += [_markdown_row(row) for row in comparison_lines(contrast, comparison.level)]
        lines += ["", *(f"* {escaped(line)}" for line in changed_lines(contrast)), ""]
    lines += [f"* {escaped(line)}" for line in explained(comparison)]
    return "\n".join(map(printable, lines)) + "\n"


def _markdown_row(row: _Line) -> str:
    interval = row.note or f"{row.low} to {row.high}"
    cells = [row.statistic, row.of, row.against, row.cell, row.difference, interval, row.p, row.fewer, row.alone]
    return "| " + " | ".join([*map(escaped, cells), _unit(row)]) + " |"
