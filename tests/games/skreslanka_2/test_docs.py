"""What comes with Skreślanka 2: the page names everything, the configs run, statistics are those of the rows."""

import polars as pl
import pytest

from simkit.games.skreslanka_2 import GAME
from tests.games.kit import assert_page_is_whole, play_config


def test_page():
    assert_page_is_whole(GAME)


@pytest.mark.parametrize(("name", "cells"), [("skreslanka-2", 1), ("skreslanka-2-readings", 3)])
def test_configs_run(name, cells, tmp_path):
    estimates = play_config(name, tmp_path).estimates()
    assert estimates["cell"].n_unique() == cells
    wasted = estimates.filter(estimates["statistic"] == "waste_rate")["value"]
    assert len(wasted) >= cells
    assert wasted.is_between(0, 1).all()


def test_statistics_are_those_of_the_rows(tmp_path):
    run = play_config("skreslanka-2-readings", tmp_path, games=60)
    rows = run.games().filter(pl.col("cell") == "base").collect()
    found = {
        (row["statistic"], row["seat"]): row["value"]
        for row in run.estimates().filter(cell="base").iter_rows(named=True)
    }
    for seat in (1, 2):
        turns = rows[f"seat_turns_{seat}"].sum()
        assert found["numbers_crossed", seat] == pytest.approx(rows[f"score_{seat}"].mean())
        assert found["turns_to_3", seat] == pytest.approx(rows[f"fell_3_{seat}"].mean())
        for name, column in (("waste_rate", "wasted"), ("one_more_rate", "one_more"), ("two_more_rate", "two_more")):
            assert found[name, seat] == pytest.approx(rows[f"{column}_{seat}"].sum() / turns)
        assert (rows[f"score_{seat}"] + rows[f"wasted_{seat}"] == 20).all()
