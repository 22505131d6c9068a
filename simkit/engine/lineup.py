"""The bots of a line-up as a kernel takes them: compiled ways in, which decisions they take, and raw parameters.

numba never caches a function made by a closure. So each bot's way in is a small module, generated into the cache folder
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
import numpy.typing as npt

from simkit.bots import ParameterInfo, SourcedBot, find_bot, parameter_values, parameters, source_hash
from simkit.engine.cell import Cell, SeatBot
from simkit.errors import ContractError, UsageError
from simkit.games import find_game
from simkit.games.base import MAX_SEATS, Bot, Decision, GameSpec, NoParameters
from simkit.jit import cache_folder, compile_cached, entry_signature, helper, package_hash

__all__ = ["Lineup", "compile_lineup", "find_seat_bot"]

_KEEP_BOTS = 256

_ENTRY = '''"""Compiled way in for a bot's decision; simkit makes it anew when the bot's source changes."""


def entry(view, {option}raw):
    return {result}(decide(view, {option}Params({arguments})))
'''


@dataclass(frozen=True)
class Lineup:
    """What a kernel takes of a cell's bots.

    Attributes
    ----------
    bots
        For each decision a tuple of 8 compiled functions, by place in the line-up, padded.
    asked
        ``bool[decisions, 8]``: whether the bot at that place takes the decision itself.
    params
        8 tuples of raw parameters (floats), by place in the line-up, padded.
    """

    bots: tuple[tuple[Callable[..., Any], ...], ...]
    asked: npt.NDArray[np.bool_]
    params: tuple[tuple[float, ...], ...]


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


def compile_lineup(cell: Cell, folder: Path) -> Lineup:
    """Compile, or load from the cache, every bot of ``cell``.

    Raises
    ------
    ContractError
        A bot cannot be compiled.
    UsageError
        A bot is not there, has changed, or has more parameters than the game allows.
    """
    game = find_game(cell.game)
    slots: int = game.kernel().PARAMETERS
    found = [find_seat_bot(game, seat, folder) for seat in cell.lineup]
    asked = np.zeros((len(game.decisions), MAX_SEATS), dtype=np.bool_)
    by_decision = []
    for number, decision in enumerate(game.decisions):
        ways_in = []
        for place, sourced in enumerate(found):
            asked[number, place] = decision.name in sourced.bot.decide
            ways_in.append(_way_in(game, decision, sourced, slots))
        by_decision.append(tuple(ways_in + ways_in[:1] * (MAX_SEATS - len(ways_in))))
    params = [_raw(sourced.bot, seat, slots) for sourced, seat in zip(found, cell.lineup, strict=True)]
    return Lineup(tuple(by_decision), asked, tuple(params + params[:1] * (MAX_SEATS - len(params))))


def _raw(bot: Bot, seat: SeatBot, slots: int) -> tuple[float, ...]:
    values = [float(value) for value in parameter_values(bot, dict(seat.params))]
    if len(values) > slots:
        raise UsageError(f"bot {seat.strategy} has {len(values)} parameters; this game's bots may have {slots}")
    return tuple(values + [0.0] * (slots - len(values)))


def no_action(view: Any, params: Any) -> int:  # noqa: ARG001
    return 0


def no_score(view: Any, option: Any, params: Any) -> float:  # noqa: ARG001
    return 0.0


def _way_in(game: GameSpec, decision: Decision, sourced: SourcedBot, slots: int) -> Callable[..., Any]:
    """The compiled function of a bot for a decision; one that is never called where the bot has none."""
    function = sourced.bot.decide.get(decision.name)
    if function is None:
        unasked = no_action if decision.option is None else no_score
        return _load(game.id, decision, unasked, NoParameters, "", slots)
    arguments = ", ".join(_argument(place, info) for place, info in enumerate(parameters(sourced.bot)))
    try:
        return _load(game.id, decision, function, sourced.bot.params, arguments, slots)
    except numba.core.errors.NumbaError as error:
        raise ContractError(
            f"bot {sourced.bot.name}: its function for {decision.name} cannot be compiled: {error}",
            "a bot may use numbers, comparisons, arithmetic, tuples, and functions of its own file",
        ) from error


def _argument(place: int, info: ParameterInfo) -> str:
    if issubclass(info.type, bool):
        return f"raw[{place}] != 0.0"
    return f"raw[{place}]" if issubclass(info.type, float) else f"int(raw[{place}])"


@cache
def _load(
    game_id: str, decision: Decision, function: Callable[..., Any], params: type[Any], arguments: str, slots: int
) -> Callable[..., Any]:
    """Compile the way in, or load it from the disk cache; once a process."""
    text = _ENTRY.format(
        option="" if decision.option is None else "option, ",
        result="int" if decision.option is None else "float",
        arguments=arguments,
    )
    built_from = [_origin(function), _origin(params), *params._fields, text]
    package = package_hash(Path(inspect.getfile(decision.view)).parent)
    key = "\0".join((game_id, decision.name, *built_from, str(slots), package))
    digest = hashlib.sha256(key.encode()).hexdigest()[:16]
    name = f"simkit_entry_{digest}"
    folder = cache_folder("bots", digest, keep=_KEEP_BOTS)
    file = None if folder is None else _write_entry(folder / f"{name}.py", text)
    entry = _run_entry(name, text, file, decide=_compilable(function), Params=params)
    what = f"{function.__qualname__} for {decision.name}"
    return compile_cached(entry, entry_signature(decision, slots), folder if file else None, what)


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
