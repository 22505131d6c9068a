"""The cases of the rule sheet: winners of tricks, legal plays, auctions, scores and ends of games."""

import pytest

from simkit.games.five_hundred.auction import Auction
from simkit.games.five_hundred.calls import BIDS, CALLS, CONTRACTS, LADDER, PASS, SANS_KITTY
from simkit.games.five_hundred.cards import SUITS, Card, parse
from simkit.games.five_hundred.columns import BACK_DOOR, MADE, POINTS
from simkit.games.five_hundred.packs import PACK
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.scoring import ending, score_hand, score_sides, value
from simkit.games.five_hundred.tricks import Play, Terms, legal_plays, suit_of, winner
from tests.games.five_hundred.table import cards

SPADE, HEART, NT, MISERE = Terms(0), Terms(3), Terms(4), Terms(5)
NT_HEART = Terms(4, nominated=3)
RULES = Rules()
NUMBER = {contract.label: place for place, contract in enumerate(CONTRACTS)}


def test_the_defaults_are_the_australian_game():
    off = {
        "blind_misere": "off", "sans_kitty": "off", "defender_cap": 0, "open_misere_requires": 0, "inkle": False,
        "bar_after_big_set": 0, "bid_after_pass": "never", "self_raise": "never", "all_pass": "redeal",
        "lone_six_resign": False, "joker_first_round": False, "joker_first_or_last": False,
        "joker_nt_compulsory": False, "joker_low_in_misere": False, "redeal_no_court": False, "schedule_points": (),
    }  # fmt: skip
    on = {
        "misere": "on", "misere_requires_seven": True, "open_misere": "on", "misere_rank": "above_sevens",
        "misere_value": 250, "blind_misere_value": 500, "open_misere_rank": "below_10h",
        "open_misere_expose": "after_first_trick", "joker_lead": "unled_suit", "joker_nomination": "contractor",
        "joker_name_shown_void": True, "jokers": 1, "pack": "au43", "auction": "until_pass_out",
        "first_lead": "contractor", "defender_trick_points": 10, "slam_min": 250, "schedule": "avondale",
        "sans_kitty_multiplier": 200, "lose_at": -500, "win_by": "contract", "target": 500,
        "two_player": "dead_hand33", "five_partner": "call_card", "six_teams": "two_of_three",
    }  # fmt: skip
    assert RULES.model_dump() == {**off, **on}


def test_the_pack():
    # 11 red cards a suit, 10 black ones, the joker; 43 different cards.
    assert len(set(PACK)) == len(PACK) == 43
    sizes = [sum(card.suit == suit for card in PACK) for suit in range(4)]
    assert sizes == [10, 10, 11, 11]


@pytest.mark.parametrize(("trump", "sizes"), [(0, [12, 9, 11, 11]), (3, [10, 10, 10, 13])])
def test_sizes_of_the_suits_in_a_suit_contract(trump, sizes):
    terms = Terms(trump)
    assert [sum(suit_of(card, terms) == suit for card in PACK) for suit in range(4)] == sizes


def test_the_ladder():
    # "6S 6C 6D 6H 6N 7S ... 7N M 8S ... 10D OM 10H 10N" and the Avondale values.
    assert " ".join(bid.label for bid in LADDER) == (
        "6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT M 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D OM 10H 10NT"
    )
    assert [bid.points for bid in LADDER] == [
        40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 250, 240, 260, 280, 300, 320,
        340, 360, 380, 400, 420, 440, 460, 480, 500, 500, 520,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "terms", "trick", "won"),
    [
        ("T1", SPADE, "TS JK QS 6D", 2),
        ("T2", HEART, "JD JH AH 4H", 2),
        ("T3", HEART, "AH JD JH JK", 4),
        ("T4", HEART, "9S AC KS 5S", 3),
        ("T6", SPADE, "JC AS JS 5S", 3),
        ("T7", SPADE, "AC JS KC QC", 2),
        ("T8", SPADE, "AH KH 5S 4H", 3),
        ("T9", NT, "AD JK KD QD", 2),
        ("T11", NT_HEART, "KD AD JK 4D", 2),
        ("T12", NT_HEART, "4H AH JK KH", 3),
        ("T14", NT_HEART, "JK 5H 6H 7H", 1),
    ],
)
def test_winners_of_tricks(case, terms, trick, won):
    assert winner([Play(card) for card in cards(trick)], terms) + 1 == won


def shown(plays):
    return {str(play.card) + ("" if play.named is None else f"({SUITS[play.named]})") for play in plays}


