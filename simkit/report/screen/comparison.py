"""A comparison on one screen: what clearly changed first, from what to what; what is unclear in one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from simkit.report.comparison import Change, Comparison, Contrast, is_source
from simkit.report.comparison_render import changed_lines, letters_of
from simkit.report.page.model import Verdict as Sentence
from simkit.report.page.words import MAIN, classify, verdicts
from simkit.report.rows import capital, count_text, decimals_for, scaled, signed_text
from simkit.report.screen.grid import column_name
from simkit.report.screen.layout import WIDTH, Answer, Block, Note, Pairs, Verdict, screen_text
from simkit.report.stop import stop_text
from simkit.report.sweep import MANY_CELLS
from simkit.report.table import Column, Table

__all__ = ["comparison_screen"]

_CLEAR = ("matters", "changed", "small")
_MOST_CHANGES = 3
"""Settings that differ and are named one by one."""
_MOST_COLUMNS = 4
_MOST_NAMES = 4
"""Statistics named in a line of those that nothing more is said about."""
_ROOM = {1: 8, 2: 4, 3: 2, 4: 1}
"""Sentences for each cell, by the number of cells."""


def comparison_screen(
    comparison: Comparison,
    width: int = WIDTH,
    *,
    names: Sequence[str] = (),
    deals: bool = False,
    coloured: bool = False,
) -> str:
    """Write the answer on one screen, with a newline at the end: sentences, or where cells are many, a table.

    Parameters
    ----------
    names
        The statistics asked for; none for those most asked for.
    deals
        Whether the deals that changed most are told.
    """
    main = names or MAIN
    if len(comparison.contrasts) > MANY_CELLS:
        groups = [_overview(comparison, main)]
    else:
        tell = _sentences if len(comparison.contrasts) == 1 else _few_sentences
        groups = [list(tell(contrast, main, _ROOM[len(comparison.contrasts)])) for contrast in comparison.contrasts]
        groups += [[Note(line) for line in changed_lines(one)] for one in comparison.contrasts if deals]
    return screen_text([*groups, [Note(_note(comparison))]], width, coloured=coloured)


def _sentences(contrast: Contrast, main: Sequence[str], room: int) -> Iterator[Block]:
    found, clear = _found(contrast, main)
    yield _title(contrast)
    yield from (Verdict(one.kind, one.text) for one in clear[:room])
    groups = [
        ("Also changed", [one for one in clear[room:] if one.kind != "small"]),
        ("Changed, but less than matters", [one for one in clear[room:] if one.kind == "small"]),
        ("Unclear", [one for one in found if one.kind in ("open", "unknown")]),
        ("No change that matters", [one for one in found if one.kind == "same"]),
    ]
    yield Pairs(tuple((name, _names(some)) for name, some in groups))
    bots = [f"{letter[4:]} {bot}" for (bot, _), letter in letters_of(contrast).items()]
    if bots:
        yield Note(f"Bots: {', '.join(bots)}")


def _few_sentences(contrast: Contrast, main: Sequence[str], room: int) -> Iterator[Block]:
    """The same where cells share the screen: what is not told by a sentence is counted."""
    found, clear = _found(contrast, main)
    unclear = [one for one in found if one.kind in ("open", "unknown")]
    yield _title(contrast)
    yield from (Verdict(one.kind, one.text) for one in clear[:room])
    rest = [f"{len(clear) - room} more changed"] if len(clear) > room else []
    rest += [f"unclear: {_names(unclear, 2)}"] if unclear else []
    yield Note(capital("; ".join(rest) or "No change is unclear"))


def _found(contrast: Contrast, main: Sequence[str]) -> tuple[Sequence[Sentence], list[Sentence]]:
    """All sentences, and those about clear changes, most asked for and most important first."""
    found = verdicts(list(contrast.rows.iter_rows(named=True)), letters_of(contrast), main)
    return found, sorted((one for one in found if one.kind in _CLEAR), key=_order)


def _title(contrast: Contrast) -> Answer:
    return Answer(f"{contrast.cell.name} against {contrast.against.name}{_differs(contrast.changes)}")


def _order(one: Sentence) -> tuple[bool, int]:
    return not one.is_main, _CLEAR.index(one.kind)


def _names(some: Sequence[Sentence], most: int = _MOST_NAMES) -> str:
    """Name what sentences are about; those beyond ``most`` are counted."""
    names = [one.about.removeprefix("the ") for one in some]
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _differs(changes: Sequence[Change]) -> str:
    told = [change for change in changes if not is_source(change.key)]
    if not told:
        return ""
    if len(told) > _MOST_CHANGES:
        return f": {len(told)} settings differ"
    return ": " + ", ".join(f"{change.key} {change.other} -> {change.value}" for change in told)


def _overview(comparison: Comparison, main: Sequence[str]) -> list[Block]:
    """A line a cell, a column a statistic that clearly changes somewhere: how much, where it is clear."""
    by_cell = [_first_rows(contrast) for contrast in comparison.contrasts]
    known = list(dict.fromkeys(name for rows in by_cell for name in rows))
    some = [name for name in main if name in known] or known
    columns = {name: [rows.get(name) for rows in by_cell] for name in some}
    moved = {name: rows for name, rows in columns.items() if any(row and _is_clear(row) for row in rows)}
    told = dict(list(moved.items())[:_MOST_COLUMNS])
    heads = [
        Column(column_name(name, next(row["unit"] for row in rows if row)), is_number=True, rank=i)
        for i, (name, rows) in enumerate(told.items())
    ]
    texts = zip(*map(_changes, told.values()), strict=True) if told else [()] * len(by_cell)
    lines = tuple((pair.cell.name, *line) for pair, line in zip(comparison.contrasts, texts, strict=True))
    bases = {contrast.against.name for contrast in comparison.contrasts}
    against = bases.pop() if len(bases) == 1 else "the cell that each is a variant of"
    clear = sum(any(map(_is_clear, rows.values())) for rows in by_cell)
    rest = ", ".join(name.replace("_", " ") for name in some if name not in moved)
    return [
        Answer(f"{clear} of {count_text(len(lines), 'cell')} clearly differ from {against}"),
        *([Table((Column(""), *heads), lines)] if told else []),
        *([Note("Changes by cell. ?: not clear. =: no change that matters.")] if told else []),
        *([Note(f"No clear change anywhere: {rest}")] if rest else []),
    ]


def _is_clear(row: dict[str, Any]) -> bool:
    return classify(row) in _CLEAR


def _first_rows(contrast: Contrast) -> dict[str, dict[str, Any]]:
    """One row of each statistic: of the first bot where bots change seats, else of seat 1 or of the game."""
    found: dict[str, dict[str, Any]] = {}
    for row in contrast.rows.iter_rows(named=True):
        before = found.setdefault(row["statistic"], row)
        if row["seat"] is None and row["bot"] and before["seat"] is not None:
            found[row["statistic"]] = row
    return found


def _changes(rows: Sequence[dict[str, Any] | None]) -> list[str]:
    """Write how much a statistic changes in each cell, with the decimals that all clear changes warrant."""
    clear = [scaled(row, "value", "low_all", "high_all") for row in rows if row and _is_clear(row)]
    decimals = min(
        max(decimals_for(value or 0.0, [bound for bound in bounds if bound is not None]) - 1, 0)
        for value, *bounds in clear
    )
    return ["-" if row is None or row["value"] is None else _change(row, decimals) for row in rows]


def _change(row: dict[str, Any], decimals: int) -> str:
    if not _is_clear(row):
        return "=" if classify(row) == "same" else "?"
    return signed_text(scaled(row, "value")[0], decimals)


def _note(comparison: Comparison) -> str:
    deals = sorted({deals for contrast in comparison.contrasts for deals in contrast.deals})
    apart = any(contrast.apart for contrast in comparison.contrasts)
    counted = count_text(deals[0], "deal") if len(deals) == 1 else f"{deals[0]:,} to {count_text(deals[-1], 'deal')}"
    parts = [f"{comparison.title}, {counted} a cell, {'independent' if apart else 'the same for all'}"]
    parts += [f"{name}: {stop_text(record)}" for name, record in comparison.stops.items()]
    family = count_text(comparison.family, "difference")
    parts.append(f"{100 * comparison.level:g} % intervals that allow for all {family}")
    if len(comparison.contrasts) <= MANY_CELLS:
        parts.append("Percentages are of the first value")
    parts.append("`--all` shows every number")
    return ". ".join(parts) + "."
