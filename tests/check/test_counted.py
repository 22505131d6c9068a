"""Counting in one pass: sums by block are those of the rows, however the table is read."""

from __future__ import annotations

import numpy as np
import pytest

from simkit.check.counted import Counter, count
from simkit.check.digest import digested_columns
from simkit.check.metrics import Margins, metrics_of
from simkit.stats.estimates import estimate
from tests.report.runs import pattern, zilch_cell

MARGINS = Margins({"win_rate": 0.01, "turns": 0.1, "turns_sd": 0.1, "bust_rate": 0.01, "half_leader_wins": 0.01})


@pytest.fixture(params=["fixed", "rotate"])
def cell(request):
    return zilch_cell(seatings=request.param)


def test_sums_are_those_of_the_rows(cell) -> None:
    lines, each = metrics_of(cell, MARGINS), len(cell.arrangements)
    found = count(pattern(cell, 1_000), cell, lines, (), 64)
    games = pattern(cell, 1_000).collect()
    turns = games["turns"].to_numpy().reshape(-1, each).sum(axis=1)
    expected = [turns[first : first + 64].sum() for first in range(0, 1_000, 64)]
    by_name = {line.key: i for i, line in enumerate(lines)}
    place = by_name["turns", None, None]
    assert found.sums[place][0].tolist() == expected
    assert found.sums[place][1].tolist() == [64 * each] * 15 + [40 * each]
    squares = (games["turns"].to_numpy() ** 2).reshape(-1, each).sum(axis=1)
    assert found.sums[by_name["turns_sd", None, None]][0].sum() == squares.sum()
    win = by_name["win_rate", 1, None]
    shares = np.where(games["winners"] == 3, 0.5, games["winners"] == 1).reshape(-1, each).sum(axis=1)
    assert found.squares[win][:2].tolist() == [(shares[:64] ** 2).sum(), (shares[64:128] ** 2).sum()]
    assert found.squares[place] is None


def test_values_are_those_of_a_summary(cell) -> None:
    lines = metrics_of(cell, MARGINS)
    found = count(pattern(cell, 1_000), cell, lines, (), 64)
    rows = estimate(pattern(cell, 1_000), cell, [line.statistic for line in lines])
    for line, sums in zip(lines, found.sums, strict=True):
        who = rows.filter(statistic=line.name)
        row = who.filter(seat=line.seat) if line.seat else who.filter(bot=line.bot) if line.bot else who
        totals = sums.sum(axis=1)
        value = totals[0] / totals[1]
        if len(totals) == 3:
            value = np.sqrt(totals[0] / totals[2] - (totals[1] / totals[2]) ** 2)
        assert row["value"][0] == pytest.approx(value, rel=1e-12)


def test_reading_on_gives_the_same(cell) -> None:
    lines, columns = metrics_of(cell, MARGINS), digested_columns(zilch_cell(seatings=cell.seatings))
    whole = count(pattern(cell, 1_000), cell, lines, columns, 64, each=True)
    counter = Counter(cell, lines, columns, 64, each=True)
    for deals in (10, 64, 500, 1_000):
        counter.add(pattern(cell, deals))
    pieces = counter.counted()
    assert pieces.deals == whole.deals == 1_000
    assert (pieces.digests == whole.digests).all()
    assert (pieces.each_digest == whole.each_digest).all()
    for one, other in zip((*pieces.sums, *pieces.each_sums), (*whole.sums, *whole.each_sums), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-13)


def test_lines_leave_out_quantiles_and_symmetry() -> None:
    same = zilch_cell(bots="aa")
    names = {(line.name, line.bot) for line in metrics_of(same, Margins({"win_rate": 0.01, "turns": 1}))}
    assert names == {("win_rate", None), ("turns", None)}
    keys = {line.key for line in metrics_of(zilch_cell(), Margins({"win_rate": 0.01}))}
    assert keys == {("win_rate", 1, None), ("win_rate", 2, None), ("win_rate", None, 1), ("win_rate", None, 2)}


@pytest.mark.parametrize(
    ("margins", "message"),
    [
        ({"win_rat": 0.1}, "margin of win_rat: there is no such statistic; did you mean win_rate?"),
        ({"turns_p50": 1}, "margin of turns_p50: quantiles are not judged"),
        ({"turns": 0}, "margin of turns = 0: must be above 0"),
    ],
)
def test_wrong_margins_are_told(margins, message) -> None:
    from simkit.errors import UsageError

    with pytest.raises(UsageError, match=message.replace("?", r"\?")):
        metrics_of(zilch_cell(), Margins(margins))
