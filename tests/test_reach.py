"""What a bot reaches: impure bots are refused with their line, odd but pure ones are not, and identity is just that."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simkit.bots import SourcedBot, find_bot
from simkit.errors import UsageError
from simkit.games.five_hundred import calls, packs
from simkit.reach import fixed_text
from simkit.registry import every_game, find_game

GAME = find_game("ten-thousand")

# Each body is that of a file whose marked line is refused, with the words of the refusal.
IMPURE = {
    "random module": ("import random\ndef bot(view, params):\n    return random.randrange(2)  #!", "view.coin"),
    "random function": (
        "from random import random\ndef bot(view, params):\n    return random() < 0.5  #!",
        "view.coin",
    ),
    "random alias": ("import random as r\ndef bot(view, params):\n    return int(r.random() * 2)  #!", "view.coin"),
    "secrets": ("import secrets\ndef bot(view, params):\n    return secrets.randbelow(2)  #!", "view.coin"),
    "uuid": ("import uuid\ndef bot(view, params):\n    return uuid.uuid4().int & 1  #!", "view.coin"),
    "numpy random": ("import numpy as np\ndef bot(view, params):\n    return np.random.randint(2)  #!", "numpy"),
    "time": ("import time\ndef bot(view, params):\n    return int(time.time()) & 1  #!", "time.time"),
    "clock": ("from time import perf_counter\ndef bot(view, params):\n    return perf_counter() > 1  #!", "from time"),
    "date": ("import datetime\ndef bot(view, params):\n    return datetime.date.today().day & 1  #!", "datetime"),
    "environment": ("import os\ndef bot(view, params):\n    return int(os.environ['X'])  #!", "parameter or a table"),
    "getenv": ("from os import getenv\ndef bot(view, params):\n    return int(getenv('X'))  #!", "from os"),
    "process": ("import os\ndef bot(view, params):\n    return os.getpid() & 1  #!", "os.getpid"),
    "constant of environment": (
        (
            "import os\nLIMIT = int(os.environ.get('LIMIT', '300'))  #!\n"
            "def bot(view, params):\n    return 0 if view.turn_total >= LIMIT else 1"
        ),
        "os.environ.get",
    ),
    "constant of a constant of environment": (
        (
            "import os\nBASE = int(os.environ.get('LIMIT', '300'))  #!\nLIMIT = BASE + 1\n"
            "def bot(view, params):\n    return 0 if view.turn_total >= LIMIT else 1"
        ),
        "os.environ.get",
    ),
    "constant of a file": (
        "import json\nLIMIT = json.loads('300')  #!\ndef bot(view, params):\n    return LIMIT & 1",
        "json.loads",
    ),
    "constant of dir": ("SIZE = len(dir())  #!\ndef bot(view, params):\n    return SIZE & 1", "dir()"),
    "constant of a path": (
        "from pathlib import Path\nS = len(Path('x').name)  #!\ndef bot(view, params):\n    return S & 1",
        "Path",
    ),
    "constant of random": (
        "import random\nL = random.random()  #!\ndef bot(view, params):\n    return L < 0.5",
        "coin",
    ),
    "constant of hash": ("L = hash('x') & 1  #!\ndef bot(view, params):\n    return L", "hash()"),
    "constant of id": ("L = id(object) & 1  #!\ndef bot(view, params):\n    return L", "id()"),
    "open": ("def bot(view, params):\n    return len(open('x').read())  #!", "open()"),
    "input": ("def bot(view, params):\n    return int(input())  #!", "input()"),
    "print": ("def bot(view, params):\n    print(view)  #!\n    return 0", "print()"),
    "eval": ("def bot(view, params):\n    return eval('0')  #!", "eval()"),
    "globals": ("def bot(view, params):\n    return globals()['X']  #!", "globals()"),
    "getattr": ("def bot(view, params):\n    return getattr(view, 'dice')  #!", "getattr()"),
    "hash": ("def bot(view, params):\n    return hash('x') & 1  #!", "hash()"),
    "import inside": ("def bot(view, params):\n    import random  #!\n    return 0", "at the top of the file"),
    "array": ("import numpy as np\nA = np.array([1, 2])\ndef bot(view, params):\n    return A[0]  #!", "a table"),
    "array from a file": (
        "import numpy as np\nA = np.zeros(3)\ndef bot(view, params):\n    return A[0] > 0  #!",
        "a table",
    ),
    "numpy function": ("import numpy as np\ndef bot(view, params):\n    return int(np.sqrt(4))  #!", "numpy"),
    "number of numpy": ("import numpy as np\nL = np.float64(3)\ndef bot(view, params):\n    return L > 2  #!", "NumPy"),
    "math": ("import math\ndef bot(view, params):\n    return int(math.exp(0))  #!", "differs between machines"),
    "math function": ("from math import sqrt\ndef bot(view, params):\n    return int(sqrt(1))  #!", "between machines"),
    "math constant": ("from math import pi\ndef bot(view, params):\n    return int(pi) & 1  #!", "between machines"),
    "statistics": ("import statistics\ndef bot(view, params):\n    return statistics.mean((1, 1))  #!", "statistics"),
    "power": ("def bot(view, params):\n    return int(view.coin ** 0.5)  #!", "a power"),
    "rounding to digits": ("def bot(view, params):\n    return int(round(view.coin, 1))  #!", "round a multiple"),
    "list": ("SEEN = []\ndef bot(view, params):\n    SEEN.append(1)  #!\n    return len(SEEN) & 1", "a list"),
    "dict": ("MEMO = {}\ndef bot(view, params):\n    return MEMO.get(view.dice, 0)  #!", "a dict"),
    "set": ("SEEN = set()\ndef bot(view, params):\n    return view.dice in SEEN  #!", "a set"),
    "list in a tuple": ("T = ([1],)\ndef bot(view, params):\n    return T[0][0]  #!", "a tuple"),
    "global": (
        "COUNT = 0\ndef bot(view, params):\n    global COUNT  #!\n    COUNT += 1\n    return COUNT & 1",
        "kept between calls",
    ),
    "global of another": (
        "COUNT = 0\ndef count():\n    global COUNT\n    COUNT += 1\ndef bot(view, params):\n    return COUNT & 1  #!",
        "more than once",
    ),
    "rebound": ("LIMIT = 1\nLIMIT = 0\ndef bot(view, params):\n    return LIMIT  #!", "more than once"),
    "added to": ("LIMIT = 1\nLIMIT += 1\ndef bot(view, params):\n    return LIMIT & 1  #!", "more than once"),
    "either": (
        "if __name__:\n    LIMIT = 1\nelse:\n    LIMIT = 0\ndef bot(view, params):\n    return LIMIT  #!",
        "more than once",
    ),
    "loop variable": (
        "for LIMIT in range(3):\n    pass\ndef bot(view, params):\n    return LIMIT & 1  #!",
        "top level",
    ),
    "through globals": ("globals()['LIMIT'] = 1\ndef bot(view, params):\n    return LIMIT  #!", "import or assign it"),
    "changed from aside": (
        "import limits\nlimits.LIMIT = 1\nfrom limits import LIMIT\ndef bot(view, params):\n    return LIMIT  #!",
        "more than once",
    ),
    "changing default": ("def bot(view, params, seen=[]):  #!\n    return len(seen)", "a list"),
    "default of environment": ("import os\ndef bot(view, params, x=len(os.sep)):  #!\n    return x", "os.sep"),
    "parameter of environment": (
        (
            "import os\nfrom typing import Annotated, NamedTuple\nfrom simkit.model.bot import Parameter\n"
            "class Params(NamedTuple):\n    at: Annotated[int, Parameter('at')] = len(os.sep)  #!\n"
            "def bot(view, params: Params):\n    return params.at & 1"
        ),
        "os.sep",
    ),
    "attribute of a function": (
        "def bot(view, params):\n    return count.n  #!\ndef count():\n    return 0\ncount.n = 1",
        "an attribute",
    ),
    "attribute assigned": ("def bot(view, params):\n    bot.n = 1  #!\n    return 0", "kept between calls"),
    "attribute of a class": ("class C:\n    n = 0\ndef bot(view, params):\n    return C.n  #!", "C is a class"),
    "object": ("class C:\n    n = 0\nc = C()\ndef bot(view, params):\n    return c.n  #!", "c is a C"),
    "way out": ("def bot(view, params):\n    return len(view.__class__.__name__) & 1  #!", "a part of Python"),
    "function inside": (
        "def bot(view, params):\n    def f():  #!\n        return 0\n    return f()",
        "inside a function",
    ),
    "lambda inside": ("def bot(view, params):\n    return (lambda: 0)()  #!", "inside a function"),
    "closure": (
        (
            "def make(at):\n    def bot(view, params):\n        return at\n    return bot\nhelp = make(1)\n"
            "def bot(view, params):\n    return help(view, params)  #!"
        ),
        "keeps at",
    ),
    "cache": (
        "from functools import cache\n@cache\ndef f(n):\n    return n\ndef bot(view, params):\n    return f(0)  #!",
        "may change",
    ),
    "njit": (
        "from numba import njit\n@njit\ndef f(n):\n    return n\ndef bot(view, params):\n    return f(0)  #!",
        "simkit compiles what a bot calls",
    ),
    "decorator": (
        "import atexit\n@atexit.register  #!\ndef f():\n    return 0\ndef bot(view, params):\n    return f()",
        "may change what is called",
    ),
    "partial": (
        "from functools import partial\ng = partial(max, 0, 1)\ndef bot(view, params):\n    return g()  #!",
        "g is a partial",
    ),
    "generator": ("def f():\n    yield 0  #!\ndef bot(view, params):\n    return max(f())", "return an answer"),
    "operator": ("import operator\ndef bot(view, params):\n    return operator.add(0, 0)  #!", "operator.add"),
    "deep": (
        (
            "import time\ndef low():\n    return time.time()  #!\ndef mid():\n    return low()\n"
            "def bot(view, params):\n    return mid() > 0"
        ),
        "time.time",
    ),
    "mistyped": (
        "def enough():\n    return 0\ndef bot(view, params):\n    return enuogh()  #!",
        "did you mean enough?",
    ),
    "functions that call each other": (
        "def a(n):  #!\n    return b(n)\ndef b(n):\n    return a(n)\ndef bot(view, params):\n    return a(0)",
        "one function that calls itself",
    ),
    "loop without an end": ("def bot(view, params):\n    while True: pass  #!", "never ends"),
    "module as a value": ("import limits\ndef bot(view, params):\n    return limits == 0  #!", "by name"),
}

PURE = {
    "constants of constants": "A = 300\nB = A * 2 + 1\ndef bot(view, params):\n    return B & 1",
    "unpacked": "A, (B, C) = 1, (2, 3)\ndef bot(view, params):\n    return (A + B + C) & 1",
    "annotated constant": "A: int = 300\ndef bot(view, params):\n    return A & 1",
    "tuples of tuples": "T = ((1, 2), (3, 4.5))\ndef bot(view, params):\n    return T[0][0]",
    "made by a comprehension": "T = tuple(n * n for n in range(6))\ndef bot(view, params):\n    return T[1]",
    "made by a function": "def twice(n):\n    return 2 * n\nA = twice(3)\ndef bot(view, params):\n    return A & 1",
    "lambda": "bot = lambda view, params: 0",
    "helper as a lambda": "f = lambda n: n & 1\ndef bot(view, params):\n    return f(view.dice)",
    "another name": "def f(n):\n    return n & 1\ng = f\ndef bot(view, params):\n    return g(view.dice)",
    "defined below": "def bot(view, params):\n    return below(view.dice)\ndef below(n):\n    return n & 1",
    "calls itself": "def f(n):\n    return 0 if n < 1 else f(n - 1)\ndef bot(view, params):\n    return f(view.dice)",
    "enum": "from enum import IntEnum\nclass M(IntEnum):\n    A = 1\ndef bot(view, params):\n    return M.A",
    "pure builtins": "def bot(view, params):\n    return min(abs(int(round(1.5))), max(0, len((1,))), sum((1, 2)))",
    "shadowed builtin": "def bot(view, params):\n    open = view.dice\n    return open & 1",
    "local of the name of a module": "import random\ndef bot(view, params):\n    random = 1\n    return random",
    "comprehension variable": "import time\ndef bot(view, params):\n    return sum([time for time in (1, 2)]) & 1",
    "default of a constant": "A = 1\ndef f(x=A, *, y=2):\n    return x\ndef bot(view, params):\n    return f()",
    "constant beside": "from limits import LIMIT as L\ndef bot(view, params):\n    return L & 1",
    "module beside": "import limits\ndef bot(view, params):\n    return limits.half(limits.LIMIT) & 1",
    "relative": "from .limits import half\nfrom . import limits as l\ndef bot(view, params):\n    return half(l.LIMIT)",
    "impure beside what it uses": "import time\nT = time.time()\ndef f():\n    print(T)\nbot = lambda view, params: 0",
    "numbers of simkit": "from simkit.games.five_hundred.calls import PASS\ndef bot(view, params):\n    return PASS",
    "function of a game": "from simkit.games.five_hundred import masks as m\nbot = lambda view, params: m.count(1)",
    "a bot of simkit": "from simkit.games.farkle.strategies import bank_at as bot",
    "methods of numbers": "def bot(view, params):\n    return view.dice.bit_length() & 1",
    "constant power": "def bot(view, params):\n    return 2 ** 3 & 1",
}

LIMITS = "LIMIT = 300\n\n\ndef half(number):\n    return number // 2\n"


def find(folder: Path, source: str, strategy: str = "mine.py:bot") -> SourcedBot:
    if not (folder / "limits.py").exists():
        (folder / "limits.py").write_text(LIMITS)
    (folder / "mine.py").write_text(source)
    return find_bot(GAME, strategy, folder)


@pytest.mark.parametrize("name", IMPURE)
def test_an_impure_bot_is_refused_with_its_line_and_what_would_do(tmp_path, name):
    source, words = IMPURE[name]
    line = next(number for number, text in enumerate(source.splitlines(), 1) if text.endswith("#!"))
    with pytest.raises(UsageError) as refused:
        find(tmp_path, source)
    told = [text for text in refused.value.lines if text.startswith(f"mine.py:{line}: bot bot: ")]
    assert told, refused.value.lines
    assert any(words in text for text in told), told
    assert all("; " in text for text in told)


@pytest.mark.parametrize("name", PURE)
def test_a_pure_bot_is_accepted_however_odd(tmp_path, name):
    assert set(find(tmp_path, PURE[name]).reaches) == {"", "roll_again"}


def test_every_refusal_is_told_at_once(tmp_path):
    source = "import os, time\ndef bot(view, params):\n    return os.getpid() + hash(0) if time.time() else open('x')\n"
    with pytest.raises(UsageError) as refused:
        find(tmp_path, source)
    assert len(refused.value.lines) == 4


def test_every_bot_of_simkit_keeps_the_rule_that_users_bots_keep():
    for game in every_game().values():
        for bot in game.bots:
            assert set(find_bot(game, bot.name, Path()).reaches) == {"", *bot.decide}


BOT = """
from limits import LIMIT, half

