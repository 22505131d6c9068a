"""Five Hundred: two to six seats; the highest bidder names trumps and must take the tricks it bid."""

from __future__ import annotations

from pathlib import Path

from simkit.games.five_hundred.columns import TABLES
from simkit.games.five_hundred.decisions import DECISIONS
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.strategies import BOTS
from simkit.model.game import GameSpec
from simkit.model.statistic import GamePath

__all__ = ["GAME"]


GAME = GameSpec(
    id="five-hundred",
    title="Five Hundred",
    subtitle="Australia's trick-taking game of bids and bowers, two against two or with two to six seats",
    summary="Ten cards each and a kitty of three. The highest bidder names trumps, or a misere, takes the kitty and "
    "leads. Joker, right and left bower are the best trumps. The first side to reach 500 by making a contract wins; "
    "a side at -500 is out the back door.",
    version=1,
    seats=(2, 6),
    rules=Rules,
    variant="australian",
    folder=Path(__file__).parent,
    tables=TABLES,
    decisions=DECISIONS,
    package="simkit.games.five_hundred",
    bots=BOTS,
    path=GamePath(seat="", sides={4: 2, 6: 2}),
)
