"""Measures of the path of a game: a table worked out by hand, and plain Python over what the references tell."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.config.variants import load_variant
from simkit.errors import StoreError, UsageError
from simkit.model.columns import MISSING
from simkit.model.statistic import GamePath
from simkit.registry import every_game, find_game
from simkit.stats import game_path, game_turns
from simkit.stats.estimates import estimate
from simkit.stats.game_path import PATH_COLUMNS, path_measures, path_statistics
from simkit.stats.game_turns import Turns, with_turns
from tests.stats.frames import cell
from tests.twins import make_cell, play_reference

GAMES = list(every_game())
TWO = cell("ab")


def turns_table(*games: list[tuple[int, int]]) -> pl.LazyFrame:
    """Turns of one game a deal: seat and points after the turn."""
    rows = [(deal, 1, seat, score, 0, None) for deal, game in enumerate(games) for seat, score in game]
    schema = dict.fromkeys(("deal", "seating", "seat", "score", "taken", "challenged"), pl.Int64)
    return pl.LazyFrame(rows, schema=schema, orient="row")


def games_table(*winners: int) -> pl.DataFrame:
    return pl.DataFrame({"deal": range(len(winners)), "seating": [1] * len(winners), "winners": winners})


def with_path(games: pl.DataFrame, turns: pl.LazyFrame) -> pl.DataFrame:
    return with_turns(games, Turns(turns), TWO, PATH_COLUMNS)


def test_a_game_worked_out_by_hand() -> None:
    """Seat 1: 4, 4, 4, 16. Seat 2: 0, 8, 12, 12.

    | turn | seat 1 | seat 2 | leader | ahead by |
    | 1 | 4 | 0 | 1 | 4 |
    | 2 | 4 | 8 | 2 | 4 |
    | 3 | 4 | 8 | 2 | 4 |
    | 4 | 4 | 8 | 2 | 4 |
    | 5 | 8 | 8 | - | 0 |
    | 6 | 8 | 12 | 2 | 4 |
    | 7 | 16 | 12 | 1 | 4 |
    | 8 | 16 | 12 | 1 | 4 |
    """
    turns = turns_table([(1, 4), (2, 8), (1, 4), (2, 8), (1, 8), (2, 12), (1, 16), (2, 12)])
    found = with_path(games_table(1), turns).row(0, named=True)
    assert {name: found[name] for name in PATH_COLUMNS} == pytest.approx(
        {
            "path_steps": 8,
            "path_lead_changes": 2,  # to seat 2 at turn 2; to seat 1 at turn 7, the tie between not counting
            "path_comeback": 1,  # behind after turn 4
            "path_behind": 4 / 8,  # turns 2, 3, 4, 6
            "path_drama": 0.5,  # 4 of 16 points each time: the root of a quarter
            "path_drama_max": 0.5,
            "path_decided_at": 6 / 8,
            "path_uncertainty": 1 - 7 / 8 * 4 / 16,
            "path_leader_wins_25": 0,  # seat 2 after turn 2
            "path_leader_wins_50": 0,  # seat 2 after turn 4
            "path_leader_wins_75": 0,  # seat 2 after turn 6
        }
    )


def test_drama_takes_the_turns_behind_only_and_roots_before_the_mean() -> None:
    turns = turns_table([(2, 1), (1, 0), (2, 9), (1, 36)])  # seat 1 behind by 1, 1, 9 of a range of 36
    found = with_path(games_table(1), turns).row(0, named=True)
    assert found["path_drama"] == pytest.approx((1 / 6 + 1 / 6 + 3 / 6) / 3)
    assert found["path_drama_max"] == pytest.approx(3 / 6)
    assert found["path_behind"] == 3 / 4


def test_shared_wins_no_winner_and_a_game_of_one_turn() -> None:
    # seats 1 and 2 share the first game, nobody wins the second, and the third has one turn
    turns = turns_table([(1, 3), (2, 3)], [(1, 3), (2, 5)], [(1, 7)])
    found = with_path(games_table(0b11, 0, 0b1), turns)
    assert found["path_behind"].to_list() == [0.25, None, 0]  # seat 2 after one of two turns, seat 1 never
    assert found["path_comeback"].to_list() == [0.5, None, 0]
    assert found["path_decided_at"].to_list() == [1, None, 0]
    assert found["path_leader_wins_50"].to_list() == [
        0.5,
        0,
        None,
    ]  # seat 1 has half of it; nobody; no half of one turn
    assert found["path_lead_changes"].to_list() == [0, 1, 0]
    assert found["path_uncertainty"].to_list() == pytest.approx([1 - 1 / 2, 1 - (3 / 5 + 2 / 5) / 2, 0])


def test_points_taken_off_another_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 2 loses 3 before it has had a turn, later 5 of its 9; seat 3 is never touched."""
    rows = {
        "deal": [0] * 5 + [1] * 2,
        "seating": [1] * 7,
        "seat": [1, 2, 3, 1, 2, 2, 1],
        "score": [3, 9, 1, 8, 10, 2, 4],
        "taken_from": [2, None, None, 2, None, None, None],
        "taken": [3, 0, 0, 5, 0, 0, 0],
    }
    spec = GamePath(taken="taken", taken_from="taken_from")
    frame = pl.DataFrame(rows)
    totals = game_path._totals(frame, np.array([0, 5]), spec, 3)
    assert totals.tolist() == [
        [3, -3, 0],
        [3, 9, 0],
        [3, 9, 1],
        [8, 4, 1],
        [8, 10, 1],
        [0, 2, 0],
        [4, 2, 0],
    ]


