"""The page about Skreślanka names everything that there is, and its configs run."""

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
