"""The comparison as a model and in its forms, over runs whose games follow a pattern."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import polars as pl
import pytest

from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.report.comparison import Comparison, compare_runs
from simkit.report.comparison_render import render_comparison
from simkit.stats.comparison import COMPARISON_SCHEMA
from tests.report.runs import MemoryRun, pattern, zilch_cell


def two(longer: int = 2, *, deals: int = 1_000, seed: int = 7) -> MemoryRun:
    """A cell and a variant of it whose games are longer by ``longer`` turns in every third deal."""
    base = zilch_cell("base")
    other = replace(zilch_cell("short", target=5_000), seed=seed)
    changed = pattern(other, deals).with_columns(turns=pl.col("turns") + (pl.col("deal") % 3 == 0) * longer)
    return MemoryRun((base, other), {"base": pattern(base, 1_000), "short": changed})


def row(found: Comparison, statistic: str, **values: object) -> dict[str, object]:
    """The first row of a statistic."""
    rows = found.contrasts[0].rows.filter(pl.col("statistic") == statistic, **values)
    return rows.row(0, named=True)


def test_a_difference_on_common_deals() -> None:
    found = compare_runs([("x", two())])
    (contrast,) = found.contrasts
    assert (contrast.cell.name, contrast.against.name, contrast.apart) == ("short", "base", "")
    assert contrast.changes == (("rules.target", "5000", "15000"),)
    assert contrast.rows.schema == COMPARISON_SCHEMA
    turns = row(found, "turns")
    assert turns["value"] == pytest.approx(2 * 334 / 1_000)
    assert turns["cell_value"] == pytest.approx(turns["against_value"] + 0.668)  # type: ignore[operator]
    assert (turns["deals"], turns["games"], turns["deals_differ"], turns["paired"]) == (1_000, 2_000, 334, True)
    assert turns["deals_independent"] == pytest.approx(1_000 * turns["reduction"])  # type: ignore[operator]
    assert row(found, "win_rate", seat=1)["interval"] == "no deal differs"


def test_bots_are_compared_with_what_has_their_places() -> None:
    base, other = zilch_cell("base", bots="ab"), zilch_cell("braver", bots="bb")
    run = MemoryRun((base, other), {one.name: pattern(one, 500) for one in (base, other)})
    rows = compare_runs([("x", run)], names=["win_rate"]).contrasts[0].rows
    bots = rows.filter(pl.col("seat").is_null())
    assert bots["bot"].to_list() == [other.lineup[0].label()] * 2
    assert bots["bot_against"].to_list() == [base.lineup[0].label(), base.lineup[1].label()]


def test_other_seeds_are_compared_as_independent_and_say_so() -> None:
    found = compare_runs([("x", two(seed=8, deals=400))])
    assert (found.contrasts[0].apart, found.contrasts[0].deals) == ("seeds", (400, 1_000))
    turns = row(found, "turns")
    assert (turns["paired"], turns["interval"], turns["deals_differ"]) == (False, "Welch", None)
    text = render_comparison(found, "text")
    assert "unpaired different seeds, so independent: 400 deals against 1,000" in text


def test_only_common_deals_count_when_one_cell_has_more() -> None:
    found = compare_runs([("x", two(deals=300))])
    assert (found.contrasts[0].deals, row(found, "turns")["deals"]) == ((300, 300), 300)


def test_the_family_is_what_is_shown() -> None:
    everything, one = compare_runs([("x", two())]), compare_runs([("x", two())], names=["turns"])
    rows = one.contrasts[0].rows
    assert one.family == len(rows) == 7  # mean, sd and five quantiles
    assert everything.family == len(
        everything.contrasts[0].rows.filter(pl.col("low").is_not_null() | (pl.col("p") > -1))
    )
    mean, mean_of_many = row(one, "turns"), row(everything, "turns")
    assert (mean["low"], mean["high"]) == (mean_of_many["low"], mean_of_many["high"])
    assert mean_of_many["low_all"] < mean["low_all"] < mean["low"]  # type: ignore[operator]
    assert mean["level_all"] == pytest.approx(1 - 0.05 / 7)
    assert mean["p_adjusted"] <= min(1, mean["p"] * 7)  # type: ignore[operator]


@pytest.mark.parametrize(("margin", "within"), [(1.0, True), (0.1, False), (0.668, None)])
def test_the_margin_is_judged_by_the_simultaneous_interval(margin: float, within: bool | None) -> None:
    found = compare_runs([("x", two())], margins={"turns": margin})
    assert row(found, "turns")["within_margin"] is within
    assert row(found, "turns_sd")["margin"] is None


def test_several_runs_and_the_cell_compared_with() -> None:
    one, other = two(), two(seed=8)
    lone = MemoryRun((zilch_cell("base", target=9_000),), {"base": pattern(zilch_cell(), 1_000)})
    found = compare_runs([("x", one), ("y", other), ("z", lone)], against="x/short")
    # y/base is x/base over again: the same games
    assert [one.cell.name for one in found.contrasts] == ["x/base", "y/short", "z"]
    assert {one.against.name for one in found.contrasts} == {"x/short"}


@pytest.mark.parametrize(
    ("cells", "options", "message"),
    [
        ([zilch_cell()], {}, "nothing to compare: base is the only cell"),
        ([zilch_cell(), zilch_cell("again")], {}, "nothing to compare: base, again are the same cell"),
        ([zilch_cell(), zilch_cell("short", target=9)], {"against": "shot"}, "--against shot: .*did you mean short?"),
        ([zilch_cell(), zilch_cell("short", target=9)], {"names": ["wins"]}, "--statistic wins: there is no such"),
        (
            [zilch_cell(), zilch_cell("short", target=9)],
            {"margins": {"x": 1.0}},
            "--margin x: there is no such statistic",
        ),
        ([zilch_cell(), zilch_cell("short", target=9)], {"margins": {"turns_p50": 1.0}}, "turns_p50: there is no such"),
        ([zilch_cell(), zilch_cell("short", target=9)], {"level": 95.0}, "must lie between 0 and 1"),
    ],
)
def test_what_cannot_be_compared_is_refused(cells: list[Cell], options: dict[str, object], message: str) -> None:
    run = MemoryRun(tuple(cells), {one.name: pattern(one, 50) for one in cells})
    with pytest.raises(UsageError, match=message):
        compare_runs([("x", run)], **options)  # type: ignore[arg-type]


def test_text_and_markdown_tell_differences_and_what_they_cost() -> None:
    found = compare_runs([("x", two())], names=["turns", "win_rate", "tie_breaks"])
    text = render_comparison(found, "text")
    assert text.startswith("Zilch: short against base\n\n  differs  rules.target = 5000 instead of 15000\n")
    assert "1,000 deals in common" in text
    (line,) = [line for line in text.splitlines() if line.startswith("  turns  ")]
    assert line.split()[1] == "game"
    assert line.split()[4] == "0.668"
    assert "[a] none: no deal differs" in text
    assert f"all {found.family} differences shown" in text
    table = [line for line in render_comparison(found, "markdown").splitlines() if line.startswith("|")]
    assert len({line.count("|") for line in table}) == 1
    assert len(table) == 2 + len(found.contrasts[0].rows)


def test_json_and_csv_have_every_row() -> None:
    found = compare_runs([("x", two())])
    content = json.loads(render_comparison(found, "json"), parse_constant=pytest.fail)
    (contrast,) = content["contrasts"]
    assert contrast["changes"] == [{"key": "rules.target", "value": "5000", "other": "15000"}]
    assert (contrast["cell"]["name"], contrast["cell"]["deals"], contrast["paired"]) == ("short", 1_000, True)
    assert contrast["rows"] == found.contrasts[0].rows.to_dicts()
    assert {one["statistic"] for one in contrast["rows"]} <= set(content["meanings"])
    rows = list(csv.DictReader(io.StringIO(render_comparison(found, "csv"))))
    assert list(rows[0]) == list(COMPARISON_SCHEMA)
    assert len(rows) == len(found.contrasts[0].rows)


def test_the_deals_that_changed_most_are_told() -> None:
    found = compare_runs([("x", two(longer=4))], names=["win_rate", "turns"], deals=2)
    (contrast,) = found.contrasts
    assert contrast.changed_in == "turns"
    assert [deal.deal for deal in contrast.changed] == [0, 3]
    assert all(deal.ours == deal.theirs + 4 for deal in contrast.changed)
    text = render_comparison(found, "text")
    assert "  deals that changed most in turns; `simkit trace ... --cell NAME --deal N` tells one\n  deal 0: " in text
    assert json.loads(render_comparison(found, "json"))["contrasts"][0]["changed"][1]["deal"] == 3
    alone = [replace(cell, lineup=cell.lineup[:1], seatings="fixed") for cell in two().cells]
    solo = MemoryRun(tuple(alone), {cell.name: pattern(cell, 100) for cell in alone})
    assert (
        compare_runs([("x", solo)], names=["lead_changes", "hot_dice"], deals=2).contrasts[0].changed_in == "hot_dice"
    )
    assert compare_runs([("x", two())], names=["win_rate"], deals=2).contrasts[0].changed == ()
    assert compare_runs([("x", two(seed=8))], deals=2).contrasts[0].changed == ()
