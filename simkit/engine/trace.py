"""One game told move by move: the reference's events, with what each bot saw and how it scored its options."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from simkit.engine.bot_check import Steps, seat_players
from simkit.errors import ContractError, UsageError
from simkit.model.cell import Cell
from simkit.model.columns import MISSING, Table
from simkit.model.contract_errors import where
from simkit.model.game import Event, GameSpec, Outcome
from simkit.registry import find_game
from simkit.streams import STREAM_VERSION, Deal

__all__ = ["as_data", "headline", "refuse_other_version", "told_lines", "trace_game"]

WIDTH = 100


def trace_game(cell: Cell, deal: int, seating: int, folder: Path) -> Generator[Event, None, Outcome]:
    """Play one game of a cell in plain Python, as the kernel plays it.

    Parameters
    ----------
    cell
        What is played.
    deal
        Number of the deal, from 0.
    seating
        Which of the cell's seatings, from 1.
    folder
        Where files of bots lie: the config's folder.

    Yields
    ------
    Event
        The reference's events. ``data`` of ``asked`` has ``scores`` besides: the bot's score of each option, or None.

    Returns
    -------
    Outcome
        The rows that the kernel would log.

    Raises
    ------
    UsageError
        No such seating; or the cell is of another version of the game, so that it would play otherwise.
    ContractError
        A bot loops for ever, raises, or answers what is not allowed; or the game does not end.
    """
    game = find_game(cell.game)
    if not 1 <= seating <= len(cell.arrangements):
        raise UsageError(f"seating {seating}: cell {cell.name} has {len(cell.arrangements)}, numbered from 1")
    refuse_other_version(cell, game)
    scores: list[Sequence[float] | None] = []
    players = seat_players(cell, folder, seating - 1, Steps(), lambda *asked: scores.append(asked[2]))
    story = game.reference()(game.rules(**dict(cell.rules)), players, Deal(cell.seed, deal), cell.max_turns)
    try:
        while True:
            event = next(story)
            yield replace(event, data={**event.data, "scores": scores.pop()}) if event.kind == "asked" else event
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome
    except ContractError as error:
        raise ContractError(f"{where(cell, deal, seating - 1)}: {error}") from error


def refuse_other_version(cell: Cell, game: GameSpec) -> None:
    """Raise a UsageError when the cell was played by another version of the game or of the random streams."""
    if (cell.version, cell.streams) != (game.version, STREAM_VERSION):
        raise UsageError(
            f"cell {cell.name} was played with version {cell.version} of {cell.game} and version {cell.streams} of the "
            f"random streams; this simkit has {game.version} and {STREAM_VERSION}, and would play another game"
        )


def headline(cell: Cell, deal: int, seating: int) -> str:
    """Title a game's story, and say who sits where."""
    places = cell.arrangements[seating - 1]
    of = f" of {len(cell.arrangements)}" if len(cell.arrangements) > 1 else ""
    lines = [f"{find_game(cell.game).title}, cell {cell.name}: deal {deal} of seed {cell.seed}, seating {seating}{of}"]
    lines += [f"  seat {seat}: {cell.lineup[place].label()}" for seat, place in enumerate(places, start=1)]
    return "\n".join(lines)


def told_lines(events: Iterable[Event]) -> Iterator[str]:
    """Lines of a story as text: what begins with a capital letter stands by itself, the rest is indented below it.

    Events without a text are for machines only.
    """
    before_stands_alone = False
    for event in filter(lambda event: event.text, events):
        stands_alone = event.text[:1].isupper()
        if event.kind == "turn" or (stands_alone and not before_stands_alone):
            yield ""
        yield event.text if stands_alone else f"  {event.text}"
        if event.kind == "asked":
            yield from _seen(event.data)
        before_stands_alone = stands_alone


def _seen(data: Mapping[str, Any]) -> Iterator[str]:
    """Tell what the bot saw, by the names that its function uses, and how it scored each option."""
    fields = " ".join(f"{name}={_number(value)}" for name, value in data["view"]._asdict().items())
    yield from textwrap.wrap(f"saw {fields}", WIDTH, initial_indent="    ", subsequent_indent="        ")
    for index, words in enumerate(data.get("words", ())):
        mark = "*" if index == data["answer"] else " "
        yield f"    {mark} {words}, score {_number(data['scores'][index])}"


def _number(value: float) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def as_data(cell: Cell, deal: int, seating: int, story: Generator[Event, None, Outcome]) -> dict[str, Any]:
    """Tell a whole story as plain data for JSON, its outcome with it."""
    events = []
    try:
        while True:
            events.append(next(story))
    except StopIteration as end:
        outcome: Outcome = end.value
    game, places = find_game(cell.game), cell.arrangements[seating - 1]
    return {
        "cell": {"name": cell.name, "id": cell.id, **_plain(cell.content())},
        "deal": deal,
        "seating": seating,
        "seats": [cell.lineup[place].label() for place in places],
        "events": [_plain(event) for event in events],
        "outcome": {
            "game": _labelled(game.tables[0], outcome.game, cell.seats),
            **{table.name: [_labelled(table, row, cell.seats) for row in outcome.turns] for table in game.tables[1:]},
        },
    }


def _labelled(table: Table, row: Mapping[str, int], seats: int) -> dict[str, int | bool | str | None]:
    """Read a row as the log shows it: labels, flags as bools, missing values as None."""
    read: dict[str, int | bool | str | None] = {}
    for column in table.columns:
        for name in column.names(seats):
            if name in row:  # deal and seating are the caller's
                value = row[name]
                label = column.labels[value] if column.labels and value != MISSING else value
                read[name] = None if value == MISSING else bool(value) if column.kind == "flag" else label
    return read


def _plain(value: Any) -> Any:
    """Make events and cells plain data: seats counted from 1, NamedTuples by name."""
    if isinstance(value, Event):
        seat = None if value.seat is None else value.seat + 1
        return {"kind": value.kind, "seat": seat, "text": value.text, **_plain(value.data)}
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value  # JSON has no infinity
