"""A history for the eye: a small curve in text, and a chart for each of its metrics."""

from __future__ import annotations

from simkit.check.history import Drift, History
from simkit.report.page.model import Chart, Mark, Timeline
from simkit.report.rows import decimal_text, decimals_for, scale_of, unit_text

__all__ = ["NOTE", "charts_of", "numbers", "spark"]

_BARS = "▁▂▃▄▅▆▇█"


def spark(drift: Drift, most: int = 40) -> str:
    """Draw the values as bars, the last ``most`` of them; the height of the picture is at least the margin.

    >>> from dataclasses import replace
    >>> drift = Drift("", "", "", None, None, None, "", 1.0, (), (1.0, 2.0, 4.5), (), (), 0, 0, "steady")
    >>> spark(drift)
    '▁▃█'
    """
    values = drift.values[-most:]
    low, high = min(values), max(values)
    height = max(high - low, drift.margin)
    low = (low + high - height) / 2
    return "".join(_BARS[min(int((value - low) / height * len(_BARS)), len(_BARS) - 1)] for value in values)


def numbers(drift: Drift) -> tuple[str, str, str, str, str]:
    """Write the first value, the last, their difference, how far chance may go, and the margin."""
    scale = scale_of(drift.unit)
    decimals = decimals_for(0.0, [scale * (drift.reach or drift.margin)])
    exact = (drift.values[0], drift.values[-1], drift.change, drift.reach, drift.margin)
    first, last, change, reach, margin = (decimal_text(scale * number, decimals) for number in exact)
    return first, last, change, reach, margin


def charts_of(history: History) -> list[Chart]:
    """Make a chart a metric: values with two standard errors to either side, the margin around the first as a band."""
    return [_chart(f"line{number}", drift) for number, drift in enumerate(history.drifts, 1)]


NOTE = (
    "Bars: two standard errors to either side. Grey: the margin around the first value. Diamonds: checks that found a "
    "difference."
)
"""How to read the charts of a history."""


def _chart(key: str, drift: Drift) -> Chart:
    scale = scale_of(drift.unit)
    first, last, change, reach, _ = numbers(drift)
    told = f"{drift.word}: {first} to {last} {unit_text(drift.unit)}, by {change} ± {reach}"
    margin = scale * drift.margin
    figure = Timeline(
        unit=unit_text(drift.unit),
        times=drift.times,
        marks=tuple(
            Mark("", scale * value, scale * (value - 2 * error), scale * (value + 2 * error))
            for value, error in zip(drift.values, drift.errors, strict=True)
        ),
        band=(scale * drift.values[0] - margin, scale * drift.values[0] + margin),
        odd=frozenset(place for place, verdict in enumerate(drift.verdicts) if verdict == "different"),
    )
    return Chart(key, f"{drift.cell}: {drift.statistic}, {drift.who}", told, told, figure)
