"""Charts beside each other in one SVG file, in the page's colours, light and dark."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from simkit.report.page.draw import draw
from simkit.report.page.model import Chart

__all__ = ["sheet"]

_COLUMNS, _GAP, _LINE = 3, 24.0, 16
_CHARACTERS = 62
"""Characters of a line above a chart."""


def sheet(title: str, note: str, charts: Sequence[Chart]) -> str:
    """Draw charts as one SVG file, each below its title and note; the same charts give the same text."""
    drawn = [_panel(chart) for chart in charts]
    across = max((width for _, width, _ in drawn), default=400.0)
    columns = max(min(_COLUMNS, len(drawn)), 1)
    width, top = _GAP + columns * (across + _GAP), 2 * _GAP + _LINE
    parts: list[str] = []
    for first in range(0, len(drawn), columns):
        row = drawn[first : first + columns]
        for column, (panel, *_) in enumerate(row):
            x = _GAP + column * (across + _GAP)
            parts.append(f'<g transform="translate({x:g} {top:g})">\n{panel}\n</g>')
        top += max(height for *_, height in row) + _GAP
    return "\n".join([*_head(title, note, width, top), *parts, "</svg>"]) + "\n"


def _head(title: str, note: str, width: float, height: float) -> Iterator[str]:
    css = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="DejaVu Sans, sans-serif" font-size="12" role="img">'
    )
    yield f"<title>{escape(title)}</title>"
    yield f"<style>\n{css[: css.index('* {')]}text {{ fill: var(--ink); }}\n</style>"
    yield f'<rect width="{width:g}" height="{height:g}" fill="var(--paper)"/>'
    yield f'<text x="{_GAP:g}" y="{_GAP:g}" font-size="16" font-weight="bold">{escape(title)}</text>'
    yield f'<text x="{_GAP:g}" y="{_GAP + 1.3 * _LINE:g}">{escape(note)}</text>'


def _panel(chart: Chart) -> tuple[str, float, float]:
    """Draw a chart below its words; return it with its width and height."""
    titles, notes = (textwrap.wrap(text, _CHARACTERS) for text in (chart.title, chart.note))
    texts = [f'<text y="{_LINE * i}" font-weight="bold">{escape(line)}</text>' for i, line in enumerate(titles, 1)]
    texts += [f'<text y="{_LINE * i}">{escape(line)}</text>' for i, line in enumerate(notes, len(titles) + 1)]
    top, svg = _LINE * len(texts) + 6, draw(chart)
    size = re.match(r'<svg viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert size is not None
    width, height = map(float, size.groups())
    placed = svg.replace("<svg ", f'<svg y="{top}" width="{width:g}" height="{height:g}" ', 1)
    return "\n".join([*texts, placed]), width, top + height
