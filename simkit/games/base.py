"""What a game must provide: its rules, columns, decisions, kernel and reference.

Everything here is plain data. It imports neither numba nor polars, so that listing and describing games stays quick;
kernels are named by their module and imported when they are played.
"""

from __future__ import annotations

import importlib
from collections import namedtuple
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NamedTuple, get_args, get_origin

from pydantic import BaseModel, ConfigDict

__all__ = [
    "MAX_SEATS",
    "MISSING",
    "Bot",
    "Clause",
    "Column",
    "Decision",
    "Event",
    "GamePath",
    "GameSpec",
    "Outcome",
    "Parameter",
    "RulesModel",
    "Statistic",
    "Table",
    "code_of",
    "column_rows",
    "numbers_class",
    "rule_numbers",
]

MAX_SEATS = 8
"""Most seats at any table; kernels' bot tuples and per-seat buffer rows are padded to it."""

MISSING = -(2**63)
"""What a kernel writes where a column has no value; it becomes NULL in the log."""


class RulesModel(BaseModel):
    """Base of every game's Rules: strict, frozen, no unknown option.

    A field is an int, a bool, a ``Literal`` of strings or a tuple of ints; its description, range and source stand in
    the ``Field`` and are read by validation, help and docs alike.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


@dataclass(frozen=True)
class Column:
    """One column of an outcome table.

    Parameters
    ----------
    name
        Column name; a per-seat column is stored as ``name_1``, ``name_2``, ... one for each seat.
    meaning
        What a row's value says, in a sentence.
    kind
        ``int``; ``flag`` (0 or 1, stored as a bool); ``enum`` (index into ``labels``, stored as a dictionary);
        ``cards`` (a set of cards as an int64 mask).
    unit
        Unit of the value, such as ``points`` or ``turns``; empty for labels and flags.
    low, high
        Range of an ``int``, inclusive; it fixes the stored width.
    labels
        Labels of an ``enum``, by code.
    per_seat
        One value a seat.
    nullable
        Whether a row may hold ``MISSING``.
    """

    name: str
    meaning: str
    kind: Literal["int", "flag", "enum", "cards"] = "int"
    unit: str = ""
    low: int = 0
    high: int = 2**31 - 1
    labels: tuple[str, ...] = ()
    per_seat: bool = False
    nullable: bool = False

    def names(self, seats: int) -> list[str]:
        """Stored names of this column at a table of ``seats`` seats.

        >>> Column("score", "points at the end", per_seat=True).names(2)
        ['score_1', 'score_2']
        """
        return [f"{self.name}_{seat + 1}" for seat in range(seats)] if self.per_seat else [self.name]

    def height(self) -> int:
        """Buffer rows that the column takes: one, or one for each possible seat."""
        return MAX_SEATS if self.per_seat else 1


@dataclass(frozen=True)
class Table:
    """An outcome table: ``games`` (a row a game) or ``turns`` (a row a turn, in card games a row a hand).

    ``part_deals`` is the number of deals in a part when this is the most detailed table logged: a power of two.
    """

    name: str
    columns: tuple[Column, ...]
    part_deals: int

    def height(self) -> int:
        """Rows of the kernel's buffer ``int64[height, capacity]`` for this table."""
        return sum(column.height() for column in self.columns)


def column_rows(class_name: str, columns: Sequence[Column]) -> Any:
    """First buffer row of every column, as a NamedTuple of ints for kernels to index with.

    A per-seat column takes ``MAX_SEATS`` rows: seat ``s`` is at ``first + s``.
    """
    names = [column.name for column in columns]
    firsts, row = [], 0
    for column in columns:
        firsts.append(row)
        row += column.height()
    rows: Any = namedtuple(class_name, names)  # type: ignore[misc]
    return rows(*firsts)


@dataclass(frozen=True)
class Parameter:
    """Range, unit and meaning of a bot's parameter; the annotation it stands in gives type and default.

    For an enum parameter (a ``Literal`` of strings) ``low`` and ``high`` are not used.
    """

    meaning: str
    low: float = 0
    high: float = 2**53 - 1
    unit: str = ""


class NoParameters(NamedTuple):
    """Parameters of a bot that has none."""


@dataclass(frozen=True)
class Bot:
    """What decides for a seat: one plain function per decision, with the parameters they share.

    Parameters
    ----------
    name
        Name used in configs, with hyphens.
    meaning
        What it does, in a sentence that a player understands.
    source
        Who described it, and where.
    decide
        Function for each decision name; a decision left out is taken by the decision's default. One whose last argument
        is called ``table`` is also given the table that the seat carries (see ``docs/bots.md``).
    params
        NamedTuple class; each field annotated ``Annotated[type, Parameter(...)]`` with a default.
    weakness
        What it does badly, where that is worth a line.
    most_lines
        Lines of its file that it may run for one answer where it is tried in plain Python; one that searches needs more
        than others.
    """

    name: str
    meaning: str
    source: str
    decide: Mapping[str, Callable[..., Any]]
    params: type[tuple[Any, ...]] = NoParameters
    weakness: str = ""
    most_lines: int = 1_000_000


