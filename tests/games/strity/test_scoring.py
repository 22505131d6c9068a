"""What hands of Strity score, by the examples of the rule sheet and those that follow from it."""

import pytest

from simkit.games.strity.rules import Rules
from simkit.games.strity.scoring import combination, sheet, worth
from tests.games.strity.known import BOOKLET, SUPERSET


def dice(text):
    return tuple(map(int, text))


@pytest.mark.parametrize(
    ("roll", "name", "points"),
    [
        ("235645", "big_straight", 20),  # the end of the sheet's turn
        ("222551", "three_two_one", 30),
        ("123455", "small_straight", 15),
        ("123456", "full_straight", 40),
        ("234566", "big_straight", 20),
        ("111122", "nothing", 0),
        ("112233", "nothing", 0),
        ("134566", "nothing", 0),
    ],
)
def test_worked_and_derived_examples(roll, name, points):
    assert combination(BOOKLET, dice(roll)) == name
    assert worth(BOOKLET, name) == points


@pytest.mark.parametrize("roll", ["222555", "222255", "222225", "222222", "222551"])
def test_equal_groups_count_with_superset(roll):
    assert combination(SUPERSET, dice(roll)) == "three_two_one"
    assert (combination(BOOKLET, dice(roll)) == "three_two_one") == (roll == "222551")


@pytest.mark.parametrize("roll", ["223355", "222561", "222135", "134466"])
def test_superset_admits_no_other_shape(roll):
    assert combination(SUPERSET, dice(roll)) == "nothing"


def test_the_combination_that_pays_most_is_scored():
    rules = Rules(small_straight=50, big_straight=50)
    assert combination(rules, dice("123456")) == "big_straight"  # of those that pay the same the longer straight
    assert combination(Rules(small_straight=51, big_straight=50), dice("123456")) == "small_straight"


def test_the_sheet_of_simkit_score():
    assert sheet(BOOKLET, dice("123456")) == [{"combination": "full_straight", "after the first roll": 80, "later": 40}]
    assert sheet(Rules(first_roll_double=False), dice("222551")) == [
        {"combination": "three_two_one", "after the first roll": 30, "later": 30}
    ]
    assert sheet(BOOKLET, dice("111122")) == []
    assert sheet(BOOKLET, dice("12345")) == []
