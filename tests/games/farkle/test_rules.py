"""Options that contradict each other are refused, by a message that names all of them."""

import pytest
from pydantic import ValidationError

from simkit.games.farkle.rules import Rules


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"dice": 5, "straight6": 1500}, "dice = 5 and straight6 = 1500: that element takes six dice"),
        ({"dice": 5, "three_pairs": 100}, "dice = 5 and three_pairs = 100: that"),
        ({"dice": 5, "two_triplets": 100}, "dice = 5 and two_triplets = 100: that"),
        ({"dice": 5, "four_pair": 100}, "dice = 5 and four_pair = 100: that"),
        ({"streak_busts": 3}, "streak_busts = 3 and streak_penalty = 0: a penalty needs both"),
        ({"streak_penalty": 500}, "streak_busts = 0 and streak_penalty = 500: a penalty needs both"),
        ({"exact_target": True, "target_strict": True}, "exact_target = true and target_strict = true: the target can"),
        ({"hot_dice": "end", "hot_scope": "roll"}, 'hot_dice = "end" and hot_scope = "roll": hot dice are not'),
        ({"exact_target": True, "tie": "turn"}, 'exact_target = true and tie = "turn": seats level at the target'),
        ({"endgame_tries": 3}, 'endgame_tries = 3 and endgame = "none": only the endgame single_roll'),
        ({"target": 0}, "target = 0 and rounds = 0: the game would have no end"),
        ({"target": 0, "rounds": 9, "exact_target": True}, "target = 0, exact_target = true and target_strict = false"),
        ({"target": 0, "rounds": 9, "endgame": "single_turn"}, 'target = 0 and endgame = "single_turn": there is'),
        ({"ones": 0, "fives": 0, "triples": (0,) * 6}, "no single die and no triple scores"),
    ],
)
def test_contradictions_are_refused(values, message):
    with pytest.raises(ValidationError) as refused:
        Rules(**values)
    assert message in str(refused.value)
