"""The ``[tournament]`` table: every bot against every other one, a cell for each pair."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from simkit.config.changes import CellChanges
from simkit.config.document import value_text
from simkit.config.locate import KeyPath
from simkit.config.models import Config, Seat
from simkit.config.problems import Problems

__all__ = ["pair_names", "pairings"]

_BETWEEN = ":"


def pairings(config: Config, problems: Problems) -> Iterator[tuple[Config, CellChanges]]:
    """List the pairs of a tournament, each as a config of two seats that change places every deal, and a name.

    A pair is called ``careful:bold``. What does not go with a tournament is added to ``problems``.
    """
    assert config.tournament is not None
    for key in ("seats", "variants", "matrix"):
        if getattr(config, key):
            problems.add(config.document, (key,), "does not go with [tournament], which has bots of its own", "table")
    bots = config.tournament.bots
    if len(bots) < 2:
        problems.add(config.document, ("tournament",), "must have two or more [[tournament.bots]]", "table")
    names = _names(config, problems)
    run = config.run.model_copy(update={"seatings": "rotate"})
    for one, other in itertools.combinations(range(len(bots)), 2):
        pair = config.model_copy(update={"seats": (bots[one], bots[other]), "run": run})
        places = tuple(_place(number) for number in (one, other))
        yield pair, CellChanges(f"{names[one]}{_BETWEEN}{names[other]}", seats=places)


def pair_names(cell: str) -> tuple[str, str] | None:
    """Names of the two bots of a pair's cell; None for another cell.

    >>> pair_names("careful:bold"), pair_names("base")
    (('careful', 'bold'), None)
    """
    one, between, other = cell.partition(_BETWEEN)
    return (one, other) if between else None


def _place(number: int) -> KeyPath:
    return ("tournament", "bots", number)


def _names(config: Config, problems: Problems) -> list[str]:
    """Names of the bots: as given, or the strategy with the parameters that the config sets."""
    assert config.tournament is not None
    found: list[str] = []
    for number, bot in enumerate(config.tournament.bots):
        name = bot.name or _default_name(bot)
        if not re.fullmatch(r"[\w.-]+", name):
            problems.add(config.document, (*_place(number), "name"), "must be letters, digits, '-', '_' and '.'")
        elif name in found:
            other = found.index(name) + 1
            problems.add(config.document, _place(number), f"is called {name}, as bot {other} is; give it a name", "key")
        found.append(name)
    return found


def _default_name(bot: Seat) -> str:
    parts = [bot.strategy, *(value if isinstance(value, str) else value_text(value) for value in bot.params.values())]
    return re.sub(r"[^\w.]+", "-", "-".join(parts)).strip("-") or "bot"
