"""What the tests of several games share: dice as written down, simulations against exact values, pages, configs."""

import tomllib
from functools import cache
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

import simkit
from simkit.bots import parameter_values, parameters
from simkit.engine.lineup import compile_lineup
from simkit.kernel import OK, Status
from simkit.model.bot import MAX_PARAMETERS
from simkit.registry import find_game
from simkit.streams import Purpose
from tests.twins import call_kernel, make_cell

ROOT = Path(__file__).parents[2]

ALLOWED = 5.3267
"""Standard errors that a correct number exceeds with chance 1e-7 (two-sided normal quantile).

A test of at most five numbers has a false-alarm rate below 1e-6; what remains of it covers that means of so many games
are not quite normal.
"""

CERTAIN = ALLOWED + 4.7534
"""Standard errors by which a wrong number is off and yet passes with chance 1e-6 (one-sided quantile) at most."""


def assert_near(found, exact, standard_error):
    """The number is within ``ALLOWED`` standard errors of its exact value."""
    assert abs(found - exact) <= ALLOWED * standard_error, f"{(found - exact) / standard_error:.2f} standard errors off"


def assert_share(is_success, chance):
    """The share of independent trials that succeed is near their exact chance."""
    assert_near(np.mean(is_success), chance, np.sqrt(chance * (1 - chance) / len(is_success)))


def assert_mean(values, mean, variance):
    """The mean of independent values is near their exact mean; ``variance`` is exact as well."""
    assert_near(np.mean(values), mean, np.sqrt(variance / len(values)))


def assert_variance(values, mean, variance):
    """The variance of independent values is near the exact one; the error is that of the squares found."""
    squares = (values - mean) ** 2
    assert_near(squares.mean(), variance, squares.std() / np.sqrt(len(values)))


def known(name):
    """Exact values of a game: ``data/NAME_exact.toml``."""
    return tomllib.loads((ROOT / "data" / f"{name}_exact.toml").read_text(encoding="utf-8"))


def variant(game, name):
    """Rules of a game's variant."""
    given = tomllib.loads(game.variants()[name].read_text(encoding="utf-8"))["rules"]
    return game.rules(**{key: tuple(value) if isinstance(value, list) else value for key, value in given.items()})


def simulate(game, rules, line, deals, *, seed=20_261_129, max_turns=1000, turn_rows=0):
    """Rows of both tables from the kernel: ``int64[height, games]`` and ``int64[height, turns]``."""
    cell = make_cell(game, rules, line, seed=seed, max_turns=max_turns)
    games = np.zeros((game.table("games").height(), deals), np.int64)
    turns = np.zeros((game.table("turns").height(), turn_rows), np.int64)
    done, status = call_kernel(game, cell, 0, deals, games, turns)
    assert (done, status[Status.CODE]) == (deals, OK)
    return games, turns[:, : int(status[Status.TURN_ROWS])]


def assert_page_is_whole(game):
    """The page about a game explains every option and bot, and lists the variants that there are."""
    text = (ROOT / "docs" / "games" / f"{game.id}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {game.title}\n")
    assert [name for name in game.rules.model_fields if f"`{name}" not in text] == []
    assert [bot.name for bot in game.bots if f"`{bot.name}`" not in text] == []
    table = text.split("## Variants")[1].split("##")[0]
    listed = [line.split("`")[1] for line in table.splitlines() if line.startswith("| `")]
    assert sorted(listed) == sorted(game.variants())


def play_config(name, tmp_path, games=40, settings=()):
    """A config that comes with the package, played at a tiny size."""
    return simkit.run(ROOT / "configs" / f"{name}.toml", games=games, out=tmp_path / "run", settings=settings)


def assert_seat_ratio(run, statistic, numerator, denominator):
    """A statistic by seat is the sum of one per-seat column over that of another, in games of a fixed seating."""
    games, rows = run.games().collect(), run.estimates().filter(statistic=statistic)
    assert len(rows) > 0
    for seat, value in rows.select("seat", "value").iter_rows():
        expected = games[f"{numerator}_{seat}"].sum() / games[f"{denominator}_{seat}"].sum()
        assert abs(value - expected) < 1e-12


