"""Every config that docs/comparing.md shows holds, and makes the cells that it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simkit.config import load_config, resolve

TEXT = (Path(__file__).parents[2] / "docs" / "comparing.md").read_text(encoding="utf-8")
VARIANTS, MATRIX, TOURNAMENT = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize(
    ("text", "first", "count"),
    [
        (VARIANTS, "base", 4),
        # ten points, less one, and one more by itself
        (MATRIX, "target=5000,1.bank_at=300,2.bank_at=300", 10),
        (TOURNAMENT, "bank-at-300:bold", 3),
    ],
    ids=["variants", "matrix", "tournament"],
)
def test_a_config_of_the_docs_holds(tmp_path, text, first, count):
    (tmp_path / "c.toml").write_text(text, encoding="utf-8")
    found = resolve(load_config(tmp_path / "c.toml"))
    assert (found[0].name, len(found)) == (first, count)


def test_include_goes_to_the_points_that_match(tmp_path):
    (tmp_path / "c.toml").write_text(MATRIX, encoding="utf-8")
    cells = {cell.name: dict(cell.rules) for cell in resolve(load_config(tmp_path / "c.toml"))}
    assert "target=10000,1.bank_at=300,2.bank_at=300,endgame=none" in cells
    assert {rules["endgame"] for rules in cells.values() if rules["target"] == 10_000} == {"none"}
    assert "target=20000" in cells