@pytest.mark.parametrize(
    ("case", "hand", "terms", "led", "legal"),
    [
        ("L1", "JD AS 9C", HEART, "AH", "JD"),
        ("L2", "JD AS 9C", HEART, "AD", "JD AS 9C"),
        ("L3", "JK 9C", SPADE, "AS", "JK"),
        ("L4", "JK 9C", NT, "AS", "JK 9C"),
        ("L5", "JK 9C", MISERE, "AS", "JK"),
        ("L7", "JK 9S", Terms(4, nominated=0), "AS", "JK 9S"),
        ("L13", "KH 5S", SPADE, "AH", "KH"),
        ("T14: others must follow hearts", "5H JK 9S", NT_HEART, "JH", "5H JK"),
        ("misere, joker nominated: no duty when void", "JK 9C", Terms(5, nominated=3), "AS", "JK 9C"),
    ],
)
def test_legal_plays_to_a_trick(case, hand, terms, led, legal):
    plays = legal_plays(cards(hand), terms, [Play(parse(led))], set(), RULES)
    assert shown(plays) == set(legal.split())


def test_others_follow_the_suit_that_a_joker_names():
    led = [Play(parse("JK"), named=1)]
    assert shown(legal_plays(cards("5C AH"), NT, led, {1}, RULES)) == {"5C"}
    assert shown(legal_plays(cards("5S AH"), NT, led, {1}, RULES)) == {"5S", "AH"}


@pytest.mark.parametrize(
    ("case", "hand", "suits_led", "joker_lead", "legal"),
    [
        ("L9", "JK 5H", "SHD", "unled_suit", "JK(C) 5H"),
        ("L10", "JK 5H 6H", "SCDH", "unled_suit", "5H 6H"),
        ("L12", "JK AS", "", "unled_suit", "JK(S) JK(C) JK(D) JK(H) AS"),
        ("last trick", "JK", "SCDH", "unled_suit", "JK"),
        ("last trick only", "JK AS", "", "last_trick_only", "AS"),
        ("last trick only, last trick", "JK", "S", "last_trick_only", "JK"),
    ],
)
@pytest.mark.parametrize("terms", [NT, MISERE])
def test_legal_leads_with_a_joker_of_no_suit(case, hand, suits_led, joker_lead, legal, terms):
    led = {SUITS.index(suit) for suit in suits_led}
    rules = Rules(joker_lead=joker_lead)
    assert shown(legal_plays(cards(hand), terms, [], led, rules)) == set(legal.split())


@pytest.mark.parametrize("terms", [SPADE, NT_HEART])
def test_a_joker_that_belongs_to_a_suit_may_always_be_led(terms):
    assert shown(legal_plays(cards("JK AS"), terms, [], {0, 1, 2, 3}, Rules(joker_lead="last_trick_only"))) == {
        "JK",
        "AS",
    }


def call_out(calls, *, dealer=3, rules=RULES):
    """Make calls, P for a pass; returns the auction, the seats that spoke, and the next to speak (None: over)."""
    auction, spoke = Auction(rules, dealer), []
    speakers = auction.speakers()
    for call in calls.split():
        seat = next(speakers)
        number = PASS if call == "P" else CALLS.index(call.replace("_", " "))
        assert number in auction.legal_calls(seat), f"{call} is illegal"
        auction.call(seat, number)
        spoke.append(seat)
    return auction, spoke, next(speakers, None)


def is_legal(calls, call, *, rules=RULES):
    auction, _, speaker = call_out(calls, rules=rules)
    assert speaker is not None
    return CALLS.index(call) in auction.legal_calls(speaker)


def test_auctions_that_end():
    auction, _, after = call_out("6S P 7H P P")  # A1
    assert (auction.contract.label, auction.bidder, after) == ("7H", 2, None)
    auction, _, after = call_out("P P P P")  # A2
    assert (auction.bidder, after) == (None, None)
    auction, _, after = call_out("P P P 6D")  # A3
    assert (auction.contract.label, auction.bidder, after) == ("6D", 3, None)
    auction, _, after = call_out("7S P M P P")  # A16, the auction
    assert (auction.contract.label, auction.bidder, after) == ("M", 2, None)


def test_a_pass_is_final():
    assert call_out("P 6S P 6C")[2] == 1  # A13
    # A17, from a public record: seats N 0, E 1, S 2, W 3; where a pass is final N is not asked a second time.
    auction, spoke, after = call_out("P 6NT 7D P 8NT P")
    assert spoke == [0, 1, 2, 3, 1, 2]
    assert (auction.contract.label, auction.bidder, after) == ("8NT", 1, None)


