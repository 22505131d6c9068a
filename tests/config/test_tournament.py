"""The ``[tournament]`` table: a cell for each pair, names, and each mistake at its place."""

import math
from dataclasses import replace

import pytest

from simkit.config import load_config, resolve
from simkit.config.tournament import table_names
from simkit.model.statistic import GamePath
from tests.config.common import problems
from tests.config.pig import pig

pytestmark = pytest.mark.usefixtures("_pig")

HEAD = 'game = "pig"\n[run]\ngames = 10\n'
BOT = '[[tournament.bots]]\nstrategy = "hold-at"\nhold_at = {}\n'
FIELD = HEAD + "".join(map(BOT.format, (20, 25, 30)))


def test_every_pair_is_a_cell_whose_bots_change_seats(config_file):
    found = resolve(load_config(config_file(FIELD)))
    assert [cell.name for cell in found] == [
        "hold-at-20:hold-at-25", "hold-at-20:hold-at-30", "hold-at-25:hold-at-30",
    ]  # fmt: skip
    assert [[dict(bot.params)["hold_at"] for bot in cell.lineup] for cell in found] == [[20, 25], [20, 30], [25, 30]]
    assert {(cell.seatings, cell.arrangements) for cell in found} == {("rotate", ((0, 1), (1, 0)))}
    assert len({cell.seed for cell in found}) == 1


def test_bots_may_have_names(config_file):
    text = FIELD.replace("hold_at = 25", 'hold_at = 25\nname = "bold"')
    assert next(cell.name for cell in resolve(load_config(config_file(text)))) == "hold-at-20:bold"


@pytest.mark.parametrize(("seats", "names"), [(3, ["a:b:c", "a:b:d", "a:c:d", "b:c:d"]), (4, ["a:b:c:d"])])
def test_every_set_of_as_many_bots_as_sit_at_a_table_is_a_cell(config_file, seats, names):
    bots = "".join(BOT.format(20 + i) + f'name = "{name}"\n' for i, name in enumerate("abcd"))
    found = resolve(load_config(config_file(HEAD + f"[tournament]\nseats = {seats}\n" + bots)))
    assert [cell.name for cell in found] == names
    assert all(cell.seatings == "rotate" and len(cell.arrangements) == seats for cell in found)
    assert [table_names(cell.name) for cell in found] == [tuple(name.split(":")) for name in names]
    found = resolve(load_config(config_file(HEAD + f'seatings = "all"\n[tournament]\nseats = {seats}\n' + bots)))
    assert all(len(cell.arrangements) == math.factorial(seats) for cell in found)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("order", ["acb", "cab", "abc"])
def test_equal_bots_are_refused_by_both_names_and_once(config_file, seats, order):
    # b says what a leaves to the default; whichever comes first, and whether or not they sit at the first table
    params = {"a": "", "b": "hold_at = 20\n", "c": "hold_at = 30\n"}
    bots = "".join(f'[[tournament.bots]]\nname = "{name}"\nstrategy = "hold-at"\n{params[name]}' for name in order)
    (line,) = problems(config_file(HEAD + f"[tournament]\nseats = {seats}\n" + bots))
    assert f"tournament.bots.{order.index('b') + 1}: b is the same bot as a: hold-at(hold_at=20" in line


@pytest.mark.parametrize("seats", [3, 4])
def test_a_game_of_sides_has_no_finishing_order(config_file, monkeypatch, seats):
    game = replace(pig(), path=GamePath(sides={3: 2, 4: 2}))
    monkeypatch.setattr("simkit.config.cells.every_game", lambda: {"pig": game})
    text = HEAD + f"[tournament]\nseats = {seats}\n" + "".join(BOT.format(20 + i) for i in range(4))
    assert any("is played by sides: its seats have no finishing order" in line for line in problems(config_file(text)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FIELD.replace("games = 10\n", "games = 10\n[tournament]\nseats = 4\n"), "seats = 4: there are only 3 [["),
        (FIELD.replace("games = 10\n", "games = 10\n[tournament]\nseats = 1\n"), "seats = 1: must be at least 2"),
        (FIELD.replace("games = 10\n", "games = 10\n[tournament]\nseats = 9\n"), "seats = 9: must be at most 8"),
        (HEAD + BOT.format(20), "c.toml:4:3: tournament: must have two or more [[tournament.bots]]"),
        (HEAD + "[tournament]\n", "c.toml:4:2: tournament: must have two or more [[tournament.bots]]"),
        (FIELD.replace("= 30", "= 300"), "c.toml:12:11: tournament.bots.3.hold_at = 300: must be at most 200"),
        (FIELD.replace("hold_at = 30", "hold = 3"), "c.toml:12:1: tournament.bots.3.hold: there is no such parameter"),
        (FIELD.replace("= 30", "= 20"), "is called hold-at-20, as bot 1 is; give it a name"),
        (FIELD.replace("= 30", '= 30\nname = "a:b"'), 'name = "a:b": must be letters, digits'),
        (FIELD + "[variants.x]\nrules.target = 50\n", "variants: cannot be combined with [tournament]"),
        (FIELD + '[matrix]\n"rules.target" = [50]\n', "matrix: cannot be combined with [tournament]"),
        (FIELD + '[[seats]]\nstrategy = "hold-at"\n', "seats: cannot be combined with [tournament]"),
        (FIELD.replace("[[tournament.bots]]", "[[tournament.bot]]"), "tournament.bot: there is no such key"),
    ],
)
def test_a_mistake_is_told_where_it_stands(config_file, text, message):
    lines = problems(config_file(text))
    assert any(message in line for line in lines), lines
    assert all(line.startswith("c.toml:") for line in lines)
