"""What a bot's function reaches: its identity, and the proof that all of it is fixed.

A function is taken with every function, class and constant that it uses, and with what those use. Nothing else may
change what it answers: what cannot be proven to stay the same is refused. Names are resolved as Python resolves them;
this module knows code, not games.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import enum
import hashlib
import sys
import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from simkit.errors import UsageError
from simkit.names import FreeName, bindings, definitions, forbidden, free_names
from simkit.sources import function_syntax, imported_from, is_loaded_file, source_of

__all__ = ["Reach", "fixed_text", "reach_of"]

_PURE: frozenset[Any] = frozenset(
    (abs, all, any, bool, divmod, enumerate, float, int, len, max, min, range, reversed, round, sum, tuple, zip)
)
"""Builtins that depend on nothing but what they are given."""

_PURE_NAMES = sorted(builtin.__name__ for builtin in _PURE)

_BINDING = (ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)

_WOULD_DO = {
    "chance": "take chance from view.coin",
    "data": "make it a parameter or a table",
    "array": "make it a tuple or a table",
    "change": "make it a tuple, a parameter or scratch",
    "math": "use + - * / or a table: it differs between machines",
    "compiled": "leave the decorator out: simkit compiles what a bot calls",
}
_KINDS = {
    "random": "chance",
    "secrets": "chance",
    "uuid": "chance",
    "numpy": "array",
    "array": "array",
    "math": "math",
    "cmath": "math",
    "statistics": "math",
    "numba": "compiled",
}


class Reach(NamedTuple):
    """All that a function reaches.

    Attributes
    ----------
    hash
        Of all of it: 16 hex digits, the same under every Python.
    uses
        For each function reached, what its dotted names mean: functions, classes, constants and builtins.
    """

    hash: str
    uses: dict[types.FunctionType, dict[str, Any]]


class _NotFixedError(Exception):
    """What is used is not fixed; says what it is and what would do."""

    def __init__(self, what: str, would_do: str) -> None:
        super().__init__(f"{what}; {would_do}")


def fixed_text(value: object) -> str | None:
    """A value that can never change, as text: a number, text, None, or a tuple of these; None of any other.

    >>> fixed_text((1, 2.5, "a")), fixed_text([1])
    ("(1,2.5,'a')", None)
    """
    if isinstance(value, enum.IntEnum):
        return str(int(value))
    if value is None or type(value) in (bool, int, float, str):
        return ascii(value)
    if not isinstance(value, tuple):
        return None
    inside = [fixed_text(item) for item in value]
    return None if None in inside else f"({','.join(map(str, inside))})"


@cache
def reach_of(item: Callable[..., Any], who: str, packages: frozenset[str] = frozenset()) -> Reach:
    """Find what a function reaches; once for each.

    Parameters
    ----------
    item
        A plain function, or a NamedTuple class of parameters.
    who
        Whose it is, for messages, such as ``bot cautious``.
    packages
        Top-level packages whose functions may be reached, besides simkit and the files that ``load_file`` loads.

    Raises
    ------
    UsageError
        Something that it reaches is not fixed; each with file and line.
    """
    walk = _Walk(who, packages | {"simkit"})
    walk.root(item)
    walk.refuse_circles()
    if walk.wrong:
        raise UsageError(*walk.wrong)
    text = "\n".join(walk.texts)
    return Reach(hashlib.sha256(text.encode()).hexdigest()[:16], walk.uses)


@dataclass
class _Walk:
    """A walk through all that is reached, each function and class once, in the order of the source."""

    who: str
    packages: frozenset[str]
    places: dict[Any, int] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    uses: dict[types.FunctionType, dict[str, Any]] = field(default_factory=dict)
    wrong: dict[str, None] = field(default_factory=dict)

    def root(self, item: Any) -> None:
        """Take in the function or class that a bot names; there is no line that uses it."""
        try:
            self._item(item, getattr(item, "__name__", type(item).__name__))
        except _NotFixedError as error:
            self.wrong[f"{self.who}: {error}"] = None

    def refuse_circles(self) -> None:
        """Refuse functions that call each other: numba keeps on disk only what calls itself alone."""
        for function in self.uses:
            others = self._called(function) - {function}
            further = set[types.FunctionType]()
            while others - further:
                further |= others
                others = set().union(*map(self._called, others))
            if function in further:
                module = self._home(function, function.__name__)
                why = f"{function.__name__} is called by what it calls; make them one function that calls itself"
                self._note(module, _definition(function, module), why)

    def _called(self, function: types.FunctionType) -> set[types.FunctionType]:
        values = (getattr(value, "py_func", value) for value in self.uses.get(function, {}).values())
        return {value for value in values if isinstance(value, types.FunctionType)}

    def _item(self, item: Any, name: str) -> str:
        """What stands for a function, class or constant where it is used."""
        plain = getattr(item, "py_func", item)
        if plain is not item and not self._is_simkit(plain):
            raise _NotFixedError(f"{name} is compiled by numba itself", _WOULD_DO["compiled"])
        if isinstance(plain, types.FunctionType):
            return self._once(plain, self._function)
        if isinstance(plain, type):
            return self._once(plain, self._class)
        text = fixed_text(plain)
        if text is None:
            raise _not_fixed(name, plain)
        return f"={text}"

    def _once(self, item: Any, take_in: Callable[[Any], str]) -> str:
        if item not in self.places:
            self.places[item] = len(self.texts)
            self.texts.append("")
            self.texts[self.places[item]] = take_in(item)
        return f"#{self.places[item]}"

    @staticmethod
    def _is_simkit(function: Any) -> bool:
        return str(getattr(function, "__module__", "")).partition(".")[0] == "simkit"

    def _home(self, item: Any, name: str) -> types.ModuleType:
        """The module that a function or class is from, if that is one that a bot may reach."""
        scope = getattr(item, "__globals__", {"__name__": item.__module__})
        module = sys.modules.get(scope["__name__"])
        if module is None or not self._may_reach(module):
            raise _refused_module(scope["__name__"], name)
        if isinstance(item, types.FunctionType) and module.__dict__ is not scope:
            raise _NotFixedError(f"{name} is from a file that has changed", "run it again")
        return module

    def _may_reach(self, module: types.ModuleType) -> bool:
        return is_loaded_file(module) or module.__name__.partition(".")[0] in self.packages

    def _function(self, function: types.FunctionType) -> str:
        module = self._home(function, function.__name__)
        node = _definition(function, module)
        self.uses[function] = {}
        for part, why in forbidden(node):
            self._note(module, part, why)
        for part in node.decorator_list if isinstance(node, ast.FunctionDef) else []:
            self._decorator(module, part)
        defaults = [*node.args.defaults, *(part for part in node.args.kw_defaults if part is not None)]
        self._names(module, [name for part in defaults for name in free_names(part)], {})
        for part, value in zip(defaults, _defaults(function), strict=True):
            if fixed_text(value) is None:
                self._note(module, part, str(_not_fixed(f"the default {ast.unparse(part)}", value)))
        told = self._names(module, free_names(node), self.uses[function])
        given = ",".join(str(fixed_text(value)) for value in _defaults(function))
        return f"{function_syntax(node)} {given} {' '.join(told)}"

    def _decorator(self, module: types.ModuleType, node: ast.expr) -> None:
        """Refuse what may have changed a function; simkit's own only compile it."""
        name = ast.unparse(node)
        target = module.__dict__.get(name)
        if target is None or not self._is_simkit(target):
            self._note(module, node, f"@{name} may change what is called; {_WOULD_DO['compiled']}")

    def _class(self, cls: type[Any]) -> str:
        is_enum = issubclass(cls, enum.IntEnum)
        if not is_enum and not (issubclass(cls, tuple) and hasattr(cls, "_field_defaults")):
            raise _NotFixedError(f"{cls.__name__} is a class", "there are NamedTuple and IntEnum classes; pass numbers")
        module = self._home(cls, cls.__name__)
        node = next((each for each in source_of(module).tree.body if _is_class(each, cls.__name__)), None)
        for part in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(part, ast.AnnAssign | ast.Assign):
                own = {*cls.__dict__, "auto", "enum"}
                self._names(module, [name for name in free_names(part) if name.parts[0] not in own], {})
            elif not isinstance(part, ast.Expr | ast.Pass):
                self._note(module, part, f"{cls.__name__} has more than values; make it a function that takes them")
        if is_enum:
            return f"enum {[(member.name, int(member)) for member in cls]}"
        return f"fields {[(name, fixed_text(cls._field_defaults.get(name, ()))) for name in cls._fields]}"

    def _names(self, module: types.ModuleType, names: Iterable[FreeName], uses: dict[str, Any]) -> list[str]:
        """Take in each name that is used; its meaning is added to ``uses``."""
        told: dict[str, str] = {}
        for name in names:
            dotted = ".".join(name.parts)
            if dotted in told:
                continue
            try:
                told[dotted], uses[dotted] = self._resolve(module, name.parts)
            except _NotFixedError as error:
                told[dotted] = ""
                self._note(module, name.node, str(error))
        return [f"{dotted}{text}" for dotted, text in told.items()]

    def _resolve(self, module: types.ModuleType, parts: tuple[str, ...]) -> tuple[str, Any]:
        """What a dotted name means in a module: as text, and as it is."""
        name = parts[0]
        if name not in module.__dict__:
            return _builtin(name, module)
        value = module.__dict__[name]
        if isinstance(value, types.ModuleType):
            _one_binding(module, name)
            if not self._may_reach(value):
                raise _refused_module(value.__name__, ".".join(parts))
            if len(parts) == 1:
                raise _NotFixedError(f"{name} is a module", "use what is in it by name")
            return self._resolve(value, parts[1:])
        statement = _one_binding(module, name)
        if isinstance(statement, ast.ImportFrom):
            self._origin(module, statement, name)
        text = self._item(value, name)
        self._bound(module, name, value, text)
        is_enum = isinstance(value, type) and issubclass(value, enum.IntEnum)
        if len(parts) > 1 and not (text.startswith("=") or is_enum):
            raise _NotFixedError(
                f"{'.'.join(parts)} is an attribute, which can change", "make it a constant of the module"
            )
        return text, value

    def _origin(self, module: types.ModuleType, statement: ast.ImportFrom, name: str) -> types.ModuleType:
        """The module that a name is imported from, if a bot may reach it."""
        origin = imported_from(module, statement)
        if origin is None or not self._may_reach(origin):
            raise _refused_module(statement.module or "", name)
        return origin

    def _bound(self, module: types.ModuleType, name: str, value: Any, text: str) -> None:
        """Prove that the name means that value for good: bound once, by fixed things."""
        statement = _one_binding(module, name)
        if isinstance(statement, ast.ImportFrom):
            origin = self._origin(module, statement, name)
            original = next(each.name for each in statement.names if (each.asname or each.name) == name)
            if origin.__dict__.get(original) is not value:
                raise _rebound(name)
            self._bound(origin, original, value, text)
        elif isinstance(statement, ast.FunctionDef):
            if _definition(getattr(value, "py_func", value), module) is not statement:
                raise _rebound(name)
        elif isinstance(statement, ast.Assign | ast.AnnAssign) and not isinstance(statement.value, ast.Lambda):
            before = len(self.wrong)
            self._names(module, free_names(statement.value), {})
            if len(self.wrong) > before:
                raise _NotFixedError(f"{name} is made of what is not fixed", _WOULD_DO["data"])
            scope = dict(module.__dict__)
            exec(compile(ast.Module([statement], []), name, "exec", dont_inherit=True), scope)  # noqa: S102
            same = scope[name] is value if text.startswith("#") else f"={fixed_text(scope[name])}" == text
            if not same:
                raise _rebound(name)

    def _note(self, module: types.ModuleType, node: ast.AST, why: str) -> None:
        self.wrong[f"{source_of(module).file}:{getattr(node, 'lineno', 1)}: {self.who}: {why}"] = None


