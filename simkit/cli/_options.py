"""Options that commands share, as decorators: one name, one meaning, one help text each.

A command takes them as keyword arguments of the names given here; no type of theirs needs a heavy import.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

import click

from simkit.cli._streams import print_data
from simkit.errors import UsageError
from simkit.remarks import silence

if TYPE_CHECKING:
    from simkit.engine.playing import PlayingOptions

__all__ = [
    "Changes",
    "Format",
    "Output",
    "all_option",
    "as_one",
    "changes_options",
    "clear_options",
    "config_argument",
    "format_option",
    "game_argument",
    "games_option",
    "jobs_option",
    "level_option",
    "log_option",
    "margins_of",
    "margins_option",
    "out_option",
    "output_options",
    "playing_options",
    "seed_option",
    "set_option",
    "statistics_option",
    "variant_option",
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


def _complete_game(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:  # noqa: ARG001
    from simkit.registry import every_game

    return [name for name in every_game() if name.startswith(begun)]


def _complete_variant(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:  # noqa: ARG001
    from simkit.registry import every_game

    games, words = every_game(), os.environ.get("COMP_WORDS", "").split()  # Click has not parsed the line that far
    variants = (name for word in words if word in games for name in games[word].variants())
    return [name for name in variants if name.startswith(begun)]


game_argument = click.argument("game", metavar="GAME", shell_complete=_complete_game)
"""``game: str``, the id of a game; ``simkit.cli._find.game_named`` finds it."""

variant_option = click.option(
    "--variant", metavar="NAME", shell_complete=_complete_variant, help="A variant of the game.  [default: its own]"
)
"""``variant: str | None``; ``simkit.cli._find.variant_named`` finds it."""

config_argument = click.argument("config", metavar="CONFIG", type=click.Path(path_type=Path))
"""``config: Path``, a TOML config or ``-`` for standard input; ``load_config`` says what is wrong with it."""

jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Number of workers.  [default: the usable cores]"
)
"""``jobs: int | None``; None for the usable cores."""

log_option = click.option(
    "--log",
    type=click.Choice(["none", "games", "turns"]),
    help="What to log of every game.  [default: as in the config]",
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
        help="Print numba's full message if a bot cannot be compiled.",
    )
    quiet = click.option("--quiet", "-q", is_flag=True, help="Print only errors on stderr, no progress.")
    return quiet(verbose(function))


_backend_option = click.option(
    "--backend",
    type=click.Choice(["threads", "processes"]),
    default="threads",
    show_default=True,
    help="Kind of workers; the results are the same.",
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
    help="Show only this statistic; may be repeated.  [default: all statistics of the game]",
)
"""``names: tuple[str, ...]``."""


margins_option = click.option(
    "--margin",
    "margins",
    multiple=True,
    metavar="NAME=VALUE",
    help="Smallest difference that matters, instead of the game's own; may be repeated.",
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
        callback=print_data,
        help="Format of the result on stdout.",
    )


@dataclass(frozen=True)
class Output:
    """How a result is printed: its form, and as text whether all of it or one screen."""

    format: Format
    shows_all: bool

    @property
    def is_screen(self) -> bool:
        """Whether the answer on one screen is asked for."""
        return self.format == "text" and not self.shows_all


def _output(output_format: Format, shows_all: bool) -> Output:
    return Output(output_format, shows_all)


all_option = click.option(
    "--all", "shows_all", is_flag=True, help="As text, print everything instead of the answer on one screen."
)
"""``shows_all: bool``."""

output_options = as_one("output", _output, format_option(), all_option)
"""``output: Output``."""

seed_option = click.option("--seed", type=int, metavar="N", help="Seed, instead of the config's.")
"""``seed: int | None``."""

set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change a key of the config, such as rules.target=5000 or seats.2.bank_at=300; may be repeated.",
)
"""``settings: tuple[str, ...]``."""

games_option = click.option("--games", type=int, metavar="N", help="Games per cell, instead of the config's.")
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


_prune_option = click.option(
    "--prune", is_flag=True, help="Remove the games of cells that are no longer in the config from the run directory."
)
_fresh_option = click.option("--fresh", is_flag=True, help="Remove all that the run directory holds, and start anew.")
clear_options: tuple[Option, ...] = (_prune_option, _fresh_option)
"""For ``playing_options``, of commands that play into a run directory: what is removed there before."""


def playing_options(*more: Option) -> Option:
    """Add ``playing: PlayingOptions``: how a batch is played; ``more`` options are fields of it."""
    return as_one("playing", _playing, jobs_option, _backend_option, *more, _quiet_option)


def _playing(quiet: bool, prune: bool = False, fresh: bool = False, **options: Any) -> PlayingOptions:
    from simkit.engine.progress import Progress, Quiet
    from simkit.model.parts import Shard

    silence(silent=quiet)
    if options.get("shard") is not None:
        options["shard"] = Shard.parse(options["shard"])
    clear = "all" if fresh else "others" if prune else "nothing"
    return cast("PlayingOptions", {**options, "clear": clear, "progress": Quiet() if quiet else Progress()})
