"""The ``[tune]`` table: the values it makes, and each mistake at its place."""

from __future__ import annotations

import pytest

from simkit.config import load_config
from simkit.config.tune import Tuning, tuning_of
from simkit.errors import ConfigError
from tests.config.common import GOOD, problems
from tests.config.pig import pig


@pytest.fixture(autouse=True)
def _only_pig(_pig, monkeypatch):
    monkeypatch.setattr("simkit.config.tune.find_game", lambda _: pig())


HEAD = GOOD + '[tune]\nvary = "{}"\nstatistic = "turns"\ntarget = 20\n'
STOP = "[stop]\nhalf_width = { turns = 1 }\n"
RULE = HEAD.format("rules.target")


def tuning(path) -> Tuning:
    return tuning_of(load_config(path))


def test_whole_numbers_go_in_steps(config_file):
    found = tuning(config_file(RULE + "from = 50\nto = 199\nstep = 50\n"))
    assert [found.value(i) for i in range(found.size)] == [50, 100, 150]
    assert all(type(found.value(i)) is int for i in range(found.size))
    assert (found.name, found.statistic, found.target) == ("rules.target", "turns", 20)
    cell = found.cell(2)
    assert (cell.name, dict(cell.rules)["target"]) == ("target=150", 150)


def test_the_range_and_the_step_are_those_allowed_unless_given(config_file):
    found = tuning(config_file(HEAD.format("seats.1.hold_at")))
    assert (found.value(0), found.value(1), found.value(found.size - 1)) == (1, 2, 200)
    assert dict(found.cell(24).lineup[0].params)["hold_at"] == 25
    found = tuning(config_file(HEAD.format("seats.1.share")))
    assert (found.value(0), found.value(1), found.value(found.size - 1)) == (0, 0.001, 1)
    assert found.value(0.5) == 0.0005
    found = tuning(config_file(HEAD.format("seats.1.share") + "step = 0.1\n"))
    assert [found.value(i) for i in range(found.size)] == [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]


def test_several_keys_take_the_same_value_and_the_range_of_all(config_file):
    text = GOOD.replace('"reckless"', '"hold-at"') + (
        '[tune]\nvary = ["seats.1.hold_at", "seats.2.hold_at"]\nfrom = 10\nstatistic = "turns"\ntarget = 1\n'
    )
    found = tuning(config_file(text))
    assert found.size == 191
    assert [dict(bot.params)["hold_at"] for bot in found.cell(5).lineup] == [15, 15]
    assert found.cell(5).name == "1.hold_at=15,2.hold_at=15"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD, "c.toml:1:1: there is no [tune]; give it, or --vary, --statistic and --target"),
        (GOOD + "[tune]\n", "c.toml:12:2: tune: vary is missing; give it, or --vary"),
        (GOOD + "[tune]\n", "c.toml:12:2: tune: target is missing; give it, or --target"),
        (RULE + '[matrix]\n"rules.target" = [50]\n', "matrix: cannot be combined with `simkit tune`"),
        (RULE + STOP, "stop: cannot be combined with `simkit tune`"),
        (RULE + "[variants.x]\nrules.target = 50\n", "variants: cannot be combined with `simkit tune`"),
        (RULE + "seat = 1\nbot = 1\n", "tune.bot: cannot be combined with seat"),
        (RULE + "seat = 3\n", "c.toml:16:8: tune.seat = 3: there is no such seat; there are 1 to 2"),
        (RULE, 'c.toml:13:8: tune.vary = "rules.target": has 999,991 values; at most 10,000 steps are searched'),
        (HEAD.format("rules.ending"), "is no number"),
        (HEAD.format("rules.doubles"), "is no number"),
        (HEAD.format("rules.worths"), "is no number"),
        (HEAD.format("seats.1.careful"), "is no number"),
        (HEAD.format("seats.1.mood"), "is no number"),
        (HEAD.format("seats.3.hold_at"), "must be a rule or a bot's parameter"),
        (HEAD.format("rules"), "must be a rule or a bot's parameter"),
        (HEAD.format("seats.1.table"), "a seat's table cannot be varied; vary a parameter of its bot"),
        (HEAD.format("seats.1.hold"), "there is no such parameter of hold-at; did you mean hold_at?"),
        (HEAD.format("rules.tarrget"), "there is no such rule; did you mean target?"),
        (
            RULE + "from = 50.5\n",
            "c.toml:16:8: tune.from = 50.5: must be a whole number, like the value that is varied",
        ),
        (RULE + "from = 50\nto = 50\n", "c.toml:17:6: tune.to = 50: leaves fewer than two values: 50 to 50"),
    ],
)
def test_a_mistake_is_told_where_it_stands(config_file, text, message):
    loaded = load_config(config_file(text))
    with pytest.raises(ConfigError) as caught:
        tuning_of(loaded)
    assert any(message in line for line in caught.value.lines), caught.value.lines


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RULE + "step = 0\n", "c.toml:16:8: tune.step = 0: must be above 0"),
        (RULE + "form = 5\n", "tune.form: there is no such key; did you mean from?"),
        (RULE + 'to = "x"\n', 'tune.to = "x": must be a number'),
        (RULE + "to = inf\n", "tune.to = inf: must be a number"),
        (RULE + "seat = 0\n", "tune.seat = 0: must be at least 1"),
    ],
)
def test_what_is_no_tune_table_is_refused_by_every_command(config_file, text, message):
    lines = problems(config_file(text))
    assert any(message in line for line in lines), lines


def test_a_value_that_the_rules_refuse_is_told(config_file):
    found = tuning(config_file(RULE + "from = 0\nto = 100\n"))
    with pytest.raises(ConfigError, match="must be at least 10"):
        found.cell(0)
