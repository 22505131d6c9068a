"""Cells whose first seat is played by a bot from a file that the test writes."""

from pathlib import Path

from simkit.bots import find_bot
from simkit.games.farkle.rules import Rules
from simkit.model.cell import Cell, SeatBot
from simkit.registry import find_game
from simkit.streams import STREAM_VERSION

GAME = find_game("ten-thousand")


def cell_with(folder: Path, source: str, bot: str = "bot", **changes) -> Cell:
    """A cell of that bot against ``bank-at``; the source is written to ``mine.py``."""
    (folder / "mine.py").write_text(source, encoding="utf-8")
    lineup = tuple(
        SeatBot(strategy, (), find_bot(GAME, strategy, folder).hash) for strategy in (f"mine.py:{bot}", "bank-at")
    )
    rules = tuple(Rules(target=2_000).model_dump().items())
    usual = {"name": "base", "seatings": "rotate", "max_turns": 10_000, "seed": 7}
    content = {**usual, **changes}
    return Cell(
        game=GAME.id, version=GAME.version, rules=rules, lineup=lineup, streams=STREAM_VERSION, **content
    )  # fmt: skip
