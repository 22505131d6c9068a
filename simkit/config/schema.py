"""The JSON Schema of a game's configs, for editors and for validators outside simkit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simkit.bots import ParameterInfo, bot_takes_table, parameters
from simkit.config.models import Config
from simkit.config.seats import default_value
from simkit.model.bot import Bot
from simkit.model.game import GameSpec

__all__ = ["config_schema"]

Schema = dict[str, Any]


def config_schema(game: GameSpec) -> Schema:
    """The schema of configs of a game: every key with its description, default and range.

    It tells more than names: which variants, rules and bots there are, and the parameters of each bot. What depends on
    several keys at once, and what a bot of one's own takes, only ``simkit validate`` knows.
    """
    schema = Config.model_json_schema()
    properties, definitions = schema["properties"], schema["$defs"]
    rules = game.rules.model_json_schema()
    definitions |= rules.get("$defs", {})
    definitions["Rules"] = _closed(rules["properties"], "rules that differ from the variant's")
    definitions["Seat"] = _seat(game, definitions["Seat"])
    changes = definitions["VariantChanges"]["properties"]
    for place in (properties, changes):
        place["rules"] = {"$ref": "#/$defs/Rules", "description": place["rules"]["description"]}
        place["variant"] = _variant(game, place["variant"])
    changes["seats"] |= {"propertyNames": {"pattern": "^[1-9][0-9]*$"}}
    properties["game"] = {"const": game.id, "description": f"{game.title}: {game.subtitle}"}
    properties["seats"]["maxItems"] = game.seats[1]
    schema["required"] = ["game"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A simkit config of {game.title}",
        **{key: value for key, value in schema.items() if key != "title"},
        "anyOf": [{"required": ["seats"]}, {"required": ["tournament"]}],
    }


def _closed(properties: Mapping[str, Any], description: str) -> Schema:
    return {"type": "object", "description": description, "properties": properties, "additionalProperties": False}


def _variant(game: GameSpec, schema: Schema) -> Schema:
    return {"enum": list(game.variants()), "default": game.variant, "description": schema["description"]}


def _seat(game: GameSpec, schema: Schema) -> Schema:
    """A seat's table: one of the game's bots with its own parameters, or another bot with any."""
    shared = {name: schema["properties"][name] for name in ("name", "table")}
    names = [bot.name for bot in game.bots]
    others = {"type": "string", "not": {"enum": names}, "description": schema["properties"]["strategy"]["description"]}
    own = {"type": "object", "properties": {"strategy": others, **shared}, "required": ["strategy"]}
    return {"description": schema["description"], "anyOf": [*(_bot(bot, shared) for bot in game.bots), own]}


def _bot(bot: Bot, shared: Mapping[str, Schema]) -> Schema:
    given = {name: schema for name, schema in shared.items() if name != "table" or bot_takes_table(bot)}
    strategy = {"const": bot.name, "description": bot.meaning}
    own = {info.name: _parameter(info) for info in parameters(bot)}
    return {**_closed({"strategy": strategy, **given, **own}, bot.meaning), "required": ["strategy"]}


def _parameter(info: ParameterInfo) -> Schema:
    about = {"description": info.about.meaning, "default": default_value(info)}
    if labels := info.labels():
        return {"enum": labels, **about}
    if info.type is bool:
        return {"type": "boolean", **about}
    kind = "number" if info.type is float else "integer"
    return {"type": kind, "minimum": info.about.low, "maximum": info.about.high, **about}