class Dice:
    """A stream that rolls what is written down."""

    def __init__(self, rolls):
        self.rolls = iter(rolls.split())

    def roll(self, dice):
        faces = next(self.rolls)
        assert len(faces) == dice, f"{faces} is written down, but {dice} dice are rolled"
        return tuple(map(int, faces))


class Coins:
    """A stream of coins: 0, 1/1024, 2/1024, ..."""

    def __init__(self):
        self.taken = 0

    def coin(self):
        self.taken += 1
        return (self.taken - 1) / 1024


class Script:
    """A deal as written down.

    ``turns`` are the rolls of each turn, by seat: ``[["133445 26", ...], ...]``; ``start`` and ``ties`` those of each
    round, by seat; ``lot`` the number that is drawn.
    """

    number, seed = 0, 1

    def __init__(self, turns, start=(), ties=(), lot=0):
        self.turns, self.start, self.ties, self.lot = turns, start, ties, lot

    def stream(self, purpose, seat=0, turn=0):
        if purpose == Purpose.COINS:
            return Coins()
        if purpose == Purpose.DICE:
            return Dice(self.turns[seat][turn])
        if purpose == Purpose.TIE_BREAK:
            return Dice(self.ties[seat][turn - 1])
        assert purpose == Purpose.START
        return Dice(self.start[seat][turn]) if self.start else self

    def below(self, bound):
        assert self.lot < bound
        return self.lot


def play_out(play, rules, players, deal, max_turns=10_000):
    """Play a game; returns its events and its outcome."""
    story, events = play(rules, players, deal, max_turns), []
    while True:
        try:
            events.append(next(story))
        except StopIteration as end:
            return events, end.value


def parameter_of(info):
    """Any value of a bot's parameter, thresholds mostly within reach."""
    if issubclass(info.type, bool):
        return st.booleans()
    if info.labels():
        return st.sampled_from(info.labels())
    if issubclass(info.type, int):
        return st.integers(int(info.about.low), min(int(info.about.high), 60))
    return st.floats(info.about.low, info.about.high)


@st.composite
def _seat_bots(draw, game):
    bot = draw(st.sampled_from(game.bots))
    return bot.name, {info.name: draw(parameter_of(info)) for info in parameters(bot)}


def bot_lines(game, spy=None, least_seats=1):
    """Any line-up of the game's bots with any parameters, and of ``spy``, a bot of a file that looks at everything."""
    seat = _seat_bots(game) if spy is None else st.one_of(_seat_bots(game), st.just((spy, {})))
    return st.lists(seat, min_size=least_seats, max_size=8)


def views_of(decision):
    """Any view of a decision: the coin in [0, 1), numbers small."""
    fields = decision.view._fields
    return st.builds(
        decision.view,
        **{name: st.floats(0, 1, exclude_max=True) if name == "coin" else st.integers(0, 40) for name in fields},
    )


@cache
def _compiled(game_id):
    game = find_game(game_id)
    lines = [game.bots[first : first + 8] for first in range(0, len(game.bots), 8)]
    found = [compile_lineup(make_cell(game, game.rules(), [(bot.name, {}) for bot in line]), Path()) for line in lines]
    return [
        tuple(by_place[place] for by_place in lineup.bots.entries)
        for line, lineup in zip(lines, found, strict=True)
        for place in range(len(line))
    ]


def assert_bots_decide_alike(game, place, data, situations):
    """A bot of the game decides compiled as in plain Python.

    ``situations`` has, by decision, a strategy of views and, for a choice, one of lists of options.
    """
    bot = game.bots[place]
    params = parameter_values(bot, {info.name: data.draw(parameter_of(info)) for info in parameters(bot)})
    raw = tuple(map(float, params)) + (0.0,) * (MAX_PARAMETERS - len(params))
    for decision, entry in zip(game.decisions, _compiled(game.id)[place], strict=True):
        if decision.name not in bot.decide:
            continue
        views, choices = situations[decision.name]
        view, plain = data.draw(views), bot.decide[decision.name]
        if choices is None:
            assert entry(view, raw) == plain(view, params)
        for option in () if choices is None else data.draw(choices):
            assert entry(view, option, raw) == plain(view, option, params)
