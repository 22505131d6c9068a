"""The table that a seat's bot carries: where a config names it, what it adds to a cell, and what can be wrong."""

from pathlib import Path

import numpy as np
import pytest

from simkit.config import load_config, resolve
from simkit.config.write import config_texts
from simkit.model.cell import Cell, SeatBot, TableFile
from tests.config.common import problems

pytestmark = pytest.mark.usefixtures("_pig")

BOTS = """
from typing import Annotated, NamedTuple
from simkit.model.bot import Parameter

class Params(NamedTuple):
    at: Annotated[int, Parameter("at")] = 3

def carries(view, params: Params, table):
    return table[params.at]

def plain(view, params):
    return 0

One = Annotated[int, Parameter("a number")]

class Eight(NamedTuple):
    a: One = 1; b: One = 1; c: One = 1; d: One = 1; e: One = 1; f: One = 1; g: One = 1; h: One = 1

class Nine(NamedTuple):
    a: One = 1; b: One = 1; c: One = 1; d: One = 1; e: One = 1; f: One = 1; g: One = 1; h: One = 1; i: One = 1

def eight(view, params: Eight):
    return 0

def eight_and_table(view, params: Eight, table):
    return 0

def nine(view, params: Nine):
    return 0
"""
TEXT = """\
game = "pig"

[[seats]]
strategy = "my_bots.py:carries"
table = "one.npy"

[[seats]]
strategy = "hold-at"
"""
MISSING = "table is missing; this bot needs one: FILE.npy, beside the config"


@pytest.fixture
def config(config_file):
    """Write a config beside a file of bots and two tables."""
    Path("my_bots.py").write_text(BOTS)
    np.save("one.npy", np.arange(4))
    np.save("two.npy", np.arange(5))
    return config_file


def lineups(path):
    return {cell.name: [bot.table and bot.table.file for bot in cell.lineup] for cell in resolve(load_config(path))}


def test_a_seat_names_a_file_beside_the_config(config):
    (cell,) = resolve(load_config(config(TEXT)))
    carrying, plain = cell.lineup
    assert carrying.table == TableFile("one.npy", "cd37b3ebb46a97b2")
    assert carrying.label() == 'my_bots.py:carries(at=3, table="one.npy")'
    assert plain.table is None
    assert Cell.from_content("base", cell.content()) == cell


def test_other_numbers_make_another_cell_and_another_name_does_too(config):
    path, ids = config(TEXT), set()
    for cells, name in ((np.arange(4), "one.npy"), (np.arange(4) + 1, "one.npy"), (np.arange(4), "three.npy")):
        np.save(name, cells)
        ids.add(resolve(load_config(path, [f"seats.1.table={name}"]))[0].id)
    assert len(ids) == 3


def test_a_bot_without_a_table_has_the_id_that_it_always_had():
    bot = SeatBot("hold-at", (("hold_at", 20),), "0f")
    cell = Cell("base", "pig", 3, (("target", 100),), (bot, bot), "fixed", 10_000, 1, 1)
    # Written down before bots could carry tables.
    assert cell.id == "a80f9f17c6592727"


def test_variants_matrix_and_options_name_tables(config):
    more = '[variants.two]\nseats.1.table = "two.npy"\n[variants.none]\nseats.1.strategy = "reckless"\n'
    assert lineups(config(TEXT + more)) == {
        "base": ["one.npy", None], "two": ["two.npy", None], "none": [None, None],
    }  # fmt: skip
    both = '[variants.both]\nseats.2 = { strategy = "my_bots.py:carries", table = "two.npy", at = 4 }\n'
    assert lineups(config(TEXT + both))["both"] == ["one.npy", "two.npy"]
    matrix = '[matrix]\nseats.1.table = ["one.npy", "two.npy"]\n'
    assert list(lineups(config(TEXT + matrix)).values()) == [["one.npy", None], ["two.npy", None]]


def test_bots_of_a_tournament_carry_tables(config):
    bots = "".join(
        f'[[tournament.bots]]\nstrategy = "my_bots.py:carries"\ntable = "{name}.npy"\n' for name in ("one", "two")
    )
    assert lineups(config('game = "pig"\n' + bots)) == {
        "my_bots.py-carries-one.npy:my_bots.py-carries-two.npy": ["one.npy", "two.npy"]
    }


