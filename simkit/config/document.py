"""A TOML document that knows where each of its values came from: a line of the file, or an option of the command."""

from __future__ import annotations

import difflib
import re
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from simkit.config.locate import KeyPath, Place, locate
from simkit.config.toml import key_text, toml_text
from simkit.errors import ConfigError, StoreError

__all__ = ["Document", "nearest", "read_document", "value_text"]

LONGEST_VALUE = 60
"""Characters of a value that a message shows."""


@dataclass
class Document:
    """Data of a TOML file after overrides.

    ``options`` holds each override's key path and the option as typed, the later ones winning.
    """

    name: str
    data: dict[str, Any]
    places: dict[KeyPath, Place] = field(default_factory=dict)
    options: list[tuple[KeyPath, str]] = field(default_factory=list)

    def option_for(self, path: KeyPath) -> tuple[KeyPath, str] | None:
        """Find the override that set the value at ``path``: its key path and its text; None when the file did."""
        for key, text in reversed(self.options):
            if path[: len(key)] == key:
                return key, text
        made = [(key, text) for key, text in self.options if key[: len(path)] == path and path not in self.places]
        return made[-1] if made and path else None

    def where(self, path: KeyPath, at: Literal["key", "value"]) -> tuple[int, int]:
        """Line and column of the key or value at ``path``, or of the innermost table around it; from 1."""
        while path and path not in self.places:
            path = path[:-1]
        return getattr(self.places[path], at) if path else (1, 1)

    def value(self, path: KeyPath) -> Any:
        """Return the value at ``path``; KeyError or IndexError when there is none."""
        found: Any = self.data
        for part in path:
            found = found[part]
        return found

    def override(self, settings: Sequence[tuple[str, str, str]]) -> None:
        """Set keys as options ask: (option as typed, dotted key, value as TOML or a bare word) each.

        Raises
        ------
        ConfigError
            A key that is no TOML key, or that lies below something that is no table or list.
        """
        wrong = []
        for option, key, value in settings:
            try:
                path = self._set(_key_parts(key), _parsed(value))
                self.options.append((path, option))
            except ValueError as error:
                wrong.append(f"{option}: {error}")
        if wrong:
            raise ConfigError(*wrong)

    def _set(self, parts: list[str], value: Any) -> KeyPath:
        """Set a value, making tables on the way; a list's entries are counted from 1. Its key path."""
        above: Any = self.data
        path: KeyPath = ()
        for number, part in enumerate(parts):
            step: str | int = part
            if isinstance(above, list):
                step = _index(part, len(above), key_text(path))
            elif not isinstance(above, dict):
                raise ValueError(f"{key_text(path)} = {value_text(above)} is not a table")
            path = (*path, step)
            if number == len(parts) - 1:
                above[step] = value
            else:
                above = above.setdefault(step, {}) if isinstance(above, dict) else above[step]
        return path


def _index(part: str, length: int, name: str) -> int:
    if not part.isdecimal() or not 1 <= int(part) <= length:
        raise ValueError(f"{name}.{part}: {name} has {length} entries, numbered from 1")
    return int(part) - 1


def _key_parts(key: str) -> list[str]:
    try:
        found: Any = tomllib.loads(f"{key} = 0")
    except ValueError:
        found = None
    parts = []
    while isinstance(found, dict) and len(found) == 1:
        ((part, found),) = found.items()
        parts.append(part)
    if found != 0:
        raise ValueError("expected KEY=VALUE with a key such as rules.target")
    return parts


def _parsed(text: str) -> Any:
    """Read a value in TOML's syntax; the text itself when it is none."""
    try:
        found = tomllib.loads(f"value = {text}")
    except ValueError:
        return text
    return found["value"] if len(found) == 1 else text


def read_document(path: Path) -> Document:
    """Read a TOML file, or with ``-`` standard input, with the place of each of its values.

    Raises
    ------
    ConfigError
        No such file, a directory, not UTF-8, or not TOML, with line and column.
    StoreError
        The file cannot be read.
    """
    if path == Path("-"):
        return _decoded(Path("stdin"), sys.stdin.buffer.read())
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        near = nearest(path.name, [other.name for other in path.parent.glob(f"*{path.suffix}")])
        hint = f"; did you mean {path.parent / near}?" if near else ""
        raise ConfigError(f"{path}: there is no such file{hint}") from None
    except IsADirectoryError:
        raise ConfigError(f"{path}: is a directory, not a TOML file") from None
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror}") from None
    return _decoded(path, raw)


def _decoded(path: Path, raw: bytes) -> Document:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()  # the object has no byte order mark any more
        raise ConfigError(f"{path}:{_spot_text(before)}: not UTF-8 (byte 0x{error.object[error.start]:02x})") from None
    return _document(str(path), text)


def _document(name: str, text: str) -> Document:
    try:
        return Document(name, tomllib.loads(text), locate(text))
    except RecursionError:
        raise ConfigError(f"{name}: not a config: its values are nested too deeply") from None
    except ValueError as error:
        said = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL)
        spot = f":{said[2]}:{said[3]}" if said and said[2] else f":{_spot_text(text)}"
        reason = said[1] if said else str(error)
        raise ConfigError(f"{name}{spot}: not TOML: {reason[0].lower()}{reason[1:]}") from None


def _spot_text(before: str) -> str:
    """``line:column`` of what follows the text ``before``."""
    return f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


def value_text(value: Any) -> str:
    """Write a value in TOML's syntax, shortened when it is long.

    >>> value_text({"low": 1, "on": [True, "a"]})
    '{ low = 1, on = [true, "a"] }'
    """
    text = toml_text(value)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 3] + "..."


def nearest(name: str, names: Sequence[str]) -> str | None:
    """Find the name most like a misspelt one, case and the kind of hyphen aside; None when none is near."""
    plain = {_plain(known): known for known in reversed(names)}
    found = difflib.get_close_matches(_plain(name), plain, n=1)
    return plain[found[0]] if found else None


def _plain(name: str) -> str:
    return name.lower().replace("-", "_")
