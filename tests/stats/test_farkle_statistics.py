"""The Farkle family's statistics on three games counted by hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import polars as pl
import pytest

from simkit.games.farkle.columns import SCORED, TABLES
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.statistics import statistics, turn_statistics
from simkit.model.cell import Cell
from simkit.model.columns import MAX_SEATS
from simkit.model.statistic import Statistic
from simkit.stats.common import TIE_RATE
from simkit.stats.comparison import compare
from simkit.stats.estimates import estimate, row_meanings
from simkit.stats.turns import estimate_turns
from tests.stats.frames import cell, games

ON = {
    "none_first": 500,
    "open_min": 1_000,
    "topping": "strict",
    "piggyback": True,
    "challenge": "on",
    "streak_busts": 3,
    "streak_penalty": 500,
    "exact_target": True,
    "endgame": "single_roll",
    "final_round": "others_once",
    "tie": "roll",
}
"""Rules under which every statistic means something but `tie_rate`: ties are rolled off."""


class FarkleTable(NamedTuple):
    """A cell with its games, as comparisons take it."""

    cell: Cell
    frame: pl.LazyFrame
    statistics: tuple[Statistic, ...]
    turns: None = None


THREE = cell("aaa", **Rules(**ON).model_dump())

# game 1: seat 2 begins and wins; game 2: seats 1 and 3 share; game 3: cut short
FRAME = games(
    THREE,
    3,
    start=[2, 1, 3],
    winners=[0b010, 0b101, 0],
    turns=[9, 12, 30],
    rounds=[3, 4, 10],
    lead_changes=[1, 3, 2],
    half_leader=[2, 3, None],
    tie_breaks=[0, 1, 0],
    hot_dice=[0, 2, 1],
    minima_missed=[3, 0, 0],
    endgame_short=[0, 0, 3],
    hot_dice_ends=[0, 2, 1],
    topping_missed=[0, 3, 14],
    take_overs=[3, 0, 0],
    bonuses=[0, 1, 1],
    streak_penalties=[2, 0, 4],
    overshot=[0, 0, 3],
    challenges_1=[3, 1, 0],
    challenges_2=[0, 2, 0],
    challenges_won_1=[1, 1, 0],
    challenges_won_2=[0, 1, 0],
    challenge_gain_1=[500, 300, 0],
    challenge_gain_2=[0, 900, 0],
    challenge_paid_1=[1200, 0, 0],
    challenge_paid_2=[0, 2000, 0],
    overtakings=[1, 0, 0],
    score_1=[4000, 9000, 100],
    score_2=[10000, 8950, 300],
    score_3=[8000, 9000, 200],
    seat_turns_1=[3, 4, 10],
    seat_turns_2=[3, 4, 10],
    seat_turns_3=[3, 4, 10],
    busts_1=[1, 1, 9],
    busts_2=[0, 0, 9],
    busts_3=[1, 1, 9],
    rolls_1=[10, 20, 30],
    rolls_2=[10, 20, 30],
    rolls_3=[10, 20, 30],
    best_turn_1=[2000, 3000, 100],
    best_turn_2=[5000, 3000, 200],
    best_turn_3=[4000, 5000, 200],
).with_columns(pl.col("start", "winners", "half_leader").cast(pl.UInt8))


@pytest.fixture(scope="module")
def values() -> dict[str, list[float]]:
    shared = cell("aaa", **Rules().model_dump())
    found = pl.concat([estimate(FRAME, THREE, statistics()), estimate(FRAME, shared, [TIE_RATE])])
    return {str(name): rows["value"].to_list() for (name,), rows in found.group_by("statistic", maintain_order=True)}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("win_rate", [0.5 / 3, 1 / 3, 0.5 / 3]),
        ("starter_advantage", [1.5 / 3 - 1 / 3]),
        ("tie_rate", [1 / 3]),
        ("cut_short", [1 / 3]),
        ("turns", [17.0]),
        ("turns_sd", [(((8**2) + (5**2) + (13**2)) / 3) ** 0.5]),
        ("turns_p50", [12.0]),
        ("turns_p95", [30.0]),
        ("rounds", [17 / 3]),
        ("points_per_turn", [13100 / 17, 19250 / 17, 17200 / 17]),
        ("points_per_roll", [13100 / 60, 19250 / 60, 17200 / 60]),
        ("bust_rate", [11 / 17, 9 / 17, 11 / 17]),
        ("rolls_per_turn", [60 / 17] * 3),
        ("best_turn", [1700.0, 8200 / 3, 9200 / 3]),
        ("winning_margin", [(2000 + 0 + 100) / 3]),
        ("lead_changes", [2.0]),
        ("half_leader_wins", [1.5 / 2]),
        ("overtakings", [1 / 3]),
        ("hot_dice", [1.0]),
        ("minima_missed", [1.0]),
        ("endgame_short", [1.0]),
        ("tie_breaks", [1 / 3]),
        ("hot_dice_end_rate", [3 / 51]),
        ("topping_missed", [17 / 51]),
        ("take_overs", [1.0]),
        ("bonuses", [2 / 3]),
        ("streak_penalties", [2.0]),
        ("overshot", [1.0]),
        ("challenges_1", [4 / 3]),
        ("challenges_won_1", [2 / 3]),
        ("challenge_gain_1", [800 / 3]),
        ("challenge_paid_1", [400.0]),
        ("challenges_2", [2 / 3]),
        ("challenges_won_2", [1 / 3]),
        ("challenge_gain_2", [300.0]),
        ("challenge_paid_2", [2000 / 3]),
    ],
)
def test_by_hand(values: dict[str, list[float]], name: str, expected: list[float]) -> None:
    assert values[name] == pytest.approx(expected)


@pytest.mark.parametrize("seats", range(1, MAX_SEATS + 1))
def test_every_statistic_works_at_every_table_with_the_declared_columns(seats: int) -> None:
    columns = [name for column in TABLES[0].columns for name in column.names(seats)]
    frame = pl.LazyFrame({name: [1, 1] for name in columns}, schema=dict.fromkeys(columns, pl.Int32))
    lineup = cell("a" * seats, **dict(THREE.rules))
    found = estimate(frame.with_columns(pl.Series("cut_short", [False, False])), lineup, statistics())
    known = {n for s in statistics() if s.seats <= seats for n in row_meanings(s)}
    assert set(found["statistic"]) == known - {"tie_rate"}


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"none_first": 500}, {"bonuses"}),
        ({"open_min": 350}, {"minima_missed"}),
        ({"bank_min": 350}, {"minima_missed"}),
        ({"topping": "at_least"}, {"topping_missed"}),
        ({"piggyback": True}, {"take_overs"}),
        ({"streak_busts": 3, "streak_penalty": 500}, {"streak_penalties"}),
        ({"exact_target": True}, {"overshot"}),
        ({"endgame": "single_turn"}, {"minima_missed"}),
        ({"endgame": "single_roll"}, {"endgame_short"}),  # its rolls are no turns with a minimum
        ({"final_round": "rest_of_round"}, {"overtakings"}),
        ({"tie": "turn"}, {"tie_breaks"}),
        ({"tie": "seat_order"}, set()),
        (
            {"challenge": "on"},
            {
                f"{name}_{number}"
                for name in ("challenges", "challenges_won", "challenge_gain", "challenge_paid")
                for number in (1, 2)
            },
        ),
    ],
)
def test_what_is_zero_under_the_rules_is_left_out(options: dict[str, Any], names: set[str]) -> None:
    plain, other = (cell("abc", **Rules(**rules).model_dump()) for rules in ({}, options))
    usual, found = (set(estimate(FRAME, one, statistics())["statistic"]) for one in (plain, other))
    assert found - usual == names
    assert usual - found == ({"tie_rate"} if "tie" in options else set())


def test_a_comparison_has_what_means_something_in_either_cell() -> None:
    plain, topping = (
        FarkleTable(cell("abc", **Rules(topping=topping).model_dump()), FRAME, statistics())
        for topping in ("off", "strict")
    )
    for pair in ((plain, topping), (topping, plain)):
        found = set(compare([pair])["statistic"])
        assert "topping_missed" in found
        assert "bonuses" not in found


def test_names_are_unique_and_units_fit_their_kind() -> None:
    names = [name for statistic in statistics() for name in row_meanings(statistic)]
    assert len(names) == len(set(names))
    assert all(s.unit.startswith("share of ") == (s.kind == "proportion") for s in statistics())
    assert all(s.meaning and (s.margin is None or s.margin > 0) for s in statistics())


def test_turns_by_hand() -> None:
    rows = {
        "deal": [0, 0, 0, 1],
        "seating": [1] * 4,
        "points": [300, 0, 500, 0],
        "lost": [0, 200, 0, 0],
        "challenged": [2, 1, None, None],
        "taken": [250, 0, 0, 0],
        "penalty": [0, 600, 0, 500],
        "scored": [0b0111, 0b0001, 0b1000, 0],  # a mask in the order of SCORED: ones, fives, triples, four of a kind
    }
    rules = Rules(challenge="on", kinds="fixed")
    found = estimate_turns(pl.LazyFrame(rows), cell("ab", **rules.model_dump()), turn_statistics())
    values = dict(zip(found["statistic"], found["value"], strict=True))
    assert values["turn_points"] == pytest.approx(200.0)
    assert values["turn_points_sd"] == pytest.approx(45_000**0.5)  # 340,000 / 4 less 200 squared
    assert values["turn_nothing"] == pytest.approx(1 / 2)
    assert values["banked_points"] == pytest.approx(400.0)
    assert values["challenge_success"] == pytest.approx(1 / 2)
    assert values["challenge_gained"] == pytest.approx(250 / 2)
    assert values["challenge_paid"] == pytest.approx(600 / 2)
    assert values["lost_points"] == pytest.approx(50.0)
    assert [values[f"scored_{line}"] for line in SCORED[:5]] == pytest.approx([2 / 4, 1 / 4, 1 / 4, 1 / 4, 0])


def test_turns_have_no_lines_of_rules_that_are_off() -> None:
    turn = ("turn_points", "turn_points_sd", "turn_nothing")
    columns = ("points", "lost", "challenged", "taken", "penalty", "scored")
    frame = pl.LazyFrame({"deal": [0, 1], "seating": [1, 1]} | {name: [1, 1] for name in columns})
    names = set(estimate_turns(frame, cell("ab", **Rules().model_dump()), turn_statistics())["statistic"])
    assert names == {*turn, "banked_points", "lost_points", "scored_ones", "scored_fives", "scored_triples"}
    none = Rules(triples=(0,) * 6, ones=0, straight6=1_500)
    names = set(estimate_turns(frame, cell("ab", **none.model_dump()), turn_statistics())["statistic"])
    assert names == {*turn, "banked_points", "lost_points", "scored_fives", "scored_straight6"}
