"""``simkit trace``: a game's story from a config or a run directory, and what it says about wrong input."""

import json

import pytest

from simkit.config import load_config, resolve
from simkit.store.manifest import RunRecord, write_run_record
from tests.cli.console import run_command


@pytest.fixture
def simkit(capsys):
    """Run a command; returns its exit code, stdout and stderr."""
    return lambda *arguments: run_command(capsys, *arguments)


CONFIG = """
game = "ten-thousand"
variant = "single-roll"
[[seats]]
strategy = "bank-at"
[[seats]]
strategy = "best-single"
bank_at = 300
[run]
seed = 5
seatings = "rotate"
[variants.short]
rules.target = 1_000
"""

BROKEN = """
game = "zilch"
[[seats]]
strategy = "mine.py:bot"
"""


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "games.toml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


def test_a_game_of_a_config(simkit, config):
    ended = simkit("trace", config, "--deal", "3", "--seating", "2", "--cell", "short")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0] == "10000, cell short: deal 3 of seed 5, seating 2 of 2"
    assert lines[1].startswith("  seat 1: best-single(bank_at=300")
    assert lines[3:7] == ["", "Seat 1 begins.", "", "Seat 1, turn 1: 0 points"]
    assert lines[-1].startswith("Seat ")
    assert any(line.startswith("    saw coin=") for line in lines)


def test_options_change_the_config(simkit, config):
    one = simkit("trace", config, "--deal", "3", "--seed", "6", "--set", "rules.target=500")
    other = simkit("trace", config, "--deal", "3")
    assert "deal 3 of seed 6" in one.out
    assert len(one.out) < len(other.out)


def test_json(simkit, config):
    told = json.loads(simkit("trace", config, "--deal", "0", "--format", "json").out)
    assert told["cell"]["name"] == "base"
    assert told["outcome"]["game"]["turns"] == len(told["outcome"]["turns"])
    assert told["events"][-1]["kind"] == "end"


def test_a_run_directory_is_told_as_it_was_played(simkit, config, tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    write_run_record(run, RunRecord.of(resolve(load_config(config, ["run.seed=8"])), "games"))
    ended = simkit("trace", run, "--deal", "3")
    assert ended.code == 0
    assert ended.out == simkit("trace", config, "--deal", "3", "--seed", "8").out
    refused = simkit("trace", run, "--deal", "3", "--seed", "9")
    assert refused.code == 2
    assert "read as it was played" in refused.err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--deal", "1", "--seating", "3"], "seating 3: cell base has 2, numbered from 1"),
        (["--deal", "1", "--cell", "shrot"], "--cell shrot: there is no such cell; did you mean short?"),
        (["--deal", "-1"], "--deal"),
        (["--deal", "one"], "--deal"),
        ([], "--deal"),
        (["--deal", "1", "--set", "seats.1.bank_at=-5"], "seats.1.bank_at"),
    ],
)
def test_wrong_input_is_told(simkit, config, options, told):
    ended = simkit("trace", config, *options)
    assert (ended.code, ended.out) == (2, "")
    assert told in ended.err
    assert "Traceback" not in ended.err


def test_a_directory_that_is_no_run(simkit, tmp_path):
    ended = simkit("trace", tmp_path, "--deal", "0")
    assert ended.code == 4
    assert str(tmp_path) in ended.err


def test_a_bot_that_breaks_its_contract_is_told_up_to_there(simkit, tmp_path):
    (tmp_path / "mine.py").write_text("def bot(view, params):\n    return 7\n", encoding="utf-8")
    (tmp_path / "games.toml").write_text(BROKEN, encoding="utf-8")
    ended = simkit("trace", tmp_path / "games.toml", "--deal", "0")
    assert ended.code == 5
    assert "bot bot answered 7 to roll_again; allowed: 0 to 1" in ended.err
    assert "cell base, deal 0, seating 1 (seed 1)" in ended.err
    assert ended.out.startswith("Zilch, cell base: deal 0")
