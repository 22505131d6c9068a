"""Solved turns of the family against published values, bots against exact laws, and odds against counts."""

import math

import pytest

from simkit.bots import Player
from simkit.games.dice.rolls import code
from simkit.games.farkle.decisions import BANK, ROLL
from simkit.games.farkle.graph import family_turn
from simkit.games.farkle.odds import roll_odds
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.solve import SOLVER
from simkit.games.farkle.solve_points import best_turn, solve_points, thresholds
from simkit.games.farkle.strategies import BOTS
from simkit.games.farkle.tables import build
from simkit.games.farkle.turn_bots import BotTurns
from simkit.model.bot import Bot
from simkit.model.solution import NotEvaluatedError
from tests.games.farkle.known import EXACT, RULES
from tests.games.farkle.test_exact import BEST_TURNS, TURNS

BOT = {bot.name: bot for bot in BOTS}


def sheet(sheets, name):
    """Rows of a sheet, each by the keys of its columns."""
    found = next(sheet for sheet in sheets if sheet.name == name)
    return [dict(zip((column.key for column in found.columns), row, strict=True)) for row in found.rows]


def is_tight(bounds):
    return 0 <= bounds.high - bounds.low < 1e-9


@pytest.mark.parametrize(("name", "minimum", "known"), BEST_TURNS)
def test_the_best_turn(name, minimum, known):
    bounds = best_turn(RULES[name], minimum)
    assert is_tight(bounds)
    assert round(bounds.middle, 6) == known


@pytest.mark.parametrize("name", EXACT["long_run"])
def test_the_best_play_with_a_penalty_for_busts_in_a_row(name):
    known, bounds = EXACT["long_run"][name], solve_points(RULES[name]).value
    assert is_tight(bounds)
    assert round(bounds.middle, len(str(known).split(".")[1])) == known


def test_from_which_total_to_bank():
    rules = RULES["no-endgame"]
    family = family_turn(rules)
    totals = thresholds(solve_points(rules).arrays["values"][0], 0, family.step)
    by_dice = {state.dice: total for state, total in zip(family.states, totals, strict=True)}
    # Two dice: rolling on from 250 gains 30.3 on average of the 20 scoring rolls and loses 250 with 16: not worth it.
    assert by_dice == {1: 300, 2: 250, 3: 400, 4: 1_000, 5: 2_900, 6: 10_950}


