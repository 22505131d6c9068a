"""What a page says: verdicts in words, tables, charts as numbers, and how to repeat it. No markup, no drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from simkit.report.table import Column

__all__ = [
    "Chart",
    "Curves",
    "Dots",
    "Fact",
    "Figure",
    "Forest",
    "Histogram",
    "Kind",
    "Mark",
    "Page",
    "Section",
    "Series",
    "Table",
    "Timeline",
    "Value",
    "Verdict",
]

Kind = Literal["matters", "changed", "small", "same", "open", "unknown", "value"]
"""What is known of a difference: it is more than what matters; it is there; it is there, but less than what matters;
there is none as large as what matters; it is not shown; nothing can be said. ``value``: it is no difference."""


class Verdict(NamedTuple):
    """One sentence of what was found, whole by itself; ``is_main`` is what a reader wants to know first.

    ``about`` names the statistic, and whose it is, in a list.
    """

    kind: Kind
    text: str
    is_main: bool = True
    about: str = ""


class Fact(NamedTuple):
    """A heading of a word or two, and what there is to say."""

    name: str
    text: str


class Section(NamedTuple):
    """The verdicts on one cell, or on one statistic of many cells."""

    title: str
    facts: tuple[Fact, ...]
    verdicts: tuple[Verdict, ...]

    def told_first(self) -> list[Verdict]:
        """Main sentences in their order, but for those that only say that nothing is clear."""
        return [verdict for verdict in self.verdicts if verdict.is_main and verdict.kind != "open"]

    def unclear(self) -> list[str]:
        """What the main sentences are about that say that nothing is clear."""
        return [verdict.about for verdict in self.verdicts if verdict.is_main and verdict.kind == "open"]


class Value(NamedTuple):
    """A table's cell: what is printed, and the number to sort by where the text is one."""

    text: str
    number: float | None = None


class Table(NamedTuple):
    """A table with a title; every row has a value for each of the columns."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    notes: tuple[str, ...] = ()


class Mark(NamedTuple):
    """A value with its interval; ``band`` is half the width of what does not matter around 0, in the same unit."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    band: float | None = None


class Series(NamedTuple):
    """Numbers along an axis under one name; ``low`` and ``high`` are empty where there is no band."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


@dataclass(frozen=True)
class Forest:
    """Differences beside 0, a line each."""

    unit: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Dots:
    """Values with intervals in groups, a series a cell; ``reference`` is what a fair share would be."""

    unit: str
    groups: tuple[str, ...]
    series: tuple[tuple[str, tuple[Mark, ...]], ...]
    reference: float | None = None


@dataclass(frozen=True)
class Histogram:
    """Share of games by value: series ``y`` is % of games from ``x[i]`` to below ``x[i + 1]``."""

    unit: str
    series: tuple[Series, ...]


@dataclass(frozen=True)
class Curves:
    """Lines with bands along an axis of numbers."""

    x_label: str
    unit: str
    series: tuple[Series, ...]
    is_log: bool = False
    zero: bool = False


@dataclass(frozen=True)
class Timeline:
    """One number over time, a mark for each of the times.

    ``band`` is the range in which it is allowed to move; ``odd`` has the places of the marks that stand out.
    """

    unit: str
    times: tuple[datetime, ...]
    marks: tuple[Mark, ...]
    band: tuple[float, float]
    odd: frozenset[int] = frozenset()


Figure = Forest | Dots | Histogram | Curves | Timeline


class Chart(NamedTuple):
    """A figure with its title, what it shows in words, and a note on how to read it.

    ``is_folded`` puts it behind a click: it is for those who know statistics.
    """

    key: str
    title: str
    told: str
    note: str
    figure: Figure
    is_folded: bool = False


@dataclass(frozen=True)
class Page:
    """Everything a page says.

    ``facts`` are what was played; ``configs`` are named texts that play it again, and ``commands`` what to type;
    ``why`` takes the differences apart;
    ``meanings`` tells what each statistic is; ``data`` is the same as numbers for machines.
    """

    title: str
    question: str
    sections: tuple[Section, ...]
    certainty: str
    facts: tuple[Fact, ...]
    differences: Table
    charts: tuple[Chart, ...]
    tables: tuple[Table, ...]
    commands: tuple[Fact, ...]
    configs: tuple[Fact, ...]
    versions: tuple[Fact, ...]
    meanings: tuple[Fact, ...]
    data: dict[str, Any]
    why: tuple[Table, ...] = ()

    def main_verdicts(self) -> Iterator[Verdict]:
        """Sentences of what a reader wants to know first."""
        return (verdict for section in self.sections for verdict in section.verdicts if verdict.is_main)
