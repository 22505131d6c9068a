"""Running estimates and differences: against sequences made by hand, and the same whichever way they are read."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from polars.testing import assert_frame_equal

from simkit.errors import StoreError, UsageError
from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.registry import find_game
from simkit.stats import common, moments
from simkit.stats.comparison import compare, difference_path
from simkit.stats.estimates import SCHEMA, SYMMETRY, estimate
from simkit.stats.running import NO_QUANTILES, EstimatePath, estimate_path, estimate_sequences
from simkit.stats.sequences import (
    ASYMPTOTIC,
    BERNSTEIN,
    TOO_FEW,
    Bernstein,
    asymptotic_factor,
    asymptotic_p,
    block_ends,
)
from tests.report.runs import pattern, zilch_cell

CELL = zilch_cell()
"""Two bots that change seats: two games a deal."""
STATISTICS = find_game("zilch").statistics()


def played(cell: Cell, deals: int, seed: int = 1) -> pl.LazyFrame:
    """The pattern with winners and lengths drawn at random."""
    frame = pattern(cell, deals).collect()
    rng = np.random.default_rng(seed)
    wins = rng.choice([0, 1, 2, 3], len(frame), p=[0.01, 0.55, 0.4, 0.04])
    turns = rng.integers(15, 60, len(frame))
    return frame.with_columns(winners=pl.Series(wins), turns=pl.Series(turns)).lazy()


FRAME = played(CELL, 16_000)
SHORT = [common.WIN_RATE, *common.TURNS, common.HALF_LEADER_WINS]


def by_deal(frame: pl.LazyFrame, value: pl.Expr) -> NDArray[np.float64]:
    """Mean over each deal's games."""
    return frame.group_by("deal", maintain_order=True).agg(value.mean()).collect().to_series(1).to_numpy()


def sequence(values: NDArray[np.float64], low: float) -> Bernstein:
    """The sequence of these values, block by block."""
    found = Bernstein(low, 1)
    ends = block_ends(len(values))
    for first, end in zip([0, *ends], ends, strict=False):
        block = values[first:end]
        found = found.after(len(block), float(block.mean()), float(((block - block.mean()) ** 2).sum()))
    return found


def test_a_win_rate_has_the_sequence_of_its_deals_shares() -> None:
    path = estimate_path(FRAME, CELL, SHORT, 16_000)
    assert path["look"].unique().sort().to_list() == [10_000, 12_500, 15_625, 16_000]
    shares = by_deal(FRAME, common.win_share(pl.lit(1)))
    for look in (10_000, 15_625, 16_000):
        row = path.filter(look=look, statistic="win_rate", seat=1).row(0, named=True)
        expected = sequence(shares[:look], 0).interval(0.95)
        assert [row["value"], row["low"], row["high"]] == pytest.approx(expected[:3], rel=1e-9)
        assert (row["interval"], row["deals"]) == (BERNSTEIN, look)


def test_means_and_shares_of_some_games_have_asymptotic_sequences() -> None:
    path = estimate_path(FRAME, CELL, SHORT, 16_000, level=0.9).filter(look=16_000)
    fixed = estimate(FRAME, CELL, SHORT, 0.9)
    for name in ("turns", "turns_sd", "half_leader_wins"):
        row, plain = (rows.filter(statistic=name).row(0, named=True) for rows in (path, fixed))
        assert row["interval"] == ASYMPTOTIC
        assert row["value"] == pytest.approx(plain["value"], rel=1e-12)
        half = asymptotic_factor(plain["deals"], 0.9) * plain["se"]
        assert [row["low"], row["high"]] == pytest.approx([row["value"] - half, row["value"] + half], rel=1e-9)
    assert set(path.filter(pl.col("statistic").str.contains("_p"))["interval"]) == {NO_QUANTILES}


def test_before_the_first_look_only_shares_are_known() -> None:
    path = estimate_path(FRAME, CELL, SHORT, 9_000)
    kinds = dict(path.select("statistic", "interval").iter_rows())
    assert (kinds["win_rate"], kinds["turns"]) == (BERNSTEIN, TOO_FEW)


def test_an_estimate_is_the_same_however_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, in_steps = EstimatePath(CELL, STATISTICS), EstimatePath(CELL, STATISTICS)
    at_once.advance(FRAME, 15_625)
    monkeypatch.setattr(moments, "BLOCK_GAMES", 3_001)
    for look in (10_000, 12_500, 12_500, 15_625):
        in_steps.advance(FRAME, look)
    one, other = (pl.DataFrame(path.rows(0.95), schema=SCHEMA) for path in (at_once, in_steps))
    assert_frame_equal(one, other, rel_tol=1e-9)


def test_too_few_deals_are_an_error() -> None:
    with pytest.raises(StoreError, match="fewer than 16,001 deals"):
        EstimatePath(CELL, SHORT).advance(FRAME, 16_001)


