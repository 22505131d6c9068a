"""Why a bot's function cannot be compiled, in a sentence: the line, what numba does not do there, what would do."""

from __future__ import annotations

import ast
import re
import sys
import types
from collections.abc import Iterable
from pathlib import Path

from simkit.sources import source_of

__all__ = ["explain"]

_CANNOT: dict[type[ast.AST], str] = {
    ast.List: "a list; use a tuple or scratch",
    ast.ListComp: "a list; use a loop that adds up, a tuple or scratch",
    ast.GeneratorExp: "a generator; use a loop",
    ast.Dict: "a dict; use if and elif, or a table",
    ast.DictComp: "a dict; use if and elif, or a table",
    ast.Set: "a set; use a tuple or a bit mask",
    ast.SetComp: "a set; use a tuple or a bit mask",
    ast.JoinedStr: "text; use numbers",
    ast.Try: "an exception that is caught; test for it with if",
    ast.Match: "match; use if and elif",
}
"""What bots must do without, and what would do."""

_OTHERWISE = "a value of this kind; use numbers, bools and tuples, and give a variable one kind of value"


def explain(error: Exception, functions: Iterable[types.FunctionType]) -> str:
    """Name file and line of what numba did not compile, and say what would do.

    Parameters
    ----------
    error
        What numba raised.
    functions
        The bot's function, and those that it calls.
    """
    reached = list(functions)
    files = {Path(function.__code__.co_filename).resolve(): function for function in reached}
    named = [
        (files[file], int(line))
        for path, line in re.findall(r'File "([^"]+)", line (\d+)', re.sub(r"\x1b\[[0-9;]*m", "", str(error)))
        if (file := Path(path).resolve()) in files
    ]
    lines = [*named, *((function, line) for function in reached for line in _lines(function))]
    for function, line in lines:
        if what := _cannot(function, line):
            return _told(function, line, what)
    return _told(*(named or [(reached[0], reached[0].__code__.co_firstlineno)])[0], _OTHERWISE)


def _told(function: types.FunctionType, line: int, what: str) -> str:
    return f"{Path(function.__code__.co_filename).name}:{line}: numba cannot compile {what}"


def _lines(function: types.FunctionType) -> list[int]:
    return sorted({line for _, _, line in function.__code__.co_lines() if line is not None})


def _cannot(function: types.FunctionType, line: int) -> str | None:
    """What is on a line of the function's file that bots must do without."""
    tree = source_of(sys.modules[function.__globals__["__name__"]]).tree
    for part in (node for node in ast.walk(tree) if getattr(node, "lineno", 0) == line):
        if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
            return "this assignment: a table cannot be written, and scratch takes whole numbers"
        if type(part) in _CANNOT:
            return _CANNOT[type(part)]
    return None
