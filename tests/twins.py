"""Plays the same deals with a game's kernel and with its reference, and compares every row and column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from simkit.bot_table import load_table
from simkit.bots import Player, find_bot
from simkit.engine.lineup import compile_lineup, find_seat_table
from simkit.kernel import OK, Chunk, Output, Status
from simkit.model.cell import Cell, SeatBot, TableFile
from simkit.model.columns import Table
from simkit.model.game import GameSpec, RulesModel
from simkit.streams import STREAM_VERSION, Deal, seed_key

Line = list[tuple[str, dict[str, Any]]]
Rows = list[dict[str, int]]


def seat_bot(game: GameSpec, strategy: str, params: dict[str, Any]) -> SeatBot:
    """A place in a line-up; ``table`` among the parameters is the file of the bot's table, as in a config."""
    given = dict(params)
    file = given.pop("table", None)
    table = None if file is None else TableFile(file, load_table(Path(file)).hash)
    return SeatBot(strategy, tuple(given.items()), find_bot(game, strategy, Path()).hash, table)


def make_cell(
    game: GameSpec, rules: RulesModel, line: Line, *, seed: int = 1, seatings: Any = "fixed", max_turns: int = 10_000
) -> Cell:
    """A cell of built-in bots, or of bots from files below the working directory."""
    lineup = tuple(seat_bot(game, name, params) for name, params in line)
    content = tuple(rules.model_dump().items())
    return Cell("base", game.id, game.version, content, lineup, seatings, max_turns, seed, STREAM_VERSION)


def _rows(table: Table, seats: int, buffer: np.ndarray[Any, Any], count: int) -> Rows:
    columns: dict[str, list[int]] = {}
    at = 0
    for column in table.columns:
        for offset, name in enumerate(column.names(seats)):
            columns[name] = [int(value) for value in buffer[at + offset, :count]]
        at += column.height()
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def call_kernel(
    game: GameSpec, cell: Cell, first: int, deals: int, games: Any, turns: Any
) -> tuple[int, np.ndarray[Any, Any]]:
    """Play deals of a cell into buffers: deals completed, and the kernel's status."""
    module, lineup = game.kernel(), compile_lineup(cell, Path())
    key = tuple(np.uint64(word) for word in seed_key(cell.seed))
    chunk = Chunk(key, first, deals, cell.max_turns, np.array(cell.arrangements, dtype=np.int8))
    status = np.zeros(len(Status) + 1, dtype=np.int64)
    tables = module.tables(game.rules(**dict(cell.rules)))
    return int(module.play(chunk, lineup.bots, tables, Output(games, turns), status)), status


def play_kernel(game: GameSpec, rules: RulesModel, cell: Cell, first: int, deals: int) -> tuple[Rows, Rows]:
    """Rows of both tables from the kernel."""
    seatings = len(cell.arrangements)
    games = np.empty((game.table("games").height(), deals * seatings), dtype=np.int64)
    capacity = deals * seatings * cell.seats * (min(cell.max_turns, 2_000) + 1)
    turns = np.empty((game.table("turns").height(), capacity), dtype=np.int64)
    done, status = call_kernel(game, cell, first, deals, games, turns)
    assert status[Status.CODE] == OK
    assert done == deals
    return (
        _rows(game.table("games"), cell.seats, games, games.shape[1]),
        _rows(game.table("turns"), cell.seats, turns, int(status[Status.TURN_ROWS])),
    )


def _player(game: GameSpec, seat: SeatBot) -> Player:
    bot = find_bot(game, seat.strategy, Path()).bot
    return Player(bot, dict(seat.params), table=find_seat_table(seat, Path()))


def play_reference(game: GameSpec, rules: RulesModel, cell: Cell, first: int, deals: int) -> tuple[Rows, Rows]:
    """The same rows from the reference."""
    play = game.reference()
    games, turns = [], []
    for number in range(first, first + deals):
        for seating, places in enumerate(cell.arrangements):
            players = [_player(game, cell.lineup[place]) for place in places]
            story = play(rules, players, Deal(cell.seed, number), cell.max_turns)
            while True:
                try:
                    next(story)
                except StopIteration as end:
                    outcome = end.value
                    break
            here = {"deal": number, "seating": seating + 1}
            games.append({**here, **outcome.game})
            turns += [{**here, **row} for row in outcome.turns]
    return games, turns


def assert_twins(game: GameSpec, rules: RulesModel, cell: Cell, first: int, deals: int) -> None:
    """Kernel and reference agree in every row and column of both tables."""
    kernel = play_kernel(game, rules, cell, first, deals)
    reference = play_reference(game, rules, cell, first, deals)
    for table, ours, theirs in zip(("games", "turns"), kernel, reference, strict=True):
        assert len(ours) == len(theirs), table
        for number, (row, other) in enumerate(zip(ours, theirs, strict=True)):
            differing = {name: (row[name], other.get(name)) for name in row if row[name] != other.get(name)}
            assert not differing, f"{table} row {number} (kernel, reference): {differing}"
            assert set(row) == set(other), table
