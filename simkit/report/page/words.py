"""Differences in words: what is shown, what is not, and how sure that is."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from simkit.report.page.model import Kind, Verdict
from simkit.report.rows import SHARE, capital, decimal_text, scale_of, scaled, short_decimals, signed_text, unit_text

__all__ = ["MAIN", "amount", "classify", "listed", "noun_of", "spoken_unit", "verdicts", "who_of"]

MAIN = (
    "turns",
    "hands",
    "score",
    "win_rate",
    "starter_advantage",
    "tie_rate",
    "winning_margin",
    "half_leader_wins",
    "lead_changes",
    "decisiveness",
    "comeback",
    "drama",
)
"""What a reader wants to know first, in this order, where nothing is asked for by name; ``rounds`` go with turns."""

FEWEST_MAIN = 3
"""Statistics that a reader is told first at the least, where so many changed."""

_NOUNS = {
    "turns": "the game's length",
    "score": "final score",
    "hands": "the number of hands",
    "rounds": "the number of rounds",
    "win_rate": "win rate",
    "starter_advantage": "the starter's edge",
    "tie_rate": "the share of ties",
    "cut_short": "the share of games cut short",
    "winning_margin": "the winning margin",
    "half_leader_wins": "the half-way leader's chance to win",
    "lead_changes": "the number of lead changes",
    "decisiveness": "how often the better bot wins",
    "comeback": "the share of comebacks",
    "points_per_turn": "points a turn",
    "points_per_roll": "points a roll",
    "rolls_per_turn": "rolls a turn",
    "bust_rate": "bust rate",
    "best_turn": "best turn",
}
_HIGHER, _LOWER = "higher", "lower"
_OF_DISTRIBUTION = re.compile(r"(.+)_(?:sd|p(\d\d))")
_MOVES = {
    "turns": ("Games are longer", "Games are shorter"),
    "hands": ("Games are longer", "Games are shorter"),
    "rounds": ("Games are longer", "Games are shorter"),
    "starter_advantage": ("The starter's edge is larger", "The starter's edge is smaller"),
    "tie_rate": ("Ties are more common", "Ties are rarer"),
    "decisiveness": ("The better bot wins more", "The better bot wins less"),
}
"""What is said of a statistic that is higher, and of one that is lower, instead of the words for all."""

_Row = dict[str, Any]


class _Told(NamedTuple):
    """A row ready for a sentence: its numbers scaled to what is printed, and their decimals."""

    row: _Row
    kind: Kind
    who: str
    value: float
    low: float
    high: float
    decimals: int

    @property
    def is_lower(self) -> bool:
        """Whether what is compared has less of it."""
        return self.value < 0


def classify(row: _Row) -> Kind:
    """Tell what is known of a difference from its simultaneous interval and its margin."""
    low, high, margin = row["low_all"], row["high_all"], row["margin"]
    if low is None or high is None:
        return "same" if row["deals_differ"] == 0 else "unknown"
    if low == high == 0:
        return "same"
    is_shown = low > 0 or high < 0
    if margin is None or row["within_margin"] is None:
        return "changed" if is_shown else "open"
    if row["within_margin"]:
        return "small" if is_shown else "same"
    return "matters"


def verdicts(rows: Sequence[_Row], letters: dict[tuple[str, str], str], main: Sequence[str]) -> tuple[Verdict, ...]:
    """Put the rows of a contrast into sentences, those of ``main`` statistics first, in its order.

    Statistics without a margin are told only when they are among ``main``. Seats and bots of a statistic about which
    the same is to be said share a sentence. What is the same in every deal is never the first thing to know; where that
    leaves little, the statistics with the largest effects are.
    """
    rows_of: dict[str, list[_Row]] = {}
    for row in rows:
        if row["statistic"] in main or row["margin"] is not None:
            rows_of.setdefault(row["statistic"], []).append(row)
    first = [name for name in main if name in rows_of and any(row["deals_differ"] != 0 for row in rows_of[name])]
    rest = sorted((name for name in rows_of if name not in first), key=lambda name: -_largest_effect(rows_of[name]))
    first += [name for name in rest if _largest_effect(rows_of[name])][: max(FEWEST_MAIN - len(first), 0)]
    order = [*first, *(name for name in rows_of if name not in first)]
    return tuple(
        Verdict(kind, text, name in first and not is_beside, about)
        for name in order
        for kind, text, is_beside, about in _sentences(rows_of[name], letters)
    )


def _largest_effect(rows: Sequence[_Row]) -> float:
    """The largest standardised effect among differences that matter; 0 without any."""
    return max((abs(row["effect"] or 0.0) for row in rows if classify(row) == "matters"), default=0.0)


def _sentences(rows: Sequence[_Row], letters: dict[tuple[str, str], str]) -> Iterator[tuple[Kind, str, bool, str]]:
    """Sentences on a statistic; whether each is beside the point (about seats, where bots change them); about what."""
    with_bots = any(row["seat"] is None and row["bot"] for row in rows)
    alike: dict[tuple[bool, Kind], list[_Told]] = {}
    for row in rows:
        alike.setdefault((with_bots and row["seat"] is not None, classify(row)), []).append(_told(row, letters))
    for (is_beside, kind), told in sorted(alike.items(), key=lambda pair: pair[0][0]):
        if kind == "unknown":
            yield from ((kind, _unknown(change), is_beside, _whose(change)) for change in told)
        else:
            say = _same if kind == "same" else _open if kind == "open" else _changed
            yield kind, say(told), is_beside, _together(told)


def _told(row: _Row, letters: dict[tuple[str, str], str]) -> _Told:
    value, low, high = (number or 0.0 for number in scaled(row, "value", "low_all", "high_all"))
    return _Told(row, classify(row), who_of(row, letters), value, low, high, short_decimals(value, low, high))


def _changed(told: Sequence[_Told]) -> str:
    """One sentence about changes of the same kind: which way, from what to what, and whether that is much."""
    text = "; ".join(f"{_moved(change)}: {_from_to(change)}" for change in told[:1])
    if len(told) > 1:
        noun = noun_of(told[0].row["statistic"], told[0].row["unit"])
        text = f"{capital(noun)}: " + "; ".join(f"{change.who} {_from_to(change)}" for change in told)
    margin = _margin(told[0].row)
    if told[0].kind == "small":
        return f"{text}; less than the {margin} that would matter"
    if told[0].kind == "changed" and margin:
        return f"{text}; not clear whether that is more than the {margin} that would matter"
    return text


def _moved(change: _Told) -> str:
    name = change.row["statistic"]
    if name in _MOVES:
        return _MOVES[name][change.is_lower]
    if name == "win_rate" and change.who:
        return f"{capital(change.who)} wins {'less' if change.is_lower else 'more'}"
    noun = noun_of(name, change.row["unit"])
    verb = "are" if noun.split()[0].endswith("s") else "is"
    return f"{capital(_whose(change))} {verb} {_LOWER if change.is_lower else _HIGHER}"


def _from_to(change: _Told) -> str:
    """Write both values and the change: in percent of the first, or of shares and of what may be negative, as it is."""
    row = change.row
    before, after = scaled(row, "against_value", "cell_value")
    texts = [decimal_text(number, change.decimals) for number in (before, after)]
    moved = (change.value, change.low, change.high)
    unit = spoken_unit(row)
    if not row["unit"].startswith(SHARE) and before is not None and after is not None and before > 0 and after > 0:
        moved = (100 * change.value / before, 100 * change.low / before, 100 * change.high / before)
        unit = "%"
    decimals = short_decimals(*moved)
    low, high = (decimal_text(bound, decimals) for bound in moved[1:])
    span = f"{low}-{high}" if moved[1] > 0 else f"{low} to {high}"
    return f"{' -> '.join(texts)} {unit_text(row['unit'])}, {signed_text(moved[0], decimals)} {unit} ({span})"


def listed(texts: Sequence[str]) -> str:
    """Write texts with commas and an ``and``."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _same(some: Sequence[_Told]) -> str:
    whose = _together(some)
    row = some[0].row
    if all(change.row["deals_differ"] == 0 for change in some):
        bound = max(max(-change.low, change.high) for change in some)
        rest = f"; a change is {_most(some)} at the most" if bound else ""
        return f"No change in {whose} in any of the {row['deals']:,} common deals{rest}"
    if not any(change.low or change.high for change in some):
        return f"No change in {whose}"
    margin = _margin(row)
    return f"No change in {whose} beyond {_most(some)}" + (f"; {margin} would matter" if margin else "")


