"""What bots read off a view agrees with the reference, with every pack and contract."""

import itertools

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.games.five_hundred import bits, masks  # noqa: F401 (bits registers what masks become when compiled)
from simkit.games.five_hundred.card_layouts import JOKER_LOW, card_layout_for
from simkit.games.five_hundred.cards import BLACK_JOKER_SLOT, JOKER_SLOT, MISERE, NO_TRUMP, PLACES, parse
from simkit.games.five_hundred.decisions import PlayView
from simkit.games.five_hundred.packs import Pack
from simkit.games.five_hundred.reading import (
    best_of,
    friend_has_it,
    highest_rank,
    is_void,
    lowest_rank,
    may_ruff,
    plain_cards,
    played_by,
    unseen,
    winning_cards,
)
from simkit.games.five_hundred.setting import card_layout_of, pack_setting
from simkit.games.five_hundred.tricks import Play, Terms, answer_for, is_joker, led_suit, place, suit_of, winner
from tests.games.five_hundred.table import cards

PACKS = [Pack(name, jokers) for name in ("au43", "alt43", "us45", "33", "25") for jokers in (0, 1, 2)]
PACKS += [Pack(name, jokers) for name in ("53", "63") for jokers in (0, 1)]


@st.composite
def terms_of_any_contract(draw):
    pack, strain = draw(st.sampled_from(PACKS)), draw(st.sampled_from([0, 1, 2, 3, NO_TRUMP, MISERE, MISERE]))
    may_nominate = strain >= NO_TRUMP and pack.jokers > 0
    nominated = draw(st.sampled_from([None, None, None, 0, 1, 2, 3])) if may_nominate else None
    return Terms(strain, nominated, pack, strain == MISERE and nominated is None and draw(st.booleans()))


def mask(of, terms):
    return sum(1 << place(card, terms) for card in of)


def view_of(terms, hand, trick=(), *, played=(), discarded=(), **fields):
    """The view of seat 0, to which every card it holds is legal, once the seats from 1 on have played the trick."""
    led, ahead = (led_suit(trick, terms), 1 + winner(trick, terms)) if trick else (-1, -1)
    layout = card_layout_for(terms.pack.layout, terms.strain, -1 if terms.nominated is None else terms.nominated)
    seen = {
        "legal": mask(hand, terms),
        "hand": mask(hand, terms),
        "setting": pack_setting(0, 0, 6, 2, terms.pack.code, layout | (JOKER_LOW if terms.joker_low else 0), 0),
        "strain": terms.strain,
        "joker_suit": -1 if terms.joker_suit is None else terms.joker_suit,
        "led": 4 if led is None else led,
        "trick": sum(1 + place(play.card, terms) << 8 * seat for seat, play in enumerate(trick, start=1)),
        "winner": ahead,
        "played_1": mask([*played, *(play.card for play in trick)], terms),
        "discarded": mask(discarded, terms),
    }
    return PlayView(**{**dict.fromkeys(PlayView._fields, 0), **seen, **fields})


def card_layouts_of(view):
    """The layout; where it is 0, None as well, which stands for it."""
    layout = card_layout_of(view.setting)
    return [layout] if layout else [0, None]


@given(terms=terms_of_any_contract(), deal=st.randoms(use_true_random=False), size=st.integers(1, 5), data=st.data())
def test_which_cards_win_a_trick(terms, deal, size, data):
    order = list(terms.pack.cards)
    deal.shuffle(order)
    for joker in (card for card in terms.pack.cards if is_joker(card)):
        order.remove(joker)
        order.insert(data.draw(st.sampled_from([0, size - 1, size])), joker)
    plays = [Play(card) for card in order[:size]]
    if suit_of(plays[0].card, terms) is None:
        # A low joker that names no suit is led to the last trick only, where nobody has a choice.
        suits = [0, 1, 2, 3] if terms.joker_low else [None, 0, 1, 2, 3]
        plays[0] = Play(plays[0].card, data.draw(st.sampled_from(suits)))
    hand = order[size : size + 8]
    view = view_of(terms, hand, plays)
    expected = mask([card for card in hand if winner([*plays, Play(card)], terms) == size], terms)
    assert [winning_cards(view, layout) for layout in card_layouts_of(view)] == [expected] * len(card_layouts_of(view))


def test_what_a_seat_has_played():
    # Seat s plays card s; each seat is known by the three masks that its number plus one has a bit of.
    by = [sum(1 << seat for seat in range(6) if seat + 1 & bit) for bit in (1, 2, 4)]
    view = view_of(Terms(0), cards("AS"), played_1=by[0], played_2=by[1], played_4=by[2])
    assert [played_by(view, seat) for seat in range(6)] == [1 << seat for seat in range(6)]


@pytest.mark.parametrize(
    ("terms", "plain"),
    [(Terms(0), "9H"), (Terms(3), "QS JC"), (Terms(NO_TRUMP), "QS 9H JC"), (Terms(NO_TRUMP, 0), "QS 9H JC JK")],
)
def test_plain_cards_are_neither_trumps_nor_a_joker_without_a_suit(terms, plain):
    view = view_of(terms, cards("QS 9H JC JK"))
    for layout in card_layouts_of(view):
        assert plain_cards(view, view.legal, layout) == mask(cards(plain), terms)


def test_who_may_ruff_is_void_in_the_suit_and_not_in_trumps():
    voids = 1 << 4 + 3 | 1 << 8 + 3 | 1 << 8 + 0
    assert [may_ruff(view_of(Terms(0), [], voids=voids), seat, 3) for seat in range(3)] == [False, True, False]
    assert not may_ruff(view_of(Terms(NO_TRUMP), [], voids=voids), 1, 3)