@pytest.mark.parametrize("rules", [
    Rules(dice=5, hot_dice="end", bank_min=300),
    Rules(dice=5, hot_dice="must", hot_scope="roll"),
    Rules(dice=5, none_first=500, none_first_only=True, bank_min=300),
    Rules(dice=5, pyramiding="full", straight15=1_500, set_aside="all"),
    Rules(dice=5, streak_busts=2, streak_penalty=500),
    Rules(dice=5, streak_busts=2, streak_penalty=500, streak_reset=False),
])  # fmt: skip
def test_a_bot_that_plays_by_the_solution_reaches_its_value_and_no_other_bot_does(rules):
    solution, family = solve_points(rules), family_turn(rules)
    values, step = solution.arrays["values"], family.step
    of_frozen = {(state.dice, state.frozen): number for number, state in enumerate(family.states) if not state.is_first}

    def rolling(view, total, dice, frozen):
        found = of_frozen.get((dice, frozen), of_frozen.get((dice, 0)))
        return values[view.streak, total // step, found]

    def roll_again(view, params):
        return ROLL if rolling(view, view.turn_total, view.dice, view.frozen) > view.turn_total else BANK

    def set_aside(view, option, params):
        total, is_hot = view.turn_total + option.points, option.dice == view.dice
        worth = rolling(view, total, option.left, 0 if is_hot else view.frozen + option.faces)
        ends = is_hot and (rules.hot_dice == "end" or (rules.hot_scope == "roll" and view.dice < rules.dice))
        if ends:
            return float(total) if total >= view.minimum else 0.0
        may = total >= view.minimum and not (is_hot and rules.hot_dice == "must")
        return float(max(worth, total) if may else worth)

    best = Bot("best", "", "", {"roll_again": roll_again, "set_aside": set_aside})
    assert is_tight(solution.value)
    assert BotTurns(rules, Player(best, {})).long_run() == pytest.approx(solution.value.middle, rel=1e-9)
    for name in ("bank-at", "bank-at-by-dice"):
        assert BotTurns(rules, Player(BOT[name], {})).long_run() < solution.value.low


@pytest.mark.parametrize(("name", "bank_at", "known"), TURNS)
def test_the_law_of_the_turn_of_a_bot(name, bank_at, known):
    law = BotTurns(RULES[name], Player(BOT["bank-at"], {"bank_at": bank_at})).law()
    sd = math.sqrt(sum(points**2 * chance for points, chance in law.points.items()) - law.mean() ** 2)
    assert [round(value, 6) for value in (law.mean(), sd, law.bust)] == known[:3]


def test_a_turn_that_ends_short_of_the_minimum_is_no_bust():
    # With five dice and hot dice that end the turn, 1-1-1 and 5-5, all taken, are 1,100: too few.
    rules = Rules(dice=5, hot_dice="end", bank_min=1_101)
    law = BotTurns(rules, Player(BOT["bank-at"], {"bank_at": 100})).law()
    assert 0 < law.bust < 1
    assert law.bust + sum(law.points.values()) < 1 - 10 / 6**5  # ten orders of that roll, and other such rolls


def test_bots_that_cannot_be_evaluated():
    with pytest.raises(NotEvaluatedError, match="it looks at its coin"):
        SOLVER.evaluate(RULES["plain"], "points", Player(BOT["random"], {}))
    late = Bot("late", "", "", {"roll_again": lambda view, params: ROLL if view.rolls < 2 else BANK})
    with pytest.raises(NotEvaluatedError, match="number of its rolls"):
        SOLVER.evaluate(RULES["plain"], "points", Player(late, {}))


@pytest.mark.parametrize("name", EXACT["one_roll"])
def test_the_odds_of_a_roll(name):
    known, rules = EXACT["one_roll"][name], RULES[name]
    rows = sheet(SOLVER.odds(rules), "rolls")
    assert [row["busts"] for row in rows] == [f"{known['busts'][n]}/{6 ** (n + 1)}" for n in range(6)]
    assert [round(row["mean"], 6) for row in rows] == known["mean"]
    assert known.get("mean_of_six", rows[-1]["mean_exact"]) == rows[-1]["mean_exact"]


def test_the_odds_of_a_roll_beside_frozen_dice():
    # Zilch with pyramiding of kinds, 2-2-2 frozen: another 2 scores too.
    rules = RULES["zilch-all-variations"]
    twos = [state for state in family_turn(rules).states if state.frozen == code((2, 2, 2))]
    assert [roll_odds(rules, build(rules), state).busts for state in twos] == [24]
    rows = sheet(SOLVER.odds(rules), "rolls")
    assert {"2-2-2": "24/216", "2-2-2-2": "9/36", "2-2-2-2-2": "3/6"}.items() <= {
        row["frozen"]: row["busts"] for row in rows
    }.items()


def test_the_digest_tells_what_to_leave_and_what_the_opening_costs():
    rules = RULES["zilch-15000"]
    sheets = SOLVER.digest(rules, "points", solve_points(rules))
    opening = sheet(sheets, "opening")
    assert [(row["minimum"], round(row["points"], 6)) for row in opening] == [(500, 841.468798), (350, 845.814456)]
    leave = sheet(sheets, "leave")
    assert leave[0]["scoring"] == "1-5"
    assert leave[0]["set_aside"] == "1"
    assert leave[0]["rolls"] == 5_400  # 6 x 5 places of the 1 and the 5, the other four of 2, 3, 4, 6 without a triple
    assert all(row["gain"] > 0 for row in leave)
