"""The bots of a line-up as a kernel takes them: compiled entries, which decisions they take, and raw parameters.

numba never caches a function made by a closure. So each bot's entry is a small module, generated into the cache folder
and named by a hash of all that it is built from, which the next process loads as it is.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import shutil
import sys
import tempfile
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numba
import numpy as np

from simkit.bot_scratch import Scratch
from simkit.bot_table import BotTable, load_table
from simkit.bots import (
    ParameterInfo,
    SourcedBot,
    extras,
    find_bot,
    parameter_values,
    parameters,
)
from simkit.engine.compiled_scratch import scratch_maker
from simkit.engine.compiled_table import table_reader
from simkit.engine.uncompiled import explain
from simkit.errors import ContractError, UsageError
from simkit.jit import cache_folder, compile_cached, helper, is_known, of_one_signature, package_hash
from simkit.kernel import Bots, entry_signature
from simkit.model.bot import MAX_PARAMETERS, Bot, Decision, NoParameters
from simkit.model.cell import Cell, SeatBot
from simkit.model.columns import MAX_SEATS
from simkit.model.game import GameSpec
from simkit.reach import Reach, reach_of
from simkit.registry import find_game
from simkit.sources import source_hash

__all__ = ["Lineup", "compile_lineup", "find_seat_bot", "find_seat_table"]

_KEEP_BOTS = 256

_ENTRY = '''"""Compiled entry of a bot's decision; simkit makes it anew when the bot's source changes."""


def entry(view, {option}raw):
    return {result}(decide(view, {option}Params({arguments}){extras}))
'''


@dataclass(frozen=True)
class Lineup:
    """What a kernel takes of a cell's bots.

    Attributes
    ----------
    bots
        The bots, by place in the line-up, padded.
    tables
        The tables that they carry: these stay in memory as long as this does.
    """

    bots: Bots
    tables: tuple[BotTable, ...]


def find_seat_bot(game: GameSpec, seat: SeatBot, folder: Path) -> SourcedBot:
    """The bot of a place in the line-up; ``folder`` is the one that a bot's file is named from.

    Raises
    ------
    UsageError
        The bot is not there, or its source is no longer the one that the cell was made with.
    """
    found = find_bot(game, seat.strategy, folder)
    if found.hash != seat.source:
        raise UsageError(
            f"bot {seat.strategy}: its source has changed (hash {found.hash}, not {seat.source}); "
            "games of the old source cannot be continued or replayed with the new one"
        )
    return found


def find_seat_table(seat: SeatBot, folder: Path) -> BotTable | None:
    """The table of a place in the line-up, if its bot carries one; ``folder`` is the one that its file is named from.

    Raises
    ------
    UsageError
        The table is not there, or is no longer the one that the cell was made with.
    """
    if seat.table is None:
        return None
    try:
        found = load_table(folder / seat.table.file)
    except UsageError as error:
        raise UsageError(f"bot {seat.strategy}: table {seat.table.file}: {'; '.join(error.lines)}") from error
    if found.hash != seat.table.hash:
        raise UsageError(
            f"bot {seat.strategy}: its table {seat.table.file} has changed (hash {found.hash}, not {seat.table.hash}); "
            "games with the old table cannot be continued or replayed with the new one"
        )
    return found


def compile_lineup(cell: Cell, folder: Path) -> Lineup:
    """Compile, or load from the cache, every bot of ``cell``.

    Raises
    ------
    ContractError
        A bot cannot be compiled.
    UsageError
        A bot or its table is not there or has changed, or it has more parameters than a bot may have.
    """
    game = find_game(cell.game)
    found = [find_seat_bot(game, seat, folder) for seat in cell.lineup]
    tables = [find_seat_table(seat, folder) for seat in cell.lineup]
    params = [_raw(sourced.bot, seat, table) for sourced, seat, table in zip(found, cell.lineup, tables, strict=True)]
    decides = np.zeros((len(game.decisions), MAX_SEATS), dtype=np.bool_)
    by_decision = []
    for number, decision in enumerate(game.decisions):
        entries = []
        for place, (sourced, table) in enumerate(zip(found, tables, strict=True)):
            decides[number, place] = decision.name in sourced.bot.decide
            entries.append(_entry(game, decision, sourced, table))
        by_decision.append(tuple(entries + entries[:1] * (MAX_SEATS - len(entries))))
    return Lineup(
        bots=Bots(tuple(by_decision), decides, tuple(params + params[:1] * (MAX_SEATS - len(params)))),
        tables=tuple(table for table in tables if table is not None),
    )


def _raw(bot: Bot, seat: SeatBot, table: BotTable | None) -> tuple[float, ...]:
    values = [float(value) for value in parameter_values(bot, dict(seat.params))]
    if table is not None:
        values.append(float(table.header.ctypes.data))  # exact: no address is above 2**53
    return tuple(values + [0.0] * (MAX_PARAMETERS - len(values)))


def no_action(view: Any, params: Any) -> int:  # noqa: ARG001
    return 0


def no_score(view: Any, option: Any, params: Any) -> float:  # noqa: ARG001
    return 0.0


def _entry(game: GameSpec, decision: Decision, sourced: SourcedBot, table: BotTable | None) -> Callable[..., Any]:
    """The compiled function of a bot for a decision; one that is never called where the bot has none."""
    function = sourced.bot.decide.get(decision.name)
    if function is None:
        undecided = no_action if decision.option is None else no_score
        return _load(game.id, decision, _Decider(undecided, reach_of(undecided, "simkit"), NoParameters))
    given: dict[str, tuple[Any, ...]] = {"scratch": (sourced.bot.scratch,)}
    if table is not None:
        given["table"] = (table.kind, len(table.shape))
    arguments = ", ".join(_argument(place, info) for place, info in enumerate(parameters(sourced.bot)))
    decider = _Decider(
        function,
        sourced.reaches[decision.name],
        sourced.bot.params,
        arguments,
        {name: given[name] for name in extras(function)},
    )
    try:
        return _load(game.id, decision, decider)
    except numba.core.errors.NumbaError as error:
        where = explain(error, decider.reach.uses)
        raise ContractError(
            f"bot {sourced.bot.name}: its function for {decision.name} cannot be compiled: {where}"
        ) from error


def _argument(place: int, info: ParameterInfo) -> str:
    if issubclass(info.type, bool):
        return f"raw[{place}] != 0.0"
    return f"raw[{place}]" if issubclass(info.type, float) else f"int(raw[{place}])"


class _Decider(NamedTuple):
    """A bot's function for a decision, with all that its compiled entry is made of."""

    function: Callable[..., Any]
    reach: Reach
    params: type[Any]
    arguments: str = ""
    """The parameters, out of the raw ones."""
    extras: Mapping[str, tuple[Any, ...]] = MappingProxyType({})
    """What the function is given besides, in order: of a table kind and dimensions, of scratch memory the length."""


