"""Measuring on a machine that does other things too: CPU time, work interleaved, medians beside minima."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

__all__ = ["Speed", "interleave", "table", "times_as_fast"]

Work = Callable[[], int]
"""Does some work and returns how much it was, in units of its own."""


@dataclass(frozen=True)
class Speed:
    """CPU seconds a unit of work, by round."""

    rounds: tuple[float, ...]

    @property
    def best(self) -> float:
        """The least: what the machine can do when nothing else disturbs."""
        return min(self.rounds)

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.rounds)


def interleave(works: Mapping[str, Work], rounds: int) -> dict[str, Speed]:
    """Time each work once a round, A B A B ..., so that a slow moment of the machine meets all alike.

    A first round warms caches up and is thrown away.
    """
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds + 1):
        for name, work in works.items():
            began = time.thread_time()
            done = work()
            if number:
                seconds[name].append((time.thread_time() - began) / done)
    return {name: Speed(tuple(values)) for name, values in seconds.items()}


def times_as_fast(ours: Speed, theirs: Speed) -> str:
    """How many times as fast ours is: the median over the rounds, and the ratio of the best ones in brackets."""
    median = statistics.median(b / a for a, b in zip(ours.rounds, theirs.rounds, strict=True))
    best = theirs.best / ours.best
    return f"{median:.0f} ({best:.0f})" if median >= 20 else f"{median:.2f} ({best:.2f})"


def table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A plain text table: first column left, all others right."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    lines = [
        "  ".join(cell.rjust(width) if place else cell.ljust(width) for place, (cell, width) in enumerate(pairs))
        for pairs in ([*zip(line, widths, strict=True)] for line in (header, *rows))
    ]
    return "\n".join([title, lines[0], "  ".join("-" * width for width in widths), *lines[1:]]) + "\n"
