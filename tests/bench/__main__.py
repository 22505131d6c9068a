"""Speed and memory of simkit on this machine: reports, and never judges. ``make bench`` runs all of it."""

from __future__ import annotations

import argparse
import importlib
import os
import platform
from pathlib import Path

PARTS = {
    "kernel": "the compiled kernels against loops in C and the references in plain Python (two minutes)",
    "options": "what each further option of the Farkle family costs its kernel (half a minute)",
    "cards": "hands of Five Hundred by line-up and table, beside OpenSpiel's euchre if it is installed (two minutes)",
    "startup": "simkit --help, compiling, and loading from the cache (half a minute)",
    "batch": "a million games to Parquet and summary against the kernel's own time; bytes a game (a minute)",
    "memory": "peak memory of runs of 1, 2 and 20 million games (some minutes)",
}


def main() -> None:
    """Run the parts that are asked for."""
    listing = "; ".join(f"{name}: {meaning}" for name, meaning in PARTS.items())
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"what to measure, by default all. {listing}")
    parts = parser.parse_args().parts or list(PARTS)
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        parser.error(f"no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores: {_processor()}\n")
    for part in parts:
        importlib.import_module(f"tests.bench.{part}").report()


def _processor() -> str:
    """The processor's name, where the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.processor())


if __name__ == "__main__":
    main()
