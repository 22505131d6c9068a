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
        assert "keeps no turns table; play it again with `--log turns`" in ended.err
    ended = run_command(capsys, "plan", config, "--margin", "drama=0.1")
    assert ended.code == 2
    assert "a plan's pilots keep no turns" in ended.err
