"""A check's verdict for machines: JSON with a published schema, and the metrics that benchmark services take in."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from importlib.resources import files
from typing import Any

from simkit.check.cell import CellVerdict
from simkit.check.junit import as_junit
from simkit.check.rows import headline, trace_lines
from simkit.check.run import CheckResult
from simkit.check.text import as_markdown, as_text
from simkit.check.verdict import Verdict
from simkit.json_text import json_text

__all__ = ["FORMATS", "as_data", "as_json", "as_metrics", "json_schema"]

SCHEMA = 2
"""Raised whenever a key of the JSON goes or changes its meaning."""


def json_schema() -> dict[str, Any]:
    """Read the JSON Schema of a verdict, which lies beside this module."""
    found: dict[str, Any] = json.loads(files("simkit.check").joinpath("verdict.schema.json").read_text("utf-8"))
    return found


def as_data(result: CheckResult) -> dict[str, Any]:
    """Turn a verdict into plain data; what is not known is None, never NaN."""
    return {
        "schema": SCHEMA,
        "verdict": result.word,
        "passed": result.exit_code() == 0,
        "exit_code": result.exit_code(),
        "headline": headline(result),
        "config": result.config,
        "baseline": result.baseline,
        "exact": result.exact,
        "seed": str(result.seed),
        "alpha": result.alpha,
        "family": result.family,
        "cells": [_cell(cell) for cell in result.cells],
    }


def _cell(cell: CellVerdict) -> dict[str, Any]:
    data = asdict(cell)
    data.pop("verdicts")
    data.pop("trace")
    data["changed_deals"] = [
        {"deal": deal, "trace": trace} for deal, trace in zip(cell.changed_deals, trace_lines(cell, 10), strict=True)
    ]
    return {**data, "verdict": cell.word, "metrics": [_metric(verdict) for verdict in cell.verdicts]}


def _metric(verdict: Verdict) -> dict[str, Any]:
    data = asdict(verdict)
    return {"verdict": data.pop("word"), **data}


def as_json(result: CheckResult) -> str:
    """Write a verdict as JSON, with a newline at the end."""
    return json_text(as_data(result), indent=1) + "\n"


def as_metrics(result: CheckResult) -> str:
    """Write the new values as a list of metrics with names, units and ranges.

    The form is that of custom benchmarks of github-action-benchmark, which other services of continuous benchmarking
    read as well. A range is half of the difference's interval.
    """
    return json_text([_benchmark(cell, verdict) for cell in result.cells for verdict in cell.verdicts], indent=1) + "\n"


def _benchmark(cell: CellVerdict, verdict: Verdict) -> dict[str, Any]:
    half = None if verdict.low is None or verdict.high is None else (verdict.high - verdict.low) / 2
    return {
        "name": f"{cell.game} {cell.name}: {verdict.what}",
        "unit": verdict.unit,
        "value": 0.0 if verdict.new is None else verdict.new,
        "range": "unknown" if half is None else f"± {half:.3g}",
        "extra": f"{verdict.word}; margin {verdict.margin:g}; {cell.games} games",
    }


FORMATS: dict[str, Callable[[CheckResult], str]] = {
    "text": as_text,
    "json": as_json,
    "markdown": as_markdown,
    "junit": as_junit,
    "metrics": as_metrics,
}
"""Everything that a verdict can be written as, by name."""
