"""What dice are worth: the examples of the rule sheets, and single rolls counted exactly."""

from fractions import Fraction

import pytest

from simkit.games.dice.rolls import dice_of
from simkit.games.farkle.exact import best_roll_mean, busts
from simkit.games.farkle.rules import FarkleRules
from simkit.games.farkle.scoring import options, words
from tests.games.farkle.known import EXACT, RULES, TEN_THOUSAND, ZILCH


def dice(text):
    return tuple(int(face) for face in text)


def offered(rules, roll):
    """Points by set-aside, as text."""
    return {"".join(map(str, dice_of(option.faces))): option.points for option in options(rules, dice(roll))}


def best(rules, roll):
    """Points and dice of the first option."""
    option = options(rules, dice(roll))[0]
    return option.points, option.dice


@pytest.mark.parametrize(
    ("roll", "expected"),
    [
        pytest.param("133445", {"15": 150, "1": 100, "5": 50}, id="example 1a"),
        pytest.param("35556", {"555": 500, "55": 100, "5": 50}, id="example 1b, and part of a triple as singles"),
        pytest.param("26", {}, id="example 1c"),
        pytest.param("134466", {"1": 100}, id="example 2b"),
        pytest.param("223445", {"5": 50}, id="example 3a"),
        pytest.param("23346", {}, id="example 3b"),
        pytest.param("223344", {}, id="no three pairs"),
    ],
)
def test_set_asides_in_10000(roll, expected):
    assert offered(TEN_THOUSAND, roll) == expected


@pytest.mark.parametrize(
    ("roll", "points", "used"),
    [
        pytest.param("123456", 2000, 6, id="example 2a"),
        pytest.param("111123", 1100, 4, id="fourth 1 as a single"),
        pytest.param("555555", 1000, 6, id="two triples"),
    ],
)
def test_best_of_a_roll_in_10000(roll, points, used):
    assert best(TEN_THOUSAND, roll) == (points, used)


def test_part_of_a_straight_may_be_taken_in_10000():
    assert offered(TEN_THOUSAND, "123456") == {"123456": 2000, "15": 150, "1": 100, "5": 50}


@pytest.mark.parametrize(
    ("roll", "points", "used"),
    [
        pytest.param("222134", 300, 4, id="the sheet's 2-2-2 and 1"),
        ("111111", 6000, 6),
        ("222333", 3000, 6),
        ("223344", 2000, 6),
        ("222233", 4000, 4),
        ("123456", 1500, 6),
        pytest.param("333344", 4000, 4, id="four of a kind beats three pairs"),
        pytest.param("444555", 3000, 6, id="two triplets beat 900 for the triples"),
        pytest.param("66666", 5000, 5, id="five of a kind"),
    ],
)
def test_best_of_a_roll_in_zilch(roll, points, used):
    assert best(ZILCH, roll) == (points, used)


def test_the_choice_between_points_and_a_corner_in_zilch():
    assert offered(ZILCH, "222233") == {"2222": 4000, "222233": 2000, "222": 200}
    assert [option.left for option in options(ZILCH, dice("222233"))] == [2, 6, 3]


def test_a_zilch():
    assert offered(ZILCH, "234663") == {}


def test_zilch_to_10000_has_pairs_and_triplets_but_no_kinds():
    rules = RULES["zilch-10000"]
    assert best(rules, "333333") == (3000, 6)  # two triplets, which six of a kind are
    assert best(rules, "223344") == (2000, 6)
    assert best(rules, "222233") == (2000, 6)  # four and two are three pairs
    assert best(rules, "111123") == (1100, 4)


def test_zilch_to_5000_has_neither():
    rules = RULES["zilch-5000"]
    assert best(rules, "333333") == (600, 6)
    assert offered(rules, "223344") == {}
    assert best(rules, "123456") == (1500, 6)


def test_order_is_points_then_dice_then_lower_code():
    rules = FarkleRules(ones=100, fives=100, triples=(0, 0, 200, 0, 0, 0))
    tied = options(rules, dice("15333"))
    assert [(option.points, option.dice) for option in tied] == [
        (400, 5), (300, 4), (300, 4), (200, 3), (200, 2), (100, 1), (100, 1),
    ]  # fmt: skip
    assert [dice_of(option.faces) for option in tied][1:3] == [(1, 3, 3, 3), (3, 3, 3, 5)]
    assert [(option.place, option.choices) for option in tied] == [(index, 7) for index in range(7)]


def test_among_groupings_with_equal_points_the_one_of_fewest_elements_counts():
    rules = FarkleRules(triples=(300, 200, 300, 400, 150, 600))  # three 1s and three 5s are worth no more than singly
    option = options(rules, dice("111555"))[0]
    assert (option.points, option.elements, option.lone_ones, option.lone_fives) == (450, 2, 0, 0)


def test_single_dice_of_a_grouping_are_counted():
    option = options(RULES["plain"], dice("115555"))[0]
    assert (option.points, option.elements, option.lone_ones, option.lone_fives) == (750, 4, 2, 1)


def test_grouping_in_words():
    def told(rules, roll):
        return words(rules, options(rules, dice(roll))[0])

    assert told(ZILCH, "222134") == "2-2-2 (200) and 1 (100)"
    assert told(ZILCH, "115552") == "5-5-5 (500), 1 (100) and 1 (100)"
    assert told(ZILCH, "223344") == "2-2-3-3-4-4 (three pairs, 2,000)"
    assert told(ZILCH, "222333") == "2-2-2-3-3-3 (two triplets, 3,000)"
    assert told(ZILCH, "123456") == "1-2-3-4-5-6 (straight, 1,500)"
    assert told(RULES["plain"], "5") == "5 (50)"


@pytest.mark.parametrize("name", EXACT["one_roll"])
def test_rolls_without_a_scoring_die(name):
    assert [busts(RULES[name], number) for number in range(1, 7)] == EXACT["one_roll"][name]["busts"]


@pytest.mark.parametrize("name", EXACT["one_roll"])
def test_mean_of_the_best_of_a_roll(name):
    known = EXACT["one_roll"][name]
    means = [best_roll_mean(RULES[name], number) for number in range(1, 7)]
    assert [round(float(mean), 6) for mean in means] == known["mean"]
    if "mean_of_six" in known:
        assert means[5] == Fraction(known["mean_of_six"])
