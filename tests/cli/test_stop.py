"""Runs that stop themselves, from the command line, with games that are played."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

import simkit
from tests.cli.console import run_command

SEAT = '[[seats]]\nstrategy = "bank-at"\nbank_at = {}\n'
CONFIG = (
    'game = "ten-thousand"\nvariant = "single-roll"\n'
    + SEAT.format(350)
    + SEAT.format(350)
    + "[rules]\ntarget = 1_000\n[run]\ngames = 40_000\n[variants.short]\nrules.target = 900\n"
    + '[stop]\nhalf_width = {{ turns = {} }}\ndecided = ["turns"]\n'
)
CUP = (
    'game = "ten-thousand"\n[rules]\ntarget = 1_000\n[run]\ngames = {}\n[stop]\ntest = {{ elo0 = 0, elo1 = 20 }}\n'
    '[[tournament.bots]]\nname = "steady"\nstrategy = "bank-at"\nbank_at = 300\n'
    '[[tournament.bots]]\nname = "late"\nstrategy = "bank-at"\nbank_at = {}\n'
)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_run_stops_and_every_number_of_it_says_so(capsys) -> None:
    Path("c.toml").write_text(CONFIG.format(0.2))
    ended = run_command(capsys, "run", "c.toml", "--quiet", "--format", "json")
    assert ended.code == 0, ended.err
    summary = json.loads(ended.out)
    deals = summary["stop"]["deals"]
    assert 10_000 <= deals < 40_000
    assert summary["stop"]["rule"] == {"half_width": {"turns": 0.2}, "decided": ["turns"]}
    assert [cell["deals"] for cell in summary["cells"]] == [deals, deals]
    for cell in summary["cells"]:
        for row in cell["estimates"]:
            assert "sequence" in row["interval"] or row["low"] is None, row
        turns = next(row for row in cell["estimates"] if row["statistic"] == "turns")
        assert (turns["high"] - turns["low"]) / 2 <= 0.2
    text = run_command(capsys, "summarize", "runs/c", "--statistic", "turns").out
    assert f"  stopped  after {deals:,} deals of each cell, as [stop] asks\n" in text
    assert "95 % confidence sequence of each number by itself" in text
    assert "interval of each" not in text


def test_comparisons_and_the_api_use_sequences_after_a_stop(capsys) -> None:
    Path("c.toml").write_text(CONFIG.format(0.2))
    ended = run_command(capsys, "compare", "c.toml", "--quiet", "--statistic", "turns", "--format", "json")
    assert ended.code == 0, ended.err
    compared = json.loads(ended.out)
    assert compared["stops"]["c"]["verdict"] is None
    rows = {row["statistic"]: row for row in compared["contrasts"][0]["rows"]}
    assert rows["turns"]["interval"] == "asymptotic sequence"
    assert not rows["turns"]["low"] <= 0 <= rows["turns"]["high"]
    assert rows["turns_p50"]["interval"] == "none: quantiles have no confidence sequence"
    answer = run_command(capsys, "compare", "runs/c", "--statistic", "turns").out.replace("\n", " ")
    assert "c: after " in answer
    assert "All intervals are those of confidence sequences" in answer
    text = run_command(capsys, "compare", "runs/c", "--statistic", "turns", "--all").out
    assert "  stopped: after " in text
    run = simkit.run("c.toml")
    kinds = set(run.estimates().filter(statistic="win_rate")["interval"])
    assert kinds == {"empirical-Bernstein sequence"}
    by = run_command(capsys, "summarize", "runs/c", "--statistic", "win_rate", "--by", "start", "--format", "json")
    grouped = [row for cell in json.loads(by.out)["cells"] for row in cell["estimates"]]
    assert {row["interval"] for row in grouped} == {"asymptotic sequence"}


def test_the_limit_is_kept_and_said(capsys) -> None:
    Path("c.toml").write_text(CONFIG.format(0.001))
    ended = run_command(capsys, "run", "c.toml", "--games", 12_000, "--quiet")
    assert ended.code == 0, ended.err
    assert "all games were played; the stop rule is not met" in ended.out.replace("\n", " ")
    ended = run_command(capsys, "summarize", "runs/c", "--all")
    assert "  stopped  all games were played; the stop rule is not met\n" in ended.out
    assert "after 10,000 deals, the last look:" in ended.out
    assert "asked for ± 0.001" in ended.out


def test_a_sequential_test_accepts_and_is_told_in_the_tournament(capsys) -> None:
    Path("cup.toml").write_text(CUP.format(200_000, 900))
    ended = run_command(capsys, "tournament", "cup.toml", "--quiet", "--all")
    # 900 loses to 300 by far more than 20 Elo, so that the first look ends it but for a chance below 1e-6
    assert ended.code == 0, ended.err
    assert "each pair on the same 500 deals" in ended.out
    assert "  stopped: sequential test: H1 accepted (20 Elo, not 0) after 500 pairs; " in ended.out
    assert ended.out.count("none: the run may stop itself, and ratings have no confidence sequence") == 1
    assert "likelihood that the row" not in ended.out
    found = json.loads(run_command(capsys, "tournament", "runs/cup", "--format", "json").out)
    assert found["stop"]["verdict"] == "H1"
    assert {row["interval"] for row in found["rows"] if row["statistic"] == "win_rate"} == {
        "empirical-Bernstein sequence"
    }
    assert {one["likelihood"] for one in found["superiority"]} == {None}


@pytest.mark.parametrize("command", ["run", "tournament"])
def test_an_undecided_sequential_test_is_exit_3(capsys, command) -> None:
    Path("cup.toml").write_text(CUP.format(800, 350))
    ended = run_command(capsys, command, "cup.toml", "--quiet")
    assert ended.code == 3
    assert ended.out
    assert ended.err == "sequential test: undecided; it takes 500 pairs at least\n"


def test_another_rule_is_judged_from_the_games_that_are_there(capsys) -> None:
    Path("c.toml").write_text(CONFIG.format(0.2))
    options = ["c.toml", "--quiet", "--set", "stop.level=0.99"]
    assert run_command(capsys, "run", "c.toml", "--quiet").code == 0
    ended = run_command(capsys, "run", *options)
    fresh = run_command(capsys, "run", *options, "--out", "runs/fresh")
    assert (ended.code, ended.out) == (0, fresh.out)


def test_a_plan_says_that_fewer_games_may_do(capsys) -> None:
    Path("c.toml").write_text(CONFIG.format(0.2))
    ended = run_command(capsys, "run", "c.toml", "--dry-run")
    first = "40,000 games of each cell asked for, or fewer where [stop] is met before, log = games, into runs/c"
    assert ended.out.splitlines()[0] == first


def test_a_baseline_of_a_config_with_a_rule_has_all_its_games(capsys) -> None:
    Path("c.toml").write_text(CONFIG.format(5.0))
    ended = run_command(capsys, "baseline", "c.toml", "--games", 12_800, "--quiet", "--out", "b.toml")
    assert ended.code == 0, ended.err
    assert Path("b.toml").read_text().count("\ndeals = 12_800\n") == 2


def test_parts_of_a_difference_have_asymptotic_sequences_after_a_stop(capsys) -> None:
    short = "[variants.short]\nrules.target = 900\n"
    text = CONFIG.format(0.3).replace(short, '[variants.turn]\nvariant = "single-turn"\n')
    Path("c.toml").write_text(text.replace("target = 1_000", "target = 10_000"))
    assert run_command(capsys, "run", "c.toml", "--quiet").code == 0
    ended = run_command(capsys, "compare", "runs/c", "--why", "--statistic", "turns", "--format", "csv")
    assert ended.code == 0, ended.err
    rows = pl.read_csv(ended.out.encode(), infer_schema_length=None)
    kinds = set(rows.filter(pl.col("low").is_not_null())["interval"])
    assert kinds == {"asymptotic sequence"}
    text = run_command(capsys, "compare", "runs/c", "--why", "--statistic", "turns").out
    assert "95 % confidence sequence of each number by itself" in text
