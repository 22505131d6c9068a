"""Names in Python syntax: which ones a piece of code takes from around it, and what binds them in a module."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeGuard

__all__ = ["FreeName", "bindings", "definitions", "forbidden", "free_names"]

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class FreeName(NamedTuple):
    """A name that code takes from its module, with the attributes that follow it."""

    parts: tuple[str, ...]
    node: ast.AST


def free_names(node: ast.AST | None) -> list[FreeName]:
    """Names that a function, an expression or a field takes from its module, in the order of the source.

    Annotations, defaults and decorators are left out: they are not part of what a function does.

    >>> [name.parts for name in free_names(ast.parse("f(x, [x for x in y], m.a.b)", mode="eval").body)]
    [('f',), ('x',), ('y',), ('m', 'a', 'b')]
    """
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        body = node.body if isinstance(node.body, list) else [node.body]
        own = _arguments(node.args) | {name for part in body for name in _stored(part)}
        return [name for part in body for name in _free(part, own)]
    return [] if node is None else list(_free(node, frozenset()))


def _arguments(arguments: ast.arguments) -> frozenset[str]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return frozenset(one.arg for one in every if one is not None)


def _stored(node: ast.AST) -> Iterator[str]:
    """Names that code binds in its own scope; the targets of a comprehension are not among them."""
    if isinstance(node, _FUNCTIONS):
        return
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.comprehension):  # only what `:=` binds in it
            for part in (child.iter, *child.ifs):
                yield from _stored(part)
        else:
            yield from _stored(child)


def _free(node: ast.AST, own: frozenset[str] | set[str]) -> Iterator[FreeName]:
    if isinstance(node, ast.Attribute | ast.Name):
        parts, root = _dotted(node)
        if isinstance(root, ast.Name):
            if root.id not in own and isinstance(root.ctx, ast.Load):
                yield FreeName((root.id, *parts), node)
        else:
            yield from _free(root, own)
    elif isinstance(node, _COMPREHENSIONS):
        first, inner = node.generators[0].iter, set(own)
        yield from _free(first, own)
        for part in node.generators:
            inner |= set(_stored(part.target))
        for part in node.generators:
            for each in (*([] if part.iter is first else [part.iter]), *part.ifs):
                yield from _free(each, inner)
        for name in ("key", "value", "elt"):
            if hasattr(node, name):
                yield from _free(getattr(node, name), inner)
    elif isinstance(node, ast.AnnAssign):
        for target_or_value in (node.target, node.value):
            yield from [] if target_or_value is None else _free(target_or_value, own)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _free(child, own)


def _dotted(node: ast.expr) -> tuple[tuple[str, ...], ast.expr]:
    """Attributes that follow an expression, and the expression."""
    parts: tuple[str, ...] = ()
    while isinstance(node, ast.Attribute):
        parts, node = (node.attr, *parts), node.value
    return parts, node


@cache
def bindings(tree: ast.Module) -> dict[str, list[ast.stmt]]:
    """The statements that bind each name of a module, at its top level, deeper in it or by ``global``."""
    found: dict[str, list[ast.stmt]] = {}
    for statement in tree.body:
        for name, node in _bound_by(statement):
            found.setdefault(name, []).append(node)
    for part in ast.walk(tree):
        if isinstance(part, ast.Global):
            for name in part.names:
                found.setdefault(name, []).append(part)
    return found


@cache
def definitions(tree: ast.Module) -> dict[tuple[str, int], list[ast.FunctionDef | ast.Lambda]]:
    """The functions of a module by name and first line, as Python's code objects have them."""
    found: dict[tuple[str, int], list[ast.FunctionDef | ast.Lambda]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            found.setdefault(("<lambda>", node.lineno), []).append(node)
        elif isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(part.lineno for part in node.decorator_list)])
            found.setdefault((node.name, first), []).append(node)
    return found


def _bound_by(node: ast.stmt | ast.AST) -> Iterator[tuple[str, ast.stmt]]:
    """Names that a statement binds, each with the innermost statement that does."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name, node
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0], node
    elif isinstance(node, ast.If | ast.For | ast.AsyncFor | ast.While | ast.With | ast.AsyncWith | ast.Try | ast.Match):
        for name in _stored(node):
            yield name, node
        for child in ast.walk(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom):
                yield from _bound_by(child)
    elif isinstance(node, ast.stmt):
        for name in _stored(node):
            yield name, node


def forbidden(function: ast.FunctionDef | ast.Lambda) -> Iterator[tuple[ast.AST, str]]:
    """Parts of a function that keep or hide state, each with what is wrong and what would do."""
    for node in ast.walk(function):
        if node is function:
            continue
        if isinstance(node, ast.Global | ast.Nonlocal):
            yield node, f"{node.names[0]} is kept between calls; pass it as an argument"
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield node, "an import inside a function; import it at the top of the file"
        elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            yield node, "a function or class inside a function; define it at the top of the file"
        elif isinstance(node, ast.Yield | ast.YieldFrom | ast.Await | ast.With | ast.AsyncWith | ast.AsyncFor):
            yield node, "a function that stops on its way; let it return an answer"
        elif isinstance(node, ast.While) and _never_ends(node):
            yield node, "a loop that never ends; give it a condition, break or return"
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield node, f"{ast.unparse(node)} is assigned, and would be kept between calls; use a variable"
        elif isinstance(node, ast.Attribute) and node.attr.startswith("__"):
            yield node, f"{ast.unparse(node)} is a part of Python, not of the game; use what the view says"
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Pow) and not _is_constant(node):
            yield node, "a power differs between machines; write a product, or 1 << n for 2 ** n"
        elif _is_call(node, "round") and (len(node.args) != 1 or node.keywords):
            yield node, "round to digits differs between machines; round a multiple: round(100 * x) / 100"


def _never_ends(loop: ast.While) -> bool:
    """Whether nothing ends a loop but an error; on one line it would also escape the count of lines."""
    ways_out = (ast.Break, ast.Return, ast.Raise)
    return (
        isinstance(loop.test, ast.Constant)
        and bool(loop.test.value)
        and not any(isinstance(node, ways_out) for part in loop.body for node in ast.walk(part))
    )


def _is_constant(node: ast.AST) -> bool:
    return all(isinstance(part, ast.Constant) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))


def _is_call(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
