"""Planted changes are found: those of the table in docs/checking.md, with the games that it says."""

from __future__ import annotations

import pytest

from tests.check.power import FIRST, PLANTED, Place, different


def test_what_is_changed_in_the_code_is_there(tmp_path) -> None:
    patched = [planted for planted in PLANTED if planted.patch is not None]
    for planted in patched:
        Place(tmp_path, planted)  # refuses a text that is not there once
    assert patched


@pytest.mark.slow
@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_planted_changes_are_found_on_common_deals(tmp_path, planted) -> None:
    place = Place(tmp_path, planted)
    place.baseline(2 * FIRST)
    found = place.check(2 * FIRST)
    assert found["verdict"] == "different"
    assert different(found)
    assert all(cell["blocks_changed"] for cell in found["cells"])
