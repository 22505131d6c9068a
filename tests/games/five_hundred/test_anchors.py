"""Published and exact numbers: how cards fall, and what uniformly random play takes.

Every test has a false-alarm rate below 1e-6. A chi-square statistic is held against the quantile of 1e-6 of its
distribution; of several means each may deviate by what correct code exceeds with chance 1e-7.
"""

from math import comb

import numpy as np
import pytest

from simkit.games.five_hundred.cards import BLOCK, JOKER
from simkit.games.five_hundred.columns import GAME, HAND
from simkit.games.five_hundred.kernel_hand import deal_cards
from simkit.games.five_hundred.kernel_state import Scratch, Seated
from simkit.games.five_hundred.masks import arrange, card_layout_for, suit_mask
from simkit.games.five_hundred.packs import PACK, number
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.tables import CARD_LAYOUT, CARDS, KITTY, build
from simkit.streams import Deal
from tests.games.five_hundred.known import GAME as FIVE_HUNDRED
from tests.games.kit import ALLOWED, assert_share, simulate

HANDS = 60_000


def upper_bound(df):
    """Quantile of 1 - 1e-6 of the chi-square distribution, from above: Laurent and Massart, 2000, Lemma 1."""
    x = np.log(1e6)
    return df + 2 * np.sqrt(df * x) + 2 * x


def deal(rules, seats, hands):
    """Hands of the seats and the kitty, ``int64[hands, seats + 1]``, and the masks of the pack's cards, as printed."""
    tables = build(rules)
    size, kitty = (int(tables.tables[seats, column]) for column in (CARDS, KITTY))
    key = tuple(np.uint64(word) for word in Deal(20_261_129, 0).key())
    held = np.empty(6, np.int64)
    seated = Seated(*[0] * len(Seated._fields))._replace(seats=seats, cards=size, kitty=kitty)
    scratch = Scratch(*[None] * len(Scratch._fields))
    scratch = scratch._replace(pack=np.empty(63, np.int64), hands=held, coins=np.empty(6, np.uint64))
    found = np.empty((hands, seats + 1), np.int64)
    for at in range(hands):
        found[at, seats] = deal_cards(key, at, seated, tables.packs[seats], scratch)
        found[at, :seats] = held[:seats]
    return found, tables.packs[seats, :size]


@pytest.fixture(scope="module")
def dealt():
    """``int64[HANDS, 5]``: hands of the four seats and the kitty, as printed."""
    return deal(Rules(), 4, HANDS)[0]


TABLES = [(2, {}), (2, {"two_player": "24"}), (2, {"two_player": "25"}), (3, {}), (4, {"pack": "us46", "jokers": 2})]
TABLES += [(5, {}), (6, {})]


@pytest.mark.parametrize(("seats", "rules"), TABLES)
def test_other_packs_are_dealt_alike(seats, rules):
    # As below; what is dead is a place too where there is any.
    hands = 10_000
    found, pack = deal(Rules(**rules), seats, hands)
    size, kitty = len(pack), int(np.bitwise_count(found[0, seats]))
    assert (np.bitwise_count(found[:, :seats]) == 10).all()
    assert (np.bitwise_count(np.bitwise_or.reduce(found, axis=1)) == 10 * seats + kitty).all()
    dead = size - 10 * seats - kitty
    share = np.array([*[10] * seats, kitty, *([dead] if dead else [])]) / size
    statistic = 0.0
    for card in pack:
        places = (found & card != 0).sum(axis=0)
        places = np.append(places, hands - places.sum()) if dead else places
        statistic += ((places - hands * share) ** 2 / (hands * share)).sum()
    assert statistic * (size - 1) / size < upper_bound((size - 1) * (len(share) - 1))


@pytest.mark.parametrize(("seats", "trump", "trumps"), [(3, 0, 10), (3, 3, 10), (5, 2, 15), (6, 3, 18), (6, 0, 17)])
def test_trumps_in_a_hand_of_other_packs(seats, trump, trumps):
    # Hypergeometric, as below: trumps of 33, 53 or 63 cards.
    found, pack = deal(Rules(), seats, 10_000)
    layout = int(build(Rules()).suits[seats, 4, CARD_LAYOUT])
    mask = suit_mask(trump, card_layout_for(layout, trump, -1))
    size = len(pack)
    chance = np.array([comb(trumps, k) * comb(size - trumps, 10 - k) / comb(size, 10) for k in range(7)])
    held = [int(np.bitwise_count(arrange(int(hand), trump, layout) & mask)) for hand in found[:, 1]]
    counts = np.bincount(held, minlength=11)
    counts, expected = np.append(counts[:7], counts[7:].sum()), 10_000 * np.append(chance, 1 - chance.sum())
    assert ((counts - expected) ** 2 / expected).sum() < upper_bound(7)


def test_every_deal_is_the_whole_pack(dealt):
    whole = sum(1 << number(card) for card in PACK)
    assert (np.bitwise_or.reduce(dealt, axis=1) == whole).all()
    assert (np.bitwise_count(dealt[:, :4]) == 10).all()
    assert (np.bitwise_count(dealt[:, 4]) == 3).all()