def _open(told: Sequence[_Told]) -> str:
    spans = [
        f"between {signed_text(change.low, change.decimals)} and {signed_text(change.high, change.decimals)}"
        for change in told
    ]
    row = told[0].row
    if len(told) == 1:
        return f"No clear change in {_whose(told[0])}: {spans[0]} {spoken_unit(row)}"
    each = [f"{change.who} {span}" for span, change in zip(spans, told, strict=True)]
    return f"No clear change in {noun_of(row['statistic'], row['unit'])}: {listed(each)} {spoken_unit(row)}"


def _unknown(change: _Told) -> str:
    reason = change.row["interval"].removeprefix("none: ")
    return f"{capital(_whose(change))}: cannot tell ({reason})"


def _most(some: Iterable[_Told]) -> str:
    """The largest change that is still possible, rounded up to two digits."""
    some = list(some)
    bound = max(max(-change.low, change.high) for change in some)
    decimals = max(1 - math.floor(math.log10(bound)), 0) if bound else 0
    return f"{math.ceil(bound * 10**decimals - 1e-9) / 10**decimals:,.10g} {spoken_unit(some[0].row)}"


def who_of(row: _Row, letters: dict[tuple[str, str], str]) -> str:
    """Whom a row is about: a seat, a bot by its letter, or nobody where it is about the game."""
    if row["seat"]:
        return f"seat {row['seat']}"
    if row["statistic"] == "decisiveness":  # of whichever bot is the better one
        return ""
    return letters.get((row["bot"], row.get("bot_against") or row["bot"]), "")


