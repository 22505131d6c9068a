"""What each cell of a config changes in it: named variants times the points of the matrix, with readable names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simkit.config.document import value_text
from simkit.config.locate import KeyPath
from simkit.config.matrix import SEATS, SEED, Point, points
from simkit.config.models import BASE, Config, VariantChanges
from simkit.config.problems import Problems

__all__ = ["CellChanges", "at_point", "changes_of"]


@dataclass(frozen=True)
class CellChanges:
    """What one cell changes, and where that stands.

    Parameters
    ----------
    name
        Name of the cell.
    path
        Place of the named variant; empty for the config itself. What the cell as a whole lacks is told there.
    changes
        Everything that it changes.
    paths
        Places of changes that do not stand below ``path``: those of the matrix.
    seats
        Places of the seats' own tables; empty for those of ``[[seats]]``.
    point
        The values of the matrix that are none of rules, bots or the variant: number of seats and seed, by key.
    """

    name: str
    path: KeyPath = ()
    changes: VariantChanges = field(default_factory=VariantChanges)
    paths: Mapping[KeyPath, KeyPath] = field(default_factory=dict)
    seats: tuple[KeyPath, ...] = ()
    point: Mapping[KeyPath, Any] = field(default_factory=dict)

    def path_to(self, *key: str) -> KeyPath:
        """Where the change of a key stands, such as ``rules``, ``target``."""
        return self.paths.get(key, (*self.path, *key))

    def seat_path(self, index: int) -> KeyPath:
        """Where a seat's own table stands."""
        return self.seats[index] if self.seats else ("seats", index)

    @property
    def whole(self) -> KeyPath:
        """Where something about the cell as a whole is told: its variant, or else its point of the matrix."""
        return self.path or next(iter(self.paths.values()), self.seats[-1] if self.seats else ())


def changes_of(config: Config, problems: Problems) -> Iterator[CellChanges]:
    """List the cells of a config: itself and its named variants, each at every point of the matrix.

    A point of ``base`` is called by its values, that of a variant ``strict,target=5000``.
    """
    grid: Sequence[Point | None] = points(config.document, config.matrix, problems) if config.matrix else [None]
    labels = _labels([point for point in grid if point is not None])
    yield from (_at(CellChanges(BASE), point, labels) for point in grid)
    for name, changes in config.variants.items():
        path: KeyPath = ("variants", name)
        if name == BASE or not re.fullmatch(r"[\w.-]+", name):
            message = f"must be a name of letters, digits, '-', '_' and '.', and not {BASE}, which is the config itself"
            problems.add(config.document, path, message, "key")
        yield from (_at(CellChanges(name, path, changes), point, labels) for point in grid)


def at_point(point: Point) -> CellChanges:
    """Return what the config itself changes at a point, called by its values."""
    return _at(CellChanges(BASE), point, _labels([point]))


def _labels(grid: Sequence[Point]) -> dict[KeyPath, str]:
    """Shortest ends of the keys that tell them apart: ``bank_at``, or ``1.bank_at`` and ``2.bank_at``."""
    keys = list(dict.fromkeys(key for point in grid for key in point.values))
    found = {}
    for key in keys:
        ends = (key[-length:] for length in range(1, len(key) + 1))
        end = next(end for end in ends if sum(other[-len(end) :] == end for other in keys) == 1)
        found[key] = ".".join(map(str, end))
    return found


def _at(cell: CellChanges, point: Point | None, labels: Mapping[KeyPath, str]) -> CellChanges:
    """Return the cell with the values of a point on top."""
    if point is None:
        return cell
    values = [f"{labels[key]}={_word(value)}" for key, value in point.values.items()]
    name = ",".join([*([] if cell.name == BASE else [cell.name]), *values])
    others = {key: value for key, value in point.values.items() if key in (SEATS, SEED)}
    return CellChanges(name, cell.path, _changed(cell.changes, point), point.paths, point=others)


def _word(value: Any) -> str:
    """Write a value so that it can be part of a name: no commas, no spaces, no quotes."""
    text = value if isinstance(value, str) else value_text(value)
    return re.sub(r"[^\w.+-]+", "/", text).strip("/") or "-"


def _changed(changes: VariantChanges, point: Point) -> VariantChanges:
    rules, seats, variant = (
        dict(changes.rules),
        {seat: dict(one) for seat, one in changes.seats.items()},
        changes.variant,
    )
    for key, value in point.values.items():
        if key[0] == "rules":
            rules[str(key[1])] = value
        elif key[0] == "seats" and key != SEATS:
            seats.setdefault(str(key[1]), {})[str(key[2])] = value
        elif key[0] == "variant":
            variant = value
    return VariantChanges.model_construct(variant=variant, rules=rules, seats=seats)
