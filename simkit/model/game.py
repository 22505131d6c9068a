"""What a game must provide: its rules, columns, decisions, kernel and reference.

Everything here is plain data. It imports neither numba nor polars, so that listing and describing games stays quick;
kernels are named by their module and imported when they are played.
"""

from __future__ import annotations

import importlib
from collections import namedtuple
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ConfigDict

from simkit.model.bot import Bot, Decision
from simkit.model.columns import Table
from simkit.model.statistic import Clause, GamePath, Statistic

__all__ = ["Event", "GameSpec", "Outcome", "RulesModel", "code_of", "numbers_class", "rule_numbers"]


class RulesModel(BaseModel):
    """Base of every game's Rules: strict, frozen, no unknown option.

    A field is an int, a bool, a ``Literal`` of strings or a tuple of ints; its description, range and source stand in
    the ``Field`` and are read by validation, help and docs alike.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    def idle_at(self, seats: int) -> tuple[str, str] | None:  # noqa: ARG002 (most games have no such option)
        """Name an option that is set, but does nothing at a table of so many seats, and say why; None without any."""
        return None


@dataclass(frozen=True)
class Event:
    """One thing that happened at the table, as the reference tells it.

    ``text`` is a sentence as a player would say it; ``data`` the same for machines; ``seat`` counts from 0.
    """

    kind: str
    text: str
    seat: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """Rows of one game: values by stored column name (``score_1``), ``MISSING`` where there is none."""

    game: Mapping[str, int]
    turns: Sequence[Mapping[str, int]]


@dataclass(frozen=True)
class GameSpec:
    """A game: its rules as data, its outcome tables, its decisions, and where its two implementations are.

    Parameters
    ----------
    id, title, subtitle, summary
        Id with hyphens; title as its players write it; an English subtitle; a sentence or two.
    version
        Raised whenever outcomes of an unchanged config change.
    seats
        Allowed numbers of seats, inclusive.
    rules
        Its Rules model.
    variant
        Name of the variant that holds where a config names none: a file in ``variants``.
    folder
        The game's folder; ``variants/*.toml`` lie in it.
    tables
        ``games`` and ``turns``, by log kind.
    decisions
        Its decisions; the first is the one that a bot given as one bare function decides.
    package
        Dotted name of the package whose modules hold the rest: ``kernel`` and ``reference``, and if it has them
        ``statistics``, ``clauses`` and ``exact`` (see ``docs/architecture.md``).
    bots
        Bots that come with the game.
    path
        Where the ``turns`` table tells who is how far, for the measures of ``simkit.stats.game_path``.
    """

    id: str
    title: str
    subtitle: str
    summary: str
    version: int
    seats: tuple[int, int]
    rules: type[RulesModel]
    variant: str
    folder: Path
    tables: tuple[Table, ...]
    decisions: tuple[Decision, ...]
    package: str
    bots: tuple[Bot, ...]
    path: GamePath | None = None

    def table(self, name: str) -> Table:
        """The table of that name; KeyError when the game has none."""
        return {table.name: table for table in self.tables}[name]

    def kernel(self) -> ModuleType:
        """The kernel's module; its import loads numba."""
        return importlib.import_module(f"{self.package}.kernel")

    def reference(self) -> Callable[..., Generator[Event, None, Outcome]]:
        """The function that plays one game in plain Python: ``play(rules, players, deal, max_turns)``.

        Parameters of ``play``
        ----------------------
        rules
            A model of the class ``rules``.
        players
            The bots by seat, each a ``simkit.bots.Player``; as many as ``seats`` allows.
        deal
            The ``simkit.streams.Deal`` that dice, cards, lots and coins come from.
        max_turns
            Turns, in card games hands, that a seat may begin before the game is cut short; a last round that has begun
            is played out.

        ``play`` yields an ``Event`` for everything that happens. ``data`` of the kind ``asked`` has ``decision``,
        ``view``, ``answer`` and, for a choice from a list, ``options`` and what they are in ``words``. ``play`` returns
        the ``Outcome``: every column of both tables but ``deal`` and ``seating``. It raises ``ContractError`` when a
        bot gives an answer that is not allowed, or rolls for the start or against a tie do not end.
        """
        module = importlib.import_module(f"{self.package}.reference")
        play: Callable[..., Generator[Event, None, Outcome]] = module.play
        return play

    def statistics(self) -> Sequence[Statistic]:
        """What is estimated from the rows of the ``games`` table; called late, since it builds Polars expressions."""
        make: Callable[[], Sequence[Statistic]] = self._own("statistics", "statistics", tuple)
        return make()

    def turn_statistics(self) -> Sequence[Statistic]:
        """The same of the rows of the ``turns`` table, grouped by one of its columns; nothing for most games."""
        make: Callable[[], Sequence[Statistic]] = self._own("statistics", "turn_statistics", tuple)
        return make()

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """What its outcomes tell of single clauses of its rules."""
        clauses: tuple[Clause, ...] = self._own("clauses", "CLAUSES", ())
        return clauses

    def _own(self, module: str, name: str, default: Any) -> Any:
        """What a module of the package defines by that name; ``default`` where it has no such module or name."""
        path = f"{self.package}.{module}"
        is_there = hasattr(importlib.import_module(self.package), "__path__") and find_spec(path) is not None
        return getattr(importlib.import_module(path), name, default) if is_there else default

    def variants(self) -> dict[str, Path]:
        """Variant files by name, in order of name."""
        return {path.stem: path for path in sorted((self.folder / "variants").glob("*.toml"))}


def code_of(rules: type[RulesModel], option: str, label: str) -> int:
    """Number that stands for ``label`` of a ``Literal`` option in kernels."""
    return get_args(rules.model_fields[option].annotation).index(label)


def _scalar_fields(rules: type[RulesModel]) -> list[str]:
    return [name for name, info in rules.model_fields.items() if get_origin(info.annotation) is not tuple]


def numbers_class(class_name: str, rules: type[RulesModel], module: str) -> type[tuple[int, ...]]:
    """NamedTuple class with an int for each scalar option, for a kernel to read as ``rules.target``.

    Assign it to ``class_name`` at module level of ``module``: compiled signatures are looked up by that name.
    """
    made: Any = namedtuple(class_name, _scalar_fields(rules), module=module)  # type: ignore[misc]
    return made


def rule_numbers(cls: Any, rules: RulesModel) -> tuple[int, ...]:
    """The rules as ints: bools as 0 and 1, labels by their place in the ``Literal``."""
    values = []
    for name in cls._fields:
        value = getattr(rules, name)
        values.append(code_of(type(rules), name, value) if isinstance(value, str) else int(value))
    return cls(*values)  # type: ignore[no-any-return]
