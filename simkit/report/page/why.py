"""The tables of a page that take differences apart, clause by clause of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from simkit.report.page.model import Table, Value
from simkit.report.rows import count_text
from simkit.report.table import Column, numbers
from simkit.report.why import Explanation, Why
from simkit.report.why_render import MOVED, clause_lines, is_nearly_always, moved_lines, why_explained

__all__ = ["why_tables"]


def why_tables(explanation: Explanation) -> tuple[Table, ...]:
    """For each cell what every clause moved, and the games that changed most where one came into play."""
    tables = [table for why in explanation.contrasts for table in (_moved(why), _games(why)) if table.rows]
    notes = tuple(why_explained(explanation))
    return (*(table._replace(notes=(*table.notes, *notes)) for table in tables[:1]), *tables[1:])


def _moved(why: Why) -> Table:
    rows: list[tuple[Value, ...]] = []
    notes = [line for clause in why.clauses for line in [" – ".join(clause_lines(why, clause))]]
    for clause in why.clauses:
        if not is_nearly_always(clause):
            rows += [(Value(clause.name), *map(_value, line)) for line in moved_lines(why, clause)]
    title = f"What each clause moved, {why.cell.name} against {why.against.name}"
    left_out = [f"left out: {reason}" for reason in why.left_out]
    return Table(title, (Column("clause"), *MOVED), tuple(rows), (*notes, *left_out))


def _value(text: str) -> Value:
    """A number as it was written, to sort by, or words."""
    try:
        return Value(text, float(text.replace(",", "")))
    except ValueError:
        return Value(text)


def _games(why: Why) -> Table:
    words = (*why.effects, f"the game in {why.against.name}", f"the game in {why.cell.name}")
    return Table(
        f"Games that changed most, {why.cell.name} against {why.against.name}",
        (Column("clause"), *numbers("deal", "seating"), *map(Column, words)),
        tuple(_game_rows(why)),
        (f"each seat by seat, in {why.against.name} → in {why.cell.name}; {count_text(why.deals, 'deal')} in common",),
    )


def _game_rows(why: Why) -> Iterator[tuple[Value, ...]]:
    for clause in why.clauses:
        for game in clause.changed if not is_nearly_always(clause) else ():
            values = [
                f"{_values(theirs)} → {_values(ours)}" for ours, theirs in zip(game.ours, game.theirs, strict=True)
            ]
            replay = [f"{command} --deal {game.deal} --seating {game.seating}" for command in reversed(why.replay)]
            yield (
                Value(clause.name),
                Value(f"{game.deal}", game.deal),
                Value(f"{game.seating}", game.seating),
                *map(Value, (*values, *replay)),
            )


def _values(values: tuple[float, ...]) -> str:
    return " / ".join(f"{value:,.6g}" for value in values)
