"""Cells and small ``games`` tables for the tests."""

from __future__ import annotations

from typing import Any, Literal

import polars as pl

from simkit.model.cell import Cell, SeatBot


def bot(name: str) -> SeatBot:
    """A bot with one parameter."""
    return SeatBot(name, (("bank_at", 300),), "0f")


def cell(lineup: str, seatings: Literal["fixed", "rotate", "all"] = "fixed", **rules: Any) -> Cell:
    """A cell whose line-up has a bot for each letter; equal letters are equal bots."""
    return Cell("base", "ten-thousand", 1, tuple(rules.items()), tuple(map(bot, lineup)), seatings, 100, 1, 1)


def games(cell: Cell, deals: int, **columns: list[Any]) -> pl.LazyFrame:
    """A table of whole deals with these columns, a value a game."""
    seatings = len(cell.arrangements)
    rows = {
        "deal": [deal for deal in range(deals) for _ in range(seatings)],
        "seating": [seating + 1 for _ in range(deals) for seating in range(seatings)],
    }
    return pl.LazyFrame(rows | columns)
