"""Lays an answer out on one screen: lines of the terminal's width, and never more of them than a screen has."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import click

from simkit.report.table import Table, printable, text_lines

__all__ = ["LINES", "WIDTH", "Answer", "Block", "Heading", "Note", "Pairs", "Plain", "Verdict", "screen_text"]

LINES = 24
"""Lines of a screen."""
WIDTH = 80
"""Characters of a line where no terminal tells."""

_GAP = 2
_COLOURS = {"changed": "yellow", "matters": "yellow", "same": "green", "different": "red", "cannot tell": "yellow"}


class Answer(NamedTuple):
    """The one sentence that a reader came for."""

    text: str


class Heading(NamedTuple):
    """What the table below it shows."""

    text: str


class Pairs(NamedTuple):
    """Names, each with what is known of it; a pair without a text is left out."""

    pairs: tuple[tuple[str, str], ...]


class Verdict(NamedTuple):
    """A sentence about a difference, and its kind (``simkit.report.page.model.Kind``), which gives the colour."""

    kind: str
    text: str


class Plain(NamedTuple):
    """Sentences without emphasis."""

    text: str


class Note(NamedTuple):
    """What was played, and where more is found: read last."""

    text: str


Block = Answer | Heading | Plain | Pairs | Verdict | Note | Table


def screen_text(groups: Sequence[Sequence[Block]], width: int = WIDTH, *, coloured: bool = False) -> str:
    """Write groups of blocks, an empty line between groups, with a newline at the end and no control character.

    Where they take more lines than a screen has, lines before the last group give way, and that is said.

    Parameters
    ----------
    width
        Characters of a line.
    coloured
        Whether escape sequences may be written; without them the text is the same.
    """
    *parts, last = [[line for block in group for line in _lines(block, width, coloured)] for group in groups if group]
    main = [line for part in parts for line in (*part, "")]
    room = LINES - len(last)
    if len(main) > room:
        main = [*main[: room - 2], _styled("... `--all` shows the rest", coloured, dim=True), ""]
    return "\n".join([*main, *last]) + "\n"


def _lines(block: Block, width: int, coloured: bool) -> Iterator[str]:
    if isinstance(block, Table):
        yield from text_lines(block, width, elsewhere="`--all` shows all")
    elif isinstance(block, Pairs):
        yield from _pair_lines(block, width, coloured)
    else:
        look: dict[str, Any] = (
            {"dim": True} if isinstance(block, Note) else {"bold": not isinstance(block, Plain) or None}
        )
        if isinstance(block, Verdict):
            look = {"fg": _COLOURS.get(block.kind)}
        hanging = "" if isinstance(block, Note | Plain) else "  "
        yield from (_styled(line, coloured, **look) for line in _wrapped(block.text, width, hanging))


def _pair_lines(block: Pairs, width: int, coloured: bool) -> Iterator[str]:
    pairs = [(name, text) for name, text in block.pairs if text]
    indent = max((len(name) for name, _ in pairs), default=0) + _GAP
    for name, text in pairs:
        first, *others = _wrapped(text, width - indent, "")
        yield _styled(name, coloured, bold=True) + " " * (indent - len(name)) + first
        yield from (" " * indent + line for line in others)


def _wrapped(text: str, width: int, hanging: str) -> list[str]:
    return textwrap.wrap(printable(text), width, subsequent_indent=hanging, break_on_hyphens=False)


def _styled(text: str, coloured: bool, **style: Any) -> str:
    return click.style(text, **style) if coloured else text
