"""What there is to know about a game, as plain data: read from its declarations, never written a second time."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any

from simkit.bots import ParameterInfo, bot_takes_table, parameters
from simkit.config import Variant, load_variant
from simkit.config.seats import default_value
from simkit.model.bot import Bot, Decision
from simkit.model.columns import Column
from simkit.model.game import GameSpec
from simkit.model.statistic import Statistic

__all__ = ["differing_rules", "field_docs", "game_facts", "game_line"]


def game_line(game: GameSpec) -> dict[str, Any]:
    """Return what ``simkit games`` tells of a game."""
    return {
        "id": game.id,
        "title": game.title,
        "subtitle": game.subtitle,
        "version": game.version,
        "seats": {"low": game.seats[0], "high": game.seats[1]},
        "default_variant": game.variant,
        "variants": sorted(game.variants(), key=lambda name: (name != game.variant, name)),
    }


def game_facts(game: GameSpec, variant: Variant) -> dict[str, Any]:
    """Return all facts about a game; ``value`` of a rule is that in ``variant``, ``default`` that in the default one.

    The game's statistics are built for it, which loads Polars.
    """
    from simkit.stats.measures import known_statistics

    line = game_line(game)
    variants = {name: load_variant(game, name) for name in line["variants"]}
    return {
        **line,
        "summary": game.summary,
        "variants": list(map(_variant, variants.values())),
        "rules_of": variant.name,
        "rules": _rules(game, value=variant, default=variants[game.variant]),
        "bots": [_bot(bot) for bot in game.bots],
        "decisions": [_decision(decision) for decision in game.decisions],
        "tables": [{"name": table.name, "columns": list(map(_column, table.columns))} for table in game.tables],
        "statistics": [_statistic(one) for one in (*known_statistics(game), *game.turn_statistics())],
        "clauses": [{name: getattr(one, name) for name in ("name", "meaning", "table")} for one in game.clauses],
    }


def differing_rules(game: GameSpec, one: Variant, other: Variant) -> list[dict[str, Any]]:
    """Return the rules that differ between two variants, with both values."""
    return [rule for rule in _rules(game, value=one, against=other) if rule["value"] != rule["against"]]


def _rules(game: GameSpec, **variants: Variant) -> list[dict[str, Any]]:
    """Every rule with its value in each of the variants, under the names given to them."""
    values = {key: variant.rules.model_dump() for key, variant in variants.items()}
    schemas = game.rules.model_json_schema()["properties"]
    return [
        {**_rule(name, schema), **{key: rules[name] for key, rules in values.items()}}
        for name, schema in schemas.items()
    ]


def _variant(variant: Variant) -> dict[str, Any]:
    return {name: getattr(variant, name) for name in ("name", "title", "source", "certainty")}


def _rule(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Name, type, range or allowed values, unit and meaning of a rule; for a list those of its entries."""
    entry = schema["prefixItems"][0] if "prefixItems" in schema else schema
    return {
        "name": name,
        "type": "list" if entry is not schema else "label" if "enum" in schema else schema["type"],
        "length": len(schema["prefixItems"]) if entry is not schema else None,
        "values": entry.get("enum"),
        "low": entry.get("minimum"),
        "high": entry.get("maximum"),
        "unit": entry.get("unit", ""),
        "meaning": schema.get("description", ""),
    }


def _bot(bot: Bot) -> dict[str, Any]:
    return {
        "name": bot.name,
        "meaning": bot.meaning,
        "source": bot.source,
        "weakness": bot.weakness,
        "decides": list(bot.decide),
        "table": bot_takes_table(bot),
        "parameters": list(map(_parameter, parameters(bot))),
    }


def _parameter(info: ParameterInfo) -> dict[str, Any]:
    labels = info.labels()
    numeric = not labels and info.type is not bool
    kind = "label" if labels else {bool: "boolean", int: "integer", float: "number"}[info.type]
    return {
        "name": info.name,
        "type": kind,
        "values": labels or None,
        "low": info.about.low if numeric else None,
        "high": info.about.high if numeric else None,
        "unit": info.about.unit,
        "default": default_value(info),
        "meaning": info.about.meaning,
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "name": decision.name,
        "meaning": decision.meaning,
        "actions": list(decision.actions),
        "default": decision.default,
        "view": _fields(decision.view),
        "option": _fields(decision.option) if decision.option else None,
    }


def _fields(view: type[tuple[Any, ...]]) -> list[dict[str, str]]:
    docs = field_docs(view)
    return [{"name": name, "meaning": docs.get(name, "").replace("``", "`")} for name in view._fields]  # type: ignore[attr-defined]


def field_docs(cls: type) -> dict[str, str]:
    """Return the text that stands below each field of a class, by field; nothing for a class without source."""
    try:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    except OSError:
        return {}
    assert isinstance(tree, ast.ClassDef)
    docs = {}
    for line, below in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and isinstance(below, ast.Expr):
            docs[line.target.id] = inspect.cleandoc(str(ast.literal_eval(below.value)))
    return docs


def _column(column: Column) -> dict[str, Any]:
    numeric = column.kind == "int"
    return {
        "name": column.name,
        "kind": column.kind,
        "unit": column.unit,
        "low": column.low if numeric else None,
        "high": column.high if numeric else None,
        "labels": list(column.labels) or None,
        "per_seat": column.per_seat,
        "nullable": column.nullable,
        "meaning": column.meaning,
    }


def _statistic(statistic: Statistic) -> dict[str, Any]:
    from simkit.stats.game_path import is_of_path

    facts = {name: getattr(statistic, name) for name in ("name", "kind", "by", "unit", "margin", "meaning")}
    return facts | {"of_path": is_of_path(statistic)}
