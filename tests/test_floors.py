"""Imports go downhill, as ``docs/architecture.md`` draws the floors, and never in a circle."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FACE = {"simkit", "simkit.__main__"}
"""Above all floors: what ``import simkit`` and ``python -m simkit`` show."""


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in (ROOT / "simkit").rglob("*.py")}


def floors() -> dict[str, int]:
    """The floor of each module or folder of ``simkit``, by the rows of the table."""
    rows = re.findall(r"^\| (`simkit/.*?) \|", (ROOT / "docs" / "architecture.md").read_text("utf-8"), re.MULTILINE)
    listed = [re.findall(r"`(?:simkit/)?(\w+)(?:\.py|/.*?)`", row) for row in rows]
    return {name: floor for floor, names in enumerate(listed) for name in names}


FLOORS = floors()


def part_of(module: str) -> str:
    return module.split(".")[1]


def imports_of(path: Path, *, with_types: bool) -> Iterator[str]:
    """Modules that a file imports, late imports included; what only type checkers import, if asked for."""
    tree = ast.parse(path.read_text("utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in for_types and not with_types:
            continue
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            inside = [f"{node.module}.{name.name}" for name in node.names]
            names = [name if name in MODULES else str(node.module) for name in inside]
        else:
            continue
        yield from (name for name in names if name in MODULES)


def uphill(module: str, path: Path) -> list[str]:
    """Imports of a module that point above its floor; those for types alone may stay inside their folder."""
    own = FLOORS[part_of(module)]
    return [
        f"{module} imports {name}"
        for name in imports_of(path, with_types=True)
        if name in FACE or FLOORS[part_of(name)] > own
    ]


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Circles of imports, each as far as it was found."""
    found, done = [], set()

    def visit(module: str, trail: list[str]) -> None:
        if module in trail:
            found.append([*trail[trail.index(module) :], module])
        elif module not in done:
            for name in sorted(graph[module]):
                visit(name, [*trail, module])
            done.add(module)

    for module in graph:
        visit(module, [])
    return found


def test_every_module_has_a_floor():
    assert {part_of(module) for module in MODULES if module not in FACE} == set(FLOORS)


def test_imports_go_downhill():
    assert [line for module, path in MODULES.items() if module not in FACE for line in uphill(module, path)] == []


def test_no_imports_go_in_a_circle():
    inside = {name: path for name, path in MODULES.items() if name not in FACE}
    assert circles({name: {*imports_of(path, with_types=False)} - FACE for name, path in inside.items()}) == []


def test_what_the_walk_sees(tmp_path):
    file = tmp_path / "late.py"
    file.write_text(
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from simkit.api import Run\n\n\n"
        "def f():\n    from simkit.model import cell\n    import simkit.jit\n"
    )
    assert set(imports_of(file, with_types=False)) == {"simkit.model.cell", "simkit.jit"}
    assert uphill("simkit.store.read", file) == ["simkit.store.read imports simkit.api"]
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [["b", "c", "b"]]
