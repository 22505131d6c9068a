"""Differences within the values of a column: each is that of the games, or turns, that have the value."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from simkit.errors import UsageError
from simkit.registry import find_game
from simkit.report.comparison import compare_runs
from simkit.report.comparison_render import render_comparison
from simkit.stats.intervals import t_quantile
from tests.report.runs import MemoryRun, pattern, zilch_cell
from tests.twins import make_cell

DEALS = 600


def changed(frame: pl.LazyFrame) -> pl.LazyFrame:
    """Longer games in every third deal, and other winners in every seventh."""
    return frame.with_columns(
        turns=pl.col("turns") + (pl.col("deal") % 3 == 0) * 2,
        winners=pl.when(pl.col("deal") % 7 == 0, pl.col("winners") > 0).then(2).otherwise("winners"),
    )


def two() -> MemoryRun:
    base, other = zilch_cell("base"), zilch_cell("short", target=5_000)
    return MemoryRun((base, other), {"base": pattern(base, DEALS), "short": changed(pattern(other, DEALS))})


def alone(keep: pl.Expr, seatings: str) -> MemoryRun:
    """The same of some games only, which are whole deals of cells with these seatings."""
    run = two()
    cells = tuple(replace(cell, seatings=seatings) for cell in run.cells)  # type: ignore[arg-type]
    frames = {name: frame.filter(keep).with_columns(seating=1) for name, frame in run.frames.items()}
    return MemoryRun(cells, frames)


NUMBERS = ["statistic", "seat", "value", "low", "high", "se", "deals", "games", "deals_differ", "cell_value", "p"]


@pytest.mark.parametrize("seating", [1, 2])
def test_a_seating_is_as_if_it_were_played_alone(seating: int) -> None:
    """Every number but how many rows there are; a win rate by pairs of shares among them."""
    names = ["win_rate", "turns", "points_per_turn"]
    found = compare_runs([("x", two())], by="seating", names=names).contrasts[0].rows
    lone = compare_runs([("x", alone(pl.col("seating") == seating, "fixed"))], names=names).contrasts[0].rows
    rows = found.filter(pl.col("by") == f"seating = {seating}", pl.col("seat").is_not_null() | pl.col("bot").is_null())
    assert "score of pairs" in rows["interval"].to_list()
    for row, expected in zip(rows.select(NUMBERS).to_dicts(), lone.select(NUMBERS).to_dicts(), strict=True):
        assert row == pytest.approx(expected)


def test_a_column_that_changes_with_the_cell_counts_each_cells_own_games() -> None:
    found = compare_runs([("x", two())], by="winners", names=["turns"]).contrasts[0].rows
    run = two()
    for row in found.filter(pl.col("statistic") == "turns").iter_rows(named=True):
        winners = int(row["by"].removeprefix("winners = "))
        ours, theirs = (
            run.frames[name].filter(winners=winners).select(pl.col("turns").mean()).collect().item()
            for name in ("short", "base")
        )
        assert (row["cell_value"], row["against_value"]) == pytest.approx((ours, theirs))
    assert found["by"].unique().len() == 4
    text = render_comparison(compare_runs([("x", two())], by="start", names=["win_rate"]), "text")
    assert "seat 1, start = 1" in text


GAME = find_game("five-hundred")


def hands(seed: int, more: float) -> pl.LazyFrame:
    """Hands of 80 deals, one to four a game."""
    rng = np.random.default_rng(seed)
    rows = []
    for deal in range(80):
        for hand in range(rng.integers(1, 5)):
            contract = str(rng.choice(["pass", "6S", "7D"]))
            tricks = None if contract == "pass" else int(rng.integers(0, 10) + (rng.random() < more))
            made = None if tricks is None else tricks > 5
            rows.append((deal, 1, hand + 1, contract, tricks, made))
    names = ["deal", "seating", "hand", "contract", "side_tricks", "made"]
    labels = pl.Enum(next(c.labels for c in GAME.table("turns").columns if c.name == "contract"))
    return pl.LazyFrame(rows, schema=names, orient="row").with_columns(pl.col("contract").cast(labels))


def five_hundred() -> MemoryRun:
    base = make_cell(GAME, GAME.rules(), [("random", {})] * 4)
    other = replace(base, name="other", rules=(*base.rules, ("x", 1)))
    games = pl.LazyFrame({"deal": range(80), "seating": [1] * 80, "winners": [5] * 80})
    frames = {"base": games, "other": games}
    return MemoryRun((base, other), frames, "turns", {"base": hands(1, 0.0), "other": hands(2, 0.5)})


def totals(frame: pl.LazyFrame, contract: str) -> np.ndarray:
    """Tricks and contracts by deal."""
    hand = pl.col("contract") == contract
    found = frame.group_by("deal", maintain_order=True).agg(
        pl.col("side_tricks").filter(hand).sum(), pl.col("side_tricks").filter(hand).count().alias("n")
    )
    return found.sort("deal").select("side_tricks", "n").collect().to_numpy().T.astype(float)


def test_turns_by_contract_are_paired_by_deal() -> None:
    run = five_hundred()
    rows = compare_runs([("x", run)], by="contract", names=["hand_tricks", "share_of_turns"]).contrasts[0].rows
    assert rows["by"].to_list() == [f"contract = {one}" for one in ("pass", "6S", "7D")] * 2
    (row,) = rows.filter(statistic="hand_tricks", by="contract = 7D").to_dicts()
    ours, theirs = totals(run.turns["other"], "7D"), totals(run.turns["base"], "7D")
    kept = (ours[1] + theirs[1]) > 0
    e = np.zeros(int(kept.sum()))
    for sign, (tricks, number) in ((1, ours[:, kept]), (-1, theirs[:, kept])):
        ratio = tricks.sum() / number.sum()
        e += sign * (tricks - ratio * number) / number.sum() * len(e)
    se = np.sqrt((e**2).mean() / (len(e) - 1))
    value = ours[0].sum() / ours[1].sum() - theirs[0].sum() / theirs[1].sum()
    half = t_quantile(0.95, len(e) - 1) * se
    assert (row["value"], row["se"], row["low"], row["high"]) == pytest.approx((value, se, value - half, value + half))
    assert (row["deals"], row["interval"]) == (len(e), "t of pairs")
    shares = rows.filter(statistic="share_of_turns")
    assert shares["cell_value"].sum() == pytest.approx(1)
    assert shares["value"].sum() == pytest.approx(0)
    passed = rows.row(
        by_predicate=(pl.col("statistic") == "hand_tricks") & (pl.col("by") == "contract = pass"), named=True
    )
    assert (passed["value"], passed["interval"]) == (None, "none: nothing to count")


def test_what_there_is_not_to_group_by_is_refused() -> None:
    with pytest.raises(UsageError, match="--by strat: there is no such column; did you mean start"):
        compare_runs([("x", two())], by="strat")
    with pytest.raises(UsageError, match="--statistic turns: there is no such statistic"):
        compare_runs([("x", five_hundred())], by="contract", names=["turns"])
    with pytest.raises(UsageError, match="more than 64 values"):
        compare_runs([("x", two())], by="deal")
