"""What may be taken after a roll: the rule sheet's dice, counts over all rolls, and laws that hold for any dice."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.games.dice.rolls import code, multisets
from simkit.games.siedemsetka.exact import lying
from simkit.games.siedemsetka.rules import Rules
from simkit.games.siedemsetka.scoring import combination, options, sheet, taken, words
from tests.games.kit import known

EXACT = known("siedemsetka")
ONE = Rules()
MANY = Rules(combos_per_roll="many")
BEST = Rules(subset="best_only")
NEW = Rules(needs_new_die=True)


def dice(text):
    return tuple(map(int, text))


def offered(rules, on_table, roll):
    found = options(rules, dice(on_table), dice(roll))
    return [words(taken(rules, dice(on_table), dice(roll), option.place)) for option in found]


def test_counts_over_all_first_rolls():
    counts = Counter()
    for roll, number in multisets(6):
        found = options(ONE, (), roll)
        has_equals, has_run = any(option.equals for option in found), any(option.runs for option in found)
        counts["passes"] += number * bool(found)
        counts["equals"] += number * has_equals
        counts["runs"] += number * has_run
        counts["both"] += number * (has_equals and has_run)
        counts["points"] += number * (found[0].points if found else 0)
    expected = EXACT["first_roll"]
    assert {name: counts[name] for name in ("passes", "equals", "runs", "both")} == {
        name: expected[name] for name in ("passes", "equals", "runs", "both")
    }
    assert round(counts["points"] / 6**6, 10) == expected["best_mean"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("345", "run 3-4-5 (12)"),
        ("444", "4-4-4 (12)"),
        ("654321", "run 1-2-3-4-5-6 (21)"),
        ("666666", "6-6-6-6-6-6 (36)"),
        ("12", None),
        ("44", None),
        ("124", None),
        ("445", None),
        ("3445", None),
        ("561", None),
    ],
)
def test_a_combination_is_three_or_more_equal_dice_or_a_run(text, found):
    made = combination(dice(text))
    assert (made and str(made)) == found


def test_the_first_roll_of_the_example():
    assert offered(ONE, "", "234455") == [
        "run 2-3-4-5 (14)", "run 3-4-5 (12)", "run 2-3-4 (9)"
    ]  # fmt: skip


def test_the_third_roll_of_the_example():
    assert offered(ONE, "124", "344") == ["4-4-4 (12)", "run 1-2-3-4 (10)", "run 2-3-4 (9)", "run 1-2-3 (6)"]


def test_several_combinations_add_up_when_they_share_no_die():
    assert offered(MANY, "124", "344")[0] == "run 1-2-3 (6) and 4-4-4 (12)"
    assert offered(MANY, "", "112233")[0] == "run 1-2-3 (6) and run 1-2-3 (6)"
    assert offered(ONE, "", "112233") == ["run 1-2-3 (6)"]


def test_six_equal_dice_and_a_run_of_six_are_one_combination():
    assert offered(MANY, "", "222222") == ["2-2-2-2-2-2 (12)", "2-2-2-2-2 (10)", "2-2-2-2 (8)", "2-2-2 (6)"]
    assert offered(MANY, "", "123456")[0] == "run 1-2-3-4-5-6 (21)"


def test_equal_points_come_with_fewer_dice_then_a_run_first():
    assert offered(ONE, "", "344456")[:4] == ["run 3-4-5-6 (18)", "run 4-5-6 (15)", "run 3-4-5 (12)", "4-4-4 (12)"]
    assert offered(ONE, "", "333345")[:2] == ["run 3-4-5 (12)", "3-3-3-3 (12)"]


def test_only_what_is_worth_most():
    assert offered(BEST, "", "234455") == ["run 2-3-4-5 (14)"]
    assert offered(BEST, "", "333345") == ["run 3-4-5 (12)", "3-3-3-3 (12)"]
    assert offered(Rules(subset="best_only", combos_per_roll="many"), "124", "344") == ["run 1-2-3 (6) and 4-4-4 (12)"]


def test_dice_on_the_table_alone_may_be_a_combination():
    assert offered(ONE, "222", "113") == ["2-2-2 (6)", "run 1-2-3 (6)"][::-1]
    assert offered(ONE, "222", "115") == ["2-2-2 (6)"]
    assert offered(NEW, "222", "113") == ["run 1-2-3 (6)"]
    assert offered(NEW, "222", "115") == []
    assert offered(NEW, "222", "125") == ["2-2-2-2 (8)", "2-2-2 (6)"]  # one of the three 2s is the new one


def test_each_of_several_combinations_needs_a_new_die_of_its_own():
    rules = Rules(combos_per_roll="many", needs_new_die=True)
    assert offered(rules, "222", "111") == ["1-1-1 (3)"]
    assert offered(rules, "222", "234")[0] == "run 2-3-4 (9) and 2-2-2 (6)"  # the new 2 is one of the equal dice
    assert offered(rules, "122", "355")[0] == "run 1-2-3 (6)"
    assert offered(rules, "113", "322") == ["run 1-2-3 (6) and run 1-2-3 (6)", "run 1-2-3 (6)"]
    assert offered(rules, "1122", "33")[0] == "run 1-2-3 (6) and run 1-2-3 (6)"  # two new 3s, one for each


RULES = st.builds(
    Rules,
    combos_per_roll=st.sampled_from(["one", "many"]),
    subset=st.sampled_from(["any", "best_only"]),
    needs_new_die=st.booleans(),
)


@given(rules=RULES, table=st.sampled_from(lying()), data=st.data())
def test_every_option_is_legal_and_no_die_is_lost(rules, table, data):
    number = 6 - len(table)
    roll = data.draw(st.lists(st.integers(1, 6), min_size=number, max_size=number))
    found = options(rules, table, roll)
    assert len({option.faces for option in found}) == len(found)
    for place, option in enumerate(found):
        assert (option.place, option.choices) == (place, len(found))
        assert option.faces + option.lying == code([*table, *roll])
        group = taken(rules, table, roll, place)
        used = [face for part in group for face in part.dice]
        assert (code(used), sum(used), len(used)) == (option.faces, option.points, option.dice)
        assert len(group) == option.runs + option.equals <= (2 if rules.combos_per_roll == "many" else 1)
        assert all(combination(part.dice) == part for part in group)
        assert not rules.needs_new_die or all(set(part.dice) & set(roll) for part in group)
    points = [option.points for option in found]
    assert points == sorted(points, reverse=True)
    assert rules.subset == "any" or len(set(points)) <= 1


def test_sheet():
    assert sheet(ONE, (1, 2, 3, 3, 3, 6))[0] == {"points": 9, "dice": 3, "stay": 3, "combinations": "3-3-3 (9)"}
    assert sheet(ONE, (1, 2, 4, 4, 6, 6)) == []
