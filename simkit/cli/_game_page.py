"""The facts about a game as a page for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simkit.cli._page import Row, Section
from simkit.config.document import value_text
from simkit.config.problems import number_text, seat_range_text

__all__ = ["allowed_text", "difference_page", "game_page", "topic_sections"]

Facts = Mapping[str, Any]


def game_page(facts: Facts) -> Section:
    """Lay out everything that ``game_facts`` returns."""
    return Section(
        _title(facts),
        (facts["summary"], f"{seat_range_text(**facts['seats'])}. Version {facts['version']}."),
        sections=tuple(section for some in topic_sections(facts).values() for section in some),
    )


def topic_sections(facts: Facts) -> dict[str, tuple[Section, ...]]:
    """Lay out the facts of each topic that a game has, by what ``simkit describe GAME TOPIC`` calls it."""
    return {
        "variants": (_variants(facts),),
        "rules": (_rules(facts),),
        "bots": (Section("Bots", sections=tuple(map(_bot, facts["bots"]))),),
        "decisions": (_decisions(facts["decisions"]),),
        "columns": tuple(map(_columns, facts["tables"])),
        "statistics": (_statistics(facts["statistics"]),),
        "clauses": (_clauses(facts["clauses"]),) if facts["clauses"] else (),
    }


def _title(facts: Facts) -> str:
    return f"{facts['title']} ({facts['id']}): {facts['subtitle']}"


def difference_page(facts: Facts, one: str, other: str, rules: Sequence[Facts]) -> Section:
    """Lay out the rules that differ between two variants."""
    title = f"{facts['title']} ({facts['id']}): {one} against {other}"
    if not rules:
        return Section(title, ("No rule differs.",))
    rows = tuple(Row(rule["name"], (_value(rule), _value(rule, "against")), rule["meaning"]) for rule in rules)
    return Section(title, headers=("rule", one, other, "meaning"), rows=rows, joint=" -> ")


def _variants(facts: Facts) -> Section:
    rows = tuple(
        Row(
            variant["name"],
            (
                variant["title"],
                variant["certainty"],
                "the default" if variant["name"] == facts["default_variant"] else "",
            ),
            f"Source: {variant['source']}",
        )
        for variant in facts["variants"]
    )
    return Section("Variants", headers=("variant", "title", "certainty", "", "source"), rows=rows)


def _rules(facts: Facts) -> Section:
    rows = tuple(
        Row(rule["name"], (_value(rule), _elsewhere(rule), allowed_text(rule)), rule["meaning"])
        for rule in facts["rules"]
    )
    return Section(f"Rules of {facts['rules_of']}", headers=("rule", "value", "", "allowed", "meaning"), rows=rows)


def _elsewhere(rule: Facts) -> str:
    """Tell the default variant's value where it is another one."""
    return "" if rule["value"] == rule["default"] else f"by default {_value(rule, 'default')}"


def _bot(bot: Facts) -> Section:
    decides = f"Decides {', '.join(bot['decides'])}." if bot["decides"] else "Leaves every decision to its default."
    weakness = f"Weakness: {bot['weakness']}" if bot["weakness"] else ""
    rows = tuple(
        Row(parameter["name"], (_value(parameter, "default"), allowed_text(parameter)), parameter["meaning"])
        for parameter in bot["parameters"]
    )
    table = 'Carries a table: a .npy file, as table = "FILE.npy".' if bot["table"] else ""
    paragraphs = (bot["meaning"], weakness, f"Source: {bot['source']}" if bot["source"] else "", decides, table)
    headers = ("parameter", "default", "allowed", "meaning")
    return Section(bot["name"], tuple(filter(None, paragraphs)), headers, rows)


def _decisions(decisions: Sequence[Facts]) -> Section:
    """Lay out decisions, a view that several share only once."""
    sections: list[Section] = []
    for decision in decisions:
        like = next((one["name"] for one in decisions[: len(sections)] if one["view"] == decision["view"]), None)
        sections.append(_decision({**decision, "view": ()} if like else decision, like))
    paragraphs = () if sections else ("There is nothing to decide.",)
    return Section("Decisions", paragraphs, sections=tuple(sections))


def _decision(decision: Facts, like: str | None) -> Section:
    answers = f"Answers: {', '.join(decision['actions'])}." if decision["actions"] else "Answers: one of the options."
    default = f"Without a function for it: {decision['default']}." if decision["default"] else ""
    parts = [("view", "What the seat sees"), ("option", "What an option tells")]
    same = f"Sees what is seen for {like}." if like else ""
    return Section(
        decision["name"],
        tuple(filter(None, (decision["meaning"], answers, default, same))),
        sections=tuple(_fields(title, decision[part]) for part, title in parts if decision[part]),
    )


def _fields(title: str, fields: Sequence[Facts]) -> Section:
    rows = tuple(Row(field["name"], (), field["meaning"]) for field in fields)
    return Section(title, headers=("number", "meaning"), rows=rows)


def _columns(table: Facts) -> Section:
    rows = tuple(
        Row(
            f"{column['name']}_SEAT" if column["per_seat"] else column["name"],
            (_kind(column), "may be missing" if column["nullable"] else ""),
            column["meaning"],
        )
        for column in table["columns"]
    )
    return Section(f"Columns of {table['name']}", headers=("column", "kind", "", "meaning"), rows=rows)


def _kind(column: Facts) -> str:
    if column["labels"]:
        return f"one of {', '.join(column['labels'])}"
    return column["unit"] or {"int": "number", "flag": "true or false", "cards": "set of cards"}[column["kind"]]


def _statistics(statistics: Sequence[Facts]) -> Section:
    rows = []
    for one in statistics:
        margin = "" if one["margin"] is None else f"margin {number_text(one['margin'])}"
        by = f"by {'path' if one['of_path'] else one['by']}"
        rows.append(Row(one["name"], (one["kind"], by, one["unit"], margin), one["meaning"]))
    headers = ("statistic", "kind", "by", "unit", "margin", "meaning")
    paragraphs = (_MARGIN, _PATH) if any(one["of_path"] for one in statistics) else (_MARGIN,)
    return Section("Statistics", paragraphs, headers, tuple(rows))


def _clauses(clauses: Sequence[Facts]) -> Section:
    rows = tuple(Row(one["name"], ("by turns" if one["table"] == "turns" else "",), one["meaning"]) for one in clauses)
    return Section("Clauses", (_CLAUSES,), ("clause", "", "meaning"), rows)


_CLAUSES = '`simkit compare --why` tells what those that the rules have moved; "by turns" needs log = "turns".'
_MARGIN = "A margin is the difference that matters: comparisons and checks take it unless told otherwise."
_PATH = 'What is "by path" is computed from how the points went, turn by turn, and needs log = "turns".'


def _value(item: Facts, which: str = "value") -> str:
    """Write a value as a config takes it, with its unit."""
    value = item[which]
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    text = number_text(value) if numeric else value_text(value)
    return f"{text} {item['unit']}".rstrip()


def allowed_text(item: Facts) -> str:
    """Say what a rule or parameter may be."""
    if item["values"]:
        return f"one of {', '.join(map(value_text, item['values']))}"
    if item["type"] == "boolean":
        return "true or false"
    low, high = (None if item[end] is None else number_text(_whole(item, item[end])) for end in ("low", "high"))
    many = f"{item['length']} of " if item.get("length") else ""
    if low is not None and high is not None:
        return f"{many}{low} to {high}"
    return f"{many}any {'number' if item['type'] == 'number' else 'whole number'}"


def _whole(item: Facts, bound: float) -> float:
    return bound if item["type"] == "number" else int(bound)
