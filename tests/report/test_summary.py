"""The summary as a model: what was played, and which numbers are asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simkit.check.metrics import Margins, metrics_of
from simkit.errors import UsageError
from simkit.registry import find_game
from simkit.report.summary import RuleChange, summarize
from simkit.report.summary_render import render_summary
from simkit.stats import common
from simkit.stats.estimates import SCHEMA, row_meanings
from simkit.stats.measures import statistics_of
from simkit.stats.subjects import means_anything
from tests.report.runs import run, zilch_cell


def test_tells_what_was_played() -> None:
    found = summarize(run(zilch_cell(target=5_000))).cells[0]
    assert (found.title, found.games, found.deals) == ("Zilch", 2_000, 1_000)
    assert found.cut_short == 40  # one in fifty
    assert found.estimates.schema == SCHEMA


def test_the_variant_is_the_one_with_fewest_changes() -> None:
    assert (found := summarize(run(zilch_cell())).cells[0]).variant == "zilch-15000"
    assert found.changes == ()
    near = summarize(run(zilch_cell(target=14_000))).cells[0]
    assert (near.variant, near.changes) == ("zilch-15000", (RuleChange("target", 14_000, 15_000),))


def test_every_statistic_of_the_game_is_there_unless_some_are_named() -> None:
    everything = summarize(run(zilch_cell())).cells[0].estimates
    expected = {
        name
        for statistic in statistics_of(find_game("zilch"), "games")
        if means_anything(statistic, zilch_cell())
        for name in row_meanings(statistic)
    }
    assert set(everything["statistic"]) == expected
    assert "challenges_1" not in expected
    assert "decisiveness" in expected
    some = summarize(run(zilch_cell()), names=["turns", "rounds_p50"]).cells[0].estimates
    assert some["statistic"].to_list() == [
        "turns", "turns_sd", "turns_p05", "turns_p25", "turns_p50", "turns_p75", "turns_p95", "rounds_p50",
    ]  # fmt: skip
    assert some.filter(some["statistic"] == "rounds_p50").equals(
        everything.filter(everything["statistic"] == "rounds_p50")
    )


def test_every_row_has_unit_deals_level_and_meaning() -> None:
    summary = summarize(run(zilch_cell()), level=0.9)
    for row in summary.cells[0].estimates.iter_rows(named=True):
        assert row["unit"]
        assert 0 < row["deals"] <= 1_000
        assert 0 < row["games"] <= 2_000
        assert row["level"] == 0.9
        assert summary.meanings[row["statistic"]]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["win_rat"], "--statistic win_rat: there is no such statistic; did you mean win_rate?"),
        (["?"], "there are win_rate"),
    ],
)
def test_an_unknown_statistic_is_refused_with_the_nearest_name(names: list[str], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        summarize(run(zilch_cell()), names=names)
    assert message in str(caught.value)


def test_a_game_that_is_not_installed_is_refused() -> None:
    with pytest.raises(UsageError, match="no game 'pig' is installed"):
        summarize(run(replace(zilch_cell(), game="pig")))


def test_with_fixed_seats_and_different_bots_nothing_is_called_the_starters_edge() -> None:
    apart, together, equal = (
        zilch_cell(name, kind, bots=bots)
        for name, kind, bots in (("apart", "fixed", "ab"), ("together", "rotate", "ab"), ("equal", "fixed", "aa"))
    )
    hint = 'bots keep their seats, so bot and seat cannot be told apart; [run] seatings = "rotate" would do'
    for cell, is_told in ((apart, False), (together, True), (equal, True)):
        found = summarize(run(cell))
        assert ("starter_advantage" in found.cells[0].estimates["statistic"].to_list()) == is_told
        assert (hint in render_summary(found, "text")) != is_told
        assert ("starter_advantage" in {metric.name for metric in metrics_of(cell, Margins())}) == is_told
    assert not means_anything(common.STARTER_ADVANTAGE, equal, apart)
