"""Five Hundred's statistics on games and hands counted by hand."""

from __future__ import annotations

import polars as pl
import pytest

from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.statistics import statistics, turn_statistics
from simkit.stats.estimates import estimate
from simkit.stats.turns import estimate_turns
from tests.stats.frames import cell, games

FOUR = cell("aaaa", **Rules().model_dump())

# Game 1: seats 1 and 3 win, seat 2 called first; game 2: a side out the back door, 2 and 4 win, seat 4 called first;
# game 3: seat 1 called first, cut short.
FRAME = games(
    FOUR,
    3,
    start=[2, 4, 1],
    winners=[0b0101, 0b1010, 0],
    hands=[6, 10, 20],
    thrown_in=[1, 2, 6],
    ended=["contract", "back door", "cut short"],
    slams=[1, 0, 2],
    miseres=[0, 1, 3],
    miseres_made=[0, 1, 2],
    contracts_1=[2, 1, 3],
    contracts_2=[1, 4, 2],
    contracts_3=[2, 0, 4],
    contracts_4=[0, 3, 5],
    made_1=[2, 0, 1],
    made_2=[0, 3, 1],
    made_3=[1, 0, 3],
    made_4=[0, 3, 5],
    contract_points_1=[400, -140, -60],
    contract_points_2=[-60, 300, 0],
    contract_points_3=[100, 0, 200],
    contract_points_4=[0, 420, 700],
    score_1=[510, -520, 140],
    score_2=[90, 480, 700],
    score_3=[510, -520, 140],
    score_4=[90, 480, 700],
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("win_rate", [1 / 3] * 4),
        ("make_rate", [3 / 6, 4 / 7, 4 / 6, 8 / 8]),
        ("contract_share", [6 / 36, 7 / 36, 6 / 36, 8 / 36]),
        ("points_per_contract", [200 / 6, 240 / 7, 300 / 6, 1120 / 8]),
        ("starter_advantage", [1 / 3 - 1 / 2]),  # the side that called first won game 2 only
        ("cut_short", [1 / 3]),
        ("back_door", [1 / 3]),
        ("hands", [12.0]),
        ("winning_margin", [(420 + 1000 + 560) / 3]),
        ("thrown_in", [9 / 36]),
        ("slams", [3 / 27]),
        ("miseres", [4 / 27]),
        ("misere_make_rate", [3 / 4]),
    ],
)
def test_games_by_hand(name: str, expected: list[float]) -> None:
    found = estimate(FRAME.with_columns(pl.col("start", "winners").cast(pl.UInt8)), FOUR, statistics())
    assert found.filter(statistic=name)["value"].to_list() == pytest.approx(expected)


@pytest.mark.parametrize(("seats", "chance"), [(2, 1 / 2), (3, 1 / 3), (5, 1 / 5), (6, 1 / 2)])
def test_the_starters_advantage_by_the_number_of_sides(seats: int, chance: float) -> None:
    columns = ("winners", "hands", "thrown_in", "slams", "miseres", "miseres_made")
    by_seat = [f"{name}_{n + 1}" for name in ("contracts", "made", "contract_points", "score") for n in range(seats)]
    one = cell("a" * seats, **Rules().model_dump())
    frame = games(one, 1, start=[1], ended=["contract"], **{name: [1] for name in [*columns, *by_seat]})
    assert estimate(frame, one, statistics()).filter(statistic="starter_advantage")["value"][0] == 1 - chance


def test_hands_by_hand() -> None:
    # A slam of seat 2, a misere of seat 3 that is lost, a hand thrown in, and one played after all had passed.
    rows = {
        "deal": [0, 0, 1, 1],
        "seating": [1] * 4,
        "contractor": [2, 3, None, None],
        "side_tricks": [10, 1, None, None],
        "made": [True, False, None, None],
        "slam": [True, False, False, False],
        "change_1": [0, -250, 0, 60],
        "change_2": [320, 0, 0, 40],
        "change_3": [0, -250, 0, 60],
        "change_4": [320, 0, 0, 40],
    }
    found = estimate_turns(pl.LazyFrame(rows), FOUR, turn_statistics())
    values = dict(zip(found["statistic"], found["value"], strict=True))
    expected = {"hands_made": 1 / 2, "hand_tricks": 11 / 2, "contractor_gain": 70 / 2, "hand_slams": 1 / 2}
    assert {name: values[name] for name in expected} == pytest.approx(expected)


def test_where_there_are_no_miseres_there_are_no_lines_of_them() -> None:
    with_them, without = (
        set(estimate(FRAME, cell("aaaa", **Rules(misere=misere).model_dump()), statistics())["statistic"])
        for misere in ("on", "off")
    )
    assert with_them - without == {"miseres", "misere_make_rate"}
