"""Forms of a summary: snapshots for people, declared keys for machines.

After a change that is meant, ``SIMKIT_SNAPSHOTS=write python -m pytest tests/report`` writes the files anew; read the
diff.
"""

from __future__ import annotations

import csv
import io
import json
import math
import os
from dataclasses import replace
from pathlib import Path

import pytest

from simkit.report.layout import JSON_SCHEMA
from simkit.report.rows import groups
from simkit.report.summary import Summary, summarize
from simkit.report.summary_render import render_summary
from simkit.stats.estimates import SCHEMA
from simkit.stats.intervals import CONSTANT
from tests.report.runs import run, zilch_cell

SNAPSHOTS = Path(__file__).parent / "snapshots"


def check_snapshot(name: str, text: str) -> None:
    path = SNAPSHOTS / name
    if os.environ.get("SIMKIT_SNAPSHOTS") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def rotated() -> Summary:
    return summarize(run(zilch_cell(target=5_000)))


def test_text_of_a_run(rotated: Summary) -> None:
    check_snapshot("rotate.txt", render_summary(rotated, "text"))


def test_text_of_the_same_bot_twice_few_games_grouped() -> None:
    summary = summarize(run(zilch_cell(bots="aa"), deals=12), names=["win_rate", "turns", "tie_breaks"], by="start")
    check_snapshot("alike_by_start.txt", render_summary(summary, "text"))


def test_text_of_one_game() -> None:
    summary = summarize(run(zilch_cell(seatings="fixed"), deals=1), names=["win_rate", "turns", "half_leader_wins"])
    check_snapshot("one_game.txt", render_summary(summary, "text"))


def test_markdown_of_two_cells() -> None:
    cells = zilch_cell(), zilch_cell("target=10|000", "fixed", target=10_000)
    check_snapshot("two_cells.md", render_summary(summarize(run(*cells), names=["win_rate", "turns"]), "markdown"))


def test_text_fits_a_terminal_and_has_no_control_characters(rotated: Summary) -> None:
    text = render_summary(rotated, "text")
    assert all(len(line) <= 80 for line in text.splitlines())
    cell = replace(zilch_cell(), lineup=(replace(zilch_cell().lineup[0], strategy="\x1b[31mred\r\nfake"),) * 2)
    for form in ("text", "markdown"):
        hostile = render_summary(summarize(run(cell), names=["win_rate"]), form)
        assert "fake" in hostile
        assert all(char.isprintable() or char == "\n" for char in hostile)
        assert not any(line.startswith("fake") for line in hostile.splitlines())


def test_digits_follow_the_interval(rotated: Summary) -> None:
    rows = {(row.statistic, row.of): row for _, found in groups(rotated.cells[0]) for row in found}
    # 40 of 2,000 games: se 0.31 %; 2.00 has the two digits of half an interval of 0.62 %
    assert rows["cut_short", "game"][2:7] == ("2.00", "1.47", "2.71", "1,000", "% of games")
    # 1,150 of 2,000: half an interval of 2.2 %
    assert rows["win_rate", "seat 1"].value == "57.5"
    assert rows["turns_p50", "game"].value == "26"
    assert rows["tie_breaks", "game"].note == CONSTANT


def test_json_has_a_schema_version_and_no_nan(rotated: Summary) -> None:
    content = json.loads(render_summary(rotated, "json"), parse_constant=pytest.fail)
    assert content["schema"] == JSON_SCHEMA
    (cell,) = content["cells"]
    assert (cell["games"], cell["deals"], cell["cut_short"], cell["seed"]) == (2_000, 1_000, 40, 7)
    assert cell["changes"] == [{"rule": "target", "value": 5_000, "variant_value": 15_000}]
    assert list(cell["estimates"][0]) == list(SCHEMA)
    assert {row["statistic"] for row in cell["estimates"]} <= set(content["meanings"])


def test_csv_is_the_estimate_rows(rotated: Summary) -> None:
    rows = list(csv.DictReader(io.StringIO(render_summary(rotated, "csv"))))
    estimates = rotated.cells[0].estimates.to_dicts()
    assert list(rows[0]) == list(SCHEMA)
    assert len(rows) == len(estimates)
    for row, estimate in zip(rows, estimates, strict=True):
        for name, value in estimate.items():
            if isinstance(value, float):
                assert math.isclose(float(row[name]), value, rel_tol=1e-12)
            else:
                assert row[name] == ("" if value is None else str(value))
