"""Configs from standard input, and run directories that know where their bots and tables lie."""

import io
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.cli.console import run_command

BOTS = """
def mine(view, params, table):
    return int(view.turn_total < table[0])
"""

CONFIG = """
game = "ten-thousand"
rules = { target = 1_000 }
[[seats]]
strategy = "bots/mine.py:mine"
table = "bots/limit.npy"
[[seats]]
strategy = "bank-at"
[run]
games = 60
[variants.far]
rules.target = 1_500
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder with a config, a bot and its table, and the current one."""
    home = tmp_path / "home"
    (home / "bots").mkdir(parents=True)
    (home / "bots" / "mine.py").write_text(BOTS)
    np.save(home / "bots" / "limit.npy", np.array([350]))
    (home / "c.toml").write_text(CONFIG)
    monkeypatch.chdir(home)
    return home


def piped(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def told(capsys, *arguments):
    ended = run_command(capsys, *arguments)
    assert ended.code == 0, ended.err
    return ended.out


def test_a_config_is_read_from_stdin_with_files_of_the_current_folder(capsys, home, monkeypatch):
    asked = told(capsys, "run", "c.toml", "--quiet")
    monkeypatch.chdir(home)
    (home / "c.toml").unlink()
    piped(monkeypatch, CONFIG)
    assert told(capsys, "run", "-", "--quiet") == asked
    assert (home / "runs" / "stdin" / "manifest.json").is_file()
    piped(monkeypatch, CONFIG)
    assert told(capsys, "validate", "-", "--all").startswith("-: base ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "stdin: is empty; a config has at least game and [[seats]]"),
        (CONFIG.replace("1_500", "-3"), "stdin:12:16: variants.far.rules.target = -3: must be at least"),
        ("game = ", "stdin:1:8: not TOML:"),
    ],
)
def test_errors_of_a_config_from_stdin_have_its_lines(capsys, home, monkeypatch, text, message):
    piped(monkeypatch, text)
    ended = run_command(capsys, "run", "-")
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err


def test_validate_takes_settings(capsys, home):
    plain = told(capsys, "validate", "c.toml", "--all")
    assert plain.startswith("c.toml: base ")
    assert told(capsys, "validate", "c.toml", "--all", "--set", "rules.target=1200", "--seed", "3") != plain
    ended = run_command(capsys, "validate", "c.toml", "--set", "rules.target=-1")
    assert (ended.code, ended.out) == (2, "")
    assert "rules.target" in ended.err


def test_a_run_is_told_from_any_folder(capsys, home, tmp_path, monkeypatch):
    told(capsys, "run", "c.toml", "--quiet")
    here = told(capsys, "trace", "runs/c", "--deal", "3", "--cell", "far")
    monkeypatch.chdir(tmp_path)
    assert told(capsys, "trace", "home/runs/c", "--deal", "3", "--cell", "far") == here
    assert "2 played again: no faults" in told(capsys, "verify", "home/runs/c", "--replay", "100%", "--quiet")


def test_a_run_is_told_where_all_was_moved_and_where_only_the_run_was(capsys, home, tmp_path):
    told(capsys, "run", "c.toml", "--quiet")
    here = told(capsys, "trace", "runs/c", "--deal", "3")
    shutil.copytree(home, tmp_path / "copy")
    shutil.move(home / "runs" / "c", tmp_path / "moved")
    assert told(capsys, "trace", tmp_path / "moved", "--deal", "3") == here
    shutil.rmtree(home / "bots")
    assert told(capsys, "trace", tmp_path / "copy" / "runs" / "c", "--deal", "3") == here


def test_a_file_that_is_gone_is_named(capsys, home):
    told(capsys, "run", "c.toml", "--quiet")
    Path("bots/limit.npy").unlink()
    ended = run_command(capsys, "trace", "runs/c", "--deal", "3")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == (
        f"runs/c: its file bots/limit.npy is gone: it is not in {home}; put it back; a copy is in runs/c/sources\n"
    )


def test_where_files_lie_is_noted_only_where_there_are_any(capsys, home):
    told(capsys, "run", "c.toml", "--quiet")
    assert json.loads(Path("runs/c/config.json").read_text())["folder"] == {
        "relative": "../..",
        "absolute": str(home),
    }
    plain = CONFIG.replace('"bots/mine.py:mine"\ntable = "bots/limit.npy"', '"bank-at"')
    Path("plain.toml").write_text(plain)
    told(capsys, "run", "plain.toml", "--quiet")
    assert "folder" not in json.loads(Path("runs/plain/config.json").read_text())


def test_copies_are_kept_by_hash_and_run_only_when_trusted(capsys, home):
    told(capsys, "run", "c.toml", "--quiet")
    here = told(capsys, "trace", "runs/c", "--deal", "3")
    bot = json.loads(Path("runs/c/config.json").read_text())["cells"][0]["content"]["lineup"][0]
    copy = Path("runs/c/sources") / bot["source"] / "mine.py"
    assert copy.read_text() == BOTS
    assert np.load(Path("runs/c/sources") / bot["table"]["hash"] / "limit.npy") == [350]
    shutil.rmtree(home / "bots")
    assert run_command(capsys, "trace", "runs/c", "--deal", "3").code == 2
    assert told(capsys, "trace", "runs/c", "--deal", "3", "--trust") == here
    copy.write_text(BOTS.replace("<", "<="))
    ended = run_command(capsys, "trace", "runs/c", "--deal", "3", "--trust")
    assert ended.code == 2
    assert "its source has changed" in ended.err
    ended = run_command(capsys, "trace", "c.toml", "--deal", "3", "--trust")
    assert ended.code == 2


def test_what_a_bot_imports_is_copied_and_goes_with_its_cells(capsys, home):
    (home / "bots" / "limits.py").write_text("LIMIT = 300\n")
    reaching = BOTS.replace("table[0]", "table[0] + LIMIT")
    (home / "bots" / "mine.py").write_text(f"from limits import LIMIT\n{reaching}")
    told(capsys, "run", "c.toml", "--quiet")
    assert {path.name for path in Path("runs/c/sources").rglob("*.*")} == {"mine.py", "limits.py", "limit.npy"}
    here = told(capsys, "trace", "runs/c", "--deal", "3")
    assert told(capsys, "trace", "runs/c", "--deal", "3", "--trust") == here
    Path("c.toml").write_text(CONFIG.replace('"bots/mine.py:mine"\ntable = "bots/limit.npy"', '"bank-at"'))
    told(capsys, "run", "c.toml", "--quiet")
    assert Path("runs/c/sources").exists()
    told(capsys, "run", "c.toml", "--quiet", "--prune")
    assert not list(Path("runs/c/sources").iterdir())