def test_rounds_are_looked_at_when_they_are_over() -> None:
    """Four rounds from seat 2 on, seat 3 out after the first and seat 1 after the second; then one from seat 1 on."""
    seat = np.array([2, 3, 1, 2, 1, 2, 2, 1, 2, 3])
    totals, first = game_path._at_round_ends(np.arange(10.0)[:, None], np.array([0, 7]), seat, 3)
    assert (totals[:, 0].tolist(), first.tolist()) == ([2, 4, 5, 6, 9], [0, 4])


def plainly(game_id: str, game: dict[str, int], rows: list[dict[str, int]], seats: int) -> dict[str, float | None]:
    """The same measures of a game from a reference's rows, in the words of docs/measures.md, game by game."""
    spec = find_game(game_id).path
    assert spec is not None
    points, states = [0.0] * spec.sides_at(seats), []
    for number, row in enumerate(rows):
        if spec.seat:
            points[row[spec.seat] - 1] = float(row[spec.score])
            if spec.taken and row[spec.taken_from] != MISSING:
                points[row[spec.taken_from] - 1] -= row[spec.taken]
        else:
            points = [float(row[f"score_{side + 1}"]) for side in range(spec.sides_at(seats))]
        order = [(one["seat"] - rows[0]["seat"]) % seats for one in rows] if spec.by_round else []
        if not spec.by_round or number == len(rows) - 1 or order[number + 1] <= order[number]:
            states.append([-one for one in points] if spec.fewest_lead else list(points))
    winners = [side for side in range(len(points)) if game["winners"] >> side & 1]
    tops = [[side for side, one in enumerate(state) if one == max(state)] for state in states]
    leaders = [top[0] if len(top) == 1 else None for top in tops]
    low, high = min(0, *map(min, states)), max(0, *map(max, states))
    span = (high - low) or 1
    alone = [one for one in leaders if one is not None]
    gaps = [max(state) - sorted(state)[-2] for state in states]
    found: dict[str, float | None] = {
        "path_steps": len(states),
        "path_lead_changes": sum(one != other for one, other in itertools.pairwise(alone)),
        "path_uncertainty": sum(1 - gap / span for gap in gaps) / len(states),
    }
    for percent in (25, 50, 75):
        passed = len(states) * percent // 100
        leader = leaders[passed - 1] if passed else None
        share = 1 / len(winners) if leader in winners else 0
        found[f"path_leader_wins_{percent}"] = None if leader is None else share
    about: dict[str, list[float]] = {}
    for winner in winners:
        short = [max(state) - state[winner] for state in states]
        roots = [math.sqrt(one / span) for one in short if one > 0]
        half = len(states) // 2
        unsettled = [step for step, leader in enumerate(leaders, 1) if leader != winner]
        each = {
            "path_comeback": float(half > 0 and short[half - 1] > 0),
            "path_behind": len(roots) / len(states),
            "path_drama": sum(roots) / len(roots) if roots else 0.0,
            "path_drama_max": max(roots, default=0.0),
            "path_decided_at": (unsettled[-1] if unsettled else 0) / len(states),
        }
        for name, value in each.items():
            about.setdefault(name, []).append(value)
    names = ("path_comeback", "path_behind", "path_drama", "path_drama_max", "path_decided_at")
    return found | {name: sum(about[name]) / len(winners) if winners else None for name in names}


