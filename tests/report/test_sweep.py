"""Many cells by statistic: a line a cell, in the order of the config."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simkit.report.comparison import compare_runs
from simkit.report.summary import summarize
from simkit.report.sweep import MANY_CELLS, comparison_page, summary_page
from tests.report.runs import MemoryRun, pattern, zilch_cell

TARGETS = (5_000, 6_000, 7_000)


def sweep(variants: tuple[str, ...] = ("", "strict,")) -> MemoryRun:
    """Cells at three targets; those of ``strict`` are two turns longer in every deal but each tenth."""
    cells, frames = [], {}
    for variant in variants:
        for target in TARGETS:
            name = f"{variant}target={target}"
            cells.append(replace(zilch_cell(name, target=target), max_turns=9 if variant else 10))
            frames[name] = pattern(cells[-1], 200)
    return MemoryRun(tuple(cells), frames)


def test_a_sweep_has_a_table_for_each_statistic_with_a_line_a_cell() -> None:
    run = sweep()
    assert len(run.cells) > MANY_CELLS
    text = summary_page(summarize(run, names=["win_rate", "turns"]), "text")
    assert text.startswith("Zilch (zilch): 6 cells\n")
    table = text[text.index("turns, game (turns)") :].split("\n\n")[1].splitlines()
    assert table[0].split() == ["cell", "value", "low", "high", "deals"]
    assert [line.split()[0] for line in table[1:]] == [cell.name for cell in run.cells]
    assert all(line.split()[4] == "200" for line in table[1:])
    assert text.count("win_rate, seat 1 (% of games)") == text.count("win_rate, bot A (% of games)") == 1


def test_few_cells_have_a_page_each_and_other_forms_do_not_change() -> None:
    few, many = summarize(sweep(("",)), names=["turns"]), summarize(sweep(), names=["turns"])
    assert summary_page(few, "text").count("Zilch (zilch), cell target=") == 3
    assert summary_page(many, "csv").count("\n") == 1 + 6 * 7


def test_variants_in_a_sweep_are_compared_at_each_point() -> None:
    found = compare_runs([("x", sweep())], names=["turns"])
    pairs = [(one.cell.name, one.against.name) for one in found.contrasts]
    assert pairs == [(f"strict,target={target}", f"target={target}") for target in TARGETS]
    against = compare_runs([("x", sweep())], names=["turns"], against="target=6000")
    assert len(against.contrasts) == 5
    page = comparison_page(against, "text")
    assert page.startswith("Zilch: 5 cells against target=6000\n")
    assert page.count("strict,target=7000") == 7  # the mean, the sd and five quantiles


def test_several_runs_keep_variants_with_their_own() -> None:
    found = compare_runs([("a", sweep()), ("b", MemoryRun(*_reseeded(sweep())))], names=["turns"])
    assert [(one.cell.name, one.against.name) for one in found.contrasts][3:] == [
        (f"b/strict,target={target}", f"b/target={target}") for target in TARGETS
    ]


def _reseeded(run: MemoryRun) -> tuple[tuple, dict]:
    return tuple(replace(cell, seed=8) for cell in run.cells), run.frames


@pytest.mark.parametrize("make", [summarize, lambda run, names: compare_runs([("x", run)], names=names, against=FIRST)])
def test_markdown_tables_are_whole(make) -> None:
    found = make(sweep(), names=["turns", "tie_breaks"])
    page = (summary_page if make is summarize else comparison_page)(found, "markdown")
    for block in page.split("\n\n"):
        if block.startswith("|"):
            assert len({line.replace("\\|", "").count("|") for line in block.splitlines()}) == 1
    assert page.count("### ") == 8


FIRST = "target=5000"
