"""One hand, compiled: the shuffle, the auction, the exchange and the tricks, on masks of cards (see ``cards.py``).

The same names and the same order as ``hand.py``. Arrays by seat are ``int64[4]``, but for ``coins``, ``uint64[4]``, the
counter words of each seat's coins. An answer that is not allowed puts ``ILLEGAL`` into ``status`` and ends the hand.
"""

from __future__ import annotations

import numpy as np

from simkit.games.base import code_of
from simkit.games.five_hundred import bits  # noqa: F401 (registers what the functions of masks become)
from simkit.games.five_hundred.calls import BIDS, BLIND, BLIND_BIT, OPEN_MISERE, PASS, SANS_KITTY
from simkit.games.five_hundred.cards import (
    BLOCK,
    JACK,
    JOKER,
    JOKER_SLOT,
    LEFT_BOWER,
    MISERE,
    NAMING,
    NO_TRUMP,
    PACK,
    PLACES,
    RIGHT_BOWER,
    SUIT_CARDS,
    number,
)
from simkit.games.five_hundred.decisions import (
    BLIND_CALL,
    CALL,
    DECISIONS,
    DISCARD,
    NOMINATE,
    PLAY,
    CallView,
    KittyView,
    PlayView,
)
from simkit.games.five_hundred.masks import lowest
from simkit.games.five_hundred.rules import FiveHundredRules
from simkit.jit import ILLEGAL, Status, helper, inlined
from simkit.streams import Purpose, below, coin, counter_word, next_word

__all__ = ["auction", "beats", "deal_cards", "exchange", "legal_cards", "nominate", "play_tricks", "printed"]

_SEATS, _TRICKS, _DISCARDS = 4, 10, 3
_EVERYBODY = 2**_SEATS - 1
_PACK = np.array([1 << number(card) for card in PACK], np.int64)
_CARDS = len(PACK)
_JOKER_BIT = 1 << JOKER
_NOMINATIONS = 0b11111
_NAMES = np.array([sum(1 << BLOCK * s + NAMING for s in range(4) if not led >> s & 1) for led in range(16)], np.int64)
"""By the mask of suits that have been led: what stands for leading a joker and naming one of the others."""

_CALL, _BLIND_CALL, _DISCARD = (DECISIONS.index(decision) for decision in (CALL, BLIND_CALL, DISCARD))
_NOMINATE, _PLAY = DECISIONS.index(NOMINATE), DECISIONS.index(PLAY)
_LOOK_OR_BLIND = 0b11

_ONE_ROUND = code_of(FiveHundredRules, "auction", "one_round")
_NEVER = code_of(FiveHundredRules, "self_raise", "never")
_SAME_SUIT = code_of(FiveHundredRules, "self_raise", "same_suit")
_REOPEN = code_of(FiveHundredRules, "self_raise", "allowed_reopen")
_MISERE_ON = code_of(FiveHundredRules, "misere", "on")
_BLIND_ON = code_of(FiveHundredRules, "blind_misere", "on")
_UNLED_SUIT = code_of(FiveHundredRules, "joker_lead", "unled_suit")

_CODE, _SEAT, _DECISION, _ANSWER = int(Status.CODE), int(Status.SEAT), int(Status.DECISION), int(Status.ANSWER)
_FOR_CARDS, _FOR_COINS = int(Purpose.CARDS), int(Purpose.COINS)


@helper
def deal_cards(key, hand_number, pack, hands, coins):  # type: ignore[no-untyped-def]
    """Shuffle ``pack`` (``int64[43]``), deal ten cards to each seat and begin its coins; returns the kitty."""
    for at in range(_CARDS):
        pack[at] = _PACK[at]
    word = counter_word(_FOR_CARDS, 0, hand_number)
    at = 0
    for seat in range(_SEATS):
        hand = np.int64(0)
        for _ in range(_TRICKS):
            other, word = below(key, word, _CARDS - at)
            card = pack[at + other]
            pack[at + other] = pack[at]
            hand |= card
            at += 1
        hands[seat] = hand
        coins[seat] = counter_word(_FOR_COINS, seat, hand_number)
    return pack[at] | pack[at + 1] | pack[at + 2]


