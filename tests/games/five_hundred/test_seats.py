"""Two, three, five and six seats: packs, sides, who sits out, called partners, scores and ends of games."""

import pytest

from simkit.games.five_hundred.calls import CALLS
from simkit.games.five_hundred.cards import JOKER_CARD, parse
from simkit.games.five_hundred.columns import BACK_DOOR, MADE, POINTS
from simkit.games.five_hundred.masks import arrange, nominated
from simkit.games.five_hundred.packs import Pack, number
from simkit.games.five_hundred.rules import Rules
from simkit.games.five_hundred.scoring import ending, score_hand, score_sides
from simkit.games.five_hundred.sides import table_for
from simkit.games.five_hundred.tricks import Play, Terms, place, suit_of, winner
from tests.games.five_hundred.table import IDLE, Script, cards, play_out, told
from tests.games.five_hundred.test_rule_sheet import NUMBER

RULES = Rules()
P33, P53, P63 = Pack("33", 1), Pack("53", 1), Pack("63", 1)


@pytest.mark.parametrize(
    ("seats", "rules", "size", "kitty", "dead", "sides", "partners"),
    [
        (2, {}, 33, 3, 10, 2, 0),
        (2, {"two_player": "24"}, 24, 4, 0, 2, 0),
        (2, {"two_player": "25"}, 25, 3, 2, 2, 0),
        (3, {}, 33, 3, 0, 3, 0),
        (3, {"jokers": 0}, 32, 2, 0, 3, 0),
        (4, {}, 43, 3, 0, 2, 1),
        (5, {}, 53, 3, 0, 5, 1),
        (5, {"five_partner": "alone"}, 53, 3, 0, 5, 0),
        (5, {"five_partner": "call_player"}, 53, 3, 0, 5, 1),
        (6, {}, 63, 3, 0, 2, 2),
        (6, {"six_teams": "three_of_two"}, 63, 3, 0, 3, 1),
        (6, {"jokers": 2, "pack": "us46"}, 63, 3, 0, 2, 2),
    ],
)
def test_tables(seats, rules, size, kitty, dead, sides, partners):
    table = table_for(Rules(**rules), seats)
    assert len(set(table.pack.cards)) == size
    assert (table.kitty, size - 10 * seats - table.kitty) == (kitty, dead)
    assert (table.sides, table.partners) == (sides, partners)


@pytest.mark.parametrize(
    ("pack", "trump", "sizes"),
    [
        # Trump suit 10, same-colour suit 7, others 8 each.
        (P33, 3, [8, 8, 7, 10]),
        (P53, 0, [15, 12, 13, 13]),
        # 63 cards: 18 red or 17 black trumps.
        (P63, 3, [15, 15, 15, 18]),
        (P63, 1, [14, 17, 16, 16]),
    ],
)
def test_sizes_of_suits(pack, trump, sizes):
    terms = Terms(trump, pack=pack)
    assert [sum(suit_of(card, terms) == suit for card in pack.cards) for suit in range(4)] == sizes


@pytest.mark.parametrize("terms", [Terms(s, n, P63) for s, n in ((0, None), (3, None), (4, None), (4, 2), (5, 0))])
def test_63_cards_fill_the_word(terms):
    # Rank for rank: a card of a suit has the higher number, the better it is; no two have the same.
    assert sorted(place(card, terms) for card in terms.pack.cards) == list(range(63))
    best = max((card for card in terms.pack.cards if suit_of(card, terms) == 3), key=lambda card: place(card, terms))
    for card in terms.pack.cards:
        if suit_of(card, terms) == 3 and card != best:
            assert winner([Play(card), Play(best)], terms) == 1


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("name", ["au43", "alt43", "us45", "33", "25", "53", "63"])
def test_words_and_cards_are_numbered_alike(name, jokers):
    # The reference numbers cards one by one, the functions of masks move them all at once.
    pack = Pack(name, min(jokers, 1) if name in ("53", "63") else jokers)
    for card in pack.cards:
        mask = 1 << number(card, pack)
        for strain in range(5):
            assert 1 << place(card, Terms(strain, pack=pack)) == arrange(mask, strain, pack.layout)
        for suit in range(4):
            if pack.jokers:
                assert 1 << place(card, Terms(4, suit, pack)) == nominated(mask, suit, pack.layout)


