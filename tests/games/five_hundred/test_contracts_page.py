"""What the page of contracts tells of four seats is what the game gives with another seed: contract, trumps, joker."""

import numpy as np
import pytest

from simkit.games.five_hundred.calls import CONTRACTS, LADDER
from simkit.games.five_hundred.columns import HAND
from simkit.games.five_hundred.rules import Rules
from tests.games.five_hundred.known import GAME
from tests.games.kit import ALLOWED, ROOT, simulate

PAGE = ROOT / "docs" / "games" / "five-hundred-contracts.md"
NAMES = {"misere": "M", "open misere": "OM"}
NUMBER = {contract.label: number for number, contract in enumerate(CONTRACTS)}
HOLDING = {"in the contractor's hand": 1, "elsewhere": 0}
ERRORS = 1.96
"""Standard errors in half of a 95 % interval."""


def told_rows(title):
    """First cell of each row of the table with that title, percent made, half of its 95 % interval; points, half."""
    heading, *rows = PAGE.read_text(encoding="utf-8").split(f"| {title} |")[1].split("\n\n")[0].splitlines()
    columns = ["", *(column.strip() for column in heading.strip("|").split("|"))]
    for row in rows[1:]:
        cells = dict(zip(columns, (cell.strip() for cell in row.strip("|").split("|")), strict=True))
        yield cells[""], *map(float, [*cells["% made"].split(" ± "), *cells["points"].split(" ± ")])


def label(name):
    return NAMES.get(name) or name.translate(str.maketrans("♠♣♦♥", "SCDH")).replace(" no trump", "NT")


def test_the_page_has_every_contract():
    assert [label(row[0]) for row in told_rows("contract")] == [bid.label for bid in LADDER]


@pytest.mark.slow
def test_contracts_make_as_often_as_the_page_says():
    _, hands = simulate(GAME, Rules(), [("rulebook", {})] * 4, 300_000, seed=77, turn_rows=2_200_000)
    hands = hands[:, hands[HAND.contract] > 0]
    gains = np.choose(hands[HAND.contractor] - 1, hands[HAND.change : HAND.change + 4])
    groups = [(hands[HAND.contract] == NUMBER[label(name)], row) for name, *row in told_rows("contract")]
    groups += [(hands[HAND.trumps] == int(name), row) for name, *row in told_rows("trumps")]
    groups += [(hands[HAND.has_joker] == HOLDING[name], row) for name, *row in told_rows("joker")]
    strays = []
    for these, (made, made_half, points, points_half) in groups:
        for values, value, half in ((100.0 * hands[HAND.made], made, made_half), (gains, points, points_half)):
            error = np.hypot(values[these].std() / np.sqrt(these.sum()), half / ERRORS)
            strays.append(abs(values[these].mean() - value) / error)
    assert len(strays) == 2 * (27 + 8 + 2)
    assert max(strays) < ALLOWED
