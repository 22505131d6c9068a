"""Pages about small runs whose games follow a pattern, and difference rows made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl

from simkit.model.cell import Cell
from simkit.report.comparison import compare_runs
from simkit.report.page.build import Source, page_of_comparison
from simkit.report.page.model import Page
from tests.report.runs import MemoryRun, pattern, zilch_cell

COMMAND = "simkit compare zilch.toml --report page.html"


def longer(cell: Cell, deals: int) -> pl.LazyFrame:
    """The pattern, but that nine games in ten have three turns more and one seat-1 win in five goes to seat 2."""
    i = pl.int_range(pl.len())
    more = pl.when(i % 10 > 0).then(3).otherwise(0)
    won = pl.when((i % 25 == 0) & (pl.col("winners") == 1)).then(2).otherwise(pl.col("winners"))
    return pattern(cell, deals).with_columns(turns=pl.col("turns") + more, winners=won)


def pair(deals: int = 1_000) -> MemoryRun:
    """Zilch, and a cell called ``strict`` with longer games."""
    base = zilch_cell("base", "fixed")
    strict = replace(base, name="strict", rules=(*base.rules, ("topping", "strict")))
    return MemoryRun((base, strict), {"base": pattern(base, deals), "strict": longer(strict, deals)})


def sweep() -> MemoryRun:
    """Zilch to six targets, in nine games of ten one turn more from each to the next."""
    cells = [zilch_cell(f"target={target}", target=target) for target in range(5_000, 11_000, 1_000)]
    more = pl.int_range(pl.len()) % 10 > 0
    frames = {
        cell.name: pattern(cell, 200).with_columns(turns=pl.col("turns") + more * place)
        for place, cell in enumerate(cells)
    }
    return MemoryRun(tuple(cells), frames)


def page_of(run: MemoryRun, source: Source | None = None, **options: Any) -> Page:
    """The page about a run."""
    runs = [("runs/zilch", run)]
    return page_of_comparison(compare_runs(runs, **options), runs, source or Source(COMMAND))


def row(statistic: str, value: float | None, low: float | None, high: float | None, **more: Any) -> dict[str, Any]:
    """A difference row with these numbers, from 50 turns or half of the games; ``within_margin`` follows from them."""
    margin = more.get("margin")
    within = None
    if margin is not None and low is not None and high is not None:
        within = True if -margin <= low and high <= margin else False if low > margin or high < -margin else None
    before = 0.5 if more.get("unit", "").startswith("share") else 50.0
    given: dict[str, Any] = {
        "against_value": before,
        "cell_value": None if value is None else before + value,
        "statistic": statistic,
        "seat": None,
        "bot": None,
        "bot_against": None,
        "value": None if value is None else float(value),
        "low_all": None if low is None else float(low),
        "high_all": None if high is None else float(high),
        "margin": None,
        "within_margin": within,
        "deals_differ": 10,
        "deals": 1_000,
        "effect": None,
        "unit": "turns",
        "level": 0.95,
        "interval": "t of pairs",
    }
    return given | more
