"""The command line: a Click group whose commands are the files of this folder, and the exit code of every ending.

A file whose name does not begin with ``_`` is the command of that name and defines ``command``. It is imported only
when it is invoked or listed in ``--help``, so its top imports ``click`` and ``simkit.cli._options`` and nothing heavy.
"""

from __future__ import annotations

import difflib
import errno
import importlib
import io
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from simkit.cli._options import VERBOSE
from simkit.errors import SimkitError, StoreError, UsageError
from simkit.version import __version__

__all__ = ["Commands", "TerminatedError", "cli", "main"]

FAULT, INTERRUPTED, CLOSED_PIPE, TERMINATED = 70, 130, 141, 143
COMPLETION = "_SIMKIT_COMPLETE"


class TerminatedError(KeyboardInterrupt):
    """SIGTERM; a KeyboardInterrupt, so that what tidies up after Ctrl-C does so here as well."""


class Commands(click.Group):
    """A group whose commands are the files of a folder."""

    folder = Path(__file__).parent

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (Click's signature)
        """Names of the command files, in order."""
        return sorted(path.stem.replace("_", "-") for path in self.folder.glob("[!_]*.py"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the file of that name; None when there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"{__name__}.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As Click does, but the nearest name is told for a command that does not exist."""
        near = difflib.get_close_matches(args[0], self.list_commands(ctx), n=1)
        if near and near[0] != args[0]:
            ctx.fail(f"No such command {args[0]!r}; did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="simkit", message="%(prog)s %(version)s")
def cli() -> None:
    """Monte Carlo batches of table games: a TOML config in, a Parquet log and a summary with honest intervals out.

    Results go to stdout, progress and messages to stderr.
    """


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run ``simkit`` with these arguments (those of the process by default) and exit.

    Exit codes: 0 done; 1 a check says different; 2 usage or config; 3 cannot tell; 4 files; 5 a bot or game broke its
    contract; 70 a fault of simkit; 130 and 143 interrupted; 141 the reader of stdout went away.
    """
    signal.signal(signal.SIGTERM, _terminate)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal without UTF-8 is no reason to fail
    try:
        code = _exit_code(list(sys.argv[1:] if args is None else args))
    except BrokenPipeError:
        _discard_output()
        code = CLOSED_PIPE
    sys.exit(code)


def _terminate(*_: object) -> NoReturn:
    raise TerminatedError


def _exit_code(args: list[str]) -> int:
    """Run the command and turn its ending into an exit code, with the message on stderr."""
    try:
        code = _run(args)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return _click_code(error)
    except SimkitError as error:
        print(*error.lines, sep="\n", file=sys.stderr)
        return error.exit_code
    except TerminatedError:
        return TERMINATED
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:
        return _fault(error)
    return code


def _run(args: list[str]) -> int:
    """Run the command as Click's ``main`` would, which maps endings to exit codes of its own."""
    if instruction := os.environ.get(COMPLETION):
        from click.shell_completion import shell_complete

        return shell_complete(cli, {}, "simkit", COMPLETION, instruction)
    try:
        with cli.make_context("simkit", args) as context:
            try:
                cli.invoke(context)
            except SimkitError as error:
                if context.meta.get(VERBOSE) and error.__cause__ is not None:
                    print(error.__cause__, file=sys.stderr)
                raise
    except click.exceptions.Exit as ending:
        return ending.exit_code
    return 0


def _click_code(error: click.ClickException) -> int:
    return StoreError.exit_code if isinstance(error, click.FileError) else UsageError.exit_code


def _fault(error: Exception) -> int:
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        _discard_output()
        print(f"{error.filename or 'output'}: cannot be written: {error.strerror}", file=sys.stderr)
        return StoreError.exit_code
    traceback.print_exception(error)
    print("This is a fault of simkit, not of your input: please report it with the lines above.", file=sys.stderr)
    return FAULT


def _discard_output() -> None:
    """Let what cannot be written go nowhere, or the interpreter would complain about it while it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
