"""What there is to know about a game, in layers: an overview on a screen, a topic as a list, one thing in full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from simkit.cli._game_page import topic_sections
from simkit.cli._page import Section
from simkit.config.problems import seat_range_text, unknown
from simkit.errors import UsageError
from simkit.report.screen.layout import Answer, Note, Pairs, Plain, screen_text

__all__ = ["check_names", "overview", "topic_facts", "topic_list", "topic_page"]

Facts = Mapping[str, Any]

_MOST_NAMES = 90
"""Characters of names that an overview has for each topic."""
_GAP, _CUT = "  ", " ..."
_SAID = ("value", "title")
"""Headers of facts that a list tells besides the meaning."""


def overview(facts: Facts, *, width: int, coloured: bool) -> str:
    """Say what the game is and what there is to ask about it, on one screen."""
    names = {topic: [name for name, _ in _things(some)] for topic, some in topic_sections(facts).items()}
    about = f"{facts['summary']} {seat_range_text(**facts['seats'])}. Version {facts['version']}."
    pairs = tuple((topic, f"{len(some)}: {_shortened(some)}") for topic, some in names.items() if some)
    more = f"`simkit describe {facts['id']} TOPIC` lists a topic, `... TOPIC NAME` tells one thing, `--all` everything."
    title = Answer(f"{facts['title']} ({facts['id']}): {facts['subtitle']}")
    return screen_text([[title, Plain(about)], [Pairs(pairs)], [Note(more)]], width, coloured=coloured)


def _shortened(names: Sequence[str]) -> str:
    shown = list(names)
    while len(", ".join(shown)) > _MOST_NAMES:
        shown.pop()
    return ", ".join(shown) + (f" and {len(names) - len(shown)} more" if len(shown) < len(names) else "")


def topic_facts(facts: Facts, topic: str, name: str | None) -> dict[str, Any]:
    """Give the facts of a topic, or of one thing in it; of a column also the table that it stands in."""
    things = facts["tables" if topic == "columns" else topic]
    if topic == "columns":
        things = [{"table": table["name"], **column} for table in things for column in table["columns"]]
    return {"id": facts["id"], topic: [one for one in things if name is None or one["name"] == name]}


def topic_list(facts: Facts, topic: str, width: int) -> str:
    """List the things of a topic, a line each: the name, a rule's value, and as much of the meaning as fits."""
    things = _things(topic_sections(facts)[topic])
    column = max((len(name) for name, _ in things), default=0)
    lines = [name.ljust(column) + _GAP + text for name, text in things]
    more = f"`simkit describe {facts['id']} {topic} NAME` tells all of one."
    return "\n".join([*(_cut(line, width) for line in lines), "", more, ""])


def _cut(line: str, width: int) -> str:
    """Cut a line that is too long after a word."""
    return line if len(line) <= width else line[: width + 1 - len(_CUT)].rpartition(" ")[0].rstrip(" ,;:") + _CUT


def _things(sections: Sequence[Section]) -> list[tuple[str, str]]:
    """Names, each with what is said first of it, once."""
    found: dict[str, str] = {}
    for section in sections:
        for row in section.rows:
            said = (row.facts[0], row.meaning) if section.headers[1] in _SAID else (row.meaning,)
            found.setdefault(row.name, ": ".join(filter(None, said)))
        for below in section.sections:
            found.setdefault(below.title, below.paragraphs[0] if below.paragraphs else "")
    return list(found.items())


def topic_page(facts: Facts, topic: str, name: str | None) -> Section:
    """Lay out all that is known of a topic, or of one thing in it."""
    sections = topic_sections(facts)[topic]
    parts = sections if name is None else tuple(_parts(sections, name))
    return Section(f"{facts['title']} ({facts['id']}): {topic}", sections=parts)


def check_names(facts: Facts, topic: str, name: str | None) -> None:
    """Raise a UsageError for a topic or a thing that the game does not have."""
    topics = {key: some for key, some in topic_sections(facts).items() if some}
    if topic not in topics:
        raise UsageError(f"{topic}: {unknown('topic', topic, list(topics))}")
    known = [thing for thing, _ in _things(topics[topic])]
    if name is not None and name not in known:
        see = f"`simkit describe {facts['id']} {topic}` lists them"
        raise UsageError(f"{name}: {unknown(topic.removesuffix('s'), name, known, see)}")


def _parts(sections: Sequence[Section], name: str) -> Iterator[Section]:
    for section in sections:
        rows = tuple(row for row in section.rows if row.name == name)
        below = tuple(one for one in section.sections if one.title == name)
        if rows or below:
            yield replace(section, paragraphs=(), rows=rows, sections=below)
