"""The sequential test of two bots: its ratio against a plain computation, its looks, and its error rates."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy.optimize import brentq, minimize

from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.stop import Found, SequentialTest, StopRule
from simkit.stats.moments import Floats
from simkit.stats.pair_test import SCORES, PairTest, bounds_of, elo_of, log_ratios, score_of, why_no_pairs
from tests.report.runs import MemoryRun, zilch_cell
from tests.stats.frames import cell as small_cell
from tests.stats.frames import games
from tests.stats.pair_test_rates import Case, cases
from tests.stats.test_sequences import most_misses

CASES = {case.name: case for case in cases()}
CELL = zilch_cell()
COUNTS = np.array([[30, 240, 500, 260, 41], [1, 0, 900, 3, 0], [0, 0, 500, 0, 0], [200, 0, 0, 0, 250]])


def likeliest(weights: Floats, score: float) -> Floats:
    """Chances with that mean under which the weights are likeliest, by Lagrange's multiplier."""
    root = brentq(
        lambda x: float((weights * (SCORES - score) / (1 + x * (SCORES - score))).sum()),
        -1 / (1 - score) + 1e-12,
        1 / score - 1e-12,
        xtol=1e-14,
    )
    found: Floats = weights / weights.sum() / (1 + root * (SCORES - score))
    return found


def test_the_ratio_is_that_of_the_likeliest_chances_with_either_mean() -> None:
    for counts in COUNTS:
        weights = np.maximum(counts, 1e-3)
        p0, p1 = (likeliest(weights, score_of(elo)) for elo in (-3, 8))
        for p, elo in ((p0, -3), (p1, 8)):
            assert (p.sum(), p @ SCORES) == pytest.approx((1, score_of(elo)), abs=1e-8)
        expected = float(weights @ np.log(p1 / p0))
        assert log_ratios(counts[None], score_of(-3), score_of(8))[0] == pytest.approx(expected, rel=1e-6)


def test_no_other_chances_with_that_mean_are_likelier() -> None:
    weights, score = COUNTS[0].astype(float), score_of(8)
    found = minimize(
        lambda p: -float(weights @ np.log(np.maximum(p, 1e-12))),
        np.full(5, 0.2),
        bounds=[(1e-9, 1)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p: p @ SCORES - score},
        ],
    )
    assert float(weights @ np.log(likeliest(weights, score))) >= -found.fun - 1e-3


def test_the_ratio_is_near_that_of_a_normal_mean() -> None:
    # n (s1 - s0) (2 mean - s0 - s1) / (2 variance), to the second order in how far the scores are from the mean
    counts = 100 * COUNTS[:1]
    n = counts.sum()
    chances = counts[0] / n
    mean = chances @ SCORES
    variance = chances @ SCORES**2 - mean**2
    s0, s1 = score_of(0), score_of(5)
    assert log_ratios(counts, s0, s1)[0] == pytest.approx(n * (s1 - s0) * (2 * mean - s0 - s1) / 2 / variance, rel=0.02)


def test_ratios_are_opposite_when_bots_and_hypotheses_change_places() -> None:
    ours = log_ratios(COUNTS, score_of(0), score_of(5))
    theirs = log_ratios(COUNTS[:, ::-1], score_of(0), score_of(-5))
    assert ours == pytest.approx(theirs, rel=1e-9)
    assert log_ratios(COUNTS, score_of(5), score_of(0)) == pytest.approx(-ours, rel=1e-9)


def test_elo_and_bounds() -> None:
    # 400 Elo are odds of 10 to 1
    assert score_of(400) == pytest.approx(10 / 11)
    assert elo_of(10 / 11) == pytest.approx(400)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)
    assert bounds_of(SequentialTest(alpha=0.05, beta=0.1)) == pytest.approx(
        (math.log(0.1 / 0.95), math.log(0.9 / 0.05))
    )


def paired(pairs: list[int], cell: Cell = CELL) -> MemoryRun:
    """Pairs in which the first bot has so many quarters of both games; it sits in seat 1 and then in seat 2."""
    results = {0: (2, 1), 1: (3, 1), 2: (1, 1), 3: (1, 3), 4: (1, 2)}
    frame = games(cell, len(pairs), winners=[winners for pair in pairs for winners in results[pair]])
    return MemoryRun((cell,), {cell.name: frame})


def test_it_ends_at_the_first_look_beyond_a_bound() -> None:
    pairs = [1, 2, 3, 2] * 300 + [2, 3, 2, 2] * 1_200  # level at first
    rule = StopRule(test=SequentialTest(elo0=-5, elo1=5))
    counts = np.cumsum([np.bincount(pairs[at : at + 100], minlength=5) for at in range(0, 6_000, 100)], axis=0)
    ratios = log_ratios(counts, score_of(-5), score_of(5))
    look = next(i for i in range(4, 60) if abs(ratios[i]) >= math.log(19))
    assert look > 4
    whole = PairTest(rule, [CELL]).ask(paired(pairs), 6_000)  # type: ignore[arg-type]
    assert whole is not None
    assert (whole.deals, whole.verdict) == (100 * (look + 1), "H1" if ratios[look] > 0 else "H0")
    test, in_steps = PairTest(rule, [CELL]), []
    for deals in (60, 450, 620, 1_000, 3_333, 6_000):
        in_steps.append(test.ask(paired(pairs), deals))  # type: ignore[arg-type]
        if in_steps[-1]:
            break
    assert in_steps[-1] == whole
    assert "points of a pair: 0: " in whole.said[-1]


