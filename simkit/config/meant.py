"""Which bot of a file beside a config a name was meant for that is none."""

from __future__ import annotations

import ast
import difflib
from pathlib import Path

from simkit.errors import UsageError
from simkit.sources import read_text

__all__ = ["bot_meant"]

_FEWEST_ARGUMENTS = 2
"""Of a bot's function: view and params."""


def bot_meant(strategy: str, folder: Path) -> str | None:
    """Name of the bot in a file of the folder that a name which is none was probably meant for; nothing is run.

    The file's ending or its whole name may be missing, or the name of the function, or either be mistyped.
    """
    names = [f"{file.name}:{name}" for file in sorted(folder.glob("*.py")) for name in _may_be_bots(file)]
    if strategy in names:
        return None
    wanted = strategy.rpartition(":")[2]
    likely = [name for name in names if name.rpartition(":")[2] == wanted]
    likely = likely or [name for name in names if name.startswith(f"{strategy.rpartition(':')[0] or strategy}:")]
    return next(iter(difflib.get_close_matches(strategy, likely or names, n=1) or likely), None)


def _may_be_bots(file: Path) -> list[str]:
    """Names of what may be a bot in a file: its functions with a view, and what is made by calling Bot."""
    try:
        tree = ast.parse(read_text(file))
    except (UsageError, SyntaxError, ValueError):
        return []
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and len(node.args.args) >= _FEWEST_ARGUMENTS:
            found.append(node.name)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call | ast.Lambda):
            found += [target.id for target in node.targets if isinstance(target, ast.Name)]
    return [name for name in found if not name.startswith("_")]
