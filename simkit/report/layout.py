"""Lays a report out for people: its blocks in their order, as text for a terminal or as Markdown."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from simkit.json_text import json_text as exact_json
from simkit.report.table import Table, escaped, markdown_lines, printable, text_lines

__all__ = [
    "JSON_SCHEMA",
    "Block",
    "Commands",
    "Facts",
    "Format",
    "Heading",
    "Lines",
    "Paragraph",
    "joined_facts",
    "json_text",
    "lay_out",
]

Format = Literal["text", "json", "csv", "markdown"]

JSON_SCHEMA = 1
"""Raised whenever a key of the JSON goes or changes its meaning."""

_INDENT = "  "
_NAME = 9
"""Characters of a fact's name in text, with the space behind it."""
_PROSE = 100
"""Characters of a line of sentences where no width is asked for."""


class Heading(NamedTuple):
    """A title of level 2, or one of a lower level below it."""

    text: str
    level: int = 2


class Facts(NamedTuple):
    """Names, each with a line; a name that comes again is printed once."""

    pairs: tuple[tuple[str, str], ...]


class Paragraph(NamedTuple):
    """Sentences."""

    text: str


class Lines(NamedTuple):
    """Remarks, a line each."""

    lines: tuple[str, ...]


class Commands(NamedTuple):
    """Commands to type, never wrapped; they belong to the block before them."""

    lines: tuple[str, ...]


Block = Heading | Facts | Paragraph | Lines | Commands | Table


def json_text(content: Any) -> str:
    """Write plain data as JSON with a newline at the end; a NaN in it is an error."""
    return exact_json(content, indent=1) + "\n"


def lay_out(blocks: Iterable[Block], form: Literal["text", "markdown"], width: int | None = None) -> str:
    """Write blocks, one empty line between them, with a newline at the end and no control character.

    Parameters
    ----------
    width
        Characters of a line of text; None for as many as it takes.
    """
    lines: list[str] = []
    for block in blocks:
        below = _markdown(block) if form == "markdown" else _text(block, width)
        is_joined = form == "text" and isinstance(block, Commands)
        lines += [*([""] if lines and below and not is_joined else []), *below]
    return "\n".join(map(printable, lines)) + "\n"


def _text(block: Block, width: int | None) -> list[str]:
    if isinstance(block, Heading):
        return _wrapped(block.text, width, "", _INDENT)
    if isinstance(block, Facts):
        hanging = _INDENT + " " * _NAME
        return [
            line
            for name, texts in itertools.groupby(block.pairs, lambda pair: pair[0])
            for i, (_, text) in enumerate(texts)
            for line in _wrapped(text, width, f"{_INDENT}{name:<{_NAME}}" if i == 0 else hanging, hanging)
        ]
    if isinstance(block, Paragraph):
        return _wrapped(block.text, width or _PROSE, _INDENT, _INDENT)
    if isinstance(block, Lines):
        return [line for text in block.lines for line in _wrapped(text, width, _INDENT, _INDENT * 2)]
    if isinstance(block, Commands):
        return [_INDENT * 2 + line for line in block.lines]
    return [_INDENT + line for line in text_lines(block, None if width is None else width - len(_INDENT))]


def _wrapped(text: str, width: int | None, first: str, hanging: str) -> list[str]:
    if width is None or len(first) + len(text) <= width:
        return [first + text]
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=hanging, break_on_hyphens=False)


def joined_facts(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Give every name once, with all of its lines in one."""
    for name, texts in itertools.groupby(pairs, lambda pair: pair[0]):
        yield name, "; ".join(text for _, text in texts)


def _markdown(block: Block) -> list[str]:
    if isinstance(block, Heading):
        return [f"{'#' * block.level} {escaped(block.text)}"]
    if isinstance(block, Facts):
        return [f"* {escaped(name)}: {escaped(text)}" for name, text in joined_facts(block.pairs)]
    if isinstance(block, Paragraph):
        return [escaped(block.text)]
    if isinstance(block, Lines):
        return [f"* {escaped(line)}" for line in block.lines]
    if isinstance(block, Commands):
        return ["```console", *block.lines, "```"] if block.lines else []
    return markdown_lines(block)
