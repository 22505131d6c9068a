"""The page about Skreślanka 2 names everything that there is, and its configs run."""

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
