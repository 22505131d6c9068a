"""``simkit status``: what runs have, what they lack, and who is playing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simkit.cli._options import Format, format_option

if TYPE_CHECKING:
    from simkit.cli._table import Shown
    from simkit.store.status import Status

__all__ = ["command"]

_MOST_LINES = 20


@click.command()
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=click.Path(path_type=Path))
@format_option()
def command(runs: tuple[Path, ...], output_format: Format) -> None:
    """Tell what run directories have, what is missing, and who is playing into them.

    Several RUNs of one batch, such as its shares, are also told together. Only manifests are read: `simkit verify` says
    whether the files are sound.

    \b
    Example:
      simkit status runs/zilch-*-of-4
    """  # noqa: D301 (\b is for Click)
    from simkit.cli._table import as_table
    from simkit.report.table import Column
    from simkit.store.status import run_status, together

    statuses = [run_status(root) for root in runs]
    if len(statuses) > 1:
        statuses.append(together(statuses))
    count = "{:,}".format
    shown: Shown = {
        "run": (Column("run"), str),
        "cells": (Column("cells", is_number=True, rank=1), count),
        "parts": (Column("parts", is_number=True), count),
        "games": (Column("games", is_number=True), count),
        "asked": (Column("asked for", is_number=True), count),
        "done": (Column("done", is_number=True), _percent),
        "worker": (Column("worker"), str),
    }
    facts = {"missing": _missing(statuses[-1])}
    page = as_table([_row(status) for status in statuses], output_format, shown, facts)
    click.echo(page)
    if output_format == "text" and facts["missing"]:
        click.echo("\n" + "\n".join(_lines(facts["missing"])))


def _row(status: Status) -> dict[str, Any]:
    return {
        "run": status.name,
        "cells": len(status.cells),
        "parts": status.parts,
        "games": status.games,
        "asked": status.asked,
        "done": status.games / status.asked if status.asked else 0.0,
        "worker": status.worker,
    }


def _percent(share: float) -> str:
    """Write a share in percent, rounded down: 100 % is the whole.

    >>> _percent(0.99999), _percent(1.0)
    ('99.9 %', '100 %')
    """
    return "100 %" if share >= 1 else f"{int(share * 1000) / 10} %"


def _missing(status: Status) -> list[dict[str, Any]]:
    return [
        {"cell": one.cell.name, "id": one.cell.id, "deals": [list(stretch) for stretch in one.missing]}
        for one in status.cells
        if one.missing
    ]


def _lines(missing: list[dict[str, Any]]) -> list[str]:
    """Name the missing deals, as many as fit a screen."""
    lines = [
        f"cell {cell['cell']}: deals {first:,} to {last:,} are missing"
        for cell in missing
        for first, last in cell["deals"]
    ]
    more = len(lines) - _MOST_LINES
    return lines if more <= 0 else [*lines[:_MOST_LINES], f"and {more:,} more stretches; --format json has all"]
