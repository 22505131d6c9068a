"""What comes with Siedemsetka: the page names everything, the configs run, statistics are those of the rows."""

import polars as pl
import pytest

from simkit.games.siedemsetka import GAME
from tests.games.kit import assert_page_is_whole, play_config


def test_page():
    assert_page_is_whole(GAME)


@pytest.mark.parametrize(("name", "cells"), [("siedemsetka", 1), ("siedemsetka-readings", 5)])
def test_configs_run(name, cells, tmp_path):
    estimates = play_config(name, tmp_path).estimates()
    assert estimates["cell"].n_unique() == cells
    lost = estimates.filter(estimates["statistic"] == "bust_rate")["value"]
    assert len(lost) >= cells
    assert lost.is_between(0, 1).all()


def test_statistics_are_those_of_the_rows(tmp_path):
    run = play_config("siedemsetka-readings", tmp_path, games=60)
    rows = run.games().filter(pl.col("cell") == "base").collect()
    found = {
        (row["statistic"], row["seat"]): row["value"]
        for row in run.estimates().filter(cell="base").iter_rows(named=True)
    }
    for seat in (1, 2):
        rolls = [rows[f"rolls_of_{dice}_{seat}"].sum() for dice in (3, 4, 5, 6)]
        busts = [rows[f"busts_of_{dice}_{seat}"].sum() for dice in (3, 4, 5, 6)]
        turns, runs = rows[f"seat_turns_{seat}"].sum(), rows[f"runs_{seat}"].sum()
        assert rolls[3] >= turns  # every turn begins with six dice
        assert found["bust_rate", seat] == pytest.approx(sum(busts) / turns)
        assert found["rolls_per_turn", seat] == pytest.approx(sum(rolls) / turns)
        assert found["bust_rate_of_3", seat] == pytest.approx(busts[0] / rolls[0])
        assert found["share_of_runs", seat] == pytest.approx(runs / (runs + rows[f"equals_{seat}"].sum()))
        assert found["points_per_turn", seat] == pytest.approx(rows[f"score_{seat}"].sum() / turns)
