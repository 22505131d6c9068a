"""Finds the value of a rule or of a bot's parameter that meets a target: plays the points that the search asks for.

Every point is a cell of one run directory, so that nothing is played twice and a tune that was killed goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack

import polars as pl

from simkit.config import Config, load_config, number_of_games
from simkit.config.locate import KeyPath
from simkit.config.toml import key_text, toml_text
from simkit.config.tune import Tuning, tuning_of
from simkit.engine.play import play_batch
from simkit.engine.playing import PlayingOptions
from simkit.engine.progress import Progress, Reporter
from simkit.errors import UsageError
from simkit.model.cell import Cell
from simkit.model.contract_errors import trace_command
from simkit.model.statistic import Statistic
from simkit.report.summary import check_names, game_of, is_asked
from simkit.report.tune import Tuned, estimate_text
from simkit.stats.comparison import compare
from simkit.stats.estimates import estimate, row_meanings
from simkit.stats.intervals import check_level
from simkit.stats.measures import known_statistics, refuse_path
from simkit.stats.pairs import side_of
from simkit.stats.tuning import Seen, seek
from simkit.store.manifest import CONFIG, read_run_record
from simkit.store.read import StoredRun

__all__ = ["tune"]


def tune(
    config: Path | str,
    *,
    settings: Sequence[str] = (),
    games: int | None = None,
    seed: int | None = None,
    out: Path | str | None = None,
    level: float = 0.95,
    **options: Unpack[PlayingOptions],
) -> Tuned:
    """Find the value of a config's ``[tune]`` table at which its statistic meets its target.

    Parameters
    ----------
    config, settings, games, seed, options
        As ``simkit.run`` takes them; ``games`` are those of each point.
    out
        Run directory of the points; None for ``runs/`` and the config's name with ``-tune-`` and what is varied.
    level
        Confidence level of the value's interval, and of those of the points by themselves.

    Raises
    ------
    ConfigError
        Everything in the config that does not hold.
    UsageError
        No such statistic, none that can be tuned, or a level out of range.
    StoreError, ContractError, KeyboardInterrupt
        As ``simkit.run`` raises them; what was finished is kept.
    """
    check_level(level)
    path = Path(config)
    loaded = load_config(path, settings, games, seed)
    tuning = tuning_of(loaded)
    if loaded.run.log == "none":
        raise UsageError(f'{path}: log = "none" keeps no games to estimate from; use `--set run.log=games`')
    progress = options.pop("progress", None) or Progress()
    table = _Points(
        tuning=tuning,
        statistic=_statistic_of(loaded, tuning),
        games=number_of_games(loaded),
        out=Path("runs") / f"{loaded.path.stem}-tune-{'+'.join(map(key_text, tuning.keys))}"
        if out is None
        else Path(out),
        level=level,
        playing={
            **options,
            "log": loaded.run.log,
            "folder": path.parent,
            "replay": lambda cell: trace_command(path, [*settings, *_settings_of(cell, tuning)], seed),
        },
        progress=progress,
    )
    found = seek(tuning.size, tuning.target, table.look, table.differ, level)
    rows = pl.concat(table.rows[point] for point in found.seen)
    return Tuned(game_of(table.cells[0]).title, tuning, table.statistic.unit, level, found, rows, table.run_of().root)


def _settings_of(cell: Cell, tuning: Tuning) -> list[str]:
    """What makes the cell of a point from the config, as ``--set`` takes it."""
    content = cell.content()
    return [f"{key_text(key)}={toml_text(_holder(content, key)[key[-1]])}" for key in tuning.keys]


def _holder(content: dict[str, Any], key: KeyPath) -> dict[Any, Any]:
    """Part of a cell's content that a rule or parameter is in; empty where the cell has no such seat."""
    if key[0] == "rules":
        rules: dict[Any, Any] = content["rules"]
        return rules
    place = int(key[1]) - 1
    return content["lineup"][place]["params"] if place < len(content["lineup"]) else {}


