"""What GitHub Actions shows of a check: annotations at the lines of the baseline, and a job summary."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from simkit.check.rows import interval_text, needs_text, value_text
from simkit.check.run import CheckResult
from simkit.check.text import as_markdown
from simkit.check.verdict import Verdict
from simkit.store.files import reported

__all__ = ["append_summary", "is_github", "line_number", "workflow_commands"]

MOST = 10
"""Annotations of a kind that GitHub shows of a step."""


def is_github(environment: Mapping[str, str] | None = None) -> bool:
    """Whether this runs in GitHub Actions."""
    return (os.environ if environment is None else environment).get("GITHUB_ACTIONS") == "true"


def workflow_commands(result: CheckResult, baseline: str) -> Iterator[str]:
    """Workflow commands: an error for each metric that is different, a warning for each that cannot be told.

    The ten largest differences come first, in margins; for more there is one line that says how many.

    Parameters
    ----------
    baseline
        Text of the baseline's TOML file, which is searched for the lines.
    """
    seatings = {cell.name: cell.games // cell.deals for cell in result.cells}
    for word, kind in (("different", "error"), ("cannot tell", "warning")):
        verdicts = sorted((verdict for verdict in result.verdicts if verdict.word == word), key=_size, reverse=True)
        shown = verdicts if len(verdicts) <= MOST else verdicts[: MOST - 1]
        for verdict in shown:
            where = {"file": result.baseline, "line": str(line_number(baseline, verdict))}
            yield _command(
                kind, where, f"{verdict.cell}: {verdict.what}: {word}", _message(verdict, seatings[verdict.cell])
            )
        if len(verdicts) > len(shown):
            rest = f"{len(verdicts) - len(shown)} more metrics: {word}"
            yield _command(kind, {"file": result.baseline}, f"simkit check: {word}", rest)


def _size(verdict: Verdict) -> float:
    return abs(verdict.difference or 0.0) / verdict.margin


def _message(verdict: Verdict, seatings: int) -> str:
    if verdict.word == "cannot tell":
        return needs_text(verdict, seatings)
    old, new = value_text(verdict, verdict.old), value_text(verdict, verdict.new)
    return f"{old} was recorded, now {new}: {interval_text(verdict)}"


def line_number(baseline: str, verdict: Verdict) -> int:
    """Line of the baseline's file, from 1, that records a metric; 1 when it is not found."""
    who = (
        f", seat = {verdict.seat}," if verdict.seat else f", place = {verdict.place}," if verdict.place else ", value ="
    )
    cell = ""
    for number, text in enumerate(baseline.splitlines(), 1):
        if text.startswith("name = "):
            cell = text.removeprefix("name = ").strip('"')
        if cell == verdict.cell and f'statistic = "{verdict.statistic}"' in text and who in text:
            return number
    return 1


def _command(kind: str, where: Mapping[str, str], title: str, message: str) -> str:
    """Write a workflow command: GitHub's own escapes, more of them in properties than in the message."""
    properties = ",".join(f"{key}={_property(value)}" for key, value in {**where, "title": title}.items())
    return f"::{kind} {properties}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def append_summary(result: CheckResult, environment: Mapping[str, str] | None = None) -> None:
    """Add the verdict to the job summary, where there is one.

    Raises
    ------
    StoreError
        It cannot be written.
    """
    path = (os.environ if environment is None else environment).get("GITHUB_STEP_SUMMARY")
    if path:
        with reported(Path(path), "written"), Path(path).open("a", encoding="utf-8") as summary:
            summary.write(as_markdown(result))
