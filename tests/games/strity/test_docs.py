"""The page names everything that there is, and the ready configs play."""

import pytest

from tests.games.kit import assert_page_is_whole, play_config
from tests.games.strity.known import GAME


def test_the_page_is_whole():
    assert_page_is_whole(GAME)


@pytest.mark.parametrize("name", ["strity", "strity-readings"])
def test_ready_configs_play(name, tmp_path):
    assert play_config(name, tmp_path).estimates().height > 0
