"""Runs a command in a process of its own and tells what it cost: seconds, CPU seconds, peak memory.

A child's peak as the system reports it includes what its parent had in memory when it was started. So the command is
started by this file, run as a script: a small process that imports nothing else.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

__all__ = ["SIMKIT", "Cost", "run_child"]

SIMKIT = (sys.executable, "-c", "from simkit.cli import main; main()")
"""The command ``simkit``, whether or not it is installed."""


class Cost(NamedTuple):
    """What a command cost: wall-clock seconds, CPU seconds of all its threads, and the most bytes it had in memory."""

    seconds: float
    cpu: float
    peak: int


def run_child(*command: str, env: dict[str, str] | None = None) -> Cost:
    """Run a command to its end, without its output.

    Raises
    ------
    CalledProcessError
        It failed; what it wrote to stderr was passed on.
    """
    launcher = [sys.executable, "-I", str(Path(__file__)), *command]
    done = subprocess.run(launcher, stdout=subprocess.PIPE, env={**os.environ, **(env or {})}, check=True)
    return Cost(*json.loads(done.stdout))


def _measure(command: list[str]) -> int:
    """Run the command; print its cost and return its exit code."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(json.dumps([seconds, usage.ru_utime + usage.ru_stime, peak]))
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(_measure(sys.argv[1:]))