@pytest.mark.parametrize(
    ("terms", "trick", "won"),
    [
        (Terms(3, pack=P63), "TH 11H 12H 13H KH AH", 6),
        (Terms(3, pack=P63), "AH JD JH JK 13H QH", 4),
        (Terms(3, pack=P63), "AS 13D 2H KS QS 12S", 3),
        (Terms(4, pack=P63), "12S 11S TS 9S JS 13D", 5),
        (Terms(0, pack=P53), "2S AH KD JC", 4),
        (Terms(4, pack=P53), "AH JK KH QH", 2),
        (Terms(4, nominated=0, pack=P53), "AH JK KH QH", 1),
    ],
)
def test_winners_of_tricks(terms, trick, won):
    assert winner([Play(card) for card in cards(trick)], terms) + 1 == won


def after(seats, before, contract, tricks, contractors, **rules):
    """Scores of the sides after a hand, and who has won by what."""
    options = Rules(**rules)
    result = score_hand(options, NUMBER[contract], sum(tricks[side] for side in contractors))
    scores = score_sides(options, before, contractors, tricks, result)
    return scores, ending(options, result.made, scores, contractors)


def test_three_seats_score_each_their_own_tricks():
    assert after(3, [0, 0, 0], "7H", [7, 2, 1], {0}) == ([200, 20, 10], None)
    assert after(3, [0, 480, 480], "7H", [6, 3, 1], {0}) == ([-200, 510, 490], None)  # tricks do not win
    # One out the back door: the best of the others has won, and equal ones share.
    assert after(3, [-400, 50, 90], "7H", [6, 3, 1], {0}) == ([-600, 80, 100], ([2], BACK_DOOR))
    assert after(3, [-400, 70, 90], "7H", [6, 3, 1], {0}) == ([-600, 100, 100], ([1, 2], BACK_DOOR))
    # Where points win, a contract made has precedence, then the highest score.
    assert after(3, [300, 480, 490], "7H", [7, 2, 1], {0}, win_by="any_points") == ([500, 500, 500], ([0], MADE))
    assert after(3, [0, 480, 470], "7H", [6, 2, 2], {0}, win_by="any_points") == ([-200, 500, 490], ([1], POINTS))


def test_a_called_partner_wins_and_loses_with_the_contractor():
    scores, over = after(5, [300, 400, 0, 0, 0], "7H", [4, 3, 1, 1, 1], {0, 1})
    assert scores == [500, 600, 10, 10, 10]
    assert over == ([0, 1], MADE)
    scores, over = after(5, [0, 400, 0, 0, 0], "7H", [4, 3, 1, 1, 1], {0, 1})
    assert (scores[:2], over) == ([200, 600], ([1], MADE))  # only the partner has reached the target
    assert after(5, [-400, 0, 30, 20, 0], "7H", [4, 2, 1, 2, 1], {0, 1})[1] == ([2, 3], BACK_DOOR)


FIVE_HANDS = (
    "JK JS JC AS KS QS TS AH KH 2C",
    "9S 2S 3S 4S AD KD QD JD TD 9D",
    "8S 5S 6S AC KC QC TC 9C 8C 7C",
    "7S QH JH TH 9H 8H 7H 6H 5H 4H",
    "8D 7D 6D 5D 4D 3D 2D 3H 2H 6C",
    "3C 4C 5C",
)


def five(call, player=0, **rules):
    """A hand in which seat 1 plays 8S, having called a card or a player."""
    seen = []
    dealer = told(["8S"], ["3C", "4C", "5C"], ["JK", "JS", "JC", "AS"], call_card=call, call_player=player)
    players = [dealer, *[told(["pass"], seen=seen) for _ in range(4)]]
    deal = Script([FIVE_HANDS], dealer=4, pack=P53.cards)
    events, outcome = play_out(Rules(**rules), players, deal)
    return events, outcome, [view for view in seen if hasattr(view, "led")]


def test_who_has_the_called_card_is_the_partner():
    events, outcome, _ = five("AD")
    row = outcome.turns[0]
    assert (row["contractor"], row["partner"]) == (1, 2)
    assert row["side_tricks"] == row["tricks_1"] + row["tricks_2"]
    assert row["change_1"] == row["change_2"] in (240, -240)
    assert [row[f"change_{seat}"] for seat in (3, 4, 5)] == [10 * row[f"tricks_{seat}"] for seat in (3, 4, 5)]
    assert any("calls A♦" in event.text for event in events)


def test_the_partner_is_not_told_before_the_card_is_played():
    _, _, seen = five("AD")
    called = place(parse("AD"), Terms(0, pack=P53))
    for view in seen:
        is_known = (view.played_1 | view.played_2 | view.played_4) >> called & 1
        if view.seat == 1:
            assert view.friends == 0b00001
        elif is_known:
            assert view.friends == 0b11100 & ~(1 << view.seat)
        else:
            assert view.friends == 0b11110 & ~(1 << view.seat)
    assert {view.seat for view in seen} == {1, 2, 3, 4}