def assert_as_told(game_id: str, seats: int, seed: int, deals: int = 3, bot: str = "", **rules: Any) -> pl.DataFrame:
    """What is computed of the reference's rows is what plain Python makes of them."""
    game = find_game(game_id)
    model = game.rules.model_validate(load_variant(game, game.variant).rules.model_dump() | rules)
    one = make_cell(game, model, [(bot or game.bots[0].name, {})] * seats, seed=seed, max_turns=30)
    games, turns = play_reference(game, model, one, seed, deals)
    frame = pl.DataFrame(games).select("deal", "seating", "winners", "^lead_changes|half_leader$")
    rows = pl.DataFrame(turns).with_columns(pl.all().replace(MISSING, None))
    found = with_turns(frame, Turns(rows.lazy()), one, PATH_COLUMNS)
    for number, row in enumerate(games):
        inside = [turn for turn in turns if turn["deal"] == row["deal"]]
        expected = plainly(game_id, row, inside, seats)
        assert found.select(PATH_COLUMNS).row(number, named=True) == pytest.approx(expected)
    return found


@pytest.mark.parametrize("game_id", GAMES)
@settings(deadline=None)
@given(seed=st.integers(0, 2**40), seats=st.integers(2, 5))
def test_every_game_against_plain_python(game_id: str, seed: int, seats: int) -> None:
    low, high = find_game(game_id).seats
    found = assert_as_told(game_id, min(max(seats, low), high), seed, deals=1)
    if "lead_changes" in found.columns and game_id != "bazy":  # where seats that are out do not count
        assert found["path_lead_changes"].to_list() == found["lead_changes"].to_list()


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**40))
def test_points_taken_in_challenges_and_for_busts_in_a_row(seed: int) -> None:
    """The kernel's and the reference's own lead changes see every score at every turn."""
    rules = {"challenge": "on", "open_min": 0, "bank_min": 0, "streak_busts": 2, "streak_penalty": 300, "target": 3_000}
    found = assert_as_told("zilch", 3, seed, deals=1, bot="challenger", **rules)
    assert found["path_lead_changes"].to_list() == found["lead_changes"].to_list()


def test_every_game_has_a_path_and_the_measures_that_its_own_do_not_tell() -> None:
    for game_id in GAMES:
        game = find_game(game_id)
        assert game.path is not None
        own = {one.name for one in game.statistics()}
        added = [one.name for one in path_statistics(game)]
        assert not own.intersection(added)
        names = [*own, *added]
        assert "lead_changes" in names
        assert "drama" in names


@pytest.mark.parametrize("deals", [1, 2, 1_000])
def test_blocks_and_estimates_by_deal(deals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_turns, "_BLOCK_DEALS", deals)
    turns = turns_table([(1, 4), (2, 8), (1, 16)], [(1, 4), (2, 2), (1, 5)], [(2, 1), (1, 0), (2, 3)])
    found = estimate(games_table(1, 1, 2).lazy(), TWO, path_statistics(find_game("zilch")), turns=Turns(turns))
    rows = {row["statistic"]: row for row in found.iter_rows(named=True)}
    assert rows["lead_change_rate"]["value"] == pytest.approx(2 / 6)
    assert (rows["lead_change_rate"]["deals"], rows["lead_change_rate"]["unit"]) == (3, "share of turns")
    assert rows["decided_at"]["value"] == pytest.approx((2 / 3 + 0 + 0) / 3)
    assert rows["leader_wins_25"]["value"] is None  # a quarter of three turns is none
    assert rows["leader_wins_50"]["value"] == 1
    assert rows["comeback"]["value"] == 0


def test_turns_of_other_games_are_refused() -> None:
    turns = turns_table([(1, 1)], [(1, 1)])
    with pytest.raises(StoreError, match="does not have the turns of the same games"):
        with_path(games_table(1, 1, 1), turns)
    with pytest.raises(UsageError, match="need its turns table"):
        with_turns(games_table(1), None, TWO, PATH_COLUMNS)


def test_three_seats_measure_from_the_best_and_the_second() -> None:
    totals = np.array([[4.0, 0, 2], [4, 8, 2], [4, 8, 10]])
    found = path_measures(totals, np.array([0]), np.array([[False, False, True]]))
    assert found["path_uncertainty"][0] == pytest.approx(1 - (2 + 4 + 2) / 10 / 3)
    assert found["path_drama"][0] == pytest.approx((math.sqrt(2 / 10) + math.sqrt(6 / 10)) / 2)
    assert found["path_decided_at"][0] == pytest.approx(2 / 3)
