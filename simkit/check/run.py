"""Plays a config and holds it against a baseline: digests, then statistics, with more games while it cannot be told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Unpack

from simkit.batch import Batch, play
from simkit.check.cell import CellCheck, CellVerdict
from simkit.check.files import Baseline
from simkit.check.match import match_cells
from simkit.check.metrics import NO_MARGINS, Margins
from simkit.check.record import in_scratch
from simkit.check.verdict import Verdict, VerdictWord, worst
from simkit.engine.playing import PlayingOptions, quiet_by_default
from simkit.errors import StoreError, UndecidedError, UsageError

__all__ = ["CheckResult", "Setting", "check_batch"]


@dataclass(frozen=True)
class CheckResult:
    """What a whole check found; ``alpha`` is the chance of a false alarm in all ``family`` metrics together."""

    config: str
    baseline: str
    exact: bool
    alpha: float
    family: int
    cells: tuple[CellVerdict, ...]
    seed: int

    @property
    def word(self) -> VerdictWord:
        """The verdict: that of the worst metric."""
        return worst([cell.word for cell in self.cells])

    def exit_code(self, *, strict: bool = False) -> int:
        """0 for identical and same, 1 for different, 3 (``strict``: 1) where it cannot be told."""
        return {"different": 1, "cannot tell": 1 if strict else UndecidedError.exit_code}.get(self.word, 0)

    @property
    def verdicts(self) -> list[Verdict]:
        """Verdicts of all metrics, the worst first, otherwise in order."""
        order = ("different", "cannot tell", "same", "identical")
        return sorted(
            (verdict for cell in self.cells for verdict in cell.verdicts), key=lambda verdict: order.index(verdict.word)
        )


@dataclass(frozen=True)
class Setting:
    """How a check is done; see ``check_batch``."""

    margins: Margins = NO_MARGINS
    alpha: float | None = None
    max_games: int | None = None
    allow_changes: bool = False


def check_batch(
    batch: Batch,
    baseline: Baseline,
    *,
    config: str = "",
    name: str = "baseline",
    setting: Setting | None = None,
    **options: Unpack[PlayingOptions],
) -> CheckResult:
    """Check a batch against a baseline.

    Parameters
    ----------
    batch
        Cells to be played; its number of games and run directory do not matter.
    config, name
        What the config and the baseline are called in messages.
    setting
        Margins, chance of a false alarm of the whole check (None for that recorded), most games of a cell (None for as
        many as recorded on common deals, else four times that), and whether rules and line-ups may differ.
    options
        How it is played, as ``play_batch`` takes it; by default without a word on stderr.

    Raises
    ------
    UsageError
        Cells, rules, line-ups or statistics that do not match.
    StoreError, ContractError, KeyboardInterrupt
        As ``play_batch`` raises them.
    """
    setting = setting or Setting()
    record = baseline.record
    matched = match_cells(name, batch.cells, record, setting.margins, allow_changes=setting.allow_changes)
    family = sum(len(one.metrics) for one in matched)
    if not family:
        raise UsageError(f"{name}: none of the margins names a statistic that it has")
    alpha = record.alpha if setting.alpha is None else setting.alpha
    if not 0 < alpha < 1:
        raise UsageError(f"alpha = {alpha}: must lie between 0 and 1, such as 0.001")
    checks = [
        CellCheck(
            one, baseline.counted.get(one.record.name), 1 - alpha / family, setting.max_games, batch.replay(one.cell)
        )
        for one in matched
    ]
    for check in checks:
        if edited := check.edited():
            where = f"{name}: damaged: cell {check.matched.record.name}: {', '.join(edited)}"
            what = "is not what its blocks say; restore it from version control, or record it again"
            raise StoreError(f"{where} {what}")
    with in_scratch(batch) as scratch:

        def looked(some: Sequence[CellCheck], games: int, folder: str) -> None:
            cells = tuple(check.matched.cell for check in some)
            wanted = replace(scratch, cells=cells, games=games, out=scratch.out / folder)
            run = play(wanted, **quiet_by_default(options))
            for check in some:
                check.look(run.table(check.matched.cell, "games"))

        for games in sorted({check.first for check in checks}):
            looked([check for check in checks if check.first == games], games, f"first-{games}")
        for check in checks:
            while (more := check.more()) is not None:
                looked([check], more, check.matched.cell.id)
    return CheckResult(
        config=config,
        baseline=name,
        exact=record.is_exact,
        alpha=alpha,
        family=family,
        cells=tuple(check.verdict() for check in checks),
        seed=batch.cells[0].seed,
    )
