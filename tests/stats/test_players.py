"""How often the better bot wins, and how often a loser's way of playing decides who does, against plain Python."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.stop import StopRecord, StopRule
from simkit.registry import find_game
from simkit.report.comparison import compare_runs
from simkit.report.summary import summarize
from simkit.stats.estimates import estimate
from simkit.stats.kingmaking import cannot_tell, kingmaking
from simkit.stats.measures import statistics_of
from simkit.stats.pairs import Side
from simkit.stats.running import estimate_sequences
from tests.report.runs import MemoryRun
from tests.stats.frames import cell, games

(BETTER,) = [one for one in statistics_of(find_game("zilch"), "games") if one.name == "decisiveness"]
THREE = cell("abc", "rotate")


def won(cell: Cell, seed: int, deals: int = 60) -> pl.DataFrame:
    """Games of three seats with ties and games cut short."""
    rng = np.random.default_rng(seed)
    return games(
        cell, deals, winners=rng.choice([0, 1, 2, 2, 4, 4, 4, 3, 7], deals * len(cell.arrangements)).tolist()
    ).collect()


def rates(cell: Cell, frame: pl.DataFrame) -> dict[str, float]:
    """Win rate by bot, a seat of its."""
    shares: dict[str, list[float]] = {}
    for seating, winners in frame.select("seating", "winners").rows():
        for seat, place in enumerate(cell.arrangements[seating - 1]):
            share = (winners >> seat & 1) / max(winners.bit_count(), 1)
            shares.setdefault(cell.lineup[place].label(), []).append(share)
    return {label: float(np.mean(each)) for label, each in shares.items()}


@pytest.mark.parametrize("seed", range(4))
def test_the_better_bot_is_the_one_that_wins_most(seed: int) -> None:
    frame = won(THREE, seed)
    found = estimate(frame.lazy(), THREE, [BETTER])
    by_bot = rates(THREE, frame)
    assert found["bot"].to_list() == [max(by_bot, key=lambda label: by_bot[label])]
    assert found["value"].item() == pytest.approx(max(by_bot.values()))
    assert found["low"].item() < found["value"].item() < found["high"].item()


def test_a_bot_in_two_places_counts_by_place_and_groups_have_their_own() -> None:
    two = cell("aab", "rotate")
    frame = won(two, 5).with_columns(start=pl.col("deal") % 2 + 1)
    by_bot = rates(two, frame)
    assert estimate(frame.lazy(), two, [BETTER])["value"].item() == pytest.approx(max(by_bot.values()))
    parts = estimate(frame.lazy(), two, [BETTER], by="start")
    assert parts["by"].to_list() == ["start = 1", "start = 2"]
    for start, value in enumerate(parts["value"], 1):
        assert value == pytest.approx(max(rates(two, frame.filter(start=start)).values()))


@pytest.mark.parametrize(("bots", "seatings"), [("aaa", "rotate"), ("abc", "fixed")])
def test_without_bots_that_change_seats_there_is_none(bots: str, seatings: str) -> None:
    one = cell(bots, seatings)  # type: ignore[arg-type]
    assert estimate(won(one, 1).lazy(), one, [BETTER]).is_empty()


def compared(frames: tuple[pl.DataFrame, pl.DataFrame], cells: tuple[Cell, Cell], *names: str) -> pl.DataFrame:
    run = MemoryRun(cells, {one.name: frame.lazy() for one, frame in zip(cells, frames, strict=True)})
    return compare_runs([("x", run)], names=names).contrasts[0].rows


def test_a_difference_of_the_better_bots() -> None:
    base, other = replace(THREE, rules=(("x", 1),)), replace(THREE, name="other")
    frame = won(base, 2)
    seats = {"winners": pl.col("winners").replace({1: 4})}  # whoever sits third wins more; each bot does, in turn
    (row,) = compared((frame, frame.with_columns(**seats)), (base, other), "decisiveness").to_dicts()
    ours, theirs = rates(other, frame.with_columns(**seats)), rates(base, frame)
    assert (row["cell_value"], row["against_value"]) == pytest.approx((max(ours.values()), max(theirs.values())))
    same = max(ours, key=lambda label: ours[label]) == max(theirs, key=lambda label: theirs[label])
    assert row["interval"] == ("score of pairs" if same else "none: another bot is the better one in each")
    # a's wins go to b: the better bot is another one
    turned = frame.with_columns(
        winners=2
        ** pl.Series(
            [THREE.arrangements[s - 1].index(2 if d % 3 else 0) for d, s in frame.select("deal", "seating").rows()]
        )
    )
    back = frame.with_columns(
        winners=2
        ** pl.Series(
            [THREE.arrangements[s - 1].index(0 if d % 3 else 2) for d, s in frame.select("deal", "seating").rows()]
        )
    )
    (row,) = compared((turned, back), (base, other), "decisiveness").to_dicts()
    assert (row["value"], row["low"], row["p"]) == (0, None, None)
    assert row["interval"] == "none: another bot is the better one in each"


def test_kingmaking_against_plain_python() -> None:
    base, other = cell("abc", "rotate"), replace(cell("abd", "rotate"), name="other")
    here, there = won(other, 3), won(base, 4)
    count = 0
    for one, two, seating in zip(here["winners"], there["winners"], here["seating"], strict=True):
        seat = base.arrangements[seating - 1].index(2)
        count += one != two and one > 0 and two > 0 and not (one | two) >> seat & 1
    assert count > 10
    moments = kingmaking(Side(here.lazy(), other, []), Side(there.lazy(), base, []))
    assert moments.mean.tolist() == pytest.approx([count / 60, 3])
    rows = compared((there, here), (base, other), "win_rate", "kingmaking")
    (row,) = rows.filter(statistic="kingmaking").to_dicts()
    assert row["value"] == pytest.approx(count / 180)
    assert 0 < row["low"] < row["value"] < row["high"] < 1
    assert (row["bot"], row["bot_against"], row["cell_value"]) == (
        other.lineup[2].label(),
        base.lineup[2].label(),
        None,
    )


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (cell("abc", "rotate"), "differ in exactly one bot"),
        (cell("add", "rotate"), "differ in exactly one bot"),
        (replace(cell("abd", "rotate"), rules=(("x", 1),)), "the same rules"),
        (cell("abd", "fixed"), "the same seatings"),
        (replace(cell("abd", "rotate"), seed=2), "common deals"),
        (cell("ab", "rotate"), "three seats or more"),
        (replace(cell("abd", "rotate"), game="five-hundred"), "common deals"),
    ],
)
def test_where_kingmaking_is_not_defined_the_reason_is_told(other: Cell, why: str) -> None:
    assert why in cannot_tell(other, THREE)


def test_kingmaking_is_refused_with_partners_and_of_one_cell() -> None:
    partners = replace(cell("abcd", "rotate"), game="five-hundred")
    assert "partners" in cannot_tell(replace(cell("abce", "rotate"), game="five-hundred"), partners)
    run = MemoryRun((THREE,), {"base": won(THREE, 1).lazy()})
    with pytest.raises(UsageError, match="tells line-ups that differ in one bot"):
        summarize(run, names=["kingmaking"])
    other = replace(THREE, name="other", rules=(("x", 1),))
    with pytest.raises(UsageError, match=r"kingmaking: it needs cells with the same rules.*\(other\)"):
        compared((won(THREE, 1), won(THREE, 2)), (THREE, other), "kingmaking")


def test_a_run_that_was_stopped_tells_one_better_bot_too() -> None:
    frame = won(THREE, 2, 200)
    for by in (None, "seating"):
        found = estimate_sequences(frame.lazy(), THREE, [BETTER], by=by)
        assert len(found) == (1 if by is None else 3)
        assert found["value"][0] == pytest.approx(
            max(rates(THREE, frame if by is None else frame.filter(seating=1)).values())
        )


def test_kingmaking_has_no_interval_under_a_stop_rule() -> None:
    rule = StopRule(half_width={"win_rate": 0.1})
    other = replace(cell("abd", "rotate"), name="other")
    frames = {"base": won(THREE, 1).lazy(), "other": won(other, 2).lazy()}
    run = MemoryRun((THREE, other), frames, stop=StopRecord(rule=rule, cells=(THREE.id, other.id)))
    with pytest.raises(UsageError, match="kingmaking: it has no interval in a run with a stop rule"):
        compare_runs([("x", run)], names=["kingmaking"])
