"""p-values against SciPy's and hand-computed ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import stdtr

from simkit.stats.significance import holm, t_tail


@given(st.floats(0, 40), st.integers(1, 99_999))
def test_tail_of_t_is_scipys(t: float, freedom: int) -> None:
    # relative: beyond t = 10 the tail is tiny, and its logarithm is what the series knows to about 1e-10
    assert t_tail(t, freedom) == pytest.approx(2 * stdtr(freedom, -t), rel=1e-8, abs=1e-300)
    assert t_tail(-t, freedom) == t_tail(t, freedom)


@pytest.mark.parametrize("t", [0.1, 1.0, 3.0, 5.0])
def test_tail_of_many_degrees_is_the_normal_one(t: float) -> None:
    assert t_tail(t, 100_000) == pytest.approx(2 * stdtr(100_000, -t), rel=2.5e-3)


def test_holm_by_hand() -> None:
    # sorted .005 .01 .03 .04 times 4 3 2 1: .02 .03 .06 .04, and none below one before it
    assert holm([0.04, 0.01, 0.03, 0.005], 4) == pytest.approx([0.06, 0.03, 0.06, 0.02])


@given(st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=8), st.integers(0, 5))
def test_holm_keeps_order_and_lies_between_raw_and_bonferroni(raw: list[float | None], more: int) -> None:
    adjusted = holm(raw, len(raw) + more)
    pairs = [(p, q) for p, q in zip(raw, adjusted, strict=True) if p is not None and q is not None]
    assert [p is None for p in raw] == [q is None for q in adjusted]
    assert all(p <= q <= min(1.0, p * (len(raw) + more)) for p, q in pairs)
    assert all(q <= r for p, q in pairs for o, r in pairs if p < o)
