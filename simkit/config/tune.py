"""The ``[tune]`` table: which number of a config is varied, over which values, and which statistic has to meet what."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

from simkit.bots import find_bot, parameters
from simkit.config.cells import cell_with
from simkit.config.changes import at_point
from simkit.config.locate import KeyPath
from simkit.config.matrix import Point
from simkit.config.models import Config, Seat, Tune
from simkit.config.problems import Problems, number_text, unknown
from simkit.config.toml import key_text
from simkit.model.cell import Cell
from simkit.model.game import GameSpec
from simkit.registry import find_game

__all__ = ["MOST_POINTS", "Tuning", "tuning_of"]

MOST_POINTS = 10_001
"""Most values of a range: with more, its ends are likely ones at which no game would come to an end."""

STEPS = 1_000
"""Steps of a range of numbers that need not be whole, unless the config says otherwise."""


class _Range(NamedTuple):
    """What values a key allows: ends that may be infinite, and whether they are whole numbers."""

    low: float
    high: float
    is_whole: bool


@dataclass(frozen=True)
class Tuning:
    """What is looked for.

    Parameters
    ----------
    config
        The config that the points are made from.
    keys
        What is varied, as points of a matrix have it: seats counted from 1, as text. All take the same value.
    first, step, size
        The values: ``size`` of them, ``first + i * step``.
    statistic, target, seat, bot
        As the config has them; ``seat`` and ``bot`` count from 1.
    """

    config: Config
    keys: tuple[KeyPath, ...]
    first: float
    step: float
    size: int
    statistic: str
    target: float
    seat: int | None
    bot: int | None

    def value(self, index: float) -> float:
        """Value number ``index``, or one between two of them."""
        value = self.first + index * self.step
        return value if isinstance(value, int) else round(value, 12)

    def cell(self, index: int) -> Cell:
        """Make the cell of value number ``index``.

        Raises
        ------
        ConfigError
            The rules do not allow it.
        """
        value = self.value(index)
        values = dict.fromkeys(self.keys, value)
        return cell_with(self.config, at_point(Point(values, dict.fromkeys(values, ("tune", "vary")))))

    @property
    def name(self) -> str:
        """What is varied, as configs write it."""
        return " = ".join(key_text(key) for key in self.keys)


def tuning_of(config: Config) -> Tuning:
    """Read the ``[tune]`` table of a config that holds by itself.

    Raises
    ------
    ConfigError
        Everything in the table that does not hold, or that there is none.
    """
    problems, document = Problems(), config.document
    tune = config.tune or Tune()
    if config.tune is None:
        problems.add(document, ("tune",), "there is no [tune]; give it, or --vary, --statistic and --target", "missing")
    for key in ("variants", "matrix", "tournament"):
        if getattr(config, key):
            problems.add(
                document, (key,), "cannot be combined with `simkit tune`, which varies the config itself", "table"
            )
    if config.stop is not None:
        message = "cannot be combined with `simkit tune`, which plays equally many games of each value"
        problems.add(document, ("stop",), message, "table")
    for key in ("vary", "statistic", "target"):
        if getattr(tune, key) in ((), "", None):
            problems.add(document, ("tune", key), f"{key} is missing; give it, or --{key}", "missing")
    if tune.seat is not None and tune.bot is not None:
        problems.add(document, ("tune", "bot"), "cannot be combined with seat; choose one of them", "key")
    for key in ("seat", "bot"):
        number = getattr(tune, key)
        if number is not None and number > len(config.seats):
            problems.add(document, ("tune", key), f"there is no such {key}; there are 1 to {len(config.seats)}")
    problems.raise_any()
    ranges = [_range_of(config, key, problems) for key in tune.vary]
    problems.raise_any()
    first, step, size = _grid(config, tune, [one for one in ranges if one is not None], problems)
    problems.raise_any()
    assert tune.target is not None
    keys = tuple(tuple(key.split(".")) for key in tune.vary)
    return Tuning(config, keys, first, step, size, tune.statistic, tune.target, tune.seat, tune.bot)


def _range_of(config: Config, key: str, problems: Problems) -> _Range | None:
    """What a rule or parameter allows; None, and a problem noted, where there is none or it is no number."""
    path: KeyPath = ("tune", "vary")
    match key.split("."):
        case ["rules", name]:
            found = _rule_range(find_game(config.game), name)
        case ["seats", number, name] if number in map(str, range(1, len(config.seats) + 1)):
            found = _parameter_range(config, int(number) - 1, name)
        case _:
            found = "must be a rule or a bot's parameter, such as rules.target or seats.1.bank_at"
    if isinstance(found, _Range):
        return found
    problems.add(
        config.document, path, f"{key}: {found}" if len(config.tune.vary if config.tune else ()) > 1 else found
    )
    return None


def _rule_range(game: GameSpec, name: str) -> _Range | str:
    schemas = game.rules.model_json_schema()["properties"]
    if name not in schemas:
        return unknown("rule", name, list(schemas), f"`simkit describe {game.id} rules` lists them")
    if schemas[name].get("type") != "integer":
        return "is no number"
    return _Range(schemas[name].get("minimum", -math.inf), schemas[name].get("maximum", math.inf), is_whole=True)


def _parameter_range(config: Config, place: int, name: str) -> _Range | str:
    strategy = config.seats[place].strategy
    if name in Seat.model_fields:
        return f"a seat's {name} cannot be varied; vary a parameter of its bot"
    infos = {one.name: one for one in parameters(find_bot(find_game(config.game), strategy, config.path.parent).bot)}
    if name not in infos:
        return unknown(f"parameter of {strategy}", name, list(infos))
    info = infos[name]
    if info.labels() or info.type is bool:
        return "is no number"
    return _Range(info.about.low, info.about.high, is_whole=info.type is int)


def _grid(config: Config, tune: Tune, ranges: list[_Range], problems: Problems) -> tuple[float, float, int]:
    """First value, step and number of values, whole numbers where any key needs them."""
    low: float = max(one.low for one in ranges) if tune.low is None else tune.low
    high: float = min(one.high for one in ranges) if tune.high is None else tune.high
    is_whole = any(one.is_whole for one in ranges)
    step: float = tune.step or (1 if is_whole else (high - low) / STEPS)
    given: dict[str, Any] = {"from": tune.low, "to": tune.high, "step": tune.step}
    for key, value in given.items():
        if is_whole and value is not None and not value.is_integer():
            problems.add(config.document, ("tune", key), "must be a whole number, like the value that is varied")
    if is_whole:
        low, high, step = (int(one) if math.isfinite(one) else one for one in (low, high, step))
    where: KeyPath = ("tune", "to") if tune.high is not None else ("tune", "from" if tune.low is not None else "vary")
    if not low + step <= high:
        message = (
            f"leaves fewer than two values: {number_text(low)} to {number_text(high)} in steps of {number_text(step)}"
        )
        problems.add(config.document, where, message)
        return low, step, 0
    size = math.floor(min((high - low) / step, 2.0**53) + 1e-9) + 1
    if size > MOST_POINTS:
        message = f"has {size:,} values; at most {MOST_POINTS - 1:,} steps are searched: give from, to or a larger step"
        problems.add(config.document, ("tune", "vary"), message)
    return low, step, size
