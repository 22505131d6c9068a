"""The option ``--report``, and the command that makes a page again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
from click.core import ParameterSource

from simkit.cli._options import as_one

__all__ = ["MOST_CHANGED", "Pages", "pages_options", "this_command"]

MOST_CHANGED = 5
"""Deals that changed most on a page, where --deals says nothing else."""
_NO_MATTER = frozenset({"jobs", "backend", "quiet", "output_format", "shows_all", "chunk_deals", "keep_going"})
"""Options that change neither what is played nor what the page says."""

_report_option = click.option(
    "--report",
    "reports",
    type=click.Path(dir_okay=False, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Also write a page: FILE.html (one file, with charts), FILE.md or FILE.json; may be repeated.",
)
_question_option = click.option(
    "--question",
    default="",
    metavar="TEXT",
    help="Question that the page answers, its heading.  [default: what differs]",
)


@dataclass(frozen=True)
class Pages:
    """Files to write pages to, and the question that they answer."""

    reports: tuple[Path, ...] = ()
    question: str = ""

    def check(self) -> None:
        """Raise what writing the pages would, before anything is played."""
        if self.reports:
            from simkit.report.page.write import check_target

            for path in self.reports:
                check_target(path)


pages_options = as_one("pages", Pages, _report_option, _question_option)
"""``pages: Pages``."""


def this_command() -> str:
    """Write the command that is being run, as it has to be typed to get the same page."""
    context = click.get_current_context()
    return shlex.join(["simkit", *_words(context)])


def _words(context: click.Context) -> Iterator[str]:
    yield context.info_name or ""
    for parameter in context.command.params:
        name = parameter.name or ""
        if name in _NO_MATTER or context.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        value = context.params[name]
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(parameter, click.Argument):
                yield str(part)
            else:
                yield from (parameter.opts[0],) if part is True else (parameter.opts[0], str(part))
