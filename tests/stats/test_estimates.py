"""Estimate rows against a plain computation over random tables, and the cases in which little can be said."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.statistic import Statistic
from simkit.stats import common, intervals, moments
from simkit.stats.estimates import SCHEMA, SYMMETRY, estimate
from tests.stats.frames import cell, games


def _of_seat(name: str) -> Callable[[int], pl.Expr]:
    return lambda seat: pl.col(f"{name}_{seat + 1}")


BUST_RATE = Statistic(
    "bust_rate", "", "share of turns", "proportion", _of_seat("busts"), denominator=_of_seat("seat_turns"), by="seat"
)

STATISTICS = (
    common.WIN_RATE,
    common.TIE_RATE,
    common.CUT_SHORT,
    common.STARTER_ADVANTAGE,
    *common.distribution_of("turns", "", "turns", "turns"),
    common.leader_wins("leader_wins", "", "leader", 0.01),
    Statistic(
        "score_per_turn",
        "",
        "points per turn",
        "ratio",
        _of_seat("score"),
        denominator=_of_seat("seat_turns"),
        by="seat",
    ),
    Statistic(
        "bust_rate",
        "",
        "share of turns",
        "proportion",
        _of_seat("busts"),
        denominator=_of_seat("seat_turns"),
        by="seat",
    ),
    Statistic("score", "", "points", "mean", _of_seat("score"), by="seat"),
)

CELLS = [
    *(cell(lineup, "fixed") for lineup in ("a", "ab", "aab", "abab", "aaa")),
    *(cell(lineup, "rotate") for lineup in ("a", "ab", "aab", "abab", "aaa")),
    *(cell(lineup, "all") for lineup in ("aab", "abc")),
]


@st.composite
def tables(draw: st.DrawFn) -> tuple[Cell, list[dict[str, Any]], pl.LazyFrame]:
    """A cell, its games as dictionaries, and as a table."""
    one = draw(st.sampled_from(CELLS))
    seats, count = one.seats, draw(st.integers(1, 12)) * len(one.arrangements)
    seat, few = st.integers(1, seats), st.integers(0, 3)

    def column(values: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(values, min_size=count, max_size=count))

    turns = {f"seat_turns_{s + 1}": column(st.integers(3, 6)) for s in range(seats)}
    columns = {
        "start": column(seat),
        "winners": column(st.integers(0, 2**seats - 1)),
        "turns": column(st.integers(1, 5)),
        "leader": column(st.one_of(st.none(), seat)),
        **turns,
        **{f"{name}_{s + 1}": column(few) for name in ("score", "busts") for s in range(seats)},
    }
    frame = games(one, count // len(one.arrangements), **columns).with_columns(pl.col("leader").cast(pl.UInt8))
    return one, frame.collect().to_dicts(), frame


def share(game: dict[str, Any], seat: int) -> float:
    winners: int = game["winners"]
    return (winners >> seat & 1) / max(winners.bit_count(), 1)


def seats_of(one: Cell, game: dict[str, Any], row: dict[str, Any]) -> list[int]:
    """Seats of the game that an estimate row is about."""
    if row["seat"] is not None:
        return [row["seat"] - 1]
    arrangement = one.arrangements[game["seating"] - 1]
    return [seat for seat in range(one.seats) if one.lineup[arrangement[seat]].label() == row["bot"]]


def pairs(one: Cell, game: dict[str, Any], row: dict[str, Any]) -> list[tuple[float, float]]:
    """Value and trials, one or several, that a game adds to an estimate row."""
    seats = seats_of(one, game, row)
    columns = {"score_per_turn": ("score", "seat_turns"), "bust_rate": ("busts", "seat_turns")}
    leader = game["leader"]
    match row["statistic"]:
        case "win_rate":
            return [(share(game, seat), 1) for seat in seats]
        case "score":
            return [(game[f"score_{seat + 1}"], 1) for seat in seats]
        case "score_per_turn" | "bust_rate" as name:
            y, x = columns[name]
            return [(game[f"{y}_{seat + 1}"], game[f"{x}_{seat + 1}"]) for seat in seats]
        case "tie_rate":
            return [(game["winners"].bit_count() > 1, 1)]
        case "cut_short":
            return [(game["winners"] == 0, 1)]
        case "starter_advantage":
            return [(share(game, game["start"] - 1), 1)]
        case "leader_wins":
            return [] if leader is None else [(share(game, leader - 1), 1)]
    return [(game["turns"], 1)]


def by_deal(one: Cell, rows: list[dict[str, Any]], row: dict[str, Any]) -> list[list[tuple[float, float]]]:
    """Pairs of every deal that has any."""
    found: dict[int, list[tuple[float, float]]] = {}
    for game in rows:
        if row["by"] in (None, f"start = {game['start']}"):
            found.setdefault(game["deal"], []).extend(pairs(one, game, row))
    return [deal for deal in found.values() if deal]


def check_ratio(row: dict[str, Any], deals: list[list[tuple[float, float]]], cap: float, less: float) -> None:
    """Value, standard error and bounds of a proportion, a mean or a ratio, from its formula."""
    y, x = [sum(v for v, _ in deal) for deal in deals], [sum(n for _, n in deal) for deal in deals]
    value = sum(y) / sum(x)
    assert row["value"] == pytest.approx(value - less)
    residuals = math.fsum((a - value * b) ** 2 for a, b in zip(y, x, strict=True))
    if row["interval"] == "wilson":
        variance = residuals / sum(x) ** 2
        if np.std(x) <= 0.1 * np.mean(x):  # no smaller than if 20 deals were 0 or 1, whichever is further
            cap = max(cap, len(deals) ** 2 * value * (1 - value) / 20 / max(value, 1 - value) ** 2)
        n = intervals.effective_games(value, variance if variance > 1e-20 else 0.0, len(deals), cap)
        assert (row["low"] + less, row["high"] + less) == tuple(
            pytest.approx(bound, abs=1e-9) for bound in intervals.wilson(value, n, 0.95)
        )
    elif row["interval"] in ("t", "linearised"):
        se = math.sqrt(residuals * len(deals) / (len(deals) - 1)) / sum(x)
        assert row["se"] == pytest.approx(se)
        assert row["high"] - row["value"] == pytest.approx(intervals.t_quantile(0.95, len(deals) - 1) * se)
        assert row["high"] - row["value"] == pytest.approx(row["value"] - row["low"])
    else:
        assert residuals == pytest.approx(0, abs=1e-9) or len(deals) == 1


def check_length(row: dict[str, Any], deals: list[list[tuple[float, float]]]) -> None:
    """Standard deviation with its error, or a quantile between its bounds."""
    values = sorted(v for deal in deals for v, _ in deal)
    mean = sum(values) / len(values)
    if row["statistic"] == "turns_sd":
        sd = math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))
        assert row["value"] == pytest.approx(sd, abs=1e-6)
        if row["se"] is not None:
            influence = [sum((v - mean) ** 2 - sd**2 for v, _ in deal) / (2 * sd * len(values)) for deal in deals]
            assert row["se"] == pytest.approx(math.sqrt(sum(i * i for i in influence) * len(deals) / (len(deals) - 1)))
        return
    q = int(row["statistic"][-2:]) / 100
    assert row["value"] == values[math.ceil(q * len(values) - 1e-9) - 1]
    assert row["low"] is None or row["low"] <= row["value"]
    assert row["high"] is None or row["high"] >= row["value"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
@given(tables(), st.sampled_from([None, "start"]), st.sampled_from([5, 1000]))
def test_estimates_are_those_of_a_plain_computation(
    monkeypatch: pytest.MonkeyPatch,
    table: tuple[Cell, list[dict[str, Any]], pl.LazyFrame],
    by: str | None,
    block: int,
) -> None:
    one, rows, frame = table
    monkeypatch.setattr(moments, "BLOCK_GAMES", block)
    found = estimate(frame, one, STATISTICS, 0.95, by)
    assert found.schema == SCHEMA
    for row in found.to_dicts():
        deals = by_deal(one, rows, row)
        if row["value"] is None:
            assert row["interval"] == (intervals.ONE_DEAL if deals else intervals.UNDEFINED)
            assert len(deals) <= 1
            continue
        numbers = [row[name] for name in ("value", "low", "high", "se") if row[name] is not None]
        assert all(map(math.isfinite, numbers))
        assert row["deals"] == len(deals)
        if row["statistic"].startswith("turns_"):
            check_length(row, deals)
        elif row["interval"] == SYMMETRY:
            assert row["value"] == pytest.approx(1 / one.seats)
        else:
            trials = sum(n for deal in deals for _, n in deal)
            cap = trials if row["statistic"] == "bust_rate" else row["games"]
            check_ratio(row, deals, cap, 1 / one.seats if row["statistic"] == "starter_advantage" else 0.0)


@settings(deadline=None, max_examples=20)
@given(tables())
def test_rows_of_bots_and_seats_are_those_there_are(table: tuple[Cell, list[dict[str, Any]], pl.LazyFrame]) -> None:
    one, _, frame = table
    found = estimate(frame, one, (common.WIN_RATE,))
    if one.seats == 1:
        assert found.is_empty()
        return
    seats = found.filter(pl.col("seat").is_not_null())
    bots = found.filter(pl.col("seat").is_null())["bot"].to_list()
    assert seats["seat"].to_list() == list(range(1, one.seats + 1))
    assert bots == ([] if one.seatings == "fixed" else [bot.label() for bot in dict.fromkeys(one.lineup)])
    named = [bot.label() for bot in one.lineup] if len(one.arrangements) == 1 else [None] * one.seats
    assert seats["bot"].to_list() == named
    assert set(found["games"]) == {frame.collect().height}


def only(frame: pl.DataFrame) -> dict[str, Any]:
    """The one row that there is."""
    assert frame.height == 1
    return frame.row(0, named=True)


def test_the_same_bot_in_every_seat_ties_by_symmetry() -> None:
    alike = cell("aa", "rotate")
    found = estimate(games(alike, 4, winners=[1, 2, 2, 3]), alike, (common.WIN_RATE,))
    bots = only(found.filter(pl.col("seat").is_null()))
    assert (bots["value"], bots["low"], bots["high"], bots["interval"]) == (0.5, None, None, SYMMETRY)
    assert found.filter(pl.col("seat") == 2)["value"].item() == 5 / 8


def test_only_what_is_divided_ties_by_symmetry() -> None:
    alike = cell("aa", "rotate")
    columns = {"busts_1": [2], "seat_turns_1": [4], "busts_2": [0], "seat_turns_2": [4]}
    found = estimate(games(alike, 1, **columns), alike, (BUST_RATE,))
    bots = only(found.filter(pl.col("seat").is_null()))
    assert (bots["value"], bots["interval"]) == (1 / 4, "wilson")


def test_a_game_cut_short_breaks_the_symmetry() -> None:
    alike = cell("aa", "rotate")
    found = only(
        estimate(games(alike, 4, winners=[1, 2, 2, 0]), alike, (common.WIN_RATE,)).filter(pl.col("seat").is_null())
    )
    assert (found["value"], found["interval"]) == (3 / 8, "wilson")


@pytest.mark.parametrize("winner", [1, 2])
def test_no_wins_and_all_wins_have_real_intervals(winner: int) -> None:
    two = cell("ab")
    found = estimate(games(two, 100, winners=[winner] * 100), two, (common.WIN_RATE,)).row(0, named=True)
    assert found["value"] == (1 if winner == 1 else 0)
    assert found["high"] - found["low"] == pytest.approx(1.959964**2 / (100 + 1.959964**2), abs=1e-6)


def test_one_game_is_told_as_such() -> None:
    two = cell("ab")
    frame = games(two, 1, winners=[1], turns=[30])
    found = estimate(frame, two, (common.WIN_RATE, *common.distribution_of("turns", "", "turns", "turns")))
    assert found.filter(pl.col("statistic") == "win_rate")["low"].to_list() == [
        pytest.approx(0.2065, abs=1e-4),
        0,
    ]
    mean = only(found.filter(pl.col("statistic") == "turns"))
    assert (mean["value"], mean["low"], mean["interval"]) == (30, None, intervals.ONE_DEAL)


def test_no_games_give_no_rows() -> None:
    two = cell("ab")
    assert estimate(games(two, 0, winners=[]), two, (common.WIN_RATE,)).is_empty()


def test_groups_are_named_by_their_value() -> None:
    two = cell("ab")
    frame = games(two, 4, winners=[1, 2, 1, 0], ended=[True, True, True, False], leader=[1, None, 2, 2])
    found = estimate(frame, two, (common.TIE_RATE,), by="ended")
    assert found["by"].to_list() == ["ended = false", "ended = true"]
    assert found["games"].to_list() == [1, 3]
    assert estimate(frame, two, (common.TIE_RATE,), by="leader")["by"].to_list() == [
        "leader = NULL",
        "leader = 1",
        "leader = 2",
    ]


@pytest.mark.parametrize("level", [1e-300, 1 - 2**-53])
@pytest.mark.parametrize("deals", [1, 2, 3, 4, 50])
def test_any_level_between_0_and_1_gives_finite_numbers(level: float, deals: int) -> None:
    two = cell("ab")
    frame = games(two, deals, winners=[1 + i % 2 for i in range(deals)], turns=[20 + i for i in range(deals)])
    for row in estimate(
        frame, two, (common.WIN_RATE, *common.distribution_of("turns", "", "turns", "turns")), level
    ).to_dicts():
        numbers = [row[name] for name in ("low", "value", "high") if row[name] is not None]
        assert all(map(math.isfinite, numbers))
        assert numbers == sorted(numbers)


def test_a_level_out_of_range_and_a_bad_column_are_refused() -> None:
    two = cell("ab")
    frame = games(two, 200, winners=[1] * 200, x=list(range(200)))
    with pytest.raises(UsageError, match="between 0 and 1"):
        estimate(frame, two, (common.WIN_RATE,), 95)
    with pytest.raises(UsageError, match="no such column; it has deal, seating, winners, x"):
        estimate(frame, two, (common.WIN_RATE,), by="y")
    with pytest.raises(UsageError, match="more than 64 values"):
        estimate(frame, two, (common.WIN_RATE,), by="x")
