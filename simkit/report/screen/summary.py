"""The summary of a run on one screen: who wins, how long games are, what the start is worth; many cells as a grid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simkit.report.rows import count_text, rule_text, unit_text
from simkit.report.screen.grid import grid_blocks
from simkit.report.screen.layout import WIDTH, Answer, Block, Note, Pairs, screen_text
from simkit.report.screen.words import points_text, quantity, short_names, value_text
from simkit.report.stop import stop_text
from simkit.report.summary import CellSummary, Summary, game_of
from simkit.report.table import Column, Table

__all__ = ["summary_screen"]

_Row = dict[str, Any]

_MOST_BY_SEAT = 8
"""Statistics of seats or bots in the table below the answer."""
_TOLD = ("win_rate", "decisiveness", "score_sd")
"""Statistics by seat or bot that are told elsewhere."""
_LENGTHS = ("turns", "hands", "rounds")
"""What the length of a game is counted in, the first that a game has."""


def summary_screen(summary: Summary, width: int = WIDTH, *, coloured: bool = False) -> str:
    """Write the answer on one screen, with a newline at the end: of one cell in sentences, of more as a grid."""
    if len(summary.cells) > 1:
        groups = [*grid_blocks(summary), _note(summary)]
    else:
        groups = [*_cell_blocks(summary.cells[0]), _note(summary)]
    return screen_text(groups, width, coloured=coloured)


class _Rows:
    """Estimates of a cell by statistic: of the game, and by seat, or by bot where bots change seats."""

    def __init__(self, cell: CellSummary) -> None:
        self.game: dict[str, _Row] = {}
        self.by_subject: dict[str, list[_Row]] = {}
        rows = list(cell.estimates.iter_rows(named=True))
        with_bots = any(row["seat"] is None and row["bot"] and row["statistic"] != "decisiveness" for row in rows)
        for row in rows:
            if row["seat"] is None and not row["bot"]:
                self.game[row["statistic"]] = row
            elif (row["seat"] is None) == with_bots:
                self.by_subject.setdefault(row["statistic"], []).append(row)

    def text(self, statistic: str, before: str = "", after: str = "") -> str:
        """A statistic of the game in a line of words; nothing where it has no value."""
        row = self.game.get(statistic)
        return "" if row is None or row["value"] is None else f"{before}{value_text(row)}{after}"


def _cell_blocks(cell: CellSummary) -> Iterator[list[Block]]:
    rows = _Rows(cell)
    yield [Answer(_answer(cell, rows)), Pairs(tuple(_pairs(cell, rows)))]
    table = _table(cell, rows)
    if table.rows:
        yield [table]


def _answer(cell: CellSummary, rows: _Rows) -> str:
    """Tell who wins; with one bot what the start is worth, and alone at the table how many points it makes."""
    wins = [row for row in rows.by_subject.get("win_rate", []) if row["value"] is not None]
    names = short_names(cell.cell)
    if len(wins) < 2 or len(names) < 2:
        return _self_play(cell, rows)
    best, *others = sorted(wins, key=lambda row: -row["value"])
    who = [_subject(row, names) for row in (best, *others)]
    share = quantity(best)
    if len(wins) == 2:
        is_clear = best["low"] is None or best["low"] > (best["value"] + others[0]["value"]) / 2
        if is_clear:
            return f"{who[0]} beats {who[1]}: {share}"
        return f"No clear winner: {who[0]} wins {share} against {who[1]}"
    is_clear = best["low"] is None or all(row["high"] is None or row["high"] < best["low"] for row in others)
    return f"{who[0]} wins most{'' if is_clear else ', but not clearly'}: {share}"


def _subject(row: _Row, names: dict[str, str]) -> str:
    name = names.get(row["bot"] or "", "")
    return name if row["seat"] is None else f"seat {row['seat']} {name}".rstrip()


def _self_play(cell: CellSummary, rows: _Rows) -> str:
    start = rows.game.get("starter_advantage")
    if start is not None and start["value"] is not None:
        share = dict(start)
        even = _even_share(cell)
        for key in ("value", "low", "high"):
            share[key] = None if start[key] is None else start[key] + even
        return f"The starter wins {quantity(share)}; an even share is {100 * even:.3g} %"
    (name,) = {*short_names(cell.cell).values()} if len(short_names(cell.cell)) == 1 else {cell.title}
    first = next((some[0] for key, some in rows.by_subject.items() if key == "score"), None)
    row = first or next(iter([*rows.game.values(), *(some[0] for some in rows.by_subject.values())]), None)
    return name if row is None else f"{name}: {row['statistic'].replace('_', ' ')} {quantity(row)}"


def _even_share(cell: CellSummary) -> float:
    offsets = [one.offset for one in game_of(cell.cell).statistics() if one.name == "starter_advantage"]
    return offsets[0](cell.cell.seats) if offsets and offsets[0] else 0.0


def _pairs(cell: CellSummary, rows: _Rows) -> Iterator[tuple[str, str]]:
    """What is asked next, a name and a line each; what did not happen has none."""
    names = short_names(cell.cell)
    wins = sorted(rows.by_subject.get("win_rate", []), key=lambda row: -(row["value"] or 0.0))
    if len(names) > 1 and len(wins) > 2:
        yield "Wins", ", ".join(f"{_subject(row, names)} {value_text(row)} %" for row in wins)
    yield "Length", _length(rows)
    start = rows.game.get("starter_advantage")
    edge = points_text(start) if start is not None and start["value"] is not None and len(names) > 1 else ""
    ties = rows.text("tie_rate", after=" %")
    if edge:
        yield "Starter", f"{edge}; ties {ties}" if ties else edge
    elif ties != "0 %":
        yield "Ties", ties
    changes = rows.text("lead_changes", "changes ", " times a game") if rows.text("lead_changes") != "0" else ""
    leader = rows.text("half_leader_wins", "the half-way leader wins ", " %")
    yield "Lead", "; ".join(filter(None, (changes, leader)))
    yield "Margin", _margin(rows)
    if cell.cut_short:
        yield "Cut short", f"{count_text(cell.cut_short, 'game')} at {cell.cell.max_turns:,} turns a seat"


def _length(rows: _Rows) -> str:
    name = next((name for name in _LENGTHS if rows.text(name)), "")
    low, high = rows.text(f"{name}_p05"), rows.text(f"{name}_p95")
    spread = f"; 90 % of games {low}-{high}" if low and high else ""
    return f"{rows.text(name)} {name}{spread}" if name else ""


def _margin(rows: _Rows) -> str:
    row = rows.game.get("winning_margin")
    return "" if row is None or not row["value"] else f"the winner is {quantity(row, bounds=False)} ahead"


def _table(cell: CellSummary, rows: _Rows) -> Table:
    """What seats or bots do, a column each."""
    names = short_names(cell.cell)
    some = [(name, of) for name, of in rows.by_subject.items() if name not in _TOLD][:_MOST_BY_SEAT]
    heads = [_head(row, names) for row in some[0][1]] if some else []
    columns = (Column(""), *(Column(head, is_number=True, rank=place) for place, head in enumerate(heads, 1)))
    lines = tuple(
        (name.replace("_", " "), *(value_text(row) for row in of), unit_text(of[0]["unit"])) for name, of in some
    )
    return Table((*columns, Column("")), lines)


def _head(row: _Row, names: dict[str, str]) -> str:
    """A seat or a bot's letter above a column."""
    letter = names.get(row["bot"] or "", "").partition(" ")[0] if len(names) > 1 else ""
    if row["seat"] is None and not letter:
        return "each"
    return letter if row["seat"] is None else f"seat {row['seat']} {letter}".rstrip()


def _note(summary: Summary) -> list[Block]:
    """What was played, and where more is."""
    first = summary.cells[0]
    changed = [f"{change.rule} = {rule_text(change.value)}" for change in first.changes]
    same = {(one.variant, one.changes) for one in summary.cells}
    rules = ", ".join([f"variant {first.variant}", *changed]) if len(same) == 1 else ""
    cells = f"{len(summary.cells)} cells of " if len(summary.cells) > 1 else ""
    played = f"{count_text(first.games, 'game')} in {count_text(first.deals, 'deal')}"
    texts = [", ".join(filter(None, (first.title, rules, cells + played, f"seed {first.cell.seed}")))]
    if summary.stop is not None:
        texts.append(stop_text(summary.stop))
    texts.append(f"{100 * summary.level:g} % intervals. `--all` shows every statistic with its interval")
    return [Note(f"{'. '.join(texts)}.")]
