"""Finding bots by name, in files and in installed packages; their parameters; and a seat's bot in plain Python."""

from __future__ import annotations

import enum
import hashlib
import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

from simkit.bot_scratch import Scratch
from simkit.errors import ContractError, UsageError
from simkit.model.bot import MAX_PARAMETERS, MAX_SCRATCH, Bot, Decision, NoParameters, Parameter
from simkit.model.game import GameSpec
from simkit.reach import Reach, fixed_text, reach_of
from simkit.sources import load_file

if TYPE_CHECKING:
    from simkit.bot_table import BotTable

__all__ = [
    "ENTRY_POINTS",
    "IllegalActionError",
    "ParameterInfo",
    "Player",
    "SourcedBot",
    "bot_takes_table",
    "extras",
    "find_bot",
    "parameter_values",
    "parameters",
]

_EXTRAS = ("table", "scratch")

ENTRY_POINTS = "simkit.bots"
"""Entry point group in which an installed package names its bots."""


@dataclass(frozen=True)
class ParameterInfo:
    """A bot's parameter: its type and default from the annotation, the rest from its ``Parameter``."""

    name: str
    type: type
    default: Any
    about: Parameter

    def labels(self) -> list[str]:
        """Labels of an enum parameter, lower case with hyphens, by value; empty otherwise."""
        if not issubclass(self.type, enum.IntEnum):
            return []
        return [member.name.lower().replace("_", "-") for member in self.type]


@dataclass(frozen=True)
class SourcedBot:
    """A bot with its identity: the hash of all that it decides by, and what its functions reach, by decision."""

    bot: Bot
    hash: str
    reaches: Mapping[str, Reach]


class IllegalActionError(ContractError):
    """A bot gave an answer that the decision does not allow."""


def parameters(bot: Bot) -> list[ParameterInfo]:
    """The bot's parameters in the order of its class, each with default, range, unit and meaning.

    Raises
    ------
    UsageError
        A parameter lacks any of these, or there are more than a bot may have.
    """
    hints = _hints(bot.params)
    defaults = bot.params._field_defaults  # type: ignore[attr-defined]
    found = []
    for name in bot.params._fields:  # type: ignore[attr-defined]
        hint = hints[name]
        about = next((extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, Parameter)), None)
        kind = getattr(hint, "__origin__", hint)
        if name not in defaults or about is None or not issubclass(kind, int | float):
            raise UsageError(
                f"bot {bot.name}: parameter {name} needs a default and the annotation "
                "Annotated[int | float | bool | IntEnum, Parameter(...)]"
            )
        found.append(ParameterInfo(name, kind, defaults[name], about))
    takes_table = bot_takes_table(bot)
    if len(found) + takes_table > MAX_PARAMETERS:
        has = f"{len(found)} parameters" + (" and a table, which counts as one" if takes_table else "")
        raise UsageError(f"bot {bot.name} has {has}; a bot may have {MAX_PARAMETERS}")
    return found


@cache  # asked for at every seat of every cell, as below
def _hints(params: type) -> dict[str, Any]:
    return get_type_hints(params, include_extras=True)


@cache
def extras(function: Callable[..., Any]) -> tuple[str, ...]:
    """What a decision's function is given besides: ``table``, ``scratch`` or both, as its last arguments are called.

    >>> extras(lambda view, params, scratch, table: 0), extras(lambda view, params: 0)
    (('scratch', 'table'), ())
    """
    arguments = _arguments(function)
    first = next((place for place, name in enumerate(arguments) if name in _EXTRAS), len(arguments))
    return tuple(arguments[first:]) if set(arguments[first:]) <= set(_EXTRAS) else ()


def bot_takes_table(bot: Bot) -> bool:
    """Whether any decision's function of the bot is given a table, which the bot then carries."""
    return any("table" in extras(function) for function in bot.decide.values())


