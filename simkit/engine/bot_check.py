"""Bots that are not built in play some deals first, in plain Python under a step limit and compiled, twice each.

Compiled code cannot be stopped, and says little when it fails. So a bot that loops for ever, raises or answers what is
not allowed is found here, before anything is compiled, with the command that replays it; and so is one that plays in
another way when it is compiled, or from one time to the next.
"""

from __future__ import annotations

import functools
import hashlib
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

from simkit.bots import Player
from simkit.engine.agreement import Games, compiled_games, first_difference, rows_of
from simkit.engine.chunk import load_kernel
from simkit.engine.lineup import find_seat_bot, find_seat_table
from simkit.errors import ContractError
from simkit.jit import cache_folder, cache_root, package_hash
from simkit.model.bot import Bot, Decision
from simkit.model.cell import Cell, SeatBot
from simkit.model.contract_errors import BrokenContractError
from simkit.model.game import GameSpec
from simkit.registry import find_game
from simkit.streams import Deal

__all__ = ["Steps", "seat_players", "try_bots"]

Watch = Callable[[Decision, Any, Any, int], None]

DEALS = 20
_KEEP = 1_000
ALL_LINES = 5_000_000
"""Lines, of all answers or of one, after which the check ends early: a bot may be slow in plain Python and still be
fast when it is compiled, or may have good reason to be slow."""

MOST_TURNS = 200
"""Length cap of the games of a check, where the cell's own is longer: bots that never bank would take long."""


class _TooLongError(BaseException):
    """A bot has run too many lines; not an Exception, so that the bot does not catch it."""


class _PatienceEndsError(BaseException):
    """A bot that may run more lines has run as many as the check waits for."""


class Steps:
    """Counts lines of Python that bots run while they decide.

    Parameters
    ----------
    patience
        Lines of one answer after which ``_PatienceEndsError`` is raised; None for no such end.
    """

    def __init__(self, patience: int | None = None) -> None:
        self.lines = 0
        self._patience = patience
        self._limit = 0
        self._at_limit: type[BaseException] = _TooLongError

    @contextmanager
    def counted(self, most_lines: int) -> Iterator[None]:
        """Count the lines run inside; a tracer that was at work is put back."""
        self._limit, self._at_limit = self.lines + most_lines, _TooLongError
        if self._patience is not None and self._patience < most_lines:
            self._limit, self._at_limit = self.lines + self._patience, _PatienceEndsError
        before = sys.gettrace()
        sys.settrace(self._line)
        try:
            yield
        finally:
            sys.settrace(before)

    def _line(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any]:  # noqa: ARG002
        self.lines += event == "line"
        if self.lines > self._limit:
            raise self._at_limit
        return self._line


def _guarded(bot: Bot, steps: Steps) -> Bot:
    """Return the bot with decisions that end in a number, or in a ContractError that says what it did instead."""

    def guard(decision: str, function: Callable[..., Any]) -> Callable[..., Any]:
        plain = getattr(function, "py_func", function)  # a bot may have compiled itself

        @functools.wraps(plain)  # whether it carries a table is seen by its arguments
        def decide(*arguments: Any) -> Any:
            try:
                with steps.counted(bot.most_lines):
                    answer = plain(*arguments)
            except _TooLongError:
                raise ContractError(
                    f"bot {bot.name} does not end: {decision} ran {bot.most_lines:,} lines without an answer; if it "
                    "needs more, raise the limit with Bot(most_lines=...)"
                ) from None
            except Exception as error:
                raise ContractError(
                    f"bot {bot.name} raised in {decision}: {_told(error, plain.__code__.co_filename)}"
                ) from error
            return answer

        return decide

    return replace(bot, decide={name: guard(name, function) for name, function in bot.decide.items()})


def _told(error: Exception, file: str) -> str:
    """Tell the error, and the line of the bot's file that raised it or called what did."""
    lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
    where = f" ({Path(file).name}, line {lines[-1]})" if lines else ""
    return f"{type(error).__name__}: {error}{where}"