def noun_of(statistic: str, unit: str = "") -> str:
    """What a statistic is called in a sentence; counts of a game are the number of something.

    >>> noun_of("hot_dice", "times/game"), noun_of("turns_sd"), noun_of("rounds_p95")
    ('the number of hot dice', 'the standard deviation of turns', 'the 95 % quantile of rounds')
    """
    if row := _OF_DISTRIBUTION.fullmatch(statistic):
        what = f"{int(row[2])} % quantile" if row[2] else "standard deviation"
        return f"the {what} of {row[1].replace('_', ' ')}"
    counted = "the number of " if unit.endswith("/game") else ""
    return _NOUNS.get(statistic, counted + statistic.replace("_", " "))


def _whose(change: _Told) -> str:
    noun = noun_of(change.row["statistic"], change.row["unit"])
    return f"{change.who}'s {noun}" if change.who else noun


def _together(some: Sequence[_Told]) -> str:
    if len(some) == 1 or not some[0].who:
        return _whose(some[0])
    return f"{noun_of(some[0].row['statistic'], some[0].row['unit'])} of {listed([change.who for change in some])}"


def spoken_unit(row: _Row) -> str:
    """The unit of a difference: those of shares are percentage points."""
    unit: str = row["unit"]
    return "percentage points" if unit.startswith(SHARE) else unit


def amount(number: float, row: _Row) -> str:
    """Write a number of a row's unit with as many digits as it was given."""
    return f"{scale_of(row['unit']) * number:,.10g} {spoken_unit(row)}"


def _margin(row: _Row) -> str:
    return "" if row["margin"] is None else amount(row["margin"], row)
