"""A tournament as a model and in its forms, over pairs whose games follow a pattern."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import polars as pl
import pytest

from simkit.errors import UsageError
from simkit.model.cell import SeatBot
from simkit.model.stop import SequentialTest, StopRule
from simkit.report.tournament import NOT_RATED, Tournament, hold
from simkit.report.tournament_render import render_tournament
from simkit.stats.estimates import SCHEMA
from simkit.stats.pair_test import PairTest, elo_of
from tests.report.runs import MemoryRun, pattern, run, zilch_cell

WINS = {"a:b": 6, "a:c": 7, "b:c": 6}
"""Of ten games, how many the first of a pair wins."""


def pairs(wins: dict[str, int] = WINS, deals: int = 500) -> MemoryRun:
    cells, frames = [], {}
    for name, count in wins.items():
        lineup = tuple(SeatBot(bot, (), "0f") for bot in name.split(":"))
        cell = replace(zilch_cell(name), lineup=lineup)
        # game i of ten is won by the first bot or not; it sits at seat 1 in the first seating, at seat 2 in the second
        i = pl.int_range(2 * deals)
        first_wins, first_seat = (i // 2 * 7 + i) % 10 < count, i % 2 + 1
        winner = pl.when(first_wins).then(first_seat).otherwise(3 - first_seat)
        frames[name] = pattern(cell, deals).with_columns(winners=winner)
        cells.append(cell)
    return MemoryRun(tuple(cells), frames)


@pytest.fixture(scope="module")
def held() -> Tournament:
    return hold(pairs())


def test_the_field_is_ranked_with_intervals_around_a_mean_of_0(held: Tournament) -> None:
    assert held.names == held.labels == ("a", "b", "c")
    elo = held.rows.filter(statistic="elo")
    assert held.rows.schema == SCHEMA
    assert elo["value"].sum() == pytest.approx(0, abs=1e-7)
    assert elo["value"].is_sorted(descending=True)
    assert (elo["low"] <= elo["value"]).all()  # the pattern is symmetric: b comes out at 0 in every draw
    assert (elo["value"] <= elo["high"]).all()
    assert elo["high"][0] - elo["low"][0] > 10
    assert elo["games"].to_list() == [2_000] * 3
    # 60 % against the next and 70 % against the last: near 70 points each
    assert elo["value"].to_list() == pytest.approx([72, 0, -72], abs=4)


def test_every_pair_has_its_win_rate_both_ways(held: Tournament) -> None:
    assert held.result("a", "b")["value"] == pytest.approx(0.6)
    assert held.result("b", "a")["value"] == pytest.approx(0.4)
    assert held.result("a", "c")["value"] == pytest.approx(0.7)
    assert held.superiority["a", "b"] == 1.0 - held.superiority["b", "a"] > 0.99  # type: ignore[operator]


def test_a_bot_that_always_loses_is_not_rated() -> None:
    found = hold(pairs({"a:b": 6, "a:c": 10, "b:c": 10}))
    elo = found.rows.filter(statistic="elo")
    assert elo["value"].null_count() == elo["low"].null_count() == 3
    assert set(elo["interval"]) == {NOT_RATED}
    text = render_tournament(found, "text")
    assert NOT_RATED in text
    assert "nan" not in text


def test_forms(held: Tournament) -> None:
    text = render_tournament(held, "text")
    assert text.startswith("Zilch: 3 bots, each pair on the same 500 deals\n")
    row = held.result("a", "b")
    assert f"60.0 ±{100 * (row['value'] - row['low']):.1f}" in text
    content = json.loads(render_tournament(held, "json"), parse_constant=pytest.fail)
    assert [one["name"] for one in content["field"]] == ["a", "b", "c"]
    assert content["rows"] == held.rows.to_dicts()
    assert len(content["superiority"]) == 6
    rows = list(csv.DictReader(io.StringIO(render_tournament(held, "csv"))))
    assert len(rows) == 3 + 3 + 2 * 3
    for block in render_tournament(held, "markdown").split("\n\n"):
        if block.startswith("|"):
            assert len({line.count("|") for line in block.splitlines()}) == 1


@pytest.fixture(scope="module")
def of_three() -> Tournament:
    """One table of three bots, 600 deals in three seatings, a game in ten cut short: nobody wins it, and all are level.

    Of ten games a is first in 5, b in 3, c in 1; in the others' place b comes before c twice in three games, and they
    are level in the third.
    """
    cell = replace(zilch_cell("a:b:c"), lineup=tuple(SeatBot(bot, (), "0f") for bot in "abc"))
    rows = []
    for game in range(1_800):
        deal, seating = divmod(game, 3)
        seat_of = {place: seat for seat, place in enumerate(cell.arrangements[seating])}
        first = "aaaaabbbc-"[(deal * 3 + seating * 7) % 10]
        points = [3, 2, 1] if deal % 3 else [3, 2, 2]
        row = {"deal": deal, "seating": seating + 1, "winners": 0 if first == "-" else 1 << seat_of["abc".index(first)]}
        rows.append(row | {f"score_{seat_of[place] + 1}": points[place] for place in range(3)})
    return hold(MemoryRun((cell,), {cell.name: pl.LazyFrame(rows)}))


def test_more_than_two_are_rated_by_the_finishing_order(of_three: Tournament) -> None:
    assert (of_three.seats, of_three.tables, of_three.deals, of_three.names) == (3, 1, 600, ("a", "b", "c"))
    assert of_three.rows.schema == SCHEMA
    assert [of_three.of(name, "win_rate")["value"] for name in "abc"] == pytest.approx([0.5, 0.3, 0.1])
    assert [of_three.of(name, "tie_rate")["value"] for name in "abc"] == [0, 0, 0]
    assert of_three.of("a", "win_rate")["games"] == 1_800
    # a is before b unless b won: 6 of 10, and half of the one cut short; before c unless c did: 8 of 10 and that half
    assert of_three.result("a", "b")["value"] == pytest.approx(6.5 / 10)
    assert of_three.result("a", "c")["value"] == pytest.approx(8.5 / 10)
    # b is before c in 8 of 10 games in two deals of three; in the third only when it won, and level when a did
    assert of_three.result("b", "c")["value"] == pytest.approx((2 * 8 + 3 + 5 / 2 + 3 / 2) / 30)
    for one, other in ("ab", "ac", "bc"):
        assert of_three.result(one, other)["value"] + of_three.result(other, one)["value"] == pytest.approx(1)
    elo = of_three.rows.filter(statistic="elo")
    assert elo["value"].sum() == pytest.approx(0, abs=1e-7)
    assert (elo["low"] < elo["value"]).all()
    assert elo["games"].to_list() == [1_800] * 3


def test_a_shared_win_is_split_among_its_winners() -> None:
    cell = replace(zilch_cell("a:b:c"), lineup=tuple(SeatBot(bot, (), "0f") for bot in "abc"), seatings="fixed")
    # by turns: a and b share, all three do, a wins, c wins
    winners = pl.Series([3, 7, 1, 4] * 30)
    scores = {f"score_{seat}": [1] * 120 for seat in (1, 2, 3)}
    frame = pl.LazyFrame({"deal": range(120), "seating": [1] * 120, "winners": winners, **scores})
    found = hold(MemoryRun((cell,), {cell.name: frame}))
    assert [found.of(name, "tie_rate")["value"] for name in "abc"] == pytest.approx([0.5, 0.5, 0.25])
    shares = {name: found.of(name, "win_rate")["value"] for name in "abc"}
    assert shares == pytest.approx({"a": 11 / 24, "b": 5 / 24, "c": 8 / 24})


def test_forms_of_a_tournament_of_three(of_three: Tournament) -> None:
    text = render_tournament(of_three, "text")
    assert text.startswith("Zilch: 3 bots, 1 table of 3, on the same 600 deals\n")
    assert "how often the row finished before the column" in text
    row = of_three.result("a", "c")
    half = 100 * max(row["value"] - row["low"], row["high"] - row["value"])
    assert f"85.0 ±{half:.1f}" in text
    assert f"50.0 ±{100 * (of_three.of('a', 'win_rate')['high'] - 0.5):.1f}" in text
    content = json.loads(render_tournament(of_three, "json"), parse_constant=pytest.fail)
    assert (content["seats"], content["tables"], len(content["rows"])) == (3, 1, 3 + 3 + 3 + 6)
    for block in render_tournament(of_three, "markdown").split("\n\n"):
        if block.startswith("|"):
            assert len({line.count("|") for line in block.splitlines()}) == 1


def test_a_rating_is_what_the_sequential_test_says_of_the_same_games_and_ties_stand_beside() -> None:
    cell = replace(zilch_cell("a:b"), lineup=tuple(SeatBot(bot, (), "0f") for bot in "ab"), seatings="rotate")
    # the winners of both games of a deal: mostly shared, sometimes cut short, else won by seat 1 or 2
    outcomes = [(3, 3), (3, 1), (1, 2), (3, 0), (2, 3), (1, 1), (3, 3), (3, 3)]
    deals = 800
    rows = [
        {"deal": deal, "seating": seating + 1, "winners": winners}
        for deal in range(deals)
        for seating, winners in enumerate(outcomes[deal % len(outcomes)])
    ]
    run = MemoryRun((cell,), {cell.name: pl.LazyFrame(rows)})
    test = PairTest(StopRule(test=SequentialTest(elo0=0, elo1=5, alpha=0.05, beta=0.05)), [cell])
    assert test.ask(run, deals) is not None or test.unmet()
    found = hold(run)
    elo = dict(found.rows.filter(statistic="elo").select("bot", "value").iter_rows())
    assert elo["a"] - elo["b"] == pytest.approx(elo_of(test.score().value), abs=1e-6)
    # 9 of 16 games are shared
    assert [found.of(name, "tie_rate")["value"] for name in "ab"] == pytest.approx([9 / 16] * 2)
    assert "56.2 ±" in render_tournament(found, "text") or "56.3 ±" in render_tournament(found, "text")


def test_other_runs_are_refused() -> None:
    with pytest.raises(UsageError, match="not a tournament"):
        hold(run(zilch_cell()))
