"""Races of the family against published means, plain dynamic programmes and what follows from the rules alone."""

import itertools
import math
from functools import cache

import numpy as np
import pytest

from simkit.bots import Player
from simkit.errors import UsageError
from simkit.games.farkle.graph import family_turn
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.solve import SOLVER
from simkit.games.farkle.solve_race import solve_turns, solve_win
from simkit.games.farkle.strategies import BOTS
from tests.games.farkle.known import EXACT, RULES

BANK_AT = next(bot for bot in BOTS if bot.name == "bank-at")
ENDGAMES = [(name, int(bank_at), row[0]) for name, rows in EXACT["game"].items() for bank_at, row in rows.items()]


def turns_of(rules, **params):
    return SOLVER.evaluate(rules, "turns", Player(BANK_AT, params))


def solved_win(rules):
    return solve_win(rules, family_turn(rules), lambda share: None)


@pytest.mark.parametrize(("name", "bank_at", "known"), ENDGAMES)
def test_the_turns_that_a_bot_needs_alone(name, bank_at, known):
    # The published bot looks at the target in the endgame of one turn alone.
    assert round(turns_of(RULES[name], bank_at=bank_at, stop_at_target=name == "single-turn"), 6) == known


def test_the_turns_of_bank_at_500():
    # Farkle as boxed, in the edition where 1-1-1 is 300; the bot banks as soon as it has the target.
    assert round(turns_of(RULES["farkle-fixed-300"], bank_at=500), 4) == 26.2972


@pytest.mark.parametrize("name", ["no-endgame", "single-roll", "zilch-15000"])
def test_the_fewest_turns(name):
    rules = RULES[name].model_copy(update={"target": 2_000, "endgame_from": 1_500})
    value = solve_turns(rules, family_turn(rules)).value
    assert 0 <= value.high - value.low < 1e-10
    assert value.high < turns_of(rules, bank_at=500)


def test_one_turn_that_any_points_finish():
    # 10000 to 50 points: any scoring roll finishes. Alone a turn does with p, of two seats the first wins 1 / (2 - p).
    rules = RULES["no-endgame"].model_copy(update={"target": 50})
    finishes = 1 - 1_440 / 6**6
    assert solve_turns(rules, family_turn(rules)).value.middle == pytest.approx(1 / finishes, abs=1e-12)
    assert solved_win(rules).value.middle == pytest.approx(1 / (2 - finishes), abs=1e-12)


class Plain:
    """Two seats with five dice of which only 1s and 5s score, by iterating over whole turns in plain Python."""

    def __init__(self, rules):
        self.rules = rules
        self.wins = {}

    def solve(self):
        """Chances of each seat to move, by (seat, own score, other's), in steps of 50."""
        missing = (self.rules.target + self.rules.target_strict + 49) // 50
        for own, other in sorted(itertools.product(range(missing), repeat=2), key=sum, reverse=True):
            states = (0, own, other), (1, other, own)
            self.wins.update(dict.fromkeys(states, 0.5))
            before = None
            while before != (before := [round(self.wins[state], 9) for state in states]):  # lost turns lead back here
                for seat, *scores in states:
                    lost = 1 - self.wins[1 - seat, scores[1], scores[0]]
                    self.wins[seat, *scores] = self.turn(self.worth(missing, seat, *scores), lost, scores[0])
        return self.wins

    def worth(self, missing, seat, own, other):
        """What banking a total is worth."""

        def banked(total):
            if own + total < missing:
                return 1 - self.wins[1 - seat, other, own + total]
            ends = self.rules.final_round == "rest_of_round" and seat == 1
            return 1.0 if ends else 1 - self.last(1 - seat, other, own + total)

        return banked

    @cache  # noqa: B019 (lives as long as the test)
    def last(self, seat, own, other):
        """Chance of a seat to win in its last turn."""
        tie = {"shared": 0.5, "roll": 0.5, "seat_order": 1.0 - seat}[self.rules.tie]
        return self.turn(lambda total: tie if own + total == other else float(own + total > other), 0.0, own)

    def turn(self, banked, lost, own):
        """Best worth of a turn; totals above 40 steps are taken for 40."""
        minimum = max(self.rules.open_min if own == 0 else 0, self.rules.bank_min) // 50

        @cache
        def rolling(total, dice):
            worth = 0.0
            for ones, fives in itertools.product(range(dice + 1), repeat=2):
                if ones + fives <= dice:
                    ways = math.comb(dice, ones) * math.comb(dice - ones, fives) * 4 ** (dice - ones - fives)
                    taken = [(a, b) for a in range(ones + 1) for b in range(fives + 1) if a + b]
                    after = max((on(total + 2 * a + b, dice - a - b) for a, b in taken), default=lost)
                    worth += ways / 6**dice * after
            return worth

        def on(total, left):
            if total >= 40:
                return banked(40)
            if total < minimum or (left == 0 and self.rules.hot_dice == "must"):
                return rolling(total, left or 5)
            return max(banked(total), rolling(total, left or 5))

        return rolling(0, 5)


@pytest.mark.parametrize("rules", [
    Rules(hot_dice="must", final_round="others_once", tie="shared", target_strict=True),
    Rules(open_min=100, final_round="rest_of_round", tie="seat_order"),
    Rules(bank_min=100, final_round="others_once", tie="seat_order"),
])  # fmt: skip
def test_two_seats_against_a_plain_calculation(rules):
    rules = rules.model_copy(update={"dice": 5, "triples": (0,) * 6, "target": 100})
    solution, plain = solved_win(rules), Plain(rules).solve()
    assert solution.value.high - solution.value.low < 1e-5  # totals far above the target are bounded
    for seat, name in enumerate(("first", "second")):
        found = solution.arrays[name]
        for own, other in np.ndindex(found.shape):
            assert found[own, other] == pytest.approx(plain[seat, own, other], abs=1e-5)


@pytest.mark.parametrize(
    ("goal", "changes", "told"),
    [
        ("turns", {"target": 0, "rounds": 5}, "rules.target = 0"),
        ("turns", {"rounds": 5}, "rules.rounds"),
        ("turns", {"streak_busts": 3, "streak_penalty": 500}, "rules.streak_busts"),
        ("win", {"topping": "strict"}, "rules.topping"),
        ("win", {"ones": 101}, "rules.target: points come in steps of 1, so 10,000 scores"),
        ("win", {"final_round": "others_once", "tie": "turn"}, "rules.tie"),
        ("win", {"final_round": "others_once", "exact_target": True}, "rules.final_round"),
        ("turns", {"endgame": "single_roll", "endgame_from": 100}, "cannot be made in one roll"),
    ],
)
def test_rules_that_are_not_solved(goal, changes, told):
    with pytest.raises(UsageError, match=told):
        SOLVER.solve(Rules(**changes), goal, lambda share: None)


def test_the_digests_tell_when_to_bank():
    rules = RULES["no-endgame"].model_copy(update={"target": 500})
    family = family_turn(rules)
    [alone] = SOLVER.digest(rules, "turns", solve_turns(rules, family))
    assert alone.rows[-1][0] == 450
    assert alone.rows[-1][2:] == (50,) * 6  # one lone 5 is enough
    [against] = SOLVER.digest(rules, "win", solved_win(rules))
    assert against.rows[-1][:2] == (450, 450)
    assert against.rows[-1][3:] == (50,) * 6
    assert against.rows[0][2] == solved_win(rules).value.middle