def test_every_card_lies_everywhere_alike(dealt):
    # 43 cards in 5 places: 43 * 4 degrees of freedom, less the 4 that the sizes of the places fix; of cards that
    # exclude each other the sum is 43/42 of a chi-square with so many.
    statistic = 0.0
    for card in PACK:
        found = (dealt >> number(card) & 1).sum(axis=0)
        expected = HANDS * np.array([10, 10, 10, 10, 3]) / 43
        statistic += ((found - expected) ** 2 / expected).sum()
    assert statistic * 42 / 43 < upper_bound(42 * 4)


@pytest.mark.parametrize(("trump", "trumps"), [(3, 13), (2, 13), (0, 12), (1, 12)])
def test_trumps_in_a_hand(dealt, trump, trumps):
    # Hypergeometric: 10 of 43 cards, 13 red or 12 black trumps; the sheet prints P(0..7) = .0157 .0970 .2381 .3037 ...
    chance = np.array([comb(trumps, k) * comb(43 - trumps, 10 - k) / comb(43, 10) for k in range(11)])
    printed = [0.0157, 0.0970, 0.2381, 0.3037, 0.2214, 0.0957, 0.0245, 0.0036]
    printed = printed if trumps == 13 else [0.0231, 0.1262, 0.2716, 0.3017, 0.1901, 0.0702, 0.0152, 0.0019]
    assert np.allclose(chance[:8], printed, atol=5.1e-5)
    held = np.array([arrange(int(hand), trump, None) >> BLOCK * trump & 0x3FFF for hand in dealt[:, 0]])
    counts = np.bincount(np.bitwise_count(held), minlength=11)
    counts = np.append(counts[:7], counts[7:].sum())
    expected = HANDS * np.append(chance[:7], chance[7:].sum())
    assert ((counts - expected) ** 2 / expected).sum() < upper_bound(7)


def test_where_the_joker_lies(dealt):
    # 10/43 in each hand, 3/43 in the kitty.
    found = (dealt >> JOKER & 1).sum(axis=0)
    expected = HANDS * np.array([10, 10, 10, 10, 3]) / 43
    assert ((found - expected) ** 2 / expected).sum() < upper_bound(4)


def test_hands_without_top_cards(dealt):
    # No joker, ace, king: C(34, 10)/C(43, 10) = 6.84 %; no queen either: C(30, 10)/C(43, 10) = 1.57 %.
    tops = 1 << JOKER
    for ranks, chance in (((10, 9), comb(34, 10)), ((8,), comb(30, 10))):
        tops |= sum(1 << BLOCK * suit + rank for suit in range(4) for rank in ranks)
        p = chance / comb(43, 10)
        assert_share(dealt[:, 1] & tops == 0, p)
    assert abs(comb(34, 10) / comb(43, 10) - 0.0684) < 5e-5
    assert abs(comb(30, 10) / comb(43, 10) - 0.0157) < 5e-5


def test_voids_of_a_hand(dealt):
    # No card of a suit as printed, of 11 red ones or 10 black ones: 3.36 and 4.83 %.
    for suit, cards, printed in ((0, 10, 0.0483), (3, 11, 0.0336)):
        chance = comb(43 - cards, 10) / comb(43, 10)
        assert abs(chance - printed) < 5e-5
        assert_share(dealt[:, 2] >> BLOCK * suit & 0x7FFF == 0, chance)


SIZES = [pytest.param(200, id="quick"), pytest.param(2000, id="full", marks=pytest.mark.slow)]
RANDOM_PLAY = [
    # contract number of 6S, 6H, 6NT; mean tricks; P(at least 6, 7, 8): 2 million hands, errors .0013 and .0004.
    (1, 5.008, (0.396, 0.211, 0.085)),
    (4, 5.009, (0.397, 0.211, 0.086)),
    (5, 5.027, (0.407, 0.230, 0.101)),
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("bid", "mean", "at_least"), RANDOM_PLAY)
def test_tricks_of_random_play(bid, mean, at_least, size):
    # 200,000 hands: a mean wrong by .05 tricks, or a chance wrong by .012, is found; in full by .02 and .005.
    rules = Rules(lose_at=0, target=100_000)
    line = [("tests/games/five_hundred/bots.py:opener", {"bid": bid})] * 4
    games, turns = simulate(FIVE_HUNDRED, rules, line, size, turn_rows=1_000 * size)
    assert games[GAME.hands].sum() == 1_000 * size
    tricks = turns[HAND.side_tricks]
    spread = tricks.std()
    assert (turns[HAND.contract] == bid).all()
    # The numbers are known to some error themselves: both errors, and half of the last digit printed.
    allowed = ALLOWED * np.hypot(spread / np.sqrt(len(tricks)), 0.0013) + 0.0005
    assert abs(tricks.mean() - mean) < allowed
    for level, chance in zip((6, 7, 8), at_least, strict=True):
        error = np.hypot(np.sqrt(chance * (1 - chance) / len(tricks)), 0.0004)
        assert abs((tricks >= level).mean() - chance) < ALLOWED * error + 0.0005
