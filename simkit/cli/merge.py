"""``simkit merge``: run directories of shares become one run."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["command"]


@click.command()
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), metavar="PATH", help="Directory of the merged run."
)
def command(runs: tuple[Path, ...], out: Path) -> None:
    """Merge run directories of one config: its shares, or the games of several machines.

    Copies the parts of every RUN into the run directory --out, which may exist already. Checks every file, and compares
    parts that several runs have. The merged run has the same bytes as an undivided run. Exits with 4 if parts are still
    missing.

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
