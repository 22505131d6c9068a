"""A history for the eye: a small curve in text, and a page of panels as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from simkit.check.history import Drift, History
from simkit.report.rows import SHARE, decimals_for, number_text, unit_text

__all__ = ["as_svg", "numbers", "spark"]

_BARS = "▁▂▃▄▅▆▇█"
WIDTH, HEIGHT, COLUMNS, GAP, TOP = 300, 110, 3, 24, 34


def spark(line: Drift, most: int = 40) -> str:
    """Draw the values as bars, the last ``most`` of them; the height of the picture is at least the margin.

    >>> from dataclasses import replace
    >>> line = Drift("", "", "", None, None, None, "", 1.0, (), (1.0, 2.0, 4.5), (), (), 0, 0, "steady")
    >>> spark(line)
    '▁▃█'
    """
    values = line.values[-most:]
    low, high = min(values), max(values)
    spread = max(high - low, line.margin)
    low = (low + high - spread) / 2
    return "".join(_BARS[min(int((value - low) / spread * len(_BARS)), len(_BARS) - 1)] for value in values)


def numbers(line: Drift) -> tuple[str, str, str, str, str]:
    """Write the first value, the last, their difference, how far chance may go, and the margin."""
    scale = 100 if line.unit.startswith(SHARE) else 1
    decimals = decimals_for(0.0, [scale * (line.reach or line.margin)])
    found = (line.values[0], line.values[-1], line.change, line.reach, line.margin)
    first, last, change, reach, margin = (number_text(scale * number, decimals) for number in found)
    return first, last, change, reach, margin


def as_svg(history: History) -> str:
    """Draw a panel a line: values with two standard errors to either side, the margin around the first as a band."""
    rows = -(-len(history.lines) // COLUMNS)
    width, height = COLUMNS * (WIDTH + GAP) + GAP, rows * (HEIGHT + TOP + GAP) + GAP
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            'font-family="sans-serif" font-size="12" role="img">'
        ),
        f"<title>History of {len(history.lines)} statistics over {history.checks} checks</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for number, line in enumerate(history.lines):
        x, y = GAP + number % COLUMNS * (WIDTH + GAP), GAP + number // COLUMNS * (HEIGHT + TOP + GAP)
        parts += [f'<g transform="translate({x} {y})">', *_panel(line), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(line: Drift) -> Iterator[str]:
    margin, first = line.margin, line.values[0]
    bounds = [
        value + sign * 2 * error for value, error in zip(line.values, line.errors, strict=True) for sign in (-1, 1)
    ]
    low, high = min(*bounds, first - margin), max(*bounds, first + margin)

    def across(i: int) -> float:
        return WIDTH * (i + 0.5) / len(line.values)

    def up(value: float) -> float:
        return TOP + HEIGHT * (high - value) / (high - low)

    title = f"{line.cell}: {line.statistic}, {line.who}"
    start, last, change, reach, _ = numbers(line)
    colour = {"drifted": "#b00020", "creeping": "#a05a00"}.get(line.word, "#1a1a1a")
    yield f'<text y="12" font-weight="bold">{escape(title)}</text>'
    told = f"{line.word}: {start} to {last} {unit_text(line.unit)}, by {change} ± {reach}"
    yield f'<text y="27" fill="{colour}">{escape(told)}</text>'
    yield (
        f'<rect y="{up(first + margin):.1f}" width="{WIDTH}" height="{up(first - margin) - up(first + margin):.1f}" '
        'fill="#dfe8f2"/>'
    )
    for i, (value, error) in enumerate(zip(line.values, line.errors, strict=True)):
        ends = f'y1="{up(value - 2 * error):.1f}" y2="{up(value + 2 * error):.1f}"'
        yield f'<line x1="{across(i):.1f}" x2="{across(i):.1f}" {ends} stroke="#7a8794"/>'
    points = " ".join(f"{across(i):.1f},{up(value):.1f}" for i, value in enumerate(line.values))
    yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
    for i, (value, verdict) in enumerate(zip(line.values, line.verdicts, strict=True)):
        fill = "#b00020" if verdict == "different" else colour
        yield f'<circle cx="{across(i):.1f}" cy="{up(value):.1f}" r="2.5" fill="{fill}"/>'