def is_built_in(game: GameSpec, place: SeatBot) -> bool:
    """Whether the bot of a place in the line-up comes with the game, and with all that it decides by."""
    return place.strategy in {bot.name for bot in game.bots} and place.table is None


def seat_players(cell: Cell, folder: Path, seating: int, steps: Steps, watch: Watch | None = None) -> list[Player]:
    """Make the players of a seating (from 0) by seat; bots that are not built in are under a step limit.

    Parameters
    ----------
    cell, folder, seating
        Whose bots, the folder that a bot's file is named from, and how they sit.
    steps
        Where their lines are counted.
    watch
        Told of each decision, as ``Player`` says.

    Raises
    ------
    UsageError
        A bot or its table is not there, or has changed since the cell was made.
    """
    game = find_game(cell.game)
    players = []
    for place in (cell.lineup[number] for number in cell.arrangements[seating]):
        bot = find_seat_bot(game, place, folder).bot
        bot = bot if is_built_in(game, place) else _guarded(bot, steps)
        players.append(Player(bot, dict(place.params), watch, find_seat_table(place, folder)))
    return players


def try_bots(cell: Cell, game: GameSpec, folder: Path) -> None:
    """Prove on 20 deals of the cell that its bots play alike twice, in plain Python and compiled.

    Nothing is done where all bots are built in, or where the same cell has passed before.

    Parameters
    ----------
    cell, game
        What is about to be played.
    folder
        Where files of bots lie: the config's folder.

    Raises
    ------
    ContractError
        A bot loops for ever, raises, cannot be compiled, answers what is not allowed, or plays a deal in two ways; the
        error names bot, cell, deal and seed.
    UsageError
        A bot or its table is not there, or has changed since the cell was made.
    """
    if all(is_built_in(game, place) for place in cell.lineup):
        return
    digest = hashlib.sha256(f"{cell.id} {package_hash(game.folder)}".encode()).hexdigest()[:16]
    if has_passed(digest):
        return
    tried = replace(cell, max_turns=min(cell.max_turns, MOST_TURNS))
    games = _plain_games(tried, game, folder)
    _compare(tried, games, _plain_games(tried, game, folder), "a second time in plain Python")
    kernel = load_kernel(tried, game, folder)
    deals = max((deal for deal, _ in games), default=-1) + 1
    for how in ("compiled", "a second time compiled"):
        _compare(tried, games, compiled_games(kernel, deals), how)
    cache_folder("trials", digest, keep=_KEEP)


def has_passed(digest: str) -> bool:
    """Whether a cell has passed its trial before: its folder is in the cache of compiled code."""
    root = cache_root()
    return root is not None and (root / "trials" / digest).is_dir()


def _plain_games(cell: Cell, game: GameSpec, folder: Path) -> Games:
    """Play the trial's deals in the reference, one seating after another, as far as its patience goes."""
    rules, play = game.rules(**dict(cell.rules)), game.reference()
    steps = Steps(ALL_LINES)
    games = {}
    for deal in range(DEALS):
        seating = deal % len(cell.arrangements)
        players = seat_players(cell, folder, seating, steps)
        try:
            story = play(rules, players, Deal(cell.seed, deal), cell.max_turns)
            while steps.lines <= ALL_LINES:
                next(story)
            break
        except StopIteration as end:
            games[deal, seating] = rows_of(end.value)
        except _PatienceEndsError:
            break
        except ContractError as error:
            raise BrokenContractError(cell, str(error), deal=deal, seating=seating) from error
    return games


def _compare(cell: Cell, games: Games, others: Games, how: str) -> None:
    """Refuse a bot whose games differ; the second time may have been cut off earlier."""
    both = {key: rows for key, rows in games.items() if key in others}
    difference = first_difference(both, others)
    if difference is None:
        return
    deal, seating, what = difference
    raise BrokenContractError(
        cell,
        f"a bot plays this deal in two different ways, in plain Python and {how}: {what}; a bot must decide by its "
        "arguments alone, with whole numbers below 2**63",
        deal=deal,
        seating=seating,
    )
