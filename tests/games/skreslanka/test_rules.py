"""The reference beside the rule sheet of Skreślanka: its examples, and every clause with dice as written down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.bots import IllegalActionError, Player
from simkit.games.skreslanka.columns import NUMBERS
from simkit.games.skreslanka.reference import play, ways_to_cross
from simkit.games.skreslanka.rules import Rules
from simkit.model.bot import Bot
from simkit.model.columns import MISSING
from simkit.streams import Deal
from tests.games.kit import Script, play_out

RULES = Rules()
NOBODY = Player(Bot("nobody", "", "", {}), {})
"""A bot that decides nothing: the sum, else the faces."""


def mask(*numbers):
    return sum(1 << number - 1 for number in numbers)


def told(*answers, seen=None):
    """A bot that crosses off what it is told, in order, each answer a tuple of numbers; () is to pass."""
    left = list(answers)

    def cross(view, option, params):
        is_wanted = option.numbers == mask(*left[0])
        if option.place == option.choices - 1:
            left.pop(0)
            if seen is not None:
                seen.append(view)
        return float(is_wanted)

    return Player(Bot("told", "", "", {"cross": cross}), {})


def card_after(player, rolls, rules=RULES):
    """Numbers still open after the turns of a lone seat, and its row."""
    rolls = rolls.split()
    _, outcome = play_out(play, rules, [player], Script([rolls]), max_turns=len(rolls))
    game = outcome.game
    return [number for number in NUMBERS if game[f"fell_{number}_1"] == MISSING], game


def test_the_three_worked_turns():
    seen = []
    player = told((3, 5), (12,), (9,), seen=seen)
    left, game = card_after(player, "35 66 45")
    assert left == [1, 2, 4, 6, 7, 8, 10, 11]
    assert [game[f"fell_{number}_1"] for number in (3, 5, 12, 9)] == [1, 1, 2, 3]
    assert (game["score_1"], game["sums_1"], game["passes_1"]) == (4, 2, 0)
    assert [(view.high, view.low, view.score, view.open) for view in seen] == [
        (5, 3, 0, mask(*NUMBERS)),
        (6, 6, 2, mask(*NUMBERS) - mask(3, 5)),
        (5, 4, 3, mask(*NUMBERS) - mask(3, 5, 12)),
    ]


def test_the_ways_of_the_three_worked_turns():
    assert ways_to_cross(RULES, NUMBERS, (3, 5)) == [[8], [3, 5]]
    assert ways_to_cross(RULES, [1, 2, 4, 6, 7, 8, 9, 10, 11, 12], (6, 6)) == [[12], [6]]
    assert ways_to_cross(RULES, [1, 2, 4, 6, 7, 8, 9, 10, 11], (4, 5)) == [[9], [4]]


def test_only_one_face():
    rules = Rules(faces="one")
    assert ways_to_cross(rules, NUMBERS, (3, 5)) == [[8], [5], [3]]
    assert ways_to_cross(rules, NUMBERS, (4, 4)) == [[8], [4]]
    assert ways_to_cross(rules, [3], (3, 5)) == [[3]]


def test_passing():
    rules = Rules(must_cross=False)
    assert ways_to_cross(rules, [5], (3, 5)) == [[5], []]
    assert ways_to_cross(rules, [4], (3, 5)) == []
    left, game = card_after(told((), (3, 5)), "35 35", rules)
    assert (left, game["passes_1"]) == ([1, 2, 4, 6, 7, 8, 9, 10, 11, 12], 1)


def test_a_pass_is_counted_and_crosses_off_nothing():
    left, game = card_after(told((), ()), "35 44", Rules(must_cross=False))
    assert (len(left), game["passes_1"], game["score_1"]) == (12, 2, 0)
    left, game = card_after(NOBODY, "11 11 11")
    assert (len(left), game["passes_1"]) == (10, 1)  # 2, then 1, then nothing


COMPLETE = "66 56 55 45 44 34 33 23 22 12 11 16"
"""The sums 12 to 2 in order, then 1 as a face: twelve turns of a seat that takes the sum where it may."""


@given(
    numbers=st.sets(st.sampled_from(NUMBERS), min_size=1),
    first=st.integers(1, 6),
    second=st.integers(1, 6),
    rules=st.builds(Rules, faces=st.sampled_from(["both", "one"]), must_cross=st.booleans()),
)
def test_every_way_is_open_and_shown_by_the_dice(numbers, first, second, rules):
    ways = ways_to_cross(rules, sorted(numbers), (first, second))
    crossing = [way for way in ways if way]
    for way in crossing:
        assert set(way) <= numbers
        assert way == [first + second] or set(way) <= {first, second}
    assert bool(crossing) == bool(numbers & {first, second, first + second})
    assert ([] in ways) == (bool(crossing) and not rules.must_cross)
    assert len({tuple(way) for way in ways}) == len(ways)


def test_the_first_complete_card_wins_at_once():
    first = COMPLETE.split()
    _, outcome = play_out(play, RULES, [NOBODY] * 2, Script([first, ["11"] * 12]))
    game = outcome.game
    assert (game["winners"], game["turns"], game["rounds"]) == (1, 23, 12)
    assert (game["last_number_1"], game["last_number_2"], game["score_2"]) == (1, MISSING, 2)


def test_last_round_and_ties():
    first = COMPLETE.split()
    turns = Script([first, first])
    for tie, winners in (("shared", 3), ("seat_order", 1)):
        rules = Rules(final_round="rest_of_round", tie=tie)
        game = play_out(play, rules, [NOBODY] * 2, turns)[1].game
        assert (game["winners"], game["turns"], game["score_2"]) == (winners, 24, 12)


def test_two_faces_complete_a_card_and_the_higher_is_the_last():
    left, game = card_after(NOBODY, "66 56 55 45 44 34 33 23 22 12 12")
    assert (left, game["winners"], game["score_1"]) == ([], 1, 12)
    assert (game["fell_1_1"], game["fell_2_1"], game["last_number_1"]) == (11, 11, 2)


def test_the_length_cap():
    _, outcome = play_out(play, RULES, [NOBODY] * 2, Deal(1, 0), max_turns=3)
    assert (outcome.game["cut_short"], outcome.game["winners"], outcome.game["turns"]) == (1, 0, 6)


def test_a_score_that_is_not_a_number():
    bot = Player(Bot("wrong", "", "", {"cross": lambda view, option, params: float("nan")}), {})
    with pytest.raises(IllegalActionError, match="scored an option of cross as NaN"):
        card_after(bot, "35")
