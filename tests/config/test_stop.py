"""The ``[stop]`` table: what it asks for must be there, and each mistake is told at its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simkit.config import load_config
from simkit.model.stop import SequentialTest, StopRule
from tests.config.common import problems

SEAT = '[[seats]]\nstrategy = "bank-at"\nbank_at = {}\n'
ONE = 'game = "zilch"\n' + SEAT.format(300) + SEAT.format(400) + '[run]\ngames = 10\nseatings = "rotate"\n'
TWO = ONE + "[variants.x]\nrules.target = 5_000\n"
START = len(ONE.splitlines()) + 1


def test_a_rule_is_read_with_its_defaults(config_file):
    text = (
        TWO + '[stop]\nhalf_width = { turns = 1, win_rate = 0.001 }\ndecided = ["turns"]\nmargins = { turns = 0.1 }\n'
    )
    assert load_config(config_file(text)).stop == StopRule(
        half_width={"turns": 1.0, "win_rate": 0.001}, decided=("turns",), margins={"turns": 0.1}, level=0.95
    )
    assert load_config(config_file(ONE)).stop is None


def test_a_test_is_read_with_its_defaults(config_file):
    found = load_config(config_file(ONE + "[stop]\ntest = { elo1 = 8 }\n")).stop
    assert found is not None
    assert found.test == SequentialTest(elo0=0, elo1=8, alpha=0.05, beta=0.05, seat=1)


def test_a_rule_may_be_set_by_an_option(config_file):
    found = load_config(config_file(ONE), ["stop.half_width.turns=0.5"]).stop
    assert found == StopRule(half_width={"turns": 0.5})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ONE + "[stop]\n", f"c.toml:{START}:2: stop: is empty; it needs half_width, half_width_of_difference"),
        (ONE + "[stop]\nhalf_widths = 1\n", "stop.half_widths: there is no such key; did you mean half_width?"),
        (ONE + "[stop]\nhalf_width = 1\n", "stop.half_width = 1: must be a table"),
        (ONE + "[stop]\nhalf_width.turns = 'x'\n", 'stop.half_width.turns = "x": must be a number'),
        (ONE + "[stop]\nhalf_width.turns = 0\n", "stop.half_width.turns = 0: must be above 0"),
        (ONE + "[stop]\nhalf_width.turns = inf\n", "stop.half_width.turns = inf: must be above 0"),
        (ONE + "[stop]\nhalf_width.trns = 1\n", "stop.half_width.trns: there is no such statistic; did you mean"),
        (ONE + "[stop]\nhalf_width.turns_p50 = 1\n", "stop.half_width.turns_p50: quantiles have no"),
        (ONE + "[stop]\nhalf_width.drama = 1\n", 'stop.half_width.drama: needs the turns of each game, which only log'),
        (ONE + "[stop]\nhalf_width.bonuses = 1\n", "stop.half_width.bonuses: is always 0 under the rules of these"),
        (ONE + "[stop]\ndecided = ['turns']\n", "stop.decided: needs differences, but there is only one cell"),
        (ONE + "[stop]\nhalf_width_of_difference.turns = 1\n", "stop.half_width_of_difference: needs differences"),
        (TWO + "[stop]\ndecided = 'turns'\n", 'stop.decided = "turns": must be a list'),
        (TWO + "[stop]\ndecided = ['turns', 'tuns']\n", "stop.decided.2: there is no such statistic; did you mean"),
        (TWO + "[stop]\ndecided = ['turns']\nmargins.win_rate = 0.1\n", "stop.margins.win_rate: is not in decided"),
        (TWO + "[stop]\ndecided = ['turns']\nmargins.turns = -1\n", "stop.margins.turns = -1: must be above 0"),
        (TWO + "[stop]\ndecided = ['turns']\nlevel = 1\n", "stop.level = 1: must be below 1"),
        (TWO + "[stop]\ndecided = ['turns']\nlevel = 0.0\n", "stop.level = 0.0: must be above 0"),
        (TWO + "[stop]\ntest.elo1 = 5\n", "a sequential test needs one cell with two bots; there are 2"),
        (ONE + "[stop]\ntest.elo1 = 0\n", "stop.test: must have elo0 below elo1"),
        (ONE + "[stop]\ntest.elo1 = 5\nhalf_width.turns = 1\n", "stop.test: excludes the other keys"),
        (ONE + "[stop]\ntest.alpha = 0.6\n", "stop.test.alpha = 0.6: must be below 0.5"),
        (ONE + "[stop]\ntest.seat = 3\n", "stop.test: seat = 3: there are 2 seats"),
        (ONE.replace("400", "300") + "[stop]\ntest.elo1 = 5\n", "stop.test: a sequential test is of two bots that"),
        (ONE.replace("rotate", "fixed") + "[stop]\ntest.elo1 = 5\n", 'has the seats of the other in the other game'),
        (ONE + SEAT.format(500) + "[stop]\ntest.elo1 = 5\n", "there are 3 bots"),
        (ONE.replace("[run]", '[run]\nlog = "none"') + "[stop]\nhalf_width.turns = 1\n", 'run.log = "none": keeps'),
    ],
)  # fmt: skip
def test_a_mistake_is_told_where_it_stands(config_file, text, message):
    lines = problems(config_file(text))
    assert any(message in line for line in lines), lines
    assert all(line.startswith("c.toml:") for line in lines)


def test_measures_of_the_path_may_be_asked_for_where_turns_are_kept(config_file):
    text = ONE.replace("[run]", '[run]\nlog = "turns"') + "[stop]\nhalf_width.drama = 1\n"
    assert load_config(config_file(text)).stop == StopRule(half_width={"drama": 1.0})


def test_the_configs_of_the_docs_hold(config_file):
    text = (Path(__file__).parents[2] / "docs" / "stopping.md").read_text(encoding="utf-8")
    whole, test = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    found = load_config(config_file(whole)).stop
    assert found is not None
    assert found.decided == ("turns", "win_rate")
    tested = load_config(config_file(ONE + test)).stop
    assert tested is not None
    assert tested.test == SequentialTest(elo0=0, elo1=5, alpha=0.05, beta=0.05, seat=1)