@pytest.mark.parametrize("level", [0.0, 1.0, 2.0])
@pytest.mark.parametrize("by", [None, "start"])
def test_a_level_out_of_range_is_refused(level: float, by: str | None) -> None:
    with pytest.raises(UsageError, match=f"level = {level}: must lie between 0 and 1"):
        estimate_sequences(FRAME, CELL, STATISTICS, level, by)
    with pytest.raises(UsageError, match=f"level = {level}: must lie between 0 and 1"):
        estimate_path(FRAME, CELL, STATISTICS, 20, level)


def test_a_symmetric_bot_is_told_so_after_a_stop_too() -> None:
    cell = zilch_cell(bots="aa")
    frame = played(cell, 10_000).with_columns(winners=pl.col("seating"))
    path = estimate_path(frame, cell, [common.WIN_RATE], 10_000)
    assert path.filter(pl.col("seat").is_null())["interval"].to_list() == [SYMMETRY]


@dataclass(frozen=True)
class Side:
    """What ``compare`` needs of a cell."""

    cell: Cell
    frame: pl.LazyFrame
    statistics: list[Statistic] = field(default_factory=lambda: SHORT)
    turns: pl.LazyFrame | None = None


OTHER = replace(zilch_cell("other", target=10_000))
THEIRS = FRAME.with_columns(
    winners=pl.when(pl.col("deal") % 50 == 0).then(1).when(pl.col("deal") % 150 == 7).then(2).otherwise("winners"),
    turns=pl.col("turns") - pl.col("deal") % 3,
)


def test_a_paired_difference_of_win_rates_has_the_sequence_of_its_deals() -> None:
    rows = compare([(Side(OTHER, THEIRS), Side(CELL, FRAME))], 0.95, sequences=True)
    row = rows.filter(statistic="win_rate", seat=1).row(0, named=True)
    shares = [by_deal(frame, common.win_share(pl.lit(1))) for frame in (THEIRS, FRAME)]
    expected = sequence(shares[0] - shares[1], -1)
    assert [row["value"], row["low"], row["high"]] == pytest.approx(expected.interval(0.95)[:3], rel=1e-7)
    assert 0 < expected.p() < 0.5
    assert row["p"] == pytest.approx(expected.p(), rel=1e-6, abs=0)
    assert row["interval"] == BERNSTEIN
    together = expected.interval(row["level_all"])
    assert [row["low_all"], row["high_all"]] == pytest.approx(together[1:3], rel=1e-7)


def test_a_paired_difference_of_means_has_an_asymptotic_sequence() -> None:
    pairs = [(Side(OTHER, THEIRS), Side(CELL, FRAME))]
    row, plain = (
        compare(pairs, 0.95, sequences=each).filter(statistic="turns").row(0, named=True) for each in (True, False)
    )
    off = by_deal(THEIRS, pl.col("turns")) - by_deal(FRAME, pl.col("turns"))
    se = off.std() / math.sqrt(len(off) - 1)
    half = asymptotic_factor(16_000, 0.95) * se
    assert [row["value"], row["low"], row["high"]] == pytest.approx(
        [off.mean(), off.mean() - half, off.mean() + half], rel=1e-9
    )
    assert row["p"] == pytest.approx(asymptotic_p(off.mean() / se, 16_000))
    assert row["reduction"] == pytest.approx(plain["reduction"])
    quantile = compare(pairs, 0.95, sequences=True).filter(statistic="turns_p50")
    assert (quantile["interval"].item(), quantile["low"].item(), quantile["p"].item()) == (NO_QUANTILES, None, None)


def test_independent_cells_are_read_in_step() -> None:
    cell = replace(OTHER, seed=8)
    longer = Side(cell, played(cell, 20_000, seed=2))
    rows = compare([(longer, Side(CELL, FRAME))], 0.95, sequences=True)
    row = rows.filter(statistic="win_rate", seat=1).row(0, named=True)
    shares = [by_deal(frame, common.win_share(pl.lit(1)))[:16_000] for frame in (longer.frame, FRAME)]
    expected = sequence(shares[0], 0).less(sequence(shares[1], 0), 0.95)
    assert [row["value"], row["low"], row["high"]] == pytest.approx(expected[:3], rel=1e-7)
    turns = rows.filter(statistic="turns").row(0, named=True)
    assert turns["deals"] == 16_000
    assert turns["high"] - turns["value"] == pytest.approx(asymptotic_factor(16_000, 0.95) * turns["se"])


def test_running_differences_end_as_the_comparison_does() -> None:
    pairs = [(Side(OTHER, THEIRS), Side(CELL, FRAME))]
    path = difference_path(pairs, 16_000, 0.95, {"turns": 0.3}, ["win_rate", "turns"])
    assert path["look"].unique().sort().to_list() == [10_000, 12_500, 15_625, 16_000]
    whole = compare(pairs, 0.95, {"turns": 0.3}, ["win_rate", "turns"], sequences=True)
    assert_frame_equal(path.filter(look=16_000).drop("look"), whole, rel_tol=1e-9)
