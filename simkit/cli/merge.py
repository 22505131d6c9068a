"""``simkit merge``: run directories of shares become one run."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["command"]


@click.command()
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), metavar="PATH", help="Directory of the whole run."
)
def command(runs: tuple[Path, ...], out: Path) -> None:
    """Join run directories of one batch: its shares, or what several machines have played of it.

    Parts are copied into the run directory --out, which may hold some already; those of the RUNs stay. Every file is
    checked, and parts that several runs have are compared. The merged run has the same bytes as one that was played
    whole. Ends with 4 when parts are still missing.

    \b
    Example:
      simkit merge runs/zilch-*-of-4 --out runs/zilch
    """  # noqa: D301 (\b is for Click)
    from simkit.cli._table import count_text
    from simkit.store.merge import merge_runs
    from simkit.store.read import open_run

    merged = merge_runs(runs, out)
    compared = f", {merged.doubled:,} found twice and equal" if merged.doubled else ""
    click.echo(f"{out}: {count_text(merged.parts, 'part')}, {merged.copied:,} copied{compared}")
    open_run(out)  # says what is missing
