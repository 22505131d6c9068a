"""The bots of a line-up as a kernel takes them: compiled entries, which decisions they take, and raw parameters.

numba never caches a function made by a closure. So each bot's entry is a small module, generated into the cache folder
and named by a hash of all that it is built from, which the next process loads as it is.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
import tempfile
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

from simkit.bot_table import BotTable, load_table
from simkit.bots import (
    ParameterInfo,
    SourcedBot,
    find_bot,
    function_takes_table,
    parameter_values,
    parameters,
    source_hash,
)
from simkit.engine.compiled_table import table_reader
from simkit.errors import ContractError, UsageError
from simkit.jit import cache_folder, compile_cached, helper, package_hash
from simkit.kernel import Bots, entry_signature
from simkit.model.bot import MAX_PARAMETERS, Bot, Decision, NoParameters
from simkit.model.cell import Cell, SeatBot
from simkit.model.columns import MAX_SEATS
from simkit.model.game import GameSpec
from simkit.registry import find_game

__all__ = ["Lineup", "compile_lineup", "find_seat_bot", "find_seat_table"]

_KEEP_BOTS = 256

_ENTRY = '''"""Compiled entry of a bot's decision; simkit makes it anew when the bot's source changes."""


def entry(view, {option}raw):
    return {result}(decide(view, {option}Params({arguments}){table}))
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
            "what the old one played cannot be continued or replayed with the new one"
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
            "what was played with the old one cannot be continued or replayed with the new one"
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
        return _load(game.id, decision, undecided, NoParameters, "")
    arguments = ", ".join(_argument(place, info) for place, info in enumerate(parameters(sourced.bot)))
    kind = None if table is None or not function_takes_table(function) else (table.kind, len(table.shape))
    try:
        return _load(game.id, decision, function, sourced.bot.params, arguments, kind)
    except numba.core.errors.NumbaError as error:
        raise ContractError(
            f"bot {sourced.bot.name}: its function for {decision.name} cannot be compiled: {error}",
            "a bot may use numbers, comparisons, arithmetic, tuples, functions of its own file, and look up numbers in "
            "its table",
        ) from error


def _argument(place: int, info: ParameterInfo) -> str:
    if issubclass(info.type, bool):
        return f"raw[{place}] != 0.0"
    return f"raw[{place}]" if issubclass(info.type, float) else f"int(raw[{place}])"


@cache
def _load(
    game_id: str,
    decision: Decision,
    function: Callable[..., Any],
    params: type[Any],
    arguments: str,
    table: tuple[str, int] | None = None,
) -> Callable[..., Any]:
    """Compile the entry, or load it from the disk cache; once a process.

    ``table`` is the kind of numbers and the number of dimensions of a table that the function is given.
    """
    text = _ENTRY.format(
        option="" if decision.option is None else "option, ",
        result="int" if decision.option is None else "float",
        arguments=arguments,
        table="" if table is None else f", read_table(int(raw[{len(params._fields)}]))",
    )
    built_from = [_origin(function), _origin(params), *params._fields, text]
    if table is not None:
        built_from += [_origin(table_reader), _origin(BotTable), *map(str, table)]
    package = package_hash(Path(inspect.getfile(decision.view)).parent)
    key = "\0".join((game_id, decision.name, *built_from, package))
    digest = hashlib.sha256(key.encode()).hexdigest()[:16]
    name = f"simkit_entry_{digest}"
    folder = cache_folder("bots", digest, keep=_KEEP_BOTS)
    file = None if folder is None else _write_entry(folder / f"{name}.py", text)
    scope = {} if table is None else {"read_table": table_reader(*table)}
    entry = _run_entry(name, text, file, decide=_compilable(function), Params=params, **scope)
    what = f"{function.__qualname__} for {decision.name}"
    return compile_cached(entry, entry_signature(decision), folder if file else None, what)


def _origin(item: Any) -> str:
    """Where a function or a class comes from: module, name, and the hash of its file."""
    item = getattr(item, "py_func", item)  # a bot's function may be compiled already
    file = inspect.getsourcefile(item)
    text = Path(file).read_text(encoding="utf-8") if file else ""
    return f"{item.__module__} {item.__qualname__} {source_hash(text)}"


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


def _compilable(function: Callable[..., Any], callers: tuple[Callable[..., Any], ...] = ()) -> Callable[..., Any]:
    """A bot's plain function for numba to compile, with the functions of the same file that it calls."""
    if not isinstance(function, types.FunctionType):
        return function
    scope = dict(function.__globals__)
    callers = (*callers, function)
    for name in _names(function.__code__):
        called = scope.get(name)
        if (
            isinstance(called, types.FunctionType)
            and called.__module__ == function.__module__
            and called not in callers
        ):
            scope[name] = _compilable(called, callers)
    copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return helper(copy)


def _names(code: types.CodeType) -> set[str]:
    """Names that are looked up by the code, or by a comprehension in it."""
    inside = (_names(constant) for constant in code.co_consts if isinstance(constant, types.CodeType))
    return set(code.co_names).union(*inside)
