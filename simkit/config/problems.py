"""What is wrong with a config, collected: every problem with its place, key, value and what would do."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from pydantic import BaseModel, ValidationError

from simkit.config.document import Document, nearest, value_text
from simkit.config.locate import KeyPath
from simkit.config.toml import key_text
from simkit.errors import ConfigError

__all__ = [
    "Problems",
    "What",
    "field_problems",
    "number_text",
    "one_of",
    "there_are",
    "truth",
    "unknown",
    "whole_number",
]

MANY_NAMES = 12
"""Above this many allowed names a message does not list them."""

What = Literal["value", "key", "table", "missing"]
"""What a problem is about: a value, a key, a whole table, or a key that its table lacks."""


_TRUTHS: dict[object, str] = {
    **dict.fromkeys(("on", "yes", "true", "always", 1), "true"),
    **dict.fromkeys(("off", "no", "false", "never", "none", 0), "false"),
}
"""What is meant by texts and numbers where a truth is wanted."""


@dataclass
class Problems:
    """Problems found so far, each told once: those of options come first, then the file's, then other files'.

    What lies below a key that already has a problem is not told again: it follows from it.
    """

    lines: list[tuple[tuple[int, int, int], str]] = field(default_factory=list)
    seen: set[tuple[str, KeyPath]] = field(default_factory=set)

    def add(self, document: Document, path: KeyPath, message: str, about: What = "value") -> None:
        """Note a problem of what is at ``path``, or of the key there that its table lacks.

        The message completes ``file:line:column: key = value: ...``; for an override, ``--set key=value: ...``.
        """
        if any((document.name, path[:length]) in self.seen for length in range(len(path) + 1)):
            return
        self.seen.add((document.name, path))
        name = key_text(path[:-1] if about == "missing" else path)
        if about == "value":
            name = f"{name} = {value_text(document.value(path))}"
        option = document.option_for(path)
        if option:
            shown = [option[1], *([name] if path != option[0] and name else []), message]
            self.lines.append(((0, 0, 0), ": ".join(shown)))
            return
        line, column = document.where(path, "value" if about == "value" else "key")
        start = f"{document.name}:{line}:{column}" if document.name else ""
        text = ": ".join(part for part in (start, name, message) if part)
        self.lines.append(((1, line, column), text))

    def take(self, error: ConfigError) -> None:
        """Note the problems of another file as they are told there."""
        known = {text for _, text in self.lines}
        self.lines += [((2, 0, 0), line) for line in error.lines if line not in known]

    def raise_any(self) -> None:
        """Raise a ConfigError with all problems in order, if there are any."""
        if self.lines:
            raise ConfigError(*(text for _, text in sorted(self.lines, key=lambda line: line[0])))


def number_text(number: float) -> str:
    """Write a number as TOML takes it, thousands marked from 10_000 on.

    >>> number_text(9999), number_text(1000000)
    ('9999', '1_000_000')
    """
    return f"{number:_}" if isinstance(number, int) and abs(number) >= 10_000 else f"{number}"


def truth(value: object) -> str:
    """Message for a value that is not a truth, with what was meant where that is plain."""
    meant = _TRUTHS.get(value) if isinstance(value, str | int) else None
    return "must be true or false" + (f"; write {meant}" if meant else "")


def whole_number(value: object) -> str:
    """Message for a value that is no whole number, with what was meant where that is plain."""
    meant = f", written {number_text(int(value))}" if isinstance(value, float) and value.is_integer() else ""
    return f"must be a whole number{meant}"


def one_of(value: object, names: Sequence[str]) -> str:
    """Message for a value that is none of ``names``, with the nearest of them."""
    listed = ", ".join(value_text(name) for name in names)
    meant = next((name for name in names if name in _written_else(value)), None)
    near = nearest(value, names) if isinstance(value, str) else None
    hint = f"; write {value_text(meant)}" if meant else f"; did you mean {value_text(near)}?" if near else ""
    return f"must be {'one of ' if len(names) > 1 else ''}{listed}{hint}"


def _written_else(value: object) -> tuple[str, ...]:
    """Labels that somebody may mean by a value that is no text."""
    if isinstance(value, bool):
        return ("on", "always") if value else ("off", "none", "never")
    return (str(value),) if isinstance(value, int | float) else ()


def unknown(what: str, name: str, names: Sequence[str], see: str = "") -> str:
    """Message for a name that does not exist: the nearest that does, and all of them if they are few.

    ``what`` is such as ``key`` or ``game``; ``see`` tells where a long list is found.
    """
    near = nearest(name, names)
    parts = [f"there is no such {what}", *([f"did you mean {near}?"] if near else [])]
    if 0 < len(names) <= MANY_NAMES:
        parts.append(there_are(names))
    elif see:
        parts.append(see)
    return "; ".join(parts)


def there_are(names: Sequence[str]) -> str:
    """List what there is.

    >>> there_are(["a"]), there_are(["a", "b"])
    ('there is a', 'there are a, b')
    """
    return f"there {'are' if len(names) > 1 else 'is'} {', '.join(names) or 'none'}"


def seat_range_text(low: int, high: int) -> str:
    """Write a game's numbers of seats.

    >>> seat_range_text(1, 8), seat_range_text(4, 4)
    ('1 to 8 seats', '4 seats')
    """
    return f"{low} to {high} seats" if low < high else f"{low} seats"


@dataclass(frozen=True)
class FieldProblem:
    """One error of a model: where (from the model down), the message, and what it is about."""

    path: KeyPath
    message: str
    about: What = "value"


def field_problems(
    error: ValidationError, model: type[BaseModel], what: str = "key", see: str = ""
) -> list[FieldProblem]:
    """Errors of a model in words; ``what`` and ``see`` are those of ``unknown``."""
    return [_field_problem(dict(item), model, what, see) for item in error.errors(include_url=False)]


def _field_problem(item: Mapping[str, Any], model: type[BaseModel], what: str, see: str) -> FieldProblem:
    path, kind, context = item["loc"], item["type"], item.get("ctx", {})
    if kind == "extra_forbidden":
        return FieldProblem(path, unknown(what, str(path[-1]), _keys(model, path[:-1]), see), "key")
    if kind == "missing" and isinstance(path[-1], str):
        return FieldProblem(path, f"{path[-1]} is missing", "missing")
    if kind == "missing" or kind == "too_long":
        path = path[:1]
        wanted = len(get_args(model.model_fields[path[0]].annotation))
        return FieldProblem(path, f"must have {wanted} entries")
    if kind == "value_error":
        return FieldProblem(path, str(context["error"]), "value" if path else "table")
    return FieldProblem(path, _message(kind, item["input"], context) or item["msg"])


def _message(kind: str, value: object, context: Mapping[str, Any]) -> str | None:
    """Say what would do instead, by pydantic's kind of error; None for a kind that no model here can have."""
    if kind == "int_type":
        return whole_number(value)
    if kind == "greater_than_equal":
        return f"must be at least {number_text(context['ge'])}"
    if kind == "greater_than":
        return f"must be above {number_text(context['gt'])}"
    if kind == "less_than":
        return f"must be below {number_text(context['lt'])}"
    if kind == "less_than_equal":
        return f"must be at most {number_text(context['le'])}"
    if kind == "multiple_of" and isinstance(value, int):
        step = int(context["multiple_of"])
        below = value // step * step
        return f"must be a multiple of {step}, such as {number_text(below)} or {number_text(below + step)}"
    if kind == "literal_error":
        return one_of(value, re.findall(r"'([^']*)'", context["expected"]))
    if kind == "bool_type":
        return truth(value)
    return {
        "float_type": "must be a number",
        "finite_number": "must be a number",
        "string_type": "must be text in quotes",
        "string_too_short": "must not be empty",
        "tuple_type": "must be a list",
        "dict_type": "must be a table",
        "model_type": "must be a table",
    }.get(kind)


def _keys(model: type[BaseModel], path: KeyPath) -> list[str]:
    """Keys of the model that lies at ``path`` below ``model``."""
    for part in path:
        info = model.model_fields.get(part) if isinstance(part, str) else None
        model = (_model_in(info.annotation) if info else None) or model
    return [info.alias or name for name, info in model.model_fields.items()]


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for found in map(_model_in, get_args(annotation)) if found), None)
