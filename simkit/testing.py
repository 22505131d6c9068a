"""Assertions for other projects' tests, with the error rates of ``simkit check``: no fixture and no plugin is needed.

>>> from simkit.testing import assert_baseline, assert_statistic
>>> def test_rules() -> None:
...     assert_baseline("zilch.toml", "baselines/zilch.toml")
>>> def test_seats() -> None:
...     assert_statistic("zilch.toml", "win_rate", 0.5, seat=1, margin=0.02)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypedDict, Unpack

from simkit.check.files import Baseline
from simkit.check.record import ALPHA
from simkit.check.records import FORMAT, BaselineRecord, CellRecord, MetricRecord
from simkit.check.run import CheckResult, Setting, check_batch
from simkit.check.text import as_text
from simkit.check.verbs import check_baseline
from simkit.errors import UsageError

__all__ = ["assert_baseline", "assert_statistic"]

Undecided = Literal["fail", "pass"]
"""What happens where it cannot be told with the games allowed."""

GAMES = 20_000
"""Games that an assertion begins with, where neither it nor the config says how many."""

MOST_TIMES = 16
"""Games that an assertion plays at the most by default: so many times those that it begins with."""


class BaselineOptions(TypedDict, total=False):
    """What ``assert_baseline`` passes on to ``simkit.check_baseline``."""

    settings: Sequence[str]
    seed: int | None
    alpha: float | None
    max_games: int | None
    allow_changes: bool
    jobs: int | None


class StatisticOptions(TypedDict, total=False):
    """What ``assert_statistic`` may be told besides: how to play, and whose statistic it is.

    ``settings``, ``seed`` and ``jobs`` are as ``simkit.run`` takes them.
    """

    settings: Sequence[str]
    seed: int | None
    jobs: int | None
    cell: str
    """Which cell of the config; by default ``base``."""
    seat: int | None
    """The seat whose statistic it is, from 1."""
    bot: int | None
    """The bot whose statistic it is, by its first place in the line-up, from 1."""
    games: int | None
    """Games to begin with; by default the config's, or 20,000."""
    max_games: int | None
    """Games at the most; by default 16 times those to begin with."""


def assert_baseline(
    config: Path | str, baseline: Path | str, *, undecided: Undecided = "fail", **options: Unpack[BaselineOptions]
) -> CheckResult:
    """Assert that a config still gives what a baseline recorded.

    With unchanged rules it fails with a chance of at most ``alpha``; on the baseline's own seed it cannot fail at all.

    Parameters
    ----------
    config, baseline
        As ``simkit.check_baseline`` takes them.
    undecided
        What happens where it cannot be told.
    options
        ``settings``, ``seed``, ``alpha``, ``max_games``, ``allow_changes`` and ``jobs``, as ``simkit.check_baseline``
        takes them.

    Raises
    ------
    AssertionError
        Something is different, with the whole verdict as its message.
    UsageError, StoreError, ContractError
        As ``simkit.check_baseline`` raises them.
    """
    return _asserted(check_baseline(config, baseline, **options), undecided)


def assert_statistic(
    config: Path | str,
    statistic: str,
    value: float,
    *,
    margin: float,
    alpha: float = ALPHA,
    undecided: Undecided = "fail",
    **options: Unpack[StatisticOptions],
) -> CheckResult:
    """Assert that a statistic is within a margin of a known value.

    Where it is, this says otherwise with a chance of at most ``alpha``; where it is further off, this passes with a
    chance of at most ``alpha``. It begins with ``games`` and plays on until it can tell.

    Parameters
    ----------
    config
        As ``simkit.run`` takes it.
    statistic
        Name as in a summary, such as ``win_rate`` or ``turns_sd``; no quantiles.
    value, margin
        The known value, and the difference that matters; shares are numbers from 0 to 1.
    undecided
        What happens where it cannot be told.
    options
        See ``StatisticOptions``.

    Raises
    ------
    AssertionError
        The statistic is off, with the verdict as the message.
    UsageError, ContractError
        No such cell or statistic; a bot or a game broke its contract.
    """
    from simkit.batch import load_batch
    from simkit.config import load_config

    settings, name = options.get("settings", ()), options.get("cell", "base")
    begun = options.get("games") or load_config(Path(config), settings).run.games or GAMES
    batch = load_batch(Path(config), settings, begun, options.get("seed"))
    cells = tuple(cell for cell in batch.cells if cell.name == name)
    if not cells:
        raise UsageError(f"{config}: has no cell {name}; it has {', '.join(cell.name for cell in batch.cells)}")
    seat, bot = options.get("seat"), options.get("bot")
    metric = MetricRecord(statistic=statistic, seat=seat, place=bot, value=value, margin=margin)
    record = CellRecord(name=name, game=cells[0].game, games=begun, statistics=(metric,))
    baseline = Baseline(BaselineRecord(format=FORMAT, kind="exact", alpha=alpha, cells=(record,)), {})
    setting = Setting(alpha=alpha, max_games=options.get("max_games") or MOST_TIMES * begun)
    known, jobs = f"{statistic} = {value:g}", options.get("jobs")
    result = check_batch(batch, baseline, config=str(config), name=known, setting=setting, jobs=jobs)
    return _asserted(result, undecided)


def _asserted(found: CheckResult, undecided: Undecided) -> CheckResult:
    if found.word == "different" or (found.word == "cannot tell" and undecided == "fail"):
        raise AssertionError(as_text(found))
    return found