@dataclass(frozen=True)
class Decision:
    """A choice that a seat has to make.

    Parameters
    ----------
    name
        Name, an identifier.
    meaning
        When it is asked and what the answer does.
    view
        NamedTuple class of what the seat may see: ints, but for ``coin``, a float in [0, 1), fresh for each decision.
    option
        NamedTuple class of ints for a choice from a list: the bot is called once per option,
        ``(view, option, params) -> float``, and the best score wins, the first among equals. None: one call,
        ``(view, params) -> int``, whose answer must lie in ``0 .. actions - 1``.
    actions
        Names of the answers by number, for a decision without options.
    mask
        Field of the view that holds the mask of the answers allowed this time, at most 63; empty: all are.
    default
        What happens for a bot that has no function for it, in words.
    """

    name: str
    meaning: str
    view: type[tuple[Any, ...]]
    option: type[tuple[Any, ...]] | None = None
    actions: tuple[str, ...] = ()
    mask: str = ""
    default: str = ""


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
class Statistic:
    """A quantity of a summary, estimated from the rows of the ``games`` table.

    Parameters
    ----------
    name, meaning
        As printed; the name is an identifier.
    unit
        Unit of the value; of a proportion ``share of`` what is counted, such as ``share of games``.
    kind
        ``proportion``: in [0, 1], a mean over games or, with ``over``, successes over trials. ``mean``: over games.
        ``ratio``: a sum over a sum. ``sd``: standard deviation over games. ``quantiles``: of a number a game.
    value
        The Polars expression of a game's value (of a ratio's numerator): a function of the number of seats where
        ``by = "game"``, of the 0-based seat where ``by = "seat"``. A game or seat whose value is NULL does not count.
    over
        The same for the denominator of a ratio or the trials of a proportion; where it is 0, so must the value be.
    by
        ``game``: one number a cell. ``seat``: one a seat, and one a bot when bots change seats. ``best``: that of the
        bot with the highest, by seat and bot alike, when different bots change seats.
    divided
        Whether the seats divide one whole in every game that is not cut short, as they do a win.
    less
        What is taken off the estimate: a function of the number of seats.
    seats
        Fewest seats with which the quantity means anything.
    under
        Whether it means anything under such rules, by name; None for all.
    margin
        The difference that matters, in the unit: what comparisons and checks take by default.
    """

    name: str
    meaning: str
    unit: str
    kind: Literal["proportion", "mean", "ratio", "sd", "quantiles"]
    value: Callable[[int], Any]
    over: Callable[[int], Any] | None = None
    by: Literal["game", "seat", "best"] = "game"
    divided: bool = False
    less: Callable[[int], float] | None = None
    seats: int = 1
    under: Callable[[Mapping[str, Any]], bool] | None = None
    margin: float | None = None


@dataclass(frozen=True)
class Clause:
    """A clause of the rules that games may meet, for ``compare --why`` to tell what it moved.

    Parameters
    ----------
    name, meaning
        As printed; the meaning says what happened, a line.
    times
        How often it happened, from the columns of a row: an expression in SQL, a number or a truth. A per-seat column
        is written ``name_SEAT``; the sum over seats is taken then.
    table
        Whose columns: those of ``games``, or of ``turns``, summed over the turns of a game.
    holds
        Whether rules, by option, have the clause at all.
    """

    name: str
    meaning: str
    times: str
    table: Literal["games", "turns"] = "games"
    holds: Callable[[Mapping[str, Any]], bool] = lambda _: True


@dataclass(frozen=True)
class GamePath:
    """Which columns of the ``turns`` table tell who is how far as a game goes on; all begin with no points.

    Parameters
    ----------
    score
        Points after the row: of the seat in ``seat``, or a per-seat column where ``seat`` is empty.
    seat
        Whose row it is, from 1.
    taken, taken_from
        Points that the row took off another seat, and that seat, from 1 (NULL: nobody); empty where a game has no such
        thing.
    sides
        By number of seats, where they play by sides: the seats up to this one stand for all, as each side's points are
        those of its seats. Else every seat is for itself.
    fewest_lead
        Whether the seat with the fewest points leads.
    by_round
        Whether one looks only when all seats still playing have had their turn.
    """

    score: str = "score"
    seat: str = "seat"
    taken: str = ""
    taken_from: str = ""
    sides: Mapping[int, int] = field(default_factory=dict)
    fewest_lead: bool = False
    by_round: bool = False

    def sides_at(self, seats: int) -> int:
        """How many sides a table of so many seats has; each is told by the seat of that number."""
        return self.sides.get(seats, seats)


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
        Dotted name of the package with ``kernel`` and ``reference`` (see ``docs/architecture.md``).
    bots
        Bots that come with the game.
    statistics
        Function giving the game's statistics; called late, since it builds Polars expressions.
    turn_statistics
        The same for what is estimated from the rows of the ``turns`` table, grouped by one of its columns.
    path
        Where the ``turns`` table tells who is how far, for the measures of ``simkit.stats.path``.
    clauses
        What its outcomes tell of single clauses of its rules.
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
    statistics: Callable[[], Sequence[Statistic]]
    turn_statistics: Callable[[], Sequence[Statistic]] | None = None
    path: GamePath | None = None
    clauses: tuple[Clause, ...] = ()

    def table(self, name: str) -> Table:
        """The table of that name; KeyError when the game has none."""
        return {table.name: table for table in self.tables}[name]

    def kernel(self) -> ModuleType:
        """The kernel's module; its import loads numba."""
        return importlib.import_module(f"{self.package}.kernel")

    def reference(self) -> Callable[..., Generator[Event, None, Outcome]]:
        """The function that plays one game in plain Python, yielding events and returning its outcome."""
        module = importlib.import_module(f"{self.package}.reference")
        play: Callable[..., Generator[Event, None, Outcome]] = module.play
        return play

    def statistics_of_turns(self) -> Sequence[Statistic]:
        """What is estimated from the rows of the ``turns`` table; nothing for most games."""
        return () if self.turn_statistics is None else self.turn_statistics()

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