@pytest.mark.parametrize(
    ("case", "calls", "call", "legal"),
    [
        ("A4", "", "M", False),
        ("A5", "6NT", "M", False),
        ("A6", "7S", "M", True),
        ("A6", "7NT", "M", True),
        ("A7", "7S M", "8S", True),
        ("A9", "7S M", "7NT", False),
        ("A9", "7S M", "M", False),
        ("misere over an eight", "7S 8S", "M", False),
        ("A10", "", "OM", True),
        ("open misere over 10D", "10D", "OM", True),
        ("open misere over 10H", "10H", "OM", False),
        ("10H over open misere", "OM", "10H", True),
        ("A12", "8D", "8S", False),
        ("A12", "8D", "8H", True),
        ("A12", "8D", "9S", True),
        ("A14", "6S", "6S", False),
        ("own side's seven", "7S P", "M", True),
    ],
)
def test_legal_calls(case, calls, call, legal):
    assert is_legal(calls, call) == legal


def test_nothing_but_a_pass_follows_10_no_trump():
    assert call_out("10NT")[0].legal_calls(1) == [PASS]  # A15


def test_options_of_the_misere():
    off = Rules(misere="off", blind_misere="on")
    assert not is_legal("7S", "M", rules=off)
    assert not is_legal("", "OM", rules=off)
    assert not Auction(off, 3).may_bid_blind(0)
    assert not is_legal("", "OM", rules=Rules(open_misere="off"))
    assert is_legal("7S", "M", rules=Rules(open_misere="off"))
    ungated = Rules(misere_requires_seven=False)
    assert is_legal("", "M", rules=ungated)
    assert is_legal("6NT", "M", rules=ungated)
    assert not is_legal("8S", "M", rules=ungated)


def test_a_blind_misere_is_a_first_call_and_ranks_with_the_open_one():
    rules = Rules(blind_misere="on")
    auction, _, seat = call_out("6S 6C", rules=rules)
    assert auction.may_bid_blind(seat)
    auction.call_blind(seat)
    assert auction.contract.label == "BM"
    assert not auction.may_bid_blind(3)
    assert CALLS.index("OM") not in auction.legal_calls(3)
    assert CALLS.index("10D") not in auction.legal_calls(3)
    assert CALLS.index("10H") in auction.legal_calls(3)
    auction, _, seat = call_out("6S P 6C P", rules=rules)
    assert seat == 0
    assert not auction.may_bid_blind(0)  # it has called before
    assert not call_out("OM", rules=rules)[0].may_bid_blind(1)
    assert not Auction(RULES, 3).may_bid_blind(0)


def test_calls_without_the_kitty_rank_as_those_with_it():
    rules = Rules(sans_kitty="same_value")
    assert not is_legal("", "6S sans kitty")
    assert is_legal("6S", "6C sans kitty", rules=rules)
    assert not is_legal("6S", "6S sans kitty", rules=rules)
    auction, _, _ = call_out("6S 7H_sans_kitty", rules=rules)
    assert (auction.contract.label, auction.sans_kitty) == ("7H", True)
    auction, _, _ = call_out("7H_sans_kitty 7NT", rules=rules)
    assert (auction.contract.label, auction.sans_kitty) == ("7NT", False)


@pytest.mark.parametrize(
    ("rule", "calls", "spoke", "after"),
    [
        ("never", "6S P P P", [0, 1, 2, 3], None),
        ("allowed", "6S P P P 7H", [0, 1, 2, 3, 0], None),
        ("allowed", "6S P P P P", [0, 1, 2, 3, 0], None),
        ("same_suit", "6S P P P 7S", [0, 1, 2, 3, 0], None),
        ("allowed_reopen", "6S P P P 7S", [0, 1, 2, 3, 0], None),
        ("allowed_reopen", "6S P P P 7H", [0, 1, 2, 3, 0], 1),
        ("allowed_reopen", "6S P P P 7H P P 7NT P", [0, 1, 2, 3, 0, 1, 2, 3, 0], 3),
        ("allowed", "10NT P P P", [0, 1, 2, 3], None),
    ],
)
def test_raising_ones_own_bid(rule, calls, spoke, after):
    _, said, following = call_out(calls, rules=Rules(self_raise=rule))
    assert (said, following) == (spoke, after)


def test_a_raise_in_the_same_suit_only():
    auction, _, seat = call_out("6S P P P", rules=Rules(self_raise="same_suit"))
    assert seat == 0
    assert [CALLS[call] for call in auction.legal_calls(seat)] == ["pass", "7S", "8S", "9S", "10S"]


def test_one_round():
    rules = Rules(auction="one_round", self_raise="allowed")
    auction, spoke, after = call_out("6S 6C P 6D", rules=rules)
    assert (auction.bidder, spoke, after) == (3, [0, 1, 2, 3], None)


