"""What dice are worth: the examples of the rule sheets, and single rolls counted exactly."""

from fractions import Fraction

import pytest

from simkit.games.dice.rolls import ROLL_OFFSET, code, dice_of, multisets, roll_classes
from simkit.games.farkle.exact import best_roll_mean, busts
from simkit.games.farkle.rules import Rules
from simkit.games.farkle.scoring import options, words
from simkit.games.farkle.tables import COUNT_BITS, COUNT_MASK, OptionField, build
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


def test_the_choice_between_points_and_hot_dice_in_zilch():
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
    rules = Rules(ones=100, fives=100, triples=(0, 0, 200, 0, 0, 0))
    tied = options(rules, dice("15333"))
    assert [(option.points, option.dice) for option in tied] == [
        (400, 5), (300, 4), (300, 4), (200, 3), (200, 2), (100, 1), (100, 1),
    ]  # fmt: skip
    assert [dice_of(option.faces) for option in tied][1:3] == [(1, 3, 3, 3), (3, 3, 3, 5)]
    assert [(option.place, option.choices) for option in tied] == [(index, 7) for index in range(7)]


def test_among_groupings_with_equal_points_the_one_of_fewest_elements_counts():
    rules = Rules(triples=(300, 200, 300, 400, 150, 600))  # three 1s and three 5s are worth no more than singly
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


def test_kinds_that_double_add_or_step():
    def worth(**values):
        return [best(Rules(**values), "3" * number)[0] for number in range(3, 7)]

    assert worth(kinds="double") == [300, 600, 1200, 2400]
    assert worth(kinds="add") == [300, 600, 900, 1200]
    assert worth(kinds="step", kind_step=100) == [300, 400, 500, 600]
    assert worth(kinds="step", kind_step=100, all_kind=5000) == [300, 400, 500, 5000]


def test_straights_of_five_leave_a_die():
    rules = Rules(straight15=500, straight26=750)
    assert offered(rules, "123455")["12345"] == 500
    assert offered(rules, "123455")["123455"] == 550
    assert best(rules, "223456") == (750, 5)
    assert best(rules, "123456") == (850, 6)  # the higher straight and a 1


def test_five_dice_of_tysiac():
    rules = RULES["tysiac"]
    assert best(rules, "22222") == (1000, 5)
    assert best(rules, "11115") == (205, 5)
    assert best(rules, "23456") == (150, 5)
    assert options(rules, dice("22222"))[0].left == 5


def test_four_and_a_pair_is_no_three_pairs_where_it_is_not():
    rules = Rules(three_pairs=1500, three_pairs_quads=False, two_triplets=2500, two_triplets_six=False)
    assert offered(rules, "222233") == {"222": 200}
    assert offered(rules, "222222") == {"222222": 400, "222": 200}
    assert best(Rules(four_pair=1200), "222233") == (1200, 6)
    assert best(rules, "222333") == (2500, 6)


def test_all_scoring_dice_must_be_set_aside():
    rules = Rules(**{**ZILCH.model_dump(), "set_aside": "all"})
    assert offered(rules, "222233") == {"2222": 4000, "222233": 2000}  # the rule sheet's choice
    assert offered(rules, "133445") == {"15": 150}
    assert offered(rules, "155522") == {"1555": 600}
    assert offered(rules, "123456") == {"123456": 1500, "15": 150}  # no die left over scores by itself


def frozen(rules, roll, *earlier):
    """Points by set-aside, with dice set aside before."""
    return {
        "".join(map(str, dice_of(option.faces))): option.points
        for option in options(rules, dice(roll), tuple(map(dice, earlier)))
    }


KINDS = Rules(**{**ZILCH.model_dump(), "pyramiding": "kinds"})
FULL = Rules(**{**ZILCH.model_dump(), "pyramiding": "full"})


def test_pyramids_of_the_rule_sheet():
    assert frozen(KINDS, "55222", "5")["55"] == 450  # 500 for the three instead of 150
    assert frozen(KINDS, "2", "222") == {"2": 3800}  # four of a kind, 4000 instead of 200
    assert frozen(Rules(pyramiding="kinds"), "2", "222") == {}  # no counter without kinds


def test_full_pyramids_regroup_into_every_element():
    assert frozen(KINDS, "333", "222") == {"333": 300}
    assert frozen(FULL, "333", "222") == {"333": 2800}  # two triplets
    assert frozen(FULL, "2346", "1", "5") == {"2346": 1350}  # the straight
    assert frozen(KINDS, "2346", "1", "5") == {}
    assert "33" not in frozen(FULL, "33", "2222")  # three pairs would be worth less than four of a kind


@pytest.mark.parametrize(("beside", "lost"), [("15", 3), ("5", 9), ("", 24)])
def test_zilches_beside_a_frozen_triple(beside, lost):
    # Single dice beside the triple change nothing but the number of dice left; without pyramids 4, 16 and 60 are lost.
    earlier = ((2, 2, 2), *((face,) for face in dice(beside)))
    dice_left = 3 - len(beside)
    assert sum(number for roll, number in multisets(dice_left) if not options(KINDS, roll, earlier)) == lost
    assert (
        sum(number for roll, number in multisets(dice_left) if not options(ZILCH, roll))
        == {1: 4, 2: 16, 3: 60}[dice_left]
    )
    tables, slot, left = build(KINDS), 0, 6
    for part in earlier:
        rows = table_options(tables, slot, (*part, *(3, 4, 6)[: left - len(part)]))
        slot = next(row[OptionField.SLOT] for row in rows if row[OptionField.FACES] == code(part))
        left -= len(part)
    found = tables.of_frozen[slot][roll_classes()[ROLL_OFFSET[dice_left] :][: 6**dice_left]]
    assert (found & COUNT_MASK == 0).sum() == lost


def table_options(tables, slot, roll):
    """Rows of the options of a roll beside what is frozen."""
    number = sum((face - 1) * 6**place for place, face in enumerate(reversed(roll)))
    found = tables.of_frozen[slot][roll_classes()[ROLL_OFFSET[len(roll)] + number]]
    return tables.options[found >> COUNT_BITS :][: found & COUNT_MASK]


def test_six_of_a_kind_over_several_rolls_are_no_two_triplets_but_still_six_of_a_kind():
    rules = Rules(pyramiding="kinds", two_triplets=3000, all_kind=1000)
    assert best(rules, "222222") == (3000, 6)
    assert frozen(rules, "222", "222")["222"] == 800
    tables = build(rules)
    row = next(row for row in table_options(tables, 0, (2, 2, 2, 3, 4, 6)) if row[OptionField.FACES] == 0o30)
    assert table_options(tables, row[OptionField.SLOT], (2, 2, 2))[0][OptionField.POINTS] == 800
