"""A tournament as a model and in its forms, over pairs whose games follow a pattern."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import polars as pl
import pytest

from simkit.engine.cell import SeatBot
from simkit.errors import UsageError
from simkit.report.tournament import NOT_RATED, Tournament, hold, render_tournament
from simkit.stats.estimates import SCHEMA
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
    assert len(rows) == 3 + 2 * 3
    for block in render_tournament(held, "markdown").split("\n\n"):
        if block.startswith("|"):
            assert len({line.count("|") for line in block.splitlines()}) == 1


def test_other_runs_are_refused() -> None:
    with pytest.raises(UsageError, match="not a tournament"):
        hold(run(zilch_cell()))
