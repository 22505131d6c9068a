"""Planted changes are found: those of the table in docs/checking.md, with the games that it says."""

from __future__ import annotations

import pytest

from tests.check.power import FIRST, PLANTED, Place, different


@pytest.mark.slow
@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_planted_changes_are_found_on_common_deals(tmp_path, planted) -> None:
    place = Place(tmp_path, planted)
    place.baseline(2 * FIRST)
    found = place.check(2 * FIRST)
    assert found["verdict"] == "different"
    assert different(found)
    assert all(cell["blocks_changed"] for cell in found["cells"])
