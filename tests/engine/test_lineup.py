"""Bots and the kernel they play in: compiled once, found again by the next process, never taken for one another.

That nothing was compiled and no file written is what shows it; nothing here looks at the clock.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simkit.bot_table import BotTable
from simkit.engine import lineup
from simkit.model.bot import NoParameters
from simkit.reach import reach_of
from simkit.registry import find_game
from tests.engine.test_scratch import SEARCHING
from tests.processes import COMPILING, files, finish, run, start

# Plays four deals, and asks every bot at turn totals of 50, 299, 300 and 1000, with three dice to roll: 0 is bank,
# 1 roll.
PLAY = """
import json, sys
from pathlib import Path
from simkit.engine.lineup import compile_lineup
from simkit.registry import find_game
from simkit.games.farkle.decisions import View
from tests.twins import make_cell, play_kernel
game = find_game("ten-thousand")
rules, line = game.rules(), json.loads(sys.argv[1])
cell = make_cell(game, rules, line)
bots = compile_lineup(cell, Path())
views = [View(0.5, total, 3, 0, 0, 0, 10_000, 0, 1, 1, 0, 0, 0, 0) for total in (50, 299, 300, 1000)]
answers = [[bots.bots.entries[0][place](view, bots.bots.params[place]) for view in views] for place in range(len(line))]
print(json.dumps([answers, play_kernel(game, rules, cell, 0, 4)]))
"""


LINE = [["bank-at", {"bank_at": 300}], ["random", {}]]


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """A cache that one process has filled with the family's kernel and two bots, and what that process played."""
    cache = tmp_path_factory.mktemp("cache")
    played, err = run(PLAY, LINE, cache=cache, cwd=cache)
    assert COMPILING in err
    return cache, played


@pytest.fixture
def warm_copy(warm: tuple[Path, Any], tmp_path: Path) -> Path:
    """A copy of that cache."""
    return Path(shutil.copytree(warm[0], tmp_path / "cache"))


def test_a_second_process_compiles_nothing_and_plays_the_same(warm, tmp_path):
    cache, played = warm
    before = files(cache)
    again, err = run(PLAY, LINE, cache=cache, cwd=tmp_path)
    assert again == played
    assert COMPILING not in err
    assert files(cache) == before


def test_other_parameters_and_more_seats_compile_nothing(warm, tmp_path):
    cache, _ = warm
    before = files(cache)
    line = [["bank-at", {"bank_at": at, "stop_at_target": False}] for at in (1, 300, 2000)] + LINE
    (answers, (games, _)), err = run(PLAY, line, cache=cache, cwd=tmp_path)
    assert answers[:3] == [[0, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1]]
    assert [row["deal"] for row in games] == [0, 1, 2, 3]
    assert COMPILING not in err
    assert files(cache) == before


BOT = '''
from typing import Annotated, NamedTuple

from simkit.model.bot import Parameter
from simkit.games.farkle.decisions import BANK, ROLL, View


class Params(NamedTuple):
    at: Annotated[int, Parameter("bank at this turn total")] = 300


def _is_enough(total, at):
    return total >= at


def cautious(view: View, params: Params) -> int:
    """Bank at a turn total."""
    return BANK if _is_enough(view.turn_total, params.at) else ROLL
'''


def test_a_bot_from_a_file_is_compiled_once_until_its_code_changes(warm_copy, tmp_path):
    bots, elsewhere = tmp_path / "bots.py", tmp_path / "elsewhere"
    bots.write_text(BOT)
    (answers, _), err = run(PLAY, [["bots.py:cautious", {}]], cache=warm_copy, cwd=tmp_path)
    assert answers == [[1, 1, 0, 0]]
    assert COMPILING in err

    before = files(warm_copy)
    elsewhere.mkdir()
    (elsewhere / "mine.py").write_text("# The same bot, in another place and with a remark.\n" + BOT)
    (answers, _), err = run(PLAY, [["mine.py:cautious", {"at": 51}]], cache=warm_copy, cwd=elsewhere)
    assert answers == [[1, 0, 0, 0]]
    assert COMPILING not in err
    assert files(warm_copy) == before

    bots.write_text("import os\n" + BOT + "def unused():\n    return 1\n")  # which it does not reach
    (answers, _), err = run(PLAY, [["bots.py:cautious", {}]], cache=warm_copy, cwd=tmp_path)
    assert answers == [[1, 1, 0, 0]]
    assert COMPILING not in err
    assert files(warm_copy) == before

    bots.write_text(BOT.replace("total >= at", "total > at"))  # in a function that the bot calls
    (answers, _), err = run(PLAY, [["bots.py:cautious", {}]], cache=warm_copy, cwd=tmp_path)
    assert answers == [[1, 1, 1, 0]]
    assert COMPILING in err


SHARED_FUNCTION = """
from typing import Annotated, NamedTuple

from simkit.model.bot import Bot, Parameter

Total = Annotated[int, Parameter("bank at this turn total")]
Dice = Annotated[int, Parameter("bank with so many dice")]


class TotalFirst(NamedTuple):
    at: Total = 300
    dice: Dice = 2


class DiceFirst(NamedTuple):
    dice: Dice = 2
    at: Total = 300


def decide(view, params):
    return 0 if view.turn_total >= params.at or view.dice <= params.dice else 1


one = Bot("one", "", "", {"roll_again": decide}, TotalFirst)
other = Bot("other", "", "", {"roll_again": decide}, DiceFirst)
"""


