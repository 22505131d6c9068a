"""A config that is written plays the same cells: their ids are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.config import load_config, number_of_games, resolve
from simkit.config.write import config_texts

CONFIGS = sorted((Path(__file__).parents[2] / "configs").glob("*.toml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_configs_come_back(path, tmp_path) -> None:
    cells = resolve(load_config(path, games=1_000))
    texts = config_texts(cells, dict.fromkeys((cell.id for cell in cells), 1_000))
    found = []
    for place, (_, text) in enumerate(texts):
        written = tmp_path / f"{place}.toml"
        written.write_text(text)
        config = load_config(written)
        assert number_of_games(config) == 1_000
        found += resolve(config)
    assert [cell.id for cell in found] == [cell.id for cell in cells]


def test_cells_that_differ_in_what_a_variant_cannot_change_have_configs_of_their_own(tmp_path) -> None:
    path = next(path for path in CONFIGS if path.stem == "when-to-bank")
    cells = [cell for seed in (1, 2) for cell in resolve(load_config(path, games=10, seed=seed))[:2]]
    texts = config_texts(cells, dict.fromkeys((cell.id for cell in cells), 10))
    assert [names for names, _ in texts] == ["bank_at=200, bank_at=250"] * 2
    assert "[variants.bank_at-250]\nseats.1.bank_at = 250\n" in texts[0][1]
    assert ["seed = 1\n" in texts[0][1], "seed = 2\n" in texts[1][1]] == [True, True]
    fewer = config_texts(cells, {cell.id: 10 + (place == 1) for place, cell in enumerate(cells)})
    assert len(fewer) == 3
