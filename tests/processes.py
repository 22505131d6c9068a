"""Runs code in processes of its own, with a cache of compiled code of its own, and sees what was compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent

COMPILING = "simkit: compiling"
"""What is said on stderr when numba compiles; its absence shows that everything came from the cache."""


def start(
    code: str,
    *arguments: Any,
    cache: Path | None,
    cwd: Path,
    package: Path = ROOT,
    prefix: Sequence[str] = (),
    **env: str,
) -> subprocess.Popen[str]:
    """Start ``code`` in a new process that imports simkit from ``package`` and keeps compiled code in ``cache``."""
    variables = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1", **env}
    variables.pop("SIMKIT_CACHE_DIR", None)
    if cache is not None:
        variables["SIMKIT_CACHE_DIR"] = str(cache)
    command = [*prefix, sys.executable, "-c", code, *(json.dumps(argument) for argument in arguments)]
    return subprocess.Popen(command, cwd=cwd, env=variables, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process: subprocess.Popen[str]) -> tuple[Any, str]:
    """What the process printed, as JSON, and its messages."""
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return json.loads(out), err


def run(code: str, *arguments: Any, cache: Path | None, cwd: Path, **more: Any) -> tuple[Any, str]:
    """Start and finish a process."""
    return finish(start(code, *arguments, cache=cache, cwd=cwd, **more))


def files(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of every file below ``folder``."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): (path.stat().st_size, path.stat().st_mtime_ns) for path in found}
