"""The solvers of the booklet's games: published values, what bots are worth, odds, and what every solver promises."""

from fractions import Fraction

import pytest

from simkit.bots import Player
from simkit.config import load_variant
from simkit.errors import UsageError
from simkit.games.dice.laws import turns_to_reach
from simkit.games.sto_dwadziescia.exact import turn_law
from simkit.games.sto_dwadziescia.rules import Rules as StoRules
from simkit.games.sto_dwadziescia.solve import seat_wins
from simkit.model.solution import NotEvaluatedError
from simkit.registry import every_game, find_game

SOLVED = [game for game in every_game() if find_game(game).solver() is not None]
VALUES = [
    ("strity", {}, "points", "27.96788690"),
    ("strity", {"first_roll_double": False}, "points", "21.90114307"),
    ("piatka", {}, "points", "10.5936426226"),
    ("siedemsetka", {}, "points", "26.15084859"),
    ("skreslanka", {"faces": "both"}, "turns", "45.08233409"),
    ("skreslanka-2", {"turns": 20}, "points", "12.31096672"),
    ("skreslanka-2", {"turns": 5}, "points", "4.82375460"),
    ("general", {}, "points", "182.56071092"),
    ("general", {"zero_policy": "free", "ratunek": "free"}, "points", "184.64266961"),
    ("sto-dwadziescia", {}, "turns", "12.3519855844"),
    ("bazy", {}, "points", "7.54758230"),
]
BOTS = [
    ("strity", "points", "one-roll", "13.19444444"),
    ("skreslanka-2", "points", "one-if-closed", "11.97803433"),
    ("skreslanka", "turns", "two-faces-first", "45.91831585"),
]


def rules_of(game, **changes):
    return game.rules(**{**load_variant(game, game.variant).given, **changes})


def rows(sheets, name):
    """Rows of a sheet, each by the keys of its columns."""
    found = next(sheet for sheet in sheets if sheet.name == name)
    return [dict(zip((column.key for column in found.columns), row, strict=True)) for row in found.rows]


def to_digits(value, known):
    return f"{value:.{len(known.split('.')[1])}f}"


@pytest.mark.parametrize(("name", "changes", "goal", "known"), VALUES)
def test_published_values(name, changes, goal, known):
    game = find_game(name)
    value = game.solver().solve(rules_of(game, **changes), goal, lambda share: None).value
    assert value.low <= value.high
    assert to_digits(value.middle, known) == known


@pytest.mark.parametrize(("name", "goal", "bot", "known"), BOTS)
def test_what_bots_are_worth(name, goal, bot, known):
    game = find_game(name)
    player = Player(next(one for one in game.bots if one.name == bot), {})
    rules = rules_of(game, **({"faces": "both"} if name == "skreslanka" else {}))
    assert to_digits(game.solver().evaluate(rules, goal, player), known) == known


@pytest.mark.parametrize("name", ["strity", "piatka", "siedemsetka", "skreslanka", "skreslanka-2", "bazy"])
def test_a_bot_that_tosses_coins_is_not_evaluated(name):
    game = find_game(name)
    solver, player = game.solver(), Player(next(bot for bot in game.bots if bot.name == "random"), {})
    with pytest.raises(NotEvaluatedError, match="it looks at its coin"):
        solver.evaluate(rules_of(game), solver.goals[0].name, player)


@pytest.mark.parametrize("name", SOLVED)
def test_odds_are_whole_tables(name):
    game = find_game(name)
    for sheet in game.solver().odds(rules_of(game)):
        assert sheet.title
        assert sheet.rows
        assert {len(row) for row in sheet.rows} == {len(sheet.columns)}
        for place, column in enumerate(sheet.columns):
            shares = [row[place] for row in sheet.rows if column.form == "share" and row[place] is not None]
            assert all(0 <= share <= 1 for share in shares)


@pytest.mark.parametrize("name", [name for name in SOLVED if find_game(name).package != "simkit.games.farkle"])
def test_digests_are_whole_tables(name):
    game = find_game(name)
    solver, rules = game.solver(), rules_of(game)
    goal = solver.goals[0].name
    rules = rules.model_copy(update={"turns": 2}) if hasattr(rules, "turns") else rules
    for sheet in solver.digest(rules, goal, solver.solve(rules, goal, lambda share: None)):
        assert sheet.rows
        assert {len(row) for row in sheet.rows} == {len(sheet.columns)}


def test_odds_of_single_rolls():
    one_roll = {row["combination"]: row["rolls"] for row in rows(find_game("strity").solver().odds(
        rules_of(find_game("strity"))), "one_roll")}  # fmt: skip
    assert one_roll["full_straight"] == "720/46656"
    assert one_roll["three_two_one"] == "7200/46656"
    general = find_game("general")
    boxes = {row["box"]: row for row in rows(general.solver().odds(rules_of(general)), "boxes")}
    assert to_digits(boxes["Generał"]["best"], "3.15751261") == "3.15751261"
    siedemsetka = find_game("siedemsetka")
    first = rows(siedemsetka.solver().odds(rules_of(siedemsetka)), "rolls")[0]
    assert (first["table"], first["busts"]) == ("nothing", f"{46_656 - 38_736}/46656")


def test_when_to_stop_in_piatka():
    # With one die left: stop with 4 or more as the largest, or with 3 and a sum of 9 or more. With four left, never.
    game = find_game("piatka")
    rules = rules_of(game)
    stops = rows(game.solver().digest(rules, "points", None), "stops")
    assert [row["dice"] for row in stops] == [4, 3, 2, 1]
    assert [stops[3][f"largest_{face}"] for face in range(3, 7)] == ["stop from 9", "stop", "stop", "stop"]
    assert {stops[0][f"largest_{face}"] for face in range(1, 7)} == {"roll"}
    assert [stops[1][f"largest_{face}"] for face in (5, 6)] == ["roll", "stop"]


def test_which_seat_wins_sto_dwadziescia():
    turns = turns_to_reach(turn_law(StoRules()), 120)
    first, second = seat_wins(turns, 2)
    assert (to_digits(float(first), "0.5539495538"), first + second) == ("0.5539495538", 1)
    eight = seat_wins(turns, 8)
    assert sum(eight) == 1
    assert eight == sorted(eight, reverse=True)
    assert seat_wins({1: Fraction(1, 2), 2: Fraction(1, 2)}, 3) == [Fraction(5, 8), Fraction(1, 4), Fraction(1, 8)]


@pytest.mark.parametrize(
    ("name", "changes"),
    [("general", {"first_roll_bonus": 5}), ("general", {"school_bonus": 50}), ("skreslanka-2", {"mode": "clear_all"})],
)
def test_rules_that_are_not_solved(name, changes):
    game = find_game(name)
    with pytest.raises(UsageError, match=rf"rules\.{next(iter(changes))}"):
        game.solver().solve(rules_of(game, **changes), "points", lambda share: None)