def test_a_discarded_card_or_none_is_called_to_play_alone():
    for call in ("3C", None):
        _, outcome, _ = five(call)
        row = outcome.turns[0]
        assert row["partner"] < 0
        assert row["side_tricks"] == row["tricks_1"]
    _, outcome, _ = five("AD", five_partner="alone")
    assert outcome.turns[0]["partner"] < 0


def test_a_partner_that_is_called_by_name_is_known_to_all():
    events, outcome, seen = five(None, 2, five_partner="call_player")
    row = outcome.turns[0]
    assert (row["contractor"], row["partner"]) == (1, 3)
    assert row["side_tricks"] == row["tricks_1"] + row["tricks_3"]
    assert (row["side_tricks"], row["change_1"], row["change_3"]) == (10, 250, 250)
    assert [row[f"change_{seat}"] for seat in (2, 4, 5)] == [10 * row[f"tricks_{seat}"] for seat in (2, 4, 5)]
    assert any(event.text == "calls seat 3 as partner" for event in events)
    assert {view.seat: view.friends for view in seen} == {1: 0b11000, 2: 0b00001, 3: 0b10010, 4: 0b01010}


def test_nobody_is_called_to_play_alone():
    events, outcome, seen = five(None, 0, five_partner="call_player")
    assert outcome.turns[0]["partner"] < 0
    assert outcome.turns[0]["side_tricks"] == outcome.turns[0]["tricks_1"]
    assert any(event.text == "plays alone" for event in events)
    assert {view.seat: view.friends for view in seen} == {1: 0b11100, 2: 0b11010, 3: 0b10110, 4: 0b01110}


SIX_HANDS = (
    "2S 3S 4S 2C 3C 4C 2D 3D 2H 3H",
    "5S 6S 7S 5C 6C 7C 4D 5D 4H 5H",
    "8S 9S TS 8C 9C TC 6D 7D 6H 7H",
    "11S 12S JS 11C 12C JC 8D 9D 8H 9H",
    "QS KS AS QC KC AC TD 11D TH 11H",
    "12D 13D JD QD KD AD 12H 13H JH QH",
    "KH AH JK",
)


@pytest.mark.parametrize(("teams", "idle", "sides"), [("two_of_three", {3, 5}, 2), ("three_of_two", {4}, 3)])
def test_team_mates_sit_a_misere_out(teams, idle, sides):
    players = [told(["OM"], ["KH", "AH", "JK"]), *[IDLE] * 5]
    deal = Script([SIX_HANDS], dealer=5, pack=P63.cards)
    events, outcome = play_out(Rules(six_teams=teams), players, deal)
    first = next(event for event in events if event.kind == "trick")
    assert {seat for seat, _ in first.data["cards"]} == set(range(1, 7)) - idle
    row = outcome.turns[0]
    assert row["made"] == 1
    assert [row[f"change_{seat}"] for seat in range(1, 7)] == [500 if seat % sides == 1 else 0 for seat in range(1, 7)]
    assert outcome.game["winners"] == sum(1 << seat for seat in range(0, 6, sides))


def test_a_joker_led_names_a_suit_in_a_decision_of_its_own():
    # In the 63-card pack; seat 1 plays no trump with the joker and leads it, naming clubs.
    hands = (SIX_HANDS[0].replace("3H", "JK"), *SIX_HANDS[1:6], "KH AH 3H")
    bidder = told(["6NT"], ["KH", "AH", "3H"], ["JK"], name="C")
    deal = Script([hands], dealer=5, pack=P63.cards)
    events, _ = play_out(RULES, [bidder, *[IDLE] * 5], deal)
    first = next(event for event in events if event.kind == "trick")
    assert first.data["cards"][0] == (1, str(JOKER_CARD))
    followed = [card for _, card in first.data["cards"][1:5]]
    assert all(card.endswith("C") for card in followed)
    assert first.data["winner"] == 1


def test_two_seats_with_dead_cards():
    hands = (
        "AS KS QS JS TS 9S 8S 7S JK AH",
        "AC KC QC JC TC 9C 8C 7C AD KD",
        "QD JD TD",
        "9D 8D 7D KH QH JH TH 9H 8H 7H",
    )
    players = [told(["10S"], ["QD", "JD", "TD"], ["JK", "JS", "AS", "KS"]), IDLE]
    events, outcome = play_out(RULES, players, Script([hands], dealer=1, pack=P33.cards))
    assert len([event for event in events if event.kind == "trick"]) == 10
    assert all(len(event.data["cards"]) == 2 for event in events if event.kind == "trick")
    row = outcome.turns[0]
    assert (row["contract"], row["made"], row["trumps"]) == (CALLS.index("10S"), 1, 9)
