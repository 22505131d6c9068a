"""How many ways there are to play small endings out: a counter of its own, the reference and the kernel agree.

The counter below knows the rules from the rule sheet only: it works on words such as ``JD``, with tables of its own.
"""

from functools import cache

import numpy as np
import pytest

from simkit.games.five_hundred import card_layouts, kernel_play
from simkit.games.five_hundred.cards import BLACK_JOKER, BLOCK, JOKER, NAMING, NAMING_BLACK, SUITS
from simkit.games.five_hundred.packs import Pack
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.tricks import Terms, led_suit, legal_plays, place, winner
from tests.games.five_hundred.table import cards

ENDINGS = {
    "suits apart": (("AS KS QS", "AC KC QC", "AD KD QD", "AH KH QH"), 0),
    "joker": (("JK 5H 6C", "AH 7C 5S", "KH 8C 6S", "QH 9C 5D"), 1),
    "bowers": (("JS 5C 9H", "JC 6S TH", "JD 7H KD", "JH 7S AD"), 2),
    "four cards": (("JK AS 4H 5D", "KS QS 6H 7D", "JC TC 8H 9D", "9S 8S JH KH"), 3),
}
"""Hands by seat, and the seat that leads."""
STRAINS = ["S", "C", "D", "H", "NT", "NT nominated S", "M", "M nominated H"]


# The counter


def brute_suit(card, strain, nominated):
    if card == "JK":
        return nominated or (strain if strain in "SCDH" else "joker")
    left = {"S": "JC", "C": "JS", "D": "JH", "H": "JD"}.get(strain)
    return strain if card == left else card[-1]


def brute_strength(card, strain, nominated, led):
    suit = brute_suit(card, strain, nominated)
    if suit == "joker":
        return 1000
    order = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "13", "J", "Q", "K", "A"]
    rank = 50 if card == "JK" else order.index(card[:-1])
    if suit == strain:
        if card == "J" + strain:
            rank = 40
        elif card[0] == "J" and card != "JK":
            rank = 30 if card[1] != strain else 40
        return 500 + rank
    return rank if suit == led else -1


def brute_count(hands, leader, strain, nominated):
    seats = len(hands)
    # Seat 0 plays the contract, its partners sit out: seat 2 of four, seats 2 and 4 of six.
    idle = {4: {2}, 6: {2, 4}}.get(seats, set()) if strain == "M" else set()

    @cache
    def count(hands, trick, leader, led, suits_led):
        active = [seat for seat in ((leader + step) % seats for step in range(seats)) if seat not in idle]
        if len(trick) == len(active):
            best = max(range(len(active)), key=lambda at: brute_strength(trick[at], strain, nominated, led))
            if strain == "M" and active[best] == 0:
                return 1  # lost, and over
            return count(hands, (), active[best], None, suits_led)
        seat = active[len(trick)]
        hand = hands[seat]
        if not hand:
            return 1
        total = 0
        for card in hand:
            suit = brute_suit(card, strain, nominated)
            rest = tuple(tuple(c for c in held if c != card) if who == seat else held for who, held in enumerate(hands))
            if not trick:
                if suit != "joker":
                    total += count(rest, (card,), leader, suit, suits_led | {suit})
                elif len(hand) == 1:
                    total += count(rest, (card,), leader, "nothing", suits_led)
                else:
                    for named in set("SCDH") - suits_led:
                        total += count(rest, (card,), leader, named, suits_led | {named})
                continue
            follows = [c for c in hand if brute_suit(c, strain, nominated) == led]
            if follows and card not in follows:
                continue
            holds_joker = "joker" in [brute_suit(c, strain, nominated) for c in hand]
            if not follows and strain == "M" and holds_joker and suit != "joker":
                continue
            total += count(rest, (*trick, card), leader, led, suits_led)
        return total

    return count(tuple(tuple(hand.split()) for hand in hands), (), leader, None, frozenset())


# The reference


