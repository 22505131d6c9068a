"""Python files as they are written: read, imported together with the files beside them, and taken as syntax."""

from __future__ import annotations

import ast
import builtins
import hashlib
import importlib.util
import inspect
import sys
import threading
import tokenize
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

from simkit.errors import UsageError

__all__ = [
    "Source",
    "function_syntax",
    "imported_from",
    "is_loaded_file",
    "load_file",
    "read_text",
    "source_hash",
    "source_of",
]

_PREFIX = "simkit_bots_"
_NO_CODE = frozenset({"annotation", "decorator_list", "returns", "type_comment", "type_params"})
"""Fields of a syntax tree that say nothing about what a function does."""

_lock = threading.RLock()


class _File(NamedTuple):
    """A file that has been loaded: its name, its text, and what it has imported from beside it."""

    name: str
    text: str
    imported: dict[str, ModuleType]


_files: dict[str, _File] = {}
"""The files loaded, by name of the module."""


class Source(NamedTuple):
    """A module as it is written."""

    file: str
    """Name of its file, for messages."""
    tree: ast.Module


def source_hash(text: str) -> str:
    """Hash of Python source that comments, docstrings and layout do not change, nor does Python: 16 hex digits.

    >>> source_hash("a = 1  # one") == source_hash("a=1")
    True
    """
    return hashlib.sha256(_syntax(ast.parse(text)).encode()).hexdigest()[:16]


def _syntax(node: object, *, without: frozenset[str] = frozenset()) -> str:
    """A syntax tree as text, without docstrings and without the fields named.

    ``ast.dump`` differs between versions of Python in what it says of empty fields.
    """
    if isinstance(node, list):
        return f"[{','.join(_syntax(item, without=without) for item in node)}]"
    if not isinstance(node, ast.AST):
        return ascii(node)
    fields = dict(ast.iter_fields(node))
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
        fields["body"] = node.body[1:] or [ast.Pass()]
    told = [
        f"{name}={_syntax(value, without=without)}"
        for name, value in fields.items()
        if name not in without and value not in (None, [])
    ]
    return f"{type(node).__name__}({','.join(told)})"


def function_syntax(node: ast.FunctionDef | ast.Lambda) -> str:
    """What a function does, as text: arguments and body, without its name, decorators, annotations and docstring."""
    return _syntax(node, without=_NO_CODE | {"name"})


def _shown(file: Path) -> Path:
    """A file as messages name it: from the current folder where it is below."""
    here = Path.cwd()
    return file.relative_to(here) if file.is_relative_to(here) else file


def read_text(path: Path) -> str:
    """Read Python source as Python does: a byte order mark and a PEP 263 cookie are obeyed.

    Raises
    ------
    UsageError
        The file cannot be read.
    """
    try:
        with tokenize.open(path) as file:
            return file.read()
    except (OSError, UnicodeDecodeError, SyntaxError) as error:  # such as an unknown encoding
        raise UsageError(f"{_shown(path)}: cannot be read as a file of bots: {error}") from error


def load_file(path: Path) -> ModuleType:
    """Import a file of bots, and the files beside it that it imports, under a name made from what they hold.

    Raises
    ------
    UsageError
        A file cannot be read, or raises when it is run.
    """
    with _lock:
        texts = with_imports(path.resolve())
        told = "\0".join(f"{file}\0{text}" for file, text in sorted(texts.items()))
        return _load(path.resolve(), texts, hashlib.sha256(told.encode()).hexdigest()[:16])


def _load(path: Path, texts: dict[Path, str], digest: str) -> ModuleType:
    """Import one of the files; those that import one another are modules of their own, which nothing else changes."""
    name = f"{_PREFIX}{digest}_{path.stem}"
    if name in sys.modules:
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = str(path)
    imported: dict[str, ModuleType] = {}

    def import_beside(name: str) -> ModuleType | None:
        file = _file_beside(path.parent, name)
        if file not in texts:
            return None
        return imported.setdefault(name, _load(file, texts, digest))

    module.__dict__["__builtins__"] = {**vars(builtins), "__import__": _importer(import_beside)}
    sys.modules[name] = module
    _files[name] = _File(path.name, texts[path], imported)
    try:
        exec(compile(texts[path], module.__file__, "exec", dont_inherit=True), module.__dict__)  # noqa: S102
    except Exception as error:
        del sys.modules[name]
        if isinstance(error, UsageError):  # from a file that it imports
            raise
        raise UsageError(f"{_shown(path)}: the file of bots does not run: {type(error).__name__}: {error}") from error
    return module


def with_imports(path: Path) -> dict[Path, str]:
    """Text of a file and of all the files beside it that it imports, directly or not."""
    texts: dict[Path, str] = {}
    left = [path]
    while left:
        file = left.pop()
        if file in texts:
            continue
        texts[file] = read_text(file)
        try:
            tree = ast.parse(texts[file])
        except (SyntaxError, ValueError) as error:
            told = f"{type(error).__name__}: {error}"
            raise UsageError(f"{_shown(file)}: the file of bots does not run: {told}") from error
        left += [beside for name in _imports(tree) if (beside := _file_beside(file.parent, name))]
    return texts


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.module):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level < 2:
            yield node.module


def _file_beside(folder: Path, name: str) -> Path | None:
    """The file that ``import name`` means in a file of that folder, where one is there; ``simkit`` is never one."""
    file = folder / f"{name}.py"
    return file if name.isidentifier() and name != "simkit" and file.is_file() else None


def _importer(import_beside: Callable[[str], ModuleType | None]) -> Callable[..., Any]:
    """What ``import`` does in a file of bots: files beside it come first."""

    def import_module(
        name: str, scope: Any = None, local: Any = None, names: Sequence[str] | None = None, level: int = 0
    ) -> Any:
        if level == 1 and not name:
            return SimpleNamespace(**{each: import_beside(each) for each in names or ()})
        beside = import_beside(name) if level < 2 else None
        return beside or builtins.__import__(name, scope, local, names or (), level)

    return import_module


def is_loaded_file(module: ModuleType) -> bool:
    """Whether the module is a file that ``load_file`` has loaded."""
    return module.__name__ in _files


@cache
def source_of(module: ModuleType) -> Source:
    """The source of a module as it was when it was loaded; OSError where it has none."""
    file = _files.get(module.__name__)
    if file is not None:
        return Source(file.name, ast.parse(file.text))
    return Source(Path(inspect.getsourcefile(module) or module.__name__).name, ast.parse(inspect.getsource(module)))


def imported_from(module: ModuleType, statement: ast.ImportFrom) -> ModuleType | None:
    """The module that ``from ... import`` in ``module`` means; None where it is not there."""
    name, file = statement.module or "", _files.get(module.__name__)
    if file is not None and name in file.imported:
        return file.imported[name]
    if statement.level:
        name = importlib.util.resolve_name("." * statement.level + name, module.__package__)
    return sys.modules.get(name)
