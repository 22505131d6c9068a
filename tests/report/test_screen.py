"""Answers on one screen: what is told first, with which digits, and never more lines or characters than there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from simkit.model.cell import SeatBot
from simkit.report.comparison import compare_runs
from simkit.report.screen.comparison import comparison_screen
from simkit.report.screen.grid import axes_of
from simkit.report.screen.layout import Answer, Note, Pairs, Verdict, screen_text
from simkit.report.screen.summary import summary_screen
from simkit.report.screen.words import short_names
from simkit.report.summary import summarize
from simkit.report.table import Column, Table
from tests.report.page.pages import pair
from tests.report.page.pages import sweep as targets
from tests.report.runs import MemoryRun, pattern, run, zilch_cell


def fits(text: str, width: int = 80) -> bool:
    """Whether the text fits on a screen."""
    lines = text.splitlines()
    return len(lines) <= 24 and max(map(len, lines)) <= width


def test_a_run_begins_with_who_wins() -> None:
    # 2,000 games, of which one in 50 is cut short; each bot shares the first seat, which wins three of five others
    text = summary_screen(summarize(run(zilch_cell())))
    assert text == (Path(__file__).parent / "snapshots" / "screen.txt").read_text("utf-8")
    assert fits(text)


def test_a_clear_winner_is_named_with_how_often_it_wins() -> None:
    cell = zilch_cell()
    second = pl.when(pl.col("seating") == 1).then(2).otherwise(1)  # the second bot wins every game, wherever it sits
    frame = pattern(cell, 400).with_columns(winners=second)
    text = summary_screen(summarize(MemoryRun((cell,), {cell.name: frame})))
    winner = "B bank-at(500, stop_at_target=false) beats A bank-at(300)"
    assert " ".join(text.split()).startswith(f"{winner}: 100.0 % of games (99.0-100.0) Length ")


def test_what_did_not_happen_has_no_line() -> None:
    cell = zilch_cell(bots="aa")
    frame = pattern(cell, 500).with_columns(winners=pl.lit(1, pl.Int64), lead_changes=pl.lit(0, pl.Int64))
    text = summary_screen(summarize(MemoryRun((cell,), {cell.name: frame})))
    assert "Cut short" not in text
    assert "Ties" not in text
    assert "changes" not in text


@pytest.mark.parametrize(
    ("bots", "names"),
    [
        ([("bank-at", {"bank_at": 300, "stop": True}), ("bank-at", {"bank_at": 500, "stop": True})],
         ["A bank-at(300)", "B bank-at(500)"]),
        ([("bank-at", {"bank_at": 300, "stop": True}), ("bank-at", {"bank_at": 300, "stop": False})],
         ["A bank-at(300, stop=true)", "B bank-at(300, stop=false)"]),
        ([("simple", {}), ("rulebook", {})], ["A simple", "B rulebook"]),
        ([("simple", {}), ("simple", {})], ["simple"]),
    ],
)  # fmt: skip
def test_bots_are_called_by_what_tells_them_apart(bots: Sequence[tuple[str, dict[str, Any]]], names: list[str]) -> None:
    lineup = tuple(SeatBot(strategy, tuple(params.items()), "0f") for strategy, params in bots)
    assert list(short_names(replace(zilch_cell(), lineup=lineup)).values()) == names


def test_bots_that_only_their_code_tells_apart_keep_two_names() -> None:
    lineup = (SeatBot("mine", (), "0f"), SeatBot("mine", (("x", 1),), "0f"), SeatBot("mine", (("x", 2),), "0f"))
    assert list(short_names(replace(zilch_cell(), lineup=lineup)).values()) == ["A mine", "B mine(1)", "C mine(2)"]


def test_a_sweep_is_a_grid_of_its_axes() -> None:
    cells, frames = [], {}
    for variant in ("", "strict,"):
        for target in (5_000, 6_000, 7_000):
            cell = zilch_cell(f"{variant}target={target}", target=target)
            cells.append(replace(cell, max_turns=9 if variant else 10))
            frames[cell.name] = pattern(cell, 200)
    text = summary_screen(summarize(MemoryRun(tuple(cells), frames)))
    assert fits(text)
    lines = text.splitlines()
    place = lines.index("Win rate of A bank-at(300), % of games")
    assert lines[place + 1].split() == ["target", "\\", "variant", "base", "strict"]
    assert [line.split()[0] for line in lines[place + 2 : place + 5]] == ["5000", "6000", "7000"]
    assert [len(line.split()) for line in lines[place + 2 : place + 5]] == [3, 3, 3]


def test_axes_that_some_cells_lack_make_a_list() -> None:
    assert axes_of(["a=1", "b=2"]) == ("", "", (("a=1", ""), ("b=2", "")))


def test_a_comparison_tells_what_is_clear_first() -> None:
    found = compare_runs([("x", pair())])
    lines = comparison_screen(found).splitlines()
    assert lines[0] == "strict against base: rules.topping off -> strict"
    assert lines[1] == "Games are longer: 26.00 -> 28.70 turns, +10.4 % (10.0-10.7)"
    assert fits("\n".join(lines))
    assert sum(line.startswith("No change that matters  ") for line in lines) == 1
    asked = comparison_screen(compare_runs([("x", pair())], names=["hot_dice"]), names=["hot_dice"])
    assert "Games are longer" not in asked
    assert "  number of hot dice\n" in asked


def test_a_comparison_of_many_cells_is_one_table() -> None:
    found = compare_runs([("x", targets())], against="target=5000")
    lines = comparison_screen(found).splitlines()
    assert lines[0] == "5 of 5 cells clearly differ from target=5000"
    assert lines[1].split()[0] == "turns"
    assert [line.split()[:2] for line in lines[2:7]] == [
        [f"target={target}", f"+{change}"]
        for target, change in zip(range(6_000, 11_000, 1_000), ("0.9", "1.8", "2.7", "3.6", "4.5"), strict=True)
    ]
    assert fits("\n".join(lines))


def test_a_screen_has_no_more_lines_than_there_are_and_says_so() -> None:
    table = Table((Column("n", is_number=True),), tuple((str(i),) for i in range(100)))
    text = screen_text([[Answer("yes")], [table], [Note("the end")]])
    lines = text.splitlines()
    assert (len(lines), lines[0], lines[-1]) == (24, "yes", "the end")
    assert "... `--all` shows the rest" in lines


def test_colour_changes_no_text_and_no_name_steers_the_terminal() -> None:
    groups = [[Answer("a\x1b[31m"), Verdict("same", "same"), Pairs((("name", "text"), ("none", "")))]]
    plain, coloured = screen_text(groups), screen_text(groups, coloured=True)
    assert plain == "a?[31m\nsame\nname  text\n"
    assert coloured == "\x1b[1ma?[31m\x1b[0m\n\x1b[32msame\x1b[0m\n" + "\x1b[1mname\x1b[0m  text\n"
