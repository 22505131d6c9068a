"""A whole game as a text file, to be read beside the rule sheet and reviewed in diffs.

``python -m tests.games.siedemsetka.test_transcript`` writes it anew.
"""

from pathlib import Path

from simkit.engine.trace import headline, told_lines, trace_game
from simkit.games.siedemsetka import GAME
from simkit.games.siedemsetka.rules import Rules
from tests.twins import make_cell

FILE = Path(__file__).parent / "transcript.txt"
LINE = [("weigh-the-table", {}), ("bank-at", {"bank_at": 20})]


def story():
    """Deal 0 of seed 1, whatever happens in it; to 100, so that it is short."""
    cell = make_cell(GAME, Rules(target=100), LINE)
    return "\n".join([headline(cell, 0, 1), *told_lines(trace_game(cell, 0, 1, Path()))]) + "\n"


def test_a_whole_game_reads_as_written():
    assert story() == FILE.read_text(encoding="utf-8")


if __name__ == "__main__":
    FILE.write_text(story(), encoding="utf-8")
