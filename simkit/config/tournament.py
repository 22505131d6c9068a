"""The ``[tournament]`` table: bots that play each other, a cell for each table that they are put at."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping

from simkit.config.changes import CellChanges
from simkit.config.document import value_text
from simkit.config.locate import KeyPath
from simkit.config.matrix import MOST_CELLS
from simkit.config.models import Config, Seat
from simkit.config.problems import Problems
from simkit.model.cell import SeatBot

__all__ = ["refuse_equal_bots", "table_names", "tables"]

_BETWEEN = ":"


def tables(config: Config, problems: Problems) -> Iterator[tuple[Config, CellChanges]]:
    """List the tables of a tournament: every set of as many bots as sit at one, with the config that it is played by.

    A table is called ``careful:bold:chase``. What does not go with a tournament is added to ``problems``.
    """
    assert config.tournament is not None
    for key in ("seats", "variants", "matrix"):
        if getattr(config, key):
            problems.add(
                config.document, (key,), "cannot be combined with [tournament], which has its own bots", "table"
            )
    bots, seats = config.tournament.bots, config.tournament.seats
    if len(bots) < 2:
        problems.add(config.document, ("tournament",), "must have two or more [[tournament.bots]]", "table")
    elif len(bots) < seats:
        problems.add(config.document, ("tournament", "seats"), f"there are only {len(bots)} [[tournament.bots]]")
    names = _names(config, problems)
    if (count := math.comb(len(bots), seats)) > MOST_CELLS:
        message = f"makes {count:,} tables; at most {MOST_CELLS:,} are played"
        problems.add(config.document, ("tournament", "seats"), message, "key")
        return
    seatings = "all" if config.run.seatings == "all" else "rotate"
    run = config.run.model_copy(update={"seatings": seatings})
    for numbers in itertools.combinations(range(len(bots)), seats):
        table = config.model_copy(update={"seats": tuple(bots[number] for number in numbers), "run": run})
        paths = tuple(_path_of(number) for number in numbers)
        yield table, CellChanges(_BETWEEN.join(names[number] for number in numbers), seats=paths)


def refuse_equal_bots(config: Config, field: Mapping[KeyPath, SeatBot], problems: Problems) -> None:
    """Refuse bots, by place, that differ in nothing but their names: they would get one rating."""
    assert config.tournament is not None
    first: dict[SeatBot, str] = {}
    for number, bot in enumerate(config.tournament.bots):
        name = bot.name or _default_name(bot)
        same = field.get(_path_of(number))
        if same is not None and first.setdefault(same, name) != name:
            problems.add(
                config.document,
                _path_of(number),
                f"{name} is the same bot as {first[same]}: {same.label()}; give it another parameter, or leave it out",
                "key",
            )


def table_names(cell: str) -> tuple[str, ...] | None:
    """Names of the bots of a table's cell; None for another cell.

    >>> table_names("careful:bold"), table_names("base")
    (('careful', 'bold'), None)
    """
    return tuple(cell.split(_BETWEEN)) if _BETWEEN in cell else None


def _path_of(number: int) -> KeyPath:
    return ("tournament", "bots", number)


def _names(config: Config, problems: Problems) -> list[str]:
    """Names of the bots: as given, or the strategy with the parameters and the table that the config sets."""
    assert config.tournament is not None
    found: list[str] = []
    for number, bot in enumerate(config.tournament.bots):
        name = bot.name or _default_name(bot)
        if not re.fullmatch(r"[\w.-]+", name):
            problems.add(config.document, (*_path_of(number), "name"), "must be letters, digits, '-', '_' and '.'")
        elif name in found:
            other = found.index(name) + 1
            problems.add(
                config.document, _path_of(number), f"is called {name}, as bot {other} is; give it a name", "key"
            )
        found.append(name)
    return found


def _default_name(bot: Seat) -> str:
    values = [*bot.params.values(), *([] if bot.table is None else [bot.table])]
    parts = [bot.strategy, *(value if isinstance(value, str) else value_text(value) for value in values)]
    return re.sub(r"[^\w.]+", "-", "-".join(parts)).strip("-") or "bot"
