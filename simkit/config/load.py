"""Reading a config: file, overrides, and a check of everything in it at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from simkit.config.cells import cells_of
from simkit.config.document import Document, read_document
from simkit.config.locate import KeyPath
from simkit.config.models import Config
from simkit.config.problems import Problems, field_problems
from simkit.config.stopping import check_stop
from simkit.config.variants import tuples
from simkit.errors import ConfigError

__all__ = ["load_config", "number_of_games"]


def load_config(path: Path, overrides: Sequence[str] = (), games: int | None = None, seed: int | None = None) -> Config:
    """Read a config, change it as options ask, and check all of it.

    Parameters
    ----------
    path
        TOML file, beside which bots given as files lie; ``-`` for standard input and the current folder.
    overrides
        ``KEY=VALUE`` each, as ``--set`` takes them: a dotted key, seats counted from 1, and a value in TOML's syntax;
        what is no TOML counts as text.
    games, seed
        Values of ``--games`` and ``--seed``; they win over the file and over ``overrides``.

    Raises
    ------
    ConfigError
        Every error of the config, of its variant files and of its bots, each with its place, key, value and what would
        do.
    StoreError
        The file exists but cannot be read.
    """
    document = read_document(path)
    if not document.data:
        raise ConfigError(f"{document.name}: is empty; a config has at least game and [[seats]]")
    document.override([*map(_setting, overrides), *_numbers(games=games, seed=seed)])
    problems = Problems()
    config = _validated(document, problems)
    check_stop(config, cells_of(config, problems), problems)
    problems.raise_any()
    return config


def number_of_games(config: Config) -> int:
    """Games of each cell, as the config or ``--games`` gives them.

    Raises
    ------
    ConfigError
        Neither gives them.
    """
    if config.run.games is None:
        problems = Problems()
        problems.add(config.document, ("run", "games"), "games is missing; give it, or --games", "missing")
        problems.raise_any()
    assert config.run.games is not None
    return config.run.games


def _setting(text: str) -> tuple[str, str, str]:
    key, equals, value = text.partition("=")
    return f"--set {text}", key.strip() if equals else "", value.strip()


def _numbers(**options: int | None) -> list[tuple[str, str, str]]:
    return [(f"--{name} {value}", f"run.{name}", str(value)) for name, value in options.items() if value is not None]


def _validated(document: Document, problems: Problems) -> Config:
    """Make the config without what the models refuse, so that the rest is checked as well."""
    data = tuples(document.data)
    try:
        config = Config.model_validate(data)
    except ValidationError as error:
        found = field_problems(error, Config)
        for problem in found:
            problems.add(document, problem.path, problem.message, problem.about)
        config = Config.model_validate(_without(data, {problem.path for problem in found}))
    return config.with_document(document)


def _without(data: Any, paths: Iterable[KeyPath]) -> Any:
    """Copy the data without what is at these paths; an entry of a list becomes an empty table."""
    below: dict[str | int, list[KeyPath]] = {}
    for path in paths:
        below.setdefault(path[0], []).append(path[1:])
    if isinstance(data, dict):
        return {
            key: _without(value, below[key]) if key in below else value
            for key, value in data.items()
            if () not in below.get(key, [])
        }
    return tuple(
        ({} if () in below[index] else _without(value, below[index])) if index in below else value
        for index, value in enumerate(data)
    )
