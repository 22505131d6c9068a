"""A game's named variants: TOML files in its folder, each one full set of rules with its source."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simkit.config.document import Document, read_document
from simkit.config.problems import Problems, field_problems
from simkit.model.game import GameSpec, RulesModel

__all__ = ["Variant", "load_variant", "tuples"]


class _VariantFile(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    title: str = Field(min_length=1)
    source: str = Field(min_length=1)
    certainty: str = Field(min_length=1)
    rules: dict[str, Any] = Field(default_factory=dict)


@dataclass(frozen=True)
class Variant:
    """One variant: its title, who describes it where, how sure that is, and its rules.

    ``given`` holds the rules that its file names; in ``rules`` the others have the model's defaults.
    """

    name: str
    title: str
    source: str
    certainty: str
    given: dict[str, Any]
    rules: RulesModel


def load_variant(game: GameSpec, name: str) -> Variant:
    """Read and check the variant file of that name; KeyError when the game has none.

    Raises
    ------
    ConfigError
        Everything that is wrong with the file, with line and column.
    """
    path = game.variants()[name]
    state = path.stat()
    document = _read(path, _shown(path), (state.st_mtime_ns, state.st_size))
    problems = Problems()
    data = tuples(document.data)
    try:
        file = _VariantFile.model_validate(data)
    except ValidationError as error:
        for problem in field_problems(error, _VariantFile):
            problems.add(document, problem.path, problem.message, problem.about)
        problems.raise_any()
    try:
        rules = game.rules.model_validate(file.rules)
    except ValidationError as error:
        for problem in field_problems(error, game.rules, "rule", f"`simkit describe {game.id} rules` lists them"):
            problems.add(document, ("rules", *problem.path), problem.message, problem.about)
        problems.raise_any()
    return Variant(name, file.title, file.source, file.certainty, given=file.rules, rules=rules)


@cache  # every cell of a config is asked for its variant
def _read(path: Path, shown: Path, state: tuple[int, int]) -> Document:  # noqa: ARG001 (one that changed is read again)
    return read_document(shown)


def tuples(value: Any) -> Any:
    """Copy data with every list a tuple, as the strict models of rules want them."""
    if isinstance(value, dict):
        return {key: tuples(item) for key, item in value.items()}
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def _shown(path: Path) -> Path:
    """Shorten a path to one from the working directory, where it lies below it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
