"""Options that commands share, as decorators: one name, one meaning, one help text each.

A command takes them as keyword arguments of the names given here; no type of theirs needs a heavy import.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

import click

from simkit.errors import UsageError

if TYPE_CHECKING:
    from simkit.engine.playing import PlayingOptions

__all__ = [
    "Changes",
    "Format",
    "as_one",
    "changes_options",
    "config_argument",
    "format_option",
    "games_option",
    "jobs_option",
    "level_option",
    "log_option",
    "margins_of",
    "margins_option",
    "out_option",
    "playing_options",
    "seed_option",
    "set_option",
    "statistics_option",
]

Format = Literal["text", "json", "csv", "markdown"]
FORMATS: tuple[Format, ...] = ("text", "json", "csv", "markdown")

F = TypeVar("F", bound=Callable[..., Any])
Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def as_one(name: str, build: Callable[..., Any], *options: Option) -> Option:
    """Add options that a command takes as one argument: ``name``, as ``build`` makes it of their values by name."""

    def named() -> None: ...

    for option in options:
        option(named)
    given: list[click.Parameter] = getattr(named, "__click_params__", [])
    names = [parameter.name for parameter in given if parameter.expose_value]

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def with_one(**values: Any) -> Any:
            own = {key: values.pop(key) for key in names}
            return function(**values, **{name: build(**own)})

        for option in reversed(options):
            option(with_one)
        return with_one

    return decorate


config_argument = click.argument("config", metavar="CONFIG", type=click.Path(path_type=Path))
"""``config: Path``, a TOML config; ``load_config`` says what is wrong with it."""

jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Workers at a time.  [default: the usable cores]"
)
"""``jobs: int | None``; None for the usable cores."""

log_option = click.option(
    "--log", type=click.Choice(["none", "games", "turns"]), help="What is kept of every game.  [default: the config's]"
)
"""``log: "none" | "games" | "turns" | None``; None for the config's."""

out_option = click.option("--out", type=click.Path(path_type=Path), metavar="PATH", help="Where to write.")
"""``out: Path | None``."""

VERBOSE = f"{__name__}.verbose"
"""Key of ``Context.meta``: whether ``--verbose`` is given."""


def _note_verbose(context: click.Context, _: click.Parameter, value: bool) -> None:
    context.meta[VERBOSE] = value


def _quiet_option(function: F) -> F:
    """Add ``quiet: bool``, and ``--verbose``, which ``simkit.cli`` obeys."""
    verbose = click.option(
        "--verbose",
        is_flag=True,
        expose_value=False,
        callback=_note_verbose,
        help="Tell what numba says of a bot that cannot be compiled.",
    )
    quiet = click.option("--quiet", "-q", is_flag=True, help="No progress and no remarks on stderr; errors remain.")
    return quiet(verbose(function))


_backend_option = click.option(
    "--backend",
    type=click.Choice(["threads", "processes"]),
    default="threads",
    show_default=True,
    help="What the workers are; results are the same.",
)
"""``backend: "threads" | "processes"``."""


level_option = click.option(
    "--level", type=float, default=0.95, show_default=True, help="Confidence level of each interval, between 0 and 1."
)
"""``level: float``."""

statistics_option = click.option(
    "--statistic",
    "names",
    multiple=True,
    metavar="NAME",
    help="Only this statistic; may be repeated.  [default: all of the game]",
)
"""``names: tuple[str, ...]``."""


margins_option = click.option(
    "--margin",
    "margins",
    multiple=True,
    metavar="NAME=VALUE",
    help="The difference that matters, instead of the game's own; may be repeated.",
)
"""``margins: tuple[str, ...]``, for ``margins_of``."""


def margins_of(texts: Sequence[str]) -> dict[str, float]:
    """Read ``--margin`` options; a UsageError for what is not NAME=VALUE."""
    margins = {}
    for text in texts:
        name, _, value = text.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not 0 < number < float("inf"):
            raise UsageError(f"--margin {text}: must be NAME=VALUE with a number above 0, such as turns=0.1")
        margins[name.strip()] = number
    return margins


def format_option(*formats: Format) -> Callable[[F], F]:
    """Add ``output_format``: one of ``formats`` (all four when none are named), the first being the default."""
    choices = formats or FORMATS
    return click.option(
        "--format",
        "output_format",
        type=click.Choice(choices),
        default=choices[0],
        show_default=True,
        help="Form of the result on stdout.",
    )


seed_option = click.option("--seed", type=int, metavar="N", help="Root seed, instead of the config's.")
"""``seed: int | None``."""

set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change a key of the config, such as rules.target=5000 or seats.2.bank_at=300; may be repeated.",
)
"""``settings: tuple[str, ...]``."""

games_option = click.option("--games", type=int, metavar="N", help="Games of each cell, instead of the config's.")
"""``games: int | None``; ranges are those of the config and are checked with it."""


@dataclass(frozen=True)
class Changes:
    """What options change of a config: what ``load_config`` takes besides its path, and where to write."""

    settings: tuple[str, ...] = ()
    games: int | None = None
    seed: int | None = None
    out: Path | None = None


def changes_options(*more: Option) -> Option:
    """Add ``changes: Changes`` with its settings, games and seed; ``more`` may add ``out_option``."""
    return as_one("changes", Changes, set_option, games_option, seed_option, *more)


def playing_options(*more: Option) -> Option:
    """Add ``playing: PlayingOptions``: how a batch is played; ``more`` options are fields of it."""
    return as_one("playing", _playing, jobs_option, _backend_option, *more, _quiet_option)


def _playing(quiet: bool, **options: Any) -> PlayingOptions:
    from simkit.engine.progress import Progress, Quiet
    from simkit.model.parts import Shard

    if options.get("shard") is not None:
        options["shard"] = Shard.parse(options["shard"])
    return cast("PlayingOptions", {**options, "progress": Quiet() if quiet else Progress()})