def ask(pairs: list[int], seat: int = 1, cell: Cell = CELL) -> Found | None:
    rule = StopRule(test=SequentialTest(elo0=0, elo1=10, seat=seat))
    return PairTest(rule, [cell]).ask(paired(pairs, cell), len(pairs))  # type: ignore[arg-type]


def test_nothing_is_accepted_before_500_pairs() -> None:
    assert ask([4] * 499) is None
    found = ask([4] * 500)
    assert found is not None
    assert (found.deals, found.verdict) == (500, "H1")


def test_the_bot_in_question_is_that_of_the_seat() -> None:
    found = ask([4, 4, 2, 3] * 200, seat=2)
    assert found is not None
    assert found.verdict == "H0"
    assert found.said[1].startswith("bank-at(bank_at=500, stop_at_target=false) against bank-at(bank_at=300): -")


def test_a_game_cut_short_is_shared() -> None:
    run = paired([2] * 500)
    cut = MemoryRun((CELL,), {"base": run.frames["base"].with_columns(winners=pl.lit(0))})
    rule = StopRule(test=SequentialTest(elo0=0, elo1=10))
    found = PairTest(rule, [CELL]).ask(cut, 500)  # type: ignore[arg-type]
    assert found == ask([2] * 500)


def test_undecided_it_tells_how_far_it_is() -> None:
    rule = StopRule(test=SequentialTest(elo0=-5, elo1=5))
    test = PairTest(rule, [CELL])
    assert test.ask(paired([1, 2, 3, 2] * 200), 800) is None  # type: ignore[arg-type]
    says, takes, elo, points = test.unmet()
    assert says == "sequential test: undecided after 800 pairs; log-likelihood ratio 0.00, bounds -2.94 and 2.94"
    # variance 1/32 a pair; 2.94² · (1/32) / (score of 5 less that of -5)² = 1,308
    assert takes == "half-way between both hypotheses it takes 1,300 pairs on average, else fewer"
    assert ": +0.0 Elo, from -" in elo
    assert points == "points of a pair: 0: 0, 0.5: 200, 1: 400, 1.5: 200, 2: 0"
    assert test.next(800) == 4_000  # no drift: five times as far
    few = PairTest(rule, [CELL])
    assert few.next(400) == 500
    assert few.ask(paired([2] * 400), 400) is None  # type: ignore[arg-type]
    assert few.unmet() == ("sequential test: undecided; it takes 500 pairs at least",)


def test_the_next_look_is_where_the_ratio_will_be_at_a_bound() -> None:
    test = PairTest(StopRule(test=SequentialTest(elo0=0, elo1=1)), [CELL])
    assert test.ask(paired([2, 3, 2, 1, 2, 2, 3, 2, 2, 2] * 50), 500) is None  # type: ignore[arg-type]
    ratio = log_ratios(np.array([[0, 50, 350, 100, 0]]), score_of(0), score_of(1))[0]
    assert 0.6 < ratio < 2.3  # within five times the pairs, beyond the next look
    assert test.next(500) == 100 * math.ceil(5 * math.log(19) / ratio)


def test_sides_of_several_seats_are_pairs_when_they_alternate() -> None:
    assert why_no_pairs(small_cell("abab", "rotate")) is None
    assert why_no_pairs(small_cell("ab", "all")) is None
    cell = small_cell("abab", "rotate")
    frame = games(cell, 500, winners=[0b0101, 0b1010] * 500)
    found = PairTest(StopRule(test=SequentialTest()), [cell]).ask(MemoryRun((cell,), {"base": frame}), 500)  # type: ignore[arg-type]
    assert found is not None
    assert found.said[-1] == "points of a pair: 0: 0, 0.5: 0, 1: 0, 1.5: 0, 2: 500"
    odd = MemoryRun((cell,), {"base": games(cell, 500, winners=[0b0111, 0b1010] * 500)})
    with pytest.raises(UsageError, match="wins are shared otherwise"):
        PairTest(StopRule(test=SequentialTest()), [cell]).ask(odd, 500)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        (small_cell("ab"), "the games of a deal are 1"),
        (small_cell("aabb", "rotate"), "the games of a deal are 4"),
        (small_cell("aa", "rotate"), "there is one bot"),
        (small_cell("abc", "rotate"), "there are 3 bots"),
        (small_cell("aab", "rotate"), "the games of a deal are 3"),
    ],
)
def test_anything_but_two_sides_that_change_places_is_refused(cell: Cell, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        PairTest(StopRule(test=SequentialTest()), [cell])


def test_several_cells_are_refused() -> None:
    with pytest.raises(UsageError, match="there are 2 cells"):
        PairTest(StopRule(test=SequentialTest()), [CELL, replace(CELL, seed=9)])


def check_errors(case: Case, paths: int) -> None:
    """Each error is at most 1.2 times as frequent as stated; false alarm 1e-6 where it is just that."""
    test = case.test
    at0, at1 = (case.rates(elo, paths, 20_000 if paths > 1_000 else 6_000) for elo in (test.elo0, test.elo1))
    assert round(at0.h1 * paths) <= most_misses(paths, 1.2 * test.alpha)
    assert round(at1.h0 * paths) <= most_misses(paths, 1.2 * test.beta)


def test_error_rates_are_as_stated() -> None:
    check_errors(CASES["0 against 10 Elo"], 400)


def test_a_test_with_bounds_for_twice_the_errors_would_be_found() -> None:
    case = CASES["0 against 10 Elo"]
    lax = replace(case, test=case.test.model_copy(update={"alpha": 0.2}))
    assert round(lax.rates(0, 400, 6_000).h1 * 400) > most_misses(400, 1.2 * 0.05)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(CASES))
def test_error_rates_of_the_table(name: str) -> None:
    check_errors(CASES[name], 10_000)
