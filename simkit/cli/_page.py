"""A page of text: sections with rows, printed for a terminal or as Markdown."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from simkit.report.table import Column, Table, markdown_lines

__all__ = ["Row", "Section", "as_markdown", "as_text"]

INDENT = 2
WIDEST_NAME = 24


@dataclass(frozen=True)
class Row:
    """A name, short facts about it, and a sentence."""

    name: str
    facts: tuple[str, ...]
    meaning: str


@dataclass(frozen=True)
class Section:
    """A title, paragraphs, rows, and sections below it.

    ``headers`` names the columns of a Markdown table: that of the names, those of the facts, that of the meanings;
    ``joint`` stands between a row's facts in text.
    """

    title: str
    paragraphs: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    sections: tuple[Section, ...] = ()
    joint: str = "; "


def as_text(section: Section, width: int) -> str:
    """Lay a page out for a terminal of ``width`` characters."""
    return "\n".join(_text(section, width, 0)).strip("\n")


def _text(section: Section, width: int, depth: int) -> list[str]:
    margin = " " * (INDENT * max(depth - 1, 0))
    title = section.title.upper() if depth == 1 else section.title
    lines = ["", *_wrapped(title, width, margin), *([] if depth else [""])]
    inside = " " * (INDENT * depth)
    for paragraph in section.paragraphs:
        lines += _wrapped(paragraph, width, inside)
    lines += _row_lines(section.rows, section.joint, width, inside)
    for below in section.sections:
        lines += _text(below, width, depth + 1)
    return lines


def _row_lines(rows: tuple[Row, ...], joint: str, width: int, margin: str) -> list[str]:
    """Names in a column of their own; beside each its facts on one line, and its meaning below them."""
    column = min(max((len(row.name) for row in rows), default=0), WIDEST_NAME) + 2
    hanging = margin + " " * column
    lines: list[str] = []
    for row in rows:
        facts = joint.join(fact for fact in row.facts if fact)
        first, *others = [text for text in (facts, row.meaning) if text] or [""]
        start = margin + row.name.ljust(column)
        if len(row.name) + 2 > column:
            lines.append(start)
            start = hanging
        lines += textwrap.wrap(first, width, initial_indent=start, subsequent_indent=hanging) or [start.rstrip()]
        for text in others:
            lines += _wrapped(text, width, hanging)
    return lines


def _wrapped(text: str, width: int, margin: str) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)


def as_markdown(section: Section, level: int = 1) -> str:
    """Write a page as Markdown, its title a heading of that level."""
    blocks = [f"{'#' * level} {section.title}", *section.paragraphs]
    if section.rows:
        rows = tuple((f"`{row.name}`", *row.facts, row.meaning) for row in section.rows)
        blocks.append("\n".join(markdown_lines(Table(tuple(map(Column, section.headers)), rows), _with_markup)))
    return "\n\n".join([*blocks, *(as_markdown(below, level + 1) for below in section.sections)])


def _with_markup(text: str) -> str:
    """Keep what the games' own texts mark up."""
    return text.replace("|", "\\|")
