"""The ``[stop]`` table: what it names must be there, in the game, in the log and among the cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from simkit.config.locate import KeyPath
from simkit.config.models import Config
from simkit.config.problems import Problems, unknown
from simkit.model.cell import Cell
from simkit.model.stop import StopRule
from simkit.registry import every_game

__all__ = ["check_stop"]


def check_stop(config: Config, cells: Sequence[Cell], problems: Problems) -> None:
    """Add to ``problems`` what does not hold about a ``[stop]``, given the cells that it is about."""
    rule = config.stop
    if rule is None:
        return
    if config.run.log == "none":
        problems.add(config.document, ("run", "log"), 'keeps no games, but [stop] needs them; use "games"')
    if rule.test is not None:
        _check_test(config, rule, cells, problems)
    elif not (rule.half_width or rule.compares):
        message = "is empty; it needs half_width, half_width_of_difference, decided or test"
        problems.add(config.document, ("stop",), message, "table")
    for key in ("half_width_of_difference", "decided"):
        if getattr(rule, key) and len(cells) < 2:
            message = "needs differences, but there is only one cell; add [variants.NAME] or a [matrix]"
            problems.add(config.document, ("stop", key), message, "key")
    _check_names(config, rule, cells, problems)
    _check_widths(config, rule, problems)


def _check_names(config: Config, rule: StopRule, cells: Sequence[Cell], problems: Problems) -> None:
    """Statistics must be the game's, kept by the log, no quantiles, and something that the cells' rules allow for."""
    from simkit.stats.estimates import row_meanings
    from simkit.stats.measures import NEEDS_TURNS, known_statistics, statistics_of
    from simkit.stats.subjects import means_anything

    game = every_game().get(config.game)
    if game is None:
        return
    known = [(row, one) for one in known_statistics(game) for row in row_meanings(one)]
    kinds = {row: one.kind for row, one in known}
    told = {row for row, one in known if any(means_anything(one, cell) for cell in cells)}
    kept = {row for one in statistics_of(game, config.run.log) for row in row_meanings(one)}
    allowed = [row for row, kind in kinds.items() if kind != "quantiles"]
    for path, name in _names(rule):
        if kinds.get(name) == "quantiles":
            problems.add(
                config.document, path, "quantiles have no confidence sequence, so [stop] cannot use them", "key"
            )
        elif name not in kinds:
            see = f"`simkit describe {game.id} statistics` lists them"
            problems.add(config.document, path, unknown("statistic", name, allowed, see), "key")
        elif name not in kept:
            problems.add(config.document, path, NEEDS_TURNS, "key")
        elif cells and name not in told:
            problems.add(
                config.document, path, "is always 0 under the rules of these cells, or needs more seats", "key"
            )
        elif path[1] == "margins" and name not in rule.decided:
            problems.add(config.document, path, "is not in decided", "key")


def _names(rule: StopRule) -> Iterable[tuple[KeyPath, str]]:
    for key in ("half_width", "half_width_of_difference", "margins"):
        yield from ((("stop", key, name), name) for name in getattr(rule, key))
    yield from ((("stop", "decided", place), name) for place, name in enumerate(rule.decided))


def _check_widths(config: Config, rule: StopRule, problems: Problems) -> None:
    for key in ("half_width", "half_width_of_difference", "margins"):
        for name, value in getattr(rule, key).items():
            if not 0 < value < math.inf:
                problems.add(config.document, ("stop", key, name), "must be above 0")


def _check_test(config: Config, rule: StopRule, cells: Sequence[Cell], problems: Problems) -> None:
    from simkit.stats.pair_test import why_no_pairs

    test = rule.test
    assert test is not None
    path = ("stop", "test")
    if rule.half_width or rule.compares or rule.margins:
        problems.add(config.document, path, "excludes the other keys of [stop]", "key")
    if not test.elo0 < test.elo1:
        problems.add(config.document, path, "must have elo0 below elo1", "key")
    why = why_no_pairs(cells[0]) if cells else None
    if len(cells) > 1:
        why = f"a sequential test needs one cell with two bots; there are {len(cells)} cells"
    elif cells and test.seat > cells[0].seats:
        why = f"seat = {test.seat}: there are {cells[0].seats} seats"
    if why is not None:
        problems.add(config.document, path, why, "key")
