"""``simkit check``: tell whether everything still comes out as a baseline recorded it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
        f"--{name}", f"{name}_file", type=kind, metavar="FILE", help=f"Write the verdict there as {what}."
    )


_format_option = click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json", "markdown", "junit", "metrics"]),
    default="text",
    show_default=True,
    help="Form of the verdict on stdout.",
)
_append_option = click.option(
    "--append", type=click.Path(path_type=Path), metavar="FILE", help="Add the verdict to this log, a Parquet file."
)
_github_option = click.option(
    "--github/--no-github",
    default=None,
    help="Annotations on stderr, and the job summary.  [default: in GitHub Actions]",
)
_exit_zero_option = click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever the verdict is.")
_strict_option = click.option("--strict", is_flag=True, help="Exit with 1 also when it cannot be told.")
_most_option = click.option("--max-games", type=click.IntRange(min=1), metavar="N", help="Most games of a cell.")
_alpha_option = click.option("--alpha", type=float, metavar="P", help="Chance of a false alarm of the whole check.")
_allow_option = click.option(
    "--allow-changes", is_flag=True, help="Judge what other rules or bots do, instead of refusing them."
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
    "--baseline", "baseline", type=click.Path(path_type=Path), metavar="FILE", required=True, help="What was recorded."
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
    """Play CONFIG's batch again and hold it against a baseline: identical, same, different, or cannot tell.

    Digests are compared first. Where outcomes differ, each statistic is judged by its interval and its margin: wholly
    inside is the same (exit 0), wholly outside is different (exit 1), else it cannot be told (exit 3). On other deals
    (another --seed) more games are played until it can, up to --max-games.

    Example: simkit check configs/zilch.toml --baseline zilch.toml
    """
    from simkit.check.verbs import check_baseline

    options: CheckOptions = {**judging, **playing}
    result = check_baseline(config, baseline, settings=changes.settings, seed=changes.seed, **options)
    _write(result, baseline, outputs)
    click.get_current_context().exit(0 if exit_zero else result.exit_code(strict=strict))


def _write(result: CheckResult, baseline: Path, outputs: _Outputs) -> None:
    """Write the verdict to its files, to the log and GitHub, and last to stdout."""
    from datetime import UTC, datetime

    from simkit.check.data import FORMATS
    from simkit.check.files import write_file
    from simkit.check.log import append_log
    from simkit.check.screen import as_screen
    from simkit.check.text import as_text
    from simkit.cli._table import screen, terminal_width

    for form, path in outputs.files.items():
        if path is not None:
            write_file(path, FORMATS[form](result).encode())
    if outputs.append is not None:
        append_log(outputs.append, result, datetime.now(UTC))
    _tell_github(result, baseline, outputs.github)
    form = outputs.output_format
    if form != "text":
        text = FORMATS[form](result)
    else:
        text = as_text(result, terminal_width()) if outputs.shows_all else as_screen(result, **screen())
    click.echo(text, nl=False)


def _tell_github(result: CheckResult, baseline: Path, wanted: bool | None) -> None:
    """Print annotations and add to the job summary, when asked for or when run there."""
    from simkit.check.github import append_summary, is_github, workflow_commands

    if is_github() if wanted is None else wanted:
        for line in workflow_commands(result, baseline.read_text(encoding="utf-8")):
            click.echo(line, err=True)
        append_summary(result)
