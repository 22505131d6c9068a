"""``simkit history``: verdicts over time, and which statistics drift."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simkit.cli._options import format_option, statistics_option

if TYPE_CHECKING:
    from simkit.check.history import Drift, History

__all__ = ["command"]


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@statistics_option
@format_option()
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Plot every metric to FILE, as SVG; needs matplotlib.",
)
@click.option("--strict", is_flag=True, help="Exit with 1 if any metric has drifted.")
def command(file: Path, names: tuple[str, ...], output_format: str, plot: Path | None, strict: bool) -> None:
    """List the results of the checks in FILE, a log written by `simkit check --append FILE`.

    A metric has drifted if it differs from the first check by clearly more than its margin, even if each check was the
    same as the one before. It creeps if it has clearly moved, but perhaps by less. The false alarm rate holds for all
    metrics and all checks together.

    Example: simkit history checks.parquet --plot checks.svg
    """
    from simkit.check.history import drifts
    from simkit.check.log import read_log
    from simkit.errors import UsageError

    if plot is not None:
        from simkit.report.page.html import require_extra

        require_extra(f"--plot {plot}", ["matplotlib"], "the table needs no extra")
    log = read_log(file)
    for name in names:
        if name not in log["statistic"]:
            known = ", ".join(log["statistic"].unique(maintain_order=True))
            raise UsageError(f"--statistic {name}: {file} has no such statistic; it has {known}")
    history = drifts(log, names)
    click.echo(_rendered(history, output_format))
    if plot is not None:
        _draw(history, plot)
    if strict and history.drifted:
        click.get_current_context().exit(1)


def _draw(history: History, plot: Path) -> None:
    from simkit.check.files import write_file
    from simkit.check.plot import NOTE, charts_of
    from simkit.report.page.sheet import sheet

    title = f"History of {len(history.drifts)} statistics over {history.checks} checks"
    write_file(plot, sheet(title, NOTE, charts_of(history)).encode())


def _rendered(history: History, output_format: str) -> str:
    from simkit.cli._table import Shown, as_table
    from simkit.report.table import Column

    rows = [_row(drift, output_format) for drift in history.drifts]
    if not rows:
        return "no verdicts"
    columns = {
        **{key: Column(key, is_number=True) for key in ("first", "last", "change", "margin")},
        "word": Column("drift"),
        "reach": Column("±", is_number=True),
        "verdict": Column("last verdict", rank=1),
        "since": Column("since", rank=2),
        "checks": Column("checks", is_number=True, rank=3),
    }
    shown: Shown = {key: (columns.get(key, Column(key)), str) for key in rows[0]}
    return as_table(rows, output_format, shown, {"schema": 1, "checks": history.checks})


def _row(drift: Drift, output_format: str) -> dict[str, Any]:
    """Tell a drift; with exact numbers for machines."""
    from simkit.check.plot import numbers, spark
    from simkit.report.rows import unit_text

    exact = output_format in ("json", "csv")
    texts = (drift.values[0], drift.values[-1], drift.change, drift.reach, drift.margin) if exact else numbers(drift)
    return {
        "word": drift.word,
        "cell": drift.cell,
        "statistic": drift.statistic,
        "of": drift.who,
        **dict(zip(("first", "last", "change", "reach", "margin"), texts, strict=True)),
        "unit": drift.unit if exact else unit_text(drift.unit),
        "checks": len(drift.values),
        "since": drift.times[0].isoformat(timespec="seconds") if exact else f"{drift.times[0]:%Y-%m-%d}",
        "verdict": drift.verdicts[-1],
        "curve": list(drift.values) if output_format == "json" else spark(drift),
    }
