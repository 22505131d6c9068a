"""Remarks on stderr: what is compiled, what a place cannot do, what libraries warn of. Telling them never fails."""

from __future__ import annotations

import logging
import sys
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import IO, TextIO

__all__ = ["is_silent", "remark", "remark_once", "silence", "tell_libraries"]

_told: set[str] = set()
_is_silent = False


def silence(*, silent: bool = True) -> None:
    """Let this process make no remarks; errors are not remarks."""
    global _is_silent  # noqa: PLW0603 (stderr is one for the process as well)
    _is_silent = silent


def is_silent() -> bool:
    """Whether no remarks are made."""
    return _is_silent


def remark(text: str, stream: IO[str] | None = None) -> None:
    """Print ``simkit: TEXT`` on stderr, or another stream, where there is one that can be written."""
    stream = sys.stderr if stream is None else stream
    if _is_silent or stream is None:
        return
    try:
        print(f"simkit: {text}", file=stream, flush=True)
    except (OSError, ValueError):  # closed: nobody reads remarks
        return


def remark_once(text: str, details: str = "") -> None:
    """Make a remark that this process has not made yet, whatever its details were."""
    if text not in _told:
        _told.add(text)
        remark(text + details)


def tell_libraries() -> None:
    """Turn what libraries warn of, by ``warnings`` or by ``logging``, into remarks of one line."""
    warnings.showwarning = _told_warning
    if not any(isinstance(handler, _Remarks) for handler in logging.root.handlers):
        logging.root.addHandler(_Remarks(logging.WARNING))


class _Remarks(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        remark_once(f"{record.name.partition('.')[0]} warns: {_first_line(record.getMessage())}")


def _told_warning(
    message: Warning | str,
    category: type[Warning],  # noqa: ARG001 (the signature of warnings.showwarning)
    filename: str,  # noqa: ARG001
    lineno: int,  # noqa: ARG001
    file: TextIO | None = None,  # noqa: ARG001
    line: str | None = None,  # noqa: ARG001
) -> None:
    remark_once(f"a library warns: {_first_line(str(message))}")


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
