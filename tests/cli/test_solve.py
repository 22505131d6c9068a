"""``simkit solve`` and ``simkit odds``: what they print, and what they say about wrong input."""

import csv
import io
import json

import pytest

from tests.cli.console import run_command

CONFIG = """\
game = "ten-thousand"

[[seats]]
strategy = "bank-at"
bank_at = 300

[[seats]]
strategy = "random"

[run]
games = 10
"""


@pytest.fixture
def simkit(capsys, monkeypatch, tmp_path):
    """Run a command beside a config; returns its exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.toml").write_text(CONFIG)
    return lambda *arguments: run_command(capsys, *arguments)


def test_a_solved_game(simkit):
    ended = simkit("solve", "game.toml")
    lines = ended.out.splitlines()
    assert (ended.code, lines[0]) == (0, "10000")
    assert "478.02918338 points a turn (its bounds are less than 1e-8 apart)" in " ".join(ended.out.split())
    assert ["2", "250"] in [line.split() for line in lines]
    [own] = [line for line in lines if "bank-at(bank_at=300, " in line]
    assert own.split()[-4:] == ["405.8448", "72.1844", "(15.10", "%)"]
    [random] = [line for line in lines if "random(" in line]
    assert random.endswith("it looks at its coin")


def test_a_solved_game_as_data(simkit):
    [answer] = json.loads(simkit("solve", "game.toml", "--format", "json").out)["answers"]
    assert (answer["game"], answer["goal"], answer["unit"]) == ("ten-thousand", "points", "points a turn")
    assert answer["low"] <= answer["high"] < answer["low"] + 1e-9
    assert {"dice": 2, "bank_from": 250} in answer["tables"]["bank_from"]["rows"]
    rows = list(csv.DictReader(io.StringIO(simkit("solve", "game.toml", "--format", "csv").out)))
    assert {"dice": "2", "bank_from": "250"} in rows


def test_odds_of_a_game_and_of_a_config(simkit):
    ended = simkit("odds", "ten-thousand")
    assert ended.out.splitlines()[0] == "10000, single-roll"
    assert ["3", "60/216", "27.7778", "%", "86.8056", "3125/36"] in [line.split() for line in ended.out.splitlines()]
    five = simkit("odds", "game.toml", "--set", "rules.fives=0", "--format", "csv")
    assert next(csv.DictReader(io.StringIO(five.out)))["busts"] == "5/6"
    tables = json.loads(simkit("odds", "zilch", "--variant", "zilch-5000", "--format", "json").out)["tables"]
    assert set(tables) == {"rolls", "rolling_on"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["solve", "game.toml", "--goal", "luck"], "--goal luck: ten-thousand is solved for points or turns or win"),
        (["odds", "zilhc"], "did you mean zilch?"),
        (["odds", "five-hundred"], "five-hundred: simkit has no exact answers for this game"),
        (["odds", "game.toml", "--variant", "no-endgame"], "--variant no-endgame: the config names its variant"),
        (["odds", "none.toml"], "none.toml"),
    ],
)
def test_wrong_input(simkit, arguments, told):
    ended = simkit(*arguments)
    assert (ended.code in (2, 4), ended.out) == (True, "")
    assert told in ended.err
