"""The line-up of a cell: each seat's bot, found by its strategy, with all its parameters checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from simkit.bots import ENTRY_POINTS, ParameterInfo, SourcedBot, bot_takes_table, find_bot, parameters
from simkit.config.changes import CellChanges
from simkit.config.locate import KeyPath
from simkit.config.meant import bot_meant
from simkit.config.models import Config, Seat
from simkit.config.problems import Problems, What, number_text, one_of, there_are, truth, unknown, whole_number
from simkit.errors import UsageError
from simkit.model.bot import Bot
from simkit.model.cell import SeatBot, TableFile
from simkit.model.game import GameSpec

__all__ = ["SeatBots", "default_value"]

_Value = int | float | bool | str


@dataclass
class SeatBots:
    """The bots of a config, with what one cell changes in them."""

    config: Config
    game: GameSpec
    problems: Problems
    cell: CellChanges

    def make(self) -> tuple[SeatBot, ...] | None:
        """Make the bot of each seat; None, and the problems noted, when one cannot be made."""
        count = len(self.config.seats)
        for number in self.cell.changes.seats:
            if not re.fullmatch("[1-9][0-9]*", number) or int(number) > count:
                message = f"there is no such seat; they are numbered from 1 to {count}"
                self.problems.add(self.config.document, self._seat_path(number), message, "key")
        bots = [self._seat(index) for index in range(count)]
        made = tuple(bot for bot in bots if bot is not None)
        return made if len(made) == count else None

    def _seat_path(self, number: str) -> KeyPath:
        """Where a seat stands that does not exist: in the variant, or in the matrix."""
        paths = [path for key, path in self.cell.paths.items() if key[:2] == ("seats", number)]
        return paths[0] if paths else self.cell.path_to("seats", number)

    def _seat(self, index: int) -> SeatBot | None:
        """Make one seat's bot; where a cell gives another strategy, from that bot's own defaults and no table."""
        number = str(index + 1)
        seat, changes = self.config.seats[index], self.cell.changes.seats.get(number, {})
        base = self.cell.seat_path(index)
        ours: dict[str, Any] = (
            {} if "strategy" in changes else {"strategy": seat.strategy, "table": seat.table, **seat.params}
        )
        given = ours | changes
        paths = {key: (*base, key) for key in ours} | {key: self.cell.path_to("seats", number, key) for key in changes}
        strategy, file = given.pop("strategy"), given.pop("table", None)
        bot = self._bot(strategy, paths["strategy"])
        if bot is None:
            return None
        table = self._table(bot, file, paths.get("table", paths["strategy"]))
        return self._complete(SeatBot(strategy, (), bot.hash, table), bot, given, paths)

    def _names(self) -> list[str]:
        """Names of the game's bots and of installed ones."""
        return [*(bot.name for bot in self.game.bots), *_installed()]

    def _bot(self, strategy: object, path: KeyPath) -> SourcedBot | None:
        """Find the bot that a config names; None, and a problem, when there is none."""
        document, folder = self.config.document, self.config.path.parent
        if not isinstance(strategy, str):
            self.problems.add(document, path, "must be text in quotes")
        elif not strategy:
            message = f"strategy is missing; {there_are(self._names())}"
            self.problems.add(document, path, message, "missing")
        elif ".py:" not in strategy and strategy not in self._names():
            see = f"`simkit describe {self.game.id} bots` lists them"
            message = unknown("bot", strategy, self._names(), see)
            meant = bot_meant(strategy, folder)
            self.problems.add(document, path, f"there is no such bot; did you mean {meant}?" if meant else message)
        else:
            try:
                found = find_bot(self.game, strategy, folder)
                _check_names(found.bot)
            except UsageError as error:
                meant = bot_meant(strategy, folder)
                lines = [*error.lines, *([f"did you mean {meant}?"] if meant else [])]
                self.problems.add(document, path, "; ".join(lines))
            else:
                return found
        return None

    def _table(self, bot: SourcedBot, file: object, path: KeyPath) -> TableFile | None:
        """Find the table that the bot carries; a problem when the config names none, or one that it does not carry."""
        is_carried = bot_takes_table(bot.bot)
        about: What = "value"
        if file is None and not is_carried:
            return None
        if file is None:
            problem = "table is missing; this bot needs one: FILE.npy, beside the config"
            about = "missing" if path[-1] == "table" else "value"
        elif not isinstance(file, str):
            problem = "must be text in quotes"
        elif not file:
            problem = "must not be empty"
        elif not is_carried:
            problem = f"bot {bot.bot.name} takes no table"
        else:
            from simkit.bot_table import load_table

            try:
                return TableFile(file, load_table(self.config.path.parent / file).hash)
            except UsageError as error:
                problem = "; ".join(error.lines)
        self.problems.add(self.config.document, path, problem, about)
        return None

    def _complete(
        self, seat: SeatBot, bot: SourcedBot, given: Mapping[str, Any], paths: Mapping[str, KeyPath]
    ) -> SeatBot | None:
        """Check the parameters that are given, at ``paths``, and add the defaults of the others."""
        infos = {info.name: info for info in parameters(bot.bot)}
        wrong = [name for name in given if name not in infos]
        for name in wrong:
            keys = [key for key in Seat.model_fields if key != "table" or bot_takes_table(bot.bot)]
            message = unknown(f"parameter of {seat.strategy}", name, [*infos, *keys])
            self.problems.add(self.config.document, paths[name], message, "key")
        params: list[tuple[str, _Value]] = []
        for name, info in infos.items():
            try:
                params.append((name, _checked(info, given[name]) if name in given else default_value(info)))
            except ValueError as error:
                wrong.append(name)
                self.problems.add(self.config.document, paths[name], str(error))
        return None if wrong else replace(seat, params=tuple(params))


@cache  # it reads files of every installed package, for each seat of each cell
def _installed() -> tuple[str, ...]:
    return tuple(point.name for point in entry_points(group=ENTRY_POINTS))


def _check_names(bot: Bot) -> None:
    for info in parameters(bot):
        if info.name in Seat.model_fields:
            raise UsageError(
                f"bot {bot.name}: no parameter can be called {info.name}, which is a key of [[seats]] itself"
            )


def default_value(info: ParameterInfo) -> _Value:
    """Write a parameter's default as a config would."""
    labels = info.labels()
    value: _Value = labels[list(info.type).index(info.default)] if labels else info.type(info.default)  # type: ignore[call-overload]
    return value


def _checked(info: ParameterInfo, value: object) -> _Value:
    """Return a parameter's value in its own type; ValueError says what would do instead."""
    if info.labels():
        if not isinstance(value, str) or value not in info.labels():
            raise ValueError(one_of(value, info.labels()))
        return value
    if info.type is bool:
        if not isinstance(value, bool):
            raise ValueError(truth(value))
        return value
    return _checked_number(info, value)


def _checked_number(info: ParameterInfo, value: object) -> float:
    whole = info.type is not float
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        raise ValueError(whole_number(value) if whole else "must be a number")
    low, high = info.about.low, info.about.high
    if not value >= low:  # not the same as value < low: it may be nan
        raise ValueError(f"must be at least {number_text(int(low) if whole else low)}")
    if value > high:
        raise ValueError(f"must be at most {number_text(int(high) if whole else high)}")
    return value if whole else float(value) + 0.0  # -0.0 is the same cell as 0.0