def test_of_two_jokers_the_black_one_wins():
    terms = Terms(NO_TRUMP, pack=Pack("us45", 2))
    for led, other, wins in (("JK", "BJ", "BJ"), ("BJ", "JK", "")):
        view = view_of(terms, cards(f"{other} AS"), [Play(parse(led), 0)])
        assert winning_cards(view, card_layout_of(view.setting)) == mask(cards(wins), terms)


@given(terms=terms_of_any_contract(), deal=st.randoms(use_true_random=False))
def test_what_is_unseen_and_what_is_the_best_of_its_suit(terms, deal):
    order = list(terms.pack.cards)
    deal.shuffle(order)
    hand, played, discarded, others = order[:8], order[8:14], order[14:17], order[17:]
    view = view_of(terms, hand, played=played, discarded=discarded)
    masters = [
        card
        for card in hand
        if not any(
            suit_of(card, terms) == suit_of(other, terms) is not None and place(other, terms) > place(card, terms)
            for other in others
        )
    ]
    for layout in card_layouts_of(view):
        assert unseen(view, layout) == mask(others, terms)
        assert best_of(view.hand, unseen(view, layout), layout) == mask(masters, terms)


@given(terms=terms_of_any_contract())
def test_numbers_of_cards(terms):
    pack = terms.pack.cards
    jokers = [card for card in pack if suit_of(card, terms) is None]
    for layout in card_layouts_of(view_of(terms, [])):
        assert masks.bare_jokers(mask(pack, terms), layout) == mask(jokers, terms)
        for card in pack:
            at, suit = place(card, terms), suit_of(card, terms)
            better = [one for one in pack if suit_of(one, terms) == suit is not None and place(one, terms) > at]
            assert masks.suit_at(at, layout) == (4 if suit is None else suit)
            if suit is not None:
                assert masks.above(at, layout) & mask(pack, terms) == mask(better, terms)
            if is_joker(card) and suit is not None and terms.strain >= NO_TRUMP:
                assert masks.slot(at, layout) in (JOKER_SLOT, BLACK_JOKER_SLOT)
            elif suit is not None:
                assert masks.place_of(suit, masks.slot(at, layout), layout) == at
        for suit in range(4):
            own = mask([card for card in pack if suit_of(card, terms) == suit], terms)
            assert masks.honours(mask(pack, terms), suit, layout) == own >> masks.place_of(suit, 0, layout)
        names = [answer_for(Play(card, suit), terms) for card in jokers for suit in range(4)]
        assert [masks.naming(place(card, terms), suit, layout) for card in jokers for suit in range(4)] == names
        if len(jokers) == 2 and layout is not None:
            assert masks.ways_to_name(layout) == sum(1 << answer for answer in names)


def read_all(held, suit, at, layout):
    return (
        masks.count(held),
        masks.lowest(held),
        masks.highest(held),
        masks.suit_mask(suit, layout),
        masks.of_suit(held, suit, layout),
        masks.honours(held, suit, layout),
        masks.place_of(suit, 3, layout),
        masks.suit_at(at, layout),
        masks.slot(at, layout),
        masks.above(at, layout),
        masks.bare_jokers(held, layout),
    )


CARD_LAYOUTS = sorted(
    {
        card_layout_for(pack.layout, strain, nominated)
        for pack in PACKS
        for strain, nominated in [*((suit, -1) for suit in range(4)), *((NO_TRUMP, suit) for suit in range(-1, 4))]
    }
)


@pytest.mark.parametrize("card_layouts", [[None], CARD_LAYOUTS], ids=["no layout", "card_layouts"])
def test_compiled_code_reads_masks_alike_also_of_what_is_no_suit(card_layouts):
    compiled, rng = numba.njit(read_all), np.random.default_rng(3)
    for layout, suit, at in itertools.product(card_layouts, range(-1, 6), range(PLACES)):
        held = int(rng.integers(1 << PLACES))
        assert compiled(held, suit, at, layout) == read_all(held, suit, at, layout), (
            held,
            suit,
            at,
            layout,
        )


def test_what_is_no_suit_has_no_cards():
    for layout, suit in itertools.product([None, *CARD_LAYOUTS], (-1, 4, 5)):
        assert read_all((1 << PLACES) - 1, suit, 0, layout)[3:7] == (0, 0, 0, -1)


def test_ranks_across_suits():
    for terms in (Terms(0), Terms(NO_TRUMP, pack=Pack("53", 1))):
        for layout in card_layouts_of(view_of(terms, [])):
            hand = mask(cards("9C KC 9D KD AH"), terms)
            assert lowest_rank(hand, layout) == place(parse("9C"), terms)  # of two nines the first
            assert highest_rank(hand, layout) == place(parse("AH"), terms)
            assert highest_rank(hand ^ 1 << place(parse("AH"), terms), layout) == place(parse("KC"), terms)
    for terms in (Terms(0), Terms(0, pack=Pack("53", 1))):
        for layout in card_layouts_of(view_of(terms, [])):
            hand = cards("QH AS JC JS JK")
            assert lowest_rank(mask(hand, terms), layout) == place(hand[0], terms)
            for least in range(2, 6):
                assert highest_rank(mask(hand[:least], terms), layout) == place(hand[least - 1], terms)


def test_voids_and_friends():
    view = view_of(Terms(0), [], voids=1 << 4 * 2 + 1, friends=0b100)
    assert [(seat, suit) for seat in range(6) for suit in range(4) if is_void(view, seat, suit)] == [(2, 1)]
    assert [seat for seat in range(-1, 6) if friend_has_it(view._replace(winner=seat))] == [2]
