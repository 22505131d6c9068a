"""``simkit summarize`` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from simkit.cli import summarize as module
from simkit.errors import UsageError
from simkit.store import read
from tests.report.runs import run, zilch_cell


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory that opens as a run of a thousand deals."""
    monkeypatch.setattr(read, "open_run", lambda _: run(zilch_cell()))
    return Path("runs/first")


@pytest.mark.parametrize(
    ("options", "first"),
    [
        ([], "No clear winner: A bank-at(300) wins 50 % of games "),
        (["--all"], "Zilch (zilch)\n"),
        (["--statistic", "turns"], "Zilch (zilch)\n"),
    ],
)
def test_prints_the_answer_or_on_demand_everything(stored: Path, options: list[str], first: str) -> None:
    found = CliRunner().invoke(module.command, [str(stored), *options])
    assert found.exit_code == 0, found.output
    assert found.stdout.startswith(first)
    assert found.stderr == ""


def test_options_reach_the_summary(stored: Path) -> None:
    options = [
        "--format",
        "json",
        "--level",
        "0.9",
        "--statistic",
        "win_rate",
        "--statistic",
        "turns_p50",
        "--by",
        "start",
    ]
    found = CliRunner().invoke(module.command, [str(stored), *options])
    content = json.loads(found.stdout)
    assert content["level"] == 0.9
    rows = content["cells"][0]["estimates"]
    assert {row["statistic"] for row in rows} == {"win_rate", "turns_p50"}
    assert {row["by"] for row in rows} == {"start = 1", "start = 2"}


@pytest.mark.parametrize("options", [["--level", "95"], ["--statistic", "wins"], ["--by", "weather"]])
def test_wrong_options_are_errors_of_usage(stored: Path, options: list[str]) -> None:
    found = CliRunner().invoke(module.command, [str(stored), *options])
    assert isinstance(found.exception, UsageError)
    assert found.exception.exit_code == 2
