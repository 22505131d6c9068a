"""Writes TOML: keys, values, and whole files with rows on a line each, so that a change is a line of a diff."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from simkit.config.locate import KeyPath

__all__ = ["key_text", "to_toml", "toml_text"]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_GROUPED = 10_000
"""Whole numbers from which a file has a sign between thousands."""


def to_toml(data: Mapping[Any, Any]) -> str:
    """Write a table; None is left out, and a key that is a tuple becomes a dotted one.

    Lists of tables that themselves hold lists become ``[[...]]``, other lists of tables inline tables, a line each.

    >>> print(to_toml({"a": 1, "b": {"c": True, ("x", "y"): 10_000}, "d": [{"e": 0.5}]}))
    a = 1
    d = [
        { e = 0.5 },
    ]
    <BLANKLINE>
    [b]
    c = true
    x.y = 10_000
    """
    return "\n".join(_table(data, ())).strip("\n")


def key_text(path: KeyPath) -> str:
    """Write a key path as a person does, entries of a list counted from 1.

    >>> key_text(("seats", 1, "bank_at"))
    'seats.2.bank_at'
    """
    parts = (str(part + 1) if isinstance(part, int) else part for part in path)
    return ".".join(part if _BARE.fullmatch(part) else _quoted(part) for part in parts)


def toml_text(value: Any, separator: Literal["", "_"] = "") -> str:
    """Write a value on one line, large whole numbers with the separator between thousands.

    >>> toml_text({"low": 10_000, "on": [True, "a"]})
    '{ low = 10000, on = [true, "a"] }'
    """
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) >= _GROUPED:
        return f"{value:{separator}}"
    if isinstance(value, Mapping):
        inside = [f"{_key(key)} = {toml_text(item, separator)}" for key, item in value.items() if item is not None]
        return f"{{ {', '.join(inside)} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_text(item, separator) for item in value)}]"
    return str(value)


def _table(data: Mapping[Any, Any], path: tuple[str, ...]) -> Iterator[str]:
    kept = {key: value for key, value in data.items() if value is not None}
    below = {key: value for key, value in kept.items() if _has_header(value)}
    for key, value in kept.items():
        if key not in below:
            yield f"{_key(key)} = {_rows(value) if _is_rows(value) else toml_text(value, '_')}"
    for key, value in below.items():
        name = key_text((*path, key))
        if isinstance(value, Mapping):
            is_bare = bool(value) and all(map(_has_header, value.values()))
            yield from ([] if is_bare else ["", f"[{name}]"])
            yield from _table(value, (*path, key))
            continue
        for entry in value:
            yield from ("", f"[[{name}]]", *_table(entry, (*path, key)))


def _has_header(value: Any) -> bool:
    """Whether a value is a table, or a list of tables with lists or tables in them."""
    if isinstance(value, Mapping):
        return True
    return _is_rows(value) and any(isinstance(inner, list | tuple) for row in value for inner in row.values())


def _is_rows(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _rows(rows: Any) -> str:
    return "[\n" + "".join(f"    {toml_text(row, '_')},\n" for row in rows) + "]"


def _key(key: str | tuple[str, ...]) -> str:
    return key_text((key,) if isinstance(key, str) else key)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
