"""The ``[matrix]`` table: a grid of changes to a config, with ``include``, ``exclude`` and ``zip`` as CI services have.

It says which keys take which values; whether the values hold is checked where cells are made.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simkit.config.document import Document, nearest, value_text
from simkit.config.locate import KeyPath
from simkit.config.problems import Problems
from simkit.config.toml import key_text

__all__ = ["MOST_CELLS", "SEATS", "SEED", "Axis", "Point", "axes", "points"]

SEATS: KeyPath = ("seats",)
SEED: KeyPath = ("run", "seed")
"""Keys of the number of seats and of the root seed."""

MOST_CELLS = 10_000
"""Most points of a matrix: each is a cell with files of its own."""

_KEYS = (
    "must be a rule, a bot's parameter, the variant, the number of seats or the seed, such as rules.target, "
    "seats.1.bank_at, variant, seats or run.seed"
)
_WORDS = ("include", "exclude", "zip")
_RANGE = {"from", "to", "step"}


@dataclass(frozen=True)
class Axis:
    """A key of the config and the values that it takes, each with its place in the document."""

    key: KeyPath
    values: tuple[Any, ...]
    paths: tuple[KeyPath, ...]


@dataclass(frozen=True)
class Point:
    """One combination: values by key, and where each stands in the document."""

    values: Mapping[KeyPath, Any]
    paths: Mapping[KeyPath, KeyPath]

    def holds(self, wanted: Mapping[KeyPath, Any]) -> bool:
        """Whether the point has these values."""
        return all(key in self.values and self.values[key] == value for key, value in wanted.items())

    def and_(self, values: Mapping[KeyPath, Any], paths: Mapping[KeyPath, KeyPath]) -> Point:
        """Return the point with more values."""
        return Point({**self.values, **values}, {**self.paths, **paths})


def points(document: Document, matrix: Mapping[str, Any], problems: Problems) -> list[Point]:
    """List the points of a matrix, later keys moving fastest; what is wrong is added to ``problems``.

    All combinations of the axes (keys that are zipped move together as one) are listed without those that ``exclude``
    names. Then each entry of ``include`` adds its keys to the points that have its values of the axes, or, when no
    point has, is a point by itself.
    """
    found = axes(document, {key: value for key, value in matrix.items() if key not in _WORDS}, problems)
    by_key = {axis.key: axis for axis in found}
    groups = _groups(document, matrix.get("zip", ()), by_key, problems)
    count = math.prod(len(group[0].values) for group in groups)
    if count > MOST_CELLS:
        problems.add(document, ("matrix",), f"makes {count:,} cells; at most {MOST_CELLS:,} are played", "table")
        return []
    grid = [_point(choice) for choice in itertools.product(*map(_steps, groups))] if found else []
    grid = _without_excluded(document, matrix.get("exclude", ()), grid, by_key, problems)
    grid = _with_included(document, matrix.get("include", ()), grid, by_key, problems)
    if not grid and not problems.lines:
        problems.add(document, ("matrix",), "leaves no cell", "table")
    return grid


def axes(document: Document, table: Mapping[str, Any], problems: Problems) -> list[Axis]:
    """Read the keys and their values: a list, or a range ``{ from, to, step }`` with both ends."""
    found = []
    for key, path, value in _flat(table, (), ("matrix",)):
        if not _is_known(key):
            problems.add(document, path, _KEYS, "key")
        elif isinstance(value, Mapping):
            values = _range(document, path, value, problems)
            found.append(Axis(key, values, (path,) * len(values)))
        elif isinstance(value, tuple) and value:
            for i in _repeated(value):
                problems.add(document, (*path, i), "is there twice")
            found.append(Axis(key, value, tuple((*path, i) for i in range(len(value)))))
        else:
            problems.add(document, path, "must be a list of values, or a range { from = 1, to = 9, step = 2 }")
    return [axis for axis in found if axis.values]


def _repeated(values: Sequence[Any]) -> Iterator[int]:
    return (i for i, value in enumerate(values) if any(_same(value, other) for other in values[:i]))


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _flat(table: Mapping[str, Any], above: KeyPath, path: KeyPath) -> Iterator[tuple[KeyPath, KeyPath, Any]]:
    """Key, place and value of every axis, whether its key is quoted as one or written as a dotted key or a table."""
    for name, value in table.items():
        key, here = (*above, *name.split(".")), (*path, name)
        if isinstance(value, Mapping) and not _RANGE & set(value) and value:
            yield from _flat(value, key, here)
        else:
            yield key, here, value


def _is_known(key: KeyPath) -> bool:
    return key in (SEATS, SEED, ("variant",)) or (key[0], len(key)) in (("rules", 2), ("seats", 3))


def _range(document: Document, path: KeyPath, value: Mapping[str, Any], problems: Problems) -> tuple[float, ...]:
    """Numbers from the first to the last, a step apart; whole when all three are."""
    for name in value:
        if name not in _RANGE:
            near = nearest(name, sorted(_RANGE))
            message = "there is no such key; there are from, to, step" + (f"; did you mean {near}?" if near else "")
            problems.add(document, (*path, name), message, "key")
    missing = sorted(_RANGE - set(value))
    if missing:
        if set(value) <= _RANGE:  # else it is likely the one that is misspelt
            problems.add(document, (*path, missing[0]), f"{missing[0]} is missing", "missing")
        return ()
    wrong = [name for name in ("from", "to", "step") if not _is_number(value[name])]
    for name in wrong:
        problems.add(document, (*path, name), "must be a number")
    if wrong:
        return ()
    first, last, step = value["from"], value["to"], value["step"]
    if step <= 0 or last < first:
        name, message = ("step", "must be above 0") if step <= 0 else ("to", f"must be at least from = {first}")
        problems.add(document, (*path, name), message)
        return ()
    count = math.floor((last - first) / step + 1e-9) + 1  # 0.1, 0.2, 0.3 are three, whatever the last bit says
    if count > MOST_CELLS:
        problems.add(document, path, f"has {count:,} values; at most {MOST_CELLS:,} cells are played")
        return ()
    whole = all(isinstance(number, int) for number in (first, step))
    return tuple(first + i * step if whole else round(first + i * step, 12) for i in range(count))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _groups(
    document: Document, zipped: Any, by_key: Mapping[KeyPath, Axis], problems: Problems
) -> list[tuple[Axis, ...]]:
    """Axes that move together, each group where its first axis stands; all others by themselves."""
    together: dict[KeyPath, tuple[Axis, ...]] = {}
    if zipped and all(isinstance(key, str) for key in zipped):
        zipped = (zipped,)
    for i, keys in enumerate(zipped):
        path: KeyPath = ("matrix", "zip", i)
        group = tuple(by_key[key] for key in (tuple(str(name).split(".")) for name in keys) if key in by_key)
        if len(group) < len(keys) or len(group) < 2 or any(axis.key in together for axis in group):
            problems.add(document, ("matrix", "zip"), "must list two or more keys of [matrix], each once")
        elif len({len(axis.values) for axis in group}) > 1:
            lengths = ", ".join(f"{key_text(axis.key)} has {len(axis.values)}" for axis in group)
            problems.add(document, path, f"must have equally many values each: {lengths}", "key")
        else:
            together |= dict.fromkeys((axis.key for axis in group), group)
    return list(dict.fromkeys(together.get(key, (axis,)) for key, axis in by_key.items()))


def _steps(group: tuple[Axis, ...]) -> list[list[tuple[Axis, int]]]:
    return [[(axis, i) for axis in group] for i in range(len(group[0].values))]


def _point(choice: Sequence[Sequence[tuple[Axis, int]]]) -> Point:
    chosen = [one for group in choice for one in group]
    return Point(
        {axis.key: axis.values[i] for axis, i in chosen},
        {axis.key: axis.paths[i] for axis, i in chosen},
    )


def _entries(
    document: Document, word: str, given: Any, problems: Problems
) -> Iterator[tuple[KeyPath, dict[KeyPath, Any], dict[KeyPath, KeyPath]]]:
    """Entries of ``include`` or ``exclude``: place, values and their places."""
    if not isinstance(given, tuple):
        problems.add(document, ("matrix", word), 'must be a list of tables, such as [{ "rules.target" = 5000 }]')
        return
    for i, entry in enumerate(given):
        path: KeyPath = ("matrix", word, i)
        if not isinstance(entry, Mapping) or not entry:
            problems.add(document, path, 'must be a table, such as { "rules.target" = 5000 }')
            continue
        flat = list(_flat(entry, (), path))
        for key, where, _ in flat:
            if not _is_known(key):
                problems.add(document, where, _KEYS, "key")
        known = [one for one in flat if _is_known(one[0])]
        yield path, {key: value for key, _, value in known}, {key: where for key, where, _ in known}


def _without_excluded(
    document: Document, given: Any, grid: list[Point], by_key: Mapping[KeyPath, Axis], problems: Problems
) -> list[Point]:
    for path, values, paths in _entries(document, "exclude", given, problems):
        for key in values:
            if key not in by_key:
                problems.add(document, paths[key], "is not a key of [matrix]", "key")
        left = [point for point in grid if not point.holds(values)]
        if len(left) == len(grid) and all(key in by_key for key in values):
            problems.add(document, path, f"excludes nothing: {_told(values)}", "key")
        grid = left
    return grid


def _with_included(
    document: Document, given: Any, grid: list[Point], by_key: Mapping[KeyPath, Axis], problems: Problems
) -> list[Point]:
    alone: list[Point] = []
    for _, values, paths in _entries(document, "include", given, problems):
        of_axes = {key: value for key, value in values.items() if key in by_key}
        fitting = [point.holds(of_axes) for point in grid]
        if any(fitting) and len(of_axes) < len(values):
            grid = [point.and_(values, paths) if fits else point for point, fits in zip(grid, fitting, strict=True)]
        else:
            alone.append(Point(values, paths))
    return [*grid, *alone]


def _told(values: Mapping[KeyPath, Any]) -> str:
    return ", ".join(f"{key_text(key)} = {value_text(value)}" for key, value in values.items())
