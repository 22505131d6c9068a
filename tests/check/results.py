"""Verdicts made by hand: every kind of line, awkward text, and many of a kind."""

from __future__ import annotations

from dataclasses import replace

from simkit.check.cell import CellVerdict, ChangedBlock
from simkit.check.run import CheckResult
from simkit.check.verdict import Needs, Verdict

SAME = Verdict(
    cell="base",
    statistic="win_rate",
    seat=1,
    bot=None,
    place=None,
    unit="share of games",
    margin=0.005,
    old=0.52,
    new=0.521,
    difference=0.001,
    low=-0.001,
    high=0.003,
    se=0.0004,
    error=0.004,
    interval="asymptotic sequence",
    word="same",
    changed=256,
    catches=0.0075,
)
DIFFERENT = replace(
    SAME,
    statistic="turns",
    seat=None,
    unit="turns",
    margin=0.1,
    old=27.0,
    new=27.5,
    difference=0.5,
    low=0.4,
    high=0.6,
    word="different",
    catches=0.25,
)
OPEN = replace(
    SAME,
    seat=None,
    bot="wild(x=1)",
    place=2,
    low=-0.01,
    high=0.012,
    word="cannot tell",
    needs=Needs(None, 12_000),
)
GONE = replace(
    DIFFERENT,
    statistic="busts",
    new=None,
    difference=None,
    low=None,
    high=None,
    se=None,
    error=None,
    interval="none: nothing to count any more",
    catches=None,
    changed=None,
)
IDENTICAL = replace(SAME, difference=0.0, new=0.52, word="identical", changed=0)


def cell_of(*lines: Verdict, **changes: object) -> CellVerdict:
    found = CellVerdict(
        name="base",
        game="zilch",
        games=20_480,
        deals=10_240,
        baseline_games=20_480,
        paired=True,
        identical=False,
        notes=("rule <a> & b",),
        verdicts=lines,
        blocks_changed=2,
        blocks=256,
        changed_blocks=(ChangedBlock(0, 39), ChangedBlock(80, 119)),
        deals_changed=3,
        changed_deals=(4, 5, 81),
        trace="simkit trace a.toml",
    )
    return replace(found, **changes)


def result_of(*cells: CellVerdict) -> CheckResult:
    return CheckResult(
        config="a.toml",
        baseline="b.toml",
        exact=False,
        alpha=0.001,
        family=sum(len(cell.verdicts) for cell in cells),
        cells=cells,
        seed=1,
    )


EVERY = result_of(cell_of(SAME, DIFFERENT, OPEN, GONE), cell_of(IDENTICAL, name="x\x07|y", identical=True, notes=()))