_MAKERS: Mapping[str, tuple[Callable[..., Any], type[Any]]] = {
    "table": (table_reader, BotTable),
    "scratch": (scratch_maker, Scratch),
}
"""What makes a function's extras compiled, and what they are in plain Python."""

_loaded: dict[str, Callable[..., Any]] = {}
"""Entries that this process has compiled or loaded, by the hash of all that they are built from."""


def _load(game_id: str, decision: Decision, decider: _Decider) -> Callable[..., Any]:
    """Compile the entry, or load it from the disk cache; once a process."""
    made_by = {
        "table": f"table(int(raw[{len(decider.params._fields)}]))",
        "scratch": "scratch()",
    }
    text = _ENTRY.format(
        option="" if decision.option is None else "option, ",
        result="int" if decision.option is None else "float",
        arguments=decider.arguments,
        extras="".join(f", {made_by[name]}" for name in decider.extras),
    )
    built_from = [game_id, decision.name, decider.reach.hash, *decider.params._fields, text]
    for name, about in decider.extras.items():
        built_from += [*map(_file_hash, _MAKERS[name]), *map(str, about)]
    built_from.append(package_hash(Path(inspect.getfile(decision.view)).parent))
    digest = hashlib.sha256("\0".join(built_from).encode()).hexdigest()[:16]
    if digest not in _loaded:
        compiler = _Compiler(f"simkit_entry_{digest}", decider.reach.uses)
        scope = {"decide": compiler.compile(decider.function), "Params": decider.params} | {
            name: _MAKERS[name][0](*about) for name, about in decider.extras.items()
        }
        what = f"{decider.function.__qualname__} for {decision.name}"
        entry = _compile_entry(digest, text, scope, entry_signature(decision), what)
        if of_many := compiler.of_many_signatures():
            if folder := cache_folder("bots", digest, keep=_KEEP_BOTS):
                shutil.rmtree(folder, ignore_errors=True)
            raise ContractError(f"{of_many} calls itself with arguments of several kinds; give each one kind of number")
        _loaded[digest] = entry
    return _loaded[digest]