def idle_seats(seats, strain):
    sides = {4: 2, 6: 2}.get(seats, seats)
    return {seat for seat in range(1, seats) if seat % sides == 0} if strain == 5 else set()


def reference_count(hands, leader, terms):
    seats, idle = len(hands), idle_seats(len(hands), terms.strain)

    def count(hands, trick, leader, suits_led):
        active = [seat for seat in ((leader + step) % seats for step in range(seats)) if seat not in idle]
        if len(trick) == len(active):
            won = active[winner(trick, terms)]
            return 1 if terms.strain == 5 and won == 0 else count(hands, [], won, suits_led)
        seat = active[len(trick)]
        if not hands[seat]:
            return 1
        total = 0
        for play in legal_plays(hands[seat], terms, trick, suits_led, Rules()):
            rest = [[c for c in held if c != play.card] if who == seat else held for who, held in enumerate(hands)]
            led = suits_led
            if not trick:
                led = suits_led | ({led_suit([play], terms)} - {None})
            total += count(rest, [*trick, play], leader, led)
        return total

    return count([cards(hand) for hand in hands], [], leader, frozenset())


# The kernel


def kernel_count(hands, leader, terms):
    strain = terms.strain
    trumps = np.int64(0x3FFF << BLOCK * strain if strain < 4 else 1 << JOKER)
    i = np.int64

    def count(hands, active, trick, led, suits_led):
        led_cards = 0x3FFF << BLOCK * led if 0 <= led < 4 else 0
        if len(trick) == len(active):
            won = active[trick.index(1 << kernel_play.best_card(i(sum(trick)), i(led_cards), trumps))]
            if strain == 5 and won == 0:
                return 1
            order = [seat for seat in ((won + step) % 4 for step in range(4)) if strain != 5 or seat != 2]
            return count(hands, order, [], -1, suits_led)
        seat = active[len(trick)]
        if not hands[seat]:
            return 1
        legal = int(
            kernel_play.legal_cards_plain(i(hands[seat]), i(led_cards), not trick, strain == 5, i(suits_led), 0)
        )
        total = 0
        for answer in range(63):
            if not legal >> answer & 1:
                continue
            card = 1 << JOKER if answer % BLOCK == NAMING else 1 << answer
            rest = [held ^ card if who == seat else held for who, held in enumerate(hands)]
            if trick:
                total += count(rest, active, [*trick, card], led, suits_led)
            else:
                now = 4 if answer == JOKER else answer // BLOCK
                total += count(rest, active, [card], now, suits_led | (1 << now if now < 4 else 0))
        return total

    words = [sum(1 << place(card, terms) for card in cards(hand)) for hand in hands]
    active = [seat for seat in ((leader + step) % 4 for step in range(4)) if strain != 5 or seat != 2]
    return count(words, active, [], -1, 0)


@pytest.mark.parametrize("strain", STRAINS)
@pytest.mark.parametrize("ending", ENDINGS)
def test_ways_to_play_an_ending_out(ending, strain):
    hands, leader = ENDINGS[ending]
    name, _, nominated = strain.partition(" nominated ")
    leader = 0 if name == "M" and leader == 2 else leader
    suit = SUITS.index(nominated) if nominated else None
    terms = Terms(["S", "C", "D", "H", "NT", "M"].index(name), suit)
    expected = brute_count(hands, leader, name, nominated)
    assert reference_count(hands, leader, terms) == expected
    assert kernel_count(hands, leader, terms) == expected


# Other tables: with the kernel's functions for any rules


