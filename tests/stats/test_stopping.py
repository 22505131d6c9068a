"""What a stop rule asks for: decided at the first look that has it, and not by numbers that say nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from simkit.model.cell import Cell
from simkit.model.stop import Found, StopRule
from simkit.registry import find_game
from simkit.stats.comparison import difference_path
from simkit.stats.measures import statistics_of
from simkit.stats.running import estimate_path
from simkit.stats.sequences import looks
from simkit.stats.stopping import Watch, judge_of
from tests.report.runs import MemoryRun, pattern, zilch_cell
from tests.stats.test_running import CELL, OTHER, played

DEALS = 62_000
LOOKS = looks(DEALS)
BASE = replace(CELL, name="base")


def lengthened(frame: pl.LazyFrame, by: pl.Expr) -> pl.LazyFrame:
    return frame.with_columns(turns=pl.col("turns") + by)


FRAME = played(BASE, DEALS)
NOISE = pl.Series(np.random.default_rng(3).integers(-4, 5, 2 * DEALS))


def run_of(other: pl.LazyFrame) -> MemoryRun:
    """The cell ``base``, and another one on the same deals."""
    return MemoryRun((BASE, OTHER), {"base": FRAME, "other": other})


RUN = run_of(lengthened(FRAME, pl.lit(NOISE) + (pl.col("deal") % 20 == 0)))
"""Games of ``other`` are a twentieth of a turn longer."""


def judged(rule: StopRule, run: MemoryRun = RUN, deals: int = DEALS) -> Found | None:
    found: Found | None = judge_of(rule, run.cells, run.log).ask(run, deals)  # type: ignore[arg-type]
    return found


def half(rows: pl.DataFrame, statistic: str) -> dict[int, float]:
    """Widest half-width of a statistic by look."""
    widths = rows.filter(pl.col("statistic") == statistic, pl.col("interval").str.starts_with("exact").not_())
    return dict(widths.group_by("look").agg(((pl.col("high") - pl.col("low")) / 2).max()).sort("look").iter_rows())


def alone(cell: Cell, frame: pl.LazyFrame) -> pl.DataFrame:
    return estimate_path(frame, cell, find_game("zilch").statistics(), LOOKS[-1])


@pytest.mark.parametrize("look", [LOOKS[0], LOOKS[3], LOOKS[-1]])
def test_a_half_width_is_met_at_the_first_look_where_every_number_has_it(look: int) -> None:
    widest: dict[int, float] = {}
    for cell in RUN.cells:
        for at, width in half(alone(cell, RUN.frames[cell.name]), "turns").items():
            widest[at] = max(width, widest.get(at, 0.0))
    found = judged(StopRule(half_width={"turns": widest[look]}))
    assert found is not None
    assert found.deals == look
    assert found.said[0].startswith("turns in ")
    before = [at for at in widest if at < look]
    assert all(widest[at] > widest[look] for at in before)
    if before:
        wider = judged(StopRule(half_width={"turns": widest[before[-1]] * 0.999}))
        assert wider is not None
        assert wider.deals == look


def test_all_that_is_asked_for_must_be_met() -> None:
    rules = [{"turns": 0.5}, {"win_rate": 0.01}, {"turns": 0.5, "win_rate": 0.01}]
    stops = [judged(StopRule(half_width=rule)) for rule in rules]
    found = [one.deals for one in stops if one is not None]
    assert len(set(found[:2])) == 2
    assert found[2] == max(found[:2])


def test_rows_of_a_statistic_are_asked_for_by_their_names() -> None:
    rows = alone(BASE, FRAME)
    widths = half(rows, "turns_sd")
    found = judged(StopRule(half_width={"turns_sd": widths[LOOKS[2]]}), MemoryRun((BASE,), {"base": FRAME}))
    assert found is not None
    assert found.deals == LOOKS[2]


def differences(run: MemoryRun, statistic: str = "turns") -> pl.DataFrame:
    @dataclass(frozen=True)
    class Side:
        cell: Cell
        frame: pl.LazyFrame
        statistics: Any
        turns: None = None

    sides = [Side(cell, run.frames[cell.name], statistics_of(find_game("zilch"), "games")) for cell in run.cells]
    return difference_path([(sides[1], sides[0])], LOOKS[-1], asked=[statistic])


@pytest.mark.parametrize("margin", [None, 0.02, 0.25])
def test_a_difference_is_decided_where_its_interval_leaves_zero_or_is_on_one_side_of_a_margin(
    margin: float | None,
) -> None:
    edge = margin or 0.0
    expected = None
    for row in differences(RUN).iter_rows(named=True):
        inside = bool(margin) and -edge <= row["low"] and row["high"] <= edge
        if expected is None and (row["low"] > edge or row["high"] < -edge or inside):
            expected = row["look"]
    found = judged(StopRule(decided=("turns",), margins={} if margin is None else {"turns": margin}))
    assert found is not None
    assert found.deals == expected
    ending = {None: "not 0", 0.02: "beyond ± 0.02", 0.25: "within ± 0.25"}[margin]
    assert found.said[0].endswith(ending)


def test_no_difference_is_never_decided_without_a_margin() -> None:
    watch = Watch(StopRule(decided=("turns",)), RUN.cells, "games")
    same = run_of(lengthened(FRAME, pl.lit(NOISE)))
    assert watch.ask(same, DEALS) is None  # type: ignore[arg-type]
    lines = watch.unmet()
    assert lines[0] == f"after {LOOKS[-1]:,} deals, the last look:"
    assert lines[1].startswith("turns, other less base: ")
    assert lines[1].endswith(": undecided")


def test_what_is_decided_holds_together() -> None:
    # each of four differences of win rates (two seats, two bots) at 1 - 0.05/4, as low_all and high_all have it
    shifted = run_of(FRAME.with_columns(winners=pl.when(pl.col("deal") % 400 == 0).then(1).otherwise("winners")))
    rows = differences(shifted, "win_rate")
    assert set(rows["family"]) == {4}
    for look, bounds in (("low_all", "high_all"), ("low", "high")):
        widest = rows.group_by("look").agg(pl.max_horizontal(-pl.col(look), pl.col(bounds)).max()).sort("look")
        expected = widest.row(4)
        found = judged(StopRule(decided=("win_rate",), margins={"win_rate": expected[1]}), shifted)
        assert found is not None
        assert "(the least sure of 4 numbers)" in found.said[0]
        assert (found.deals == expected[0]) == (look == "low_all")


def test_the_half_width_of_a_difference() -> None:
    rows = differences(RUN)
    widths = dict(rows.select("look", (pl.col("high") - pl.col("low")) / 2).iter_rows())
    found = judged(StopRule(half_width_of_difference={"turns": widths[LOOKS[1]]}))
    assert found is not None
    assert found.deals == LOOKS[1]
    assert found.said[0].startswith("turns, other less base: ")


def test_the_stop_does_not_depend_on_how_often_it_is_asked() -> None:
    rule = StopRule(half_width={"turns": 0.21, "win_rate": 0.02}, decided=("turns",))
    at_once = judged(rule)
    watch = judge_of(rule, RUN.cells, "games")
    asked = [watch.ask(RUN, deals) for deals in (9_000, 10_000, 14_000, 33_000, DEALS)]  # type: ignore[arg-type]
    assert at_once is not None
    assert at_once in asked
    assert asked[asked.index(at_once) - 1] is None


def test_of_a_statistic_of_the_best_bot_that_bot_alone_is_looked_at() -> None:
    winners = pl.when(pl.col("seating") == 2, pl.col("winners") > 0).then(3 - pl.col("winners")).otherwise("winners")
    run = MemoryRun(RUN.cells, {name: frame.with_columns(winners=winners) for name, frame in RUN.frames.items()})
    wish = {"decisiveness": 0.05}
    found = judged(StopRule(half_width=wish, decided=("decisiveness",), margins=wish), run)
    assert found is not None
    assert found.said[0].endswith(" (the least sure of 2 numbers)")  # one in each cell
    assert found.said[1].endswith(": within ± 0.05")  # one difference, at the whole level
    better = estimate_path(run.frames["base"], BASE, statistics_of(find_game("zilch"), "games"), LOOKS[0])
    assert better.filter(statistic="decisiveness")["bot"].to_list() == [BASE.lineup[0].label()]


def test_numbers_that_must_come_out_as_they_do_are_not_waited_for() -> None:
    cell = zilch_cell(bots="aa", seatings="rotate")
    frame = pattern(cell, 12_000).with_columns(winners=pl.when(pl.col("winners") == 0).then(1).otherwise("winners"))
    found = judged(StopRule(half_width={"win_rate": 0.05}), MemoryRun((cell,), {"base": frame}), 12_000)
    assert found is not None


def test_too_few_games_for_a_look() -> None:
    watch = Watch(StopRule(half_width={"turns": 1.0}), RUN.cells, "games")
    assert watch.ask(RUN, 9_999) is None  # type: ignore[arg-type]
    assert watch.unmet() == ("too few games for a look, which takes 10,000 deals",)


def test_a_number_that_cannot_be_known_is_told() -> None:
    watch = Watch(StopRule(half_width={"tie_breaks": 0.1}), (BASE,), "games")
    assert watch.ask(MemoryRun((BASE,), {"base": FRAME}), DEALS) is None  # type: ignore[arg-type]
    assert watch.unmet()[1] == "tie_breaks in base: none: the same in every deal"


@pytest.mark.parametrize("wanted", [0.25, 0.2, 0.15])
def test_the_next_look_is_where_the_width_will_be_reached(wanted: float) -> None:
    rule = StopRule(half_width={"turns": wanted})
    found, watch = judged(rule), judge_of(rule, RUN.cells, "games")
    assert found is not None
    assert watch.ask(RUN, 10_000) is None  # type: ignore[arg-type]
    # the guess is from a tenth of the deals or more: at most a look off
    at = LOOKS.index(found.deals)
    assert watch.next(10_000) in LOOKS[at - 1 : at + 2]


def test_a_difference_far_from_decided_is_looked_at_a_few_times_later() -> None:
    watch = judge_of(StopRule(decided=("turns",)), RUN.cells, "games")
    same = run_of(lengthened(FRAME, pl.lit(NOISE)))
    assert watch.ask(same, 10_000) is None  # type: ignore[arg-type]
    assert watch.next(10_000) == LOOKS[8]  # 59,605: the first look from 5 times 10,000 on
