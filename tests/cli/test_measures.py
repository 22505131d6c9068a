"""Measures of the path of a game from the command line: where turns are kept, and what is said where they are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.console import run_command

CONFIG = """
game = "ten-thousand"
variant = "single-roll"
[[seats]]
strategy = "bank-at"
[[seats]]
strategy = "bank-at"
[run]
games = 300
log = "turns"
[variants.no_endgame]
variant = "no-endgame"
"""


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "endgame.toml"
    path.write_text(CONFIG)
    return path


def test_a_run_that_keeps_turns_is_measured_by_its_path(capsys: pytest.CaptureFixture[str], config: Path) -> None:
    ended = run_command(capsys, "compare", config, "--format", "json", "--quiet")
    assert ended.code == 0
    content = json.loads(ended.out)
    rows = {row["statistic"]: row for row in content["contrasts"][0]["rows"]}
    assert rows["leader_wins_50"]["value"] == rows["half_leader_wins"]["value"]
    assert rows["decided_at"]["cell_value"] < rows["decided_at"]["against_value"]
    assert {"drama", "comeback", "uncertainty"} <= set(content["meanings"])
    ended = run_command(capsys, "summarize", "runs/endgame", "--statistic", "drama", "--format", "csv")
    assert [line.split(",")[0] for line in ended.out.splitlines()] == ["statistic", "drama", "drama"]


def test_without_turns_one_message_says_what_would_do(capsys: pytest.CaptureFixture[str], config: Path) -> None:
    asked = ("--statistic", "drama", "--set", "run.log=games")
    ended = run_command(capsys, "compare", config, *asked)
    assert (ended.code, Path("runs").exists()) == (2, False)
    assert "--statistic drama: needs the turns of each game" in ended.err
    assert "--set run.log=turns" in ended.err
    ended = run_command(capsys, "run", config, "--quiet", "--set", "run.log=games", "--format", "json")
    assert "drama" not in ended.out
    for command in ("summarize", "compare"):
        ended = run_command(capsys, command, "runs/endgame", *asked[:2])
        assert ended.code == 2
        assert "keeps no turns table; run it again with `--log turns`" in ended.err
    ended = run_command(capsys, "plan", config, "--margin", "drama=0.1")
    assert ended.code == 2
    assert "a plan's pilots keep no turns" in ended.err


def test_why_takes_differences_apart(capsys: pytest.CaptureFixture[str], config: Path) -> None:
    ended = run_command(capsys, "compare", config, "--why", "--format", "json", "--quiet", "--deals", "2")
    assert ended.code == 0
    (contrast,) = json.loads(ended.out, parse_constant=pytest.fail)["contrasts"]
    clauses = {clause["name"]: clause for clause in contrast["clauses"]}
    assert {"hot_dice", "endgame", "straight6", "any of these"} <= set(clauses)
    assert not {"minimum", "topped", "challenge_1"} & set(clauses)  # no clause without its option
    rows = {(row["clause"], row["part"], row["statistic"], row["seat"]): row for row in contrast["rows"]}
    whole, moved, rest = (
        rows[clause, part, "turns", None]["value"]
        for clause, part in ((None, "all"), ("endgame", "fired"), ("endgame", "not fired"))
    )
    assert moved + rest == pytest.approx(whole, abs=1e-12)
    assert rest == 0  # without the endgame's rolls that did not count, both games go the same way
    (game, _) = clauses["endgame"]["changed"]
    command = game["replay"][0].split()
    assert command[:2] == ["simkit", "trace"]
    ended = run_command(capsys, *command[1:], "--format", "json")
    assert ended.code == 0
    assert json.loads(ended.out)["cell"]["name"] == "no_endgame"


@pytest.mark.parametrize("form", ["text", "markdown", "csv"])
def test_why_in_every_form(form: str, capsys: pytest.CaptureFixture[str], config: Path) -> None:
    asked = ("--why", "--format", form, "--quiet", "--statistic", "turns", "--statistic", "drama")
    ended = run_command(capsys, "compare", config, *asked)
    assert ended.code == 0
    assert "endgame" in ended.out
    if form == "csv":
        lines = ended.out.splitlines()
        assert lines[0].startswith("clause,part,statistic,cell,against")
        assert len({line.count(",") for line in lines if '"' not in line}) == 1
        return
    assert "points of the endgame did not count" in ended.out
    assert "simkit trace runs/endgame --cell no\\_endgame --deal" in ended.out.replace("no_", "no\\_").replace(
        "\\\\", "\\"
    )
    if form == "markdown":
        tables = [line for line in ended.out.splitlines() if line.startswith("|")]
        assert {line.count("|") for line in tables} == {9, 13}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["--statistic", "turns_sd"], "--statistic turns_sd: there is no such statistic"),
        (["--statistic", "drama", "--set", "run.log=games"], "needs the turns of each game"),
        (["--by", "start"], "--why cannot be combined with --by"),
    ],
)
def test_what_why_cannot_tell(asked: list[str], message: str, capsys: pytest.CaptureFixture[str], config: Path) -> None:
    ended = run_command(capsys, "compare", config, "--why", *asked)
    assert (ended.code, Path("runs").exists()) == (2, False)
    assert message in ended.err


def test_why_needs_common_deals(capsys: pytest.CaptureFixture[str], config: Path) -> None:
    for seed in ("1", "2"):
        run_command(capsys, "run", config, "--quiet", "--seed", seed, "--out", f"runs/{seed}", "--set", "run.log=games")
    ended = run_command(capsys, "compare", "runs/1", "runs/2", "--why")
    assert ended.code == 2
    assert "have no deals in common" in ended.err


def test_clauses_told_by_turns_are_left_out_without_them(capsys: pytest.CaptureFixture[str], config: Path) -> None:
    asked = ("--why", "--quiet", "--set", "run.log=games")
    ended = run_command(capsys, "compare", config, *asked, "--format", "json")
    (contrast,) = json.loads(ended.out)["contrasts"]
    assert [one.partition(":")[0] for one in contrast["left_out"]] == ["straight6"]
    assert "straight6" not in {clause["name"] for clause in contrast["clauses"]}
    ended = run_command(capsys, "compare", config, *asked)
    assert (
        'left out straight6: straight6 was the best new element of a set-aside in a turn; needs log = "turns"'
        in ended.out
    )


def test_a_run_may_stop_by_what_the_path_tells(capsys: pytest.CaptureFixture[str], config: Path) -> None:
    config.write_text(
        CONFIG.partition("[variants")[0] + "[rules]\ntarget = 3_000\n[variants.longer]\nrules.target = 3_500\n"
        "[stop]\nhalf_width.uncertainty = 0.01\nhalf_width_of_difference.behind = 0.02\n"
    )
    ended = run_command(capsys, "run", config, "--games", 12_000, "--quiet", "--format", "json")
    assert ended.code == 0, ended.err
    stop = json.loads(ended.out)["stop"]
    assert stop["deals"] == 10_000
    assert [line.partition(" ")[0] for line in stop["said"]] == ["uncertainty", "behind,"]


def test_a_rule_may_be_tuned_by_what_the_path_tells(capsys: pytest.CaptureFixture[str], config: Path) -> None:
    config.write_text(CONFIG.partition("[variants")[0])
    asked = ("--statistic", "lead_change_rate", "--format", "json")
    span = ("--vary", "rules.target", "--from", 500, "--to", 6_500, "--step", 500, "--target", 0.25)
    tuned = json.loads(run_command(capsys, "tune", config, *span, *asked, "--quiet").out)
    summary = json.loads(run_command(capsys, "summarize", "runs/endgame-tune-rules.target", *asked).out)
    values = [row["value"] for cell in summary["cells"] for row in cell["estimates"]]
    assert len(set(values)) > 3
    assert sorted(point["value"] for point in tuned["points"]) == sorted(values)
