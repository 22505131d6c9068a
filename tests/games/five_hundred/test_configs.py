"""Configs of Five Hundred: those that come with the package run, and wrong ones are told in plain words."""

import pytest

from simkit.batch import load_batch
from simkit.errors import ConfigError
from tests.games.kit import play_config

CELLS = {
    "five-hundred": 1,
    "five-hundred-aggression": 3,
    "five-hundred-contracts": 1,
    "five-hundred-variations": 11,
    "five-hundred-packs": 6,
    "five-hundred-2": 3,
    "five-hundred-3": 2,
    "five-hundred-5": 3,
    "five-hundred-6": 2,
}


@pytest.mark.parametrize(("name", "cells"), CELLS.items())
def test_the_configs_run(name, cells, tmp_path):
    run = play_config(name, tmp_path, games=10)
    assert run.estimates().filter(statistic="cut_short")["value"].to_list() == [0.0] * cells


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("target = 495", "rules.target = 495: must be a multiple of 10, such as 490 or 500"),
        ("misere_value = 251", "rules.misere_value = 251: must be a multiple of 10, such as 250 or 260"),
        ("jokers = 2", 'jokers = 2 and pack = "au43" contradict each other: two jokers are in the pack of 46'),
    ],
)
def test_wrong_rules_are_told_in_plain_words(rules, message, tmp_path):
    path = tmp_path / "c.toml"
    seats = '[[seats]]\nstrategy = "simple"\n' * 4
    path.write_text(f'game = "five-hundred"\n{seats}[run]\ngames = 1\n[rules]\n{rules}\n', encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_batch(path)
    assert message in str(caught.value)
