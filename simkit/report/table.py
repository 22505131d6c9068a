"""Writes a table as aligned text, Markdown or CSV: the one place that pads, wraps and drops columns."""

from __future__ import annotations

import csv
import io
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

__all__ = [
    "Column",
    "Table",
    "csv_text",
    "escaped",
    "footnotes",
    "markdown_lines",
    "numbers",
    "printable",
    "text_lines",
]

_GAP = "  "
_NARROWEST = 8
"""Characters below which no column of words is wrapped."""
_LONGEST_WORD = 32
"""Characters of a word that a column is not broken within while another column can be dropped."""


_MARKUP = re.compile(r"[\\`*|<>\[\]]|(?<![^\W_])_|_(?![^\W_])")


class Column(NamedTuple):
    """A column of words, set to the left, or of numbers, set to the right.

    A column of ``rank`` 0 is always shown. Where room is short, the highest rank is dropped first.
    """

    heading: str
    is_number: bool = False
    rank: int = 0


@dataclass(frozen=True)
class Table:
    """Rows of text below named columns; ``is_grouped`` prints a name in the first column once for the rows it heads."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    is_grouped: bool = False


def numbers(*headings: str, rank: int = 0) -> tuple[Column, ...]:
    """Make columns of numbers of one rank."""
    return tuple(Column(heading, is_number=True, rank=rank) for heading in headings)


def printable(text: str) -> str:
    """Replace control characters, line breaks too, by question marks, so that no name can steer a terminal."""
    return "".join(char if char.isprintable() else "?" for char in text)


def escaped(text: str) -> str:
    r"""Keep Markdown from reading signs in the text as its own; an underscore within a word is none.

    >>> print(escaped("win_rate of _x_ <b>"))
    win_rate of \_x\_ \<b\>
    """
    return _MARKUP.sub(r"\\\g<0>", text)


def footnotes(texts: Sequence[str], notes: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Mark the texts that have a note; return them and the notes, equal ones once.

    >>> footnotes(["turns", "games", "deals"], ["few", "", "few"])
    (['turns [a]', 'games', 'deals [a]'], ('[a] few',))
    """
    marks = {note: f"[{chr(ord('a') + i)}]" for i, note in enumerate(dict.fromkeys(filter(None, notes)))}
    marked = [f"{text} {marks[note]}".lstrip() if note else text for text, note in zip(texts, notes, strict=True)]
    return marked, tuple(f"{mark} {note}" for note, mark in marks.items())


def text_lines(
    table: Table, width: int | None = None, *, elsewhere: str = "a wider terminal or --format json shows all"
) -> list[str]:
    """Lay a table out in aligned columns.

    Parameters
    ----------
    width
        Characters of a line; None for as many as it takes. Words are wrapped and then the least important columns
        dropped until the table fits; a last line names the dropped ones. Numbers are never broken.
    elsewhere
        What shows the dropped columns.
    """
    shown, dropped = _fitting(table, width)
    widths = _widths(shown, width)
    rows = [_header(shown), *(_printed_once(shown) if shown.is_grouped else shown.rows)]
    lines = [line for row in rows for line in _row_lines(row, shown.columns, widths)]
    if dropped:
        said = f"left out for want of room: {', '.join(dropped)}; {elsewhere}"
        lines += textwrap.wrap(said, width or len(said))
    return lines


def _fitting(table: Table, width: int | None) -> tuple[Table, list[str]]:
    """Drop columns, the highest rank and of equal ones the last first, until the table can be wrapped to the width."""
    columns = list(range(len(table.columns)))
    shown, dropped = table, set[int]()
    while width is not None and _total(map(_least, *_cut(shown))) > width:
        place = max(columns, key=lambda i: (table.columns[i].rank, i))
        if not table.columns[place].rank:
            break
        columns.remove(place)
        dropped.add(place)
        shown = replace(
            table,
            columns=tuple(table.columns[i] for i in columns),
            rows=tuple(tuple(row[i] for i in columns) for row in table.rows),
        )
    return shown, [printable(column.heading) for i, column in enumerate(table.columns) if i in dropped]


def _cut(table: Table) -> tuple[tuple[Column, ...], list[tuple[str, ...]]]:
    """Columns with the texts of each, its heading included."""
    texts = [(column.heading, *(row[i] for row in table.rows)) for i, column in enumerate(table.columns)]
    return table.columns, texts


def _full(texts: Iterable[str]) -> int:
    return max(map(len, texts))


def _least(column: Column, texts: Sequence[str]) -> int:
    """Characters that a column needs: all of a number, of words the longest one."""
    if column.is_number:
        return _full(texts)
    longest = max((len(word) for text in texts for word in text.split()), default=0)
    return min(_full(texts), max(_NARROWEST, min(longest, _LONGEST_WORD)))


def _total(widths: Iterable[int]) -> int:
    known = list(widths)
    return sum(known) + len(_GAP) * (len(known) - 1)


def _widths(table: Table, width: int | None) -> list[int]:
    """Widths of the columns; the widest column of words gives way first where the table is too wide."""
    columns, texts = _cut(table)
    widths = [_full(some) for some in texts]
    for least in ([_least(*pair) for pair in zip(columns, texts, strict=True)], [_NARROWEST] * len(widths)):
        while width is not None and _total(widths) > width:
            wide = [i for i, column in enumerate(columns) if not column.is_number and widths[i] > least[i]]
            if not wide:
                break
            widths[max(wide, key=widths.__getitem__)] -= 1
    return widths


def _printed_once(table: Table) -> Iterator[tuple[str, ...]]:
    last = None
    for name, *others in table.rows:
        yield ("" if name == last else name, *others)
        last = name


def _row_lines(row: Sequence[str], columns: Sequence[Column], widths: Sequence[int]) -> Iterator[str]:
    cells = [
        [text] if len(text) <= width else textwrap.wrap(text, width, break_on_hyphens=False)
        for text, width in zip(map(printable, row), widths, strict=True)
    ]
    for i in range(max(map(len, cells))):
        texts = [cell[i] if i < len(cell) else "" for cell in cells]
        padded = (
            text.rjust(width) if column.is_number else text.ljust(width)
            for text, column, width in zip(texts, columns, widths, strict=True)
        )
        yield _GAP.join(padded).rstrip()


def markdown_lines(table: Table, escape: Callable[[str], str] = escaped) -> list[str]:
    """Write a table as Markdown; ``escape`` keeps its texts from being read as markup."""
    rules = ["---:" if column.is_number else "---" for column in table.columns]
    header, *rows = [[escape(printable(text)) for text in row] for row in (_header(table), *table.rows)]
    return [f"| {' | '.join(row)} |" for row in (header, rules, *rows)]


def _header(table: Table) -> tuple[str, ...]:
    return tuple(column.heading for column in table.columns)


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Write rows of plain data, the same keys in each, as CSV; nothing where there are none."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    if rows:
        writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
