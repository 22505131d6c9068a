"""The cell: one fully resolved experiment, named by a hash of all that its outcomes depend on."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Literal

from simkit.errors import UsageError

__all__ = ["Cell", "SeatBot", "Seatings", "TableFile"]

Seatings = Literal["fixed", "rotate", "all"]

MAX_SEATINGS = 120


@dataclass(frozen=True)
class TableFile:
    """The table that a bot carries: its file as the config names it, and the hash of what it holds."""

    file: str
    hash: str


@dataclass(frozen=True)
class SeatBot:
    """One place of the line-up: a strategy as the config names it, its parameters, the hash of its code, its table."""

    strategy: str
    params: tuple[tuple[str, int | float | bool | str], ...]
    source: str
    table: TableFile | None = None

    def label(self) -> str:
        """Strategy, parameters and table on one line.

        >>> SeatBot("bank-at", (("bank_at", 500),), "0f").label()
        'bank-at(bank_at=500)'
        """
        named = (*self.params, *(() if self.table is None else (("table", self.table.file),)))
        inside = ", ".join(f"{name}={json.dumps(value)}" for name, value in named)
        return f"{self.strategy}({inside})" if inside else self.strategy


@dataclass(frozen=True)
class Cell:
    """One fully resolved experiment.

    The id covers game and version, every rule, the line-up, seatings, length cap, root seed and stream version; not the
    name, the number of games, or how and where they are played.
    """

    name: str
    game: str
    version: int
    rules: tuple[tuple[str, Any], ...]
    lineup: tuple[SeatBot, ...]
    seatings: Seatings
    max_turns: int
    seed: int
    streams: int

    def content(self) -> dict[str, Any]:
        """All that outcomes depend on, as plain data."""
        return {
            "game": self.game,
            "version": self.version,
            "rules": dict(self.rules),
            "lineup": [
                {
                    "strategy": bot.strategy,
                    "params": dict(bot.params),
                    "source": bot.source,
                    "table": None if bot.table is None else asdict(bot.table),
                }
                for bot in self.lineup
            ],
            "seatings": self.seatings,
            "max_turns": self.max_turns,
            "seed": self.seed,
            "streams": self.streams,
        }

    @classmethod
    def from_content(cls, name: str, content: dict[str, Any]) -> Cell:
        """The cell that ``content()`` came from, named ``name``."""
        lineup = tuple(
            SeatBot(
                bot["strategy"],
                tuple(bot["params"].items()),
                bot["source"],
                None if bot["table"] is None else TableFile(**bot["table"]),
            )
            for bot in content["lineup"]
        )
        rules = tuple(
            (key, tuple(value) if isinstance(value, list) else value) for key, value in content["rules"].items()
        )
        rest = {key: content[key] for key in ("game", "version", "seatings", "max_turns", "seed", "streams")}
        return cls(name=name, rules=rules, lineup=lineup, **rest)

    @cached_property
    def id(self) -> str:
        """First 16 hex digits of SHA-256 over the canonical (key-sorted) JSON of ``content()``."""
        text = json.dumps(self.content(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.lineup)

    @property
    def bots_keep_seats(self) -> bool:
        """Whether different bots keep their seats, so that what is the bot's and what the seat's is not known."""
        return self.seatings == "fixed" and len(set(self.lineup)) > 1

    @cached_property
    def arrangements(self) -> tuple[tuple[int, ...], ...]:
        """The seatings of each deal: for every one, the place in the line-up (from 0) that sits at each seat.

        ``fixed``: as written. ``rotate``: the distinct cyclic shifts. ``all``: the distinct arrangements, refused above
        120. Two seatings are the same when equal bots sit at every seat.
        """
        places = range(self.seats)
        if self.seatings == "fixed":
            return (tuple(places),)
        if self.seatings == "rotate":
            candidates = [tuple((place + shift) % self.seats for place in places) for shift in places]
        else:
            distinct = math.factorial(self.seats)
            for bot in set(self.lineup):
                distinct //= math.factorial(self.lineup.count(bot))
            if distinct > MAX_SEATINGS:
                raise UsageError(
                    f'[run] seatings = "all": {distinct} distinct arrangements; at most {MAX_SEATINGS} are played, '
                    'use "rotate"'
                )
            candidates = list(itertools.permutations(places))
        seen: dict[tuple[SeatBot, ...], tuple[int, ...]] = {}
        for candidate in candidates:
            seen.setdefault(tuple(self.lineup[place] for place in candidate), candidate)
        return tuple(seen.values())
