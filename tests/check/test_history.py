"""Logs of verdicts and what drifts in them: creeping below the margin is found, steadiness is left alone."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import polars as pl
import pytest

from simkit.check.history import drifts
from simkit.check.log import append_log, read_log
from simkit.check.plot import charts_of
from simkit.errors import StoreError
from simkit.report.page.draw import draw
from simkit.report.page.model import Timeline
from simkit.report.page.sheet import sheet
from tests.check.results import EVERY, SAME, cell_of, result_of
from tests.check.setting import CONFIG
from tests.cli.console import run_command

START = datetime(2026, 11, 1, tzinfo=UTC)


def log_of(values, path: Path, *, error: float = 0.001, paired: bool = False, se: float = 1e-4) -> pl.DataFrame:
    """A log of one line, margin 0.005; each check's baseline is the check before, as with `baseline --accept`."""
    for i, value in enumerate(values):
        line = replace(SAME, old=values[max(i - 1, 0)], new=float(value), error=error, se=se)
        append_log(path, result_of(cell_of(line, paired=paired)), START + timedelta(days=i), {})
    return read_log(path)


def test_rows_are_kept_in_order(tmp_path) -> None:
    path = tmp_path / "log.parquet"
    append_log(path, EVERY, START + timedelta(days=1), {"GITHUB_SHA": "abc"})
    append_log(path, EVERY, START, {})
    log = read_log(path)
    assert len(log) == 10
    assert log["commit"].unique(maintain_order=True).to_list() == ["", "abc"]
    row = log.row(1, named=True)
    assert (row["statistic"], row["new"], row["verdict"], row["cell"]) == ("turns", 27.5, "different", "base")


def test_creeping_below_the_margin_is_found(tmp_path) -> None:
    # eight steps of a fifth of the margin each: 1.6 margins in all, 8 times what chance allows
    found = drifts(log_of(0.5 + 0.001 * np.arange(9), tmp_path / "a.parquet", error=1e-4))
    (line,) = found.drifts
    assert (line.word, found.checks) == ("drifted", 9)
    assert line.change == pytest.approx(0.008)
    assert drifts(log_of(0.5 + 0.0003 * np.arange(9), tmp_path / "b.parquet", error=1e-4)).drifts[0].word == "creeping"
    assert drifts(log_of(0.5 + 0.001 * np.arange(9), tmp_path / "c.parquet", error=0.01)).drifts[0].word == "unclear"


def test_common_deals_make_it_sharp(tmp_path) -> None:
    values = 0.5 + 0.001 * np.arange(9)
    # by itself each value has an error of 0.01, but each step on common deals only of 0.00002
    line = drifts(log_of(values, tmp_path / "a.parquet", error=0.01, paired=True, se=2e-5)).drifts[0]
    assert line.word == "drifted"
    assert drifts(log_of(values, tmp_path / "b.parquet", error=0.01, se=2e-5)).drifts[0].word == "unclear"
    # the errors of eight steps add up
    found = drifts(log_of(values, tmp_path / "c.parquet", error=0.01, paired=True, se=1e-3)).drifts[0]
    assert found.word == "unclear"
    assert found.reach == pytest.approx(50 * line.reach)


def test_identical_checks_are_steady(tmp_path) -> None:
    line = drifts(log_of([0.5] * 4, tmp_path / "a.parquet", paired=True, se=0.0)).drifts[0]
    assert (line.word, line.change, line.reach) == ("steady", 0.0, 0.0)


def test_chance_alone_does_not_creep(tmp_path) -> None:
    # 200 metrics of 20 independent checks: said to creep or drift with a chance of 0.001 for all of them together
    rng = np.random.default_rng(1)
    rows = [replace(SAME, statistic=f"s{i}", error=0.001, margin=0.02) for i in range(200)]
    logs = []
    for day in range(20):
        new = [replace(row, new=float(rng.normal(0.5, 0.001))) for row in rows]
        path = tmp_path / f"{day}.parquet"
        append_log(path, result_of(cell_of(*new, paired=False)), START + timedelta(days=day), {})
        logs.append(read_log(path))
    assert {line.word for line in drifts(pl.concat(logs)).drifts} == {"steady"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "there is no such log"),
        (b"x", "damaged, or no Parquet file"),
        (pl.DataFrame({"a": [1]}), "it lacks time,"),
    ],
)
def test_what_is_no_log_is_told(tmp_path, content, message) -> None:
    path = tmp_path / "log.parquet"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content is not None:
        content.write_parquet(path)
    with pytest.raises(StoreError, match=message):
        read_log(path)
    if content is not None:
        before = path.read_bytes()
        with pytest.raises(StoreError):
            append_log(path, EVERY, START, {})
        assert path.read_bytes() == before


