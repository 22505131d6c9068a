"""stdout and stderr of a command: there even where they were closed, in an encoding that holds what is printed.

A reader that goes away (``simkit run ... | head -1``) changes neither what is done nor the exit code.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
import unicodedata
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["discard_output", "prepare_streams", "print_data"]

_SIGNS = {
    **dict(zip("♠♣♦♥", "SCDH", strict=True)),
    **dict(zip("▁▂▃▄▅▆▇█", "_.-~=+*#", strict=True)),
    **dict(zip("×·–—−≈łŁ▏", "x.---~lL|", strict=True)),
    **dict(zip("±…≥≤→α√", ("+-", "...", ">=", "<=", "->", "alpha", "sqrt"), strict=True)),
}
"""What stands for a sign that an encoding lacks, where taking its accents away gives nothing."""


class _Lasting(io.FileIO):
    """A standard stream whose reader may go away: what is written from then on goes nowhere."""

    def write(self, data: Buffer, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            # Nobody can be told that stderr cannot be written.
            if error.errno != errno.EPIPE and self.fileno() != 2:
                raise
            _divert(self.fileno())
            return len(memoryview(data))


def _divert(number: int) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def prepare_streams() -> None:
    """Open what is closed, outlive readers that go away, and let no sign be a reason to fail."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            _open_nowhere(name)
        elif number and getattr(sys, name) is getattr(sys, f"__{name}__"):
            _outlive_reader(number, name)
    codecs.register_error("simkit.nearest", _nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="simkit.nearest")


def _open_nowhere(name: str) -> None:
    """Stand in for a stream that was closed; its number is the lowest free one, so that no file may take it."""
    number = os.open(os.devnull, os.O_RDWR)
    os.set_inheritable(number, True)
    setattr(sys, name, os.fdopen(number, "r" if name == "stdin" else "w"))


def _outlive_reader(number: int, name: str) -> None:
    stream = getattr(sys, name)
    raw = getattr(getattr(stream, "buffer", None), "raw", getattr(stream, "buffer", None))
    if type(raw) is not io.FileIO:  # a console of Windows, or what a test put there
        return
    stream.flush()
    lasting = _Lasting(number, "w", closefd=False)
    setattr(
        sys,
        name,
        io.TextIOWrapper(
            lasting if stream.buffer is raw else io.BufferedWriter(lasting),
            stream.encoding,
            stream.errors,
            line_buffering=stream.line_buffering,
            write_through=stream.write_through,
        ),
    )


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """Write each sign that the encoding lacks as the nearest one that every encoding has, else as its number."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(sign: str) -> str:
    r"""Write a sign in ASCII.

    >>> _plain("ś"), _plain("♠"), _plain("\u0416")
    ('s', 'S', '\\u0416')
    """
    bare = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return _SIGNS.get(sign) or bare or sign.encode("ascii", "backslashreplace").decode()


def print_data(_: click.Context, __: click.Parameter, output_format: str) -> str:
    """Callback of ``--format``: data on stdout is UTF-8 and its lines end alike, whatever the terminal has."""
    if output_format != "text" and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    return output_format


def discard_output() -> None:
    """Let what cannot be written go nowhere, or the interpreter would complain about it while it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            _divert(stream.fileno())
