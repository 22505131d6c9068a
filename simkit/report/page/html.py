"""A page as one HTML file that needs nothing else: no network, no other file, no fonts.

Jinja2 and matplotlib, the extra ``report``, are imported when a page is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from simkit.errors import UsageError
from simkit.report.page.model import Page, Table
from simkit.report.page.tables import KINDS

__all__ = ["html_page", "require_extra"]

_SIGNS = {"matters": "●", "changed": "◐", "small": "◔", "same": "○", "open": "?", "unknown": "–", "value": ""}
_FOLDER = Path(__file__).parent


def require_extra(
    what: str,
    packages: Sequence[str] = ("jinja2", "matplotlib"),
    instead: str = "Markdown and JSON need no extra",
) -> None:
    """Raise a UsageError that says what to install when ``what`` needs packages that are not installed."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"{what}: needs {' and '.join(missing)}; install with: pip install {' '.join(missing)}; {instead}"
        )


def html_page(page: Page) -> str:
    """Write the page as HTML; the same page gives the same text.

    Raises
    ------
    UsageError
        The extra ``report`` is not installed.
    """
    require_extra("an HTML page")
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    from simkit.report.page.draw import draw

    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    own = {name: Markup((_FOLDER / f"page.{name}").read_text(encoding="utf-8")) for name in ("css", "js")}  # noqa: S704
    pictures = [(chart, Markup(draw(chart))) for chart in page.charts]  # noqa: S704 (drawn by us, names escaped)
    text = environment.get_template("page.html.jinja").render(
        page=page,
        style=own["css"],
        script=own["js"],
        kinds=KINDS,
        signs=_SIGNS,
        differences=_keyed(page.differences, "differences"),
        tables=[_keyed(table, f"table{place}") for place, table in enumerate(page.tables, 1)],
        why=[_keyed(table, f"why{place}") for place, table in enumerate(page.why, 1)],
        charts=[drawn for drawn in pictures if not drawn[0].is_folded],
        folded=[drawn for drawn in pictures if drawn[0].is_folded],
    )
    return text.rstrip("\n") + "\n"


def _keyed(table: Table, key: str) -> dict[str, Any]:
    """A table with a name that is its own on the page."""
    return {**table._asdict(), "key": key}
