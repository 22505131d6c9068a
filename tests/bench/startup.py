"""What a user waits for before anything is played: the start of the program, compiling, loading from the cache."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile

from tests.bench.child import SIMKIT, Cost, run_child
from tests.bench.timing import table

__all__ = ["report"]

_ROUNDS = 9
_HEAVY = ("numba", "polars", "pyarrow", "scipy", "joblib", "pydantic", "numpy")

_IMPORTED = f"""
import contextlib, io, sys
from simkit.cli import main
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
    main(["--help"])
print(*(name for name in {_HEAVY!r} if name in sys.modules))
"""

_STEPS = ("import numba", "numba's first use", "simkit's modules", "kernel and tables", "bots")
_LOAD = """
import json, time
seconds = [time.process_time()]
def lap():
    seconds.append(time.process_time())
import numba
lap()
numba.njit("int64(int64)")(lambda number: number)
lap()
from tests.bench.setting import SETTINGS
lap()
SETTINGS[0].tables
lap()
SETTINGS[0].lineup
lap()
print(json.dumps([after - before for before, after in zip(seconds, seconds[1:])]))
"""
"""Prints the CPU seconds of ``_STEPS``."""


def report() -> None:
    """Print the start-up times, and those of compiling and loading."""
    print(_help_table())
    imported = subprocess.run([sys.executable, "-c", _IMPORTED], capture_output=True, text=True, check=True).stdout
    print(f"`simkit --help` imports of {', '.join(_HEAVY)}: {imported.strip() or 'none'}\n")
    print(_load_table())


def _help_table() -> str:
    """Wall-clock and CPU seconds of ``simkit --help`` beside those of a Python that does nothing."""
    commands = {"python -c pass": (sys.executable, "-c", "pass"), "simkit --help": (*SIMKIT, "--help")}
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for _ in range(_ROUNDS):
        for name, command in commands.items():
            costs[name].append(run_child(*command))
    bare = min(cost.cpu for cost in costs["python -c pass"])
    rows = [
        [
            name,
            f"{statistics.median(cost.seconds for cost in several):.3f}",
            f"{min(cost.seconds for cost in several):.3f}",
            f"{min(cost.cpu for cost in several):.3f}",
            f"{min(cost.cpu for cost in several) / bare:.1f}",
        ]
        for name, several in costs.items()
    ]
    return table(f"Start-up, {_ROUNDS} times each", ("", "seconds", "best", "CPU", "times bare"), rows)


def _load_table() -> str:
    """CPU seconds to get ready to play: in a process with an empty cache, and the least of some that follow."""
    with tempfile.TemporaryDirectory(prefix="simkit-bench-") as cache:
        first, *others = (_load(cache) for _ in range(1 + _ROUNDS))
    loading = [min(several) for several in zip(*others, strict=True)]
    rows = [
        [step, f"{compiled:.3f}", f"{loaded:.3f}", f"{loaded / compiled:.3f}"]
        for step, compiled, loaded in zip(_STEPS, first, loading, strict=True)
    ]
    return table("CPU seconds until the first game", ("", "empty cache", "from cache", "ratio"), rows)


def _load(cache: str) -> list[float]:
    done = subprocess.run(
        [sys.executable, "-c", _LOAD],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "SIMKIT_CACHE_DIR": cache},
        check=True,
    )
    return list(json.loads(done.stdout))
