"""The one writer of JSON: what it writes, every reader of JSON reads as the same numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

__all__ = ["json_text"]

_MOST = 2**53
"""JavaScript and jq keep whole numbers up to here."""


def json_text(content: Any, indent: int = 2) -> str:
    """Write plain data as JSON, whole numbers beyond 2^53 as strings; a NaN in it is an error.

    >>> json_text({"seed": 2**60, "deal": 3}, indent=0).split()
    ['{', '"seed":', '"1152921504606846976",', '"deal":', '3', '}']
    """
    return json.dumps(_exact(content), indent=indent, allow_nan=False, ensure_ascii=False)


def _exact(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _exact(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_exact(item) for item in value]
    return str(value) if isinstance(value, int) and abs(value) > _MOST else value
