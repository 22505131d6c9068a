"""Whole games as text files, to be read beside the rule sheets and reviewed in diffs.

``python -m tests.games.farkle.test_transcript`` writes them anew.
"""

from pathlib import Path

import pytest

from simkit.engine.trace import headline, told_lines, trace_game
from simkit.registry import find_game
from tests.games.farkle.known import RULES
from tests.twins import make_cell

FOLDER = Path(__file__).parent / "transcripts"

STORIES = {
    "zilch-5000": ("zilch", [("never-lone-five", {}), ("bank-at", {"bank_at": 350}), ("chase", {"bank_at": 400})]),
    "single-roll": ("ten-thousand", [("bank-at-by-dice", {}), ("bank-at", {"bank_at": 300})]),
}
"""By variant: the game and the line-up. Deal 0 of seed 1, whatever happens in it."""


def story(variant):
    game, line = STORIES[variant]
    cell = make_cell(find_game(game), RULES[variant], line)
    return "\n".join([headline(cell, 0, 1), *told_lines(trace_game(cell, 0, 1, Path()))]) + "\n"


@pytest.mark.parametrize("variant", STORIES)
def test_a_whole_game_reads_as_written(variant):
    assert story(variant) == (FOLDER / f"{variant}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for name in STORIES:
        (FOLDER / f"{name}.txt").write_text(story(name), encoding="utf-8")