def test_a_config_that_is_written_names_them_again(config, tmp_path):
    more = '[variants.two]\nseats.1.table = "two.npy"\n'
    more += '[variants.both]\nseats.2 = { strategy = "my_bots.py:carries", table = "two.npy" }\n'
    cells = resolve(load_config(config(TEXT + more)))
    ((_, text),) = config_texts(cells, dict.fromkeys((cell.id for cell in cells), 10))
    assert [cell.id for cell in resolve(load_config(config(text)))] == [cell.id for cell in cells]


def test_a_bot_without_a_table_may_have_one_parameter_more(config):
    eight = TEXT.replace('carries"\ntable = "one.npy"', 'eight"\nh = 3')
    assert len(resolve(load_config(config(eight)))[0].lineup[0].params) == 8


def test_settings_change_the_key_that_they_name_alone(config):
    path = config(TEXT)
    assert problems(path, ["seats.1.strategy=hold-at"]) == [
        'c.toml:5:9: seats.1.table = "one.npy": bot hold-at takes no table'
    ]
    both = ["seats.2.strategy=my_bots.py:carries", "seats.2.table=two.npy"]
    (cell,) = resolve(load_config(path, both))
    assert [bot.table and bot.table.file for bot in cell.lineup] == ["one.npy", "two.npy"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'table = "one.npy"',
            'table = "none.npy"',
            'c.toml:5:9: seats.1.table = "none.npy": cannot be read: No such file or directory',
        ),
        (
            'table = "one.npy"',
            'table = "my_bots.py"',
            'c.toml:5:9: seats.1.table = "my_bots.py": must be a .npy file of numbers, whole',
        ),
        ('table = "one.npy"', "table = 1", "c.toml:5:9: seats.1.table = 1: must be text in quotes"),
        ('table = "one.npy"', 'table = ""', 'c.toml:5:9: seats.1.table = "": must not be empty'),
        ('table = "one.npy"', "", f"c.toml:3:3: seats.1: {MISSING}"),
        ("carries", "plain", 'c.toml:5:9: seats.1.table = "one.npy": bot plain takes no table'),
        (
            'table = "one.npy"',
            'table = "one.npy"\ntabel = 1',
            "c.toml:6:1: seats.1.tabel: there is no such parameter of my_bots.py:carries; did you mean table?; there ",
        ),
        (
            "carries",
            "eight_and_table",
            'c.toml:4:12: seats.1.strategy = "my_bots.py:eight_and_table": bot eight_and_table has 8 parameters and a ',
        ),
        (
            'carries"\ntable = "one.npy"',
            'nine"',
            'c.toml:4:12: seats.1.strategy = "my_bots.py:nine": bot nine has 9 parameters; a bot may have 8',
        ),
        (
            '"hold-at"\n',
            '"hold-at"\n[variants.x]\nseats.2.table = "one.npy"\n',
            'c.toml:10:17: variants.x.seats.2.table = "one.npy": bot hold-at takes no table',
        ),
        (
            '"hold-at"\n',
            '"hold-at"\n[variants.x]\nseats.1.table = 3\n',
            "c.toml:10:17: variants.x.seats.1.table = 3: must be text in quotes",
        ),
        (
            '"hold-at"\n',
            '"hold-at"\n[variants.x]\nseats.2.strategy = "my_bots.py:carries"\n',
            f'c.toml:10:20: variants.x.seats.2.strategy = "my_bots.py:carries": {MISSING}',
        ),
        (
            '"hold-at"\n',
            '"hold-at"\n[matrix]\nseats.1.table = ["one.npy", "none.npy"]\n',
            'c.toml:10:29: matrix.seats.1.table.2 = "none.npy": cannot be read: No such file or directory',
        ),
    ],
)
def test_what_is_wrong_is_told_where_it_stands(config, old, new, message):
    (line,) = problems(config(TEXT.replace(old, new)))
    assert line.startswith(message)


def test_a_table_of_a_tournaments_bot_is_told_where_it_stands(config):
    bots = """
[[tournament.bots]]
strategy = "my_bots.py:carries"
table = "none.npy"
[[tournament.bots]]
strategy = "hold-at"
"""
    assert problems(config('game = "pig"' + bots)) == [
        'c.toml:4:9: tournament.bots.1.table = "none.npy": cannot be read: No such file or directory'
    ]