def test_bots_that_share_a_function_keep_their_own_parameters(warm_copy, tmp_path):
    """Compiled code that was found by the function's name alone would read a bot's parameters in the other's order."""
    (tmp_path / "bots.py").write_text(SHARED_FUNCTION)
    (answers, _), _ = run(PLAY, [["bots.py:one", {}], ["bots.py:other", {}]], cache=warm_copy, cwd=tmp_path)
    assert answers == [[1, 1, 0, 0]] * 2


CARRYING = """
def carries(view, params, table):
    return 0 if view.turn_total >= table[view.dice % table.shape[0]] else 1
"""


def test_another_table_of_the_same_kind_compiles_nothing(warm_copy, tmp_path):
    def play(*names: str) -> tuple[Any, str]:
        return run(PLAY, [["bots.py:carries", {"table": name}] for name in names], cache=warm_copy, cwd=tmp_path)

    (tmp_path / "bots.py").write_text(CARRYING)
    np.save(tmp_path / "one.npy", np.array([300], np.int16))
    np.save(tmp_path / "longer.npy", np.array([51, 0, 0], np.int16))
    np.save(tmp_path / "wider.npy", np.array([299.5]))
    (answers, _), err = play("one.npy")
    assert answers == [[1, 1, 0, 0]]
    assert COMPILING in err

    before = files(warm_copy)
    (answers, _), err = play("longer.npy", "one.npy")
    assert answers == [[1, 0, 0, 0], [1, 1, 0, 0]]
    assert COMPILING not in err
    assert files(warm_copy) == before

    (answers, _), err = play("wider.npy", "one.npy")
    assert answers == [[1, 1, 0, 0]] * 2
    assert COMPILING in err


def test_an_entry_is_made_anew_when_the_header_of_tables_is_laid_out_anew(monkeypatch):
    """Its reader lies in another file than its writer."""
    game, made = find_game("ten-thousand"), []
    monkeypatch.setattr(lineup, "compile_cached", lambda entry, *_: made.append(entry.__module__))
    monkeypatch.setattr(lineup, "cache_folder", lambda *_, **__: None)
    monkeypatch.setattr(lineup, "_loaded", {})
    reach = reach_of(lineup.no_action, "bot")
    for hashed in ("before", "after"):
        monkeypatch.setattr(lineup, "_file_hash", lambda item, h=hashed: h if item is BotTable else "same")
        for given in ({"table": ("int8", 1)}, {}):
            decider = lineup._Decider(lineup.no_action, reach, NoParameters, extras=given)
            lineup._load(game.id, game.decisions[0], decider)
    assert len(made) == len(set(made)) == 3  # the one without a table is the same both times


def test_a_bot_that_searches_is_compiled_once(warm_copy, tmp_path):
    (tmp_path / "mine.py").write_text(SEARCHING)
    for is_first in (True, False):
        _, err = run(PLAY, [["mine.py:bot", {}], ["bank-at", {}]], cache=warm_copy, cwd=tmp_path)
        assert (COMPILING in err) == is_first


def test_two_processes_may_compile_a_bot_at_once(warm_copy, tmp_path):
    (tmp_path / "bots.py").write_text(BOT)
    line = [["bots.py:cautious", {}]]
    both = [start(PLAY, line, cache=warm_copy, cwd=tmp_path) for _ in range(2)]
    assert [finish(process)[0][0] for process in both] == [[[1, 1, 0, 0]]] * 2
    before = files(warm_copy)
    (answers, _), err = run(PLAY, line, cache=warm_copy, cwd=tmp_path)
    assert answers == [[1, 1, 0, 0]]
    assert COMPILING not in err
    assert files(warm_copy) == before


def _compiled(function: Any) -> Any:
    return lineup._Compiler(__name__, reach_of(function, "bot", frozenset({"tests"})).uses).compile(function)


def _down(n: int) -> int:
    return n if n < 1 else _down(n - 1)


def _double(n: int) -> int:
    return 2 * n


def _sum_of_doubles(n: int) -> int:
    a, b, c = (_double(n), _double(n + 1), _double(n + 2))
    return a + b + c


def test_a_bot_may_call_functions_of_its_file():
    assert _compiled(_sum_of_doubles)(5) == 36


def test_a_function_may_call_itself():
    assert _compiled(_down)(3) == 0


def test_a_generated_module_has_the_same_time_whoever_writes_it(tmp_path):
    """numba takes a file of another time for a changed one: of two processes that write it, one compiled in vain."""
    for name in ("a.py", "b.py"):
        assert lineup._write_entry(tmp_path / name, "entry = None\n") == tmp_path / name
    assert (tmp_path / "a.py").stat().st_mtime_ns == (tmp_path / "b.py").stat().st_mtime_ns
    assert lineup._write_entry(tmp_path / "no folder" / "a.py", "entry = None\n") is None
