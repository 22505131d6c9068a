"""Runs a command of ``simkit`` in this process as the console script does."""

import signal
from typing import NamedTuple

import pytest

from simkit.cli import main


class Ended(NamedTuple):
    """How a command ended: exit code, stdout and stderr."""

    code: int
    out: str
    err: str


def run_command(capsys, *arguments):
    """Run ``simkit ARGUMENTS...`` to its end."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(SystemExit) as ending:
            main([str(argument) for argument in arguments])
    finally:
        signal.signal(signal.SIGTERM, before)
    written = capsys.readouterr()
    return Ended(ending.value.code, written.out, written.err)