def enough(total):
    return total >= half(LIMIT)

def bot(view, params):
    return 0 if enough(view.turn_total) else 1

def unused():
    return 1
"""

CHANGES = {
    "its own code": ("mine.py", "0 if enough", "1 if enough"),
    "a function it calls": ("mine.py", "total >=", "total >"),
    "a function beside": ("limits.py", "number // 2", "number // 3"),
    "a constant beside": ("limits.py", "300", "301"),
}
SAME = {
    "an unused function": ("mine.py", "return 1\n", "return 2\n"),
    "a comment": ("mine.py", "def enough", "# enough\ndef enough"),
    "a docstring": ("mine.py", "    return total", '    "Doc."\n    return total'),
    "an annotation": ("mine.py", "(total)", "(total: int) -> bool"),
    "an unused name beside": ("limits.py", "LIMIT = 300", "OTHER = 1\nLIMIT = 300"),
    "the same constant": ("limits.py", "300", "3 * 100"),
    "an import": ("mine.py", "\nfrom", "\nimport os\nfrom"),
}


def hash_after(folder: Path, file: str, old: str, new: str) -> str:
    text = {"mine.py": BOT, "limits.py": LIMITS}
    assert old in text[file]
    for name, source in text.items():
        (folder / name).write_text(source.replace(old, new) if name == file else source)
    return find_bot(GAME, "mine.py:bot", folder).hash


@pytest.mark.parametrize("name", CHANGES)
def test_what_a_bot_reaches_changes_its_hash(tmp_path, name):
    before = find(tmp_path, BOT).hash
    assert hash_after(tmp_path, *CHANGES[name]) != before


@pytest.mark.parametrize("name", SAME)
def test_what_it_does_not_reach_leaves_its_hash(tmp_path, name):
    before = find(tmp_path, BOT).hash
    assert hash_after(tmp_path, *SAME[name]) == before


def test_the_parameters_are_part_of_the_hash_but_for_their_words(tmp_path):
    source = (
        "from typing import Annotated, NamedTuple\nfrom simkit.model.bot import Parameter\n"
        "class Params(NamedTuple):\n    at: Annotated[int, Parameter('bank at', low=0, high=9)] = 3\n"
        "def bot(view, params: Params):\n    return params.at & 1\n"
    )
    before = find(tmp_path, source).hash
    assert find(tmp_path, source.replace("bank at", "stop at")).hash == before
    for old, new in (("[int", "[float"), ("low=0", "low=1"), ("high=9", "high=8"), ("= 3", "= 4")):
        assert find(tmp_path, source.replace(old, new)).hash != before


def test_the_hash_is_the_same_under_every_python(tmp_path):
    # Written down once; a cell's id depends on it. It is made of syntax and values, never of bytecode.
    assert find(tmp_path, BOT).hash == "fd486dd8f6e41645"


@pytest.mark.parametrize(
    "head",
    [
        b"\xef\xbb\xbf",
        b"# -*- coding: latin-1 -*-\n# \xe9\n",
        b"#!/usr/bin/python\n# vim: set fileencoding=cp1250 :\n# \x9c\n",
    ],
)
def test_files_are_decoded_as_python_decodes_them(tmp_path, head):
    (tmp_path / "mine.py").write_bytes(head + b"def bot(view, params):\n    return 0\n")
    assert find_bot(GAME, "mine.py:bot", tmp_path).bot.decide


def test_files_of_one_name_in_two_folders_are_two_files(tmp_path):
    hashes = set()
    for limit in (1, 2):
        folder = tmp_path / str(limit)
        folder.mkdir()
        (folder / "limits.py").write_text(f"LIMIT = {limit}\n")
        (folder / "mine.py").write_text("from limits import LIMIT\ndef bot(view, params):\n    return LIMIT & 1\n")
        hashes.add(find_bot(GAME, "mine.py:bot", folder).hash)
    assert len(hashes) == 2


def test_files_beside_one_another_may_import_each_other(tmp_path):
    (tmp_path / "other.py").write_text("import mine\ndef f():\n    return mine.A\n")
    assert find(tmp_path, "A = 1\nimport other\ndef bot(view, params):\n    return other.f()\n").hash


def test_only_numbers_text_and_tuples_are_fixed():
    assert [fixed_text(value) for value in (np.int64(1), np.float64(1), [1], {1}, b"", 1j, ({},))] == [None] * 7


def test_numbers_written_down_for_the_bots_of_five_hundred_are_those_of_its_cards():
    for name, mask in zip(packs._NAMES, packs._WHOLE, strict=True):
        pack = packs.Pack(name, 0)
        assert mask == packs.word(pack.cards, pack)
        for jokers in range(2 if pack.is_wide else 3):
            pack = packs.Pack(name, jokers)
            assert packs.whole_pack(pack.code) == packs.word(pack.cards, pack)
    assert [calls.CONTRACTS[number].label for number in (calls.MISERE_BID, calls.OPEN_MISERE)] == ["M", "OM"]
