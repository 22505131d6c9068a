"""Writes a config that plays given cells again: every rule and parameter as it was, whatever defaults become."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simkit.config.models import BASE
from simkit.config.toml import to_toml
from simkit.model.cell import Cell, SeatBot

__all__ = ["config_texts"]


def config_texts(cells: Sequence[Cell], games: Mapping[str, int]) -> list[tuple[str, str]]:
    """Write as few configs as these cells need, one for each game, seed, line-up's length and setting of a run.

    Parameters
    ----------
    cells
        Cells; the first of a config is the config itself, the others its named variants.
    games
        Games of each cell, by its id.

    Returns
    -------
    list of (str, str)
        What a config plays, as the names of its cells, and its text.
    """
    alike: dict[tuple[Any, ...], list[Cell]] = {}
    for cell in cells:
        key = (
            cell.game,
            cell.version,
            cell.seats,
            cell.seatings,
            cell.max_turns,
            cell.seed,
            cell.streams,
            games[cell.id],
        )
        alike.setdefault(key, []).append(cell)
    return [(", ".join(cell.name for cell in some), _config(some, games[some[0].id])) for some in alike.values()]


def _config(cells: Sequence[Cell], games: int) -> str:
    base, names = cells[0], _variant_names(cells)
    variants = {name: dict(_changes(base, cell)) for name, cell in zip(names, cells[1:], strict=True)}
    content = to_toml(
        {
            "game": base.game,
            "seats": [{"strategy": bot.strategy, **_settings(bot)} for bot in base.lineup],
            "rules": dict(base.rules),
            "run": {"games": games, "seed": base.seed, "seatings": base.seatings, "max_turns": base.max_turns},
            "variants": variants or None,
        }
    )
    return content + "\n"


def _variant_names(cells: Sequence[Cell]) -> list[str]:
    """Names that a config allows for all cells but the first."""
    found: list[str] = []
    for cell in cells[1:]:
        name = re.sub(r"[^\w.-]+", "-", cell.name).strip("-") or "cell"
        while name == BASE or name in found:
            name += "-2"
        found.append(name)
    return found


def _changes(base: Cell, cell: Cell) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every key of a variant, with its value."""
    before = dict(base.rules)
    yield from ((("rules", key), value) for key, value in cell.rules if before.get(key) != value)
    for seat, (old, new) in enumerate(zip(base.lineup, cell.lineup, strict=True), 1):
        yield from ((("seats", f"{seat}", name), value) for name, value in _bot_changes(old, new))


def _bot_changes(old: SeatBot, new: SeatBot) -> list[tuple[str, Any]]:
    if old.strategy != new.strategy:
        return [("strategy", new.strategy), *_settings(new).items()]
    before = _settings(old)
    return [(name, value) for name, value in _settings(new).items() if before.get(name) != value]


def _settings(bot: SeatBot) -> dict[str, Any]:
    """What a seat's table has besides the strategy."""
    return {**({} if bot.table is None else {"table": bot.table.file}), **dict(bot.params)}
