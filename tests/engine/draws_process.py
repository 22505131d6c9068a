"""Plays draws in a process of its own, to be killed: ``python -m tests.engine.draws_process OUT GAMES``."""

import sys
from pathlib import Path

from simkit.engine.play import play_batch
from tests.engine import draws

if __name__ == "__main__":
    draws.install(setattr)
    # Calls of 20 deals make it slow enough to be met half-way.
    play_batch([draws.cell()], int(sys.argv[2]), Path(sys.argv[1]), jobs=2, chunk_deals=20)