def _check_scratch(bot: Bot) -> None:
    """Refuse scratch memory that is asked for and not there, there and not asked for, or too much."""
    asks = next((name for name, function in bot.decide.items() if "scratch" in extras(function)), None)
    if not isinstance(bot.scratch, int) or not 0 <= bot.scratch <= MAX_SCRATCH:
        raise UsageError(f"bot {bot.name}: scratch = {bot.scratch!r}; it may be 0 to {MAX_SCRATCH:,} numbers")
    if asks is not None and not bot.scratch:
        raise UsageError(
            f"bot {bot.name}: its function for {asks} asks for scratch memory; say how many numbers, as "
            f'Bot("{bot.name}", ..., scratch=64)'
        )
    if asks is None and bot.scratch:
        raise UsageError(
            f"bot {bot.name}: none of its functions has an argument scratch; leave out scratch={bot.scratch}"
        )


def _arguments(function: Callable[..., Any]) -> list[str]:
    """Names of the positional arguments; what is given to a bot is given by place."""
    by_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [name for name, one in inspect.signature(function).parameters.items() if one.kind in by_place]


def parameter_values(bot: Bot, given: dict[str, Any]) -> tuple[Any, ...]:
    """All parameters of the bot as its class: those given (an enum's by label or value), else the defaults."""
    values = {}
    for info in parameters(bot):
        value = given.get(info.name, info.default)
        labels = info.labels()
        values[info.name] = list(info.type)[labels.index(value)] if value in labels else info.type(value)  # type: ignore[call-overload]
    return bot.params(**values)


def _as_bot(found: object, name: str, game: GameSpec) -> Bot:
    """A ``Bot`` as it is, or one bare function as the bot of the decision whose view it is annotated with."""
    if isinstance(found, Bot):
        unknown = [key for key in found.decide if key not in {decision.name for decision in game.decisions}]
        if unknown:
            known = ", ".join(decision.name for decision in game.decisions)
            raise UsageError(f"bot {name}: {game.id} has no decision {unknown[0]!r}; it has {known}")
        return found
    if not inspect.isfunction(found):
        raise UsageError(f"bot {name}: not a function or a simkit Bot, but {type(found).__name__}")
    arguments = _arguments(found)
    arity = len(arguments) - len(extras(found))
    fits = [d for d in game.decisions if arity == (2 if d.option is None else 3)]
    if not fits:
        raise UsageError(
            f"bot {name}: a function of {len(arguments)} arguments fits no decision of {game.id}; expected "
            "(view, params) or (view, option, params), then table if it takes one, and scratch if it needs it"
        )
    hints = get_type_hints(found)
    decision = next((d for d in fits if d.view in hints.values()), fits[0])
    params = next(
        (
            hint
            for hint in hints.values()
            if hasattr(hint, "_field_defaults")
            and hint not in {d.view for d in game.decisions} | {d.option for d in game.decisions}
        ),
        NoParameters,
    )
    return Bot(name=name, meaning=inspect.getdoc(found) or "", source="", decide={decision.name: found}, params=params)


def find_bot(game: GameSpec, strategy: str, folder: Path) -> SourcedBot:
    """The bot that a config's ``strategy`` names.

    ``bank-at`` is one of the game's bots; ``my_bots.py:cautious`` an attribute of a file below ``folder``, that of the
    config; any other name is looked up among the entry points ``simkit.bots`` of installed packages.

    Raises
    ------
    UsageError
        No such bot, file or attribute.
    """
    if ".py:" in strategy:
        file, _, attribute = strategy.rpartition(":")
        module = load_file(folder / file)
        if not hasattr(module, attribute):
            raise UsageError(f"{file} has no bot {attribute!r}")
        return _sourced(_as_bot(getattr(module, attribute), attribute, game), _offering())
    for bot in game.bots:
        if bot.name == strategy:
            return _sourced(bot, frozenset(function.__module__.partition(".")[0] for function in bot.decide.values()))
    for point in entry_points(group=ENTRY_POINTS, name=strategy):
        return _sourced(_as_bot(point.load(), strategy, game), _offering())
    raise UsageError(f"{game.id} has no bot {strategy!r}")


def _offering() -> frozenset[str]:
    """Installed packages that offer bots."""
    return frozenset(point.module.partition(".")[0] for point in entry_points(group=ENTRY_POINTS))


