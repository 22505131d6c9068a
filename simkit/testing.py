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
from typing import Literal

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


def assert_baseline(
    config: Path | str,
    baseline: Path | str,
    *,
    settings: Sequence[str] = (),
    seed: int | None = None,
    alpha: float | None = None,
    max_games: int | None = None,
    allow_changes: bool = False,
    undecided: Undecided = "fail",
    jobs: int | None = None,
) -> CheckResult:
    """Assert that a config still gives what a baseline recorded.

    With unchanged rules it fails with a chance of at most ``alpha``; on the baseline's own seed it cannot fail at all.

    Parameters
    ----------
    config, baseline, settings, seed, alpha, max_games, allow_changes, jobs
        As ``simkit.check_baseline`` takes them.
    undecided
        What happens where it cannot be told.

    Raises
    ------
    AssertionError
        Something is different, with the whole verdict as its message.
    UsageError, StoreError, ContractError
        As ``simkit.check_baseline`` raises them.
    """
    found = check_baseline(
        config,
        baseline,
        settings=settings,
        seed=seed,
        alpha=alpha,
        max_games=max_games,
        allow_changes=allow_changes,
        jobs=jobs,
    )
    return _asserted(found, undecided)


def assert_statistic(
    config: Path | str,
    statistic: str,
    value: float,
    *,
    margin: float,
    cell: str = "base",
    seat: int | None = None,
    bot: int | None = None,
    settings: Sequence[str] = (),
    seed: int | None = None,
    alpha: float = ALPHA,
    games: int | None = None,
    max_games: int | None = None,
    undecided: Undecided = "fail",
    jobs: int | None = None,
) -> CheckResult:
    """Assert that a statistic is within a margin of a known value.

    Where it is, this says otherwise with a chance of at most ``alpha``; where it is further off, this passes with a
    chance of at most ``alpha``. It begins with ``games`` and plays on until it can tell.

    Parameters
    ----------
    config, settings, seed, jobs
        As ``simkit.run`` takes them.
    statistic
        Name as in a summary, such as ``win_rate`` or ``turns_sd``; no quantiles.
    value, margin
        The known value, and the difference that matters; shares are numbers from 0 to 1.
    cell
        Which cell of the config.
    seat, bot
        The seat whose statistic it is, or the bot, by its first place in the line-up; both from 1.
    games, max_games
        Games to begin with (by default the config's, or 20,000), and at the most (16 times them).
    undecided
        What happens where it cannot be told.

    Raises
    ------
    AssertionError
        The statistic is off, with the verdict as the message.
    UsageError, ContractError
        No such cell or statistic; a bot or a game broke its contract.
    """
    from simkit.batch import load_batch
    from simkit.config import load_config

    begun = games or load_config(Path(config), settings).run.games or GAMES
    batch = load_batch(Path(config), settings, begun, seed)
    cells = tuple(one for one in batch.cells if one.name == cell)
    if not cells:
        raise UsageError(f"{config}: has no cell {cell}; it has {', '.join(one.name for one in batch.cells)}")
    line = MetricRecord(statistic=statistic, seat=seat, place=bot, value=value, margin=margin)
    record = CellRecord(name=cell, game=cells[0].game, games=begun, statistics=(line,))
    baseline = Baseline(BaselineRecord(format=FORMAT, kind="exact", alpha=alpha, cells=(record,)), {})
    setting = Setting(alpha=alpha, max_games=max_games or MOST_TIMES * begun)
    name = f"{statistic} = {value:g}"
    return _asserted(check_batch(batch, baseline, config=str(config), name=name, setting=setting, jobs=jobs), undecided)


def _asserted(found: CheckResult, undecided: Undecided) -> CheckResult:
    if found.word == "different" or (found.word == "cannot tell" and undecided == "fail"):
        raise AssertionError(as_text(found))
    return found
