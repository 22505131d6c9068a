"""What views pack into one number comes out again, the largest numbers too."""

import pytest

from simkit.games.five_hundred import card_layouts
from simkit.games.five_hundred.calls import BLIND, CONTRACTS
from simkit.games.five_hundred.packs import Pack
from simkit.games.five_hundred.setting import (
    bidder_of,
    bids_by,
    bids_made,
    bids_sans,
    called_of,
    card_layout_of,
    card_of,
    contract_of,
    is_sans,
    level_of,
    pack_bid,
    pack_of,
    pack_setting,
    partners_of,
    seats_of,
)

FLAGS = card_layouts.FOUR_OF_COLOUR | card_layouts.TWO_JOKERS | card_layouts.JOKER_LOW
LARGEST = {
    "contract": len(CONTRACTS) - 1,
    "level": 10,
    "seats": 6,
    "partners": 2,
    "pack": Pack("63", 2).code,
    "layout": FLAGS
    | card_layouts.card_layout_for(Pack("63", 1).layout, 3, -1)
    | card_layouts.card_layout_for(Pack("63", 1).layout, 4, 3),
    "called": 63,
}
READ = {
    "contract": contract_of,
    "level": level_of,
    "seats": seats_of,
    "partners": partners_of,
    "pack": pack_of,
    "layout": card_layout_of,
    "called": lambda setting: called_of(setting) + 1,
}


@pytest.mark.parametrize("name", LARGEST)
def test_each_field_of_a_setting_stands_by_itself(name):
    for fields in (LARGEST, dict.fromkeys(LARGEST, 0) | {name: LARGEST[name]}, LARGEST | {name: 0}):
        setting = pack_setting(**fields)
        assert {field: read(setting) for field, read in READ.items()} == fields


def test_bids_by_seats_and_without_the_kitty():
    made = {1: (5, 0), 2: (3, 1), 11: (0, 0), 24: (4, 1), 27: (2, 0), BLIND: (5, 0)}
    bids = more = 0
    for bid, (seat, sans_kitty) in made.items():
        bids, more = pack_bid(bids, more, bid, seat, sans_kitty)
    for bid in range(1, BLIND + 1):
        assert bidder_of(bids, more, bid) == made.get(bid, (-1, 0))[0]
        assert is_sans(more, bid) == bool(made.get(bid, (-1, 0))[1])
    for seat in range(6):
        assert bids_by(bids, more, seat) == sum(1 << bid for bid, (who, _) in made.items() if who == seat)
    assert bids_made(bids, more) == sum(1 << bid for bid in made)
    assert bids_sans(more) == 1 << 2 | 1 << 24


def test_cards_of_a_trick():
    trick = 63 << 8 * 5 | 1 << 8 * 2
    assert [card_of(trick, seat) for seat in range(6)] == [-1, -1, 0, -1, -1, 62]