def _sourced(bot: Bot, packages: frozenset[str]) -> SourcedBot:
    """The bot with all that it reaches; besides simkit and files beside it, functions of these packages."""
    _check_scratch(bot)
    reaches: dict[str, Reach] = {}
    wrong: list[str] = []
    for name, item in sorted([("", bot.params), *bot.decide.items()]):
        try:
            reaches[name] = reach_of(item, f"bot {bot.name}", packages)
        except UsageError as error:
            wrong += error.lines
    if wrong:
        raise UsageError(*dict.fromkeys(wrong))
    about = [
        (info.name, info.type.__name__, info.labels(), fixed_text(info.default), info.about.low, info.about.high)
        for info in parameters(bot)
    ]
    scratch = [bot.scratch] if bot.scratch else []
    text = ascii([about, *((name, reach.hash) for name, reach in reaches.items()), *scratch])
    return SourcedBot(bot, hashlib.sha256(text.encode()).hexdigest()[:16], reaches)


def _numbers(decision: Decision, allowed: int) -> str:
    """Tell which answers are allowed: all there are, or one by one with their names."""
    if not decision.mask:
        return f"0 to {len(decision.actions) - 1}"
    return _named(decision, allowed)


def _named(decision: Decision, allowed: int) -> str:
    """The answers allowed, by number and name."""
    return ", ".join(f"{number} ({name})" for number, name in enumerate(decision.actions) if allowed >> number & 1)


class Player:
    """A seat's bot in plain Python: what the reference asks, checked as the kernel checks it.

    Parameters
    ----------
    bot
        The bot.
    params
        Values by name; a parameter left out has its default.
    watch
        Called with (decision, view, option scores or None, answer) after each decision, for traces.
    table
        The table, of a bot that carries one.
    """

    def __init__(
        self,
        bot: Bot,
        params: dict[str, Any],
        watch: Callable[[Decision, Any, Any, int], None] | None = None,
        table: BotTable | None = None,
    ) -> None:
        self.bot = bot
        self.params = parameter_values(bot, params)
        self.watch = watch
        self._table = table
        self._extras = {name: extras(function) for name, function in bot.decide.items()}

    def _given(self, decision: Decision) -> list[Any]:
        """What a function is given besides view and option; scratch memory is cleared."""
        given = {"table": self._table, "scratch": Scratch(self.bot.scratch)}
        return [self.params, *(given[name] for name in self._extras[decision.name])]

    def act(self, decision: Decision, view: tuple[Any, ...]) -> int:
        """Number of the action that the bot takes; the first one allowed when it has no function for the decision."""
        everything = (1 << len(decision.actions)) - 1
        allowed = everything & int(getattr(view, decision.mask)) if decision.mask else everything
        function = self.bot.decide.get(decision.name)
        if function is None:
            return (allowed & -allowed).bit_length() - 1
        answer = function(view, *self._given(decision))
        if not isinstance(answer, int) or isinstance(answer, bool):
            raise IllegalActionError(
                f"bot {self.bot.name} answered {answer!r} to {decision.name}, which is not the number of an action: "
                f"{_named(decision, allowed)}"
            )
        if answer < 0 or not allowed >> answer & 1:
            raise IllegalActionError(
                f"bot {self.bot.name} answered {answer} to {decision.name}; allowed: {_numbers(decision, allowed)}"
            )
        if self.watch is not None:
            self.watch(decision, view, None, answer)
        return answer

    def choose(self, decision: Decision, view: tuple[Any, ...], options: Sequence[tuple[Any, ...]]) -> int:
        """Index of the option with the best score, the first among equals; 0 when the bot has no function for it."""
        function = self.bot.decide.get(decision.name)
        if function is None:
            return 0
        scores = [function(view, option, *self._given(decision)) for option in options]
        if not all(isinstance(score, int | float) for score in scores):
            raise IllegalActionError(
                f"bot {self.bot.name} scored an option of {decision.name} as "
                f"{next(score for score in scores if not isinstance(score, int | float))!r}, which is not a number"
            )
        if any(math.isnan(score) for score in scores):
            raise IllegalActionError(f"bot {self.bot.name} scored an option of {decision.name} as NaN")
        answer = scores.index(max(scores))
        if self.watch is not None:
            self.watch(decision, view, scores, answer)
        return answer

    def decides(self, decision: Decision) -> bool:
        """Whether the bot has a function of its own for the decision; only then is a coin used up."""
        return decision.name in self.bot.decide
