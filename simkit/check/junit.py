"""A check's verdict as JUnit XML: a suite a cell, a test case a metric."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from simkit.check.cell import CellVerdict
from simkit.check.rows import interval_text, needs_text, outcome_lines, trace_lines, value_text
from simkit.check.run import CheckResult
from simkit.check.verdict import Verdict

__all__ = ["as_junit"]

_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_junit(result: CheckResult) -> str:
    """Write a verdict as JUnit XML, with a newline at the end.

    Different is a failure. What cannot be told is a skipped test case, whose message says what would do.
    """
    root = ET.Element(
        "testsuites", {"name": f"simkit check {_clean(result.baseline)}", **_counts(list(result.verdicts))}
    )
    for cell in result.cells:
        _suite(root, result, cell)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _counts(verdicts: list[Verdict]) -> dict[str, str]:
    words = [verdict.word for verdict in verdicts]
    return {"tests": str(len(words)), "failures": str(words.count("different")), "errors": "0"}


def _clean(text: str) -> str:
    """Replace characters that XML cannot have."""
    return _NOT_XML.sub("?", text)


def _suite(root: ET.Element, result: CheckResult, cell: CellVerdict) -> None:
    skipped = sum(verdict.word == "cannot tell" for verdict in cell.verdicts)
    name = _clean(f"{cell.game} {cell.name}")
    suite = ET.SubElement(root, "testsuite", {"name": name, **_counts(list(cell.verdicts)), "skipped": str(skipped)})
    properties = ET.SubElement(suite, "properties")
    facts = {
        "config": result.config,
        "seed": result.seed,
        "games": cell.games,
        "alpha": result.alpha,
        "verdict": cell.word,
    }
    for key, value in facts.items():
        ET.SubElement(properties, "property", {"name": key, "value": _clean(str(value))})
    for verdict in cell.verdicts:
        _case(suite, cell, verdict)
    ET.SubElement(suite, "system-out").text = _clean("\n".join(outcome_lines(cell)))


def _case(suite: ET.Element, cell: CellVerdict, verdict: Verdict) -> None:
    case = ET.SubElement(
        suite, "testcase", {"name": _clean(verdict.what), "classname": _clean(f"simkit.{cell.game}.{cell.name}")}
    )
    if verdict.word == "different":
        message = f"{value_text(verdict, verdict.old)} was recorded, now it is {value_text(verdict, verdict.new)}"
        failure = ET.SubElement(case, "failure", {"type": "different", "message": _clean(message)})
        failure.text = _clean("\n".join([interval_text(verdict), *outcome_lines(cell), *trace_lines(cell)]))
    elif verdict.word == "cannot tell":
        message = needs_text(verdict, cell.games // cell.deals)
        ET.SubElement(case, "skipped", {"message": _clean(f"cannot tell: {message}")})
