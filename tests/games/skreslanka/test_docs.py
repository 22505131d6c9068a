"""What comes with Skreślanka: the page names everything, the configs run, statistics are those of the rows."""

import polars as pl
import pytest

from simkit.games.skreslanka import GAME
from tests.games.kit import assert_page_is_whole, play_config


def test_page():
    assert_page_is_whole(GAME)


@pytest.mark.parametrize(("name", "cells"), [("skreslanka", 1), ("skreslanka-readings", 4)])
def test_configs_run(name, cells, tmp_path):
    estimates = play_config(name, tmp_path).estimates()
    assert estimates["cell"].n_unique() == cells
    passes = estimates.filter(estimates["statistic"] == "pass_rate")["value"]
    assert len(passes) >= cells
    assert passes.is_between(0, 1).all()


def test_statistics_are_those_of_the_rows(tmp_path):
    run = play_config("skreslanka-readings", tmp_path, games=60)
    rows = run.games().filter(pl.col("cell") == "base").collect()
    found = {
        (row["statistic"], row["seat"]): row["value"]
        for row in run.estimates().filter(cell="base").iter_rows(named=True)
    }
    for seat in (1, 2):
        complete = rows[f"last_number_{seat}"].drop_nulls()
        assert found["turns_to_7", seat] == pytest.approx(rows[f"fell_7_{seat}"].mean())
        assert found["last_is_12", seat] == pytest.approx((complete == 12).mean())
        assert found["pass_rate", seat] == pytest.approx(
            rows[f"passes_{seat}"].sum() / rows[f"seat_turns_{seat}"].sum()
        )
        assert set(complete) <= set(range(1, 13))
        assert len(complete) == (rows[f"score_{seat}"] == 12).sum()
