"""Compiles a game's loop in C into a temporary folder and plays with it what the kernel plays.

The C file is told in ``facts.h`` what it has to share with the package: nothing is written down twice.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from simkit import streams
from simkit.games.dice.table import MOST_TIE_BREAKS
from simkit.model.bot import MAX_PARAMETERS
from simkit.model.columns import MAX_SEATS
from simkit.model.game import RulesModel
from tests.bench.setting import Rows, Setting

__all__ = ["CLoop", "compiler", "is_known"]

Array = npt.NDArray[Any]

_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class _Source:
    """A C file: its functions for each bot that it has, in the order of its ``Bot``, and the options that it plays by.

    Any other option, such as one that comes later, must be as it is by default.
    """

    file: Path
    bots: Mapping[str, tuple[str | None, ...]]
    options: frozenset[str]


_OF_ALL = {"target", "final_round", "tie", "start"}
_FARKLE = _Source(
    _FOLDER / "farkle.c",
    {"bank-at": ("bank_at", None), "best-single": ("bank_at", "take_best_single")},
    frozenset(
        {
            "ones", "fives", "triples", "kinds", "four_kind", "five_kind", "six_kind", "kind_step", "all_kind",
            "straight6", "straight15", "straight26", "three_pairs", "three_pairs_quads", "two_triplets",
            "two_triplets_six", "four_pair", "set_aside", "open_min", "bank_min", "hot_dice", "challenge_split",
            "target_strict", "endgame", "endgame_from",
        }
        | _OF_ALL
    ),
)  # fmt: skip
_SOURCES = {
    "ten-thousand": _FARKLE,
    "zilch": _FARKLE,
    "sto-dwadziescia": _Source(_FOLDER / "sto_dwadziescia.c", {"roller": ()}, frozenset({"double_bonus"} | _OF_ALL)),
    "piatka": _Source(
        _FOLDER / "piatka.c",
        {
            "smallest": ("stop_at", None),
            "largest": ("stop_at", "take_largest"),
            "by-face": ("stop_by_face", None),
        },
        frozenset({"per_roll", "play_to", "turns"} | _OF_ALL),
    ),
}
"""C files by game."""


def compiler() -> str | None:
    """Path of gcc, or None."""
    return shutil.which("gcc")


def _numbers_of(module: str) -> dict[str, int]:
    """The public constants of a module that are ints."""
    found = vars(import_module(module)) if find_spec(module) else {}
    return {name: value for name, value in found.items() if type(value) is int and name[0] != "_" and name.isupper()}


def _rule_labels(rules: type[RulesModel]) -> Iterator[tuple[str, str]]:
    for option, info in rules.model_fields.items():
        for number, label in enumerate(get_args(info.annotation)):
            if isinstance(label, str):
                yield f"{option}_{label}".upper(), str(number)


def _facts(setting: Setting) -> dict[str, str]:
    """Names and values that the C file of a game is compiled with."""
    game, tables = setting.game, setting.tables
    facts: dict[str, str] = {}
    for module in ("columns", "decisions", "tables"):
        facts |= {name: str(value) for name, value in _numbers_of(f"{game.package}.{module}").items()}
    facts |= {"MIX": f"UINT64_C({streams._MIX:#x})", "STEP": f"UINT64_C({streams._STEP:#x})"}
    facts |= {f"FOR_{purpose.name}": str(int(purpose)) for purpose in streams.Purpose}
    facts |= {f"ROW_{name.upper()}": str(row) for name, row in setting.rows._asdict().items()}
    facts |= dict(_rule_labels(game.rules))
    facts |= {"MAX_SEATS": str(MAX_SEATS), "MOST_TIE_BREAKS": str(MOST_TIE_BREAKS)}
    facts |= {"PARAMETERS": str(MAX_PARAMETERS), "RULES": ", ".join(_rule_numbers(tables)._fields)}
    if _arrays(tables):
        facts["ARRAYS"] = ", ".join(f"*{name}" for name in _arrays(tables))
        fields = vars(import_module(f"{game.package}.tables").OptionField)
        facts |= {f"OPTION_{name}": str(value) for name, value in fields.items() if name.isupper()}
        facts["OPTION_WIDTH"] = str(tables.options.shape[1])
    return facts


def _rule_numbers(tables: Any) -> Any:
    """The scalar options in what a kernel takes of the rules; a game without other tables takes nothing else."""
    return getattr(tables, "rules", tables)


def _arrays(tables: Any) -> dict[str, Array]:
    """The arrays of int32 in what a kernel takes of the rules, by name; no C file reads another."""
    return {
        name: value
        for name, value in tables._asdict().items()
        if isinstance(value, np.ndarray) and value.dtype == np.int32
    }


@cache
def _library(source: Path, facts: str) -> ctypes.CDLL:
    gcc = compiler()
    assert gcc is not None
    with tempfile.TemporaryDirectory(prefix="simkit-bench-") as folder:
        Path(folder, "facts.h").write_text(facts)
        library = Path(folder, "loop.so")
        command = [gcc, "-std=gnu11", "-Wall", "-Wextra", "-O3", "-march=native", "-shared", "-fPIC", "-I", folder]
        subprocess.run([*command, str(source), "-o", str(library)], check=True)
        return ctypes.CDLL(str(library))


def _pointer(array: Array) -> ctypes.c_void_p:
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
        There is no C file of the game, or it does not know a bot or a rule.
    """

    def __init__(self, setting: Setting) -> None:
        source, tables = _find_source(setting), setting.tables
        arrays = _arrays(tables)
        facts = "".join(f"#define {name} {value}\n" for name, value in _facts(setting).items())
        library = _library(source.file, facts)
        functions = [name for bot, _ in setting.line for name in source.bots[bot]]
        addresses = [name and ctypes.cast(getattr(library, name), ctypes.c_void_p).value for name in functions]
        self._setting = setting
        # Structures of C of 64-bit numbers and addresses, as declared in table.h and by the game's file.
        self._tables = np.array([*_rule_numbers(tables), *(array.ctypes.data for array in arrays.values())], np.int64)
        self._bots = np.array([address or 0 for address in addresses], dtype=np.int64)
        self._raws = np.array(setting.lineup.bots.params, dtype=np.float64)
        self._seed = np.array(setting.key, dtype=np.uint64)
        self._play = library.play
        self._play.restype = ctypes.c_int64

    def __call__(self, first: int, deals: int, games: Rows) -> int:
        """Play deals into ``int64[height, capacity]``; returns the number of deals completed."""
        seatings = self._setting.seatings
        done: int = self._play(
            _pointer(self._seed),
            ctypes.c_int64(first),
            ctypes.c_int64(deals),
            ctypes.c_int64(self._setting.cell.max_turns),
            _pointer(seatings),
            *map(ctypes.c_int64, seatings.shape),
            _pointer(self._bots),
            _pointer(self._raws),
            _pointer(self._tables),
            _pointer(games),
            ctypes.c_int64(games.shape[1]),
        )
        return done


def _find_source(setting: Setting) -> _Source:
    source = _SOURCES.get(setting.game_id)
    if source is None:
        raise NotImplementedError(f"there is no C loop of {setting.game_id}")
    fields = setting.game.rules.model_fields
    changed = {name for name, value in setting.rules if value != fields[name].default}
    unknown = (changed - source.options) | {bot for bot, _ in setting.line if bot not in source.bots}
    if unknown:
        raise NotImplementedError(f"the C loop does not know {', '.join(sorted(unknown))}")
    return source


def is_known(setting: Setting) -> bool:
    """Whether there is a C loop that plays by these rules with these bots."""
    try:
        _find_source(setting)
    except NotImplementedError:
        return False
    return True