@pytest.mark.parametrize(
    ("case", "contract", "tricks", "contractors", "defenders"),
    [
        ("S1", "7S", 7, 140, 30),
        ("S2", "8H", 5, -300, 50),
        ("S3", "6S", 10, 250, 0),
        ("S4", "8S", 10, 250, 0),
        ("S6", "9H", 10, 400, 0),
        ("S7", "6NT", 9, 120, 10),
        ("S9", "6S", 5, -40, 50),
        ("S10", "M", 0, 250, 0),
        ("S10", "M", 1, -250, 0),
        ("S11", "OM", 0, 500, 0),
        ("S11", "OM", 1, -500, 0),
        ("S12", "10H", 10, 500, 0),
        ("a slam from 8C up adds nothing", "8C", 10, 260, 0),
        ("blind misere", "BM", 0, 500, 0),
    ],
)
def test_scores(case, contract, tricks, contractors, defenders):
    result = score_hand(RULES, NUMBER[contract], tricks)
    assert (result.contractors, result.defenders) == (contractors, defenders)
    assert result.made == (contractors > 0)
    assert result.slam == (tricks == 10)


def test_options_of_the_score():
    assert score_hand(Rules(defender_trick_points=0), NUMBER["7H"], 6)[2:] == (-200, 0)  # S13
    assert value(Rules(blind_misere_value=1000), NUMBER["BM"], False) == 1000
    bonus = Rules(sans_kitty="bonus", sans_kitty_multiplier=150)
    assert value(bonus, NUMBER["7S"], False) == 140
    assert value(bonus, NUMBER["7S"], True) == 210
    assert value(bonus.model_copy(update={"sans_kitty_multiplier": 125}), NUMBER["8H"], True) == 380  # 375 to tens
    assert value(Rules(sans_kitty="same_value"), NUMBER["7S"], True) == 140
    # The slam's 250 is compared with the value so multiplied: 210 is below it, 390 above.
    assert score_hand(bonus, NUMBER["7S"], 10, sans_kitty=True).contractors == 250
    assert score_hand(bonus, NUMBER["8C"], 10, sans_kitty=True).contractors == 390
    assert score_hand(bonus, NUMBER["M"], 1, sans_kitty=True).contractors == -380  # 375 to tens


def after(before, contractor, contract, tricks, rules=RULES):
    """Scores of the sides (A: seats 0 and 2) after a hand, and who won it by what."""
    result = score_hand(rules, NUMBER[contract], tricks)
    taken = [tricks, 10 - tricks] if contractor == 0 else [10 - tricks, tricks]
    scores = score_sides(rules, before, {contractor}, taken, result)
    over = ending(rules, result.made, scores, {contractor})
    return tuple(scores), over and ("".join("AB"[side] for side in over[0]), over[1])


@pytest.mark.parametrize(
    ("case", "before", "hand", "scores", "over"),
    [
        ("G1", (440, 120), (0, "6C", 6), (500, 160), ("A", MADE)),
        ("G2", (480, 100), (1, "6S", 7), (510, 140), None),
        ("G4", (300, 480), (0, "8H", 8), (600, 500), ("A", MADE)),
        ("G5", (-260, 0), (0, "8S", 7), (-500, 30), ("B", BACK_DOOR)),
        ("G7", (0, 0), (0, "OM", 0), (500, 0), ("A", MADE)),
        ("G8", (0, 0), (0, "OM", 1), (-500, 0), ("B", BACK_DOOR)),
        ("G11", (510, 300), (1, "8H", 8), (530, 600), ("B", MADE)),
        ("exactly -500 counts, -490 does not", (-250, 0), (0, "8S", 7), (-490, 30), None),
    ],
)
def test_ends_of_games(case, before, hand, scores, over):
    assert after(before, *hand) == (scores, over)


def test_the_490_rule():
    rules = Rules(defender_cap=490)
    assert after((470, 200), 1, "7H", 6, rules) == ((490, 0), None)  # G9
    assert after((490, 200), 1, "7H", 6, rules) == ((490, 0), None)
    # A side above the cap, by a contract where the target is higher, is not lowered.
    assert after((510, 200), 1, "7H", 6, rules.model_copy(update={"target": 1000})) == ((510, 0), None)


def test_winning_by_any_points_and_no_back_door():
    rules = Rules(win_by="any_points", lose_at=0)
    assert after((480, 100), 1, "6S", 7, rules) == ((510, 140), ("A", POINTS))
    assert after((480, 460), 1, "6S", 7, rules) == ((510, 500), ("B", MADE))
    assert after((-260, 0), 0, "8S", 7, rules) == ((-500, 30), None)


def test_numbers_of_calls():
    assert CALLS[PASS] == "pass"
    assert [CALLS[bid] for bid in range(1, BIDS + 1)] == [bid.label for bid in LADDER]
    assert all(CALLS[bid + SANS_KITTY] == f"{CALLS[bid]} sans kitty" for bid in range(1, BIDS + 1))
    assert Card("T", 3) == parse("TH")
