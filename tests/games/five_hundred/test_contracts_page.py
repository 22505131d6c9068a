"""The tables of how often contracts make are what the game gives, with another seed."""

import numpy as np
import pytest

from simkit.games.five_hundred.calls import CONTRACTS, LADDER
from simkit.games.five_hundred.columns import HAND
from simkit.games.five_hundred.rules import FiveHundredRules
from tests.games.five_hundred.known import GAME
from tests.games.kit import ALLOWED, ROOT, simulate

PAGE = ROOT / "docs" / "games" / "five-hundred-contracts.md"
NAMES = {"misere": "M", "open misere": "OM"}
ERRORS = 1.96
"""Standard errors in half of a 95 % interval."""


def told_rows():
    """Contract label, percent made, half of its 95 % interval, points and half of theirs, by row of the first table."""
    table = PAGE.read_text(encoding="utf-8").split("| contract |")[1].split("\n\n")[0]
    for line in table.splitlines()[2:]:
        name, _, made, _, points, _ = (part.strip() for part in line.strip("|").split("|"))
        label = NAMES.get(name) or name.translate(str.maketrans("♠♣♦♥", "SCDH")).replace(" no trump", "NT")
        yield label, *map(float, [*made.split(" ± "), *points.split(" ± ")])


def test_the_page_has_every_contract():
    assert [row[0] for row in told_rows()] == [bid.label for bid in LADDER]


@pytest.mark.slow
def test_contracts_make_as_often_as_the_page_says():
    _, hands = simulate(GAME, FiveHundredRules(), [("rulebook", {})] * 4, 300_000, seed=77, turn_rows=2_200_000)
    numbers = {contract.label: number for number, contract in enumerate(CONTRACTS)}
    contractor, strays = hands[HAND.contractor], []
    for label, made, made_half, points, points_half in told_rows():
        these = hands[HAND.contract] == numbers[label]
        found = 100.0 * hands[HAND.made][these]
        gains = np.choose(contractor[these] - 1, [hands[HAND.change + seat][these] for seat in range(4)])
        for values, value, half in ((found, made, made_half), (gains, points, points_half)):
            error = np.hypot(values.std() / np.sqrt(len(values)), half / ERRORS) + 1e-9
            strays.append(abs(values.mean() - value) / error)
    assert max(strays) < ALLOWED
