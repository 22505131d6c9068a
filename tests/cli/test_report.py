"""``simkit compare --report`` from the command line."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from simkit.report.page import html
from tests.cli.console import run_command

CONFIG = """
game = "ten-thousand"
variant = "no-endgame"
[[seats]]
strategy = "bank-at"
bank_at = 300
[[seats]]
strategy = "bank-at"
bank_at = 300
[run]
games = 2_000
[variants.short]
rules.target = 5_000
"""


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("my.toml")
    path.write_text(CONFIG)
    return path


def test_pages_are_written_beside_what_is_printed(capsys, config) -> None:
    plain = run_command(capsys, "compare", config, "--quiet", "--deals", 5)
    options = ("--statistic", "turns", "--statistic", "win_rate", "--seed", 3, "--out", "r", "--jobs", 1, "--quiet")
    files = [word for name in ("a.html", "a.md", "a.json") for word in ("--report", name)]
    ended = run_command(capsys, "compare", config, *options, *files, "--question", "Is it shorter?")
    assert (ended.code, plain.code) == (0, 0)
    content = json.loads(Path("a.json").read_text())
    command = content["commands"][0]["text"]
    # what changes nothing on the page is left out of the command
    assert "--jobs" not in command
    assert "--quiet" not in command
    assert content["question"] == "Is it shorter?"
    assert "Games are shorter: " in Path("a.html").read_text()
    assert "Is it shorter?" in Path("a.md").read_text()
    replays = [row["deal"] for row in content["comparison"]["contrasts"][0]["changed"]]
    assert len(replays) == 5
    assert f"simkit trace r --cell short --deal {replays[0]}" in Path("a.html").read_text()
    before = {name: Path(name).read_bytes() for name in ("a.html", "a.md", "a.json")}
    again = run_command(capsys, *shlex.split(command)[1:], "--quiet")
    assert again.out == ended.out
    assert {name: Path(name).read_bytes() for name in before} == before
    assert run_command(capsys, "trace", "r", "--cell", "short", "--deal", replays[0]).code == 0


@pytest.mark.parametrize(
    ("file", "code", "message"),
    [
        ("a.pdf", 2, "--report a.pdf: the name must end in .html, .md, .json"),
        ("no/a.md", 4, "--report no/a.md: there is no folder no"),
        ("a.html", 2, "needs jinja2 and matplotlib; install with: pip install jinja2 matplotlib"),
    ],
)
def test_what_cannot_be_written_is_told_before_anything_is_played(capsys, config, monkeypatch, file, code, message):
    monkeypatch.setattr(html, "find_spec", lambda _: None)
    ended = run_command(capsys, "compare", config, "--report", file)
    assert (ended.code, ended.out) == (code, "")
    assert message in ended.err
    assert not Path("runs").exists()


def test_runs_by_themselves_have_pages_too(capsys, config) -> None:
    ended = run_command(capsys, "run", config, "--quiet", "--out", "r", "--report", "a.md")
    assert ended.code == 0, ended.err
    again = run_command(capsys, "summarize", "r", "--report", "b.md")
    assert again.code == 0
    first, second = (Path(name).read_text().splitlines() for name in ("a.md", "b.md"))
    assert [(one, other) for one, other in zip(first, second, strict=True) if one != other] == [
        ("    simkit run my.toml --out r --report a.md", "    simkit summarize r --report b.md")
    ]
    grouped = run_command(capsys, "summarize", "r", "--by", "start", "--report", "b.md")
    assert (grouped.code, grouped.out) == (2, "")
    assert "a page does not group games" in grouped.err
    nothing = run_command(capsys, "run", config, "--log", "none", "--report", "a.md", "--out", "n")
    assert (nothing.code, nothing.out) == (2, "")
    assert not Path("n").exists()


def test_why_has_its_place_on_the_page(capsys, config) -> None:
    config.write_text(CONFIG.replace("rules.target = 5_000", 'variant = "single-roll"'))
    files = ("--report", "a.html", "--report", "a.json", "--report", "a.md")
    ended = run_command(capsys, "compare", config, "--why", "--games", 500, "--quiet", *files)
    assert ended.code == 0, ended.err
    content = json.loads(Path("a.json").read_text())
    (why,) = content["why"]["contrasts"]
    assert content["comparison"]["contrasts"][0]["cell"]["name"] == why["cell"] == "short"
    clause = next(one for one in why["clauses"] if one["changed"])
    text = Path("a.html").read_text()
    assert "What each clause moved, short against base" in text
    for command in clause["changed"][0]["replay"]:
        assert command in text
        assert command in Path("a.md").read_text()
    assert "Why" not in page_without(capsys, config)


def page_without(capsys, config) -> str:
    run_command(capsys, "compare", config, "--games", 500, "--quiet", "--report", "b.html")
    return Path("b.html").read_text()


def test_measures_of_the_path_stand_on_the_page(capsys, config) -> None:
    options = ("--games", 300, "--quiet", "--set", "run.log=turns", "--report", "a.json")
    assert run_command(capsys, "compare", config, *options).code == 0
    content = json.loads(Path("a.json").read_text())
    told = [one["text"] for section in content["sections"] for one in section["verdicts"] if one["is_main"]]
    assert any("share of comebacks" in text.lower() for text in told)
    assert any("drama" in text.lower() for text in told)
