"""The one rule of verdicts, what would do to tell, and what would have been caught."""

from __future__ import annotations

from dataclasses import replace
from statistics import NormalDist

import pytest

from simkit.check.cell import CellCheck
from simkit.check.evidence import RARE, Evidence
from simkit.check.match import JudgedMetric, match_cells
from simkit.check.metrics import Metric
from simkit.check.record import record_run
from simkit.check.records import MetricRecord
from simkit.check.verdict import judge, worst
from simkit.stats.common import TURNS
from simkit.stats.sequences import ASYMPTOTIC
from simkit.stats.subjects import subjects
from tests.check.error_rates import InMemory, play, small_cell
from tests.report.runs import zilch_cell

(SUBJECT,) = subjects(zilch_cell(), TURNS[0])
METRIC = JudgedMetric(
    Metric("turns", TURNS[0], SUBJECT, None, 0.1), MetricRecord(statistic="turns", value=20.0, margin=0.1), 0
)


def evidence(low: float | None, high: float | None, **rest) -> Evidence:
    """A difference in the middle of its bounds; the half-width is 5 standard errors."""
    difference = 0.0 if low is None or high is None else (low + high) / 2
    se = 0.02 if low is None or high is None else (high - low) / 10
    return Evidence(20.0, 20.0 + difference, low, high, se, rest.pop("kind", ASYMPTOTIC), factor=5.0, **rest)


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (-0.1, 0.1, "same"),
        (0.02, 0.09, "same"),  # moved for certain, but by less than matters
        (-0.11, 0.05, "cannot tell"),
        (0.05, 0.11, "cannot tell"),
        (0.02, 0.3, "cannot tell"),
        (-0.3, -0.02, "cannot tell"),
        (0.1, 0.3, "cannot tell"),  # the margin itself does not matter yet
        (0.11, 0.3, "different"),
        (-0.3, -0.11, "different"),
        (-0.3, 0.3, "cannot tell"),
        (None, None, "cannot tell"),
    ],
)
def test_inside_outside_or_neither(low, high, word) -> None:
    assert judge("base", METRIC, evidence(low, high), 10_000, identical=False).word == word
    assert judge("base", METRIC, evidence(low, high), 10_000, identical=True).word == "identical"


def test_nothing_to_count_any_more_is_a_difference() -> None:
    found = judge("base", METRIC, None, 10_000, identical=False)
    assert (found.word, found.old, found.new) == ("different", 20.0, None)


def test_the_worst_line_counts() -> None:
    assert worst([]) == worst(["identical"]) == "identical"
    assert worst(["identical", "same"]) == "same"
    assert worst(["same", "cannot tell", "identical"]) == "cannot tell"
    assert worst(["cannot tell", "different", "same"]) == "different"


def test_what_is_caught() -> None:
    # margin, half-width, and the standard errors that chance takes off nine times in ten
    found = judge("base", METRIC, evidence(-0.05, 0.05), 10_000, identical=False)
    assert found.catches == pytest.approx(0.1 + 0.05 + NormalDist().inv_cdf(0.9) * 0.01)
    rare = judge("base", METRIC, evidence(-0.001, 0.001, kind=RARE, alone=0.4), 10_000, identical=False)
    assert rare.catches == pytest.approx(0.1 + 0.4 + NormalDist().inv_cdf(0.9) * 0.08)


def needs(*bounds: float, **rest) -> tuple[int | None, int | None]:
    found = judge("base", METRIC, evidence(*bounds, **rest), 10_000, identical=False).needs
    return (None, None) if found is None else (found.baseline, found.check)


@pytest.mark.parametrize(
    ("low", "high", "kind", "deals"),
    [
        (-0.05, 0.05, ASYMPTOTIC, None),
        # no difference seen: half of the interval and a standard error have to fit into the margin
        (-0.3, 0.3, ASYMPTOTIC, 10_000 * (0.3 / (0.1 * 5 / 6)) ** 2),
        # 0.2 seen: half of the interval has to come down from 0.15 to the 0.1 that the margin is away
        (0.05, 0.35, ASYMPTOTIC, 22_500),
        (-0.2, 0.2, RARE, 24_000),
        (0.0, 0.11, ASYMPTOTIC, 12_500),  # it was not enough, if only by chance
    ],
)
def test_what_would_do_on_common_deals(low, high, kind, deals) -> None:
    found = needs(low, high, kind=kind)
    assert found == (None, None) if deals is None else found == pytest.approx((deals, deals), abs=1)


def test_what_would_do_on_other_deals() -> None:
    # the interval has to come down to 1/12 on either side, 1/60 a standard error; old deals alone leave 0.01 or 0.02
    old, new = needs(-0.3, 0.3, old_se=0.01, error=0.05)
    assert old is None
    assert new == pytest.approx(10_000 * 0.05**2 / (1 / 60**2 - 0.01**2), abs=1)
    assert needs(-0.3, 0.3, old_se=0.02, error=0.05) == pytest.approx((129_600, 129_600), abs=1)


def test_what_was_decided_stands(tmp_path, monkeypatch) -> None:
    cell = small_cell(tmp_path)
    frame = play(cell, 2_560)
    baseline = record_run(InMemory((cell,), frame, 2_560))  # type: ignore[arg-type]
    (matched,) = match_cells("b", [replace(cell, seed=9)], baseline.record)
    check = CellCheck(matched, baseline.counted["base"], 0.999, None, "")
    seen = iter([(0.11, 0.3), (-0.3, 0.3)])
    bounds = {}

    def told(self, number, judged):
        return evidence(*bounds["now"]) if judged.metric.name == "turns" else evidence(None, None)

    monkeypatch.setattr(CellCheck, "_evidence", told)
    for _ in range(2):
        bounds["now"] = next(seen)
        check.look(frame)
    words = {line.statistic: line.word for line in check.verdict().verdicts}
    assert (words["turns"], words["rounds"]) == ("different", "cannot tell")