@helper
def printed(cards, strain):  # type: ignore[no-untyped-def]
    """Cards arranged for the strain, as printed."""
    if strain >= NO_TRUMP:
        return cards
    right, left, trumps = BLOCK * strain + JACK, BLOCK * (strain ^ 1) + JACK, BLOCK * strain
    moved = (cards >> (trumps + RIGHT_BOWER) & 1) << right
    moved |= (cards >> (trumps + LEFT_BOWER) & 1) << left
    moved |= (cards >> (trumps + JOKER_SLOT) & 1) << JOKER
    return cards & ~(7 << (trumps + LEFT_BOWER)) | moved


@helper
def _checked(answer, legal, status):  # type: ignore[no-untyped-def]
    """The answer; -1, and what was wrong in ``status``, if it is not allowed."""
    if 0 <= answer < PLACES and legal >> answer & 1:
        return answer
    status[_ANSWER] = answer
    status[_CODE] = ILLEGAL
    return np.int64(-1)


# The auction


@inlined
def _call_view(fresh_coin, legal, hand, seat, standing, bidder, calls, dealer, own, others, target):  # type: ignore[no-untyped-def]
    return CallView(
        fresh_coin,
        legal,
        hand,
        standing,
        (bidder - seat) & 3 if bidder >= 0 else np.int64(-1),
        calls[seat],
        calls[(seat + 1) & 3],
        calls[(seat + 2) & 3],
        calls[(seat + 3) & 3],
        (dealer - seat) & 3,
        own,
        others,
        target,
    )


@inlined
def auction(  # type: ignore[no-untyped-def]
    rules, over, same_suit, strains, key, dealer, hands, scores, calls, coins, places, bots, asked, params, status
):
    """The calls, into ``calls`` as masks; returns contract, whether without the kitty, and seat (-1: thrown in)."""
    for seat in range(_SEATS):
        calls[seat] = 0
    standing, sans, bidder, passed, made = np.int64(0), np.int64(0), np.int64(-1), 0, 0
    seat = (dealer + 1) & 3
    while True:
        is_raise = False
        if rules.auction == _ONE_ROUND:
            if made == _SEATS:
                break
        elif passed == _EVERYBODY:
            break
        elif bidder >= 0 and passed | 1 << bidder == _EVERYBODY:
            if rules.self_raise == _NEVER:
                break
            is_raise, seat = True, bidder
        elif passed >> seat & 1:
            seat = (seat + 1) & 3
            continue
        legal = over[standing]
        if is_raise:
            if rules.self_raise == _SAME_SUIT:
                legal &= same_suit[standing]
            if legal == 1 << PASS:
                break
        place = places[seat]
        status[_SEAT] = seat
        call, is_blind = np.int64(PASS), False
        if (
            rules.blind_misere == _BLIND_ON
            and rules.misere == _MISERE_ON
            and calls[seat] == 0
            and standing < OPEN_MISERE
            and asked[_BLIND_CALL, place]
        ):
            view = _call_view(
                coin(key, coins[seat]), np.int64(_LOOK_OR_BLIND), np.int64(0), seat, standing, bidder, calls, dealer,
                scores[seat & 1], scores[~seat & 1], rules.target,
            )  # fmt: skip
            coins[seat] = next_word(coins[seat])
            status[_DECISION] = _BLIND_CALL
            answer = _checked(bots[_BLIND_CALL][place](view, params[place]), np.int64(_LOOK_OR_BLIND), status)
            if answer < 0:
                return standing, sans, bidder
            is_blind = answer == 1
        if is_blind:
            call = np.int64(BLIND_BIT)
        elif legal != 1 << PASS and asked[_CALL, place]:
            view = _call_view(
                coin(key, coins[seat]), legal, hands[seat], seat, standing, bidder, calls, dealer,
                scores[seat & 1], scores[~seat & 1], rules.target,
            )  # fmt: skip
            coins[seat] = next_word(coins[seat])
            status[_DECISION] = _CALL
            call = _checked(bots[_CALL][place](view, params[place]), legal, status)
            if call < 0:
                return standing, sans, bidder
        calls[seat] |= 1 << call
        made += 1
        strain_before = strains[standing]
        if call == PASS:
            if not is_raise:
                passed |= 1 << seat
        elif is_blind:
            bidder, standing, sans = seat, np.int64(BLIND), np.int64(0)
        else:
            sans = np.int64(call > BIDS)
            bidder, standing = seat, call - SANS_KITTY * sans
        if is_raise:
            if rules.self_raise != _REOPEN or strains[standing] == strain_before:
                break
            passed = 0
        seat = (seat + 1) & 3
    return standing, sans, bidder


