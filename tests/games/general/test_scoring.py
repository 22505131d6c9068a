"""What dice are worth in Generał's boxes and where they may go, by the examples of the rule sheet."""

import pytest

from simkit.games.general.boxes import (
    BOXES,
    DUZY_STRIT,
    DWIE_PARY,
    FULL,
    GENERAL,
    KARETA,
    MALY_STRIT,
    PARA,
    RATUNEK,
    TROJKA,
)
from simkit.games.general.rules import Rules
from simkit.games.general.scoring import fits, legal_boxes, points, sheet
from tests.games.general.known import BOOKLET, FREE

EVERY = range(len(BOXES))


def dice(text):
    return tuple(map(int, text))


@pytest.mark.parametrize(
    ("roll", "box", "worth"),
    [
        ("22213", 1, 0),
        ("22134", 1, -2),
        ("22221", 1, 2),
        ("22222", 1, 4),
        ("66666", 5, 12),
        ("21345", 1, -4),  # one 2: our reading
        ("13456", 1, -6),  # no 2: our reading
        ("13666", TROJKA, 18),
        ("22266", TROJKA, 6),
        ("22266", DWIE_PARY, 16),
        ("22266", PARA, 12),
        ("22266", RATUNEK, 18),
        ("22266", FULL, 28),
        ("33551", DWIE_PARY, 16),
        ("44445", DWIE_PARY, 16),
        ("11155", FULL, 23),
        ("44444", FULL, 30),
        ("44445", KARETA, 36),
        ("44444", KARETA, 36),
        ("12345", MALY_STRIT, 15),
        ("23456", DUZY_STRIT, 20),
        ("44444", GENERAL, 70),
        ("66666", GENERAL, 80),
        ("12346", MALY_STRIT, 0),
        ("44455", KARETA, 0),
        ("44455", GENERAL, 0),
    ],
)
def test_examples_of_the_sheet(roll, box, worth):
    assert points(BOOKLET, box, dice(roll), 3) == worth


def test_the_options_on_equal_groups():
    rules = Rules(two_pairs_four=False, full_five=False)
    assert points(rules, DWIE_PARY, dice("44445"), 3) == 0
    assert points(rules, DWIE_PARY, dice("44455"), 3) == 18
    assert points(rules, FULL, dice("44444"), 3) == 0
    assert points(rules, FULL, dice("44455"), 3) == 32


def test_the_bonus_of_the_first_roll_goes_to_combinations_that_fit():
    rules = Rules(first_roll_bonus=5)
    worth = {
        box: [points(rules, box, dice("44445"), rolls) for rolls in (1, 2)] for box in (3, KARETA, GENERAL, RATUNEK)
    }
    assert worth == {3: [4, 4], KARETA: [41, 36], GENERAL: [0, 0], RATUNEK: [21, 21]}


def test_a_row_without_its_face():
    rules = Rules(upper_zero="forbidden")
    rows_first = Rules(upper_zero="forbidden_rows_first")
    for either in (rules, rows_first):
        assert legal_boxes(either, [0, 1, RATUNEK], dice("34566")) == [RATUNEK]
        assert legal_boxes(either, [0, 1, GENERAL], dice("14566")) == [0]
        assert legal_boxes(either, [KARETA, GENERAL], dice("14566")) == [KARETA, GENERAL]
        assert [points(either, 0, dice(roll), 3) for roll in ("34566", "13456")] == [0, -2]
    # nothing else: the sheet's 0 goes into a place freely chosen, or into an open row
    assert legal_boxes(rules, [0, 1, GENERAL], dice("34566")) == [0, 1, GENERAL]
    assert legal_boxes(rows_first, [0, 1, GENERAL], dice("34566")) == [0, 1]
    assert legal_boxes(rules, [0, KARETA], dice("33466")) == [0, KARETA]
    assert legal_boxes(rows_first, [0, KARETA], dice("33466")) == [0]
    free = Rules(upper_zero="forbidden", zero_policy="free")
    assert legal_boxes(free, [0, KARETA], dice("33466")) == [0, KARETA]
    assert legal_boxes(free, [0, KARETA, RATUNEK], dice("33466")) == [KARETA, RATUNEK]
    assert [points(rules, 0, dice(roll), 3) for roll in ("34566", "13456")] == [0, -2]
    assert legal_boxes(BOOKLET, [0, 1], dice("34566")) == [0, 1]


def test_ratunek_is_the_last_resort():
    assert RATUNEK not in legal_boxes(BOOKLET, EVERY, dice("11234"))  # a pair fits
    assert RATUNEK in legal_boxes(BOOKLET, [0, GENERAL, RATUNEK], dice("11234"))  # open rows do not forbid it
    assert RATUNEK in legal_boxes(FREE, EVERY, dice("11234"))


def test_zeros_only_when_forced():
    roll = dice("12346")
    assert legal_boxes(BOOKLET, [FULL, GENERAL], roll) == [FULL, GENERAL]
    assert legal_boxes(BOOKLET, [FULL, RATUNEK], roll) == [RATUNEK]
    assert legal_boxes(BOOKLET, [5, FULL], roll) == [5]  # an open row forbids the zero
    assert legal_boxes(BOOKLET, [PARA, FULL], dice("11346")) == [PARA]  # and so does a combination that fits
    assert legal_boxes(FREE, [5, PARA, FULL, RATUNEK], dice("11346")) == [5, PARA, FULL, RATUNEK]


@pytest.mark.parametrize("zero_policy", ["forced", "free"])
@pytest.mark.parametrize("ratunek", ["last_resort", "free"])
@pytest.mark.parametrize("upper_zero", ["minus_three", "forbidden", "forbidden_rows_first"])
def test_something_may_always_be_written(zero_policy, ratunek, upper_zero):
    rules = Rules(zero_policy=zero_policy, ratunek=ratunek, upper_zero=upper_zero)
    for card in range(1, 1 << len(BOXES), 37):
        still_open = [box for box in EVERY if card >> box & 1]
        for roll in ("12346", "11111", "22266", "66555", "13456"):
            legal = legal_boxes(rules, still_open, dice(roll))
            assert legal
            assert set(legal) <= set(still_open)


def test_the_sheet_of_simkit_score():
    rows = {row["box"]: row for row in sheet(BOOKLET, dice("22266"))}
    assert rows["Dwie Pary"] == {"box": "Dwie Pary", "points": 16, "on an empty card": "yes"}
    assert rows["Kareta"] == {"box": "Kareta", "points": 0, "on an empty card": "no"}
    assert rows["Ratunek"]["on an empty card"] == "no"
    assert len(rows) == 15
    assert sheet(BOOKLET, dice("222666")) == []
    assert fits(BOOKLET, FULL, dice("22266"))
