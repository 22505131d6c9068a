"""Says on stderr how far a batch is: a bar on a terminal, else a plain line now and then."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Any, Protocol

from simkit.remarks import remark

if TYPE_CHECKING:
    from tqdm import tqdm

__all__ = ["Progress", "Quiet", "Reporter", "time_text"]

_EVERY = 10.0
"""Least seconds between two plain lines."""

_BAR = "{l_bar}{bar}| {n_fmt} of {total_fmt} games [{elapsed}, {remaining} left, {rate_fmt}]"


class Reporter(Protocol):
    """What a batch tells while it is played; ``played`` is called by many threads."""

    def say(self, text: str) -> None:
        """Make a remark, on a line of its own."""

    def start(self, games: int, done: int) -> None:
        """So many games in all cells together, so many of them finished before."""

    def played(self, games: int) -> None:
        """So many more games."""

    def close(self) -> None:
        """No more is to come."""


class Quiet:
    """Says nothing."""

    def say(self, text: str) -> None:
        """Nothing."""

    def start(self, games: int, done: int) -> None:
        """Nothing."""

    def played(self, games: int) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


class Progress:
    """Games played, games a second and time left.

    Parameters
    ----------
    stream
        Where it goes; stderr by default. A bar is drawn when it is a terminal and ``TERM`` is not ``dumb``; it has no
        colours, whatever ``NO_COLOR`` says.
    clock
        Seconds that only rise.
    """

    def __init__(self, stream: IO[str] | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._lock = threading.Lock()
        self._bar: tqdm[Any] | None = None
        self._total = self._done = self._new = 0
        self._began = self._told = clock()

    def say(self, text: str) -> None:
        """Print a remark."""
        remark(text, self._stream)

    def start(self, games: int, done: int) -> None:
        """Begin to count; when all is done already there is nothing to show."""
        self._total, self._done, self._new = games, done, 0
        self._began = self._told = self._clock()
        if done < games and self._stream is not None and self._stream.isatty() and os.environ.get("TERM") != "dumb":
            from tqdm import tqdm

            tqdm.monitor_interval = 0
            self._bar = tqdm(
                total=games,
                initial=done,
                unit=" games",
                unit_scale=True,
                bar_format=_BAR,
                file=self._stream,
                dynamic_ncols=True,
                leave=False,
            )

    def played(self, games: int) -> None:
        """Count games; a plain line at most every 10 s."""
        with self._lock:
            self._new += games
            if self._bar is not None:
                self._bar.update(games)
            elif self._clock() - self._told >= _EVERY:
                self._told = self._clock()
                self.say(self._line())

    def close(self) -> None:
        """Say how much was played, and how fast."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
        if self._new:
            seconds = self._clock() - self._began
            self.say(f"{self._new:,} games in {time_text(seconds)}, {self._rate(seconds):,.0f} games/s")
            self._new = 0

    def _line(self) -> str:
        rate = self._rate(self._clock() - self._began)
        done = self._done + self._new
        return f"{done:,} of {self._total:,} games, {rate:,.0f} games/s, {time_text((self._total - done) / rate)} left"

    def _rate(self, seconds: float) -> float:
        return self._new / max(seconds, 1e-9)


def time_text(seconds: float) -> str:
    """Write a duration: tenths below ten seconds, else whole seconds, minutes, hours."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    if hours:
        return f"{hours:,} h {minutes} min"
    return f"{minutes} min {whole % 60} s" if minutes else f"{whole} s"