# The kitty and the joker


@inlined
def _kitty_view(fresh_coin, legal, hand, discarded, left, contract, level, strain, calls, seat):  # type: ignore[no-untyped-def]
    return KittyView(
        fresh_coin,
        legal,
        hand,
        discarded,
        left,
        contract,
        level,
        strain,
        calls[(seat + 1) & 3],
        calls[(seat + 2) & 3],
        calls[(seat + 3) & 3],
    )


@inlined
def exchange(  # type: ignore[no-untyped-def]
    key, contract, level, strain, seat, kitty, hands, calls, coins, places, bots, asked, params, status
):
    """Take up the kitty (arranged), discard three cards; returns them."""
    hand, discarded, place = hands[seat] | kitty, np.int64(0), places[seat]
    status[_SEAT], status[_DECISION] = seat, _DISCARD
    for left in range(_DISCARDS, 0, -1):
        answer = np.int64(lowest(hand))
        if asked[_DISCARD, place]:
            view = _kitty_view(
                coin(key, coins[seat]), hand, hand, discarded, left, contract, level, strain, calls, seat
            )
            coins[seat] = next_word(coins[seat])
            answer = _checked(bots[_DISCARD][place](view, params[place]), hand, status)
            if answer < 0:
                return discarded
        discarded |= 1 << answer
        hand ^= 1 << answer
    hands[seat] = hand
    return discarded


@inlined
def nominate(  # type: ignore[no-untyped-def]
    key, contract, level, strain, seat, discarded, hands, calls, coins, places, bots, asked, params, status
):
    """The suit that the joker belongs to: trumps, or the one nominated; -1 for none."""
    place = places[seat]
    if strain < NO_TRUMP:
        return strain
    if not hands[seat] & _JOKER_BIT or not asked[_NOMINATE, place]:
        return np.int64(-1)
    legal = np.int64(_NOMINATIONS)
    view = _kitty_view(
        coin(key, coins[seat]), legal, hands[seat], discarded, np.int64(0), contract, level, strain, calls, seat
    )
    coins[seat] = next_word(coins[seat])
    status[_SEAT], status[_DECISION] = seat, _NOMINATE
    answer = _checked(bots[_NOMINATE][place](view, params[place]), legal, status)
    if answer > 0:
        hands[seat] ^= _JOKER_BIT | 1 << BLOCK * (answer - 1) + JOKER_SLOT
    return np.int64(answer - 1)


# The tricks


@helper
def legal_cards(hand, led_cards, is_leader, is_misere, suits_led, joker_lead):  # type: ignore[no-untyped-def]
    """Mask of the cards that may be played; ``led_cards`` are all of the suit to follow, 0 where there is none.

    A joker bit in a hand is one that belongs to no suit.
    """
    has_joker = hand & _JOKER_BIT != 0
    if is_leader:
        if not has_joker or hand == _JOKER_BIT:
            return hand
        return hand ^ _JOKER_BIT | (_NAMES[suits_led] if joker_lead == _UNLED_SUIT else 0)
    following = hand & led_cards
    any_card = np.int64(_JOKER_BIT) if is_misere & has_joker else hand
    return following or any_card


