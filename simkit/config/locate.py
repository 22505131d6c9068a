"""Where in a TOML text each key and value stands, since no parser of TOML keeps positions.

The text must already be known to be TOML (``tomllib`` says so): nothing here checks it or computes a value.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from typing import NamedTuple

__all__ = ["KeyPath", "Place", "Spot", "locate"]

KeyPath = tuple[str | int, ...]
"""Keys and list indices (from 0) from the root to a value."""


class Spot(NamedTuple):
    """A position in a text: line and column, both from 1, in characters."""

    line: int
    column: int


class Place(NamedTuple):
    """Where a key stands and where its value begins; the same for tables, and for entries of a list."""

    key: Spot
    value: Spot


_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_EQUALS = re.compile(r"[ \t]*=[ \t]*")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\])*"|'[^']*'""")
_STRING = re.compile(
    r'''"""(?:\\.|[^\\])*?"""(?:"{0,2})|\'\'\'.*?\'\'\'(?:'{0,2})|"(?:\\.|[^"\\])*"|'[^']*\'''', re.DOTALL
)
_SCALAR = re.compile(r"[^,\]}\n#]+")


def locate(text: str) -> dict[KeyPath, Place]:
    r"""Place of every key, table and list entry of a TOML document, by key path.

    A table that no header names stands where its name first stands in a dotted key or a longer header.

    >>> locate("[run]\nseed = 7")[("run", "seed")].value
    Spot(line=2, column=8)
    """
    return _Scanner(text).document()


class _Scanner:
    """One pass over a valid document; ``at`` is the index of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self.found: dict[KeyPath, Place] = {}
        self.lengths: dict[KeyPath, int] = {}

    def document(self) -> dict[KeyPath, Place]:
        table: KeyPath = ()
        while self.blank():
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)
        return self.found

    def spot(self, index: int) -> Spot:
        line = bisect_right(self.lines, index)
        return Spot(line, index - self.lines[line - 1] + 1)

    def match(self, pattern: re.Pattern[str]) -> str:
        """Step over what the pattern matches here and return it; a valid document always has it."""
        found = pattern.match(self.text, self.at)
        assert found is not None, f"no {pattern.pattern} at {self.spot(self.at)}"
        self.at = found.end()
        return found.group()

    def blank(self) -> bool:
        """Step over white space, line ends and comments; whether anything follows."""
        self.match(_BLANK)
        return self.at < len(self.text)

    def key(self) -> list[tuple[str, Spot]]:
        """Parts of a dotted key, each with where it stands."""
        parts = []
        while True:
            spot = self.spot(self.at)
            raw = self.match(_KEY)
            parts.append((next(iter(tomllib.loads(f"{raw} = 0"))), spot))
            if not _DOT.match(self.text, self.at):
                return parts
            self.match(_DOT)

    def header(self) -> KeyPath:
        """``[table]`` or ``[[list of tables]]``: the path of the table that it opens."""
        brackets = 2 if self.text.startswith("[[", self.at) else 1
        self.at += brackets
        self.match(_SPACE)
        *above, (name, spot) = self.key()
        self.match(_SPACE)
        self.at += brackets
        path = (*self.descend((), above), name)
        if brackets == 1:
            self.found[path] = Place(spot, spot)
            return path
        self.found.setdefault(path, Place(spot, spot))
        index = self.lengths.get(path, 0)
        self.lengths[path] = index + 1
        self.found[*path, index] = Place(spot, spot)
        return (*path, index)

    def descend(self, path: KeyPath, parts: list[tuple[str, Spot]]) -> KeyPath:
        """Path below ``path`` along the parts of a dotted key; in a list of tables, into the last one."""
        for name, spot in parts:
            path = (*path, name)
            self.found.setdefault(path, Place(spot, spot))
            if path in self.lengths:
                path = (*path, self.lengths[path] - 1)
        return path

    def pair(self, table: KeyPath) -> None:
        """``key = value``."""
        *above, (name, spot) = self.key()
        path = (*self.descend(table, above), name)
        self.match(_EQUALS)
        self.found[path] = Place(spot, self.spot(self.at))
        self.value(path)

    def value(self, path: KeyPath) -> None:
        """Step over a value, noting what is inside it."""
        first = self.text[self.at]
        if first == "[":
            self.array(path)
        elif first == "{":
            self.inline_table(path)
        else:
            self.match(_STRING if first in "\"'" else _SCALAR)

    def array(self, path: KeyPath) -> None:
        self.at += 1
        index = 0
        while not self.closed("]"):
            spot = self.spot(self.at)
            self.found[*path, index] = Place(spot, spot)
            self.value((*path, index))
            index += 1

    def inline_table(self, path: KeyPath) -> None:
        self.at += 1
        while not self.closed("}"):
            self.pair(path)

    def closed(self, bracket: str) -> bool:
        """Step to the next entry, or over the closing bracket; whether it was the bracket."""
        self.blank()
        if self.text[self.at] == ",":
            self.at += 1
            self.blank()
        if self.text[self.at] != bracket:
            return False
        self.at += 1
        return True