def _statistic_of(config: Config, tuning: Tuning) -> Statistic:
    """Find the statistic; a UsageError when there is none, or when it is unclear whose is meant."""
    game = game_of(tuning.cell(0))
    statistics = known_statistics(game)
    check_names([tuning.statistic], statistics)
    refuse_path(game, config.run.log, [tuning.statistic])
    exact = [one for one in statistics if tuning.statistic in row_meanings(one)]
    found = (exact or [one for one in statistics if is_asked("", one, [tuning.statistic])])[0]
    asked = tuning.seat or tuning.bot
    if tuning.statistic not in row_meanings(found):
        raise UsageError(f"--statistic {tuning.statistic}: must be one of {', '.join(row_meanings(found))}")
    if found.by == "seat" and asked is None:
        raise UsageError(f"{tuning.statistic} is reported by seat: give --seat or --bot, from 1 to {len(config.seats)}")
    if found.by == "game" and asked is not None:
        raise UsageError(f"{tuning.statistic} is reported for the game, not by seat: leave out --seat and --bot")
    if tuning.bot and tuning.cell(0).seatings == "fixed":
        raise UsageError(f'--bot {tuning.bot}: bots keep their seats with seatings = "fixed"; give --seat')
    return found


@dataclass
class _Points:
    """The points played so far, by value number, and what is estimated of them."""

    tuning: Tuning
    statistic: Statistic
    games: int
    out: Path
    level: float
    playing: Mapping[str, Any]
    progress: Reporter
    cells: dict[int, Cell] = field(default_factory=dict)
    rows: dict[int, pl.DataFrame] = field(default_factory=dict)
    _run: StoredRun | None = None

    def run_of(self) -> StoredRun:
        """Return the run as it is after the last points."""
        assert self._run is not None
        return self._run

    def look(self, points: Sequence[int]) -> list[Seen]:
        """Play points and estimate the statistic there."""
        self.cells |= {point: self.tuning.cell(point) for point in points}
        ours = list(self.cells.values())
        others = [cell for cell in self._stored() if cell.id not in {one.id for one in ours}]
        self._run = play_batch([*others, *ours], self.games, self.out, progress=self.progress, **self.playing)
        return [self._seen(point) for point in points]

    def _stored(self) -> list[Cell]:
        """Cells of the directory that are points as well: of the same config, but for what is varied."""
        if not (self.out / CONFIG).is_file():
            return []
        here = self._fixed(next(iter(self.cells.values())))
        return [cell for cell in read_run_record(self.out).restore() if self._fixed(cell) == here]

    def _fixed(self, cell: Cell) -> dict[str, Any]:
        """Return the content of a cell without what is varied."""
        content = cell.content()
        for key in self.tuning.keys:
            _holder(content, key).pop(key[-1], None)
        return content

    def _seen(self, point: int) -> Seen:
        cell = self.cells[point]
        side = side_of(self.run_of(), cell, [self.statistic])
        rows = estimate(side.frame, cell, [self.statistic], self.level, turns=side.turns)
        self.rows[point] = self._of_subject(rows.filter(statistic=self.tuning.statistic), cell)
        row = self.rows[point].row(0, named=True)
        where = f"{self.tuning.name} = {self.tuning.value(point):,}"
        if row["value"] is None:
            raise UsageError(f"{self.tuning.statistic} at {where}: {row['interval']}; choose another range")
        self.progress.say(f"{where}: {self.tuning.statistic} {estimate_text(row)}")
        return Seen(row["value"], row["low"], row["high"])

    def _of_subject(self, rows: pl.DataFrame, cell: Cell) -> pl.DataFrame:
        """Keep the row of the seat or bot that is asked about."""
        if self.tuning.seat is not None:
            return rows.filter(seat=self.tuning.seat)
        if self.tuning.bot is not None:
            return rows.filter(pl.col("seat").is_null(), bot=cell.lineup[self.tuning.bot - 1].label())
        return rows

    def differ(self, one: int, other: int, level: float) -> tuple[float | None, float | None]:
        """Interval of the difference of two points, from their common deals."""
        ours, theirs = (side_of(self.run_of(), self.cells[point], [self.statistic]) for point in (one, other))
        rows = compare([(ours, theirs)], level, asked=[self.tuning.statistic])
        row = self._of_subject(rows, self.cells[one]).row(0, named=True)
        return row["low"], row["high"]
