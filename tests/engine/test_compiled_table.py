"""Look-ups in a bot's table, compiled: as in plain Python, for every kind of numbers, and never beyond the table."""

import itertools
import os
import re
import subprocess
import sys

import numba
import numpy as np
import pytest

from simkit.bot_table import BotTable
from simkit.engine.compiled_table import table_reader
from simkit.jit import helper

KINDS = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "float32", "float64"]
INDICES = {1: "i", 2: "i, j", 3: "i, j, k", 4: "i, j, k, m"}
MOST = 3
"""Length of the longest side of a table here; indices go one beyond it."""


def numbers(kind):
    """The least and the largest number of a kind, and two between; of int64 those whose sum is one as well."""
    if kind == "bool":
        return [True, False]
    if kind == "int64":
        return [-(2**62), 2**62 - 1, 1, -7]
    about = np.finfo(kind) if kind.startswith("float") else np.iinfo(kind)
    return [about.min, about.max, 1, about.max // 3]


def compiled(body, table):
    """A function of four indices, as a bot's way in: the table is found by the address of its header."""
    scope = {"np": np}
    exec(f"def decide(i, j, k, m, table):\n    {body}\n", scope)
    decide, read = helper(scope["decide"]), table_reader(table.kind, len(table.shape))
    signature = numba.types.float64(*[numba.types.int64] * 4, numba.types.float64)
    entry = numba.njit(signature)(lambda i, j, k, m, raw: float(decide(i, j, k, m, read(int(raw)))))
    return lambda *at: entry(*at, float(table.header.ctypes.data))


def outcome(function, *at):
    try:
        return function(*at)
    except IndexError:
        return "beyond"


@pytest.mark.parametrize(
    ("kind", "dimensions"), [*((kind, 2) for kind in KINDS), ("int8", 1), ("int8", 3), ("float64", 4)]
)
def test_arithmetic_on_what_is_looked_up_is_that_of_plain_python(kind, dimensions):
    """In NumPy and in numba arithmetic on narrow numbers differs: it wraps, rounds and widens at other widths."""
    shape = tuple(range(2, MOST + 1)) * 2
    table = BotTable(np.resize(np.array(numbers(kind), kind), shape[:dimensions]))
    body = f"return (table[{INDICES[dimensions]}] + table[{', '.join(['-1'] * dimensions)}]) * 0.5 - table.shape[0]"
    scope = {}
    exec(f"def decide(i, j, k, m):\n    {body}\n", {"table": table}, scope)
    ours = compiled(body, table)
    beyond = range(-MOST - 1, MOST + 1)
    for at in itertools.product(*[beyond] * dimensions, *[[0]] * (4 - dimensions)):
        assert outcome(ours, *at) == outcome(scope["decide"], *at), at


BEYOND = """
import sys
from tests.engine.test_compiled_table import BotTable, compiled, np, outcome
table = BotTable(np.zeros((2, 3)))
one = compiled("return table[i, j]", table)
unsigned = compiled("return table[0, np.uint64(j)]", table)
print([outcome(one, i, j, 0, 0) for i, j in ((1, 2), (-2, -3), (2, 0), (0, 3), (-3, 0), (0, -4), (0, 2**62))])
print([outcome(unsigned, 0, j, 0, 0) for j in (2, 3, -1)])
"""


def test_bounds_are_checked_whatever_the_environment_tells_numba():
    ended = subprocess.run(
        [sys.executable, "-c", BEYOND],
        env=os.environ | {"NUMBA_BOUNDSCHECK": "0"},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert ended.stdout.splitlines() == [str([0.0] * 2 + ["beyond"] * 5), str([0.0, "beyond", "beyond"])]


def test_whole_numbers_stay_whole():
    table = BotTable(np.array([2**53 + 1, -(2**53) - 1]))
    assert compiled("return table[i] + table[j] + 7 // 2", table)(0, 1, 0, 0) == 3


@pytest.mark.parametrize(
    "body",
    [
        "table[i, j] = 1; return 0",
        "return table[i]",
        "return table[i, j, k]",
        "return table[i / 2, j]",
        "return table[i:, j][0]",
        "return len(table)",
    ],
)
def test_what_plain_python_refuses_does_not_compile(body):
    table = BotTable(np.zeros((2, 2)))
    scope = {}
    exec(f"def decide(i, j, k, m, table):\n    {body}\n", scope)
    with pytest.raises((TypeError, IndexError)):
        scope["decide"](1, 1, 0, 0, table)
    with pytest.raises(numba.core.errors.TypingError, match=re.escape("simkit.BotTable(float64, 2)")):
        compiled(body, table)


@pytest.mark.parametrize("name", ["cells", "_cells", "element", "dimensions", "header", "kind", "size", "ndim", "T"])
def test_of_attributes_there_is_the_shape_alone(name):
    table = BotTable(np.ones((2, 2)))
    assert compiled("return table.shape[1]", table)(0, 0, 0, 0) == 2
    with pytest.raises(numba.core.errors.TypingError, match=f"Unknown attribute '{name}' of type simkit.BotTable"):
        compiled(f"table.{name}; return 0", table)
