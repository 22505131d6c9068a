"""Options of one number of seats are refused at other tables, and near misses of values are told what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.config import load_config, resolve
from simkit.errors import ConfigError
from simkit.games.five_hundred.rules import Rules

SEAT = '[[seats]]\nstrategy = "random"\n'


def lines(folder: Path, seats: int, text: str) -> tuple[str, ...]:
    """Problems of a config."""
    path = folder / "c.toml"
    path.write_text(f'game = "five-hundred"\n{text}\n[run]\ngames = 10\n{SEAT * seats}')
    try:
        resolve(load_config(path))
    except ConfigError as error:
        return tuple(error.lines)
    return ()


@pytest.mark.parametrize(
    ("rule", "seats"),
    [
        ('two_player = "24"', 2),
        ('pack = "us45"', 4),
        ('five_partner = "alone"', 5),
        ('six_teams = "three_of_two"', 6),
    ],
)
@pytest.mark.parametrize("table", range(2, 7))
def test_an_option_of_another_table_is_refused_where_it_stands(tmp_path, rule, seats, table) -> None:
    found = lines(tmp_path, table, f"[rules]\n{rule}")
    if table == seats:
        assert found == ()
    else:
        (line,) = found
        assert f"c.toml:3:{len(rule.split('=')[0]) + 3}: rules.{rule}: does nothing at a table of {table} seats" in line
        assert f"it is a rule for {seats}" in line
    variant = lines(tmp_path, table, f"[variants.other]\nrules.{rule}")
    assert bool(variant) == bool(found)
    assert all(f"variants.other.rules.{rule}: does nothing" in line for line in variant)


def test_a_variant_of_another_table_is_refused_with_the_option_that_it_sets(tmp_path) -> None:
    (line,) = lines(tmp_path, 3, 'variant = "american"')
    assert 'c.toml:2:11: variant = "american": sets pack = "us45", which does nothing at a table of 3 seats' in line
    assert lines(tmp_path, 4, 'variant = "american"') == ()


def test_the_usual_values_are_idle_nowhere() -> None:
    assert [Rules().idle_at(seats) for seats in range(2, 7)] == [None] * 5


@pytest.mark.parametrize(
    ("seats", "rule", "message"),
    [
        (4, "misere = false", 'rules.misere = false: must be one of "on", "off"; write "off"'),
        (4, "misere = true", '"on", "off"; write "on"'),
        (2, "two_player = 24", 'rules.two_player = 24: must be one of "dead_hand33", "24", "25"; write "24"'),
        (4, "bid_after_pass = false", '"if_suit_changed"; write "never"'),
        (4, 'inkle = "off"', 'rules.inkle = "off": must be true or false; write false'),
        (4, "inkle = 1", "rules.inkle = 1: must be true or false; write true"),
        (4, "inkle = 2", "rules.inkle = 2: must be true or false"),
    ],
)
def test_a_near_miss_is_told_what_to_write(tmp_path, seats, rule, message) -> None:
    (line,) = lines(tmp_path, seats, f"[rules]\n{rule}")
    assert line.endswith(message)
