"""Makes the page about a comparison: from difference rows, estimates, distributions and the cells themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version

from simkit.config.write import config_texts
from simkit.model.cell import Cell
from simkit.report.comparison import Change, Comparison, Contrast, is_source
from simkit.report.comparison_render import comparison_content, letters_of
from simkit.report.page import charts, tables
from simkit.report.page.draw import COLOURS
from simkit.report.page.evidence import axis_of, distributions_of, running_of, summaries_of
from simkit.report.page.model import Chart, Fact, Page, Section, Table
from simkit.report.page.sweep import sweep_sections
from simkit.report.page.why import why_tables
from simkit.report.page.words import MAIN, listed, noun_of, verdicts
from simkit.report.rows import bot_letters, count_text, facts
from simkit.report.stop import interval_text, stop_text
from simkit.report.summary import CellSummary, PlayedRun, game_of
from simkit.report.sweep import MANY_CELLS
from simkit.report.why import Explanation
from simkit.report.why_render import why_content
from simkit.version import __version__

__all__ = ["Source", "configs_of", "lineup_text", "page_of_comparison", "versions_of"]


@dataclass(frozen=True)
class Source:
    """Where a page comes from: the command that makes it again, and what was asked for.

    ``question`` is the reader's own, or empty; ``names`` the statistics asked for, none for all. ``replay`` gives the
    beginning of the command that replays a deal of a cell, by the cell's id.
    """

    command: str
    question: str = ""
    names: tuple[str, ...] = ()
    replay: Mapping[str, str] | None = None


def page_of_comparison(
    comparison: Comparison,
    runs: Sequence[tuple[str, PlayedRun]],
    source: Source,
    explanation: Explanation | None = None,
) -> Page:
    """Make the page about a comparison of the cells of these runs, as ``compare_runs`` took them.

    ``explanation`` takes the same differences apart, where it was asked for.
    """
    cells = list({cell.id: cell for pair in comparison.contrasts for cell in (pair.against, pair.cell)}.values())
    main = [name for name in source.names or MAIN if name in comparison.meanings or source.names]
    is_sweep = len(comparison.contrasts) > MANY_CELLS
    bases = list(dict.fromkeys(contrast.against.name for contrast in comparison.contrasts))
    # win rates by seat, or of a sweep everything that is drawn along its axis; where nobody wins, the first of all
    asked = main if is_sweep else [name for name in ("win_rate",) if name in comparison.meanings] or main[:1]
    summaries = summaries_of(runs, comparison.level, asked)
    told = {name for pair in comparison.contrasts for name in pair.rows["statistic"] if not is_sweep or name in main}
    compared = f"{len(cells)} cells" if is_sweep else ", ".join(pair.cell.name for pair in comparison.contrasts)
    return Page(
        title=f"{comparison.title}: {compared}" + ("" if is_sweep else f" against {' and '.join(bases)}"),
        question=source.question or _question(comparison, cells, bases),
        sections=sweep_sections(comparison, main) if is_sweep else tuple(_sections(comparison, main)),
        certainty=_certainty(comparison),
        facts=tuple(_facts(comparison, cells, main, summaries[cells[0].id])),
        differences=tables.settings_table(cells if len(comparison.contrasts) > 1 else []),
        charts=tuple(_charts(comparison, runs, cells, main, summaries)),
        tables=tuple(_tables(comparison, main, source, is_sweep=is_sweep)),
        commands=(Fact("this page, games included", source.command),),
        configs=tuple(configs_of(runs, cells)),
        versions=tuple(versions_of(cells)),
        meanings=tuple(Fact(name, meaning) for name, meaning in comparison.meanings.items() if name in told),
        data={"comparison": comparison_content(comparison)}
        | ({} if explanation is None else {"why": why_content(explanation)}),
        why=() if explanation is None else why_tables(explanation),
    )


def _question(comparison: Comparison, cells: Sequence[Cell], bases: Sequence[str]) -> str:
    if len(comparison.contrasts) == 1 and 1 <= len(changes := comparison.contrasts[0].changes) <= 3:
        shown = [change for change in changes if not is_source(change.key)] or list(changes)
        told = " and ".join(f"{change.key} is {change.value} instead of {change.other}" for change in shown)
        return f"What changes in {comparison.title} when {told}?"
    axis = axis_of(cells)
    if len(comparison.contrasts) <= 2 * MANY_CELLS and (axis is None or len(comparison.contrasts) <= MANY_CELLS):
        names = [contrast.cell.name for contrast in comparison.contrasts]
        verb = "do" if len(names) > 1 else "does"
        return f"What {verb} {listed(names)} change in {comparison.title}, against {listed(bases)}?"
    varied = f" over {len(cells)} cells"
    if axis is not None:
        numbers = [x for x, _ in axis.places.values()]
        varied = f" as {axis.key} goes from {min(numbers):g} to {max(numbers):g}"
    return f"What changes in {comparison.title}{varied}?"


def _sections(comparison: Comparison, main: Sequence[str]) -> Iterator[Section]:
    for contrast in comparison.contrasts:
        name, other = contrast.cell.name, contrast.against.name
        letters = letters_of(contrast)
        facts = [Fact(change.key, _explained(change, contrast.cell)) for change in contrast.changes]
        facts += [Fact(letter, bot if bot == at else f"{bot}, against {at}") for (bot, at), letter in letters.items()]
        rows = list(contrast.rows.iter_rows(named=True))
        yield Section(f"{name} against {other}", tuple(facts), verdicts(rows, letters, main))


def _explained(change: Change, cell: Cell) -> str:
    """Tell a setting from what to what, and of a rule what it means."""
    fields = game_of(cell).rules.model_fields
    field = fields.get(change.key.removeprefix("rules.")) if change.key.startswith("rules.") else None
    meaning = f" ({field.description})" if field is not None and field.description else ""
    return f"{change.other} -> {change.value}{meaning}"


def _certainty(comparison: Comparison) -> str:
    stopped = " They are confidence sequences, which hold although the run may stop itself." if comparison.stops else ""
    return (
        f"All intervals in these sentences hold together with {100 * comparison.level:g} % confidence: they allow for "
        f"the whole family of {count_text(comparison.family, 'difference')} (Bonferroni).{stopped}"
    )


def _facts(comparison: Comparison, cells: Sequence[Cell], main: Sequence[str], first: CellSummary) -> Iterator[Fact]:
    paired = [contrast for contrast in comparison.contrasts if not contrast.apart]
    apart = [contrast for contrast in comparison.contrasts if contrast.apart]
    if paired:
        deals = max(contrast.deals[0] for contrast in paired)
        yield Fact("played", f"{len(cells)} cells on {count_text(deals, 'deal')} in common, compared deal by deal")
        if worth := _worth(paired, main):
            yield Fact("worth", worth)
    for contrast in apart:
        counts = f"{contrast.deals[0]:,} and {contrast.deals[1]:,} deals"
        yield Fact(
            "independent",
            f"{contrast.cell.name} and {contrast.against.name}: different {contrast.apart}, nothing shared; {counts}",
        )
    yield from (Fact("stopped", stop_text(stop)) for stop in comparison.stops.values())
    seatings = {len(cell.arrangements) for cell in cells}
    if seatings != {1}:
        yield Fact("seatings", f"each deal is one unit of {' or '.join(map(str, sorted(seatings)))} games")
    rules = "; ".join(line for name, line in facts(first) if name == "rules")
    yield Fact(f"rules of {cells[0].name}", rules)
    yield Fact(f"line-up of {cells[0].name}", lineup_text(cells[0]))
    yield Fact("seed", ", ".join(dict.fromkeys(str(cell.seed) for cell in cells)))


def lineup_text(cell: Cell) -> str:
    """Tell who sits where, equal bots once."""
    seats: dict[str, list[str]] = {}
    for seat, bot in enumerate(cell.lineup, 1):
        seats.setdefault(bot.label(), []).append(str(seat))
    letters = bot_letters(cell) if len(seats) > 1 else {}
    return "; ".join(
        f"seat{'s' if len(some) > 1 else ''} {listed(some)}: " + (f"bot {letters[bot]}, {bot}" if letters else bot)
        for bot, some in seats.items()
    )


def _worth(paired: Sequence[Contrast], main: Sequence[str]) -> str:
    """What common deals were worth, statistic by statistic: the least over seats and contrasts."""
    least: dict[str, float] = {}
    for contrast in paired:
        for row in contrast.rows.iter_rows(named=True):
            if row["statistic"] in main and row["reduction"]:
                least[row["statistic"]] = min(row["reduction"], least.get(row["statistic"], row["reduction"]))
    told = [f"{number:,.3g} times for {noun_of(name)}" for name, number in least.items()]
    return f"games that independent runs would have needed for the same intervals: {', '.join(told)}" if told else ""


def _charts(
    comparison: Comparison,
    runs: Sequence[tuple[str, PlayedRun]],
    cells: Sequence[Cell],
    main: Sequence[str],
    summaries: Mapping[str, CellSummary],
) -> Iterator[Chart]:
    homes = {cell.id: (run, cell) for _, run in reversed(runs) for cell in run.cells}
    level = comparison.level
    interval = interval_text(level, next(iter(comparison.stops.values()), None))
    axis = axis_of(cells)
    if len(comparison.contrasts) > MANY_CELLS and axis is not None:
        yield from charts.curve_charts(axis, cells, summaries, main, interval)
    if len(comparison.contrasts) > MANY_CELLS:
        yield from charts.difference_charts(comparison, main)
    if len(cells) <= COLOURS and (axis is None or len(comparison.contrasts) <= MANY_CELLS):
        yield from charts.seat_chart(cells, summaries, interval)
        for game in dict.fromkeys(cell.game for cell in cells):
            same = [(*homes[cell.id], cell.name) for cell in cells if cell.game == game]
            yield from charts.distribution_charts(distributions_of(same))
    if len(comparison.contrasts) <= MANY_CELLS:
        yield from charts.forests(comparison, main)
        paths = [(contrast, running_of(contrast, homes, level, main)) for contrast in comparison.contrasts]
        yield from charts.running_charts(paths, main, level)


def _tables(comparison: Comparison, main: Sequence[str], source: Source, *, is_sweep: bool) -> Iterator[Table]:
    if is_sweep:
        differences = list(tables.statistic_tables(comparison, main))
    else:
        differences = [tables.contrast_table(contrast, comparison.level) for contrast in comparison.contrasts]
    if differences:
        differences[-1] = differences[-1]._replace(notes=tables.notes(comparison))
    yield from differences
    for contrast in comparison.contrasts if not is_sweep else ():
        if contrast.changed:
            yield tables.changed_table(contrast, (source.replay or {}).get(contrast.cell.id, "simkit trace RUN"))


def configs_of(runs: Sequence[tuple[str, PlayedRun]], cells: Sequence[Cell]) -> Iterator[Fact]:
    """Configs that play the cells again, and the cells' ids, by which one sees that they are the same."""
    games = {cell.id: run.games_played(cell) for _, run in reversed(runs) for cell in run.cells}
    for names, text in config_texts(cells, games):
        yield Fact(f"config that plays {names if len(names) < 80 else 'them'} again", text)
    yield Fact("cells and their ids", "\n".join(f"{cell.id}  {cell.name}" for cell in cells))


def versions_of(cells: Sequence[Cell]) -> Iterator[Fact]:
    """Versions of all that had a say in the games and the numbers."""
    yield Fact("simkit", __version__)
    for name, number in dict.fromkeys((cell.game, cell.version) for cell in cells):
        yield Fact(f"game {game_of(replace(cells[0], game=name)).title}", f"{name}, version {number}")
    yield Fact("random streams", ", ".join(dict.fromkeys(f"version {cell.streams}" for cell in cells)))
    for package in ("numba", "numpy", "polars", "pyarrow"):
        yield Fact(package, version(package))
