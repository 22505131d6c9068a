"""Writes plain data as TOML: tables, lists of tables, and rows on a line each, so that a change is a line of a diff."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["to_toml"]

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def to_toml(data: Mapping[str, Any]) -> str:
    """Write a table; None is left out.

    Lists of tables that themselves hold tables become ``[[...]]``, other lists of tables inline tables, a line each.

    >>> print(to_toml({"a": 1, "b": {"c": True}, "d": [{"e": 0.5}]}))
    a = 1
    d = [
        { e = 0.5 },
    ]
    <BLANKLINE>
    [b]
    c = true
    """
    return "\n".join(_table(data, ())).strip("\n")


def _table(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    kept = {key: value for key, value in data.items() if value is not None}
    below = {key: value for key, value in kept.items() if _has_header(value)}
    for key, value in kept.items():
        if key not in below:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in below.items():
        name = ".".join(map(_key, (*path, key)))
        if isinstance(value, Mapping):
            yield from ("", f"[{name}]", *_table(value, (*path, key)))
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


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value:_}" if abs(value) >= 10_000 else str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(k)} = {_value(v)}' for k, v in value.items() if v is not None)} }}"
    if _is_rows(value):
        return "[\n" + "".join(f"    {_value(row)},\n" for row in value) + "]"
    return f"[{', '.join(map(_value, value))}]"
