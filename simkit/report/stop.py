"""What is said about a run that was played by a stop rule, and how its intervals are named."""

from __future__ import annotations

from typing import Any

from simkit.model.stop import StopRecord

__all__ = ["interval_text", "stop_json", "stop_lines", "stop_text"]


def interval_text(level: float, stop: StopRecord | None, what: str = "number") -> str:
    """Say what low and high are.

    >>> interval_text(0.95, None)
    '95 % interval of each number by itself, from independent deals'
    """
    if stop is None:
        return f"{100 * level:g} % interval of each {what} by itself, from independent deals"
    return (
        f"{100 * level:g} % confidence sequence of each {what} by itself, which holds although the run may stop itself"
    )


def stop_lines(record: StopRecord) -> list[str]:
    """Tell whether and where the run was stopped, and why."""
    if record.deals is None:
        return ["all games were played; the stop rule is not met", *record.said]
    return [f"after {record.deals:,} deals of each cell, as [stop] asks", *record.said]


def stop_text(record: StopRecord) -> str:
    """Tell the same on one line, and what it means for the numbers."""
    return f"{'; '.join(stop_lines(record))}. All intervals are those of confidence sequences"


def stop_json(record: StopRecord | None) -> dict[str, Any] | None:
    """Rule and stop as plain data; the rule without what it does not ask for."""
    if record is None:
        return None
    return {
        **record.model_dump(mode="json", exclude={"rule"}),
        "rule": record.rule.model_dump(mode="json", exclude_defaults=True),
    }
