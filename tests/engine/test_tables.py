"""Bots that carry a table, played: kernel as reference, in threads and processes, not on once the table has changed."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import simkit
from simkit.config import load_config, resolve
from simkit.engine.bot_check import is_built_in, try_bots
from simkit.engine.lineup import compile_lineup
from simkit.engine.trace import trace_game
from simkit.errors import ContractError, UsageError
from simkit.model.cell import SeatBot, TableFile
from simkit.registry import find_game
from tests.cli.console import run_command
from tests.engine.test_play import content
from tests.twins import assert_twins, make_cell

GAME = find_game("ten-thousand")
RULES = GAME.rules(target=2_000)

BOTS = """
from typing import Annotated, NamedTuple

from simkit.model.bot import Bot, Parameter
from simkit.games.farkle.decisions import BANK, ROLL, Option, View

class Params(NamedTuple):
    most: Annotated[int, Parameter("turn total at which it banks in any case")] = 2_000
    bold: Annotated[bool, Parameter("whether it rolls one die")] = False

def bank(view: View, params: Params, table) -> int:
    if view.turn_total >= params.most or (view.dice == 1 and not params.bold):
        return BANK
    return BANK if table[view.dice - 1, min(view.turn_total // 50, table.shape[1] - 1)] > 0 else ROLL

def keep(view: View, option: Option, params: Params, table) -> float:
    return option.points * 0.01 + table[option.dice - 1, 0]

def bank_soon(view, params, table):
    return BANK if view.turn_total >= table[view.dice - 1] else ROLL

def fixed(view, params):
    return BANK

both = Bot("both", "", "", {"roll_again": bank, "set_aside": keep}, Params)
keeps = Bot("keeps", "", "", {"roll_again": fixed, "set_aside": keep}, Params)

def far(view, params, table):
    return ROLL if view.turn_total < 6_000 else table[view.turn_total]

def writes(view, params, table):
    if view.turn_total > 6_000:
        table[0] = 1
    return ROLL
"""

CONFIG = """
game = "ten-thousand"
rules.target = 3000
[[seats]]
strategy = "bots.py:NAME"
table = "table.npy"
[[seats]]
strategy = "bank-at"
[run]
games = 40_000
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A working directory with the bots and two tables of a row; ``table.npy`` is the first."""
    monkeypatch.chdir(tmp_path)
    Path("bots.py").write_text(BOTS)
    np.save("soon.npy", np.full(6, 250, np.int32))
    np.save("late.npy", np.full(6, 600, np.int32))
    np.save("table.npy", np.full(6, 250, np.int32))
    return tmp_path


def write(name):
    Path("c.toml").write_text(CONFIG.replace("NAME", name))
    return Path("c.toml")


@pytest.mark.parametrize("kind", [np.int8, np.float64])
def test_kernel_and_reference_look_up_the_same(here, kind):
    cells = np.random.default_rng(1).integers(-100, 101, (2, 6, 30))
    np.save("one.npy", cells[0].astype(kind))
    np.save("other.npy", cells[1].astype(kind))
    for line in (
        [("bots.py:both", {"table": "one.npy"}), ("bots.py:both", {"table": "other.npy", "bold": True, "most": 700})],
        [("bots.py:keeps", {"table": "other.npy"}), ("bank-at", {"bank_at": 300})],
        [("bots.py:bank_soon", {"table": "soon.npy"}), ("bots.py:bank_soon", {"table": "late.npy"})],
    ):
        cell = make_cell(GAME, RULES, line, seatings="rotate")
        assert_twins(GAME, RULES, cell, 0, 40)


def test_what_the_table_holds_is_what_is_played(here):
    turns = [
        simkit.run(write("bank_soon"), games=400, settings=[f"seats.1.table={name}.npy"], out=here / name)
        .estimates()
        .filter(statistic="rolls_per_turn", seat=1)["value"]
        .item()
        for name in ("soon", "late")
    ]
    assert turns[1] > turns[0] + 0.5  # banking at 600 rather than at 250


def test_processes_and_threads_write_the_same_bytes(here):
    for backend in ("threads", "processes"):
        simkit.run(write("bank_soon"), out=here / backend, jobs=2, backend=backend, log="turns")
    assert content(here / "threads") == content(here / "processes")


def test_an_index_beyond_the_table_in_compiled_code_tells_how_to_replay_it(here, capsys):
    config = write("far")
    (cell,) = resolve(load_config(config))
    try_bots(cell, GAME, here)  # not found in the deals of the check
    ended = run_command(capsys, "run", config, "--jobs", "1")
    assert ended.code == 5
    assert "a bot raised IndexError: index is out of bounds" in ended.err
    replay = ended.err.split("replay it with: simkit ")[1].splitlines()[0].split()
    again = run_command(capsys, *replay)
    assert again.code == 5
    assert "bot far raised in roll_again: IndexError: index " in again.err


def test_an_index_beyond_the_table_is_found_in_the_trial(here):
    np.save("table.npy", np.zeros(2))
    (cell,) = resolve(load_config(write("bank_soon")))
    line = BOTS.split("view.turn_total >= table[view.dice - 1] else ROLL", maxsplit=1)[0].count("\n") + 1
    told = rf"bot bank_soon raised in roll_again: IndexError: .* \(bots\.py, line {line}\)"
    with pytest.raises(ContractError, match=told):
        try_bots(cell, GAME, here)


def test_a_bot_that_writes_into_its_table_does_not_compile(here):
    (cell,) = resolve(load_config(write("writes")))
    with pytest.raises(
        ContractError, match=r"roll_again cannot be compiled: bots.py:\d+: .* a table cannot be written"
    ):
        compile_lineup(cell, here)


def test_a_bot_of_the_game_is_tried_where_it_decides_by_a_table_of_ones_own():
    bot = SeatBot("bank-at", (), "0f")
    assert is_built_in(GAME, bot)
    assert not is_built_in(GAME, replace(bot, table=TableFile("one.npy", "0f")))


def test_a_changed_table_is_not_played_on(here):
    config = write("bank_soon")
    (cell,) = resolve(load_config(config))
    simkit.run(config, games=10, out=here / "run")
    before = list(trace_game(cell, 0, 1, here))
    np.save("table.npy", np.full(6, 251, np.int32))
    edited = simkit.run(config, games=20, out=here / "run")
    assert edited.stored.cells != (cell,)
    fresh = simkit.run(config, games=20, out=here / "fresh")
    assert edited.games().collect().equals(fresh.games().collect())
    with pytest.raises(UsageError, match=r"bot bots\.py:bank_soon: its table table\.npy has changed \(hash "):
        list(trace_game(cell, 0, 1, here))
    Path("table.npy").unlink()
    with pytest.raises(UsageError, match=r"bot bots\.py:bank_soon: table table\.npy: cannot be read: "):
        compile_lineup(cell, here)
    np.save("table.npy", np.full(6, 250, np.int32))
    assert list(trace_game(cell, 0, 1, here)) == before
