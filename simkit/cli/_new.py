"""Files to begin with: a config that explains itself, and a bot that plays."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from simkit.cli._facts import field_docs
from simkit.cli._game_page import allowed_text
from simkit.config.models import Run
from simkit.config.schema import config_schema
from simkit.config.toml import toml_text
from simkit.errors import StoreError, UsageError
from simkit.model.bot import Decision
from simkit.model.game import GameSpec

__all__ = ["new_bot", "new_config", "schema_text", "write_new", "write_schema"]

Facts = Mapping[str, Any]

_WIDTH = 100
_IN = "    "
_SEATS = 2
_GAMES = 100_000
_UNPLAYED = "random"
"""A bot that is for comparison, not to begin with."""


def new_config(facts: Facts, name: str) -> str:
    """A config of a game that runs as it is, with every option in a comment.

    Parameters
    ----------
    facts
        What ``game_facts`` returns; its rules are those of the variant that the config names.
    name
        Name of its file.
    """
    lines = [
        f"#:schema {facts['id']}.schema.json",
        *_comment(f"{facts['title']}: {facts['subtitle']}."),
        "#",
        *_comment(f"    simkit run {name}", f"    simkit validate {name}"),
        "#",
        *_comment(f"What is commented out has the value shown. More: `simkit describe {facts['id']}`."),
        "",
        f"game = {toml_text(facts['id'])}",
        f"variant = {toml_text(facts['rules_of'])}",
        *(f"# variant = {toml_text(one['name'])}  # {one['title']}" for one in _others(facts)),
        "",
        *_comment("Rules, on top of the variant's."),
        "[rules]",
        *(line for rule in facts["rules"] for line in _rule(rule)),
        *_seats(facts),
        *_run(),
        *_further(facts),
    ]
    return "\n".join(lines) + "\n"


def _others(facts: Facts) -> list[Facts]:
    return [one for one in facts["variants"] if one["name"] != facts["rules_of"]]


def _comment(*paragraphs: str) -> Iterator[str]:
    for paragraph in paragraphs:
        yield from textwrap.wrap(paragraph, _WIDTH, initial_indent="# ", subsequent_indent="# ")


def _rule(rule: Facts) -> Iterator[str]:
    yield from _comment(_explained(rule))
    yield f"# {rule['name']} = {toml_text(rule['value'], '_')}"
    yield ""


def _explained(fact: Facts) -> str:
    """The meaning of a rule or parameter, and what it may be."""
    allowed = allowed_text(fact)
    return f"{fact['meaning']} ({allowed})" if allowed else str(fact["meaning"])


def _seats(facts: Facts) -> Iterator[str]:
    """A line-up of two different bots, or as many as the game needs, with all their parameters."""
    bots = [bot for bot in facts["bots"] if bot["name"] != _UNPLAYED and not bot["table"]] or facts["bots"]
    count = max(_SEATS, facts["seats"]["low"]) if facts["seats"]["high"] >= _SEATS else 1
    low, high = facts["seats"]["low"], facts["seats"]["high"]
    yield from _comment(f"The line-up: {low} to {high} seats. Bots:" if low < high else "The line-up. Bots:")
    for bot in facts["bots"]:
        text = f"{bot['name']}: {bot['meaning']}"
        yield from textwrap.wrap(text, _WIDTH, initial_indent="#   ", subsequent_indent="#     ")
    yield from _comment("Your own: `simkit new bot " + facts["id"] + "` writes one to begin with.")
    for seat in range(count):
        bot = bots[seat % len(bots)]
        yield from ("[[seats]]", f"strategy = {toml_text(bot['name'])}")
        for parameter in bot["parameters"]:
            yield from _comment(_explained(parameter))
            yield f"{parameter['name']} = {toml_text(parameter['default'], '_')}"
        yield ""


def _run() -> Iterator[str]:
    values = {"games": _GAMES, "seed": 1, "seatings": "rotate", "log": "games", "max_turns": 10_000}
    yield "[run]"
    for name, value in values.items():
        yield from _comment(str(Run.model_fields[name].description))
        yield f"{name} = {toml_text(value, '_')}"


def _further(facts: Facts) -> Iterator[str]:
    """What else a config may hold: more cells to compare."""
    other = next(iter(_others(facts)), None)
    rule = next((one for one in facts["rules"] if one["type"] == "boolean"), None)
    yield ""
    yield from _comment("More cells, played with the same dice or cards: `simkit compare` tells what differs.")
    if other is not None:
        yield from ("# [variants.other]", f"# variant = {toml_text(other['name'])}")
    elif rule is not None:
        yield from ("# [variants.other.rules]", f"# {rule['name']} = {toml_text(not rule['value'])}")


def new_bot(game: GameSpec, name: str) -> str:
    """A file, of that name, with a bot of a game that plays as it is: what each decision sees stands in comments."""
    views = {view.__name__ for one in game.decisions for view in (one.view, one.option) if view is not None}
    decide = "".join(f'        "{decision.name}": {decision.name},\n' for decision in game.decisions)
    lines = [
        f'"""A bot for {game.title}. A config names it so: strategy = "{name}:bot"."""',
        "",
        "from typing import Annotated, NamedTuple",
        "",
        f"from {game.decisions[0].view.__module__} import {', '.join(sorted(views))}",
        "from simkit.model.bot import Bot, Parameter",
        "",
        "",
        "class Params(NamedTuple):",
        '    """What a config may set beside the strategy. Rename it, or add more: 8 at most."""',
        "",
        '    number: Annotated[int, Parameter("what it means", low=0, high=1_000)] = 300',
        *(line for place, one in enumerate(game.decisions) for line in _function(one, game.decisions[:place])),
        "",
        "",
        f'bot = Bot(\n    "my-bot",\n    "what it does",\n    "who made it",\n    {{\n{decide}    }},\n    Params,\n)',
    ]
    return "\n".join(lines) + "\n"


def _function(decision: Decision, before: Sequence[Decision]) -> Iterator[str]:
    """The function for a decision; it answers what is always allowed. Fields stand where they are seen first."""
    option = "" if decision.option is None else f"option: {decision.option.__name__}, "
    result = "int" if decision.option is None else "float"
    yield from ("", "", f"def {decision.name}(view: {decision.view.__name__}, {option}params: Params) -> {result}:")
    yield from textwrap.wrap(f'"""{_plain(decision.meaning)}"""', _WIDTH, initial_indent=_IN, subsequent_indent=_IN)
    like = next((one.name for one in before if one.view is decision.view), None)
    yield from _fields("view", decision.view) if like is None else [f"    # view: as in {like}."]
    if decision.option is not None:
        yield from _fields("option", decision.option)
        yield from ("    # The option with the highest score is chosen, the first among equals.", "    return 0.0")
        return
    if not decision.mask:
        yield from (f"    # Answer {number} to {action}." for number, action in enumerate(decision.actions))
        yield "    return 0"
        return
    yield f"    # view.{decision.mask} has a bit for each answer that is allowed; this is the lowest of them."
    yield f"    lowest = view.{decision.mask} & -view.{decision.mask}"
    yield "    return lowest.bit_length() - 1"


def _fields(name: str, view: type[tuple[Any, ...]]) -> Iterator[str]:
    for field, meaning in field_docs(view).items():
        yield from textwrap.wrap(
            f"{name}.{field}: {_plain(meaning)}", _WIDTH, initial_indent="    # ", subsequent_indent="    #   "
        )


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("``", "`").replace('"', "'")


def write_new(file: Path, text: str) -> None:
    """Write a new file; one that is there stays.

    Raises
    ------
    UsageError
        It is there.
    StoreError
        It cannot be written.
    """
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise UsageError(f"{file}: is there already; choose another --out") from None
    except OSError as error:
        raise StoreError(f"{file}: cannot be written: {error.strerror}") from error


def write_schema(game: GameSpec, folder: Path) -> None:
    """Write the schema that configs of a game name in their first line; StoreError where that cannot be."""
    file = folder / f"{game.id}.schema.json"
    try:
        file.write_text(schema_text(game), encoding="utf-8")
    except OSError as error:
        raise StoreError(f"{file}: cannot be written: {error.strerror}") from error


def schema_text(game: GameSpec) -> str:
    """The schema of a game's configs as JSON."""
    return json.dumps(config_schema(game), indent=1, ensure_ascii=False) + "\n"
