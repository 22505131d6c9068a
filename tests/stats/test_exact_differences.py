"""Differences between the endgames of 10000, whose values are known: each lies inside its interval of 1 - 1e-6.

The exact values are those of ``data/farkle_exact.toml``: turns that a seat needs, and the chance that the first of two
such seats wins. A test of one number has a false-alarm rate of 1e-6; an error as wide as the interval is missed with a
chance of 1e-6 at most, which with 30,000 games (a million in full) is 0.04 to 0.16 turns (0.007 to 0.03) and a win in
60 to 110 games (340 to 630).
"""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import simkit
from simkit.engine.progress import Quiet
from simkit.report.comparison import Comparison
from tests.games.farkle.known import EXACT

LEVEL = 1 - 1e-6
GAMES = [pytest.param(30_000, id="quick"), pytest.param(1_000_000, id="full", marks=pytest.mark.slow)]
PAIRS = [("single-roll", "no-endgame"), ("single-turn", "no-endgame"), ("single-turn", "single-roll")]
CONFIG = """\
game = "ten-thousand"
variant = "no-endgame"
{seats}
[run]
games = {games}
[variants.single-roll]
variant = "single-roll"
[variants.single-turn]
variant = "single-turn"
{stops}
"""


@pytest.fixture(scope="module", params=GAMES)
def runs(request, tmp_path_factory) -> dict[tuple[int, int], simkit.Run]:
    """The three endgames, alone and by two, with T = 300 and 350: by threshold and number of seats.

    The bot whose law is known does not look at the target, but in single-turn, where it stops at the missing points.
    """
    folder: Path = tmp_path_factory.mktemp("endgames")
    found = {}
    for bank_at in (300, 350):
        for seats in (1, 2):
            bot = f'[[seats]]\nstrategy = "bank-at"\nbank_at = {bank_at}\nstop_at_target = false\n'
            stops = "\n".join(f"seats.{seat + 1}.stop_at_target = true" for seat in range(seats))
            path = folder / f"{bank_at}-{seats}.toml"
            path.write_text(CONFIG.format(seats=bot * seats, games=request.param, stops=stops))
            found[bank_at, seats] = simkit.run(path, out=folder / path.stem, progress=Quiet())
    return found


def compared(run: simkit.Run, against: str, name: str) -> Comparison:
    base = "base" if against == "no-endgame" else against
    return simkit.compare(run, against=base, level=LEVEL, names=[name])


def row_of(comparison: Comparison, cell: str, seat: int | None) -> dict:
    contrast = next(one for one in comparison.contrasts if one.cell.name == cell)
    assert contrast.apart == ""
    return next(row for row in contrast.rows.iter_rows(named=True) if row["seat"] == seat)


@pytest.mark.parametrize("bank_at", [300, 350])
@pytest.mark.parametrize("pair", PAIRS, ids=":".join)
@pytest.mark.parametrize(("name", "place", "seats"), [("turns", 0, 1), ("turns_sd", 1, 1), ("win_rate", 2, 2)])
def test_a_known_difference_is_inside_its_interval(runs, bank_at, pair, name, place, seats) -> None:
    ours, theirs = (EXACT["game"][variant][str(bank_at)][place] for variant in pair)
    row = row_of(compared(runs[bank_at, seats], pair[1], name), pair[0], 1 if name == "win_rate" else None)
    assert row["paired"]
    assert row["low"] < ours - theirs < row["high"], (row["value"], ours - theirs)
    # the interval is narrow enough for the test to be worth something
    wide = {"turns": 0.13, "turns_sd": 0.18, "win_rate": 0.018}[name]
    assert row["high"] - row["low"] < wide * math.sqrt(30_000 / row["deals"])
