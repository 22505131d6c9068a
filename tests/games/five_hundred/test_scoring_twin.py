"""Compiled scores and ends of games are those of the reference, for every contract and at every threshold."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.games.five_hundred import kernel_score, scoring
from simkit.games.five_hundred.calls import BLIND
from simkit.games.five_hundred.columns import CUT_SHORT
from simkit.games.five_hundred.sides import table_for
from simkit.games.five_hundred.tables import build
from tests.games.five_hundred.test_twin import further_rule_sets


@settings(max_examples=30)
@given(rules=further_rule_sets())
def test_hands_score_alike(rules):
    tables = build(rules)
    for contract in range(1, BLIND + 1):
        level, strain = tables.level[contract], tables.strain[contract]
        for sans_kitty, worth in ((False, tables.worth[contract]), (True, tables.worth_sans[contract])):
            for tricks in range(11):
                made, slam, own, each = kernel_score.score_hand(tables.rules, worth, level, strain, tricks)
                expected = scoring.score_hand(rules, contract, tricks, sans_kitty=sans_kitty)
                assert (made, slam, own, each * (10 - tricks)) == expected


@st.composite
def situations(draw):
    """Rules, seats, the sides that play the contract, and scores of all sides near every number that matters."""
    rules, seats = draw(further_rule_sets()), draw(st.integers(2, 6))
    sides = table_for(rules, seats).sides
    marks = [rules.target, rules.lose_at, rules.defender_cap, 0]
    scores = draw(st.lists(st.sampled_from([mark + 10 * k for mark in marks for k in (-1, 0, 1)]), min_size=6))
    contractors = draw(st.sets(st.integers(0, sides - 1), max_size=2 if seats == 5 else 1))
    return rules, seats, contractors, scores[:sides]


@given(situation=situations(), made=st.booleans())
def test_games_end_alike(situation, made):
    rules, _, contractors, scores = situation
    mask = sum(1 << side for side in contractors)
    won, ended = kernel_score.ending(
        build(rules).rules, len(scores), made and bool(contractors), np.array(scores, np.int64), mask
    )
    winners = [side for side in range(len(scores)) if won >> side & 1]
    expected = scoring.ending(rules, made and bool(contractors), scores, contractors)
    assert (winners, ended) == (([], CUT_SHORT) if expected is None else expected)


@given(situation=situations(), winners=st.lists(st.integers(0, 5), min_size=10, max_size=10), data=st.data())
def test_points_are_added_alike(situation, winners, data):
    rules, seats, contractors, before = situation
    sides = len(before)
    tricks = [sum(seat % seats == place for seat in winners) for place in range(seats)]
    by_side = [sum(tricks[side::sides]) for side in range(sides)]
    scores, taken, numbers = np.array(before, np.int64), np.array(tricks, np.int64), build(rules).rules
    result = None
    if contractors:
        contract = data.draw(st.integers(1, BLIND))
        result = scoring.score_hand(rules, contract, sum(by_side[side] for side in contractors))
        each = 0 if result.defenders == 0 else rules.defender_trick_points
        mask = sum(1 << side for side in contractors)
        kernel_score.score_sides(numbers, seats, sides, scores, mask, taken, result.contractors, each)
    else:
        kernel_score.passed_out(numbers, seats, sides, scores, taken)
    assert scores.tolist() == scoring.score_sides(rules, before, contractors, by_side, result)
