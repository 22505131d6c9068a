"""The page about Siedemsetka names everything that there is, and its configs run."""

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
