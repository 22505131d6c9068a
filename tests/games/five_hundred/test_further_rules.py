"""Options that the Australian rule sheet does not name: what each changes, and which contradict each other."""

import pytest
from pydantic import ValidationError

from simkit.games.five_hundred.auction import Auction, ladder, legal_bids
from simkit.games.five_hundred.calls import BIDS, CALLS, CONTRACTS, PASS
from simkit.games.five_hundred.cards import SUITS
from simkit.games.five_hundred.packs import AU43, Pack
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.scoring import points_of, score_hand, score_sides
from simkit.games.five_hundred.sides import table_for
from simkit.games.five_hundred.tricks import Play, Terms, legal_plays, suit_of, winner
from tests.games.five_hundred.table import IDLE, Script, cards, play_out, told
from tests.games.five_hundred.test_reference import MISERE_HANDS, PUBLIC
from tests.games.five_hundred.test_rule_sheet import NUMBER, call_out, is_legal, shown

NT, MISERE, NT_LOW = Terms(4), Terms(5), Terms(5, joker_low=True)


def order(**rules):
    """Labels of the ladder in order of rank."""
    return " ".join(CONTRACTS[bid].label for bid in ladder(Rules(**rules)))


def test_the_usual_ladder():
    assert ladder(Rules()) == list(range(1, BIDS + 1))


def test_a_misere_ranked_by_points_is_above_8s_and_below_8c():
    assert " 7NT 8S M 8C " in order(misere_rank="by_value")
    assert " 10D M OM 10H " in order(misere_rank="by_value", misere_value=490)
    rules = Rules(misere_rank="by_value")
    assert is_legal("7H 8S", "M", rules=rules)  # a seven was bid, and overbid
    assert not is_legal("6H 8S", "M", rules=rules)
    assert not is_legal("7H 8C", "M", rules=rules)


def test_an_open_misere_at_the_top():
    assert order(open_misere_rank="top").endswith("10D 10H 10NT OM")
    rules = Rules(open_misere_rank="top", blind_misere="on")
    assert is_legal("10NT", "OM", rules=rules)
    auction, _, seat = call_out("10NT", rules=rules)
    assert auction.may_bid_blind(seat)


@pytest.mark.parametrize(
    ("least", "calls", "legal"),
    [(0, "", True), (7, "6H", False), (7, "7S", True), (7, "8S", True), (8, "7NT M", False), (8, "8S", True)],
)
def test_an_open_misere_that_requires_a_bid(least, calls, legal):
    assert is_legal(calls, "OM", rules=Rules(open_misere_requires=least)) == legal


def test_the_original_schedule():
    # Bases 40 to 120 times the level less five: 8H = 100 * 3, 10NT = 120 * 5; the rest by points, then by tricks.
    rules = Rules(schedule="original")
    assert [points_of(rules, NUMBER[label]) for label in ("6S", "7S", "8H", "9C", "10NT")] == [40, 80, 300, 240, 600]
    ranked = order(schedule="original").split()
    assert ranked[:5] == ["6S", "6C", "6D", "7S", "6H"]
    assert ranked.index("8S") > ranked.index("6NT")  # 120 both: more tricks are higher
    points = [points_of(rules, bid) for bid in ladder(rules) if CONTRACTS[bid].strain < 5]
    assert points == sorted(points)


def test_a_schedule_of_ones_own():
    table = tuple(range(250, 0, -10))
    rules = Rules(schedule="custom", schedule_points=table)
    assert [points_of(rules, NUMBER[label]) for label in ("6S", "6NT", "7S", "10NT")] == [250, 210, 200, 10]
    assert order(schedule="custom", schedule_points=table).split()[0] == "10NT"


@pytest.mark.parametrize(
    ("rule", "calls", "spoke", "after"),
    [
        # A17, from a public record (seats N 0, E 1, S 2, W 3): with bids after a pass N is asked a second time.
        ("always", "P 6NT 7D P P 8NT P P P", [0, 1, 2, 3, 0, 1, 2, 3, 0], None),
        ("always", "P P P P", [0, 1, 2, 3], None),
        ("always", "P 6S P P 7H P P P", [0, 1, 2, 3, 0, 1, 2, 3], None),
        ("never", "P 6S P P", [0, 1, 2, 3], None),
        ("if_suit_changed", "6S P 7S P", [0, 1, 2, 3], 0),
        ("if_suit_changed", "6S P 7S P P", [0, 1, 2, 3, 0], None),  # spades as before: seat 1 stays out
        ("if_suit_changed", "6S P 7H P P", [0, 1, 2, 3, 0], 1),  # another suit: seat 1 may call again
    ],
)
def test_bids_after_a_pass(rule, calls, spoke, after):
    _, said, following = call_out(calls, rules=Rules(bid_after_pass=rule))
    assert (said, following) == (spoke, after)


