"""Single boxes and whole cards of Generał against the published values, to every digit of theirs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.games.general.boxes import ALL_BOXES, BOXES, GENERAL, RATUNEK
from simkit.games.general.exact import HANDS, best_totals, single_box
from simkit.games.general.rules import Rules
from simkit.games.general.scoring import legal_boxes, points
from simkit.games.general.tables import Numbers, build, legal
from simkit.model.game import rule_numbers
from tests.games.general.known import BOOKLET, EXACT, RULES
from tests.games.general.test_twin import rule_sets


@pytest.mark.parametrize("name", BOXES)
def test_single_boxes(name):
    found = single_box(BOOKLET, BOXES.index(name))
    assert [round(float(value), 8) for value in found] == EXACT["single"][name]


@pytest.mark.parametrize("name", EXACT["best_total"])
def test_best_totals(name):
    totals = best_totals(RULES[name])
    assert round(totals[ALL_BOXES], 8) == EXACT["best_total"][name]


def test_with_one_box_left_the_best_total_is_that_of_the_box():
    totals = best_totals(RULES["free-choice"])
    for box, name in enumerate(BOXES):
        assert round(totals[1 << box], 8) == EXACT["single"][name][2]


def test_bonuses_are_refused():
    for option in ({"school_bonus": 1}, {"school_malus": -1}, {"first_roll_bonus": 1}):
        with pytest.raises(ValueError, match="no exact totals"):
            best_totals(Rules(**option))


@settings(deadline=None)
@given(rules=rule_sets, card=st.integers(1, ALL_BOXES), hand=st.integers(0, len(HANDS) - 1))
def test_the_kernels_tables_allow_and_pay_what_the_rule_sheet_does(rules, card, hand):
    tables = build(rules)
    still_open = [box for box in range(len(BOXES)) if card >> box & 1]
    mask = legal(rule_numbers(Numbers, rules), tables.fits, hand, card)
    assert [box for box in range(len(BOXES)) if mask >> box & 1] == legal_boxes(rules, still_open, HANDS[hand])
    assert [points(rules, box, HANDS[hand], 3) for box in range(len(BOXES))] == list(tables.points[hand])


def test_a_card_is_worth_more_the_more_boxes_are_open_to_a_free_choice():
    # But for rows, which may cost points: opening a combination can only help.
    totals = best_totals(RULES["free-choice"])
    cards = np.arange(ALL_BOXES + 1)
    for box in range(GENERAL - 7, RATUNEK):
        without = cards[cards >> box & 1 == 0]
        assert (totals[without | 1 << box] >= totals[without] - 1e-9).all()
