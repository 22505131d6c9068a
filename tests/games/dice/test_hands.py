"""Hands of dice: their numbers, what is kept of them, and what they become; counted and played."""

import itertools
from collections import Counter

import numpy as np
import pytest

from simkit.games.dice.hands import all_hands, build_hands, hands_after
from simkit.games.dice.keep import dice_kept, keep_all, keep_answers
from simkit.games.dice.rolls import code


@pytest.mark.parametrize(("dice", "number"), [(5, 252), (6, 462)])
def test_there_are_as_many_hands_as_multisets(dice, number):
    hands = build_hands(dice)
    assert len(all_hands(dice)) == number
    assert [tuple(row) for row in hands.faces] == all_hands(dice)
    assert [code(hand) for hand in all_hands(dice)] == list(hands.codes)


@pytest.mark.parametrize("dice", [2, 3, 5])
def test_every_answer_and_every_roll_leads_to_the_hand_that_it_should(dice):
    hands, every = build_hands(dice), all_hands(dice)
    for number, hand in enumerate(every):
        for answer in range(1 << dice):
            kept = dice_kept(hand, answer)
            begin, rolled = divmod(int(hands.keep[number, answer]), 8)
            assert rolled == dice - len(kept)
            reached = [every[at] for at in hands.after[begin : begin + 6**rolled]]
            rolls = itertools.product(range(1, 7), repeat=rolled)
            assert reached == [tuple(sorted(kept + roll)) for roll in rolls]


def test_to_keep_all_leaves_the_hand_as_it_is():
    hands = build_hands(6)
    kept = hands.keep[:, keep_all(6)]
    assert not (kept & 7).any()
    assert list(hands.after[kept >> 3]) == list(range(462))


def test_the_mean_after_an_answer_is_that_of_its_rolls():
    # Pips of five dice: those kept, and 3.5 for each of the others.
    pips = np.array([sum(hand) for hand in all_hands(5)], dtype=float)
    after = hands_after(5, pips)
    for number, hand in enumerate(all_hands(5)):
        for answer in range(32):
            kept = dice_kept(hand, answer)
            assert after[number, answer] == pytest.approx(sum(kept) + 3.5 * (5 - len(kept)), abs=1e-12)


def test_answers_are_named_by_the_places_kept():
    names = keep_answers(5)
    assert (names[0], names[1], names[0b10100], names[keep_all(5)]) == ("none", "1", "35", "12345")
    assert max(Counter(names).values()) == 1