def test_the_dealer_is_stuck():
    rules = Rules(all_pass="dealer_stuck")
    auction, _, seat = call_out("P P P", rules=rules)
    assert seat == 3
    assert PASS not in auction.legal_calls(3)
    assert PASS in call_out("P P 6S", rules=rules)[0].legal_calls(3)
    assert PASS in call_out("P P", rules=rules)[0].legal_calls(2)


def test_a_barred_seat_does_not_call():
    auction = Auction(Rules(), 3, 4, frozenset({1}))
    speakers = auction.speakers()
    assert next(speakers) == 0
    auction.call(0, CALLS.index("6S"))
    assert next(speakers) == 2
    once = Auction(Rules(auction="one_round"), 3, 4, frozenset({1}))
    assert list(once.speakers()) == [0, 2, 3]


def one_hand(rules, players, hands=PUBLIC, dealer=1, hands_of_game=1):
    """Rows of a game of the same deal again and again."""
    return play_out(rules, players, Script([hands] * hands_of_game, dealer=dealer), hands_of_game)[1].turns


def test_after_a_big_set_the_contractor_is_barred():
    # Seat 4 bids 10NT on a hand without the joker, and is set by more than three; it would bid again.
    players = [IDLE, IDLE, IDLE, told(["10NT", "10NT"], ["7H", "9H", "QH", "7H", "9H", "QH"])]
    barred = one_hand(Rules(bar_after_big_set=3, lose_at=0), players, hands_of_game=2)
    missing = 10 - barred[0]["side_tricks"]
    assert missing > 3
    assert (barred[1]["contract"], barred[1]["calls_4"]) == (0, 0)
    players = [IDLE, IDLE, IDLE, told(["10NT", "10NT"], ["7H", "9H", "QH", "7H", "9H", "QH"])]
    rows = one_hand(Rules(bar_after_big_set=missing, lose_at=0), players, hands_of_game=2)
    assert rows[1]["contract"] == CALLS.index("10NT")  # set by no more than that


def test_an_inkle_that_nobody_overbids_is_no_bid():
    bidder = told(["6C", "6C"], ["7H", "9H", "QH"])
    rows = one_hand(Rules(inkle=True), [IDLE, IDLE, IDLE, bidder])
    assert (rows[0]["contract"], rows[0]["calls_4"]) == (0, 1 << 2)
    rows = one_hand(Rules(inkle=True, all_pass="play_nt"), [IDLE, IDLE, IDLE, bidder])
    assert CONTRACTS[rows[0]["contract"]].label == "passed NT"
    rows = one_hand(Rules(inkle=True), [IDLE, IDLE, IDLE, told(["7C"], ["7H", "9H", "QH"])])
    assert CONTRACTS[rows[0]["contract"]].label == "7C"


def test_a_lone_six_may_be_given_up():
    rules = Rules(lone_six_resign=True)
    gives_up = told(["6C"], ["7H", "9H", "QH"], resign=1)
    assert one_hand(rules, [IDLE, IDLE, IDLE, gives_up])[0]["contract"] == 0
    plays_it = told(["6C"], ["7H", "9H", "QH"])
    assert one_hand(rules, [IDLE, IDLE, IDLE, plays_it])[0]["contract"] == CALLS.index("6C")
    raised = told(["6C", "pass"], resign=1)
    rows = one_hand(rules, [told(["6H"], ["4D", "9D", "4H"]), IDLE, IDLE, raised])
    assert rows[0]["contract"] == CALLS.index("6H")  # the six of hearts is not the only bid
    seven = told(["7C"], ["7H", "9H", "QH"], resign=1)
    assert one_hand(rules, [IDLE, IDLE, IDLE, seven])[0]["contract"] == CALLS.index("7C")


def test_all_pass_and_play_no_trump():
    # Dealer E, seat 2: seat 3 leads; 10 points a trick for each side, the kitty stays where it is.
    rows = one_hand(Rules(all_pass="play_nt"), [IDLE] * 4)
    row = rows[0]
    assert CONTRACTS[row["contract"]].label == "passed NT"
    assert sum(row[f"tricks_{seat}"] for seat in range(1, 5)) == 10
    assert row["change_1"] == 10 * (row["tricks_1"] + row["tricks_3"])
    assert row["change_2"] == 10 * (row["tricks_2"] + row["tricks_4"])
    assert row["contractor"] < 0
    events, _ = play_out(Rules(all_pass="play_nt"), [IDLE] * 4, Script([PUBLIC], dealer=1))
    first = next(event for event in events if event.kind == "trick")
    assert first.data["cards"][0][0] == 3


