"""Verdicts on many cells: for each statistic how far it goes, and how many differences are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from simkit.report.comparison import Comparison, Contrast
from simkit.report.comparison_render import letters_of
from simkit.report.page.model import Section, Verdict
from simkit.report.page.words import amount, classify, noun_of, spoken_unit, who_of
from simkit.report.rows import count_text, decimal_text, decimals_for, interval_texts, scale_of, scaled, unit_text

__all__ = ["sweep_sections"]

_Found = list[tuple[Contrast, dict[str, Any]]]


def sweep_sections(comparison: Comparison, main: Sequence[str]) -> tuple[Section, ...]:
    """One section a statistic, with two sentences for each seat or bot that it is about."""
    by_statistic: dict[str, dict[str, _Found]] = {name: {} for name in main}
    for contrast in comparison.contrasts:
        letters = letters_of(contrast)
        for row in contrast.rows.iter_rows(named=True):
            if row["statistic"] in by_statistic and row["value"] is not None:
                who = who_of(row, letters)
                by_statistic[row["statistic"]].setdefault(who, []).append((contrast, row))
    return tuple(_section(name, subjects) for name, subjects in by_statistic.items() if subjects)


def _section(name: str, subjects: dict[str, _Found]) -> Section:
    verdicts = [verdict for who, rows in subjects.items() for verdict in _verdicts(name, who, rows)]
    return Section(_title(name, subjects), (), tuple(verdicts))


def _title(name: str, subjects: dict[str, _Found]) -> str:
    noun = _noun(name, next(iter(subjects.values())))
    return noun[:1].upper() + noun[1:]


def _noun(name: str, rows: _Found) -> str:
    return noun_of(name, rows[0][1]["unit"])


def _verdicts(name: str, who: str, rows: _Found) -> Iterator[Verdict]:
    whose = f"{who}'s {_noun(name, rows)}" if who else _noun(name, rows)
    values = {contrast.against.name: row["against_value"] for contrast, row in rows}
    values |= {contrast.cell.name: row["cell_value"] for contrast, row in rows}
    low, high = (choose(values, key=lambda cell: values[cell]) for choose in (min, max))
    unit = unit_text(rows[0][1]["unit"])
    unit = f" {unit}" if not unit.startswith("%") else " %"
    texts = [_text(values[cell], rows[0][1]) + unit for cell in (low, high)]
    told = (
        f"goes from {texts[0]} in {low} to {texts[1]} in {high}"
        if texts[0] != texts[1]
        else f"is {texts[0]} everywhere"
    )
    yield Verdict("value", f"{whose[:1].upper()}{whose[1:]} {told}")
    yield _counted(whose, rows)


def _text(value: float, row: dict[str, Any]) -> str:
    scale = scale_of(row["unit"])
    bounds = [] if row["se"] is None else [scale * (value + row["se"])]
    return decimal_text(scale * value, min(decimals_for(scale * value, bounds), 4))


def _counted(whose: str, rows: _Found) -> Verdict:
    kinds = [classify(row) for _, row in rows]
    shown = sum(kind in ("matters", "changed", "small") for kind in kinds)
    if not shown:
        same = sum(kind == "same" for kind in kinds)
        unknown = next((row["interval"] for _, row in rows if classify(row) == "unknown"), None)
        rest = f"; {same} of {len(rows)} are shown not to matter" if same else ""
        rest += f"; where nothing can be said: {unknown.removeprefix('none: ')}" if unknown else ""
        return Verdict("same" if same == len(kinds) else "open", f"No difference of {whose} is shown{rest}")
    margin = rows[0][1]["margin"]
    beyond = kinds.count("matters")
    large = "" if margin is None else f", {beyond} of them more than the {amount(margin, rows[0][1])} that matter"
    contrast, row = max(rows, key=lambda pair: abs(pair[1]["value"]) if classify(pair[1]) != "open" else -1.0)
    return Verdict(
        "matters" if beyond else "small" if "changed" not in kinds else "changed",
        f"{shown} of {count_text(len(rows), 'difference')} are shown{large}; the largest is that of "
        f"{contrast.cell.name} against {contrast.against.name}: {_interval(row)}",
    )


def _interval(row: dict[str, Any]) -> str:
    if any(row[key] is None for key in ("value", "low_all", "high_all")):
        return "-"
    texts = interval_texts(*scaled(row, "value", "low_all", "high_all"))
    return f"{texts[0]} {spoken_unit(row)} ({100 * row['level']:g} %: {texts[1]} to {texts[2]})"
