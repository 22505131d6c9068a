"""Compiles ``farkle.c`` into a temporary folder and plays with it what the kernel plays.

The C file is told in ``facts.h`` what it has to share with the package: nothing is written down twice.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import numpy as np

from simkit import streams
from simkit.games.base import MAX_SEATS
from simkit.games.farkle import columns, decisions
from simkit.games.farkle.kernel import PARAMETERS
from simkit.games.farkle.rules import FarkleRules
from simkit.games.farkle.tables import COUNT_BITS, Numbers, OptionField
from tests.bench.setting import Rows, Setting

__all__ = ["CLoop", "compiler"]

_SOURCE = Path(__file__).with_name("farkle.c")
_BOTS = {"bank-at": ("bank_at", None), "best-single": ("bank_at", "take_best_single")}
"""Functions of the C file by decision, for the bots that it has."""

_KNOWN = {
    "ones", "fives", "triples", "kinds", "four_kind", "five_kind", "six_kind",
    "straight6", "three_pairs", "two_triplets", "open_min", "bank_min", "hot_dice", "target", "target_strict",
    "endgame", "endgame_from", "final_round", "tie", "start",
}  # fmt: skip
"""Options that the C file plays by, some of them through the tables; any other must be as it is by default."""


def compiler() -> str | None:
    """Path of gcc, or None."""
    return shutil.which("gcc")


def _facts() -> Iterator[tuple[str, str]]:
    """Names and values that the C file is compiled with."""
    yield "MIX", f"UINT64_C({streams._MIX:#x})"
    yield "STEP", f"UINT64_C({streams._STEP:#x})"
    yield from ((f"FOR_{purpose.name}", str(int(purpose))) for purpose in streams.Purpose)
    yield from ((f"ROW_{name.upper()}", str(row)) for name, row in columns.GAME._asdict().items())
    yield from ((f"OPTION_{name}", str(value)) for name, value in vars(OptionField).items() if name.isupper())
    yield from ((name, str(getattr(columns, name))) for name in ("BANKED", "BUST", "SHORT"))
    yield from ((name, str(getattr(decisions, name))) for name in ("BANK", "ROLL"))
    for option, field in FarkleRules.model_fields.items():
        for code, label in enumerate(get_args(field.annotation)):
            if isinstance(label, str):
                yield f"{option}_{label}".upper(), str(code)
    yield "MAX_SEATS", str(MAX_SEATS)
    yield "COUNT_BITS", str(COUNT_BITS)
    yield "PARAMETERS", str(PARAMETERS)
    yield "RULES", ", ".join(Numbers._fields)  # type: ignore[attr-defined]


@cache
def _library() -> ctypes.CDLL:
    gcc = compiler()
    assert gcc is not None
    with tempfile.TemporaryDirectory(prefix="simkit-bench-") as folder:
        facts, library = Path(folder, "facts.h"), Path(folder, "farkle.so")
        facts.write_text("".join(f"#define {name} {value}\n" for name, value in _facts()))
        command = [gcc, "-std=gnu11", "-Wall", "-Wextra", "-O3", "-march=native", "-shared", "-fPIC", "-I", folder]
        subprocess.run([*command, str(_SOURCE), "-o", str(library)], check=True)
        return ctypes.CDLL(str(library))


class _Bot(ctypes.Structure):
    _fields_ = (("act", ctypes.c_void_p), ("rate", ctypes.c_void_p))


def _address(function: str | None) -> int | None:
    return None if function is None else ctypes.cast(getattr(_library(), function), ctypes.c_void_p).value


def _pointer(array: np.ndarray[Any, Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


class CLoop:
    """The C loop for a setting.

    Parameters
    ----------
    setting
        What is played.

    Raises
    ------
    NotImplementedError
        It has a bot or a rule that the C file does not know.
    """

    def __init__(self, setting: Setting) -> None:
        changed = {name for name, value in setting.rules if value != FarkleRules.model_fields[name].default}
        unknown = (changed - _KNOWN) | {bot for bot, _ in setting.line if bot not in _BOTS}
        if unknown:
            raise NotImplementedError(f"the C loop does not know {', '.join(sorted(unknown))}")
        tables, lineup = setting.tables, setting.lineup
        self._setting = setting
        self._rules = np.array(tables.rules, dtype=np.int64)
        self._seed = np.array(setting.key, dtype=np.uint64)
        self._raws = np.array(lineup.params, dtype=np.float64)
        functions = [tuple(map(_address, _BOTS[bot])) for bot, _ in setting.line]
        self._bots = (_Bot * MAX_SEATS)(*[_Bot(*pair) for pair in functions])
        self._play = _library().play
        self._play.restype = ctypes.c_int64

    def __call__(self, first: int, deals: int, games: Rows) -> int:
        """Play deals into ``int64[height, capacity]``; returns the number of deals completed."""
        setting = self._setting
        seatings, tables = setting.seatings, setting.tables
        done: int = self._play(
            _pointer(self._seed),
            ctypes.c_int64(first),
            ctypes.c_int64(deals),
            ctypes.c_int64(setting.cell.max_turns),
            _pointer(seatings),
            *map(ctypes.c_int64, seatings.shape),
            self._bots,
            _pointer(self._raws),
            _pointer(self._rules),
            _pointer(tables.of_roll),
            _pointer(tables.options),
            _pointer(games),
            ctypes.c_int64(games.shape[1]),
        )
        return done