def test_a_hand_without_court_cards_is_thrown_in():
    poor = ("5S 6S 7S 5C 6C 7C 4D 5D 4H AH", *MISERE_HANDS[1:])
    poor = (poor[0], poor[1], poor[2], poor[3].replace("AH", "5H"), poor[4])
    players = [told(["7S"])] + [IDLE] * 3
    row = one_hand(Rules(redeal_no_court=True), players, poor, dealer=3)[0]
    assert (row["contract"], row["calls_1"]) == (0, 0)
    row = one_hand(Rules(), [IDLE] * 4, poor, dealer=3)[0]
    assert row["calls_1"] == 1


def test_left_of_the_dealer_leads():
    players = [IDLE, IDLE, IDLE, told(["6C"], ["7H", "9H", "QH"])]
    events, _ = play_out(Rules(first_lead="left_of_dealer"), players, Script([PUBLIC], dealer=1))
    assert next(event for event in events if event.kind == "trick").data["cards"][0][0] == 3
    # In a misere of seat 1 its partner, seat 3, sits out: seat 4 leads for dealer 2.
    players = [told(["OM"], ["JK", "7D", "7H"]), IDLE, IDLE, IDLE]
    events, _ = play_out(Rules(first_lead="left_of_dealer"), players, Script([MISERE_HANDS], dealer=1))
    assert next(event for event in events if event.kind == "trick").data["cards"][0][0] == 4


def test_an_open_misere_is_laid_open_before_the_lead():
    seen = []
    players = [told(["OM"], ["JK", "7D", "7H"]), told(["pass"], seen=seen), IDLE, IDLE]
    play_out(Rules(open_misere_expose="before_lead"), players, Script([MISERE_HANDS], dealer=3))
    assert next(view for view in seen if hasattr(view, "led")).exposed != 0


@pytest.mark.parametrize(
    ("case", "rules", "terms", "hand", "led", "more", "legal"),
    [
        ("first round", {}, NT, "JK 9S", "AS", {"joker_beside": True}, "JK 9S"),
        ("not the first", {}, NT, "JK 9S", "AS", {"joker_beside": False}, "9S"),
        ("compulsory", {"joker_nt_compulsory": True}, NT, "JK 9C", "AS", {}, "JK"),
        ("not compulsory", {}, NT, "JK 9C", "AS", {}, "JK 9C"),
        ("two jokers, compulsory in a misere", {}, MISERE, "JK BJ 9C", "AS", {}, "JK BJ"),
    ],
)
def test_jokers_to_a_trick(case, rules, terms, hand, led, more, legal):
    plays = legal_plays(cards(hand), terms, [Play(cards(led)[0])], {0}, Rules(**rules), **more)
    assert shown(plays) == set(legal.split())


def test_a_joker_may_not_name_a_suit_shown_void():
    rules = Rules(joker_name_shown_void=False)
    leads = legal_plays(cards("JK 9S 9C"), NT, [], {0}, rules, shown_void={2, 3})
    assert shown(leads) == {"JK(C)", "9S", "9C"}
    leads = legal_plays(cards("JK 9S 9C"), NT, [], {0}, Rules(), shown_void={2, 3})
    assert shown(leads) == {"JK(C)", "JK(D)", "JK(H)", "9S", "9C"}


def joker_views(rules, seat_2_plays):
    """What seat 2, with the joker and a spade, may play to seat 1's first and second spade in no trump."""
    hands = (
        "AS KS QS JS TS 8S AD KD QD 7D",
        "JK 9S 7S 6S 5C 6C 7C 4D 5D 6D",
        "5S 8C 9C TC JC QC KC AC 8D 9D",
        "TD JD 4H 5H 6H 7H 8H 9H TH JH",
        "QH KH AH",
    )
    seen = []
    players = [
        told(["6NT"], ["QH", "KH", "AH"], ["AS", "KS", "QS"]),
        told(["pass"], plays=seat_2_plays, seen=seen),
        IDLE,
        IDLE,
    ]
    play_out(Rules(**rules), players, Script([hands], dealer=3))
    plays = [view for view in seen if hasattr(view, "led")]
    assert all(view.voids >> 4 & 1 == 0 for view in plays[:2])  # seat 2 has not shown to be void in spades
    return [bool(view.legal >> 15 & 1) for view in plays[:2]]


