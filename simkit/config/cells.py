"""From a config to its cells: the game, every rule, and every seat's bot with all its parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from simkit.config.changes import CellChanges, changes_of
from simkit.config.document import value_text
from simkit.config.locate import KeyPath
from simkit.config.matrix import SEATS, SEED
from simkit.config.models import Config, Tournament, VariantChanges
from simkit.config.problems import Problems, field_problems, seat_range_text, there_are, unknown
from simkit.config.seats import SeatBots
from simkit.config.tournament import refuse_equal_bots, tables
from simkit.config.variants import Variant, load_variant
from simkit.errors import ConfigError, UsageError
from simkit.model.cell import Cell, SeatBot
from simkit.model.columns import MAX_SEATS
from simkit.model.game import GameSpec
from simkit.registry import every_game
from simkit.version import STREAM_VERSION

__all__ = ["cell_with", "cells_of", "resolve"]


def resolve(config: Config) -> tuple[Cell, ...]:
    """Cells of a config: the config itself, named ``base``, then its named variants, each at every point of a matrix.

    Raises
    ------
    ConfigError
        Everything that does not hold, each with its place.
    """
    problems = Problems()
    cells = cells_of(config, problems)
    problems.raise_any()
    return cells


def cell_with(config: Config, changes: CellChanges) -> Cell:
    """Make the cell of a config with changes of our own.

    Raises
    ------
    ConfigError
        Everything that does not hold.
    """
    problems = Problems()
    game = _game(config, problems)
    cell = None if game is None else _Resolver(config, game, problems, changes).cell()
    problems.raise_any()
    assert cell is not None
    (cell,) = _with_seatings(config, [cell], differ=bool(changes.changes.seats) and cell.seats > 1)
    return cell


def cells_of(config: Config, problems: Problems) -> tuple[Cell, ...]:
    """Cells that can be resolved; what is wrong with the others is added to ``problems``."""
    game = _game(config, problems)
    if game is None:
        return ()
    cells: dict[str, Cell] = {}
    field: dict[KeyPath, SeatBot] = {}
    for base, changes in _wanted(config, problems):
        cell = _Resolver(base, game, problems, changes).cell()
        if config.tournament is None:
            _count_seats(base, changes, game, problems)
        if cell is None:
            continue
        field |= zip(changes.seats, cell.lineup, strict=False)
        is_known = cell.id in cells and config.tournament is None
        if is_known and not problems.lines:  # else it may be that a wrong change was left out
            message = f"changes nothing: it is the same cell as {cells[cell.id].name}"
            problems.add(config.document, changes.whole, message, "key")
        cells.setdefault(cell.id, cell)
    if config.tournament is not None:
        _check_tournament(config, config.tournament, game, problems)
        refuse_equal_bots(config, field, problems)
    return _with_seatings(config, list(cells.values()))


def _with_seatings(config: Config, cells: Sequence[Cell], *, differ: bool = False) -> tuple[Cell, ...]:
    """Let bots change seats where the config does not say otherwise and they ``differ`` in any of its cells."""
    if config.tournament is None and config.run.seatings is None:
        differ = differ or any(len(set(cell.lineup)) > 1 for cell in cells)
        cells = [replace(cell, seatings="rotate" if differ else "fixed") for cell in cells]
    return tuple(cells)


def _wanted(config: Config, problems: Problems) -> Iterator[tuple[Config, CellChanges]]:
    """List the cells in the making: what each is made from, and what it changes there."""
    if config.tournament is not None:
        yield from tables(config, problems)
    else:
        for changes in changes_of(config, problems):
            yield _at_point(config, changes, problems)


def _at_point(config: Config, changes: CellChanges, problems: Problems) -> tuple[Config, CellChanges]:
    """Give the config the seed and the number of seats that a point of the matrix has.

    Of fewer seats than there are ``[[seats]]`` the first play; for more, these are repeated in order.
    """
    seed, count = changes.point.get(SEED), changes.point.get(SEATS)
    if seed is not None:
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
            problems.add(config.document, changes.paths[SEED], "must be a whole number from 0 to 2^63 - 1")
        else:
            config = config.model_copy(update={"run": config.run.model_copy(update={"seed": seed})})
    if count is not None and config.seats:
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MAX_SEATS:
            problems.add(config.document, changes.paths[SEATS], f"must be a whole number from 1 to {MAX_SEATS}")
        else:
            numbers = [seat % len(config.seats) for seat in range(count)]
            config = config.model_copy(update={"seats": tuple(config.seats[number] for number in numbers)})
            changes = replace(changes, seats=tuple(("seats", number) for number in numbers))
    return config, changes


def _game(config: Config, problems: Problems) -> GameSpec | None:
    games = every_game()
    if not config.game:
        problems.add(config.document, ("game",), f"game is missing; {there_are(list(games))}", "missing")
    elif config.game not in games:
        problems.add(config.document, ("game",), unknown("game", config.game, list(games)))
    return games.get(config.game)


def _count_seats(config: Config, changes: CellChanges, game: GameSpec, problems: Problems) -> None:
    low, high = game.seats
    count = len(config.seats)
    if low <= count <= high:
        return
    if SEATS in changes.point and count:
        message = f"{game.id} is played with {seat_range_text(low, high)}"
        problems.add(config.document, changes.paths[SEATS], message)
    else:
        given = {0: "there is no [[seats]]", 1: "there is one [[seats]]"}.get(count, f"there are {count} [[seats]]")
        message = f"{given}; {game.id} is played with {seat_range_text(low, high)}"
        problems.add(config.document, ("seats",), message, "table")


def _check_tournament(config: Config, tournament: Tournament, game: GameSpec, problems: Problems) -> None:
    """Refuse a game whose tables have another number of seats, or whose seats do not play for themselves."""
    low, high = game.seats
    if not low <= tournament.seats <= high:
        message = f"has {tournament.seats} seats at a table; {game.id} is played with {seat_range_text(low, high)}"
        problems.add(config.document, ("tournament",), message, "table")
    elif game.path is not None and tournament.seats in game.path.sides:
        message = f"{game.id} is played by sides: its seats have no finishing order of their own"
        problems.add(config.document, ("tournament",), message, "table")


@dataclass
class _Resolver:
    """One cell in the making: the config with what the cell changes in it."""

    config: Config
    game: GameSpec
    problems: Problems
    cell_changes: CellChanges

    @property
    def changes(self) -> VariantChanges:
        return self.cell_changes.changes

    def cell(self) -> Cell | None:
        """Make the cell; None when something about it is wrong."""
        rules = self.rules()
        lineup = SeatBots(self.config, self.game, self.problems, self.cell_changes).make()
        if rules is None or lineup is None:
            return None
        run = self.config.run
        cell = Cell(
            name=self.cell_changes.name,
            game=self.game.id,
            version=self.game.version,
            rules=rules,
            lineup=lineup,
            seatings=run.seatings or "fixed",
            max_turns=run.max_turns,
            seed=run.seed,
            streams=STREAM_VERSION,
        )
        self._refuse_idle(rules)
        try:
            _ = cell.arrangements
        except UsageError as error:
            said = str(error).removeprefix('[run] seatings = "all": ')
            self.problems.add(self.config.document, ("run", "seatings"), said)
        return cell

    def _refuse_idle(self, rules: Sequence[tuple[str, Any]]) -> None:
        """Refuse an option that does nothing with so many seats, where it stands or in the variant that sets it."""
        idle = self.game.rules(**dict(rules)).idle_at(len(self.config.seats))
        if idle is None:
            return
        option, why = idle
        if option in self.changes.rules:
            self.problems.add(self.config.document, self._place_of_rule((option,)), why)
        elif option in self.config.rules:
            self.problems.add(self.config.document, ("rules", option), why)
        else:
            value = value_text(dict(rules)[option])
            self.problems.add(self.config.document, self._path_of_variant(), f"sets {option} = {value}, which {why}")

    def _path_of_variant(self) -> KeyPath:
        return ("variant",) if self.changes.variant is None else self.cell_changes.path_to("variant")

    def variant(self) -> Variant | None:
        """Read the variant file that holds for the cell."""
        ours = self.changes.variant is not None
        name = self.changes.variant if ours else self.config.variant or self.game.variant
        known = list(self.game.variants())
        if name not in known:
            message = unknown("variant", name, known) if isinstance(name, str) else "must be text in quotes"
            self.problems.add(self.config.document, self._path_of_variant(), message)
            return None
        try:
            return load_variant(self.game, name)
        except ConfigError as error:
            self.problems.take(error)
            return None

    def rules(self) -> tuple[tuple[str, Any], ...] | None:
        """Set every rule: the variant's, the config's on top, the named variant's on top of both."""
        variant = self.variant()
        given = {**self.config.rules, **self.changes.rules}
        try:
            rules = self.game.rules.model_validate({**(variant.given if variant else {}), **given})
        except ValidationError as error:
            # the variant file holds by itself, so what is wrong is given here, or does not go together
            for problem in field_problems(
                error, self.game.rules, "rule", f"`simkit describe {self.game.id}` lists them"
            ):
                ours = not problem.path or problem.path[0] in self.changes.rules
                path = self._place_of_rule(problem.path) if ours else ("rules", *problem.path)
                self.problems.add(self.config.document, path, problem.message, problem.about)
            return None
        return tuple(rules.model_dump().items()) if variant else None

    def _place_of_rule(self, path: KeyPath) -> KeyPath:
        """Where a rule that the cell changes stands; without a rule, all that it changes."""
        if not path:
            whole = self.cell_changes.whole
            return (*whole, "rules") if whole == self.cell_changes.path else whole
        return (*self.cell_changes.path_to("rules", str(path[0])), *path[1:])
