"""Counts of values, and the bins that pages put them in."""

from __future__ import annotations

import itertools
from collections import Counter

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.report.page.evidence import MOST_BINS, Distribution, histogram
from simkit.stats import distribution
from simkit.stats.distribution import count_values

games = st.lists(st.tuples(st.integers(-50, 300), st.none() | st.integers(-50, 300)), min_size=1, max_size=60)


@given(games)
def test_values_of_all_expressions_are_counted_together(rows) -> None:
    frame = pl.LazyFrame(rows, schema={"a": pl.Int32, "b": pl.Int32}, orient="row")
    found = count_values(frame, [pl.col("a"), pl.col("b")])
    assert found is not None
    expected = Counter(value for row in rows for value in row if value is not None)
    assert dict(found.iter_rows()) == expected
    assert found["value"].is_sorted()


def test_too_many_values_are_no_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distribution, "MOST_VALUES", 3)
    assert count_values(pl.LazyFrame({"a": [1, 2, 3, 3]}), [pl.col("a")]) is not None
    assert count_values(pl.LazyFrame({"a": [1, 2, 3, 4]}), [pl.col("a")]) is None


values = st.dictionaries(st.integers(-40, 400), st.integers(1, 5), min_size=1, max_size=50)


@given(st.lists(values, min_size=1, max_size=3), st.sampled_from([1, 50]))
def test_bins_hold_every_game_once(cells, step) -> None:
    counts = {
        f"{place}": pl.DataFrame({"value": [float(step * one) for one in found], "count": found.values()}).sort("value")
        for place, found in enumerate(cells)
    }
    figure = histogram(Distribution("length", "turns", counts))
    for (name, rows), series in zip(counts.items(), figure.series, strict=True):
        edges = series.x
        width = edges[1] - edges[0]
        assert series.name == name
        assert edges[0] % width == 0
        assert len(edges) <= MOST_BINS + 3
        assert all(edge % step == 0 and after - edge == width for edge, after in itertools.pairwise(edges))
        # fewer than 2,000 games: nothing is left out at the ends
        for place, share in enumerate(series.y):
            inside = rows.filter(pl.col("value").is_between(edges[place], edges[place + 1], closed="left"))
            assert share == pytest.approx(100 * inside["count"].sum() / rows["count"].sum())
        assert sum(series.y) == pytest.approx(100)


def test_a_few_odd_games_do_not_squeeze_the_rest() -> None:
    rows = pl.DataFrame({"value": [10.0, 11.0, 5_000.0], "count": [50_000, 50_000, 3]})
    figure = histogram(Distribution("length", "turns", {"base": rows}))
    assert figure.series[0].x == (10, 11, 12)
    assert sum(figure.series[0].y) == pytest.approx(100, abs=0.01)
