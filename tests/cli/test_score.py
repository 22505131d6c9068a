"""``simkit score``: the options of a roll, and what it says about wrong input."""

import json

import pytest

from simkit.registry import every_game
from tests.cli.console import run_command


@pytest.fixture
def simkit(capsys):
    """Run a command; returns its exit code, stdout and stderr."""
    return lambda *arguments: run_command(capsys, *arguments)


def test_the_options_of_a_roll(simkit):
    ended = simkit("score", "zilch", "1", "1", "5", "5", "5", "5")
    assert ended.code == 0
    lines = ended.out.splitlines()
    assert lines[0] == "Zilch, zilch-15000: 1 1 5 5 5 5"
    assert lines[1].split() == ["points", "dice", "left", "elements"]
    assert lines[2].split(maxsplit=3) == ["4,200", "6", "6", "5-5-5-5 (4,000), 1 (100) and 1 (100)"]
    assert lines[-1].split(maxsplit=3) == ["50", "1", "5", "5 (50)"]
    assert len(lines) == 2 + 14


@pytest.mark.parametrize("dice", [["222134"], ["2-2-2", "1,3", "4"], ["2", "2", "2", "1", "3", "4"]])
def test_dice_are_read_however_they_are_written(simkit, dice):
    assert "2-2-2 (200) and 1 (100)" in simkit("score", "zilch", *dice).out


def test_a_roll_that_scores_nothing(simkit):
    ended = simkit("score", "ten-thousand", "223344")
    assert (ended.code, ended.out.splitlines()[-1]) == (0, "nothing scores")


def test_a_variant_and_changed_rules(simkit):
    ended = simkit("score", "zilch", "5", "--variant", "zilch-5000", "--set", "rules.fives=75")
    assert ended.out.splitlines()[0] == "Zilch, zilch-5000 with rules.fives=75: 5"
    assert ended.out.splitlines()[-1].split() == ["75", "1", "6", "5", "(75)"]
    triples = simkit("score", "zilch", "222", "--set", "rules.triples=[0, 250, 0, 0, 0, 0]", "--format", "json")
    assert json.loads(triples.out) == [{"points": 250, "dice": 3, "left": 6, "elements": "2-2-2 (250)"}]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["zilhc", "1"], "did you mean zilch?"),
        (["zilch", "1", "--variant", "zilch-500"], "did you mean zilch-5000?"),
        (["zilch", "1", "7"], "1 7: not a roll; give one to six faces from 1 to 6"),
        (["zilch", "1111111"], "1111111: not a roll"),
        (["zilch", "1", "--set", "rules.onse=5"], "--set rules.onse=5: there is no such rule; did you mean ones?"),
        (["zilch", "1", "--set", "rules.ones=-5"], "--set rules.ones=-5: must be at least 0"),
        (["zilch", "1", "--set", "rules.ones=many"], "--set rules.ones=many: must be a whole number"),
        (["zilch", "1", "--set", "rules=5"], "--set rules=5: only rules can be set here"),
        (["zilch", "1", "--set", "target=5"], "--set target=5: only rules can be set here"),
        (["zilch", "1", "--set", "ones"], "--set ones: "),
    ],
)
def test_wrong_input_is_one_clear_message(simkit, arguments, told):
    ended = simkit("score", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert told in ended.err
    assert len(ended.err.splitlines()) == 1


def test_no_dice_are_a_usage_error(simkit):
    ended = simkit("score", "zilch")
    assert ended.code == 2
    assert "DICE" in ended.err


@pytest.mark.parametrize("game", every_game())
@pytest.mark.parametrize("dice", ["1", "12", "123", "1234", "12345", "123456"])
def test_every_game_scores_a_roll_or_says_why_not(simkit, game, dice):
    ended = simkit("score", game, dice)
    assert (ended.code, bool(ended.out), bool(ended.err)) in [(0, True, False), (2, False, True)]
    assert "Traceback" not in ended.err
