"""``simkit check``: whether results are still those that a baseline recorded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from simkit.cli._options import (
    Changes,
    all_option,
    as_one,
    config_argument,
    margins_of,
    margins_option,
    playing_options,
    seed_option,
    set_option,
)
from simkit.cli._streams import print_data
from simkit.errors import StoreError
from simkit.remarks import remark

if TYPE_CHECKING:
    from simkit.check.run import CheckResult
    from simkit.check.verbs import CheckOptions
    from simkit.engine.playing import PlayingOptions

__all__ = ["command"]

F = TypeVar("F", bound=Callable[..., Any])


def _file_option(name: str, what: str) -> Callable[[F], F]:
    """Add ``NAME_file: Path | None``."""
    kind = click.Path(path_type=Path)
    return click.option(
        f"--{name}", f"{name}_file", type=kind, metavar="FILE", help=f"Write the verdict to FILE as {what}."
    )


_format_option = click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json", "markdown", "junit", "metrics"]),
    default="text",
    show_default=True,
    callback=print_data,
    help="Format of the verdict on stdout.",
)
_append_option = click.option(
    "--append", type=click.Path(path_type=Path), metavar="FILE", help="Append the verdict to FILE, a Parquet log."
)
_github_option = click.option(
    "--github/--no-github",
    default=None,
    help="Write annotations and the job summary.  [default: only in GitHub Actions]",
)
_exit_zero_option = click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever the verdict.")
_strict_option = click.option("--strict", is_flag=True, help="Also exit with 1 if the verdict is `cannot tell`.")
_most_option = click.option(
    "--max-games", type=click.IntRange(min=1), metavar="N", help="Maximum number of games per cell."
)
_alpha_option = click.option("--alpha", type=float, metavar="P", help="False alarm rate of the whole check.")
_allow_option = click.option(
    "--allow-changes", is_flag=True, help="Also judge a config with other rules or bots than the baseline."
)


def _judging(margins: tuple[str, ...], **options: Any) -> CheckOptions:
    return cast("CheckOptions", {**options, "margins": margins_of(margins)})


@dataclass(frozen=True)
class _Outputs:
    """Where a verdict goes: its form on stdout, files by form, the log of verdicts, GitHub (None for if run there)."""

    output_format: str
    shows_all: bool
    files: Mapping[str, Path | None]
    append: Path | None
    github: bool | None


def _outputs(
    output_format: str, append: Path | None, github: bool | None, *, shows_all: bool, **files: Path | None
) -> _Outputs:
    named = {name.removesuffix("_file"): path for name, path in files.items()}
    return _Outputs(output_format, shows_all, named, append, github)


@click.command()
@config_argument
@as_one("changes", Changes, set_option, seed_option)
@click.option(
    "--baseline",
    "baseline",
    type=click.Path(path_type=Path),
    metavar="FILE",
    required=True,
    help="Baseline to check against.",
)
@as_one("judging", _judging, _most_option, margins_option, _alpha_option, _allow_option)
@as_one(
    "outputs",
    _outputs,
    _format_option,
    all_option,
    _file_option("json", "JSON"),
    _file_option("junit", "JUnit XML"),
    _file_option("markdown", "Markdown"),
    _file_option("metrics", "JSON for services of continuous benchmarking"),
    _append_option,
    _github_option,
)
@_exit_zero_option
@_strict_option
@playing_options()
def command(
    config: Path,
    changes: Changes,
    baseline: Path,
    judging: CheckOptions,
    outputs: _Outputs,
    exit_zero: bool,
    strict: bool,
    playing: PlayingOptions,
) -> None:
    """Play CONFIG again and compare it with a baseline: identical, same, different, or cannot tell.

    Digests are compared first. If outcomes differ, each statistic is judged by the interval of its difference: wholly
    inside the margin is the same (exit 0), wholly outside is different (exit 1), otherwise the verdict is `cannot tell`
    (exit 3). On other deals (another --seed), more games are played until it can tell, up to --max-games.

    Example: simkit check configs/zilch.toml --baseline zilch.toml
    """
    from simkit.check.verbs import check_baseline

    options: CheckOptions = {**judging, **playing}
    result = check_baseline(config, baseline, settings=changes.settings, seed=changes.seed, **options)
    _print(result, outputs)
    problems = [*_write(result, outputs), *_tell_github(result, baseline, outputs.github)]
    if problems:
        raise StoreError(*problems)
    click.get_current_context().exit(0 if exit_zero else result.exit_code(strict=strict))


def _print(result: CheckResult, outputs: _Outputs) -> None:
    """Write the verdict to stdout, before anything else can fail."""
    from simkit.check.data import FORMATS
    from simkit.check.screen import as_screen
    from simkit.check.text import as_text
    from simkit.cli._table import screen, terminal_width

    if outputs.output_format != "text":
        text = FORMATS[outputs.output_format](result)
    else:
        text = as_text(result, terminal_width()) if outputs.shows_all else as_screen(result, **screen())
    click.echo(text, nl=False)
    sys.stdout.flush()


def _write(result: CheckResult, outputs: _Outputs) -> Iterator[str]:
    """Write the verdict to each file that was named and to the log; yields what cannot be done."""
    from datetime import UTC, datetime

    from simkit.check.data import FORMATS
    from simkit.check.files import write_file
    from simkit.check.log import append_log

    for form, path in outputs.files.items():
        if path is not None:
            yield from _problems(write_file, path, FORMATS[form](result).encode("utf-8", "backslashreplace"))
    if outputs.append is not None:
        yield from _problems(append_log, outputs.append, result, datetime.now(UTC))


def _problems(do: Callable[..., None], *arguments: Any) -> Sequence[str]:
    """Do something; the messages about what hindered it."""
    try:
        do(*arguments)
    except StoreError as error:
        return error.lines
    return ()


def _tell_github(result: CheckResult, baseline: Path, wanted: bool | None) -> Iterator[str]:
    """Print annotations and add to the job summary, when asked for or when run there; yields what cannot be done.

    Where nobody asked, that is no more than a remark.
    """
    from simkit.check.github import append_summary, is_github, workflow_commands

    if not (is_github() if wanted is None else wanted):
        return
    for line in workflow_commands(result, _text(baseline)):
        click.echo(line, err=True)
    for problem in _problems(append_summary, result):
        if wanted:
            yield problem
        else:
            remark(f"warning: no job summary: {problem}")


def _text(baseline: Path) -> str:
    """Text of the baseline, for line numbers; nothing if it has gone since it was read."""
    try:
        return baseline.read_text(encoding="utf-8")
    except OSError:
        return ""