FURTHER_ENDINGS = {
    "two seats": (("AS JK 9H 7C", "KS QS TD 8C"), 1, Pack("33", 1)),
    "three seats": (("JK 9H 7C", "JC JS 8D", "KD AH TS"), 2, Pack("33", 1)),
    "two jokers": (("JK 9H 7C", "BJ JS 8D", "4D AH TS", "JD 4C JH"), 0, Pack("us45", 2)),
    "no joker": (("4S 9H 7C", "JC JS 8D", "4D AH TS", "JD 4C JH"), 3, Pack("us45", 0)),
    "four of the colour": (("JK 4H 7C", "4C JS 8D", "5D AH TS", "JD 5C JH"), 0, Pack("alt43", 1)),
    "five seats": (("JK 2H 7C", "JC JS 3D", "2D AH TS", "2S 2C KH", "AS AD 3C"), 4, Pack("53", 1)),
    "six seats": (("JK 12H", "13D JS", "11D AH", "12S 2C", "13H JC", "11C JD"), 0, Pack("63", 1)),
}


def further_count(hands, leader, terms):
    seats, strain, i = len(hands), terms.strain, np.int64
    row = strain if strain < 4 else 4 if terms.nominated is None else 5 + terms.nominated
    layout = card_layouts.card_layout_for(terms.pack.layout, strain, -1 if terms.nominated is None else terms.nominated)
    suits = [card_layouts.suit_mask(suit, layout) for suit in range(4)]
    bare = card_layouts.bare_jokers(2**63 - 1, layout) if row == 4 else 0
    trumps, wide = i(suits[strain] if strain < 4 else bare), terms.pack.is_wide
    idle = idle_seats(seats, strain)

    def count(hands, active, trick, led, suits_led):
        led_cards = suits[led] if 0 <= led < 4 else 0
        if len(trick) == len(active):
            won = active[trick.index(1 << kernel_play.best_card(i(sum(trick)), i(led_cards), trumps))]
            if strain == 5 and won == 0:
                return 1
            order = [seat for seat in ((won + step) % seats for step in range(seats)) if seat not in idle]
            return count(hands, order, [], -1, suits_led)
        seat = active[len(trick)]
        if not hands[seat]:
            return 1
        nameable = 0 if trick else 15 & ~suits_led
        legal = kernel_play.legal_cards(
            i(hands[seat]), i(led_cards), not trick, i(bare), strain == 5, i(nameable), False, wide
        )
        total = 0
        for answer in range(63):
            if not int(legal) >> answer & 1:
                continue
            names = bare >> JOKER & 1 and answer % BLOCK in (NAMING, NAMING_BLACK)
            at = answer if not names else JOKER if answer % BLOCK == NAMING else BLACK_JOKER
            card = 1 << at
            rest = [held ^ card if who == seat else held for who, held in enumerate(hands)]
            if trick:
                total += count(rest, active, [*trick, card], led, suits_led)
                continue
            ways = [answer // BLOCK] if names else [suit for suit in range(4) if suits[suit] & card] or [4]
            if ways == [4] and wide and hands[seat] != card:
                ways = [suit for suit in range(4) if nameable >> suit & 1]
            for now in ways:
                total += count(rest, active, [card], now, suits_led | (1 << now if now < 4 else 0))
        return total

    words = [sum(1 << place(card, terms) for card in cards(hand)) for hand in hands]
    active = [seat for seat in ((leader + step) % seats for step in range(seats)) if seat not in idle]
    return count(words, active, [], -1, 0)


@pytest.mark.parametrize("strain", STRAINS)
@pytest.mark.parametrize("ending", FURTHER_ENDINGS)
def test_ways_to_play_an_ending_out_at_other_tables(ending, strain):
    hands, leader, pack = FURTHER_ENDINGS[ending]
    name, _, nominated = strain.partition(" nominated ")
    leader = 0 if name == "M" else leader
    terms = Terms(["S", "C", "D", "H", "NT", "M"].index(name), SUITS.index(nominated) if nominated else None, pack)
    expected = brute_count(hands, leader, name, nominated) if ending not in BEYOND else None
    found = reference_count(hands, leader, terms)
    assert further_count(hands, leader, terms) == found
    assert expected in (None, found)


BEYOND = {"two jokers", "four of the colour"}
"""Endings of packs that the counter does not know: there reference and kernel are held against each other."""
