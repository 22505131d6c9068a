"""The bots of a line-up as a kernel takes them: compiled ways in, which decisions they take, and raw parameters.

numba never caches a function made by a closure. So each bot's way in is a small module, generated into the cache folder
and named by a hash of all that it is built from, which the next process loads as it is.
"""

from __future__ import annotations

import hashlib
import inspect
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

from simkit.bots import ParameterInfo, SourcedBot, find_bot, parameter_values, parameters
from simkit.engine.cell import Cell, SeatBot
from simkit.errors import ContractError, UsageError
from simkit.games import find_game
from simkit.games.base import MAX_SEATS, Bot, Decision, GameSpec
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


def _unasked_action(view: Any, params: Any) -> int:  # noqa: ARG001
    return 0


def _unasked_score(view: Any, option: Any, params: Any) -> float:  # noqa: ARG001
    return 0.0


def _way_in(game: GameSpec, decision: Decision, sourced: SourcedBot, slots: int) -> Callable[..., Any]:
    """The compiled function of a bot for a decision; one that is never called where the bot has none."""
    function = sourced.bot.decide.get(decision.name)
    if function is None:
        unasked = _unasked_action if decision.option is None else _unasked_score
        return _load(game.id, decision, unasked, "", tuple, "", slots)
    arguments = ", ".join(_argument(place, info) for place, info in enumerate(parameters(sourced.bot)))
    try:
        return _load(game.id, decision, function, sourced.hash, sourced.bot.params, arguments, slots)
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
    game_id: str,
    decision: Decision,
    function: Callable[..., Any],
    source: str,
    params: type,
    arguments: str,
    slots: int,
) -> Callable[..., Any]:
    """Compile the way in, or load it from the disk cache; once a process."""
    text = _ENTRY.format(
        option="" if decision.option is None else "option, ",
        result="int" if decision.option is None else "float",
        arguments=arguments if source else "",
    )
    package = package_hash(Path(inspect.getfile(decision.view)).parent)
    key = "\0".join((game_id, decision.name, function.__qualname__, source, text, str(slots), package))
    digest = hashlib.sha256(key.encode()).hexdigest()[:16]
    folder = cache_folder("bots", digest, keep=_KEEP_BOTS)
    module = _entry_module(f"simkit_entry_{digest}", text, folder, decide=_compilable(function), Params=params)
    what = f"{function.__qualname__} for {decision.name}"
    return compile_cached(module.entry, entry_signature(decision, slots), folder, what)


def _entry_module(name: str, text: str, folder: Path | None, **scope: object) -> types.ModuleType:
    """The generated module, run; registered before anything is compiled, as cached code looks its module up by name."""
    file = None if folder is None else folder / f"{name}.py"
    if file is not None and not file.exists():
        with tempfile.NamedTemporaryFile("w", dir=file.parent, suffix=".tmp", delete=False, encoding="utf-8") as part:
            part.write(text)
        Path(part.name).replace(file)
    module = types.ModuleType(name)
    module.__dict__.update(scope, __file__=str(file))
    sys.modules[name] = module
    exec(compile(text, str(file) if file else name, "exec"), module.__dict__)  # noqa: S102
    return module


def _compilable(function: Callable[..., Any]) -> Callable[..., Any]:
    """A bot's plain function for numba to compile, with the functions of the same file that it calls."""
    if not isinstance(function, types.FunctionType):
        return function
    scope = dict(function.__globals__)
    for name in function.__code__.co_names:
        called = scope.get(name)
        if (
            isinstance(called, types.FunctionType)
            and called is not function
            and called.__module__ == function.__module__
        ):
            scope[name] = _compilable(called)
    copy = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return helper(copy)
