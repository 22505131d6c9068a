"""Estimates of turns against a plain computation by deal."""

import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from simkit.errors import UsageError
from simkit.model.statistic import Statistic
from simkit.registry import every_game, find_game
from simkit.stats import turns
from simkit.stats.grouped import ROW_SHARE
from simkit.stats.intervals import ratio
from simkit.stats.moments import Moments
from simkit.stats.turns import estimate_turns
from tests.twins import make_cell

GAME = find_game("five-hundred")
CELL = make_cell(GAME, GAME.rules(), [("random", {})] * 4)
TRICKS = Statistic("tricks", "tricks", "tricks", "ratio", lambda _: pl.col("side_tricks"))
MADE = Statistic("made", "made", "share", "proportion", lambda _: pl.col("made"))


def hands(seed=1, deals=60):
    """A table of hands: some games of several hands, some contracts missing."""
    rng = np.random.default_rng(seed)
    rows = []
    for deal in range(deals):
        for seating in (1, 2):
            for _ in range(rng.integers(1, 5)):
                contract = str(rng.choice(["pass", "6S", "6S", "10H", "7D"]))
                tricks = None if contract == "pass" else int(rng.integers(0, 11))
                rows.append((deal + 100, seating, contract, tricks, None if tricks is None else tricks > 5))
    return pl.DataFrame(rows, schema=["deal", "seating", "contract", "side_tricks", "made"], orient="row")


def by_hand(frame, contract):
    """Mean tricks of a contract, and its interval from totals by deal."""
    totals = {}
    for deal, _, label, tricks, _ in frame.rows():
        if label == contract and tricks is not None:
            total = totals.setdefault(deal, [0, 0])
            total[0] += tricks
            total[1] += 1
    return ratio(Moments.of(np.array(list(totals.values()), np.float64).T, 0), 0.9), len(totals)


@pytest.mark.parametrize("rows", [1, 7, 10_000])
def test_a_mean_by_contract(rows, monkeypatch):
    monkeypatch.setattr(turns, "_BLOCK_ROWS", rows)
    frame = hands()
    found = estimate_turns(frame.lazy(), CELL, [TRICKS], 0.9, "contract")
    assert found["by"].to_list() == ["contract = pass", "contract = 6S", "contract = 7D", "contract = 10H"]
    for contract in ("6S", "7D", "10H"):
        interval, deals = by_hand(frame, contract)
        row = found.row(by_predicate=pl.col("by") == f"contract = {contract}", named=True)
        assert math.isclose(row["value"], interval.value)
        assert math.isclose(row["low"], interval.low)
        assert row["deals"] == deals
        games = frame.filter(contract=contract).select("deal", "seating").n_unique()
        assert row["games"] == games
    assert found.row(by_predicate=pl.col("by") == "contract = pass", named=True)["value"] is None


@pytest.mark.parametrize("rows", [7, 10_000])
def test_shares_are_of_all_turns_and_add_up(rows, monkeypatch):
    monkeypatch.setattr(turns, "_BLOCK_ROWS", rows)
    frame = hands()
    found = estimate_turns(frame.lazy(), CELL, [ROW_SHARE], 0.95, "contract")
    expected = [(frame["contract"] == label).mean() for label in ("pass", "6S", "7D", "10H")]
    assert np.allclose(found["value"].to_numpy(), expected)
    assert math.isclose(found["value"].sum(), 1)
    assert found["deals"].to_list() == [60] * 4


def test_all_turns_together_and_by_a_flag():
    frame = hands()
    found = estimate_turns(frame.lazy(), CELL, [MADE, TRICKS])
    assert found["by"].to_list() == [None, None]
    assert np.allclose(found["value"].to_numpy(), [frame["made"].mean(), frame["side_tricks"].mean()])
    found = estimate_turns(frame.lazy(), CELL, [TRICKS], by="made")
    assert found["by"].to_list() == ["made = NULL", "made = false", "made = true"]


def test_what_cannot_be_grouped_by_is_told():
    with pytest.raises(UsageError, match="no such column"):
        estimate_turns(hands().lazy(), CELL, [TRICKS], by="trump")
    with pytest.raises(UsageError, match="more than 64"):
        estimate_turns(hands(deals=80).lazy(), CELL, [TRICKS], by="deal")
    with pytest.raises(UsageError, match="level"):
        estimate_turns(hands().lazy(), CELL, [TRICKS], level=1.0)


def test_an_empty_table_has_no_estimates():
    assert estimate_turns(hands().lazy().head(0), CELL, [TRICKS], by="contract").is_empty()


@pytest.mark.parametrize("rows", [7, 10_000])
def test_a_standard_deviation_over_hands_by_contract(rows, monkeypatch):
    monkeypatch.setattr(turns, "_BLOCK_ROWS", rows)
    frame = hands(deals=200)
    spread = replace(TRICKS, kind="sd")
    found = estimate_turns(frame.lazy(), CELL, [spread], 0.9, "contract").filter(by="contract = 6S")
    (row,) = found.rows(named=True)
    tricks = frame.filter(pl.col("contract") == "6S", pl.col("side_tricks").is_not_null())["side_tricks"].to_numpy()
    assert row["statistic"] == "tricks_sd"
    assert math.isclose(row["value"], tricks.std())
    assert row["low"] < row["value"] < row["high"]
    # a uniform number of 0 to 10 has sd 3.16; its estimate from some 250 hands has a standard error of 0.08
    assert 0.04 < row["se"] < 0.16


@pytest.mark.parametrize("game", every_game().values(), ids=lambda game: game.id)
def test_every_game_has_statistics_of_its_turns_by_any_seat(game):
    # and they can be made from the declared columns, whatever these hold
    (seats, _) = game.seats
    columns = [name for column in game.table("turns").columns for name in column.names(seats)]
    frame = pl.LazyFrame({name: [1, 1] for name in columns}, schema=dict.fromkeys(columns, pl.Int32))
    cell = make_cell(game, game.rules(), [(game.bots[0].name, {})] * seats)
    found = estimate_turns(frame.with_columns(deal=pl.Series([0, 1]), seating=1), cell, game.turn_statistics())
    if game.id != "five-hundred":
        noun = "numbers" if game.id.startswith("skreslanka") else "points"
        assert {f"turn_{noun}", f"turn_{noun}_sd", "turn_nothing"} <= set(found["statistic"])