def test_a_joker_beside_its_suit():
    assert joker_views({}, ["9S", "7S"]) == [False, False]
    assert joker_views({"joker_first_round": True}, ["9S", "7S"]) == [True, False]
    assert joker_views({"joker_first_or_last": True}, ["9S", "7S"]) == [True, False]
    # Thrown on the first spade the joker shows nothing: the next spade finds two, and no joker.
    assert joker_views({"joker_first_or_last": True}, ["JK"]) == [True, False]


def test_no_nomination():
    players = [told(["OM"], ["7D", "7H", "7S"], nominate="H"), IDLE, IDLE, IDLE]
    rows = one_hand(Rules(joker_nomination="none"), players, MISERE_HANDS, dealer=3)
    assert rows[0]["joker_nominated"] < 0


@pytest.mark.parametrize(
    ("trick", "won"),
    [
        ("5S JK 6S", 3),  # thrown on a suit it loses
        ("JK(S) 5S 6S", 3),  # led naming spades it is the lowest spade
        ("JK(S) 9C 9D", 1),  # and wins only when nobody follows
        ("JK 5H 6C", 2),  # led without a name, to the last trick: the next card's suit is to be beaten
        ("JK 5H 6H", 3),
    ],
)
def test_a_low_joker_in_a_misere(trick, won):
    plays = [Play(cards(text[:2])[0], SUITS.index(text[3]) if "(" in text else None) for text in trick.split()]
    assert winner(plays, NT_LOW) + 1 == won


def test_the_black_joker_beats_the_other():
    both = Terms(4, pack=Pack("us45", 2))
    assert winner([Play(card) for card in cards("AS JK BJ KS")], both) == 2
    hearts = both._replace(strain=3)
    assert winner([Play(card) for card in cards("JK BJ JH AH")], hearts) == 1
    assert [suit_of(card, hearts) for card in cards("JK BJ")] == [3, 3]
    assert shown(legal_plays(cards("JK BJ"), both, [], {0, 1, 2, 3}, Rules())) == {"JK", "BJ"}


@pytest.mark.parametrize(
    ("rules", "size", "kitty"),
    [
        ({}, 43, 3),
        ({"jokers": 0}, 42, 2),
        ({"pack": "us45"}, 45, 5),
        ({"pack": "us46", "jokers": 2}, 46, 6),
        ({"pack": "alt43"}, 43, 3),
    ],
)
def test_packs_of_four_seats(rules, size, kitty):
    table = table_for(Rules(**rules), 4)
    assert (len(set(table.pack.cards)), table.kitty) == (size, kitty)


@pytest.mark.parametrize("trump", range(4))
def test_in_the_other_43_cards_there_are_always_13_trumps(trump):
    pack = Pack("alt43", 1)
    assert {str(card) for card in set(AU43.cards) ^ set(pack.cards)} == {"4D", "4C"}
    terms = Terms(trump, pack=pack)
    assert sum(suit_of(card, terms) == trump for card in pack.cards) == 13


def test_options_of_the_score():
    assert score_hand(Rules(slam_min=0), NUMBER["6S"], 10).contractors == 40
    assert score_hand(Rules(misere_value=350), NUMBER["M"], 1).contractors == -350
    assert score_sides(Rules(defender_cap=490), [480, 0], set(), [4, 6], None) == [490, 60]


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        ({"pack": "us46"}, ("jokers = 1", 'pack = "us46"')),
        ({"jokers": 2}, ("jokers = 2", 'pack = "au43"')),
        ({"jokers": 0, "two_player": "25"}, ("jokers = 0", 'two_player = "25"')),
        (
            {"auction": "one_round", "bid_after_pass": "always"},
            ('auction = "one_round"', 'bid_after_pass = "always"'),
        ),
        ({"inkle": True, "lone_six_resign": True}, ("inkle = true", "lone_six_resign = true")),
        ({"inkle": True, "all_pass": "dealer_stuck"}, ("inkle = true", 'all_pass = "dealer_stuck"')),
        ({"schedule_points": (10,) * 25}, ('schedule = "avondale"', "schedule_points")),
        ({"schedule": "custom", "schedule_points": (10,) * 24}, ('schedule = "custom"', "schedule_points with 24")),
        ({"open_misere_requires": 6}, ("open_misere_requires = 6", "0, 7 or 8")),
    ],
)
def test_contradictions_name_both(rules, named):
    with pytest.raises(ValidationError) as caught:
        Rules(**rules)
    assert all(part in str(caught.value) for part in named)


def test_gates_look_at_all_bids():
    assert NUMBER["M"] in legal_bids(Rules(misere_rank="by_value"), NUMBER["8S"], levels=[7])
    assert NUMBER["M"] not in legal_bids(Rules(misere_rank="by_value"), NUMBER["8S"])