def _compile_entry(digest: str, text: str, scope: dict[str, Any], signature: Any, what: str) -> Callable[..., Any]:
    name = f"simkit_entry_{digest}"
    folder = cache_folder("bots", digest, keep=_KEEP_BOTS)
    file = None if folder is None else _write_entry(folder / f"{name}.py", text)
    entry = _run_entry(name, text, file, **scope)
    return compile_cached(entry, signature, folder if file else None, what)


@cache
def _file_hash(item: Any) -> str:
    """Hash of the source of the file that a function or a class is in."""
    return source_hash(inspect.getsource(sys.modules[item.__module__]))


def _write_entry(file: Path, text: str) -> Path | None:
    """Write a generated module, if it is not there yet; None when it cannot be written."""
    try:
        if not file.exists():
            with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False, encoding="utf-8") as part:
                part.write(text)
            # numba takes a file of another time for a changed one, even if two processes wrote the same.
            os.utime(part.name, (0, 0))
            Path(part.name).replace(file)
    except OSError:
        return None
    return file


def _run_entry(name: str, text: str, file: Path | None, **scope: object) -> Callable[..., Any]:
    """The function ``entry`` of the generated module, which is registered: cached code looks its module up by name."""
    module = types.ModuleType(name)
    module.__dict__.update(scope)
    sys.modules[name] = module
    exec(compile(text, str(file or name), "exec"), module.__dict__)  # noqa: S102
    entry: Callable[..., Any] = module.__dict__["entry"]
    return entry


class _Compiler:
    """Compiles plain functions, and the functions that they call, with nothing around them but what they reach.

    They belong to the module of the entry: cached code looks their module up by name, and that of a file of bots is
    another one when anything in the file changes.
    """

    def __init__(self, module: str, uses: Mapping[types.FunctionType, Mapping[str, Any]]) -> None:
        self._module = module
        self._uses = uses
        self._made: dict[Any, Any] = {}

    def compile(self, function: Any) -> Any:
        """The function compiled; what is no plain function, or what a game tells numba about, as it is."""
        if not isinstance(function, types.FunctionType) or is_known(function):
            return function
        if function not in self._made:
            scope: dict[str, Any] = {}
            copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
            copy.__module__, copy.__qualname__ = self._module, function.__qualname__
            copy.__kwdefaults__ = function.__kwdefaults__
            self._made[function] = of_one_signature(helper(copy))
            for dotted, value in self._uses[function].items():
                self._bind(scope, function.__globals__, dotted.split("."), value)
        return self._made[function]

    def of_many_signatures(self) -> str | None:
        """Name of a function that was compiled just now, calls itself, and has been compiled more than once."""
        many = (function for function, made in self._made.items() if len(made.overloads) > 1)
        return next((function.__name__ for function in many if function in self._uses[function].values()), None)

    def _bind(self, scope: dict[str, Any], around: Mapping[str, Any], parts: Sequence[str], value: Any) -> None:
        """Let a dotted name mean what it does, in a module of its own where it begins with one."""
        here = around.get(parts[0])
        if isinstance(here, types.ModuleType):
            inner = scope.setdefault(parts[0], types.ModuleType(parts[0]))
            self._bind(inner.__dict__, here.__dict__, parts[1:], value)
        else:
            scope[parts[0]] = self.compile(value)