def _definition(function: types.FunctionType, module: types.ModuleType) -> ast.FunctionDef | ast.Lambda:
    """The one definition of a function in the source of its module."""
    code = function.__code__
    if code.co_freevars:
        raise _NotFixedError(
            f"{function.__name__} keeps {code.co_freevars[0]} of the function that made it", "make it a parameter"
        )
    found = definitions(source_of(module).tree).get((code.co_name, code.co_firstlineno), [])
    if len(found) != 1:
        raise _NotFixedError(f"{function.__name__} cannot be found in its file", "write it as one `def` of its own")
    return found[0]


def _defaults(function: types.FunctionType) -> list[Any]:
    return [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]


def _is_class(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.ClassDef) and node.name == name


def _one_binding(module: types.ModuleType, name: str) -> ast.stmt:
    """The one statement that binds a name of a module."""
    found = bindings(source_of(module).tree).get(name, [])
    if not found:
        raise _NotFixedError(f"{name} is not assigned by name in {source_of(module).file}", "import or assign it there")
    if len(found) > 1:
        raise _rebound(name)
    if found[0] not in source_of(module).tree.body or not isinstance(found[0], _BINDING):
        raise _NotFixedError(f"{name} is assigned inside another statement", "assign it once, at the top level")
    return found[0]


