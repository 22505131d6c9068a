"""The verbs of checking, from a config's path: what the commands and ``simkit.testing`` call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from simkit.batch import Batch, load_batch
from simkit.check.files import Baseline, read_baseline, write_baseline
from simkit.check.metrics import Margins
from simkit.check.record import ALPHA, make_baseline, too_wide
from simkit.check.run import CheckResult, Setting, check_batch
from simkit.check.text import as_text
from simkit.engine.playing import PlayingOptions, quiet_by_default
from simkit.engine.progress import Quiet
from simkit.errors import SimkitError, StoreError, UsageError

__all__ = ["check_baseline", "record_baseline"]


class CheckOptions(PlayingOptions, total=False):
    """What ``check_baseline`` takes besides the config and the baseline."""

    margins: Mapping[str, float] | None
    alpha: float | None
    max_games: int | None
    allow_changes: bool


def check_baseline(
    config: Path | str,
    baseline: Path | str,
    *,
    settings: Sequence[str] = (),
    seed: int | None = None,
    **options: Unpack[CheckOptions],
) -> CheckResult:
    """Play a config's batch and hold it against a baseline.

    Parameters
    ----------
    config, baseline
        TOML files.
    settings, seed
        As ``simkit.run`` takes them; another seed means other deals.
    margins
        Differences that matter, by statistic, instead of those recorded or in the config's ``[check]``.
    alpha
        Chance of a false alarm of the whole check; None for the config's, or that recorded.
    max_games
        Most games of a cell; None for those recorded, or on other deals four times them.
    allow_changes
        Whether other rules and bots are judged instead of refused.
    options
        How it is played, as ``simkit.run`` takes it; by default without progress.

    Raises
    ------
    ConfigError, UsageError
        The config does not hold, or is about something else than the baseline.
    StoreError
        The baseline is missing, damaged or of another format.
    ContractError
        A bot or a game broke its contract.
    """
    found = read_baseline(Path(baseline))
    batch = load_batch(Path(config), settings, max(cell.games for cell in found.record.cells), seed)
    margins, alpha = options.pop("margins", None), options.pop("alpha", None)
    setting = Setting(
        margins=Margins(batch.check.margins, margins or {}),
        alpha=batch.check.alpha if alpha is None else alpha,
        max_games=options.pop("max_games", None),
        allow_changes=options.pop("allow_changes", False),
    )
    playing: PlayingOptions = options
    return check_batch(
        batch,
        found,
        config=str(config),
        name=str(baseline),
        setting=setting,
        **playing,
    )


class RecordOptions(PlayingOptions, total=False):
    """What ``record_baseline`` takes besides the config and where to write."""

    margins: Mapping[str, float] | None
    alpha: float | None
    each_deal: bool
    accept: bool
    say: Callable[[str], None] | None


def record_baseline(
    config: Path | str,
    out: Path | str,
    *,
    settings: Sequence[str] = (),
    games: int | None = None,
    seed: int | None = None,
    **options: Unpack[RecordOptions],
) -> list[Path]:
    """Play a config's batch and record what comes out.

    Parameters
    ----------
    config, settings, games, seed
        As ``simkit.run`` takes them; games are rounded up to 256 blocks of whole deals.
    out
        The TOML file; what belongs to it is written beside it.
    margins, alpha
        As ``check_baseline`` takes them.
    each_deal
        Whether every deal is recorded, so that those that change can be named.
    accept
        Whether a baseline that is there may be replaced by one that differs.
    options
        How it is played, as ``simkit.run`` takes it; by default without progress.
    say
        Told what moves in a baseline that is there.

    Returns
    -------
    The files written; none when the baseline that is there says the same.

    Raises
    ------
    ConfigError, UsageError
        The config does not hold, nothing can be recorded, or a baseline is there from which something differs.
    StoreError
        A file cannot be written, or is there and is no sound baseline.
    ContractError
        A bot or a game broke its contract.
    """
    out = Path(out)
    if out.suffix != ".toml":
        raise UsageError(f"--out {out}: must end in .toml, such as {out.with_suffix('.toml')}")
    margins, alpha = options.pop("margins", None), options.pop("alpha", None)
    each_deal, accept, say = options.pop("each_deal", False), options.pop("accept", False), options.pop("say", None)
    playing: PlayingOptions = quiet_by_default(options)
    remark = (playing.get("progress") or Quiet()).say
    batch = load_batch(Path(config), settings, games, seed)
    wanted = Margins(batch.check.margins, margins or {})
    level = batch.check.alpha or ALPHA if alpha is None else alpha
    if not 0 < level < 1:
        raise UsageError(f"alpha = {level}: must lie between 0 and 1, such as 0.001")
    old = _there(out, accept=accept)
    new = make_baseline(batch, wanted, level, each=each_deal, **playing)
    for line in too_wide(new.record):
        remark(line)
    if old is not None:
        if _is_equal(old, new):
            remark(f"{out}: says the same already; nothing is written")
            return []
        for line in _moves(batch, old, new, str(config), str(out), {**playing, "progress": None}):
            (say or remark)(line)
        if not accept:
            raise UsageError(f"{out}: is there and differs from what comes out now; --accept writes it anew")
    return write_baseline(out, new)


def _there(out: Path, *, accept: bool) -> Baseline | None:
    """Read the baseline that is to be replaced; None when there is none, or none that can be read and need be."""
    if not out.exists():
        return None
    try:
        return read_baseline(out)
    except StoreError as error:
        if accept:
            return None
        raise StoreError(*error.lines, "--accept writes it anew, without telling what moves") from error


def _is_equal(old: Baseline, new: Baseline) -> bool:
    """Whether both say the same, but for the version of simkit; each deal counts only where both have it."""
    bare = {"simkit": "", "blocks": None, "each_deal": None}
    same = old.record.model_copy(update=bare) == new.record.model_copy(update=bare)
    each = [any(one.each_digest is not None for one in some.counted.values()) for some in (old, new)]
    return same and each[0] == each[1]


def _moves(batch: Batch, old: Baseline, new: Baseline, config: str, out: str, playing: PlayingOptions) -> list[str]:
    """Tell what moves, cell by cell."""
    names = [{cell.name for cell in one.record.cells} for one in (old, new)]
    lines = [f"cell {name}: new" for name in sorted(names[1] - names[0])]
    lines += [f"cell {name}: dropped" for name in sorted(names[0] - names[1])]
    kept = tuple(cell for cell in old.record.cells if cell.name in names[1])
    if not kept or old.record.is_exact:
        return lines
    record = old.record.model_copy(update={"cells": kept})
    some = replace(batch, cells=tuple(cell for cell in batch.cells if cell.name in names[0]))
    try:
        setting = Setting(allow_changes=True)
        known = Baseline(record, old.counted)
        found = check_batch(some, known, config=config, name=out, setting=setting, **playing)
    except SimkitError as error:
        return [*lines, *error.lines]
    return [*lines, as_text(found).rstrip("\n")]
