"""Writes a page in the form that a file's name asks for: ``.html``, ``.md`` or ``.json``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from simkit.errors import StoreError, UsageError
from simkit.report.layout import JSON_SCHEMA, json_text
from simkit.report.page.html import html_page, require_extra
from simkit.report.page.model import Chart, Page, Table, Verdict
from simkit.report.page.tables import KINDS
from simkit.report.table import Table as PlainTable
from simkit.report.table import escaped, markdown_lines, printable

__all__ = ["check_target", "json_page", "markdown_page", "write_page"]


def check_target(path: Path) -> None:
    """Raise what ``write_page`` would, before anything is played.

    Raises
    ------
    UsageError
        The name does not end in a known form, or the form needs the extra ``report``, which is not installed.
    StoreError
        There is no such folder.
    """
    if path.suffix not in _FORMS:
        raise UsageError(
            f"--report {path}: the name must end in {', '.join(_FORMS)}, which is the form it is written in"
        )
    if path.suffix == ".html":
        require_extra(f"--report {path}")
    if not path.parent.is_dir():
        raise StoreError(f"--report {path}: there is no folder {path.parent}")


def write_page(page: Page, path: Path) -> None:
    """Write the page to a file, whole or not at all.

    Raises
    ------
    UsageError
        As ``check_target``.
    StoreError
        It cannot be written.
    """
    check_target(path)
    text = _FORMS[path.suffix](page)
    partial = path.with_name(f".{path.name}.part")
    try:
        partial.write_text(text, encoding="utf-8", newline="\n")
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise StoreError(f"--report {path}: cannot be written: {error.strerror or error}") from error


def json_page(page: Page) -> str:
    """Write everything on the page as JSON, with null where there is no number and never NaN."""
    content = {
        "schema": JSON_SCHEMA,
        "title": page.title,
        "question": page.question,
        "sections": [
            {
                "title": section.title,
                "facts": _pairs(section.facts),
                "verdicts": [verdict._asdict() for verdict in section.verdicts],
            }
            for section in page.sections
        ],
        "certainty": page.certainty,
        "facts": _pairs(page.facts),
        "charts": [_chart_json(chart) for chart in page.charts],
        "commands": _pairs(page.commands),
        "configs": _pairs(page.configs),
        "versions": _pairs(page.versions),
        **page.data,
    }
    return json_text(content)


def _pairs(facts: tuple[Any, ...]) -> list[dict[str, str]]:
    return [fact._asdict() for fact in facts]


def _chart_json(chart: Chart) -> dict[str, Any]:
    kind = type(chart.figure).__name__.lower()
    return {
        "key": chart.key,
        "title": chart.title,
        "told": chart.told,
        "note": chart.note,
        kind: _plain(asdict(chart.figure)),
    }


def _plain(value: Any) -> Any:
    """Turn named tuples into objects."""
    if hasattr(value, "_asdict"):
        return {key: _plain(item) for key, item in value._asdict().items()}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def markdown_page(page: Page) -> str:
    """Write the page as Markdown for a pull request: verdicts, what differs, every number, how to repeat it."""
    lines = [f"# {escaped(page.question)}", "", escaped(page.title), ""]
    for section in page.sections:
        lines += [f"## {escaped(section.title)}", ""]
        lines += [f"* {escaped(fact.name)}: {escaped(fact.text)}" for fact in section.facts]
        lines += [""] if section.facts else []
        lines += [_verdict(item) for item in section.verdicts if item.is_main]
        rest = [_verdict(item) for item in section.verdicts if not item.is_main]
        lines += ["", f"<details><summary>{len(rest)} more</summary>", "", *rest, "", "</details>"] if rest else []
        lines.append("")
    lines += [escaped(page.certainty), "", *(f"* {escaped(f'{item.name}: {item.text}')}" for item in page.facts), ""]
    for table in (page.differences, *page.why, *page.tables):
        lines += _table(table)
    lines += ["## How to repeat it", ""]
    for fact in (*page.commands, *page.configs):
        lines += [f"{escaped(fact.name)}:", "", *(f"    {line}" for line in fact.text.splitlines()), ""]
    lines += [f"* {escaped(f'{item.name}: {item.text}')}" for item in page.versions]
    return "\n".join(map(printable, lines)) + "\n"


def _verdict(verdict: Verdict) -> str:
    mark = f"**{KINDS[verdict.kind]}**: " if KINDS[verdict.kind] else ""
    return f"* {mark}{escaped(verdict.text)}."


def _table(table: Table) -> Iterator[str]:
    if not table.rows:
        return
    yield from (f"<details><summary>{_html(table.title)}</summary>", "")
    yield from markdown_lines(
        PlainTable(table.columns, tuple(tuple(value.text for value in row) for row in table.rows))
    )
    yield ""
    yield from (f"* {escaped(note)}" for note in table.notes)
    yield from ("", "</details>", "")


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


_FORMS: dict[str, Callable[[Page], str]] = {".html": html_page, ".md": markdown_page, ".json": json_page}
