"""Ratings: closed forms, recovery of what outcomes were made from, fields that cannot be rated, and coverage."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.stats import ratings
from simkit.stats.finishes import Choice, Results
from simkit.stats.pair_test import score_of
from simkit.stats.ratings import ELO, fit, rate

PAIRS = tuple(itertools.combinations(range(4), 2))


def of_pairs(pairs: Sequence[tuple[int, int]]) -> tuple[Choice, ...]:
    """Of each pair: the first wins, the second does, and a tie."""
    return tuple(Choice(pair, taken) for pair in pairs for taken in ((pair[0],), (pair[1],), pair))


def expected(strengths: Sequence[float], ties: float, n: float) -> np.ndarray:
    """Outcomes of all pairs, some tied, in which a / (a + b) is the expected score; ``float64[pairs, 3]``."""
    rows = []
    for one, other in itertools.combinations(range(len(strengths)), 2):
        score = strengths[one] / (strengths[one] + strengths[other])
        tied = ties * min(score, 1 - score)
        rows.append([n * (score - tied / 2), n * (1 - score - tied / 2), n * tied])
    return np.array(rows)


def orders(strengths: Sequence[float], level: float, left: tuple[int, ...]) -> Iterator[tuple[list[Choice], float]]:
    """All finishing orders of the bots left, each with its chance by the model's definition.

    All that are left are called level with this chance, whatever the order that chance then gives them.
    """
    if len(left) < 2:
        yield [], 1.0
        return
    if level:
        yield [Choice(left, left)], level
    for bot in left:
        chance = (1 - level) * strengths[bot] / sum(strengths[one] for one in left)
        for steps, more in orders(strengths, level, tuple(one for one in left if one != bot)):
            yield [Choice(left, (bot,)), *steps], chance * more


def expected_steps(strengths: Sequence[float], level: float, tables: Sequence[tuple[int, ...]]) -> dict[Choice, float]:
    """How often each step occurs at these tables, by the model."""
    found: dict[Choice, float] = {}
    for table in tables:
        for steps, chance in orders(strengths, level, table):
            for step in steps:
                found[step] = found.get(step, 0.0) + chance
    return found


def fitted(steps: dict[Choice, float], bots: int) -> np.ndarray:
    elo = fit(bots, list(steps), np.array(list(steps.values())))
    assert elo is not None
    return elo


def centred(strengths: Sequence[float]) -> np.ndarray:
    logs = ELO * np.log(strengths)
    return logs - logs.mean()


@given(st.integers(0, 500), st.integers(0, 500), st.integers(1, 500))
def test_two_bots_are_rated_by_their_expected_score(won: int, lost: int, tied: int) -> None:
    elo = fit(2, of_pairs([(0, 1)]), np.array([won, lost, tied], np.float64))
    assert elo is not None
    assert score_of(elo[0] - elo[1]) == pytest.approx((won + tied / 2) / (won + lost + tied), abs=1e-9)
    assert elo.sum() == pytest.approx(0, abs=1e-7)


@given(st.lists(st.floats(0.05, 20), min_size=4, max_size=4), st.sampled_from([0.0, 0.3, 1.0]))
def test_pairs_that_are_as_the_model_says_are_fitted(strengths: list[float], ties: float) -> None:
    elo = fit(4, of_pairs(PAIRS), expected(strengths, ties, 1_000.0).ravel())
    assert elo is not None
    np.testing.assert_allclose(elo, centred(strengths), atol=1e-5)


@given(
    st.lists(st.floats(0.1, 10), min_size=4, max_size=4),
    st.sampled_from([((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)), ((0, 1, 2, 3),), ((0, 1, 2), (1, 3))]),
)
def test_orders_that_are_as_the_model_says_are_fitted(strengths, tables) -> None:
    np.testing.assert_allclose(fitted(expected_steps(strengths, 0.0, tables), 4), centred(strengths), atol=1e-5)


@given(st.lists(st.integers(0, 5), min_size=4, max_size=4), st.integers(2, 4), st.booleans())
def test_level_bots_count_as_the_mean_of_all_their_orders(wins: list[int], size: int, is_cut: bool) -> None:
    everyone = (0, 1, 2, 3)
    strict = {Choice(everyone, (bot,)): float(n) + 1 for bot, n in enumerate(wins)}
    level = everyone if is_cut else everyone[:size]
    told = strict | {Choice(everyone, () if is_cut else level): float(24)}
    written = dict(strict)
    for order in itertools.permutations(level):
        for count, bot in enumerate(order):
            left = tuple(one for one in everyone if one not in order[:count])
            if len(left) > 1:
                step = Choice(left, (bot,))
                written[step] = written.get(step, 0.0) + 24 / math.factorial(len(level))
    np.testing.assert_allclose(fitted(told, 4), fitted(written, 4), atol=1e-5)


@given(st.lists(st.integers(1, 100), min_size=3, max_size=6))
def test_a_single_winner_of_a_table_in_closed_form(wins: list[int]) -> None:
    # only who is first is known: the chance of each is its strength over the sum, so strengths are as the wins
    everyone = tuple(range(len(wins)))
    steps = {Choice(everyone, (bot,)): float(n) for bot, n in enumerate(wins)}
    np.testing.assert_allclose(fitted(steps, len(wins)), centred(wins), atol=1e-5)


@settings(max_examples=25)
@given(st.lists(st.permutations(range(4)), min_size=6, max_size=30))
def test_the_maximum_is_that_of_hunters_iteration(finishes: list[list[int]]) -> None:
    # Hunter (2004), equation 30: a strength becomes how often it was taken over the sum, over the steps at which it was
    # left, of 1 over the strengths left
    finishes = [*finishes, [0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2]]  # so that a maximum exists
    taken = [one[step] for one in finishes for step in range(3)]
    left = np.array([[bot in one[step:] for bot in range(4)] for one in finishes for step in range(3)], np.float64)
    steps: dict[Choice, float] = {}
    for among, bot in zip(left, taken, strict=True):
        choice = Choice(tuple(np.flatnonzero(among).tolist()), (bot,))
        steps[choice] = steps.get(choice, 0.0) + 1
    strengths = np.ones(4)
    for _ in range(2_000):
        strengths = np.bincount(taken, minlength=4) / (left.T @ (1 / (left @ strengths)))
    np.testing.assert_allclose(fitted(steps, 4), centred(list(strengths)), atol=0.01)


def test_a_bot_that_never_wins_cannot_be_rated() -> None:
    counts = expected([1, 2, 3, 4], 0.0, 100.0)
    counts[[0, 1, 2], 0] = 0  # bot 1 loses everything
    choices = of_pairs(PAIRS)
    assert fit(4, choices, counts.ravel()) is None
    found = rate(Results(4, choices, counts.reshape(1, -1), np.zeros((1, 4, 4)), np.zeros(4, np.int64), 300), 1)
    assert (len(found.elo), found.superiority(0, 1)) == (0, None)
    counts[1, 2] = 1  # one tie, and there is a finite rating
    assert fit(4, choices, counts.ravel()) is not None


def test_a_bot_that_is_always_last_cannot_be_rated() -> None:
    steps = expected_steps([1, 1, 1], 0.0, [(0, 1, 2)])
    last = {step: n for step, n in steps.items() if 2 not in step.taken}
    assert fit(3, list(last), np.array(list(last.values()))) is None
    last[Choice((0, 2), (0, 2))] = 0.1  # level once
    assert fit(3, list(last), np.array(list(last.values()))) is not None


def results(choices: Sequence[Choice], counts: np.ndarray, bots: int) -> Results:
    """Results of a group of deals each row."""
    nothing = np.zeros((len(counts), bots, bots))
    return Results(bots, tuple(choices), counts.astype(np.float64), nothing, np.zeros(bots, np.int64), len(counts))


def test_an_interval_is_refused_when_some_draws_cannot_be_rated() -> None:
    counts = np.zeros((50, 3))
    counts[:, 0] = 1
    counts[0] = [0, 1, 0]  # a single win: left out of a draw of 50 deals in 36 % of draws
    found = rate(results(of_pairs([(0, 1)]), counts, 2), 1)
    assert found.elo[0] - found.elo[1] == pytest.approx(400 * math.log10(49))
    assert (found.interval(0, 0.95), found.se(0)) == (None, None)


def test_the_draws_are_the_same_with_any_numpy() -> None:
    # PCG64 of seed 1 begins with 0.5118, 0.9505 and 0.1442 of 2^64
    weights = ratings._weights(1_000, 1)
    first = [word * 1_000 >> 64 for word in np.random.PCG64(1).random_raw(3).tolist()]
    assert first == [511, 950, 144]
    assert all(weights[0, group] >= 1 for group in first)
    assert weights.shape == (ratings.REPLICATES, 1_000)
    assert (weights.sum(axis=1) == 1_000).all()
    # every group is drawn 1,000 times in the mean, with a standard deviation of 31.6; six of them are 1e-6 for all
    assert abs(weights.sum(axis=0) - 1_000).max() < 6.2 * 31.7
    assert (ratings._weights(1_000, 2) != weights).any()


FIELD = (1.0, 1.3, 1.6)


def simulated(rng: np.random.Generator, seats: int, deals: int) -> Results:
    """A tournament of three bots, two games a deal at each table, with ties."""
    level = 0.0 if seats == 3 else 0.1
    tables = [(0, 1, 2)] if seats == 3 else list(itertools.combinations(range(3), 2))
    choices = list(expected_steps(FIELD, level, tables))
    counts = np.zeros((deals, len(choices)))
    for table in tables:
        found = list(orders(FIELD, level, table))
        made = np.array([[step in steps for step in choices] for steps, _ in found], np.float64)
        counts += rng.multinomial(2, [chance for _, chance in found], deals) @ made
    return results(choices, counts, 3)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("times", [25, pytest.param(600, marks=pytest.mark.slow)])
def test_coverage_of_the_bootstrap(monkeypatch: pytest.MonkeyPatch, seats: int, times: int) -> None:
    # Tournaments of 3 bots, 300 deals of two games. Bounds: 5 standard errors of a coverage of 95 % (4.4 %, 0.9 %), and
    # 1.5 % for what a bootstrap of so few deals may lack. Intervals half as wide cover 67 %, and are found either way.
    monkeypatch.setattr("simkit.stats.ratings.REPLICATES", 200)
    rng, truth, held = np.random.default_rng(2), centred(FIELD), 0
    for _ in range(times):
        interval = rate(simulated(rng, seats, 300), 1).interval(0, 0.95)
        assert interval is not None
        held += interval[0] <= truth[0] <= interval[1]
    assert abs(held / times - 0.95) < 5 * math.sqrt(0.95 * 0.05 / times) + 0.015


def test_superiority_is_the_share_of_draws() -> None:
    rng = np.random.default_rng(3)
    counts = rng.multinomial(2, [0.5, 0.45, 0.05], 400)
    found = rate(results(of_pairs([(0, 1)]), counts, 2), 1)
    one, other = found.superiority(0, 1), found.superiority(1, 0)
    assert one is not None
    assert other is not None
    assert one + other == 1
    off = found.elo[0] - found.elo[1]
    se = (found.replicates[:, 0] - found.replicates[:, 1]).std()
    assert one == pytest.approx(0.5 * math.erfc(-off / se / math.sqrt(2)), abs=0.05)
