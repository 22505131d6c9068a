"""A difference taken apart by clauses: against plain Python over pairs of games; the parts add up; intervals hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.config.variants import load_variant
from simkit.errors import UsageError
from simkit.model.columns import MISSING
from simkit.model.statistic import Clause, Statistic
from simkit.registry import every_game, find_game
from simkit.stats import common
from simkit.stats.comparison import rows_of
from simkit.stats.differences import difference
from simkit.stats.game_turns import Turns
from simkit.stats.intervals import proportion
from simkit.stats.pairs import Side, pair_sums
from simkit.stats.subjects import shared_subjects
from simkit.stats.why import ANY, _times, clauses_of, take_apart
from tests.stats.frames import cell, games
from tests.twins import make_cell, play_reference

BOTH, ONE = cell("ab", "rotate"), cell("ab")
POINTS = Statistic("points", "", "points", "mean", lambda seat: pl.col(f"score_{seat + 1}"), by="seat")
LENGTH = Statistic("turns", "", "turns", "mean", lambda _: pl.col("turns"))
RATE = Statistic("rate", "", "points/turn", "ratio", lambda _: pl.col("score_1"), denominator=lambda _: pl.col("turns"))
EFFECTS = [common.WIN_RATE, POINTS, LENGTH, RATE]
HOT_DICE = Clause("hot_dice", "hot dice", "hot_dice")
BUST = Clause("bust", "a bust", "busts_SEAT > 1")
SHORT = Clause("short", "cut short", "ended = 'short'", table="turns")
CLAUSES = [HOT_DICE, BUST]


def table(seed: int, deals: int = 40, seatings: int = 2) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    size = deals * seatings
    columns = {
        "winners": rng.integers(0, 4, size).tolist(),
        "turns": rng.integers(1, 20, size).tolist(),
        "hot_dice": rng.choice([None, 0, 0, 1, 2], size).tolist(),
        "busts_1": rng.integers(0, 4, size).tolist(),
        "busts_2": rng.choice([0, 1], size).tolist(),
        "score_1": rng.integers(0, 99, size).tolist(),
        "score_2": rng.integers(0, 99, size).tolist(),
    }
    return games(BOTH if seatings == 2 else ONE, deals, **columns).collect()


def turns(seed: int, frame: pl.DataFrame) -> Turns:
    rng = np.random.default_rng(seed)
    ended = [str(rng.choice(["short", "banked"], p=[0.2, 0.8])) for _ in range(2 * len(frame))]
    rows = frame.select("deal", "seating").select(pl.all().repeat_by(2).explode())
    return Turns(rows.with_columns(ended=pl.Series(ended, dtype=pl.Categorical)).lazy())


def side(frame: pl.DataFrame, seed: int = 0, seatings: str = "rotate") -> Side:
    return Side(frame.lazy(), BOTH if seatings == "rotate" else ONE, EFFECTS, turns(seed, frame))


def fired(frame: pl.DataFrame, ends: Turns | None = None) -> dict[str, list[bool]]:
    found = {
        "hot_dice": [bool(one) for one in frame["hot_dice"].to_list()],
        "bust": [one > 1 or other > 1 for one, other in zip(frame["busts_1"], frame["busts_2"], strict=True)],
    }
    if ends is not None:
        rows = Counter(ends.frame.filter(pl.col("ended") == "short").select("deal", "seating").collect().rows())
        found["short"] = [rows[game] > 0 for game in frame.select("deal", "seating").rows()]
    return found


def share(winners: int, seat: int) -> float:
    return (winners >> seat & 1) / max(winners.bit_count(), 1)


@settings(deadline=None)
@given(seed=st.integers(0, 2**32), seatings=st.sampled_from(["rotate", "fixed"]))
def test_parts_are_those_of_plain_python_and_add_up(seed: int, seatings: str) -> None:
    each = 2 if seatings == "rotate" else 1
    here, there = table(seed, 12, each), table(seed + 1, 12, each)
    ours, theirs = side(here, seed, seatings), side(there, seed + 7, seatings)
    found = take_apart(ours, theirs, [*CLAUSES, SHORT])
    assert [one.clause for one in found] == [HOT_DICE, BUST, SHORT, ANY]
    marks, others = fired(here, ours.turns), fired(there, theirs.turns)
    either = {name: [a or b for a, b in zip(marks[name], others[name], strict=True)] for name in marks}
    either[ANY.name] = [any(one) for one in zip(*either.values(), strict=True)]
    for sums in found:
        mark = either[sums.clause.name]
        assert proportion(sums.share, 0.95, sums.share.games).value == pytest.approx(np.mean(mark))
        values = {
            (part, one.statistic.name, one.subjects[0].seat, one.subjects[0].bot): difference(one)
            for part, one in sums.parts
        }
        for (part, *what), whole in values.items():
            if part == "all":
                fired_value, other_value = (values[kind, *what].value for kind in ("fired", "not fired"))  # type: ignore[index]
                assert fired_value is not None
                assert other_value is not None
                assert fired_value + other_value == pytest.approx(whole.value, abs=1e-12)
        bots = (None, None) if each == 2 else ONE.lineup
        for kind, keep in (("fired", mark), ("not fired", [not one for one in mark])):
            change = [(a - b) * k for a, b, k in zip(here["score_2"], there["score_2"], keep, strict=True)]
            assert values[kind, "points", 1, bots[1]].value == pytest.approx(np.mean(change), abs=1e-12)
        won = [share(a, 0) - share(b, 0) for a, b in zip(here["winners"], there["winners"], strict=True)]
        within = [change for change, k in zip(won, mark, strict=True) if k]
        if within:
            assert values["where fired", "win_rate", 0, bots[0]].value == pytest.approx(np.mean(within), abs=1e-12)
        if sums.clause is BUST:
            times = values["times", "bust", None, None]
            means = [
                np.mean([(a > 1) + (b > 1) for a, b in one.select("busts_1", "busts_2").rows()])
                for one in (here, there)
            ]
            assert (times.ours, times.theirs) == pytest.approx(tuple(means))


def test_bots_are_followed_from_seat_to_seat() -> None:
    here, there = table(3), table(4)
    (sums, _) = take_apart(side(here), side(there), [HOT_DICE])
    mark = [a or b for a, b in zip(fired(here)["hot_dice"], fired(there)["hot_dice"], strict=True)]
    for place in (0, 1):
        (moved,) = [
            one
            for part, one in sums.parts
            if part == "fired" and one.statistic is common.WIN_RATE and one.subjects[0].bot == BOTH.lineup[place]
            if one.subjects[0].seat is None
        ]
        seats = [BOTH.arrangements[seating - 1].index(place) for seating in here["seating"]]
        change = [
            (share(a, seat) - share(b, seat)) * k
            for a, b, seat, k in zip(here["winners"], there["winners"], seats, mark, strict=True)
        ]
        assert difference(moved).value == pytest.approx(np.mean(change), abs=1e-12)


def test_rows_of_a_family_name_clause_and_part_and_allow_for_each_other() -> None:
    ours, theirs = side(table(1)), side(table(2))
    (sums, _) = take_apart(ours, theirs, [HOT_DICE])
    rows = rows_of((ours, theirs), [(one, {"clause": "hot_dice", "part": part}) for part, one in sums.parts], 0.9)
    assert {row["part"] for row in rows} == {"times", "all", "fired", "not fired", "where fired"}
    assert {row["family"] for row in rows} == {len(rows)}
    (row,) = [row for row in rows if (row["part"], row["statistic"], row["seat"]) == ("fired", "win_rate", 1)]
    assert row["interval"] == "score of pairs"
    assert row["low"] < row["value"] < row["high"]
    assert row["low_all"] < row["low"]


@pytest.mark.parametrize("size", [1, 1_000])
def test_games_that_changed_most(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simkit.stats.pairs.BLOCK_GAMES", 2 * size)
    here, there = table(5), table(6)
    (sums, _) = take_apart(side(here), side(there), [HOT_DICE], 4)
    mark = [a or b for a, b in zip(fired(here)["hot_dice"], fired(there)["hot_dice"], strict=True)]
    expected = []
    for i, (one, other) in enumerate(zip(here.to_dicts(), there.to_dicts(), strict=True)):
        flip = sum(abs(share(one["winners"], seat) - share(other["winners"], seat)) for seat in (0, 1))
        points = sum(abs(one[f"score_{seat}"] - other[f"score_{seat}"]) for seat in (1, 2))
        if mark[i]:
            expected.append((-flip, -points, one["deal"], one["seating"]))
    assert [(game.deal, game.seating) for game in sums.changed] == [key[2:] for key in sorted(expected)[:4]]
    first = sums.changed[0]
    row = here.row(by_predicate=(pl.col("deal") == first.deal) & (pl.col("seating") == first.seating), named=True)
    assert first.ours[1:3] == ((row["score_1"], row["score_2"]), (row["turns"],))


def test_what_is_not_a_pair_is_refused() -> None:
    with pytest.raises(UsageError, match="played in different seatings"):
        take_apart(side(table(1)), side(table(2, 40, 1), seatings="fixed"), CLAUSES)


@pytest.mark.parametrize("statistic", [common.WIN_RATE, LENGTH], ids=["share", "mean"])
def test_intervals_of_what_a_clause_moved_hold(statistic: Statistic) -> None:
    """1,000 batches of 150 deals, the clause in 40 % of them. Correct code has fewer than 910 hits with chance < 1e-6,
    and an interval that covers 88 % has that many with chance < 0.2 %.
    """
    rng = np.random.default_rng(20261130)
    size = (1_000, 150)
    mark = (rng.random(size) < 0.4).astype(np.float64)
    if statistic is LENGTH:
        base = np.floor(20 + 8 * np.exp(rng.normal(size=size) / 2))
        moved = base + np.floor(3 * mark * rng.random(size) * 2)
        truth = 0.4 * 2.5  # floor of 6u is 0 to 5 alike
    else:
        base = (rng.random(size) < 0.5).astype(np.float64)
        moved = np.where((mark > 0) & (base == 0) & (rng.random(size) < 0.2), 1.0, base)
        truth = 0.4 * 0.5 * 0.2
    pair = shared_subjects(ONE, ONE, statistic)[0]
    hits = 0
    for k in range(size[0]):
        both = []
        for values in (moved[k] * mark[k], base[k] * mark[k]):
            series = [values, 0 * values] if statistic.by == "seat" else [values]
            both.append((series, [np.ones(size[1])] * len(series)))
        low, high, _ = difference(pair_sums(statistic, pair, both[0], both[1], paired=True)).bounds(0.95)
        hits += low is not None and high is not None and low <= truth <= high
    assert hits >= 910


def test_every_games_clauses_can_be_told() -> None:
    """They read columns that there are, and hold, or not, under every variant; on games that the reference plays."""
    for game in every_game().values():
        names = [one.name for one in game.clauses]
        assert len(set(names)) == len(names) > 0, game.id
        seats = max(2, game.seats[0])
        model = load_variant(game, game.variant).rules
        one = make_cell(game, model, [(game.bots[0].name, {})] * seats, max_turns=20)
        rows = dict(zip(("games", "turns"), play_reference(game, model, one, 0, 2), strict=True))
        for clause in game.clauses:
            frame = pl.DataFrame(rows[clause.table]).with_columns(pl.all().replace(MISSING, None))
            for column in game.table(clause.table).columns:
                if column.labels:
                    labels = pl.Series(column.labels)
                    frame = frame.with_columns(labels.gather(frame[column.name]).alias(column.name))
            times = frame.select(_times(clause, seats).alias("times"))["times"]
            assert times.dtype == pl.Float64
            assert times.fill_null(0).min() >= 0, (game.id, clause.name)  # type: ignore[operator]
        for variant in game.variants():
            rules = load_variant(game, variant).rules.model_dump()
            found = clauses_of(game.clauses, [replace(one, rules=tuple(rules.items()))])
            assert set(found) <= set(game.clauses)


def test_no_clause_without_its_option() -> None:
    game = find_game("ten-thousand")
    without, single = (
        replace(ONE, rules=tuple(load_variant(game, name).rules.model_dump().items()))
        for name in ("no-endgame", "single-roll")
    )
    assert "endgame" not in [one.name for one in clauses_of(game.clauses, [without])]
    assert clauses_of(game.clauses, [without, single])[0].name == "endgame"  # the one that only one of them has