@helper
def beats(card, best, led_cards, trumps):  # type: ignore[no-untyped-def]
    """Whether a card played to a trick beats the best one so far; ``trumps`` is the joker where there is no trump suit.

    Without a branch, since nobody could foresee it.
    """
    is_trump, is_led = card & trumps != 0, card & led_cards != 0
    is_ruffed = best & trumps != 0
    return (is_trump & (not is_ruffed)) | ((is_trump | (is_led & (not is_ruffed))) & (card > best))


@inlined
def _play_view(  # type: ignore[no-untyped-def]
    fresh_coin, legal, seat, contract, level, strain, contractor, joker_suit, led, trick, best, winner, hands, played,
    voids, suits_led, tricks, exposed, discarded, calls,
):  # fmt: skip
    left, partner, right = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    return PlayView(
        fresh_coin,
        legal,
        hands[seat],
        contract,
        level,
        strain,
        (contractor - seat) & 3,
        joker_suit,
        led,
        trick[left],
        trick[partner],
        trick[right],
        best,
        (winner - seat) & 3 if best else np.int64(0),
        played[seat],
        played[left],
        played[partner],
        played[right],
        (voids >> 4 * seat | voids << 16 - 4 * seat) & 0xFFFF,
        suits_led,
        tricks[seat] + tricks[partner],
        tricks[left] + tricks[right],
        hands[contractor] if exposed else np.int64(0),
        discarded if seat == contractor else np.int64(0),
        calls[left],
        calls[partner],
        calls[right],
    )


@inlined
def play_tricks(  # type: ignore[no-untyped-def]
    rules, key, contract, level, strain, contractor, joker_suit, discarded, hands, played, trick, tricks, calls, coins,
    places, bots, asked, params, status,
):  # fmt: skip
    """Play the tricks, counted by seat in ``tricks``; a misere ends with the first one that the contractor wins."""
    for seat in range(_SEATS):
        played[seat], tricks[seat] = 0, 0
    is_misere = strain == MISERE
    trumps = np.int64(SUIT_CARDS) << BLOCK * strain if strain < NO_TRUMP else np.int64(_JOKER_BIT)
    idle = (contractor + 2) & 3 if is_misere else np.int64(-1)
    leader, suits_led, voids = contractor, np.int64(0), np.int64(0)
    for number_of_trick in range(_TRICKS):
        for seat in range(_SEATS):
            trick[seat] = 0
        best, winner, led, led_cards = np.int64(0), leader, np.int64(-1), np.int64(0)
        exposed = contract == OPEN_MISERE and number_of_trick > 0
        for away in range(_SEATS):
            seat = (leader + away) & 3
            if seat == idle:
                continue
            legal = legal_cards(hands[seat], led_cards, away == 0, is_misere, suits_led, rules.joker_lead)
            answer, place = np.int64(lowest(legal)), places[seat]
            if legal & (legal - 1) and asked[_PLAY, place]:
                view = _play_view(
                    coin(key, coins[seat]), legal, seat, contract, level, strain, contractor, joker_suit, led, trick,
                    best, winner, hands, played, voids, suits_led, tricks, exposed, discarded, calls,
                )  # fmt: skip
                coins[seat] = next_word(coins[seat])
                status[_SEAT], status[_DECISION] = seat, _PLAY
                answer = _checked(bots[_PLAY][place](view, params[place]), legal, status)
                if answer < 0:
                    return
            names = answer & BLOCK - 1 == NAMING
            card = np.int64(_JOKER_BIT) if names else np.int64(1) << answer
            if away == 0:
                led = np.int64(4) if answer == JOKER else answer >> 4
                if led < 4:
                    suits_led |= 1 << led
                    led_cards = np.int64(SUIT_CARDS) << BLOCK * led
                best = card
            else:
                voids |= np.int64((led < 4) & (card & led_cards == 0)) << 4 * seat + led
                if beats(card, best, led_cards, trumps):
                    best, winner = card, seat
            hands[seat] ^= card
            played[seat] |= card
            trick[seat] = card
        tricks[winner] += 1
        leader = winner
        if is_misere and winner == contractor:
            return
