"""The same hands meet every variant and line-up, and under rotation every seating: as in duplicate bridge."""

from simkit.games.five_hundred.rules import Rules
from tests.games.five_hundred.known import GAME, RULES
from tests.twins import make_cell, play_kernel

LINES = {
    "rulebook": [("rulebook", {})] * 4,
    "mixed": [("simple", {}), ("random", {})] * 2,
}


def hands(rules, line, seatings="fixed"):
    """What was dealt, by seating, deal and hand of the game."""
    cell = make_cell(GAME, rules, LINES[line], seatings=seatings, max_turns=12)
    _, turns = play_kernel(GAME, rules, cell, 0, 20)
    names = ("dealer", "joker_dealt", "kitty")
    return {(row["seating"], row["deal"], row["hand"]): tuple(row[name] for name in names) for row in turns}


def test_variants_and_line_ups_meet_the_same_hands():
    usual = hands(RULES["australian"], "rulebook")
    assert len(set(usual.values())) == len(usual)
    for rules, line in ((RULES["no-misere"], "rulebook"), (Rules(sans_kitty="bonus"), "mixed")):
        others = hands(rules, line)
        both = usual.keys() & others.keys()
        assert len(both) > 60
        assert {at: usual[at] for at in both} == {at: others[at] for at in both}


def test_rotated_sides_play_each_others_cards():
    dealt = hands(RULES["australian"], "mixed", "rotate")
    second = {(deal, hand): cards for (seating, deal, hand), cards in dealt.items() if seating == 2}
    first = {(deal, hand): cards for (seating, deal, hand), cards in dealt.items() if seating == 1}
    both = first.keys() & second.keys()
    assert len(both) > 60
    assert {at: first[at] for at in both} == {at: second[at] for at in both}
