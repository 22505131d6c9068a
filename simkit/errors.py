"""What can go wrong, and the exit code that each kind of failure has."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "ConfigError",
    "ContractError",
    "SimkitError",
    "StoreError",
    "UndecidedError",
    "UsageError",
]


class SimkitError(Exception):
    """A failure that a user can understand and mend; printed without a traceback.

    ``lines`` holds one message a line, each whole by itself.
    """

    exit_code = 70

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines: Sequence[str] = lines


class UsageError(SimkitError):
    """Wrong usage, a missing extra, or a run directory that holds another cell."""

    exit_code = 2


class ConfigError(UsageError):
    """A config that does not hold; carries every error found, not only the first."""


class UndecidedError(SimkitError):
    """Too few games to tell; the message says how many would do."""

    exit_code = 3


class StoreError(SimkitError):
    """A file or directory could not be read or written, is damaged, or is incomplete."""

    exit_code = 4


class ContractError(SimkitError):
    """A bot or a game broke its contract; the message gives the command that replays it."""

    exit_code = 5
