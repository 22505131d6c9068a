"""``simkit history``: verdicts over time, and what drifts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli._options import format_option, statistics_option

if TYPE_CHECKING:
    from simkit.check.history import History

__all__ = ["command"]


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@statistics_option
@format_option()
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw every line there, as SVG.")
@click.option("--strict", is_flag=True, help="Exit with 1 when anything has drifted.")
def command(file: Path, names: tuple[str, ...], output_format: str, plot: Path | None, strict: bool) -> None:
    """List what the checks in FILE, which `simkit check --append FILE` writes, found over time.

    A line has drifted when it is by more than its margin off the first check, for certain, even if each check was the
    same as the one before; it creeps when it has moved for certain, but perhaps by less. Chance is allowed for over all
    lines and all checks together.

    Example: simkit history checks.parquet --plot checks.svg
    """
    from simkit.check.files import write_file
    from simkit.check.history import drifts
    from simkit.check.log import read_log
    from simkit.check.plot import as_svg
    from simkit.errors import UsageError

    log = read_log(file)
    for name in names:
        if name not in log["statistic"]:
            known = ", ".join(log["statistic"].unique(maintain_order=True))
            raise UsageError(f"--statistic {name}: {file} has no such statistic; it has {known}")
    found = drifts(log, names)
    if plot is not None:
        write_file(plot, as_svg(found).encode())
    click.echo(_rendered(found, output_format))
    if strict and found.drifted:
        click.get_current_context().exit(1)


def _rendered(found: History, output_format: str) -> str:
    from simkit.check.plot import numbers, spark
    from simkit.cli._table import as_table
    from simkit.report.rows import unit_text

    exact = output_format in ("json", "csv")
    rows = []
    for line in found.lines:
        texts = (line.values[0], line.values[-1], line.change, line.reach, line.margin) if exact else numbers(line)
        keys = ("first", "last", "change", "reach", "margin")
        rows.append(
            {
                "word": line.word,
                "cell": line.cell,
                "statistic": line.statistic,
                "of": line.who,
                **dict(zip(keys, texts, strict=True)),
                "unit": line.unit if exact else unit_text(line.unit),
                "checks": len(line.values),
                "since": line.times[0].isoformat(timespec="seconds") if exact else f"{line.times[0]:%Y-%m-%d}",
                "verdict": line.verdicts[-1],
                "curve": list(line.values) if output_format == "json" else spark(line),
            }
        )
    names = {"word": "drift", "reach": "±", "verdict": "last verdict"}
    shown = {key: (names.get(key, key), str) for key in rows[0]} if rows else {}
    return as_table(rows, output_format, shown, {"schema": 1, "checks": found.checks}) if rows else "no verdicts"