def test_a_line_is_drawn_whole_over_its_dates(tmp_path) -> None:
    history = drifts(log_of([0.5, 0.51, 0.49], tmp_path / "a.parquet", error=0.01))
    (chart,) = charts_of(history)
    figure = chart.figure
    assert isinstance(figure, Timeline)
    assert figure.times == tuple(START + timedelta(days=i) for i in range(3))
    assert (figure.unit, figure.band) == ("% of games", pytest.approx((49.5, 50.5)))
    assert figure.marks[1][1:4] == pytest.approx((51, 49, 53))
    assert chart.title == "base: win_rate, seat 1"
    assert chart.note.startswith("unclear: 50.0 to 49.0 % of games, by -1.0 ± ")
    text = sheet("History", "a note", [chart])
    root = ET.fromstring(text)
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"History", "a note", chart.title, chart.note, "date of the check", "% of games"} <= set(words)
    assert "2026-Nov" in words
    dark = text[text.index("prefers-color-scheme: dark") :].partition("@media print")[0]
    assert set(re.findall(r"var(\(--\w+)", text)) <= {f"({name}" for name in re.findall(r"(--\w+):", dark)}


def test_a_bar_is_within_its_chart(tmp_path) -> None:
    # bars of two standard errors reach far beyond the margin of 0.005: 0.3 to 0.7
    (chart,) = charts_of(drifts(log_of([0.5, 0.5], tmp_path / "a.parquet", error=0.1)))
    svg = draw(chart)
    height = float(re.match(r'<svg viewBox="0 0 [\d.]+ ([\d.]+)"', svg)[1])
    bars = [tuple(map(float, pair)) for pair in re.findall(r'd="M [\d.]+ ([\d.]+) *\nL [\d.]+ ([\d.]+) *\n"', svg)]
    frame = max(abs(low - high) for low, high in bars)  # the axis, from below to above
    assert frame > 0.6 * height
    assert [low - high for low, high in bars if 0.8 * frame < low - high < frame]


def test_a_single_check_has_its_date(tmp_path) -> None:
    (chart,) = charts_of(drifts(log_of([0.5], tmp_path / "a.parquet")))
    assert ">2026-11-01<" in draw(chart)


def test_a_picture_asks_for_the_extra_and_a_table_does_not(capsys, tmp_path, monkeypatch) -> None:
    log_of([0.5, 0.6], tmp_path / "log.parquet")
    monkeypatch.setattr("simkit.report.page.html.find_spec", lambda name: None)
    assert run_command(capsys, "history", f"{tmp_path}/log.parquet").code == 0
    ended = run_command(capsys, "history", f"{tmp_path}/log.parquet", "--plot", "plot.svg")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == (
        "--plot plot.svg: needs matplotlib; install with: pip install matplotlib; the table needs no extra\n"
    )


def test_checks_append_and_the_history_is_shown(capsys, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.toml").write_text(CONFIG + "[check]\nmargins = { turns = 0.1, win_rate = 0.02 }\n")
    assert run_command(capsys, "baseline", "small.toml", "--out", "b.toml", "-q").code == 0
    for bonus in range(20, 25):
        changed = ["--set", f"rules.double_bonus={bonus}", "--allow-changes", "--exit-zero", "--append", "log.parquet"]
        assert run_command(capsys, "check", "small.toml", "--baseline", "b.toml", "-q", *changed).code == 0
    ended = run_command(capsys, "history", "log.parquet", "--plot", "plot.svg")
    assert ended.code == 0
    first = ended.out.splitlines()[1].split()
    assert first[:4] == ["drifted", "base", "turns", "game"]
    assert first[-1][0] == "█"  # fewer turns with every point
    assert len(ET.parse("plot.svg").getroot().findall("{*}g")) == 3
    assert run_command(capsys, "history", "log.parquet", "--strict").code == 1
    data = json.loads(run_command(capsys, "history", "log.parquet", "--statistic", "turns", "--format", "json").out)
    assert (data["checks"], len(data["rows"]), data["rows"][0]["word"]) == (5, 1, "drifted")
    assert len(data["rows"][0]["curve"]) == 5
    for form in ("csv", "markdown"):
        assert "drifted" in run_command(capsys, "history", "log.parquet", "--format", form).out
    ended = run_command(capsys, "history", "log.parquet", "--statistic", "turn")
    assert (ended.code, ended.err) == (
        2,
        "--statistic turn: log.parquet has no such statistic; it has win_rate, turns\n",
    )
    assert run_command(capsys, "history", "none.parquet").code == 4
