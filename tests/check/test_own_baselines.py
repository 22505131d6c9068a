"""simkit checks itself: a baseline for each game and its main variants, and exact values as references.

The fast test holds the digests of the first blocks to those recorded; the slow ones judge whole baselines. If outcomes
were meant to change, `make baselines` records them anew, and its diff shows what moved. An exact reference is missed by
chance once in a thousand times; the seed is fixed, so it holds for ever or not at all.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from simkit.check.verbs import check_baseline
from simkit.config.models import Check
from simkit.registry import every_game
from simkit.testing import assert_baseline

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "data" / "baselines"
OWN = sorted(FOLDER.glob("*.toml"))
EXACT = sorted(path for path in (FOLDER / "exact").glob("*.toml") if "-config" not in path.name)
QUICK = {"sto-dwadziescia", "sto-dwadziescia-alone"}


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_outcomes_are_those_recorded(path) -> None:
    found = check_baseline(ROOT / "configs" / path.name, path, max_games=1_280)
    changed = {cell.name: cell.changed_blocks for cell in found.cells if cell.blocks_changed != 0}
    assert not changed, "outcomes changed; if that is meant, raise the game's version and run `make baselines`"


@pytest.mark.slow
@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_baselines_hold(path) -> None:
    assert_baseline(ROOT / "configs" / path.name, path)


@pytest.mark.parametrize(
    "path", [pytest.param(path, marks=() if path.stem in QUICK else pytest.mark.slow, id=path.stem) for path in EXACT]
)
def test_exact_values_are_met(path) -> None:
    assert_baseline(path.with_name(f"{path.stem}-config.toml"), path)


def test_every_game_has_a_baseline() -> None:
    recorded = {tomllib.loads((ROOT / "configs" / path.name).read_text())["game"] for path in OWN}
    assert recorded == set(every_game())


def test_what_the_docs_show_holds() -> None:
    text = (ROOT / "docs" / "checking.md").read_text(encoding="utf-8")
    check, exact = (tomllib.loads(one) for one in re.findall(r"```toml\n(.*?)```", text, re.DOTALL))
    assert Check.model_validate(check["check"]).alpha == 0.001
    there = tomllib.loads((FOLDER / "exact" / "sto-dwadziescia.toml").read_text())
    assert exact == there
