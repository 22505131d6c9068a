"""What is told about a run with a stop rule: where it stopped, and everything by confidence sequences."""

from __future__ import annotations

import json
from dataclasses import replace

import polars as pl
import pytest

from simkit.model.stop import StopRecord, StopRule
from simkit.report.comparison import compare_runs
from simkit.report.comparison_render import render_comparison
from simkit.report.stop import stop_text
from simkit.report.summary import summarize
from simkit.report.summary_render import render_summary
from simkit.report.sweep import comparison_page, summary_page
from tests.report.page.pages import page_of
from tests.report.runs import MemoryRun, run, zilch_cell

RULE = StopRule(half_width={"turns": 1.0})
MET = StopRecord(rule=RULE, cells=("x",), deals=10_000, said=("turns in base: 26 ± 0.1, asked for ± 1",))
UNMET = StopRecord(rule=RULE, cells=("x",), said=("after 10,000 deals, the last look:", "turns in base: wide"))
CELLS = (zilch_cell(), zilch_cell("other", target=10_000))


def stopped(record: StopRecord | None = MET, count: int = 2, deals: int = 10_000) -> MemoryRun:
    cells = CELLS if count == 2 else tuple(zilch_cell(f"c{i}", target=5_000 + 50 * i) for i in range(count))
    return replace(run(*cells, deals=deals), stop=record)


@pytest.mark.parametrize("record", [MET, UNMET])
def test_a_summary_has_the_rows_of_a_path_and_says_so(record: StopRecord) -> None:
    one = stopped(record)
    summary = summarize(one)
    kinds = set(summary.cells[0].estimates.filter(pl.col("low").is_not_null())["interval"])
    assert kinds == {"empirical-Bernstein sequence", "asymptotic sequence"}
    first = "after 10,000 deals of each cell, as [stop] asks" if record is MET else "the stop rule is not met"
    text = render_summary(summary, "text")
    for line in (first, *record.said, "95 % confidence sequence of each number by itself"):
        assert line in text
    markdown = render_summary(summary, "markdown")
    assert "* low, high: 95 % confidence sequence of each number by itself" in markdown
    assert "* stopped: " in markdown
    told = json.loads(render_summary(summary, "json"))["stop"]
    assert told == {
        "rule": {"half_width": {"turns": 1.0}}, "cells": ["x"], "deals": record.deals,
        "said": list(record.said), "verdict": None,
    }  # fmt: skip


def test_without_a_rule_nothing_is_said_of_sequences() -> None:
    one = stopped(None)
    for page in (render_summary(summarize(one), "text"), render_comparison(compare_runs([("", one)]), "text")):
        assert "sequence" not in page
        assert "stopped" not in page
    assert json.loads(render_summary(summarize(one), "json"))["stop"] is None


def test_groups_have_asymptotic_sequences() -> None:
    names = ["win_rate", "turns"]  # half of the deals begin with each seat
    found, fixed = (
        summarize(stopped(record, deals=21_000), names=names, by="start").cells[0].estimates for record in (MET, None)
    )
    bounded = found.filter(pl.col("low").is_not_null())
    assert set(bounded["interval"]) == {"asymptotic sequence"}
    assert set(bounded["by"]) == {"start = 1", "start = 2"}
    for row, plain in zip(found.iter_rows(named=True), fixed.iter_rows(named=True), strict=True):
        assert row["value"] == plain["value"]
        if row["statistic"] == "turns":
            assert row["high"] - row["low"] > 1.4 * (plain["high"] - plain["low"])


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_a_comparison_says_so_in_every_form(form: str) -> None:
    found = compare_runs([("runs", stopped())], names=["win_rate", "turns"])
    page = render_comparison(found, form)  # type: ignore[arg-type]
    if form == "json":
        assert json.loads(page)["stops"]["runs"]["deals"] == 10_000
    else:
        assert "stopped: after 10,000 deals of each cell" in page
        assert "95 % confidence sequence of each difference by itself" in page
    kinds = set(found.contrasts[0].rows.filter(pl.col("low").is_not_null())["interval"])
    assert kinds <= {"empirical-Bernstein sequence", "asymptotic sequence"}


def test_one_stopped_run_of_two_is_enough() -> None:
    one = replace(run(CELLS[0], deals=10_000), stop=MET)
    found = compare_runs([("one", one), ("two", run(CELLS[1], deals=10_000))], names=["win_rate"])
    assert set(found.contrasts[0].rows["interval"]) == {"empirical-Bernstein sequence"}
    assert "stopped: after" in render_comparison(found, "text")


def test_comparisons_by_a_column_have_asymptotic_sequences() -> None:
    found = compare_runs([("", stopped())], names=["turns"], by="start")
    kinds = set(found.contrasts[0].rows["interval"])
    assert all(kind == "asymptotic sequence" or kind.startswith("none") for kind in kinds)


def test_many_cells_say_it_once() -> None:
    many = stopped(count=6)
    assert summary_page(summarize(many, names=["turns"]), "text").count("stopped: after 10,000 deals") == 1
    compared = comparison_page(compare_runs([("", many)], names=["turns"]), "text")
    assert compared.count("stopped: after 10,000 deals") == 1


def test_the_page_tells_it_among_its_facts() -> None:
    page = page_of(stopped())
    assert [fact.text for fact in page.facts if fact.name == "stopped"] == [stop_text(MET)]