def _builtin(name: str, module: types.ModuleType) -> tuple[str, Any]:
    value = vars(builtins).get(name)
    if value in _PURE or (isinstance(value, type) and issubclass(value, Exception)):
        return "", value
    if value is not None:
        raise _NotFixedError(f"{name}() cannot be used by bots", f"there are {', '.join(_PURE_NAMES)}")
    near = difflib.get_close_matches(name, [*module.__dict__, *_PURE_NAMES], n=1)
    raise _NotFixedError(
        f"{name} is not defined", f"did you mean {near[0]}?" if near else "define it in the bot's file"
    )


def _rebound(name: str) -> _NotFixedError:
    return _NotFixedError(f"{name} is assigned more than once", "assign it once, or make it a parameter")


def _refused_module(module: str, what: str) -> _NotFixedError:
    kind = _KINDS.get(module.partition(".")[0], "data")
    return _NotFixedError(f"{what} is from {module}, which bots cannot use", _WOULD_DO[kind])


def _not_fixed(name: str, value: object) -> _NotFixedError:
    """Say what a value is that may change."""
    kind = type(value)
    if kind.__module__.partition(".")[0] == "numpy":
        return _NotFixedError(f"{name} is of NumPy ({kind.__name__})", _WOULD_DO["array"])
    if isinstance(value, types.BuiltinFunctionType) and value.__module__ is not None:
        return _refused_module(value.__module__, name)
    if isinstance(value, list | dict | set | bytearray):
        return _NotFixedError(f"{name} is a {kind.__name__}, which can change", _WOULD_DO["change"])
    return _NotFixedError(f"{name} is a {kind.__name__}, which may change", _WOULD_DO["data"])
